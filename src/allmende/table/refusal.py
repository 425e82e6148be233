"""The polite no: a message for people, and the status it has over HTTP."""

from allmende.core.language import Argument, Message

BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT = 400, 403, 404, 409
TOO_LARGE, WRONG_TYPE, WRONG_FIELD, TOO_MANY = 413, 415, 422, 429
BROKEN, CLOSING = 500, 503


class Refusal(Exception):
    """Something that is not done, and why. Nothing has changed when it is raised."""

    def __init__(self, key: str, status: int = CONFLICT, /, **args: Argument) -> None:
        super().__init__(key)
        self.message = Message(key, **args)
        self.status = status


class Because(Refusal):
    """A refusal for a reason that somebody else has put into words."""

    def __init__(self, message: Message, status: int = CONFLICT) -> None:
        super().__init__(message.key, status)
        self.message = message
