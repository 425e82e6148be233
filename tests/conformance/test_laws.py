"""Every law, on every game that registers, at every number of seats and with all options."""

import pytest

from allmende.conformance import LAWS, Case, Law
from tests.conformance.subjects import all_cases


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_law(law: Law, case: Case) -> None:
    law(case)
