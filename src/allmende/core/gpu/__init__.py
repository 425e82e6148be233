"""The GPU as one more target of the same rules: found if it is there, and taught what they need."""

from .device import Kernel, NoGpu, has_gpu, the_gpu

__all__ = ["Kernel", "NoGpu", "has_gpu", "the_gpu"]
