"""The same games for learners: many tables at once, and the interfaces that researchers know."""

from .tables import Tables, Turn

__all__ = ["Tables", "Turn"]
