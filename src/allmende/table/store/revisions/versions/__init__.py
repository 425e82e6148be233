"""Revisions of the schema, one file each, from the first released schema on.

A revision is never changed once it is released: a change of the schema is a new file.
"""
