"""What travels about time, over the socket and over HTTP, as types."""

from typing import Literal, TypedDict


class Pacing(TypedDict):
    """How much time there is: so many seconds for each move, or for the whole game. With each
    decision a bonus is added, and each is free for a while. At zero a bot takes over, or the seat
    loses."""

    span: Literal["move", "game"]
    seconds: int
    bonus: int
    delay: int
    at_zero: Literal["bot", "lose"]
