"""A published library on a server, which the rest of the engine asks as any library: without a copy.

Rows are on the server (`engine.store.postgres`). A folder in the cache keeps the files of its model versions, which
are small and never change. It takes labels and decisions, where the role may give them, and nothing else: folders
are indexed and versions trained and activated in the library itself, and that is published.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import platformdirs

from engine.arrays import Ids
from engine.errors import UserError
from engine.library import Library
from engine.model.backbone_spec import file_of
from engine.private_files import make_private_folder
from engine.publishing import published
from engine.sentences import said
from engine.store import browsing, versions
from engine.store.browsing import Browse, Browsed
from engine.store.connection import Database
from engine.store.folders import Folder
from engine.store.kept_orders import KeptOrders
from engine.store.order_changes import OrderChanges
from engine.store.postgres import model_rows, privileges, schema
from engine.store.postgres.address import masked, without_password
from engine.store.postgres.connection_pool import ConnectionPool, PooledDatabase
from engine.store.postgres.database import SharedDatabase

ELSEWHERE = said("This is done with the library on disk, and published again.")
MAY_ONLY_READ = said("Your role on the server may only read.")


class SharedLibrary(Library):
    """Made by `open_shared`; use `close` when done."""

    def __init__(self, address: str) -> None:
        super().__init__(_cache_of(address), None, ELSEWHERE)
        self.address = address
        self._takes_labels = True
        self.connections = ConnectionPool(address)
        self.orders = _OrdersOfServer()

    @property
    def server(self) -> SharedDatabase:
        return cast(SharedDatabase, self.db)

    @property
    def thumbnails_db(self) -> Database:
        return self.db

    @property
    def words_db(self) -> Database:
        return self.db

    def begin_words_anew(self) -> None:
        """They are made by whoever publishes."""

    def put_thumbnails_aside(self) -> None:
        """They are not ours to mend."""

    def save_backup(self) -> str:
        """The server has its own."""
        return ""

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Labels and decisions, where the role may give them."""
        self.must_take_labels()
        with self.server.writing():
            yield self.db

    @property
    def takes_labels(self) -> bool:
        return self._takes_labels

    def must_take_labels(self) -> None:
        if not self.takes_labels:
            raise UserError(MAY_ONLY_READ)

    def why_unavailable(self, folder: Folder) -> str | None:
        """Where its files lie is its publisher's affair."""
        return None

    def close(self) -> None:
        super().close()
        self.connections.close()

    def look(self) -> None:
        """What the server holds, what our role may do there, and the files of versions that are needed to search.
        UserError where it cannot be reached, or holds nothing that this program can read."""
        schema.must_be_ours(self.server)
        self._takes_labels = privileges.may_label(self.server)
        self.bring_models()

    def bring_models(self) -> None:
        """Files of versions that are not here yet."""
        make_private_folder(self.models_folder)
        make_private_folder(self.index_folder)
        known = [version for version in versions.all_versions(self.db) if not version.damaged]
        tuned = [file_of(version.backbone) for version in known if version.active]
        for name in [*(version.file for version in known), *(name for name in tuned if name is not None)]:
            model_rows.must_be_a_file_name(name)
            path = os.path.join(self.models_folder, name)
            content = None if os.path.exists(path) else model_rows.content(self.server, name)
            if content is not None:
                with published(path) as file:
                    file.write(content)

    def _open(self) -> Database:
        # It is asked in the same way; what SQLite alone can do, nobody asks of a shared library.
        return cast(Database, PooledDatabase(self.address, self.connections))


class _OrdersOfServer(KeptOrders):
    """The server keeps its tables in memory by itself; who else writes there is not known here at once."""

    def __init__(self) -> None:
        super().__init__(OrderChanges(alone=False))

    def browsed(self, db: Database, browse: Browse, allowed: Ids | None = None) -> Browsed:
        return browsing.browsed(db, browse, allowed)


def open_shared(address: str) -> SharedLibrary:
    """UserError where the server cannot be reached, or holds nothing that this program can read."""
    library = SharedLibrary(address)
    try:
        library.look()
        library.notices = [_notice(library)]
    except BaseException:
        library.close()
        raise
    return library


def _notice(library: SharedLibrary) -> str:
    place = masked(library.address)
    if library.takes_labels:
        return said("This library is shared, on {place}. It is searched and labelled here.", place=place)
    return said("This library is shared, on {place}. Your role may search it, and not label it.", place=place)


def _cache_of(address: str) -> str:
    name = hashlib.blake2b(without_password(address).encode(errors="surrogatepass"), digest_size=12).hexdigest()
    return os.path.join(platformdirs.user_cache_dir("dualhash", False), "shared", name)
