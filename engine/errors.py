"""The two kinds of error: what the user or the disk caused, and what we got wrong.

A bad image is neither: it is a recorded reason (see `engine.images.decode.Undecodable`), and work goes on.
"""


class DualHashError(Exception):
    """Base of all errors that this program raises on purpose."""


class UserError(DualHashError):
    """The user or the disk caused it and the user can mend it. Its text is one plain sentence."""


class DamagedLibraryError(UserError):
    """The library's database cannot be used. It was left as it is; `restore_library` puts it aside."""


class OlderLibraryError(UserError):
    """An older program made it. Once it is opened for writing, it is as this one has it."""


class BugError(DualHashError):
    """We got it wrong. Logged with its traceback and offered as a report."""


class DamagedWordsError(UserError):
    """What the search field looks through is damaged; it is made again from the library."""
