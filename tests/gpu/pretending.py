"""A GPU that is not there: enough of one to compile for it."""

from types import SimpleNamespace
from typing import Any

HOPPER = (9, 0)


def pretended_gpu() -> Any:
    """Let kernels be compiled for a GPU in this process, whether there is one or not."""
    from numba import cuda
    from numba.cuda import dispatcher

    cuda.is_available = lambda: True
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=HOPPER)
    from allmende.core.gpu import the_gpu

    return the_gpu()
