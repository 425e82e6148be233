"""Where requests come in: which address leads where, and who may ask."""
