"""The hits of two model versions for the same image, side by side. The index that serves queries is left alone."""

from collections import OrderedDict
from dataclasses import dataclass

from engine.errors import UserError
from engine.library import Library
from engine.search.hits import Hit
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.sentences import said
from engine.store import codes, features, images, labels, versions
from engine.store.versions import Version

SEARCHERS_KEPT = 3  # each holds all codes of a version in memory


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """The hits of one version, without the image that is asked for; `problem` says why there are none."""

    version: Version
    hits: list[Hit]
    codes: int  # among so many images it looked
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """`hit_labels` has the labels of each hit that has any; of the others nobody said whether they are right."""

    image_id: int
    labels: list[str]
    sides: tuple[ComparedSide, ComparedSide]
    hit_labels: dict[int, list[str]]
    images: int  # in the library

    @property
    def right(self) -> frozenset[int]:
        """The hits that share a label with the image that is asked for."""
        wanted = set(self.labels)
        return frozenset(i for i, names in self.hit_labels.items() if wanted.intersection(names))

    def right_hits(self, side: ComparedSide) -> int:
        right = self.right
        return sum(hit.image_id in right for hit in side.hits)

    def unlabelled_hits(self, side: ComparedSide) -> int:
        return sum(hit.image_id not in self.hit_labels for hit in side.hits)

    @property
    def shared(self) -> frozenset[int]:
        """The images that both versions found."""
        first, second = (frozenset(hit.image_id for hit in side.hits) for side in self.sides)
        return first & second


class Comparer:
    """Keeps the codes of the versions that were compared last, so that the next image is quick. One at a time."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._searchers: OrderedDict[int, Searcher] = OrderedDict()

    def compare(self, image_id: int, version_ids: tuple[int, int], k: int) -> Compared:
        first, second = (self._side(image_id, version_id, k) for version_id in version_ids)
        wanted = labels.of_images(self._library.db, [image_id]).get(image_id, [])
        found = sorted({hit.image_id for side in (first, second) for hit in side.hits})
        having = labels.of_images(self._library.db, found)
        return Compared(image_id, wanted, (first, second), having, images.count(self._library.db))

    def _side(self, image_id: int, version_id: int, k: int) -> ComparedSide:
        db = self._library.db
        version, coded = versions.get(db, version_id), codes.count(db, version_id)
        if not features.get(db, version.backbone, [image_id]):
            if images.one(db, image_id) is None:
                raise UserError(said("This picture is not in the library any more."))
            return ComparedSide(
                version, [], coded, said("The network of this version has not seen this picture yet.")
            )
        if coded == 0:
            return ComparedSide(version, [], 0, said("This version has no codes yet."))
        query = Query((QueryPicture(image_id=image_id),), k=k + 1)
        hits = self._searcher(version_id).search(query).hits
        return ComparedSide(version, [hit for hit in hits if hit.image_id != image_id][:k], coded)

    def _searcher(self, version_id: int) -> Searcher:
        if version_id not in self._searchers:
            self._searchers[version_id] = Searcher(self._library, version_id=version_id)
        self._searchers.move_to_end(version_id)
        while len(self._searchers) > SEARCHERS_KEPT:
            self._searchers.popitem(last=False)
        return self._searchers[version_id]
