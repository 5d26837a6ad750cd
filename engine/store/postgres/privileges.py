"""Which roles of the server may read a published library, and which may also give labels and decide."""

from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.printable_text import printable
from engine.sentences import said
from engine.store.postgres.database import SCHEMA, SharedDatabase

if TYPE_CHECKING:
    pass

_SAID = ("labels", "image_labels", "decisions", "id_counters", "keyword_labels")


def allow_reading(db: SharedDatabase, role: str) -> None:
    """Also what is made later."""
    if db.ask("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
        raise UserError(said("There is no role “{role}” on the server.", role=printable(role)))
    _grant(db, "GRANT USAGE ON SCHEMA {schema} TO {role}", role)
    _grant(db, "GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}", role)
    _grant(db, "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO {role}", role)


def allow_labelling(db: SharedDatabase, role: str) -> None:
    allow_reading(db, role)
    for table in _SAID:
        _grant(db, f"GRANT INSERT, UPDATE, DELETE ON {{schema}}.{table} TO {{role}}", role)


def may_label(db: SharedDatabase) -> bool:
    sql = "SELECT bool_and(has_table_privilege(name, 'INSERT, DELETE')) FROM unnest(%s::text[]) AS t(name)"
    row = db.ask(sql, ([f"{SCHEMA}.{table}" for table in _SAID],)).fetchone()
    return row is not None and row[0] is True


def _grant(db: SharedDatabase, statement: str, role: str) -> None:
    from psycopg import sql

    made = sql.SQL(statement).format(schema=sql.Identifier(SCHEMA), role=sql.Identifier(role))
    db.ask(made.as_string(db.raw()).replace("%", "%%"))
