"""The server that tests and benchmarks start is there as long as somebody uses it, however they end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg

from tests.postgres_server import shared_server

USER = """
import sys, time
from pathlib import Path
from tests.postgres_server import shared_server
with shared_server(Path(sys.argv[1])) as server:
    print(server, flush=True)
    time.sleep(1000)
"""


def test_a_server_ends_when_the_last_of_its_users_was_killed(tmp_path: Path):
    users = [
        subprocess.Popen([sys.executable, "-c", USER, tmp_path], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    servers = {user.stdout.readline().strip() for user in users}
    assert len(servers) == 1
    (server,) = servers
    folder = Path(server.partition("?host=")[2])
    for user in users:
        assert answers(server)
        assert folder.exists()
        os.kill(user.pid, signal.SIGKILL)
        user.communicate()
    until = time.monotonic() + 60
    while folder.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert not answers(server)
    with shared_server(tmp_path) as another:
        assert another != server
        assert answers(another)


def answers(server: str) -> bool:
    try:
        with psycopg.connect(server.format("postgres")) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False
