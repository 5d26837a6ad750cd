"""What runs beside the GUI thread, and the bar that shows it.

job         long work: drives an engine generator on a thread
job_queue   one job at a time, in the order asked for
job_bar     the running job, at the bottom of the window
folder_jobs photo folders: added, removed, indexed
watching    photo folders are watched; what is noticed becomes a quiet job
background  short work off the GUI thread, the latest wish only
storing     short writes off the GUI thread, all of them, in order
garbage     Python's garbage collector, on the GUI thread alone
memory      freed memory goes back to the system
courtesy    other threads pause while the GUI thread is busy
interpreter_lock  Python's lock is given away soon, so that the GUI thread is not kept waiting
"""
