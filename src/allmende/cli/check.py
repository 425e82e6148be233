"""`allmende check`: does a game obey the laws that every game obeys?"""

import traceback

import typer

from allmende.conformance import LAWS, BrokenLaw, Case, Law, cases_of
from allmende.core.registry import find_game
from allmende.core.rule import RuleError

from .exit_codes import BAD_FILE


def check_game(name: str) -> None:
    """Try every law on every number of seats with all options; leave with 1 if one is broken."""
    find_game(name)
    broken = sum(check_case(case) for case in cases_of(name))
    if broken:
        print(f"{broken} of {len(LAWS) * len(cases_of(name))} laws are broken.")
        raise typer.Exit(BAD_FILE)
    print("The game obeys all laws.")


def check_case(case: Case) -> int:
    """Try every law on one case and return how many are broken."""
    print(f"{case}", flush=True)
    return sum(not obeys(law, case) for law in LAWS)


def obeys(law: Law, case: Case) -> bool:
    """Try one law, and show what broke it; a crash breaks it too, and is shown to its author."""
    name = law.__name__.replace("_", " ")
    try:
        law(case)
    except BrokenLaw as complaint:
        print(f"  BROKEN  {name}: {complaint}", flush=True)
        return False
    except RuleError:  # no law can be tried on rules that cannot be compiled
        raise
    except Exception:
        print(f"  BROKEN  {name}: it crashed\n{traceback.format_exc()}", flush=True)
        return False
    print(f"  ok      {name}", flush=True)
    return True
