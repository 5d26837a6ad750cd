"""What a camera wrote, as a person reads it: names and values, one line each."""

from engine.metadata import Metadata
from engine.sentences import joined, said

_SECOND = 10**9


def lines(written: Metadata) -> list[tuple[str, str]]:
    """Of all that is said, but the date and the camera."""
    found = [
        (said("Exposure"), _joined(_exposure(written), _aperture(written), _iso(written), _bias(written))),
        (said("Lens"), _joined(written.lens, focal_length(written))),
        (
            said("Flash"),
            None if written.flash is None else said("fired") if written.flash & 1 else said("did not fire"),
        ),
        (said("Rating"), None if written.rating is None else "★" * written.rating),
        (said("Place"), place(written)),
        (
            said("Height"),
            None if written.altitude is None else said("{metres:.0f} m", metres=written.altitude / 100),
        ),
        (said("Title"), written.title),
        (said("Description"), written.description),
        (said("Comment"), written.comment),
        (said("Author"), written.author),
        (said("Copyright"), written.copyright),
        (said("Software"), written.software),
        (said("Colours"), written.profile),
    ]
    return [(name, value) for name, value in found if value]


def zone(written: Metadata) -> str:
    """As in +02:00; nothing if it is not known."""
    if written.zone is None:
        return ""
    hours, minutes = divmod(abs(written.zone), 60)
    return f"{'-' if written.zone < 0 else '+'}{hours:02d}:{minutes:02d}"


def place(written: Metadata) -> str | None:
    """Degrees north and east, as maps take them."""
    if written.latitude is None or written.longitude is None:
        return None
    return f"{written.latitude / 10**7:.6f}, {written.longitude / 10**7:.6f}"


def focal_length(written: Metadata) -> str | None:
    film = said("{focal} mm on film", focal=written.focal_35) if written.focal_35 is not None else None
    if written.focal_um is None:
        return film
    own = said("{focal:.4g} mm", focal=written.focal_um / 1000)
    if not film or 1000 * (written.focal_35 or 0) == written.focal_um:
        return own
    return said("{own} ({film})", own=own, film=film)


def _exposure(written: Metadata) -> str | None:
    if written.exposure_ns is None:
        return None
    if written.exposure_ns > 0.3 * _SECOND:
        return said("{seconds:.3g} s", seconds=written.exposure_ns / _SECOND)
    return said("1/{part} s", part=round(_SECOND / written.exposure_ns))


def _aperture(written: Metadata) -> str | None:
    return None if written.aperture is None else said("f/{number:.3g}", number=written.aperture / 100)


def _iso(written: Metadata) -> str | None:
    return None if written.iso is None else said("ISO {number}", number=written.iso)


def _bias(written: Metadata) -> str | None:
    return said("{bias:+.2g} EV", bias=written.bias / 1000) if written.bias else None


def _joined(*parts: str | None) -> str:
    return joined(", ", [part for part in parts if part])
