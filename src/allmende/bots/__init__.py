"""Players that think. Each gets a veiled record and a seat, and returns the number of a move."""
