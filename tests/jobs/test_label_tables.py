"""The CSV format of labels: what is read, what is refused in a sentence, and that all names round-trip."""

import csv
import os
from itertools import product
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs import label_tables
from engine.jobs.label_tables import LabelTableRow

NAMES = [
    b"/plain.jpg",
    b"/with space /a, b.jpg",
    b'/quote"d".jpg',
    b"/new\nline.jpg",
    b"/return\r.jpg",
    b"/both\r\n.jpg",
    b"/semi;colon.jpg",
    b"/caf\xe9.jpg",
    b"/\xff\xfe\xed\xa0\x80.jpg",
    "/Ärger 日本 🐈.jpg".encode(),
    b"/\xef\xbb\xbfbom.jpg",
    b"/ends with space ",
    b"/tab\t\x1b.jpg",
]


def rows(path: Path, content: bytes) -> list[tuple[bytes, tuple[str, ...]]]:
    path.write_bytes(content)
    return [(row.path, row.labels) for row in label_tables.read(str(path))]


def refusal(path: Path, content: bytes) -> str:
    with pytest.raises(UserError) as caught:
        rows(path, content)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 400
    return sentence


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "labels.csv"


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_tables_are_read_however_lines_end_and_with_or_without_a_bom(table: Path, start: bytes, end: bytes):
    lines = [start + b"path,labels", "a.jpg,cat; dog ;Ärger".encode(), b"", b'"b, c.jpg","x ""y"""', b"d.jpg,"]
    expected = [(b"a.jpg", ("cat", "dog", "Ärger")), (b"b, c.jpg", ('x "y"',)), (b"d.jpg", ())]
    assert rows(table, end.join(lines)) == expected
    assert rows(table, end.join(lines) + end) == expected


def test_columns_are_found_by_name_and_others_left_alone(table: Path):
    assert rows(table, b"id, Labels ,FILE,note\n1,cat,a.jpg,\n2,dog;dog,b.jpg,x\n,,,\n") == [
        (b"a.jpg", ("cat",)),
        (b"b.jpg", ("dog",)),
    ]
    assert rows(table, b"file,path,labels\nx,a.jpg,cat\n") == [(b"a.jpg", ("cat",))]
    assert rows(table, b"path,labels,,\na.jpg,cat,,\n") == [(b"a.jpg", ("cat",))]
    assert rows(table, b"path,labels\na.jpg,cat,,\n") == [(b"a.jpg", ("cat",))]


def test_a_field_of_a_megabyte_is_read(table: Path):
    many = ";".join(f"label {n}" for n in range(100_000)).encode()
    ((path, names),) = rows(table, b"path,note,labels\na.jpg," + b"x" * (1 << 20) + b"," + many + b"\n")
    assert (path, len(names)) == (b"a.jpg", 100_000)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "names the columns path and labels"),
        (b"\n\n", "names the columns path and labels"),
        (b"path;labels\na.jpg;cat\n", "names the columns path and labels"),
        (b"a.jpg,cat\n", "names the columns path and labels"),
        (b"path,tags\na.jpg,cat\n", "names the columns path and labels"),
        (b"\xff\xd8\xff\xe0 no table", "names the columns path and labels"),
        ("path,labels\n".encode("utf-16"), "is not UTF-8 text"),
        (b"path,labels\na.jpg,cat\0\n", "is not UTF-8 text"),
        (b"path,labels\na.jpg\n", "Line 2 of .* has fewer columns"),
        (b"path,labels\na, b.jpg,cat\n", "Line 2 of .* has more columns"),
        (b"path,labels\na.jpg,cat\n,dog\n", "Line 3 of .* no path"),
        (b"path,labels\na.jpg,caf\xe9\n", "Line 2 of .* not UTF-8 text"),
        (b'path,labels\na.jpg,"cat\x01dog"\n', "Line 2 of .* control character"),
        (b"path,labels\na.jpg," + b"x" * 201 + b"\n", "Line 2 of .* too long"),
        (b"path,labels\na.jpg," + b"x" * (1 << 20) + b"\n", "Line 2 of .* too long"),
        (b'path,labels\na.jpg,"cat\nb.jpg,dog\n', "is not CSV"),
        (b'path,labels\n"a"b.jpg,dog\n', "Line 2 of .* is not CSV"),
        (b"path,labels\n" + b"x" * (1 << 24), "has a line that is too long"),
    ],
)
def test_what_is_no_table_of_labels_is_refused_in_one_sentence(table: Path, content: bytes, why: str):
    with pytest.raises(UserError, match=why):
        rows(table, content)
    refusal(table, content)


def test_a_table_that_cannot_be_opened_is_one_sentence(tmp_path: Path):
    for name in (tmp_path, tmp_path / "none.csv", tmp_path / "caf\udce9\n.csv"):
        with pytest.raises(UserError, match="cannot be read") as caught:
            list(label_tables.read(str(name)))
        assert str(caught.value).isprintable()


def test_names_of_any_bytes_are_written_and_read_exactly(table: Path):
    written = [LabelTableRow(name, ("cat", 'say "x", y')) for name in NAMES]
    with label_tables.written(str(table)) as put:
        for row in written:
            put(row.path, row.labels)
    assert list(label_tables.read(str(table))) == written
    content = table.read_bytes()
    assert content.startswith(b"path,labels\r\n/plain.jpg,")
    assert b"/caf\xe9.jpg" in content


def texts(alphabet: str, most: int) -> list[str]:
    return ["".join(letters) for length in range(1, most + 1) for letters in product(alphabet, repeat=length)]


def test_paths_and_labels_that_a_spreadsheet_would_run_are_guarded_and_come_back_exactly(table: Path):
    paths = [text.encode() for text in texts("'=-@\t\r;,\"a", 3)]
    names = texts("'=+-@a", 3)
    written = [LabelTableRow(path, (names[n % len(names)], names[-1 - n % 100])) for n, path in enumerate(paths)]
    with label_tables.written(str(table)) as put:
        for row in written:
            put(row.path, row.labels)
    assert list(label_tables.read(str(table))) == written
    with open(table, encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_a_spreadsheet_that_parts_cells_at_semicolons_runs_nothing_either(table: Path):
    with label_tables.written(str(table)) as put:
        put(b"/a.jpg", ["cat", "=1+1", "-x"])
        put(b"/b;=1+1.jpg", ["@x", "+y"])
    with open(table, encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file, delimiter=";") for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_a_table_of_before_has_no_guards_and_is_read_as_it_is(table: Path):
    assert rows(table, b"path,labels\n=a.jpg,-x;'y;@z\n") == [(b"=a.jpg", ("-x", "'y", "@z"))]


def test_a_table_of_ours_is_replaced_when_the_new_one_is_whole(table: Path):
    for name in ("first", "second"):
        with label_tables.written(str(table)) as put:
            put(b"/a.jpg", [name])
    with pytest.raises(TypeError), label_tables.written(str(table)) as put:
        put(b"/a.jpg", [3])  # whatever goes wrong
    with pytest.raises(UserError, match="rename it"), label_tables.written(str(table)) as put:
        put(b"/a.jpg", ["third", "an older; name"])
    assert list(label_tables.read(str(table))) == [LabelTableRow(b"/a.jpg", ("second",))]
    assert os.listdir(table.parent) == ["labels.csv"]


def test_a_link_to_a_table_stays_a_link(tmp_path: Path, table: Path):
    table.touch()
    link = tmp_path / "link.csv"
    link.symlink_to(table)
    with label_tables.written(str(link)) as put:
        put(b"/a.jpg", ["cat"])
    assert link.is_symlink()
    assert len(list(label_tables.read(str(table)))) == 1


@pytest.mark.parametrize("content", [b"\xff\xd8\xff a photo", b"file,split,labels\na.jpg,train,cat\n", b"\n"])
def test_nothing_but_a_table_of_ours_is_replaced(table: Path, content: bytes):
    table.write_bytes(content)
    with pytest.raises(UserError, match="is no table of labels"), label_tables.written(str(table)):
        pass
    assert table.read_bytes() == content


def test_folders_pipes_and_devices_are_not_replaced(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for target in (tmp_path, tmp_path / "pipe", Path("/dev/null"), tmp_path / "no folder" / "a.csv"):
        with pytest.raises(UserError), label_tables.written(str(target)):
            pass
    assert os.listdir(tmp_path) == ["pipe"]
    assert not Path("/dev/null").is_file()
