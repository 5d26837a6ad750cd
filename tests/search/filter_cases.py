"""Pictures of which much is known, and what each text of the search field finds among them, by name."""

from engine.library import Library
from engine.metadata import Metadata
from engine.store import files, folders, labels, metadata_rows
from tests.store.row_makers import add_image, file_of

PICTURES = {
    b"holiday/IMG_1.jpg": Metadata(
        "2024-07-03T10:00:00", None, 4_000_000, 180, 100, 50_000, rating=5, model="Pixel 8"
    ),
    b"holiday/IMG_2.jpg": Metadata("2024-07-31T23:59:59", aperture=280, iso=1600, rating=3, model="Pixel 9"),
    b"work/DSC10.jpg": Metadata("2019-12-31T12:00:00", aperture=400, iso=800, model="EOS R6", lens="50mm"),
    b"work/DSC11.jpg": Metadata("2020-01-01T00:00:00", latitude=5, longitude=6, description="Two Words"),
    b"cat.jpg": Metadata(),
}

FOUND = [
    ("", "cat DSC10 DSC11 IMG_1 IMG_2"),
    ("camera:pixel", "IMG_1 IMG_2"),
    ("camera:pixel -label:dog", "IMG_1"),
    ("label:cat", "IMG_1 IMG_2"),
    ("label:dog", "DSC10 IMG_2"),
    ("LABEL:CAT label:big", "IMG_2"),
    ("label:unknown", ""),
    ("-label:unknown", "cat DSC10 DSC11 IMG_1 IMG_2"),
    ("cat", "cat IMG_1 IMG_2"),  # a name, and a label
    ("-cat", "DSC10 DSC11"),
    ("cat -name:cat", "IMG_1 IMG_2"),
    ("folder:holiday name:img", "IMG_1 IMG_2"),
    ("lens:50mm", "DSC10"),
    ("oliday", "IMG_1 IMG_2"),  # inside of a name or a folder
    ("name:oliday", ""),
    ("-oliday", "cat DSC10 DSC11"),
    ("sc10", "DSC10"),
    ("sc", ""),  # fewer than three letters inside of a word stand in most of them
    ('"two words"', "DSC11"),
    ("iso:>800", "IMG_2"),
    ("iso:>=800", "DSC10 IMG_2"),
    ("-iso:>=800", "cat DSC11 IMG_1"),  # those that do not say it are among what is not
    ("f:<2.8", "IMG_1"),
    ("f:2.8..4", "DSC10 IMG_2"),
    ("focal:50", "IMG_1"),
    ("rating:>=3", "IMG_1 IMG_2"),
    ("rating:5 iso:100 f:1.8", "IMG_1"),
    ("2024-07", "IMG_1 IMG_2"),
    ("2024-07-31", "IMG_2"),
    ("before:2020", "cat DSC10"),  # one of them by its file, of 2001
    ("before:2020 has:date", "DSC10"),
    ("-has:date", "cat"),
    ("has:date", "DSC10 DSC11 IMG_1 IMG_2"),
    ("-has:date -has:gps 2001", "cat"),
    ("after:2020", "DSC11 IMG_1 IMG_2"),
    ("after:2019 before:2020", "DSC10"),
    ("-2024", "cat DSC10 DSC11"),
    ("has:gps", "DSC11"),
    ("-has:gps has:camera", "DSC10 IMG_1 IMG_2"),
    ("is:missing", "cat"),
    ("-is:missing is:unlabelled", "DSC11"),
    ("has:label 2024", "IMG_1 IMG_2"),
    ("name:dsc camera:pixel", ""),
    ("sc1", "DSC10 DSC11"),  # in the middle of names
    ("sc1 -c11", "DSC10"),
    ("name:mg_2", "IMG_2"),
    ("mg", ""),  # too little of it
    ("jpg sc1 work", "DSC10 DSC11"),
    ("-sc1 -mg_1", "cat IMG_2"),
]


def add_pictures(library: Library) -> dict[int, bytes]:
    """Their paths by id; the last picture is missing, the first two are cats, the third is a dog."""
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        ids = {add_image(db, folder, path, mtime_ns=10**18): path for path in PICTURES}
        metadata_rows.put_with_dates(db, {i: PICTURES[path] for i, path in ids.items()})
        of = list(ids)
        labels.assign(db, "cat", of[:2])
        labels.assign(db, "Big dog", of[1:3])
        files.set_missing(db, [file_of(db, of[4])], True)
    return ids
