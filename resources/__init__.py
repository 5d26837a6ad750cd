"""What is shipped beside the code: icons, and networks that find faces. Read through importlib.resources, icons in
the window by `gui.icons`."""
