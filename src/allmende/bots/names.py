"""What the bots are called. A name is the same in every language and needs no article, so that it
fits into any sentence, and tells of no animal, since the games are full of them."""

NAMES = {
    "calf": ("Momo", "Bibi", "Pippa", "Zita", "Jona"),
    "cow": ("Alma", "Lotte", "Wilma", "Resi", "Toni"),
    "bull": ("Bruno", "Hektor", "Oskar", "Greta", "Titus"),
    "fox": ("Vasco", "Ronja", "Silva", "Kasimir", "Fiete"),
    "owl": ("Minna", "Justus", "Selma", "Leander", "Edda"),
}
"""By level and seat: no two at a table have the same."""


def bot_name(level: str, seat: int) -> str:
    """Return the name of a bot of a level in a seat. A level that is not known here, as in a file
    from elsewhere, is its own name."""
    names = NAMES.get(level, (level,))
    return names[seat % len(names)]
