"""What a designer wants to know about a game, measured: who wins, how long, how early that is
known, what is used and what not, how much is skill and how much is luck. No words, no drawings:
those are made of it in `allmende.paper`."""
