"""Pictures that are there more than once: exact copies, near-copies, bursts.

groups   what belongs together, as a person reviews it
facts    what is known of each member
keeping  which one is proposed to be kept, and why
reviewing    groups with their facts and proposals, largest saving first
difference   what differs between two pictures, as a picture
dropping  the others: what was said of them goes to the kept one, their files to the trash
"""
