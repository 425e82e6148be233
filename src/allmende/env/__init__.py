"""The same games for learners: many tables at once, and the interfaces that researchers know."""
