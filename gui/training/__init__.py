"""The training window: a person begins the job of engine.learning, sees how it goes, and accepts what came of it.

opening          the menu's entry; makes the window when it is first wanted
training_dialog  the window with its three pages
teaching         the run itself: start, pause, cancel, accept, discard; no widget
material         what the library has to learn from, and a training that was interrupted: read in the background
setup_page       what it will train on, the few choices, Start
resume_offer     a training was interrupted: go on with it, or forget it
replacing        asked before another one takes its place
naming           what a version is called when nobody has named it
material_view    the labels with their pictures, and what is missing
material_text    the same in sentences, and what can be expected
code_length      how long codes shall be, and what each length is good for
advanced_form    every setting of the engine, one control each
setting_names    what each is called
setting_field    one such control with its meaning, its range and what is wrong with it
running_page     live plots, epoch, rate, time left
result_page      before and after, Accept or Discard
result_text      how it was trained, and what the figures were taken on
figures_table    the figures before and after, side by side
labels_table     the same for each label, one row each
query_row        one query with its hits before and after
pictures         small square pictures of images, for these rows
texts            labels and sentences, all plain text
"""
