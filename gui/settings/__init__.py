"""What a person can choose once and for all, and what the program says of itself.

choices          the values: theme, keys, details, what computes; as text, and back from it
settings_dialog  one page for each, behind one button
folders_page     photo folders, and whether they are watched
details_page     which details of a picture are shown
keys_page        the keys of the menus, checked against each other
work_page        worker processes, the device, memory for thumbnails, where the library lies
place_field      where thumbnails and the cache lie, and another folder for them
shortcuts        the keys of the menus: their own, and those that were chosen
about_dialog     versions and licences
licences         of what the program is made of
"""
