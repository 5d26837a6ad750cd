"""Teaching: labels of images, and what a person says of the hits of a query.

part              all of it that is about labels, put together for the window
label_changes     label edits as steps of that, and what is said about them
labelling         giving and taking labels, showing it at once
hotkeys           the same by a label's key: in the grid, the viewer and the list of labels
entering          typing labels: label_entry over the grid
label_filter      which label's images the grid shows, in panel and bars
managing          renaming, merging, colours, hotkeys, deleting; merge_dialog, hotkey_dialog
preview_labels    the labels of the current image
transfer          from folder names, from and to tables
keyword_taking    keywords of other programs as labels: asked once a folder (keyword_bar), all in keywords_dialog
keyword_step      an answer about them, with its labels, as a step that can be undone
keyword_exchange  labels in sidecars for other programs (sidecars_dialog)
actions           the menu
labels_panel      the list at the left: label_view shows label_rows by label_delegate
decisions         a hit is the same as the query, or not: by key, menu and button
decision_buttons  the two buttons in the preview
walk              "Label the doubtful": questions read by walk_reading, asked in walk_dialog, with walk_neighbours
"""
