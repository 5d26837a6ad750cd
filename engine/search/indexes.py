"""Which index answers for a library: one in memory for a library on disk, the server for one that is shared."""

from engine.library import Library
from engine.search import saved_index
from engine.search.code_index import CodeIndex
from engine.search.index import Index
from engine.search.shared_index import SharedIndex
from engine.shared_library import SharedLibrary
from engine.store.versions import Version


def up_to_date(library: Library, version: Version, index: Index | None) -> Index:
    """The index of `version` with all its codes; `index` is the one from before, if any."""
    if isinstance(library, SharedLibrary):
        return SharedIndex(library.server, version.id, version.bits)
    in_memory = index if isinstance(index, CodeIndex) else None
    return saved_index.up_to_date(library.db, library.index_folder, version, in_memory)
