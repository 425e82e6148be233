"""The post: what calls people to a table they do not look at, by push and by mail."""
