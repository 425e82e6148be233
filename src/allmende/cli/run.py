"""Running a command: whatever goes wrong becomes one line and an exit code, never a traceback."""

import os
import sys
from collections.abc import Sequence

from .exit_codes import BAD_FILE, BAD_REQUEST, FINE, INTERRUPTED, READER_GONE

PROGRAM = "allmende"


def main() -> None:
    """Obey the command line and leave with its exit code."""
    tolerate_odd_streams()
    try:
        code = obey(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on, as in `allmende games | head -1`. Python must not try to write the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = READER_GONE
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        say_stopped()
    sys.exit(code)


def tolerate_odd_streams() -> None:
    """Write into the void where nobody listens, show a question mark for a character that the
    terminal does not have, and read past bytes that are no text."""
    # Closed streams, as in `allmende games >&-`, are None.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def obey(arguments: Sequence[str]) -> int:
    """Carry out a command and return the exit code."""
    # Imported here, so that an impatient Ctrl-C during the start is caught as well.
    from typer import TyperException
    from typer.main import get_command

    from allmende.core.errors import AllmendeError

    from .commands import app
    from .errors import BadFile

    try:
        code = get_command(app).main(args=list(arguments), prog_name=PROGRAM, standalone_mode=False)
    except TyperException as trouble:
        message = on_one_line(trouble.format_message())
        return complain(message[:1].lower() + message[1:], BAD_REQUEST)
    except BadFile as trouble:
        return complain(on_one_line(str(trouble)), BAD_FILE)
    except AllmendeError as trouble:
        return complain(on_one_line(str(trouble)), BAD_REQUEST)
    except Exception as trouble:
        from allmende.core.rule import RuleError

        if isinstance(trouble, RuleError):
            return complain(str(trouble), BAD_REQUEST)
        raise
    return code or FINE


def on_one_line(text: str) -> str:
    """Put a text on one line, whatever people have typed into it."""
    return " ".join(text.split())


def complain(reason: str, code: int) -> int:
    """Say what is wrong and return the exit code for it."""
    print(f"{PROGRAM}: {reason}", file=sys.stderr)
    return code


def say_stopped() -> None:
    """Confirm that the person stopped the command, on a line of its own behind their ^C."""
    print("\n" * sys.stderr.isatty() + f"{PROGRAM}: stopped", file=sys.stderr)
