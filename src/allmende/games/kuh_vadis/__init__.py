"""Kuh Vadis: throw cows and numbers, mark fields, and be the first to join three starts."""

from allmende.core.game import Game, Rules, lessons_beside
from allmende.core.language import texts_beside

from .components import SEATS
from .equipment import EQUIPMENT
from .insight import INSIGHT
from .invariants import FLAWS, flaw
from .numbering import MOVES
from .rules import deal, legal, play
from .scoring import rank, score
from .state import ENDINGS, OPTIONS, PHASES, RECORD
from .words import WORDS

game = Game(
    name="kuh_vadis",
    version=1,
    seats=(SEATS,),
    record=RECORD,
    moves=MOVES,
    rules=Rules(deal=deal, legal=legal, play=play, score=score, rank=rank, flaw=flaw),
    words=WORDS,
    texts=texts_beside(__file__),
    endings=ENDINGS,
    flaws=FLAWS,
    phases=PHASES,
    options=OPTIONS,
    lessons=lessons_beside(__file__),
    equipment=EQUIPMENT,
    insight=INSIGHT,
    seats_alike=True,
)
