"""What helps to think about Halali!: points tell early who is ahead."""

from allmende.core.insight import Insight

LEAD, HORIZON = 10.0, 15

INSIGHT = Insight(horizon=HORIZON, lead=LEAD)
