"""What can be read: lessons, puzzles, game files, branches, pictures and boards."""
