"""Work on a Ray cluster, which needs the extra `allmende[cluster]`."""
