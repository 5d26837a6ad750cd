"""Pictures that are there more than once: exact copies, near-copies, bursts.

groups   what belongs together, as a person reviews it
"""
