"""With which code a command leaves."""

FINE, BAD_FILE, BAD_REQUEST, READER_GONE, INTERRUPTED = 0, 1, 2, 1, 130
