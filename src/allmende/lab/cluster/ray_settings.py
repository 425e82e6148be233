"""Ray with settings of ours, which it reads when it is loaded: it says, shows and sends nothing by
itself."""

import os
import warnings

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing goes to its makers
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # how it will be, and no advice about it
    "RAY_worker_niceness": "0",  # as polite as other processes, and no more
}

for name, value in SETTINGS.items():
    os.environ.setdefault(name, value)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import ray
    import ray._private.worker
    import ray.exceptions

# It prints about each lost worker, among the results and whatever it is told about logs.
ray._private.worker.print_to_stdstream = lambda *said, **how: None

__all__ = ["ray"]
