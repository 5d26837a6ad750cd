"""Libraries on a server."""

from tests.published_library import address, published, published_made, server

__all__ = ["address", "published", "published_made", "server"]
