"""What panels are made of; knows no library.

theme         light and dark: colours, sizes, fonts
contrast      how well one colour stands apart from another
icons         symbols tinted to fit
decoding      small pictures from bytes, on a background thread
plain_text    names and metadata, shown literally
amounts       how much room something takes, in words
plain_label   text as it is
elided_label  one line that gives way when there is little room
fading_label  one that fades when it has been read
elided_combo  the same for a choice
word_button   buttons with a word
panel_head    the line above a panel of the left column
label_colours the colours of labels, and the discs that show them
label_chip    one label as a chip; label_chips, several in lines
on_screen     windows that are no larger than the screen
later         something done a moment later, once
question_dialog asks before something is done, and says what would come of it
menus         the menu bar and the context menu, made of sections
menu_keys     the keys that entries have now, for sentences
file_manager  files as other programs know them
roomy_rows    rows of a list with some air around them
warning_sign  the sign before a sentence that warns
thin_line     between what lies above and below
pinching      two fingers that zoom
focus_ring    around a painted widget that has the keys
model_index   a place in an item model, as Qt hands it over
"""
