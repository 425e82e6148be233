"""Ray with settings of ours, read when it is loaded: it shows and sends nothing unasked."""

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
    import ray.exceptions

__all__ = ["ray"]
