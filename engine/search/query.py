"""What a person asks for: example pictures, plus or minus, and the filters on the hits.

Values only: they are checked when made and know nothing of codes, faiss or the disk.
"""

import os
from dataclasses import dataclass, replace

from engine.errors import BugError, UserError
from engine.sentences import said
from engine.store.filters import EVERYTHING, Filter


@dataclass(frozen=True, slots=True)
class QueryPicture:
    """One example: an image of the library, a file, an encoded picture (pasted, say), or words in the place of one.

    `crop` is x, y, width, height in pixels of the upright original; `minus` asks for unlike ones.
    """

    image_id: int | None = None
    path: bytes | None = None
    data: bytes | None = None
    crop: tuple[int, int, int, int] | None = None
    minus: bool = False
    words: str | None = None

    def __post_init__(self) -> None:
        every = (self.image_id, self.path, self.data, self.words)
        sources = [source for source in every if source is not None]
        if len(sources) != 1 or sources[0] == b"":
            raise UserError(said("A query picture is either one of the library, a file or a pasted picture."))
        if self.words is not None and (not self.words.strip() or self.crop is not None):
            raise UserError(said("Say in a few words what the pictures show."))
        if self.crop is not None:
            x, y, width, height = self.crop
            if x < 0 or y < 0 or width < 1 or height < 1:
                raise UserError(said("The part of a picture to search for must lie inside it and not be empty."))

    def flipped(self) -> "QueryPicture":
        return replace(self, minus=not self.minus)


@dataclass(frozen=True, slots=True)
class Query:
    """The pictures to be like (or unlike), how many hits to show, and which hits to leave out."""

    pictures: tuple[QueryPicture, ...]
    k: int = 200
    min_distance: int = 0
    max_distance: int | None = None  # None: as far as it goes
    folder: bytes | None = None  # absolute path that the hits' paths start with
    label: str | None = None
    filter: Filter = EVERYTHING
    show_missing: bool = True
    show_rejected: bool = False  # also hits that were said to be "not the same" as the one image asked for

    def __post_init__(self) -> None:
        if all(picture.minus for picture in self.pictures):
            raise UserError(said("A query needs at least one picture to be similar to."))
        if self.k < 1:
            raise UserError(said("The number of pictures to show must be at least 1."))
        if self.min_distance < 0:
            raise UserError(said("The smallest distance must not be negative."))
        if self.max_distance is not None and self.max_distance < self.min_distance:
            raise UserError(said("The largest distance must not be smaller than the smallest one."))
        if self.folder is not None and not os.path.isabs(self.folder):
            raise UserError(said("The folder to search in must be given by its full path."))

    @property
    def has_words(self) -> bool:
        return any(picture.words is not None for picture in self.pictures)

    @property
    def only_image(self) -> int | None:
        """The image of the library that is asked for, whole and alone; decisions are about such an image."""
        only = self.pictures[0]
        return only.image_id if len(self.pictures) == 1 and only.crop is None else None

    def without_picture(self, index: int) -> "Query":
        self._check(index)
        return replace(self, pictures=self.pictures[:index] + self.pictures[index + 1 :])

    def toggled(self, index: int) -> "Query":
        """The same query with the picture at `index` turned from plus to minus or back."""
        self._check(index)
        flipped = self.pictures[index].flipped()
        return replace(self, pictures=(*self.pictures[:index], flipped, *self.pictures[index + 1 :]))

    def _check(self, index: int) -> None:
        if not 0 <= index < len(self.pictures):
            raise BugError(f"query picture {index} of {len(self.pictures)}")
