"""Pictures that are there more than once: exact copies, near-copies, bursts.

groups     what belongs together, as a person reviews it
found      the groups of what was found
finding    finds: new images are compared with all others, once
code_making    codes for images from before there were any
saved_codes    all codes as a file, of which only what changed is read anew
looks      what images look like to the network: cosines, and codes of 256 bits
turns      the eight ways in which a picture can lie
near_codes     which of many codes lie near each other
bursts     which images were taken within seconds
from_thumbnails    what is made of thumbnails, and kept for a while
small_pictures thumbnails in grey, for a closer look at pairs
colours    whether two pictures contradict each other in colour
alignment  the correlation of two pictures where they show the same
likeness   how alike two pictures are, from all that is known of them
face_finding   faces in a small picture, and how far their eyes are open
eyes       whose eyes are open in which picture of a burst
facts      what is known of each member of a group
keeping    which one is proposed to be kept, and why
frames     borders and bars around a picture, which are no pixels of it
reasons    what is said of a member, in a few words
naming     what names say: that it is a copy, that copies are put away there
kept       groups of which a person keeps all, until another picture joins them
reviewing  groups with their facts and proposals, largest saving first
difference what differs between two pictures, as a picture
dropping   what keeping some of each group and dropping others means; engine.file_actions does it
"""
