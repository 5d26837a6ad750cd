"""A library on a server, shared by a team, in the window.

open_dialog     asks for its address, and connects
connecting      the server is reached on a thread of its own
remembered      addresses that were opened before, without passwords
another_window  the window on it, in a process of its own
limits          what is not done from here, with the reason
following       others change something, the server goes and comes back
part            the menu entry, for every window; and what is other in the window on such a library
"""
