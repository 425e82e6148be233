"""Information-set Monte Carlo tree search, compiled for each game from its rules."""
