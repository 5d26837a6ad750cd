"""What worker processes do for labels of other programs. They take and give plain values alone: see
`engine.images.answers`."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.content import hash_of
from engine.file_reasons import reason_again
from engine.images.containers import Embedded, embedded
from engine.images.opening import open_file
from engine.packets import iptc
from engine.packets.safe_xml import NotXmpError
from engine.xmp import keywords, picture_labels, splices, taking_back
from engine.xmp.keywords import Keywords
from engine.xmp.merging import Merged, merge, new_packet
from engine.xmp.picture_labels import PictureLabels, sidecar_bytes
from engine.xmp.splices import Splice

LABELS, PLAN, TROUBLE = "labels", "plan", "trouble"


@dataclass(frozen=True, slots=True)
class SidecarPlan:
    """What is to be changed in a sidecar. Empty splices: all is there already."""

    before: bytes  # the hash of what lies there now; empty: nothing does
    splices: tuple[Splice, ...]
    added: taking_back.Additions


def read_labels(path: bytes) -> tuple[object, ...]:
    found = picture_labels.read(path)
    said = found.keywords
    sources = (found.has_sidecar, found.has_packet, found.from_sidecar)
    return LABELS, said.flat, said.paths, said.rating, said.unusable, tuple(found.troubles), sources


def labels_from(answer: tuple[object, ...]) -> PictureLabels:
    """What `read_labels` gave. ValueError if it is something else: a worker may have been taken over."""
    match answer:
        case (
            "labels",
            tuple(flat),
            tuple(paths),
            int() | None as rating,
            int(unusable),
            tuple(troubles),
            (bool(beside), bool(inside), bool(counts)),
        ):
            texts = [*flat, *(level for path in paths if isinstance(path, tuple) for level in path), *troubles]
            is_rating = rating is None or rating in range(-1, 6)
            if is_rating and all(isinstance(text, str) for text in texts):
                said = Keywords(flat, paths, rating, unusable)
                return PictureLabels(said, list(map(reason_again, troubles)), beside, inside, counts)
    raise ValueError(answer)


def plan_sidecar(picture: bytes, sidecar: bytes, labels: tuple[str, ...]) -> tuple[object, ...]:
    """How a sidecar gets these labels; one that is not there begins with what the picture says itself."""
    try:
        found = PictureLabels()
        there = sidecar_bytes(sidecar, found)
        if found.troubles:
            return TROUBLE, found.troubles[0].partition(": ")[2]
        if there is None:
            return _packed(b"", *_new_sidecar(picture, labels))
        merged = merge(there, labels)
        return _packed(hash_of(there), merged.splices, merged)
    except NotXmpError as error:
        return TROUBLE, str(error)


def plan_taking_back(sidecar: bytes, added: str) -> tuple[object, ...]:
    """How what was added is taken out of a sidecar that has changed since."""
    try:
        with open_file(sidecar) as file:
            data = file.read()
        found = taking_back.carefully(data, taking_back.unpacked(added))
        return PLAN, hash_of(data), splices.packed(found), added
    except NotXmpError as error:
        return TROUBLE, str(error)


def plan_from(answer: tuple[object, ...]) -> SidecarPlan | str:
    """What the two above gave: a plan, or why there is none. ValueError if it is something else."""
    match answer:
        case ("plan", bytes(before), str(changes), str(added)):
            return SidecarPlan(before, tuple(splices.unpacked(changes)), taking_back.unpacked(added))
        case ("trouble", str(reason)):
            return reason_again(reason)
    raise ValueError(answer)


def _new_sidecar(picture: bytes, labels: Sequence[str]) -> tuple[list[Splice], Merged]:
    with open_file(picture) as file:
        inside = embedded(file)
    base = new_packet(inside.packets)
    try:
        own = merge(base, _words_of_iptc(inside))
        start = splices.applied(base, own.splices)
        merged = merge(start, labels)
    except NotXmpError:  # what the picture says itself is put together in a way that cannot be added to
        start = new_packet(())
        merged = merge(start, [*picture_labels.of_embedded(inside, PictureLabels()).labels(), *labels])
    if not merged.added:
        return [], merged  # the picture itself says all of it
    return [Splice(0, b"", splices.applied(start, merged.splices))], merged


def _words_of_iptc(inside: Embedded) -> Sequence[str]:
    """They count where the picture's XMP has no keywords."""
    if picture_labels.of_embedded(Embedded(inside.packets), PictureLabels()).has_words():
        return ()
    return keywords.of_words(iptc.keywords(inside.iptc)).flat


def _packed(before: bytes, changes: Sequence[Splice], merged: Merged) -> tuple[object, ...]:
    return PLAN, before, splices.packed(changes), taking_back.additions(merged).packed()
