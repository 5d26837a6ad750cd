"""Asking: the query bar with its chips and distance slider, what can be dropped or pasted, the history."""
