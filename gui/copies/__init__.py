"""Reviewing copies, near-copies and bursts: which are there, which is kept, and the others to the trash.

reviewing       what a person does: looks, marks, says “not a pair”, carries it out; the menu's entry
review_page     the page: what is looked for, the groups or why there are none, what can be done
review_bar      kind, strictness, folder and dates
date_choice     a year, or from one day to another
admitted_pair   the two pictures that are least alike of what is admitted
review_reading  the groups, read in the background
review_words    groups and pictures in words
marks           what is to be kept and dropped of each group
group_rows      the groups as rows of a list, with the pictures of those on screen
group_view      that list: keys and mouse
group_delegate  how one row looks; member_card, one picture of it with its facts
compare_view    two pictures: side by side, flickering, their difference
pair_reading    these pictures, read in the background
rules_dialog    the order of the rules, and the folders that are preferred
kept_changes    all of a group kept for good, as steps that can be undone
drop_question   asks before files go to the trash
dropping        carries out what was chosen, as a job that can be undone
"""
