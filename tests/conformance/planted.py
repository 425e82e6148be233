"""Runs the suite, or one law of it, on the small game and prints the laws it breaks, as JSON."""

import json
import sys
import traceback

from allmende.conformance import LAWS, BrokenLaw, cases_of
from tests.conformance.golden import node_counts_are_as_recorded
from tests.conformance.subjects import SMALL_GAME


def main() -> None:
    """Print the names of the broken laws with the first complaint of each."""
    wanted = set(sys.argv[1:])
    laws = (*LAWS, node_counts_are_as_recorded)
    broken: dict[str, str] = {}
    for case in cases_of(SMALL_GAME):
        for law in laws:
            if wanted and law.__name__ not in wanted:
                continue
            try:
                law(case)
            except BrokenLaw as complaint:
                broken.setdefault(law.__name__, str(complaint))
            except Exception:
                broken.setdefault(law.__name__, traceback.format_exc(limit=-2))
    print(json.dumps(broken))


if __name__ == "__main__":
    main()
