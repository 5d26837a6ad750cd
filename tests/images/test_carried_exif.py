"""What of a picture's EXIF goes along when it is exported."""

import io

from PIL import Image
from PIL.ExifTags import GPS, IFD, Base
from PIL.TiffImagePlugin import IFDRational

from engine.images.carried_exif import MOST_BYTES, carried


def of_a_camera() -> Image.Exif:
    tags = Image.Exif()
    tags[Base.Make], tags[Base.Model], tags[Base.Orientation] = "Pinhole", "Pinhole 3", 6
    tags[Base.Artist] = "Zoë".encode()
    tags[Base.HostComputer] = "Zoë's own"
    shot = tags.get_ifd(IFD.Exif)
    shot[Base.DateTimeOriginal], shot[Base.OffsetTimeOriginal] = "2021:07:03 12:30:00", "+02:00"
    shot[Base.FNumber], shot[Base.ExposureTime] = IFDRational(28, 10), IFDRational(1, 250)
    shot[Base.ISOSpeedRatings], shot[Base.BodySerialNumber] = 400, "0815"
    shot[Base.MakerNote] = b"what the maker knows" * 100
    place = tags.get_ifd(IFD.GPSInfo)
    place[GPS.GPSLatitudeRef], place[GPS.GPSLatitude] = "N", (IFDRational(52), IFDRational(31), IFDRational(12, 1))
    return tags


def read_again(exif: bytes) -> Image.Exif:
    """Out of a JPEG, as another program would."""
    file = io.BytesIO()
    Image.new("RGB", (8, 6)).save(file, "JPEG", exif=exif)
    return Image.open(file).getexif()


def stored(tags: Image.Exif) -> Image.Exif:
    return read_again(tags.tobytes())


def test_date_camera_and_shot_go_along_and_which_way_is_up_does_not():
    found = read_again(carried(stored(of_a_camera()), None, 640, 480))
    assert (found[Base.Make], found[Base.Model], found[Base.Orientation]) == ("Pinhole", "Pinhole 3", 1)
    assert found[Base.Artist].encode("latin-1").decode() == "Zoë", "the bytes are as they were"
    shot = found.get_ifd(IFD.Exif)
    assert (shot[Base.DateTimeOriginal], shot[Base.OffsetTimeOriginal]) == ("2021:07:03 12:30:00", "+02:00")
    assert (float(shot[Base.FNumber]), float(shot[Base.ExposureTime])) == (2.8, 0.004)
    assert (shot[Base.ISOSpeedRatings], shot[Base.ColorSpace]) == (400, 1)
    assert (shot[Base.ExifImageWidth], shot[Base.ExifImageHeight]) == (640, 480)


def test_serial_numbers_and_notes_stay_behind_and_the_place_unless_it_is_asked_for():
    tags = stored(of_a_camera())
    found = read_again(carried(tags, None, 8, 6))
    assert Base.HostComputer not in found
    assert IFD.GPSInfo not in found
    assert not {Base.BodySerialNumber, Base.MakerNote} & set(found.get_ifd(IFD.Exif))
    place = read_again(carried(tags, None, 8, 6, with_place=True)).get_ifd(IFD.GPSInfo)
    assert (place[GPS.GPSLatitudeRef], [float(part) for part in place[GPS.GPSLatitude]]) == ("N", [52, 31, 12])


def test_a_date_that_is_known_otherwise_is_written_where_the_tags_do_not_say_it():
    for tags in (None, Image.Exif()):
        shot = read_again(carried(tags, "2021-07-03T12:30:00", 8, 6)).get_ifd(IFD.Exif)
        assert shot[Base.DateTimeOriginal] == "2021:07:03 12:30:00"


def test_what_cannot_be_written_again_is_left_out():
    odd = Image.Exif()
    odd[Base.Make], odd[Base.Copyright], odd[Base.Model] = 7.5, "c" * 70_000, ("a", object())
    shot = odd.get_ifd(IFD.Exif)
    shot[Base.FNumber], shot[Base.ISOSpeedRatings], shot[Base.Flash] = IFDRational(1, 0), 2**40, ()
    exif = carried(odd, None, 8, 6)
    found = read_again(exif)
    assert len(exif) < MOST_BYTES
    assert Base.Make not in found
    assert Base.Model not in found
    assert set(found[Base.Copyright]) == {"c"}
    assert not {Base.FNumber, Base.ISOSpeedRatings, Base.Flash} & set(found.get_ifd(IFD.Exif))
