"""The viewer: one picture, or two to four side by side, over the whole screen. It knows no library.

viewer_window   the window: keys, what it shows and what it asks for
panes           the pictures, side by side with the same zoom and place
pane            one of them, with its name
viewer_bar      the buttons below, and what is said there
dark_ground     its colours, whatever those of the window are
"""
