"""Settings for all tests."""

from hypothesis import settings

# The first example of a test may compile a rule; how long that takes says nothing.
settings.register_profile("allmende", deadline=None)
settings.load_profile("allmende")
