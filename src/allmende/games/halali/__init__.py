"""Halali!: bears and foxes against hunters and lumberjacks in a wood of face-down tiles."""

from allmende.core.game import Game, Rules, lessons_beside
from allmende.core.language import texts_beside

from .components import SEATS
from .insight import INSIGHT
from .invariants import FLAWS, flaw
from .numbering import MOVES
from .rules import deal, legal, play
from .scoring import rank, score
from .secrets import conceal, imagine
from .state import ENDINGS, OPTIONS, PHASES, RECORD
from .words import WORDS

game = Game(
    name="halali",
    version=1,
    seats=(SEATS,),
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
    ),
    words=WORDS,
    texts=texts_beside(__file__),
    endings=ENDINGS,
    flaws=FLAWS,
    phases=PHASES,
    options=OPTIONS,
    secrets=True,
    lessons=lessons_beside(__file__),
    insight=INSIGHT,
)
