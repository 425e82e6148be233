"""Work on a Ray cluster, which needs the extra `allmende[cluster]`."""

LOCAL = "local"
"""The address of a cluster that is started on this machine and ends with the work."""
