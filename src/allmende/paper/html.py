"""HTML as values: what is not marked as HTML is text, and is escaped."""

from collections.abc import Sequence
from html import escape

VOID = {"meta"}


class Html(str):
    """Text that is HTML already."""


def element(name: str, /, *inside: str, **attributes: str) -> Html:
    """Return an element. Attributes are written as in Python: `class_`, `aria_label`."""
    spelled = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
    )
    if name in VOID:
        return Html(f"<{name}{spelled}>")
    return Html(f"<{name}{spelled}>{joined(inside)}</{name}>")


def joined(parts: Sequence[str]) -> Html:
    """Put parts one after the other."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def table(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    """Return a table whose first column names its rows; where it is too wide it scrolls."""
    head = element("tr", *(element("th", name, scope="col") for name in headings))
    body = [
        element("tr", element("th", name, scope="row"), *(element("td", cell) for cell in cells))
        for name, *cells in rows
    ]
    whole = element(
        "table", element("caption", caption), element("thead", head), element("tbody", *body)
    )
    return element("div", whole, class_="wide", tabindex="0", role="group", aria_label=caption)


def folded(summary: str, *inside: str) -> Html:
    """Return something that is shown when somebody asks for it."""
    return element("details", element("summary", summary), *inside)


def listing(items: Sequence[str]) -> Html:
    """Return a list."""
    return element("ul", *(element("li", item) for item in items))
