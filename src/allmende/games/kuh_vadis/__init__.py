"""Kuh Vadis: throw cows and numbers, mark fields, and be the first to join three starts."""

from pathlib import Path

from allmende.core.game import Game, Rules
from allmende.core.language import read_texts

from .insight import INSIGHT
from .invariants import FLAWS, flaw
from .rules import MOVES, deal, legal, play, rank, score
from .sheets import EQUIPMENT
from .state import ENDINGS, OPTIONS, PHASES, RECORD, SEATS
from .words import WORDS

game = Game(
    name="kuh_vadis",
    version=1,
    seats=(SEATS,),
    record=RECORD,
    moves=MOVES,
    rules=Rules(deal=deal, legal=legal, play=play, score=score, rank=rank, flaw=flaw),
    words=WORDS,
    texts=read_texts(Path(__file__).parent / "text"),
    endings=ENDINGS,
    flaws=FLAWS,
    phases=PHASES,
    options=OPTIONS,
    equipment=EQUIPMENT,
    insight=INSIGHT,
)
