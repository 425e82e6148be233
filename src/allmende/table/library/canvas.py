"""The canvas: turns what stands on an easel into a PNG."""

import io
import unicodedata
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from allmende.core.picture.easel import Box, Disc, Easel, Mark, Shape, Stroke, Words

FINER = 2
"""Everything is painted so many times larger and then made smaller, for smooth edges."""
FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "segoeui.ttf")
BOLD_FONTS = ("DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf", "LiberationSans-Bold.ttf", "segoeuib.ttf")
MORE_FONTS = ("Arial.ttf", "arial.ttf", "Helvetica.ttc")
SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "·": "-", "…": "..."})
"""How German is written where there are no such letters."""
ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def png(easel: Easel) -> bytes:
    """Return a picture as PNG."""
    size = (round(easel.width), round(easel.height))
    image = Image.new("RGB", (size[0] * FINER, size[1] * FINER), "white")
    draw = ImageDraw.Draw(image)
    for mark in easel.marks:
        paint(draw, mark)
    out = io.BytesIO()
    small = image.resize(size, Image.Resampling.BOX)
    small.quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def paint(draw: ImageDraw.ImageDraw, mark: Mark) -> None:
    """Paint a mark."""
    if isinstance(mark, Words):
        write(draw, mark)
    elif isinstance(mark, Shape):
        draw.polygon([(x * FINER, y * FINER) for x, y in mark.points], fill=mark.fill)
    elif isinstance(mark, Stroke):
        draw_stroke(draw, mark)
    elif isinstance(mark, Disc):
        draw_disc(draw, mark)
    else:
        draw_box(draw, mark)


def draw_box(draw: ImageDraw.ImageDraw, box: Box) -> None:
    """Paint a rectangle. Its edge lies half outside, as that of an SVG does."""
    half = box.thick / 2
    corners = (
        (box.x - half) * FINER,
        (box.y - half) * FINER,
        (box.x + box.width + half) * FINER - 1,
        (box.y + box.height + half) * FINER - 1,
    )
    width = max(1, round(box.thick * FINER)) if box.line else 0
    draw.rounded_rectangle(corners, box.round * FINER, box.fill, box.line, width)


def draw_disc(draw: ImageDraw.ImageDraw, disc: Disc) -> None:
    """Paint an ellipse."""
    across, down = disc.across + disc.thick / 2, disc.down + disc.thick / 2
    corners = (
        (disc.x - across) * FINER,
        (disc.y - down) * FINER,
        (disc.x + across) * FINER,
        (disc.y + down) * FINER,
    )
    width = max(1, round(disc.thick * FINER)) if disc.line else 0
    draw.ellipse(corners, disc.fill, disc.line, width)


def draw_stroke(draw: ImageDraw.ImageDraw, stroke: Stroke) -> None:
    """Paint a line with round ends."""
    points = [(x * FINER, y * FINER) for x, y in stroke.points]
    thick = max(1, round(stroke.thick * FINER))
    draw.line(points, stroke.line, thick, joint="curve")
    for x, y in (points[0], points[-1]):
        r = thick / 2
        draw.ellipse((x - r, y - r, x + r, y + r), stroke.line)


def write(draw: ImageDraw.ImageDraw, words: Words) -> None:
    """Write a line of text."""
    font, text = font_of(max(1, round(words.size * FINER)), words.bold), words.text
    if not has_letters(text):
        text = plain(text)
    draw.text((words.x * FINER, words.y * FINER), text, words.fill, font, ANCHORS[words.anchor])


@cache
def font_path(bold: bool) -> str | None:
    """Find a font of this machine, or None if it has none that we know."""
    for name in (*(BOLD_FONTS if bold else FONTS), *FONTS, *MORE_FONTS):
        try:
            return str(ImageFont.truetype(name, 10).path)
        except OSError:
            continue
    return None


def font_of(size: int, bold: bool) -> Font:
    """Return a font; the one that the library brings where this machine has none."""
    path = font_path(bold)
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(path, size)


def has_letters(text: str) -> bool:
    """Tell whether the font of this machine has the letters of a text, more or less."""
    return text.isascii() or font_path(False) is not None


def plain(text: str) -> str:
    """Write a text with the letters that every font has."""
    split = unicodedata.normalize("NFKD", text.translate(SPELLED_OUT))
    bare = "".join(letter for letter in split if not unicodedata.combining(letter))
    return bare.encode("ascii", "replace").decode()
