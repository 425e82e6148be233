"""The parts of a report, one file for each question."""
