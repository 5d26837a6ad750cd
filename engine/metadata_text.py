"""What a camera wrote, as a person reads it: names and values, one line each."""

from engine.metadata import Metadata

_SECOND = 10**9


def lines(said: Metadata) -> list[tuple[str, str]]:
    """Of all that is said, but the date and the camera."""
    found = [
        ("Exposure", _joined(_exposure(said), _aperture(said), _iso(said), _bias(said))),
        ("Lens", _joined(said.lens, focal_length(said))),
        ("Flash", None if said.flash is None else "fired" if said.flash & 1 else "did not fire"),
        ("Rating", None if said.rating is None else "★" * said.rating),
        ("Place", place(said)),
        ("Height", None if said.altitude is None else f"{said.altitude / 100:.0f} m"),
        ("Title", said.title),
        ("Description", said.description),
        ("Comment", said.comment),
        ("Author", said.author),
        ("Copyright", said.copyright),
        ("Software", said.software),
        ("Colours", said.profile),
    ]
    return [(name, value) for name, value in found if value]


def zone(said: Metadata) -> str:
    """As in +02:00; nothing if it is not known."""
    if said.zone is None:
        return ""
    hours, minutes = divmod(abs(said.zone), 60)
    return f"{'-' if said.zone < 0 else '+'}{hours:02d}:{minutes:02d}"


def place(said: Metadata) -> str | None:
    """Degrees north and east, as maps take them."""
    if said.latitude is None or said.longitude is None:
        return None
    return f"{said.latitude / 10**7:.6f}, {said.longitude / 10**7:.6f}"


def focal_length(said: Metadata) -> str | None:
    film = f"{said.focal_35} mm on film" if said.focal_35 is not None else None
    if said.focal_um is None:
        return film
    own = f"{said.focal_um / 1000:.4g} mm"
    return f"{own} ({film})" if film and 1000 * (said.focal_35 or 0) != said.focal_um else own


def _exposure(said: Metadata) -> str | None:
    if said.exposure_ns is None:
        return None
    if said.exposure_ns > 0.3 * _SECOND:
        return f"{said.exposure_ns / _SECOND:.3g} s"
    return f"1/{round(_SECOND / said.exposure_ns)} s"


def _aperture(said: Metadata) -> str | None:
    return None if said.aperture is None else f"f/{said.aperture / 100:.3g}"


def _iso(said: Metadata) -> str | None:
    return None if said.iso is None else f"ISO {said.iso}"


def _bias(said: Metadata) -> str | None:
    return f"{said.bias / 1000:+.2g} EV" if said.bias else None


def _joined(*parts: str | None) -> str:
    return ", ".join(part for part in parts if part)
