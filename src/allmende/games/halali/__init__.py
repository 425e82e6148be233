"""Halali!: bears and foxes against hunters and lumberjacks in a wood of face-down tiles."""

from pathlib import Path

from allmende.core.game import Game, Rules
from allmende.core.language import read_texts

from .insight import INSIGHT
from .invariants import FLAWS, flaw
from .rules import MOVES, SEATS, deal, legal, play, rank, score, veil
from .state import ENDINGS, OPTIONS, PHASES, RECORD
from .words import WORDS

game = Game(
    name="halali",
    version=1,
    seats=(SEATS,),
    record=RECORD,
    moves=MOVES,
    rules=Rules(deal=deal, legal=legal, play=play, score=score, rank=rank, veil=veil, flaw=flaw),
    words=WORDS,
    texts=read_texts(Path(__file__).parent / "text"),
    endings=ENDINGS,
    flaws=FLAWS,
    phases=PHASES,
    options=OPTIONS,
    secrets=True,
    insight=INSIGHT,
)
