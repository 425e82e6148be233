"""What clients may ask for over a socket. Every wish gets an answer."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from allmende.bots.levels import levels_of

from ..background import beside
from ..limits import CHAT_LENGTH, ID_LENGTH, MESSAGE_BYTES, MOST_SEATS, NAME_LENGTH
from ..refusal import TOO_LARGE, TOO_MANY, Refusal
from ..tables import agreeing, ahead, holders, people, turns
from ..tables.room import Room
from ..thinkers import hints
from ..thinkers.bots import Question
from ..wire import telling
from ..wire.fields import Fields, parse
from ..wire.messages import Ack, Ahead, Answer, Earlier, Why
from ..wire.socket import Connection
from .lobby import Lobby

MOST_MOVES = 2**31 - 1
DEVICE_PART = 16
LONG_ANSWERS = ("earlier", "hint", "ahead")
"""Those that take some milliseconds to write."""


@dataclass(frozen=True)
class Wish:
    """Something a client asks for: who, where, and with which id."""

    lobby: Lobby
    room: Room
    connection: Connection
    fields: Fields
    id: str

    @property
    def client(self) -> str:
        """The id, told apart from the same id of another device."""
        return f"{(self.connection.keeper or '')[:DEVICE_PART]}:{self.id}"

    def seat(self) -> int:
        """Read which seat it is about."""
        return self.fields.whole("seat", 0, self.room.deal.seats - 1)

    def version(self) -> int:
        """Read the version that the player saw."""
        return self.fields.whole("version", -1, MOST_MOVES)

    def ack(self, version: int | None = None) -> Ack:
        """Answer that it is done."""
        return telling.ack(self.id, self.room.history.version if version is None else version)


async def move(wish: Wish) -> Ack:
    """Make a move."""
    version, seat = wish.version(), wish.seat()
    number = wish.fields.whole("n", 0, MOST_MOVES)
    thought = wish.fields.whole("thought", 0, MOST_MOVES) if "thought" in wish.fields.left else None
    wish.fields.close()
    device, room = wish.connection.device, wish.room
    return wish.ack(await turns.move(room, device, seat, number, version, wish.client, thought))


async def undo(wish: Wish) -> Ack:
    """Take back."""
    version, count = wish.version(), wish.fields.whole("moves", 1, MOST_MOVES, 1)
    wish.fields.close()
    return wish.ack(
        await turns.undo(wish.room, wish.connection.device, count, version, wish.client)
    )


async def why(wish: Wish) -> Why:
    """Say why a move is not possible."""
    seat, move = wish.seat(), wish.fields.take("move")
    wish.fields.close()
    if not isinstance(move, str | dict):
        raise Refusal("table.not_a_move")
    wish.room.own_chair(wish.connection.device, seat)
    wish.room.check_dealt()
    if not wish.lobby.house.questions.take(wish.connection.caller):
        raise Refusal("table.ask_slower")
    return {"type": "why", "id": wish.id, "reason": wish.room.scene.why_not(move, seat)}


async def earlier(wish: Wish) -> Earlier:
    """Tell an earlier part of the story."""
    before = wish.fields.whole("before", 1, MOST_MOVES)
    wish.fields.close()
    if not wish.lobby.house.stories.take(wish.connection.caller):
        raise Refusal("table.ask_slower")
    you = wish.room.held_by(wish.connection.device)
    entries = await wish.room.story_before(you, before)
    return {"type": "earlier", "id": wish.id, "entries": entries}


async def hint(wish: Wish) -> Answer:
    """Say which moves are good, step by step or all at once."""
    seat, room = wish.seat(), wish.room
    step = wish.fields.choice("step", hints.STEPS, hints.REASON)
    wish.fields.close()
    room.own_chair(wish.connection.device, seat)
    if not room.deal.hints:
        raise Refusal("table.no_hints")
    if seat not in room.to_act:
        raise Refusal("table.hint_later")
    thinkers, version, legal = wish.lobby.thinkers, room.history.version, room.scene.legal(seat)
    # The hash tells apart what a table dealt and what it dealt before.
    question = Question(f"{room.deal.id} {telling.promise(room.deal)}", seat, version)
    caller = wish.connection.caller
    if not thinkers.has_advice(question) and not wish.lobby.house.hints.take(caller):
        raise Refusal("table.ask_slower")
    advice = await thinkers.advise(question, room.history.match, caller)
    return hints.answer(advice, step, legal, wish.id, version)


async def say(wish: Wish) -> Ack:
    """Say something to the table."""
    text = wish.fields.text("text", CHAT_LENGTH)
    seat = wish.fields.whole("seat", 0, MOST_SEATS, 0) if "seat" in wish.fields.left else None
    wish.fields.close()
    await people.say(wish.room, wish.connection.device, seat, text, wish.client)
    return wish.ack()


async def rename(wish: Wish) -> Ack:
    """Take another name."""
    seat, name = wish.seat(), wish.fields.text("name", NAME_LENGTH)
    wish.fields.close()
    wish.lobby.openings.check_name(wish.room, name)
    await people.rename(wish.room, wish.connection.device, seat, name)
    return wish.ack()


async def let_bot_play(wish: Wish) -> Ack:
    """Let a bot play for a seat."""
    levels = levels_of(wish.room.history.game)
    seat, level = wish.seat(), wish.fields.choice("level", levels)
    wish.fields.close()
    await people.let_bot_play(wish.room, wish.connection.keeper, seat, level)
    return wish.ack()


async def come_back(wish: Wish) -> Ack:
    """Take a seat back from the bot."""
    seat = wish.seat()
    wish.fields.close()
    await people.come_back(wish.room, wish.connection.device, seat)
    return wish.ack()


async def resign(wish: Wish) -> Ack:
    """Give up."""
    seat = wish.seat()
    wish.fields.close()
    return wish.ack(await turns.resign(wish.room, wish.connection.device, seat, wish.client))


async def leave(wish: Wish) -> Ack:
    """Give a seat back."""
    seat = wish.seat()
    wish.fields.close()
    await holders.leave(wish.room, wish.connection.device, seat)
    return wish.ack()


async def be_alone(wish: Wish) -> Ack:
    """Drop the devices that came to a seat by a link."""
    seat = wish.seat()
    wish.fields.close()
    await holders.be_alone(wish.room, wish.connection.device, seat)
    return wish.ack()


async def talk(wish: Wish) -> Ack:
    """Want to talk with strangers, or not."""
    seat, on = wish.seat(), wish.fields.flag("on")
    wish.fields.close()
    await people.want_to_talk(wish.room, wish.connection.device, seat, on)
    return wish.ack()


async def look(wish: Wish) -> Ack:
    """Note whether the page is in sight."""
    on = wish.fields.flag("on")
    wish.fields.close()
    room, connection = wish.room, wish.connection
    if not wish.lobby.house.glances.take(connection.caller):
        raise Refusal("table.ask_slower")
    room.look(connection, on)
    if on and room.held_by(connection.device):
        await wish.lobby.postman.has_come(room.deal.id, connection.device)
    return wish.ack()


async def look_ahead(wish: Wish) -> Ahead:
    """Say which moves a seat may plan before its turn."""
    seat, room = wish.seat(), wish.room
    wish.fields.close()
    room.own_chair(wish.connection.device, seat)
    room.check_dealt()
    if not wish.lobby.house.stories.take(wish.connection.caller):
        raise Refusal("table.ask_slower")
    moves = await room.quietly(lambda: ahead.moves_to_come(room.scene, seat))
    return {"type": "ahead", "id": wish.id, "version": room.history.version, "moves": moves}


async def propose(wish: Wish) -> Ack:
    """Propose to give a seat to somebody else."""
    seat = wish.seat()
    wish.fields.close()
    await agreeing.propose(wish.room, wish.connection.keeper, seat)
    return wish.ack()


async def vote(wish: Wish) -> Ack:
    """Say yes or no to a proposal."""
    seat, agree = wish.seat(), wish.fields.flag("agree")
    wish.fields.close()
    await agreeing.vote(wish.room, wish.connection.keeper, seat, agree)
    return wish.ack()


async def rematch(wish: Wish) -> Ack:
    """Play again."""
    wish.fields.close()
    if not wish.lobby.house.new_tables.take(wish.connection.caller):
        raise Refusal("table.too_many_tables", TOO_MANY)
    await wish.lobby.new_tables.rematch(wish.room, wish.connection.keeper)
    return wish.ack()


WISHES: dict[str, Callable[[Wish], Awaitable[Answer]]] = {
    "move": move,
    "undo": undo,
    "why": why,
    "earlier": earlier,
    "hint": hint,
    "say": say,
    "rename": rename,
    "bot": let_bot_play,
    "return": come_back,
    "resign": resign,
    "leave": leave,
    "alone": be_alone,
    "talk": talk,
    "look": look,
    "ahead": look_ahead,
    "propose": propose,
    "vote": vote,
    "rematch": rematch,
}


async def obey(lobby: Lobby, room: Room, connection: Connection, content: str | bytes) -> None:
    """Read a message, do what it asks, and answer. A hint takes a while: the next message need not
    wait for it."""
    asked: str | None = None
    try:
        if len(content.encode() if isinstance(content, str) else content) > MESSAGE_BYTES:
            raise Refusal("table.too_long", TOO_LARGE, most=MESSAGE_BYTES)
        fields = parse(content)
        asked = fields.text("id", ID_LENGTH)
        do = fields.choice("do", tuple(WISHES))
    except Refusal as refusal:
        lobby.house.metrics.refusals_total.add(refusal.message.key)
        connection.send(telling.encoded(telling.no(asked, refusal.message)))
        return
    lobby.house.metrics.messages_total.add(do)
    fulfilling = fulfil(WISHES[do], Wish(lobby, room, connection, fields, asked))
    if WISHES[do] is hint:
        connection.beside(fulfilling)
    else:
        await fulfilling


async def fulfil(do: Callable[[Wish], Awaitable[Answer]], wish: Wish) -> None:
    """Do what is asked and answer, whatever happens."""
    house = wish.lobby.house
    answer: Answer
    try:
        answer = await do(wish)
    except Refusal as refusal:
        house.metrics.refusals_total.add(refusal.message.key)
        answer = telling.no(wish.id, refusal.message)
    except Exception as trouble:
        house.metrics.failures_total.add()
        house.log.error("wish failed", trouble, table=wish.room.deal.id)
        answer = telling.no(wish.id, Refusal("table.broken").message)
    is_long = answer["type"] in LONG_ANSWERS
    text = await beside(lambda: telling.encoded(answer)) if is_long else telling.encoded(answer)
    wish.connection.send(text)
