"""One self-contained page with everything that an experiment and its studies found.

report        what is in it, from the runs that are there; written beside table and figures
report_page   its text; report_style, its looks
"""
