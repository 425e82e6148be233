"""Where the GPU is, or what is missing."""

from functools import cache
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np

from ..errors import AllmendeError
from ..rule import INTERPRETED

Kernel: TypeAlias = Any
"""What runs on the GPU: `kernel[blocks, threads](...)`."""

EXTRA = "pip install 'allmende[gpu]'"


class NoGpu(AllmendeError):
    """Something was to run on a GPU, and there is none that can be used."""


@cache
def the_gpu() -> Any:
    """Return the module `numba.cuda`, ready to call rules from kernels, or say what is missing."""
    if find_spec("numba_cuda") is None:
        raise NoGpu(f"a GPU needs numba-cuda, which is not installed; get it with: {EXTRA}")
    if not hasattr(np, "row_stack"):  # NumPy 2.5 has dropped a name that numba-cuda looks up
        np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]
    from numba import config, cuda

    config.CUDA_LOW_OCCUPANCY_WARNINGS = False  # a short run needs no full GPU
    if not cuda.is_available():
        raise NoGpu(f"no GPU of NVIDIA can be used here: {cuda_trouble(cuda)}")
    if not config.ENABLE_CUDASIM:
        if INTERPRETED:
            raise NoGpu("a GPU runs compiled rules only: go without ALLMENDE_INTERPRET")
        from .lowering import teach_the_compiler

        teach_the_compiler()
    return cuda


def has_gpu() -> bool:
    """Tell whether there is a GPU that can be used."""
    try:
        the_gpu()
    except NoGpu:
        return False
    return True


def cuda_trouble(cuda: Any) -> str:
    """Say in one line why CUDA does not work."""
    lines = str(cuda.cuda_error() or "no device is visible").split("\n")
    return next(line for line in reversed(lines) if line.strip(" :"))
