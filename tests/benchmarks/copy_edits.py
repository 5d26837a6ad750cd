"""Twenty things that are done to photos, for benchmarks that look for the photo again."""

from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageOps

Edit = Callable[[Image.Image], Image.Image]
GREY, WHITE = (128, 128, 128), (255, 255, 255)


def _scaled(picture: Image.Image, by: float) -> Image.Image:
    size = (max(1, round(picture.width * by)), max(1, round(picture.height * by)))
    return picture.resize(size, Image.Resampling.LANCZOS)


def _tiny(picture: Image.Image) -> Image.Image:
    small = picture.copy()
    small.thumbnail((160, 160))
    return small


def _cropped(picture: Image.Image, share: float) -> Image.Image:
    """So much of the area is cut away, more on the left and at the top than on the other sides."""
    kept = (1 - share) ** 0.5
    width, height = round(picture.width * kept), round(picture.height * kept)
    left, top = round((picture.width - width) * 0.7), round((picture.height - height) * 0.6)
    return picture.crop((left, top, left + width, top + height))


def _watermarked(picture: Image.Image) -> Image.Image:
    marked = picture.copy()
    draw = ImageDraw.Draw(marked)
    size = max(12, picture.width // 8)
    at = (picture.width // 2, picture.height // 2)
    draw.text(at, "SAMPLE PHOTO", fill=WHITE, font_size=size, anchor="mm", stroke_width=2, stroke_fill=GREY)
    draw.text((4, picture.height - size), "© someone", fill=WHITE, font_size=size // 2)
    return marked


def _letterboxed(picture: Image.Image) -> Image.Image:
    """On a black 16:9 screen."""
    width = max(picture.width, round(picture.height * 16 / 9))
    return ImageOps.pad(picture, (width, round(width * 9 / 16)), color=(0, 0, 0))


def _screenshot(picture: Image.Image) -> Image.Image:
    """A viewer's window: bars above and below, a grey surround."""
    side, bar = picture.width // 8, picture.height // 10
    screen = Image.new("RGB", (picture.width + 2 * side, picture.height + 3 * bar), (40, 40, 44))
    draw = ImageDraw.Draw(screen)
    draw.rectangle((0, 0, screen.width, bar), fill=(225, 225, 230))
    draw.text((bar, bar // 4), "photo.jpg", fill=(20, 20, 20), font_size=max(8, bar // 2))
    screen.paste(picture, (side, bar + bar // 2))
    return screen


def _tilted(picture: Image.Image) -> Image.Image:
    return picture.rotate(3, Image.Resampling.BICUBIC, fillcolor=WHITE)


def _turned(how: Image.Transpose) -> Edit:
    return lambda picture: picture.transpose(how)


EDITS: dict[str, tuple[Edit, str, int]] = {  # with the ending it is saved under, and its quality
    "half the size": (lambda p: _scaled(p, 0.5), "jpg", 90),
    "thumbnail of 160": (_tiny, "jpg", 85),
    "JPEG quality 30": (lambda p: p, "jpg", 30),
    "JPEG quality 10": (lambda p: p, "jpg", 10),
    "WebP quality 50": (lambda p: p, "webp", 50),
    "grey": (lambda p: p.convert("L").convert("RGB"), "jpg", 90),
    "blurred": (lambda p: p.filter(ImageFilter.GaussianBlur(max(p.size) / 150)), "jpg", 90),
    "brighter": (lambda p: ImageEnhance.Brightness(p).enhance(1.4), "jpg", 90),
    "more contrast": (lambda p: ImageEnhance.Contrast(p).enhance(1.5), "jpg", 90),
    "watermark": (_watermarked, "jpg", 90),
    "white border": (lambda p: ImageOps.expand(p, max(p.size) // 16, WHITE), "jpg", 90),
    "letterbox": (_letterboxed, "jpg", 90),
    "screenshot": (_screenshot, "png", 0),
    "tilted by 3 degrees": (_tilted, "jpg", 90),
    "mirrored": (_turned(Image.Transpose.FLIP_LEFT_RIGHT), "jpg", 90),
    "turned by 90": (_turned(Image.Transpose.ROTATE_90), "jpg", 90),
    "turned by 180": (_turned(Image.Transpose.ROTATE_180), "jpg", 90),
    "cropped by 10 %": (lambda p: _cropped(p, 0.1), "jpg", 90),
    "cropped by 20 %": (lambda p: _cropped(p, 0.2), "jpg", 90),
    "cropped by 30 %": (lambda p: _cropped(p, 0.3), "jpg", 90),
    "cropped by 50 %": (lambda p: _cropped(p, 0.5), "jpg", 90),
}


def write_edits(photo: Path, place: Path) -> None:
    """Every edit of the photo, in a folder of its own below `place`."""
    with Image.open(photo) as opened:
        picture = ImageOps.exif_transpose(opened).convert("RGB")
    for name, (edit, ending, quality) in EDITS.items():
        folder = place / name
        folder.mkdir(parents=True, exist_ok=True)
        options = {"quality": quality} if quality else {}
        edit(picture).save(folder / f"{photo.stem}.{ending}", **options)
