"""Laws about what the fields of a record say they are."""

import numpy as np

from allmende.core.fields import What
from allmende.core.record import fields_of, own_fields

from .case import Case, demand, played

GAMES = 40


def fields_are_as_declared(case: Case) -> None:
    """Every field says what it is, and in random games its values are that."""
    whats = fields_of(case.game.record)
    for name in own_fields(case.game.record):
        demand(name in whats, f"field '{name}' does not say what it is")
    for seed, _ in case.games_for("fields", case.share(GAMES * case.of)):
        records = played(case, seed).records
        for name, what in whats.items():
            values = records[name]
            if what.is_by_seat:
                values, absent = values[:, : case.seats], values[:, case.seats :]
                demand(is_constant(absent), f"field '{name}' changes for a seat that is not there")
            if what.left_out:
                demand(not what.is_component or is_constant(values), f"component '{name}' changes")
            else:
                is_as_declared(name, what, listed(records, what, values), case.seats)


def is_constant(values: np.ndarray) -> bool:
    """Tell whether values stay as they are from ply to ply."""
    return bool((values == values[:1]).all())


def listed(records: np.ndarray, what: What, values: np.ndarray) -> np.ndarray:
    """Leave out what stands behind the end of a list."""
    if not what.count:
        return values
    return values[np.arange(values.shape[1]) < records[what.count][:, None]]


def is_as_declared(name: str, what: What, values: np.ndarray, seats: int) -> None:
    """Demand that values are what the field says."""
    found = distinct(values)
    strange = found[~what.fits(found, seats)][:1].tolist()
    demand(not strange, f"field '{name}' says it is {what}, but holds {strange}")


def distinct(values: np.ndarray) -> np.ndarray:
    """Return each value once. Most are bytes, and of those there are few."""
    if values.itemsize > 1:
        return np.unique(values)
    found = np.zeros(256, np.bool_)
    found[np.ascontiguousarray(values).view(np.uint8)] = True
    return np.flatnonzero(found).astype(np.uint8).view(values.dtype)
