"""Random games on a GPU: the rules of the games as they are, in kernels that play many at once."""
