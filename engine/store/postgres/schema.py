"""Our schema on the server, as numbered steps. It lies in a schema of its own name, and all is made in there: what
is not ours is neither touched nor taken for ours. A step that has shipped is never edited.

Tables and columns are called as in SQLite. Where rows of several tables come in batches there are no foreign keys:
a row may be there before the one that it speaks of, as long as somebody publishes. Texts sort by their bytes.
"""

from collections.abc import Callable

from engine.errors import UserError
from engine.sentences import said
from engine.store.postgres.address import masked
from engine.store.postgres.database import SCHEMA, SharedDatabase, set_path
from engine.store.postgres.troubles import NotOursError, not_as_made

PROGRAM = "DualHash"
CHANNEL = "dualhash"  # on which the server tells of changes
SAID_BY_ALL = ("labels", "image_labels", "decisions")  # tables that others may write

TABLES = {
    "about": ("program text", "number integer"),
    "folders": ("id bigint", "path bytea", "added_at text", "checksum bigint"),
    "mounts": ("folder_id bigint", "path bytea", "checksum bigint"),
    "images": (
        *("id bigint", "content bytea", "format text", "width bigint", "height bigint", "taken_at text"),
        *("camera text", "added_at text", "checksum bigint"),
    ),
    "files": (
        *("id bigint", "folder_id bigint", "path bytea", "image_id bigint", "size bigint", "mtime_ns bigint"),
        *("missing bigint", "waiting bigint", "name_key text", "path_key text", "checksum bigint", "modified text"),
    ),
    "skipped": ("file_id bigint", "kind text", "reason text", "skipped_at text", "checksum bigint"),
    "metadata": (
        *("image_id bigint", "zone bigint", "exposure_ns bigint", "aperture bigint", "iso bigint"),
        *("focal_um bigint", "focal_35 bigint", "bias bigint", "flash bigint", "latitude bigint"),
        *("longitude bigint", "altitude bigint", "rating bigint", "make text", "model text", "lens text"),
        *("software text", "author text", "copyright text", "title text", "description text", "comment text"),
        *("profile text", "checksum bigint"),
    ),
    "features": ("image_id bigint", "backbone text", "numbers bytea", "checksum bigint"),
    "thumbnails": ("image_id bigint", "jpeg bytea", "checksum bigint"),
    "model_versions": (
        *("id bigint", "name text", "method text", "bits bigint", "backbone text", "file text"),
        *("file_checksum text", "details text", "created_at text", "active bigint", "stamp bigint"),
        *("removed_stamp bigint", "checksum bigint"),
    ),
    "model_files": ("name text", "content bytea"),
    "training_images": ("version_id bigint", "image_id bigint", "checksum bigint"),
    "coded": ("version_id bigint", "bits bigint", "codes bigint", "approximate bigint", "recall double precision"),
    "labels": ("id bigint", "name text", "colour text", "hotkey text"),
    "image_labels": ("image_id bigint", "label_id bigint", "checksum bigint"),
    "decisions": ("query_id bigint", "hit_id bigint", "same bigint", "decided_at text", "checksum bigint"),
    "keyword_labels": ("file_id bigint", "label_id bigint", "image_id bigint", "beside bigint", "checksum bigint"),
    "word_changes": ("image_id bigint", "checksum bigint"),
    "id_counters": ("name text", "seq bigint"),
    "published_labels": ("image_id bigint", "name text"),
    "published_decisions": ("query_id bigint", "hit_id bigint", "same bigint"),
    "facts": (
        *("image_id bigint", "day bigint", "second bigint", "by_camera bigint", "placed bigint", "iso bigint"),
        *("aperture bigint", "focal_um bigint", "rating bigint", "camera_id bigint", "lens_id bigint"),
        *("folder_id bigint", "checksum bigint"),
    ),
    "words": ("image_id bigint", "name text", "folder text", "camera text", "lens text", "text text"),
    "names": ("id bigint", "name text"),
}
KEYS = {
    "about": "program",
    "folders": "id",
    "mounts": "folder_id, path",
    "images": "id",
    "files": "id",
    "skipped": "file_id",
    "metadata": "image_id",
    "features": "image_id, backbone",
    "thumbnails": "image_id",
    "model_versions": "id",
    "model_files": "name",
    "training_images": "image_id, version_id",
    "coded": "version_id",
    "labels": "id",
    "image_labels": "image_id, label_id",
    "decisions": "query_id, hit_id",
    "keyword_labels": "file_id, label_id",
    "word_changes": "image_id",
    "id_counters": "name",
    "published_labels": "image_id, name",
    "published_decisions": "query_id, hit_id",
    "facts": "image_id",
    "words": "image_id",
    "names": "id",
}


def must_be_ours(db: SharedDatabase) -> None:
    """UserError unless a library is published there that this program can read."""
    number = _number(db)
    if number == 0:
        raise UserError(
            said(
                "No library is published at {place}; “dualhash publish” does that, or your role may not see it.",
                place=masked(db.address),
            )
        )
    if number < len(STEPS):
        raise UserError(
            said("The shared library was published by an older DualHash; whoever publishes it does so once more.")
        )
    _refuse_newer(number)
    _columns_must_fit(db)


def bring_up_to_date(db: SharedDatabase) -> None:
    """For whoever publishes: make the schema, or what it lacks, step by step."""
    number = _number(db)
    _refuse_newer(number)
    for at, step in enumerate(STEPS[number:], number + 1):
        with db.writing():
            step(db)
            db.ask(
                "INSERT INTO about VALUES (%s, %s) ON CONFLICT (program) DO UPDATE SET number = excluded.number",
                (PROGRAM, at),
            )
    _columns_must_fit(db)


def _refuse_newer(number: int) -> None:
    if number > len(STEPS):
        raise UserError(
            said(
                "The shared library was published by a newer DualHash (schema {number}; this program knows"
                " {newest}). Update DualHash to open it; nothing was changed.",
                number=number,
                newest=len(STEPS),
            )
        )


def _number(db: SharedDatabase) -> int:
    """How many of the steps it has behind it; 0: there is nothing yet. NotOursError if it is something else."""
    sql = "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = %s"
    found = {name for (name,) in db.ask(sql, (SCHEMA,))}
    if not found:
        return 0
    if "about" not in found:
        raise NotOursError(
            said(
                "The schema “{schema}” at {place} was not made by DualHash; nothing was changed.",
                schema=SCHEMA,
                place=masked(db.address),
            )
        )
    rows = db.ask("SELECT * FROM about").fetchall()
    match rows:
        case [(str(program), int(number))] if program == PROGRAM and number > 0:
            return number
    raise NotOursError(
        said(
            "The table “about” in the schema “{schema}” at {place} is not one of DualHash; nothing was changed.",
            schema=SCHEMA,
            place=masked(db.address),
        )
    )


def _columns_must_fit(db: SharedDatabase) -> None:
    """A table that has another shape would be misread."""
    sql = (
        "SELECT c.relname, a.attname, format_type(a.atttypid, NULL) FROM pg_attribute a"
        " JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname = %s AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum"
    )
    there: dict[str, list[str]] = {}
    for table, column, kind in db.ask(sql, (SCHEMA,)):
        there.setdefault(table, []).append(f"{column} {kind}")
    for table, columns in TABLES.items():
        if there.get(table) != list(columns):
            raise not_as_made(said("the table {table} has other columns", table=table))


def _first(db: SharedDatabase) -> None:
    db.ask(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    _have_pgvector(db)
    for table, columns in TABLES.items():
        cells = ", ".join(f'{column} COLLATE "C"' if column.endswith(" text") else column for column in columns)
        db.ask(f"CREATE TABLE {table} ({cells}, PRIMARY KEY ({KEYS[table]}))")
    for statement in _MORE.split(";;\n"):
        db.ask(statement)


def _have_pgvector(db: SharedDatabase) -> None:
    """Where nobody has put it yet, it comes into our schema."""
    if not db.ask("SELECT 1 FROM pg_extension WHERE extname = 'vector'").fetchone():
        if not db.ask("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").fetchone():
            raise UserError(said("The server has no pgvector, in which codes are searched; its keeper can add it."))
        db.ask(f"CREATE EXTENSION vector SCHEMA {SCHEMA}")
    set_path(db.raw())


def _packed_features(db: SharedDatabase) -> None:
    """Features may leave out their zeros. `_first` makes the table as it is now."""
    named = (
        "SELECT 1 FROM information_schema.columns"
        " WHERE table_schema = %s AND table_name = 'features' AND column_name = 'vector'"
    )
    if db.ask(named, (SCHEMA,)).fetchone():
        db.ask("ALTER TABLE features RENAME COLUMN vector TO numbers")


STEPS: list[Callable[[SharedDatabase], None]] = [_first, _packed_features]

_MORE = f"""
CREATE UNIQUE INDEX labels_by_name ON labels (name);;
CREATE INDEX files_by_image ON files (image_id);;
CREATE INDEX files_by_size ON files (size);;
CREATE INDEX files_by_place ON files (folder_id, path);;
CREATE INDEX files_naturally ON files (folder_id, path_key, path, image_id);;
CREATE INDEX images_by_content ON images (content);;
CREATE INDEX images_of_before ON images (id) WHERE length(content) = 16;;
CREATE INDEX features_by_space ON features (backbone, image_id);;
CREATE INDEX image_labels_by_label ON image_labels (label_id);;
CREATE INDEX decisions_by_hit ON decisions (hit_id);;
CREATE INDEX facts_by_day ON facts (day);;
CREATE UNIQUE INDEX names_by_name ON names (name);;
ALTER TABLE names ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;;
ALTER TABLE image_labels ADD FOREIGN KEY (label_id) REFERENCES labels ON DELETE CASCADE;;
ALTER TABLE image_labels ADD FOREIGN KEY (image_id) REFERENCES images ON DELETE CASCADE;;
ALTER TABLE decisions ADD FOREIGN KEY (query_id) REFERENCES images ON DELETE CASCADE;;
ALTER TABLE decisions ADD FOREIGN KEY (hit_id) REFERENCES images ON DELETE CASCADE;;
INSERT INTO id_counters VALUES ('labels', 0);;
CREATE FUNCTION next_label() RETURNS bigint LANGUAGE sql VOLATILE AS
    'UPDATE id_counters SET seq = seq + 1 WHERE name = ''labels'' RETURNING seq';;
ALTER TABLE labels ALTER COLUMN id SET DEFAULT next_label();;
CREATE FUNCTION numbers_of(text) RETURNS TABLE (value bigint) LANGUAGE sql IMMUTABLE AS
    'SELECT v::bigint FROM json_array_elements_text($1::json) AS t(v)';;
CREATE FUNCTION natural_key(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT ''''';;
CREATE FUNCTION form_of_day(text, bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
    'SELECT to_char(date ''1970-01-01'' + $2::integer,
                    CASE $1 WHEN ''%%Y'' THEN ''YYYY'' ELSE ''YYYY-MM'' END)';;
CREATE FUNCTION count_label() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN UPDATE id_counters SET seq = greatest(seq, NEW.id) WHERE name = ''labels''; RETURN NULL; END';;
CREATE TRIGGER labels_counted AFTER INSERT ON labels FOR EACH ROW EXECUTE FUNCTION count_label();;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_notify(''{CHANNEL}'', TG_TABLE_NAME); RETURN NULL; END';;
CREATE TRIGGER labels_told AFTER INSERT OR UPDATE OR DELETE ON labels
    FOR EACH STATEMENT EXECUTE FUNCTION tell();;
CREATE TRIGGER image_labels_told AFTER INSERT OR UPDATE OR DELETE ON image_labels
    FOR EACH STATEMENT EXECUTE FUNCTION tell();;
CREATE TRIGGER decisions_told AFTER INSERT OR UPDATE OR DELETE ON decisions
    FOR EACH STATEMENT EXECUTE FUNCTION tell();;
CREATE VIEW codes AS SELECT 0::bigint AS version_id, 0::bigint AS image_id, ''::bytea AS code,
    0::bigint AS checksum, 0::bigint AS stamp WHERE FALSE
"""
