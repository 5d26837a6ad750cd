"""Faces drawn on the spot, with open eyes or shut ones: nobody's, and enough like one to be found."""

from pathlib import Path

from PIL import ExifTags, Image, ImageDraw, ImageFilter

SKIN, SHADE, HAIR, LIPS = (224, 178, 150), (196, 142, 116), (70, 45, 30), (176, 84, 84)
SIDE = 400  # of a drawn face, in pixels


def drawn_face(open_eyes: bool) -> Image.Image:
    picture = Image.new("RGB", (SIDE, SIDE), (120, 150, 170))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((85, 25, 315, 330), fill=HAIR)
    draw.rectangle((165, 310, 235, 400), fill=SHADE)
    draw.ellipse((105, 60, 295, 350), fill=SKIN)
    draw.ellipse((92, 180, 116, 240), fill=SHADE)
    draw.ellipse((284, 180, 308, 240), fill=SHADE)
    draw.chord((100, 35, 300, 200), 180, 360, fill=HAIR)
    for x in (155, 245):
        draw.ellipse((x - 30, 168, x + 30, 216), fill=(212, 160, 134))
        draw.line([(x - 28, 162), (x - 8, 154), (x + 26, 160)], fill=HAIR, width=7, joint="curve")
        if open_eyes:
            _open_eye(draw, x)
        else:
            draw.arc((x - 24, 176, x + 24, 206), 15, 165, fill=(60, 35, 30), width=5)
    draw.polygon([(200, 190), (184, 250), (216, 250)], fill=(214, 164, 138))
    draw.ellipse((180, 240, 220, 262), fill=(208, 154, 128))
    draw.ellipse((184, 250, 194, 260), fill=(120, 70, 60))
    draw.ellipse((206, 250, 216, 260), fill=(120, 70, 60))
    draw.ellipse((166, 282, 234, 308), fill=LIPS)
    draw.line([(168, 294), (200, 298), (232, 294)], fill=(110, 45, 50), width=3)
    return picture.filter(ImageFilter.GaussianBlur(2))


def write_burst(folder: Path) -> None:
    """Shut eyes in the sharpest picture, open ones in two that are less sharp."""
    soft = ImageFilter.GaussianBlur(2)
    pictures = {
        "shut": drawn_face(open_eyes=False),
        "open": drawn_face(open_eyes=True).filter(soft),
        "softer": drawn_face(open_eyes=True).filter(soft).filter(soft),
    }
    for second, (name, picture) in enumerate(pictures.items()):
        exif = Image.Exif()
        exif[ExifTags.Base.Model] = "Pinhole 3"
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = f"2021:07:03 12:30:0{second}"
        picture.save(folder / f"{name}.jpg", quality=95, exif=exif)


def _open_eye(draw: ImageDraw.ImageDraw, x: int) -> None:
    draw.ellipse((x - 24, 178, x + 24, 206), fill=(245, 242, 240))
    draw.ellipse((x - 13, 178, x + 13, 206), fill=(80, 60, 40))
    draw.ellipse((x - 6, 185, x + 6, 198), fill=(10, 10, 10))
    draw.ellipse((x + 2, 183, x + 7, 188), fill=(255, 255, 255))
    draw.arc((x - 25, 176, x + 25, 208), 180, 360, fill=(50, 30, 25), width=5)
