"""What goes wrong with a server, in sentences; none of them quotes a password."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import UserError
from engine.needed_packages import need
from engine.sentences import said
from engine.store.postgres.address import masked, without_secrets

_BROKEN = ("08", "57P")  # how PostgreSQL calls a connection that failed, or that it ends
_LACKS = "53"


class ConnectionBrokenError(UserError):
    """What was asked was not answered; asked again, it is asked over a new connection."""


class ServerLacksError(UserError):
    """The server has too little memory, or too little room on its disk."""


class NotOursError(UserError):
    """What is on the server is not as a DualHash made it."""


def need_psycopg() -> None:
    need("psycopg", said("“pip install 'dualhash[postgres]'” mends that"))


@contextmanager
def reaching(address: str) -> Iterator[None]:
    """While a connection is made."""
    import psycopg

    try:
        yield
    except (psycopg.Error, UnicodeError) as error:
        place, why = masked(address), _first_line(error, address)
        raise UserError(said("The server of {place} cannot be reached ({why}).", place=place, why=why)) from None


@contextmanager
def asking(address: str) -> Iterator[None]:
    """While something is asked of the server, or written there."""
    import psycopg

    try:
        yield
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        why, state = _first_line(error, address), error.sqlstate or _BROKEN[0]
        if state.startswith(_LACKS):
            raise ServerLacksError(said("The server refused ({why}).", why=why)) from None
        if not state.startswith(_BROKEN):
            raise UserError(said("The server refused ({why}).", why=why)) from None
        raise ConnectionBrokenError(
            said("The connection to the server broke ({why}); try again.", why=why)
        ) from None
    except psycopg.errors.InsufficientPrivilege as error:
        why = _first_line(error, address)
        raise UserError(said("Your role on the server may not do that ({why}).", why=why)) from None
    except (psycopg.ProgrammingError, psycopg.DataError) as error:
        raise not_as_made(_first_line(error, address)) from None
    except psycopg.Error as error:
        raise UserError(said("The server refused ({why}).", why=_first_line(error, address))) from None


def not_as_made(why: str) -> NotOursError:
    return NotOursError(said("The server does not answer as a library of DualHash does ({why}).", why=why))


def _first_line(error: BaseException, address: str) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return without_secrets(lines[0] if lines else type(error).__name__, address).rstrip(".")
