"""Members of groups, made up for the tests."""

from engine.copies.facts import MemberFacts
from engine.copies.groups import Member
from engine.store.faces import Face
from engine.store.file_facts import FileFacts

YEAR_2024 = 1_704_067_200 * 10**9  # its first second, in nanoseconds


def member(
    number: int,
    *paths: str,
    image_id: int | None = None,
    size: int = 3_000_000,
    mtime_ns: int = YEAR_2024,
    format: str | None = "JPEG",
    pixels: tuple[int | None, int | None] = (4000, 3000),
    taken_at: str | None = None,
    camera: str | None = None,
    sharpness: float | None = None,
    labels: tuple[str, ...] = (),
    faces: tuple[Face, ...] = (),
) -> MemberFacts:
    """The member `number`: the image of that number, its files numbered from ten times that."""
    image = number if image_id is None else image_id
    files = tuple(
        FileFacts(10 * number + at, image, path.encode(), size, mtime_ns, format, *pixels, taken_at, camera)
        for at, path in enumerate(paths or (f"/photos/{number}.jpg",))
    )
    return MemberFacts(Member(image, tuple(file.id for file in files)), files, sharpness, labels, faces)
