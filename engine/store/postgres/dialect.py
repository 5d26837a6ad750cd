"""The store's SQL in PostgreSQL's words. The store keeps to what both understand; what SQLite calls otherwise, or
has besides, is replaced here, by name. Statements are few and short: each is put together once."""

import re
from functools import lru_cache

_REPLACED = [
    (re.compile(pattern, re.IGNORECASE), other)
    for pattern, other in (
        (r"%", "%%"),  # psycopg's own sign
        (r"\b(NOT INDEXED|INDEXED BY \w+)", ""),  # the server chooses its way by itself
        (r"\bifnull\(", "coalesce("),
        (r"\bgroup_concat\((\w+)\)", r"string_agg(\1::text, ',')"),
        (r"\bjson_each\(", "numbers_of("),  # a function of ours
        (r"\bCAST\(([\w.]+) AS BLOB\)", r"convert_to(\1, 'UTF8')"),
        (r"\bIS NOT \?", "IS DISTINCT FROM ?"),
        (r"\bIS \?", "IS NOT DISTINCT FROM ?"),
        (r"\bsqlite_sequence\b", "id_counters"),
        # The publisher's clock tells when a file was written: the server stands elsewhere.
        (
            r"\bstrftime\('%%Y-%%m-%%dT%%H:%%M:%%S', f\.mtime_ns / 1000000000, 'unixepoch', 'localtime'\)",
            "f.modified",
        ),
        (r"\bstrftime\(\?, 86400 \* day, 'unixepoch'\)", "form_of_day(?, day)"),
        (r"\bINSERT OR IGNORE INTO (.*)$", r"INSERT INTO \1 ON CONFLICT DO NOTHING"),
        (r"\?", "%s"),
        (r"(?<!:):(\w+)\b", r"%(\1)s"),
    )
]


@lru_cache(maxsize=1024)
def translated(sql: str) -> str:
    for pattern, other in _REPLACED:
        sql = pattern.sub(other, sql)
    return sql


def storable(text: str) -> str:
    """PostgreSQL has no texts with a NUL inside. What is asked for is replaced as what was published."""
    return text.replace("\0", "\ufffd")
