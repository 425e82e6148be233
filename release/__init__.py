"""Building a release and trying it out before anybody else does."""
