"""A place in an item model, as Qt hands it to models and delegates: for the moment, or one that moves along."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

ModelIndex = QModelIndex | QPersistentModelIndex
