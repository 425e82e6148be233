"""A house in a world of its own: seeded time, order, threads, sockets and disk. What happens in an
evening follows from its seed alone, so that a failure can be looked at again and again."""
