"""TLS, passwords and service files by libpq's own means, on a server that asks for a password behind TLS with a
certificate of its own; no password comes to be shown, logged or stored."""

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.command_line import Running, known, run
from tests.sharing import tls_proxy

__all__ = ["known", "run"]

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")

PASSWORD = "s3cr:et\\with/signs"
SERVICE = "postgresql:///?service=archive"


def certificate(folder: Path, name: str) -> Path:
    """For the host `localhost`, signed by itself; the key lies beside it."""
    made = folder / f"{name}.crt"
    command = ["openssl", "req", "-new", "-x509", "-days", "30", "-nodes", "-subj", "/CN=localhost"]
    command += [
        "-addext",
        "subjectAltName=DNS:localhost",
        "-out",
        str(made),
        "-keyout",
        str(folder / f"{name}.key"),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return made


@pytest.fixture
def role(address: str) -> Iterator[str]:
    """Whose database it is, and who must say a password."""
    name = f"password_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        about = {"role": sql.Identifier(name), "password": PASSWORD, "db": sql.Identifier(connection.info.dbname)}
        connection.execute("CREATE EXTENSION vector")  # which is an administrator's affair
        connection.execute(sql.SQL("CREATE ROLE {role} LOGIN PASSWORD {password}").format(**about))
        connection.execute(sql.SQL("ALTER DATABASE {db} OWNER TO {role}").format(**about))
        (file,) = connection.execute("SHOW hba_file").fetchone() or ("",)
        lines = "local all /^password_ scram-sha-256\nlocal all all trust"
        rows = sql.SQL("COPY (SELECT unnest(string_to_array({}, E'\\n'))) TO {}").format(lines, file)
        connection.execute(rows)
        connection.execute("SELECT pg_reload_conf()")
        yield name
        connection.execute(sql.SQL("REASSIGN OWNED BY {role} TO postgres").format(**about))
        connection.execute(sql.SQL("DROP OWNED BY {role}").format(**about))
        connection.execute(sql.SQL("DROP ROLE {role}").format(**about))


@pytest.fixture
def port(address: str, tmp_path: Path) -> Iterator[int]:
    """Of the same server behind TLS."""
    socket = Path(address.partition("?host=")[2]) / ".s.PGSQL.5432"
    made = certificate(tmp_path, "server")
    command = [sys.executable, tls_proxy.__file__, made, made.with_suffix(".key"), socket]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as proxy:
        yield int(proxy.stdout.readline())
        proxy.terminate()


@pytest.fixture
def service(address: str, role: str, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What stands in the service file; beside it there is a password file."""
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "passwords"))
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))
    said = PASSWORD.replace("\\", "\\\\").replace(":", "\\:")
    (tmp_path / "passwords").write_text(f"*:*:*:{role}:{said}\n")
    (tmp_path / "passwords").chmod(0o600)
    found = {
        "host": "localhost",
        "port": str(port),
        "dbname": address.partition("@/")[2].partition("?")[0],
        "user": role,
        "sslmode": "verify-full",
        "sslrootcert": str(tmp_path / "server.crt"),
    }
    write(found, tmp_path)
    return found


def write(service: dict[str, str], folder: Path) -> None:
    lines = "".join(f"{name}={value}\n" for name, value in service.items())
    (folder / "services").write_text(f"[archive]\n{lines}")


@pytest.fixture(autouse=True)
def no_password_is_told(
    request: pytest.FixtureRequest, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """Whatever a test does: in no log, and in no file of library or cache."""
    caplog.set_level(logging.DEBUG)
    yield
    assert PASSWORD not in caplog.text
    for top in (tmp_path, Path(os.environ["XDG_CACHE_HOME"])):
        for path in top.rglob("*"):
            if path.is_file() and path.name != "passwords":
                assert b"s3cr" not in path.read_bytes(), path


def test_a_library_is_published_and_searched_over_tls(known: Running, service: dict[str, str], photos: Path):
    picture = photos / "leaves" / "leaves-1.jpg"
    expected = known.json("search", picture, "-k", "9")["hits"]
    assert known.json("-v", "publish", SERVICE)["images"] == 30
    assert PASSWORD not in known.out + known.err
    there = Running(known.capsys, SERVICE)
    assert there.json("-v", "search", picture, "-k", "9")["hits"] == expected
    assert PASSWORD not in there.out + there.err
    assert there("labels", "add", "mine", picture) == 0


def test_what_names_the_server_may_all_stand_in_the_environment(
    known: Running, service: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("PGSERVICEFILE")
    for name, value in service.items():
        variable = {"dbname": "PGDATABASE"}.get(name, f"PG{name.upper()}")
        monkeypatch.setenv(variable, value)
    assert known.json("publish", "postgresql://")["images"] == 30


def refused(running: Running, *sentences: str) -> None:
    """Publishing and searching there are, with one of these sentences, and without the password."""
    there = Running(running.capsys, SERVICE)
    for said in (running.refused("-v", "publish", SERVICE), there.refused("-v", "labels", "list")):
        assert "cannot be reached" in said
        assert any(sentence in said for sentence in sentences), said
        assert PASSWORD not in said
        assert "s3cr" not in said


def test_a_server_with_another_certificate_is_refused(known: Running, service: dict[str, str], tmp_path: Path):
    other = certificate(tmp_path, "other")
    write(service | {"sslrootcert": str(other)}, tmp_path)
    refused(known, "certificate verify failed")


def test_a_certificate_for_another_host_is_refused(known: Running, service: dict[str, str], tmp_path: Path):
    write(service | {"host": "127.0.0.1"}, tmp_path)
    refused(known, 'does not match host name "127.0.0.1"')


def test_a_wrong_password_is_said_and_not_shown(known: Running, service: dict[str, str], tmp_path: Path):
    (tmp_path / "passwords").write_text(f"*:*:*:{service['user']}:s3cr-wrong\n")
    refused(known, "password authentication failed")
    (tmp_path / "passwords").unlink()
    refused(known, "no password supplied")


def test_a_service_that_nobody_has_described_is_said(known: Running, service: dict[str, str], tmp_path: Path):
    (tmp_path / "services").write_text("[another]\nhost=localhost\n")
    refused(known, 'definition of service "archive" not found')
