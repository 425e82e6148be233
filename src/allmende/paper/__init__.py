"""What is written down for people to read, offline and on paper: the designer's report."""
