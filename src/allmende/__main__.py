"""`python -m allmende` is the command `allmende`."""

from allmende.cli import main

main()
