"""The name of an ICC profile, from its bytes. A profile that is broken has no name; its colours are `colour`'s."""

_HEADER = 128
_MOST_TAGS = 200


def profile_name(profile: object) -> str | None:
    if not isinstance(profile, bytes) or len(profile) < _HEADER + 4:
        return None
    count = min(int.from_bytes(profile[_HEADER : _HEADER + 4]), _MOST_TAGS)
    for at in range(_HEADER + 4, _HEADER + 4 + 12 * count, 12):
        if profile[at : at + 4] == b"desc":
            start, size = int.from_bytes(profile[at + 4 : at + 8]), int.from_bytes(profile[at + 8 : at + 12])
            return _text(profile[start : start + size])
    return None


def _text(tag: bytes) -> str | None:
    if tag[:4] == b"desc":
        length = int.from_bytes(tag[8:12])
        return tag[12 : 12 + length].split(b"\0")[0].decode("ascii", "replace") or None
    if tag[:4] == b"mluc":  # in several languages, of which the first is as good as any
        length, start = int.from_bytes(tag[20:24]), int.from_bytes(tag[24:28])
        return tag[start : start + length].decode("utf-16-be", "replace").split("\0")[0] or None
    return None
