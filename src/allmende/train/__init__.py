"""Training: a net learns a game by playing itself, from the rules alone. Needs PyTorch.

    settings    what a training is: the game, the seed, how many tables, for how long
    net         the net in PyTorch: the same layers as in `bots/nets`, which play without it
    company     who sits at the tables: the usual game, and in turn all other numbers of seats
                and options
    openings    first moves that chance makes, so that a net does not only see what it would do
    playing     a round of self-play: some decisions at every table, and what came of them
    worth       what a game was worth to each seat: places, points, or a lead first
    learning    what is learned from a round (PPO)
    looking     how strong it has become: against chance, its own past, and a level that searches
    keeping     the folder of a training: checkpoint, net, log and curve
    run         all of it, round by round, until the end or a kill, and on from there

`allmende train` is the command; docs/training.md says how to use it and what came of it.
"""
