"""Other programs that open pictures: which there are, and starting one.

On Linux and its like they say so themselves, in `.desktop` files below the XDG data folders. Windows has a dialog
of its own for it, and on macOS a program is a folder that a person chooses.
"""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote_from_bytes

from PySide6.QtCore import QMimeDatabase

from engine.errors import UserError
from engine.sentences import said
from gui.language import tr

_ENTRY, _ADDED = "Desktop Entry", "Added Associations"
_ONE, _ALL = ("%f", "%u"), ("%F", "%U")


@dataclass(frozen=True, slots=True)
class PictureProgram:
    name: str
    icon: str
    command: tuple[str, ...]  # with the place where files go, as %f, %F, %u or %U


def kind_of(path: bytes) -> str:
    """The MIME type, by the ending of the name."""
    found = QMimeDatabase().mimeTypeForFile(os.fsdecode(path), QMimeDatabase.MatchMode.MatchExtension)
    return found.name()


def programs_for(kind: str) -> list[PictureProgram]:
    """By name; of two files that describe one program, the person's own counts."""
    found: dict[str, PictureProgram | None] = {}
    added = _added(kind)
    for identity, file in _desktop_files():
        if identity not in found:
            found[identity] = _program(file, kind, identity in added)
    named = {program.name: program for program in found.values() if program is not None}
    return sorted(named.values(), key=lambda program: program.name.casefold())


def open_in(program: PictureProgram, paths: Sequence[bytes]) -> None:
    """Start it, once for all files if it takes several. UserError if it does not start."""
    if any(part in _ALL for part in program.command):
        _start(_filled(program.command, paths), program.name)
    else:
        for path in paths:
            _start(_filled(program.command, [path]), program.name)


def open_by_application(application: str, paths: Sequence[bytes]) -> None:
    """On macOS."""
    _start([b"open", b"-a", os.fsencode(application), *paths], os.path.basename(application))


def open_by_dialog(path: bytes) -> None:
    """The dialog of Windows."""
    _start([b"rundll32.exe", b"shell32.dll,OpenAs_RunDLL", path], tr("Open with"))


# -- what is there ------------------------------------------------------------------------------------------------


def _data_folders() -> list[str]:
    own = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    others = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [own, *(folder for folder in others.split(":") if folder)]


def _desktop_files() -> Iterator[tuple[str, str]]:
    """Each with the name by which others call it; a person's own come first."""
    for data in _data_folders():
        top = os.path.join(data, "applications")
        for folder, _, names in sorted(os.walk(top)):
            for name in sorted(names):
                if name.endswith(".desktop"):
                    path = os.path.join(folder, name)
                    yield os.path.relpath(path, top).replace(os.sep, "-"), path


def _added(kind: str) -> set[str]:
    """Programs that a person gave to this kind of file."""
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    read = _read(os.path.join(config, "mimeapps.list"))
    return set(read.get(_ADDED, kind, fallback="").split(";")) if read is not None else set()


def _program(file: str, kind: str, added: bool) -> PictureProgram | None:
    """None if it is not for this kind of file, or not for now."""
    read = _read(file)
    if read is None or not read.has_section(_ENTRY):
        return None
    entry = read[_ENTRY]
    takes = added or kind in entry.get("MimeType", "").split(";")
    if not takes or entry.get("Type") != "Application" or _is_true(entry, "Hidden") or _is_true(entry, "Terminal"):
        return None
    tried, command = entry.get("TryExec"), _command(entry.get("Exec", ""))
    if not command or shutil.which(tried or command[0]) is None:
        return None
    return PictureProgram(_named(entry), entry.get("Icon", ""), command)


def _read(file: str) -> configparser.ConfigParser | None:
    read = configparser.ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",), strict=False)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        with open(file, encoding="utf-8") as text:
            read.read_file(text)
    except (OSError, ValueError, configparser.Error):
        return None
    return read


def _is_true(entry: configparser.SectionProxy, key: str) -> bool:
    return entry.get(key, "").strip().lower() == "true"


def _named(entry: configparser.SectionProxy) -> str:
    language = (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "").split(
        "."
    )[0]
    for name in (f"Name[{language}]", f"Name[{language.split('_')[0]}]", "Name"):
        if entry.get(name):
            return entry[name]
    return "?"


def _command(text: str) -> tuple[str, ...]:
    """The words of the command; nothing if they are none."""
    try:
        words = shlex.split(text)
    except ValueError:
        return ()
    words = [word for word in words if word not in ("%i", "%c", "%k")]
    return tuple(words if any(word in _ONE + _ALL for word in words) else [*words, "%f"] if words else [])


# -- starting -----------------------------------------------------------------------------------------------------


def _filled(command: Sequence[str], paths: Sequence[bytes]) -> list[bytes]:
    words: list[bytes] = []
    for word in command:
        if word in ("%u", "%U"):
            words += [b"file://" + quote_from_bytes(path).encode() for path in paths]
        elif word in ("%f", "%F"):
            words += paths
        else:
            words.append(os.fsencode(word.replace("%%", "%")))
    return words


def _start(words: Sequence[bytes], name: str) -> None:
    command = [os.fsdecode(word) for word in words] if sys.platform == "win32" else list(words)
    nothing = subprocess.DEVNULL
    try:
        process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    except OSError as error:
        raise UserError(
            said("{name} could not be started ({reason}).", name=name, reason=error.strerror or error)
        ) from error
    threading.Thread(target=process.wait, name="another program", daemon=True).start()  # or it would stay a zombie
