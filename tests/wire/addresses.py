"""What is asked and answered at each address; holds what travels against what is declared."""

import re
from typing import Any, NamedTuple

from allmende.core.registry import game_named, known_games
from allmende.table.wire import answers, meeting, notices, persons
from allmende.table.wire.messages import FromPage, FromServer

from .fitting import misfits

NO_BODY = None


class Address(NamedTuple):
    """Where something can be asked for, with what, and what the answer is."""

    method: str
    path: str
    body: Any
    answer: Any


ADDRESSES = (
    Address("GET", "/healthz", NO_BODY, answers.Health),
    Address("GET", "/api/door", NO_BODY, answers.Door),
    Address("POST", "/api/door", answers.DoorWish, answers.Door),
    Address("GET", "/api/games", NO_BODY, answers.Games),
    Address("GET", "/api/games/{game}/ready", NO_BODY, answers.Readiness),
    Address("GET", "/api/texts/{language}", NO_BODY, answers.Texts),
    Address("GET", "/api/lessons/{game}", NO_BODY, answers.Lesson),
    Address("POST", "/api/lessons/{game}/why", answers.LessonWhyWish, answers.Reason),
    Address("GET", "/api/puzzles/{game}/{puzzle}", NO_BODY, answers.Puzzle),
    Address("POST", "/api/puzzles/{game}/{puzzle}/why", answers.PuzzleWhyWish, answers.Reason),
    Address("POST", "/api/tables", answers.TableWish, answers.NewTable),
    Address("GET", "/api/tables", NO_BODY, answers.Tables),
    Address("GET", "/api/tables/{table}", NO_BODY, answers.Gathering),
    Address("POST", "/api/tables/{table}/join", answers.JoinWish, answers.Joined),
    Address("POST", "/api/tables/{table}/invites", answers.Nothing, answers.Invites),
    Address("POST", "/api/tables/{table}/seats/{seat}/device", answers.Nothing, answers.DeviceLink),
    Address("POST", "/api/tables/{table}/devices", answers.DeviceWish, answers.Joined),
    Address("POST", "/api/tables/{table}/seats/{seat}/revoke", answers.Nothing, answers.NewInvite),
    Address("GET", "/api/tables/{table}/past", NO_BODY, answers.Outline | answers.Frames),
    Address("POST", "/api/tables/{table}/branch", answers.BranchWish, answers.NewBranch),
    Address("POST", "/api/files", answers.FileWish, answers.NewFile),
    Address("GET", "/api/files/{file}/past", NO_BODY, answers.Outline | answers.Frames),
    Address("GET", "/api/files/{file}/review", NO_BODY, answers.Review),
    Address("GET", "/api/files/{file}/branch", NO_BODY, answers.Branch),
    Address("GET", "/api/files/{file}/coach", NO_BODY, answers.Advice),
    Address("POST", "/api/files/{file}/why", answers.BranchWhyWish, answers.Reason),
    Address("GET", "/api/tables/{table}/review", NO_BODY, answers.Review),
    Address("GET", "/api/tables/{table}/stored", NO_BODY, answers.StoredTable),
    Address("POST", "/api/tables/{table}/remove", answers.Nothing, answers.Removed),
    Address("POST", "/api/tables/remove", answers.Nothing, answers.RemovedAll),
    Address("POST", "/api/tables/{table}/come", answers.Nothing, persons.Came),
    Address("GET", "/api/me", NO_BODY, persons.Me),
    Address("POST", "/api/me/code", persons.DeviceName, persons.DeviceCode),
    Address("POST", "/api/me/join", persons.CodeWish, persons.Me),
    Address("POST", "/api/me/devices/{id}/drop", answers.Nothing, persons.Me),
    Address("POST", "/api/me/passkeys/options", persons.DeviceName, persons.PasskeyOptions),
    Address("POST", "/api/me/passkeys", persons.PasskeyAnswer, persons.Me),
    Address("POST", "/api/me/passkeys/{id}/drop", answers.Nothing, persons.Me),
    Address("POST", "/api/me/signin/options", answers.Nothing, persons.PasskeyOptions),
    Address("POST", "/api/me/signin", persons.PasskeyAnswer, persons.Me),
    Address("POST", "/api/me/forget", answers.Nothing, persons.Forgotten),
    Address("GET", "/api/keeping", NO_BODY, answers.Keeping),
    Address("GET", "/api/lobby", NO_BODY, meeting.OpenSeats),
    Address("POST", "/api/lobby/play", meeting.PlayNowWish, meeting.Company),
    Address("POST", "/api/lobby/tables/{table}/sit", meeting.SitWish, answers.Joined),
    Address("GET", "/api/blocks", NO_BODY, meeting.Blocks),
    Address("POST", "/api/blocks/{ref}/lift", answers.Nothing, meeting.Blocks),
    Address("POST", "/api/tables/{table}/seats/{seat}/block", answers.Nothing, answers.Nothing),
    Address("POST", "/api/tables/{table}/seats/{seat}/report", meeting.ReportWish, answers.Nothing),
    Address("GET", "/api/vacation", NO_BODY, meeting.Vacation),
    Address("POST", "/api/vacation", meeting.VacationWish, meeting.Vacation),
    Address("GET", "/api/statistics", NO_BODY, answers.Statistics),
    Address("POST", "/api/statistics/forget", answers.Nothing, answers.Nothing),
    Address("GET", "/api/notices", NO_BODY, notices.NoticesSeen),
    Address("POST", "/api/notices/push", notices.PushWish, notices.NoticesSeen),
    Address("POST", "/api/notices/push/remove", notices.PushEnd, notices.NoticesSeen),
    Address("POST", "/api/notices/mail", notices.MailWish, notices.NoticesSeen),
    Address("POST", "/api/notices/mail/{box}/pace", notices.PaceWish, notices.NoticesSeen),
    Address("POST", "/api/notices/mail/{box}/remove", answers.Nothing, notices.NoticesSeen),
    Address("POST", "/api/notices/kinds", notices.KindsWish, notices.NoticesSeen),
    Address("POST", "/api/notices/quiet", notices.QuietSeen, notices.NoticesSeen),
    Address("POST", "/api/notices/forget", answers.Nothing, notices.NoticesSeen),
    Address("POST", "/api/notices/confirm/{box}/{token}", answers.Nothing, answers.Nothing),
)


def address_of(method: str, path: str) -> Address | None:
    """Find the declared address of a request."""
    bare = path.partition("?")[0]
    for address in ADDRESSES:
        pattern = re.sub(r"\{\w+\}", "[^/]+", address.path)
        if address.method == method and re.fullmatch(pattern, bare):
            return address
    return None


def check_answer(method: str, path: str, body: Any, status: int, answer: Any) -> None:
    """Demand that an answer, and what was asked if that was accepted, fit what is declared."""
    if status >= 400 and path != "/healthz":
        fits(answer, answers.Failure)
        return
    address = address_of(method, path)
    if address is None:
        return
    fits(answer, address.answer)
    if address.body is not NO_BODY:
        fits(body, address.body)


def check_message(message: Any, game: str | None = None) -> None:
    """Demand that a message of the table fits, with the views and moves of its game."""
    fits(message, FromServer)
    check_inside(message, game or game_in(message))


def check_wish(wish: Any) -> None:
    """Demand that a wish that was accepted is a declared one."""
    fits(wish, FromPage)


def game_in(message: Any) -> str | None:
    """Find the game that a message is about."""
    first: Any = next(iter(message.get("frames", [])), {})
    views = message.get("views") or first.get("views", {})
    return next((view["game"] for view in views.values()), None)


def check_inside(message: Any, game: str | None) -> None:
    """Demand that the views and moves in a message are those of the game."""
    if game not in known_games():
        return
    shapes = game_named(game).words.shapes
    assert shapes is not None
    for view in message.get("views", {}).values():
        fits(view, shapes.view)
    for moves in message.get("legal", {}).values():
        for move in moves:
            fits(move["data"], shapes.move)
    if message.get("last"):
        fits(message["last"]["data"], shapes.move)


def fits(value: Any, shape: Any) -> None:
    """Demand that data fits a shape."""
    found = misfits(value, shape)
    assert not found, "\n".join(found[:10])
