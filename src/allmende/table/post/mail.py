"""Mail: written for a person, and sent through the mail server of the house."""

import hashlib
import re
import smtplib
import ssl
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from typing import Any

from ..settings import Mail
from ..store.notice_facts import Letter, Mailbox
from .keys import CONFIRM, STOP, Keys
from .words import lines_of, said, subject_of

SECONDS_TO_ANSWER = 20.0
"""For each thing that a mail server is told."""
LONGEST_ADDRESS = 254
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
ADDRESS = re.compile(
    rf"[a-z0-9!#$%&'*+/=?^_`{{|}}~-][a-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{0,63}}@(?:{LABEL}\.)+{LABEL}"
)
PERMANENT = 500
"""From here on a mail server means it for good."""


UNSUBSCRIBE = "List-Unsubscribe"


class WholeLinks(EmailPolicy):
    """Writes headers as usual, but a link in one piece: a long word would be encoded otherwise, and
    no mail program looks for an address in there."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        """Write a header."""
        if name != UNSUBSCRIBE:
            return super().fold_binary(name, value)
        return f"{name}: {value}{self.linesep}".encode("ascii")


WHOLE_LINKS = WholeLinks(linesep="\r\n", cte_type="7bit")


class NotSent(Exception):
    """A mail could not be sent; `for_good` if it never will to this address."""

    def __init__(self, for_good: bool) -> None:
        super().__init__()
        self.for_good = for_good


def read_address(text: str) -> str | None:
    """Read an address for mail, in small letters; None if it is none."""
    found = text.strip().lower()
    return found if len(found) <= LONGEST_ADDRESS and ADDRESS.fullmatch(found) else None


def link(keys: Keys, origin: str, purpose: str, mailbox: Mailbox) -> str:
    """Write a link that does something about an address."""
    return f"{origin}/{purpose}/{mailbox.id}/{keys.token(purpose, mailbox.id)}"


def envelope(
    mail: Mail, keys: Keys, origin: str, mailbox: Mailbox, letters: Sequence[Letter]
) -> EmailMessage:
    """Begin a mail: from whom, to whom, and how to stop it with one click (RFC 8058). The same
    letters have the same name, so that a mailbox can tell that it has them already."""
    message = EmailMessage(WHOLE_LINKS)
    stamps = " ".join(sorted(letter.stamp for letter in letters))
    name = hashlib.sha256(f"{mailbox.id} {stamps}".encode()).hexdigest()[:32]
    message["From"] = f"Allmende <{mail.sender}>"
    message["To"] = mailbox.address
    message["Date"] = formatdate()
    message["Message-ID"] = f"<{name}@{mail.sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message[UNSUBSCRIBE] = f"<{link(keys, origin, STOP, mailbox)}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def news(
    mail: Mail, keys: Keys, origin: str, mailbox: Mailbox, letters: Sequence[tuple[Letter, str]]
) -> EmailMessage:
    """Write a mail with all that is new, each letter with its game."""
    language = mailbox.language
    message = envelope(mail, keys, origin, mailbox, [letter for letter, _ in letters])
    message["Subject"] = subject_of(letters, language)
    stop = said("mail.stop", language, url=link(keys, origin, STOP, mailbox))
    lines = lines_of(letters, language, origin)
    return filled(message, [*lines, said("mail.why", language, origin=origin), stop], language)


def question(mail: Mail, keys: Keys, origin: str, mailbox: Mailbox, letter: Letter) -> EmailMessage:
    """Write the mail that asks whether an address is right."""
    language = mailbox.language
    message = envelope(mail, keys, origin, mailbox, [letter])
    message["Subject"] = said("mail.confirm_subject", language)
    lines = [
        said("mail.confirm", language, origin=origin),
        "",
        link(keys, origin, CONFIRM, mailbox),
        "",
        said("mail.confirm_not", language, url=link(keys, origin, STOP, mailbox)),
    ]
    return filled(message, lines, language)


def filled(message: EmailMessage, lines: Sequence[str], language: str) -> EmailMessage:
    """Put lines into a mail, and say in which language they are."""
    message.set_content("\n".join([*lines, ""]))
    message["Content-Language"] = language
    return message


def send(mail: Mail, trusted: ssl.SSLContext, message: EmailMessage) -> None:
    """Hand a mail to the mail server of the house. Waits for it, so it belongs into a thread."""
    try:
        with connected(mail, trusted) as server:
            if mail.user is not None:
                server.login(mail.user, mail.password or "")
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _ in refused.recipients.values()]
        raise NotSent(for_good=all(code >= PERMANENT for code in codes)) from refused
    except (OSError, smtplib.SMTPException) as trouble:
        raise NotSent(for_good=False) from trouble


def connected(mail: Mail, trusted: ssl.SSLContext) -> smtplib.SMTP:
    """Connect to the mail server of the house."""
    if mail.security == "tls":
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=SECONDS_TO_ANSWER, context=trusted)
    server = smtplib.SMTP(mail.host, mail.port, timeout=SECONDS_TO_ANSWER)
    if mail.security == "starttls":
        try:
            server.starttls(context=trusted)
        except BaseException:
            server.close()
            raise
    return server
