"""A place in an item model: the index that Qt hands to models and delegates."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

ModelIndex = QModelIndex | QPersistentModelIndex
