"""What names a shared library: an address as libpq takes it, `postgresql://[role@]host[:port]/database`.

Passwords belong into libpq's own places: the password file, a service file or the environment. One that stands in
an address all the same goes to libpq alone: what is shown or logged comes through `masked` or `without_secrets`.
"""

import re
from urllib.parse import quote

_SCHEMES = ("postgresql://", "postgres://")
_BEFORE_HOST = re.compile(r"(?<=://)([^:@/?]*):(.*)@")
_PARAMETERS = re.compile(r"([?&])(?:(?:ssl)?password=[^&]*(?:&|$))+", re.IGNORECASE)
_AS_PARAMETER = re.compile(r"([?&](?:ssl)?password=)([^&]*)", re.IGNORECASE)
_SERVICE = re.compile(r"[\w.-]+")
HIDDEN = "***"


def is_address(text: str) -> bool:
    """Whether a library that is named so is on a server; anything else is a folder."""
    return text.lower().startswith(_SCHEMES)


def address_of(typed: str) -> str | None:
    """What a person types: an address, or the name of a service in libpq's service file. None: it is neither."""
    typed = typed.strip()
    if is_address(typed):
        return typed
    return f"postgresql:///?service={quote(typed)}" if _SERVICE.fullmatch(typed) else None


def without_password(address: str) -> str:
    """As it may be kept, and asked with again."""
    return _PARAMETERS.sub(r"\g<1>", _BEFORE_HOST.sub(r"\g<1>@", address)).rstrip("?&")


def masked(address: str) -> str:
    """The address as it may be shown."""
    return _AS_PARAMETER.sub(rf"\g<1>{HIDDEN}", _BEFORE_HOST.sub(rf"\g<1>:{HIDDEN}@", address))


def without_secrets(text: str, address: str) -> str:
    """What libpq says may quote the address, or a part of it."""
    shown = text.replace(address, masked(address))
    for pattern in (_BEFORE_HOST, _AS_PARAMETER):
        for found in pattern.finditer(address):
            if found[2]:
                shown = shown.replace(found[2], HIDDEN)
    return shown
