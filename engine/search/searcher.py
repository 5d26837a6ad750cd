"""Query -> code -> index -> filters -> candidates by distance -> order by nearness -> hits.

`engine.search.order` says in which order hits come; it is total. The query's own image is a hit like any other (at
distance 0); minus pictures are left out, and so is what was said to be "not the same" as the one image asked for
(unless the query wants it shown).
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.arrays import Codes, Distances, Ids, Reals, Rows, Vectors
from engine.content import ContentKind, content_in, kinds_of
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.images.opening import open_file
from engine.library import Library
from engine.model import model_files
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import centred
from engine.search import by_words, filtering, indexes, likeness, order, query_vector, saved_index
from engine.search.by_words import StoredFeatures
from engine.search.code_index import CodeIndex
from engine.search.hits import Counted, Found, Hit
from engine.search.index import NO_CODE, Index
from engine.search.nearness import SAMPLE, NearnessScale, scale_of
from engine.search.picture_reader import PictureReader
from engine.search.query import Query, QueryPicture
from engine.sentences import said
from engine.store import decisions, features, files, images, labels, training_images, versions
from engine.store.allowed import Allowed
from engine.store.versions import Version

if TYPE_CHECKING:
    from engine.images.reading import Crop
    from engine.model.words import WordEncoder

PICTURES_KEPT = 32  # features of pictures from outside, and of crops


class Searcher:
    """Searches the active version of a library, or the one that it is made for; one query at a time."""

    def __init__(
        self, library: Library, reader: PictureReader | None = None, version_id: int | None = None
    ) -> None:
        self._library = library
        self._version_id = version_id
        self._reader = reader or PictureReader(library.models_folder)
        self._words: WordEncoder | None = None  # most searches are not by words
        self._stored = StoredFeatures()
        self._guard = threading.Lock()
        self._index: Index | None = None
        self._function: tuple[int, HashFunction] | None = None
        self._known_scale: tuple[tuple[int, int], NearnessScale] | None = None
        self._read: OrderedDict[tuple[object, ...], Vectors] = OrderedDict()
        self._unread: dict[int, bytes] = {}  # images that were asked for before they were indexed, by their files

    @property
    def stage(self) -> str:
        """What a search waits for at the moment, if that takes longer than searching. Any thread may ask."""
        return self._reader.stage

    def search(self, query: Query) -> Found:
        with self._guard:
            version = self._active_version()
            try:
                return self._search(query)
            except UserError:
                if self._active_version().id == version.id:
                    raise
                return self._search(query)  # another version became active and took the old one's files along

    def counts(self, query: Query) -> Counted:
        """How many images lie at each distance, all that the filters let through: the query's range and its number
        of hits do not matter."""
        allowed = filtering.allowed(self._library, query.filter)
        with self._guard, self._library.db.atomic():
            version = self._active_version()
            query, index, _, packed_B = self._prepared(query, version)
            wanted = self._allowed(query, self._decided(query), allowed)
            return Counted(version, index.counts(packed_B, wanted), self._scale(index))

    def by_likeness(self, image_id: int, image_ids: Ids, farthest_first: bool = False) -> Ids:
        """All of these images, those first that are most like the one; those without a code last, as they come."""
        with self._guard, self._library.db.atomic():
            version = self._active_version()
            query = Query((QueryPicture(image_id=image_id),))
            _, index, vector_D, packed_B = self._prepared(query, version)
            all_distances = index.distances(packed_B, image_ids)
            has_code = all_distances != NO_CODE
            coded, others, distances = image_ids[has_code], image_ids[~has_code], all_distances[has_code]

            def as_hits(near: Rows) -> Rows:
                hits = self._in_order(version, index, vector_D, coded[near], distances[near])
                at = {number: row for row, number in zip(near.tolist(), coded[near].tolist(), strict=True)}
                return np.array([at[hit.image_id] for hit in hits], np.int64)

            in_order = coded[likeness.nearest_first(distances, as_hits)]
        return np.concatenate([in_order[::-1] if farthest_first else in_order, others])

    def _search(self, query: Query) -> Found:
        started = time.monotonic()
        allowed = filtering.allowed(self._library, query.filter)  # it may write what it lacks, so before the others
        with self._library.db.atomic():  # one view of the library, whatever a job stores meanwhile
            version = self._active_version()
            query, index, vector_D, packed_B = self._prepared(query, version)
            decided = self._decided(query)
            wanted = self._allowed(query, decided, allowed)
            if query.has_words:
                hits = self._by_words(query, version, index, packed_B, wanted)
            else:
                image_ids, distances = index.nearest(
                    packed_B, max(query.k, order.POOL), query.min_distance, query.max_distance, wanted
                )
                hits = self._in_order(version, index, vector_D, image_ids, distances)[: query.k]
            scale = self._scale(index)
        return Found(version, hits, time.monotonic() - started, query.only_image, decided, scale, index.recall)

    def warm_up(self) -> int:
        """Load the index now; returns the number of codes."""
        with self._guard:
            return len(self._up_to_date_index(self._active_version()))

    def save(self) -> None:
        """Save the index if the database has moved on since it was last saved."""
        with self._guard:
            index = self._index
            if not isinstance(index, CodeIndex) or self._version_id is not None:
                return  # only the active version's is kept on disk
            if index.saved_stamp != index.stamp and not self._library.read_only:
                saved_index.save(self._library.index_folder, index)

    def stop(self) -> None:
        self._reader.stop()

    def _prepared(self, query: Query, version: Version) -> tuple[Query, Index, Vectors, Codes]:
        """The query with its files resolved, the index to ask, and the query's vector and code."""
        index = self._up_to_date_index(version)
        query = replace(query, pictures=tuple(self._resolved(each, version) for each in query.pictures))
        return query, index, *self._query_code(query, version, index)

    def _decided(self, query: Query) -> dict[int, bool]:
        return {} if query.only_image is None else decisions.of_query(self._library.db, query.only_image)

    def _active_version(self) -> Version:
        if self._version_id is not None:
            return versions.get(self._library.db, self._version_id)
        version = versions.active(self._library.db)
        if version is None:
            raise UserError(said("Nothing is indexed yet, so there is nothing to search."))
        return version

    def _up_to_date_index(self, version: Version) -> Index:
        self._index = indexes.up_to_date(self._library, version, self._index)
        return self._index

    def _scale(self, index: Index) -> NearnessScale:
        """Taken again when there are twice as many codes; till then it would hardly change."""
        key = index.version_id, len(index).bit_length()
        if self._known_scale is None or self._known_scale[0] != key:
            self._known_scale = key, scale_of(index.sample(SAMPLE), index.bits)
        return self._known_scale[1]

    def _hash_function(self, version: Version) -> HashFunction:
        if self._function is None or self._function[0] != version.id:
            self._function = (version.id, model_files.of_version(self._library.models_folder, version))
        return self._function[1]

    def _query_code(self, query: Query, version: Version, index: Index) -> tuple[Vectors, Codes]:
        """The query's vector and code. For one image of the library both are stored: no model is needed."""
        function = self._hash_function(version)
        vectors = [self._features(picture, version) for picture in query.pictures]
        plus_ND, minus_ND = query_vector.split(vectors, [picture.minus for picture in query.pictures])
        vector_D = query_vector.combine(plus_ND, minus_ND, function.mean_D)
        if query.only_image is not None:
            stored = index.code_of(query.only_image)
            if stored is not None:
                return vector_D, stored
        return vector_D, function.codes(vector_D[None])[0]

    def _by_words(
        self, query: Query, version: Version, index: Index, packed_B: Codes, allowed: Allowed | None
    ) -> list[Hit]:
        """All that the filters let through, by how well it fits words and pictures and, of a version that was
        trained on labels, by what it has learned of the pictures that stand in for the words."""
        ids, _ = self._stored.read(self._library.db, version.backbone)
        distances = index.distances(packed_B, ids)
        parts = [-self._fit(each, version) if each.minus else self._fit(each, version) for each in query.pictures]
        similarity_N = np.round(parts[0], order.DECIMALS)
        if training_images.of_version(self._library.db, version.id):
            parts.append(-distances.astype(np.float64))
        through_N = by_words.admitted(ids, distances, query.min_distance, query.max_distance, allowed)
        ranked = np.argsort(-by_words.together(parts), kind="stable")
        return [
            Hit(int(ids[row]), int(distances[row]), float(similarity_N[row]))
            for row in ranked[through_N[ranked]][: query.k]
        ]

    def _fit(self, picture: QueryPicture, version: Version) -> Reals:
        """How well all stored features fit it, words or a picture."""
        ids, features_ND = self._stored.read(self._library.db, version.backbone)
        if picture.words is None:
            return np.nan_to_num(self._similarities(version, self._features(picture, version), ids))
        from engine.model.words import WordEncoder

        self._words = self._words or WordEncoder(self._library.models_folder)
        return by_words.fits(self._words.features(version.backbone, picture.words), features_ND)

    def _resolved(self, picture: QueryPicture, version: Version) -> QueryPicture:
        """A file whose content the library knows is that image, wherever it lies. So is an image that turned out to
        be a copy of another when it was indexed."""
        unread = self._unread.get(picture.image_id or 0)
        if unread is not None and images.one(self._library.db, picture.image_id or 0) is None:
            picture = replace(picture, path=unread, image_id=None)
        if picture.path is None or picture.crop is not None:
            return picture
        image_id = self._known_image(picture.path)
        if image_id is None or not features.get(self._library.db, version.backbone, [image_id]):
            return picture
        return replace(picture, path=None, image_id=image_id)

    def _features(self, picture: QueryPicture, version: Version) -> Vectors:
        """Of an image as they are stored. One that was not indexed yet, or not by this network, is read now, like
        files from outside and parts of pictures; what comes of it is stored by nobody but the indexing."""
        if picture.words is not None:
            fit_N = self._fit(picture, version)
            _, features_ND = self._stored.read(self._library.db, version.backbone)
            if not len(features_ND):
                raise UserError(said("Nothing is indexed yet, so there is nothing to search."))
            return by_words.stand_in(fit_N, features_ND)
        if picture.image_id is not None and picture.crop is None:
            stored = features.get(self._library.db, version.backbone, [picture.image_id])
            if picture.image_id in stored:
                return stored[picture.image_id]
        source = picture.data if picture.data is not None else self._path(picture)
        return self._features_read(version.backbone, source, picture.data is None, picture.crop)

    def _features_read(self, space: FeatureSpace, source: bytes, is_path: bool, crop: Crop | None) -> Vectors:
        """From the worker; the last few are kept, since a query is asked again with each move of a slider."""
        try:
            key = (space, source, crop, os.stat(source).st_mtime_ns if is_path else None)
        except OSError as error:
            raise UserError(
                said("{path!r} cannot be opened ({why}).", path=os.fsdecode(source), why=error.strerror)
            ) from error
        if key not in self._read:
            self._read[key] = self._reader.features(space, source, is_path, crop)
            while len(self._read) > PICTURES_KEPT:
                self._read.popitem(last=False)
        return self._read[key]

    def _known_image(self, path: bytes) -> int | None:
        """A file of a size that no picture of the library has is not hashed: it may be without an end."""
        try:
            contents = files.contents_of_size(self._library.db, os.stat(path).st_size)
            return self._image_in(path, kinds_of(contents)) if contents else None
        except OSError as error:
            raise UserError(
                said("{path!r} cannot be opened ({why}).", path=os.fsdecode(path), why=error.strerror)
            ) from error

    def _image_in(self, path: bytes, kinds: Collection[ContentKind]) -> int | None:
        with open_file(path) as file:
            for kind in kinds:
                file.seek(0)
                image_id = images.with_content(self._library.db, content_in(file, kind))
                if image_id is not None:
                    return image_id
        return None

    def _path(self, picture: QueryPicture) -> bytes:
        if picture.path is not None:
            return picture.path
        db, image_id = self._library.db, picture.image_id or 0
        at_hand = files.path_at_hand(db, image_id)
        if at_hand is None and images.one(db, image_id) is None:
            raise UserError(said("This picture is not in the library any more."))
        if at_hand is None:
            raise UserError(
                said("This picture is not available: its file is missing or its drive is not connected.")
            )
        if images.is_pending(db, image_id):
            self._unread[image_id] = at_hand
        return at_hand

    def _allowed(self, query: Query, decided: Mapping[int, bool], allowed: Ids | None) -> Allowed | None:
        """The images that the filters let through; None for all."""
        among = [*([] if allowed is None else [allowed]), *self._filtered(query)]
        dropped = [p.image_id for p in query.pictures if p.minus and p.image_id is not None]
        if not query.show_rejected:
            dropped += [image_id for image_id, same in decided.items() if not same]
        if not query.show_missing:
            dropped += images.missing(self._library.db)
        return Allowed.of(among, dropped)

    def _filtered(self, query: Query) -> Iterator[Ids]:
        """The images that each filter lets through."""
        db = self._library.db
        if query.folder is not None:
            files.must_be_known(db, query.folder)
            yield files.image_ids_in(db, query.folder)
        if query.label is not None:
            if query.label not in labels.all_labels(db):
                raise UserError(said("There is no label “{label}”.", label=query.label))
            yield np.fromiter(labels.images_with(db, [query.label]), np.int64)

    def _in_order(
        self,
        version: Version,
        index: Index,
        vector_D: Vectors,
        image_ids: Ids,
        distances: Distances,
    ) -> list[Hit]:
        cosine_N = self._similarities(version, vector_D, image_ids)
        function = self._hash_function(version)
        u_1K = function.bounded(function.outputs(vector_D[None]))
        agreement_N = None
        if u_1K is not None:
            agreement_N = order.agreement(u_1K[0], index.codes_of(image_ids))
        return [
            Hit(int(image_ids[i]), int(distances[i]), None if np.isnan(cosine_N[i]) else float(cosine_N[i]))
            for i in order.in_order(image_ids, distances, cosine_N, agreement_N)
        ]

    def _similarities(self, version: Version, vector_D: Vectors, image_ids: Sequence[int] | Ids) -> Reals:
        """Cosine of the mean-centred features, rounded so that the order never hangs on the last bit."""
        mean_D = self._hash_function(version).mean_D
        query_D = centred(vector_D[None], mean_D)[0]
        similarity_N = np.full(len(image_ids), np.nan)
        row_of = {int(image_id): row for row, image_id in enumerate(image_ids)}
        for ids, vectors_ND in features.chunks(self._library.db, version.backbone, list(row_of)):
            cosine_N = centred(vectors_ND, mean_D) @ query_D
            similarity_N[[row_of[i] for i in ids]] = np.round(cosine_N.astype(np.float64), order.DECIMALS)
        return similarity_N


def save_index(library: Library) -> None:
    """Bring the index of the active version up to date and save it, so that the next start finds it ready."""
    searcher = Searcher(library)
    searcher.warm_up()
    searcher.save()
