"""The search that is led by a net: it tries first what the net would do, and instead of playing
imagined games to their end it asks the net how they will end."""
