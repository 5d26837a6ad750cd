"""What is shipped beside the code: icons. Read through importlib.resources, in the window by `gui.icons`."""
