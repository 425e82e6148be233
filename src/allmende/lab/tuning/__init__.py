"""Tuning: finding an insight that plays better than the one that a game has."""
