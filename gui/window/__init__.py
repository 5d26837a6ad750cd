"""The window itself: places all panels and connects them.

main_window   connects its parts, and ends in good order
window_parts  makes and places them
actions       what a person does through the window's own entries
keys_dialog   all keys on one page
keys_return   the keys go back to the window when a dialog has gone
columns       the three columns, whose widths a person can change
side_column   panels one below the other, at the left and the right
preview_room  which pages have the preview beside them
choosing      the settings, kept and applied
as_left       the window opens as it was left
last_place    what that is, as text
window_state  sizes and choices that are remembered
"""
