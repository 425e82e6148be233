"""What the house says about calling people, on the command line."""

import argparse
import os
import re
from pathlib import Path
from typing import TypeAlias

from allmende.core.errors import BadSetup

from ..settings import DEFAULT_SMTP_PORTS, Mail, Notices, Security

PASSWORD_VARIABLE = "ALLMENDE_SMTP_PASSWORD"
"""The variable that holds the password of the mail server; unlike arguments nobody else can read
it."""
Group: TypeAlias = "argparse._ArgumentGroup"


def ask_about_notices(group: Group) -> None:
    """Ask how people may be called who are not at their table."""
    standard = Notices()
    group.add_argument("--no-push", action="store_true", help="call nobody through push services")
    group.add_argument(
        "--push-after",
        type=float,
        default=standard.push_after,
        metavar="SECONDS",
        help="so long somebody may come by themselves before they are called (%(default)s)",
    )
    group.add_argument(
        "--push-network",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a push service of your own may be at this address or in this network, besides those "
        "with public addresses; repeatable",
    )
    group.add_argument(
        "--trust",
        type=Path,
        metavar="FILE",
        help="certificates (PEM) that push and mail servers may be signed with, besides those of "
        "the system",
    )
    group.add_argument(
        "--smtp",
        type=host_and_port,
        metavar="HOST[:PORT]",
        help="send mail through this server; needs --mail-from and --public-url (no mail)",
    )
    group.add_argument(
        "--smtp-security",
        choices=tuple(DEFAULT_SMTP_PORTS),
        default="starttls",
        help="how the connection to it is kept secret (%(default)s)",
    )
    group.add_argument("--smtp-user", metavar="NAME", help="sign in there under this name")
    group.add_argument(
        "--smtp-password-file",
        type=Path,
        metavar="FILE",
        help=f"the password stands in this file (in the variable {PASSWORD_VARIABLE})",
    )
    group.add_argument("--mail-from", metavar="ADDRESS", help="the sender of mails")
    group.add_argument(
        "--mail-after",
        type=float,
        default=standard.mail_after,
        metavar="SECONDS",
        help="so long news are gathered into one mail (%(default)s)",
    )


def notices_in(given: argparse.Namespace) -> Notices:
    """Read how people may be called, and refuse what does not fit together."""
    if given.trust is not None and not given.trust.is_file():
        raise BadSetup(f"--trust: there is no file {given.trust}")
    return Notices(
        push=not given.no_push,
        push_after=max(0.0, given.push_after),
        push_networks=tuple(given.push_network),
        mail=mail_in(given),
        mail_after=max(0.0, given.mail_after),
        trust=given.trust,
    )


def mail_in(given: argparse.Namespace) -> Mail | None:
    """Read how mail is sent, if it is."""
    if given.smtp is None:
        return None
    if given.mail_from is None or not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", given.mail_from):
        raise BadSetup("--smtp needs --mail-from: an address like table@games.example")
    if given.public_url is None:
        raise BadSetup("--smtp needs --public-url: the links in mails begin with it")
    security: Security = given.smtp_security
    host, port = given.smtp
    return Mail(
        host,
        port or DEFAULT_SMTP_PORTS[security],
        given.mail_from,
        security,
        given.smtp_user,
        password_in(given.smtp_password_file),
    )


def password_in(file: Path | None) -> str | None:
    """Read the password of the mail server."""
    if file is None:
        return os.environ.get(PASSWORD_VARIABLE) or None
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError as trouble:
        raise BadSetup(f"--smtp-password-file: {file}: {trouble.strerror}") from None


def host_and_port(text: str) -> tuple[str, int | None]:
    """Read where a mail server is, like mail.example:587."""
    found = re.fullmatch(r"([\w.-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?", text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no mail server; write it like mail.example:587"
        )
    return found[1].strip("[]"), int(found[2]) if found[2] else None
