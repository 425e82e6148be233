"""What is kept: the database, its thread and the lock of its folder."""
