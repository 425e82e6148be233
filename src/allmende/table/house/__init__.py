"""The house that holds it all: its lobby, the wishes of clients, its side door."""
