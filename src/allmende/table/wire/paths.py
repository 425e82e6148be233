"""Addresses that more than one room has to know."""

FILES = "/api/files"
BOARDS = "/boards"
