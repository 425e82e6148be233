"""Stieren Versieren: bring bulls and cows with the same taste together at their favourite place."""

from allmende.core.game import Game, Rules, lessons_beside
from allmende.core.language import texts_beside

from .components import FEWEST_SEATS, MOST_SEATS
from .equipment import EQUIPMENT
from .imagination import imagine
from .insight import INSIGHT
from .invariants import FLAWS, flaw
from .numbering import MOVES
from .rules import deal, legal, play
from .scoring import rank, score
from .secrets import conceal, disguise
from .state import ENDINGS, OPTIONS, PHASES, RECORD
from .words import WORDS

game = Game(
    name="stieren_versieren",
    version=1,
    seats=tuple(range(FEWEST_SEATS, MOST_SEATS + 1)),
    record=RECORD,
    moves=MOVES,
    rules=Rules(
        deal=deal,
        legal=legal,
        play=play,
        score=score,
        rank=rank,
        flaw=flaw,
        conceal=conceal,
        imagine=imagine,
        disguise=disguise,
    ),
    words=WORDS,
    texts=texts_beside(__file__),
    endings=ENDINGS,
    flaws=FLAWS,
    phases=PHASES,
    options=OPTIONS,
    secrets=True,
    lessons=lessons_beside(__file__),
    equipment=EQUIPMENT,
    insight=INSIGHT,
)
