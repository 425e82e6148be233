"""Addresses that more than one room has to know."""

FILES = "/api/files"
BOARDS = "/boards"
STOP = "/stop"
"""Where mail is stopped; mail programs ask for it from outside of the page."""
