"""Kuhfstein: landscapes of tiles, cards that put cows on them, and a track with bonuses."""

from pathlib import Path

from allmende.core.game import Game, Rules
from allmende.core.language import read_texts

from .equipment import EQUIPMENT
from .insight import INSIGHT
from .invariants import FLAWS, flaw
from .rules import MOVES, deal, legal, play
from .scoring import rank, score
from .secrets import veil
from .state import ENDINGS, OPTIONS, PHASES, RECORD
from .words import WORDS

game = Game(
    name="kuhfstein",
    version=1,
    seats=(2, 3, 4),
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
    equipment=EQUIPMENT,
    insight=INSIGHT,
)
