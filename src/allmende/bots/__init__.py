"""Players that think. Each gets a sight, what its seat knows, and returns the number of a move."""
