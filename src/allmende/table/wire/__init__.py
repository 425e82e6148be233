"""What travels: messages and answers, how they are read and how they are told."""
