"""The legal moves of Kuhfstein once more, written from the rules alone and slowly: it reads only
what a seat sees and knows nothing of the record."""

from typing import Any

View = dict[str, Any]
Spot = tuple[int, int]

LETTERS = {"H": "hay", "M": "meadow", "F": "forest", "L": "lake", "B": "house"}


def neighbours(spot: Spot) -> set[Spot]:
    """The four spots that share a side."""
    row, column = spot
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def turns(grid: list[str]) -> list[dict[Spot, str]]:
    """The four ways to turn a card."""
    cells = {
        (r, c): sign for r, row in enumerate(grid) for c, sign in enumerate(row) if sign != "."
    }
    ways = []
    for _ in range(4):
        ways.append(cells)
        cells = {(column, -row): sign for (row, column), sign in cells.items()}
    return ways


class Layout:
    """One player's landscape as everybody sees it."""

    def __init__(self, player: View) -> None:
        self.player = player
        self.tiles = {(tile["row"], tile["column"]): tile for tile in player["tiles"]}
        self.names = {spot: tile["at"] for spot, tile in self.tiles.items()}

    def accepts(self, spot: Spot, sign: str) -> bool:
        """Whether a cell of a card may lie here."""
        tile = self.tiles.get(spot)
        if tile is None:
            return False
        return sign == "?" or (tile["landscape"] == LETTERS[sign] and not tile["cow"])

    def layings(self, card: View) -> set[frozenset[str]]:
        """The sets of fields that the cows of a card may stand on."""
        found = set()
        for cells in turns(card["grid"]):
            first = next(iter(cells))  # all cells lie on tiles, so this one does
            for row, column in self.tiles:
                down, right = row - first[0], column - first[1]
                moved = {(r + down, c + right): sign for (r, c), sign in cells.items()}
                if all(self.accepts(spot, sign) for spot, sign in moved.items()):
                    cows = [self.names[spot] for spot, sign in moved.items() if sign != "?"]
                    if len(cows) <= self.player["supply"]:
                        found.add(frozenset(cows))
        return found

    def free(self) -> set[Spot]:
        """The spots beside a tile, or the very first."""
        beside = {near for spot in self.tiles for near in neighbours(spot)}
        return beside - set(self.tiles) or {(0, 0)}

    def herds(self) -> set[frozenset[str]]:
        """The groups of cows side by side."""
        left = {spot for spot, tile in self.tiles.items() if tile["cow"]}
        herds = set()
        while left:
            herd = [left.pop()]
            for cow in herd:
                near = neighbours(cow) & left
                left -= near
                herd += near
            herds.add(frozenset(self.names[cow] for cow in herd))
        return herds

    def trees(self, placed: str) -> int:
        """How many squares with the new tile may bear a tree."""
        new = next(spot for spot, name in self.names.items() if name == placed)
        spots = {name: spot for spot, name in self.names.items()}
        corners = [spots[name] for name in self.player["trees"]]
        used = {spot for corner in corners for spot in square(corner)}
        count = 0
        for corner in ((new[0] - down, new[1] - right) for down in (0, 1) for right in (0, 1)):
            spots_here = square(corner)
            if all(spot in self.tiles for spot in spots_here) and not used & set(spots_here):
                kinds = {self.tiles[spot]["landscape"] for spot in spots_here}
                count += len(kinds) in (1, 4)
        return count


def square(corner: Spot) -> list[Spot]:
    """The four spots of a square."""
    row, column = corner
    return [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
