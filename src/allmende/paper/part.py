"""A part of a report: what was found, in a plot, and in a table for those who cannot see it."""

from typing import NamedTuple

from .html import Html, element, joined

LONGEST_LABEL, SHORTEST_LABEL = 34, 10
"""A label that is put together of two has room for so much of the first at least."""


class Part(NamedTuple):
    """One question and its answer."""

    name: str
    title: str
    found: list[str]
    """What this run shows, in sentences; the first one also stands at the top of the report."""
    how: str
    """How it was measured."""
    shown: list[Html]

    def html(self) -> Html:
        """Write the part."""
        return element(
            "section",
            element("h2", self.title),
            *(element("p", sentence, class_="found") for sentence in self.found),
            *self.shown,
            element("p", self.how, class_="how"),
            id=self.name,
        )


def shortened(label: str, longest: int = LONGEST_LABEL) -> str:
    """Cut a label that leaves no room for its plot; the table has all of it."""
    return label if len(label) <= longest else label[: longest - 1].rstrip() + "…"


def beside(*parts: Html) -> Html:
    """Put plots and tables side by side where there is room."""
    return element("div", joined(parts), class_="beside")
