"""Nets that learned a game by playing themselves: what they look at, how they judge, their files.

`allmende train` makes them, with PyTorch; here they are read and used, without it.
"""
