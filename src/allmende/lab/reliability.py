"""How true forecasts were: of those that said 30 %, did three in ten come true?"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from allmende.bots.calibration import Calibration

from .calibrate import calibrate
from .forecasts import Forecast

TENTHS = 10
ENOUGH_GAMES = 500
"""In fewer games than these what happened is too much luck to hold a forecast to it."""


@dataclass(frozen=True)
class Tenth:
    """All chances between two tenths: what was said on average, and what came true."""

    since: float
    games: int
    chances: int
    said: float
    won: float

    @property
    def off(self) -> float:
        """How far what was said is from what came true."""
        return abs(self.said - self.won)

    @property
    def counts(self) -> bool:
        """Whether there were enough games to tell."""
        return self.games >= ENOUGH_GAMES


@dataclass(frozen=True)
class Reliability:
    """How true the forecasts of a game were."""

    games: int
    positions: int
    brier: float
    """The mean square of how far chances were from what happened, over all seats: 0 is perfect."""
    plain_brier: float
    """The same for a search taken at its word."""
    fair_brier: float
    """The same for one who gives everybody the same chance."""
    tenths: tuple[Tenth, ...]

    @property
    def worst(self) -> float:
        """The largest difference between said and won, of the tenths that count."""
        return max((tenth.off for tenth in self.tenths if tenth.counts), default=0.0)

    def as_lines(self) -> str:
        """Write the reliability as lines of a file: the whole, then each tenth."""
        whole = {name: value for name, value in asdict(self).items() if name != "tenths"}
        return "".join(json.dumps(it) + "\n" for it in (whole, *map(asdict, self.tenths)))


def reliability_in(lines: Sequence[str]) -> Reliability:
    """Read what `as_lines` wrote."""
    whole, *tenths = map(json.loads, lines)
    return Reliability(**whole, tenths=tuple(Tenth(**tenth) for tenth in tenths))


def said_by(calibration: Calibration, forecast: Forecast) -> tuple[float, ...]:
    """Return the chances of all seats as a coach with this calibration says them."""
    shares = calibration.shares(forecast.thought, forecast.seat, forecast.best)
    return calibration.chances(forecast.ply, forecast.seat, shares)


def measure(forecasts: Sequence[Forecast], calibration: Calibration) -> Reliability:
    """Hold what a coach says with this calibration against what happened."""
    return compare(forecasts, [said_by(calibration, forecast) for forecast in forecasts])


def measure_crosswise(forecasts: Sequence[Forecast], games: int) -> Reliability:
    """Hold against what happened what a coach says that has seen the other half of the games."""
    first = [forecast for forecast in forecasts if forecast.game < games // 2]
    second = [forecast for forecast in forecasts if forecast.game >= games // 2]
    said = [
        said_by(calibration, forecast)
        for half, other in ((first, second), (second, first))
        for calibration in (calibrate(other),)
        for forecast in half
    ]
    return compare([*first, *second], said)


def compare(forecasts: Sequence[Forecast], said: Sequence[tuple[float, ...]]) -> Reliability:
    """Hold what was said against what happened."""
    plain = [said_by(Calibration(), forecast) for forecast in forecasts]
    fair = [(1 / forecast.seats,) * forecast.seats for forecast in forecasts]
    return Reliability(
        games=len({forecast.game for forecast in forecasts}),
        positions=len(forecasts),
        brier=brier(said, forecasts),
        plain_brier=brier(plain, forecasts),
        fair_brier=brier(fair, forecasts),
        tenths=tuple(tenths_of(said, forecasts)),
    )


def brier(said: Sequence[Sequence[float]], forecasts: Sequence[Forecast]) -> float:
    """Return the Brier score: the sum over the seats, the mean over the forecasts."""
    squares = [
        (chance - won) ** 2
        for chances, forecast in zip(said, forecasts, strict=True)
        for chance, won in zip(chances, forecast.won, strict=True)
    ]
    return round(sum(squares) / len(forecasts), 4)


def tenths_of(said: Sequence[Sequence[float]], forecasts: Sequence[Forecast]) -> list[Tenth]:
    """Sort the chances of all seats into tenths; those that nobody said are left out."""
    found: dict[int, list[tuple[int, float, float]]] = {}
    for chances, forecast in zip(said, forecasts, strict=True):
        for chance, won in zip(chances, forecast.won, strict=True):
            tenth = min(TENTHS - 1, int(chance * TENTHS))
            found.setdefault(tenth, []).append((forecast.game, chance, won))
    return [in_tenth(tenth, found[tenth]) for tenth in sorted(found)]


def in_tenth(tenth: int, found: Sequence[tuple[int, float, float]]) -> Tenth:
    """Sum up the chances of a tenth."""
    games, said, won = zip(*found, strict=True)
    return Tenth(
        since=tenth / TENTHS,
        games=len(set(games)),
        chances=len(found),
        said=round(sum(said) / len(found), 4),
        won=round(sum(won) / len(found), 4),
    )
