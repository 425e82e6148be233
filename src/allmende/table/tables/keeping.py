"""Keeping what is over: the game file of a finished game, which outlives its rules."""

from sqlalchemy.exc import SQLAlchemyError

from allmende.core import file

from ..background import beside
from ..log import Log
from ..store import statements
from ..store.scribe import Scribe
from .history import History


async def keep_game(table: str, history: History, scribe: Scribe, log: Log) -> None:
    """Keep the game file of a game that is over, unless it is kept already. It has no names, as
    people may take theirs back. The log is the truth: where this fails, nothing is lost yet."""
    version, match = history.version, history.match
    try:
        if await scribe.run(lambda c: statements.kept_game(c, table, version)) is None:
            text = await beside(lambda: file.write(match))
            await scribe.run(lambda c: statements.keep_game(c, table, version, text), about=table)
    except SQLAlchemyError as trouble:
        log.error("game file not kept", trouble, table=table)
