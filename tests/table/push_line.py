"""The other side of a push service: the line that a real browser keeps open to it, by which it
subscribes and gets what was sent. Firefox speaks so, and lets itself be told where to call."""

import json
import threading
from typing import Any
from uuid import uuid4

from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from .clients import wait_for
from .post_office import HOST, PushService, encoded

Said = dict[str, Any]
SPOKEN = Subprotocol("push-notification")
FINE = 200


class Subscriber:
    """A subscription of the browser at the other end. Only that browser can read what is sent."""

    def __init__(self, line: "PushLine", said: Said) -> None:
        self.line = line
        self.name: str = said["channelID"]
        self.key: str = said["key"].rstrip("=")
        """Who alone may send, as the page has said it."""

    def opened(self, body: bytes) -> Said:
        """Hand a message on as it came."""
        sent = {
            "messageType": "notification",
            "channelID": self.name,
            "version": uuid4().hex,
            "data": encoded(body),
            "headers": {"encoding": "aes128gcm"},
        }
        self.line.say(sent)
        return sent


class PushLine:
    """Where a browser calls its push service."""

    def __init__(self, service: PushService) -> None:
        self.service = service
        self.subscribers: list[Subscriber] = []
        self.taken: list[Said] = []
        """What the browser says of messages that it got."""
        self.given_up: list[str] = []
        self.answers = {
            "hello": self.greet,
            "register": self.register,
            "unregister": self.unregister,
            "ack": self.note,
            "broadcast_subscribe": self.have_no_news,
        }
        # No pings: a browser on a busy machine may take its time.
        self.server = serve(self.listen, HOST, 0, subprotocols=[SPOKEN], ping_interval=None)
        self.address = f"ws://{HOST}:{self.server.socket.getsockname()[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def listen(self, connection: ServerConnection) -> None:
        """Answer a browser for as long as it stays."""
        self.connection = connection
        for text in connection:
            said = json.loads(text)
            answer = self.answers.get(said.get("messageType"))
            if answer is None:
                self.service.troubles.append(f"the browser says {said}")
            else:
                answer(said)

    def say(self, words: Said) -> None:
        self.connection.send(json.dumps(words))

    def greet(self, said: Said) -> None:
        name = said.get("uaid") or uuid4().hex
        self.say({"messageType": "hello", "status": FINE, "uaid": name, "use_webpush": True})

    def register(self, said: Said) -> None:
        """Subscribe: from now on what is posted to its address goes to this browser."""
        subscriber = Subscriber(self, said)
        self.subscribers.append(subscriber)
        path = f"/{subscriber.name}"
        self.service.browsers[path] = subscriber
        self.say(
            {
                "messageType": "register",
                "status": FINE,
                "channelID": subscriber.name,
                "pushEndpoint": f"https://{HOST}:{self.service.port}{path}",
            }
        )

    def unregister(self, said: Said) -> None:
        self.given_up.append(said["channelID"])
        self.say({"messageType": "unregister", "status": FINE, "channelID": said["channelID"]})

    def note(self, said: Said) -> None:
        self.taken += said["updates"]

    def have_no_news(self, said: Said) -> None:
        """Firefox may also ask for news of its maker, if that did not go with its greeting; nobody
        answers that, even where there are some."""

    def wait_for_taken(self, count: int) -> list[Said]:
        """Wait until the browser has got so many messages."""
        wait_for(lambda: len(self.taken) >= count or bool(self.service.troubles))
        assert self.service.troubles == []
        return self.taken

    def close(self) -> None:
        self.server.shutdown()
