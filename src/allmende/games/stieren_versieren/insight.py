"""What helps to think about Stieren Versieren: courting is what brings points, talking comes before
it, and passing or swapping bulls mostly wastes an action."""

from allmende.core.insight import Insight

from .numbering import (
    ALONE,
    CHALLENGE,
    CHASE,
    COURT,
    DECLINE,
    DONE,
    EXTRA,
    JOIN,
    MOVE,
    PASS,
    SUPPORT,
    SWAP,
    TAKE_MATE,
    TALK,
)
from .numbering import (
    LEAD as LEAD_ALONG,
)

GROUPS = {
    "talk to a cow": range(TALK, MOVE),
    "move a bull": range(MOVE, CHASE),
    "chase a cow": range(CHASE, EXTRA),
    "bring an extra bull": range(EXTRA, COURT),
    "court": range(COURT, SWAP),
    "swap bulls": range(SWAP, PASS),
    "pass": [PASS],
    "go alone": [ALONE],
    "lead a cow along": range(LEAD_ALONG, TAKE_MATE),
    "take a mate along": range(TAKE_MATE, DECLINE),
    "decline a fight": [DECLINE],
    "challenge": range(CHALLENGE, JOIN),
    "join a fight": range(JOIN, SUPPORT),
    "support a fight": range(SUPPORT, DONE),
    "send nobody more": [DONE],
}
WEIGHTS = {
    "talk to a cow": 8,
    "move a bull": 4,
    "chase a cow": 4,
    "bring an extra bull": 2,
    "court": 128,
    "swap bulls": 2,
    "pass": 1,
    "go alone": 4,
    "lead a cow along": 1,
    "take a mate along": 4,
    "decline a fight": 4,
    "challenge": 4,
    "join a fight": 4,
    "support a fight": 8,
    "send nobody more": 4,
}
LEAD, HORIZON = 15.0, 20

INSIGHT = Insight(groups=GROUPS, weights=WEIGHTS, horizon=HORIZON, lead=LEAD)
