"""The GPU as one more target of the same rules: found if it is there, and taught what they need."""

from .device import Kernel, NoGpu, has_gpu, the_gpu
from .places import AUTO, CPU, GPU, PLACES, checked_place, chosen_place

__all__ = [
    "AUTO",
    "CPU",
    "GPU",
    "PLACES",
    "Kernel",
    "NoGpu",
    "checked_place",
    "chosen_place",
    "has_gpu",
    "the_gpu",
]
