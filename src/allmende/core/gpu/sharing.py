"""Arrays in the memory of the GPU that other libraries share."""

from typing import Any

import numpy as np
from numba import config
from numpy.typing import DTypeLike

from .device import the_gpu
from .dlpack import ON_CUDA, Memory, capsule_of

cuda = the_gpu()

# The simulator keeps its arrays in plain memory.
DeviceArray: Any = np.ndarray if config.ENABLE_CUDASIM else cuda.cudadrv.devicearray.DeviceNDArray


class SharedArray(DeviceArray):  # type: ignore[misc]
    """An array on the GPU that speaks DLPack beside `__cuda_array_interface__`. Whoever fills it
    waits until that is done, so it is ready for everybody."""

    def __dlpack__(self, *, stream: Any = None, copy: bool | None = None, **wishes: Any) -> Any:
        """Lend the memory."""
        if copy:
            raise BufferError("this memory is lent and not copied: go without copy=True")
        address = self.device_ctypes_pointer.value or 0
        return capsule_of(
            Memory(address, self.shape, self.dtype, self.__dlpack_device__(), self.gpu_data)
        )

    def __dlpack_device__(self) -> tuple[int, int]:
        """Say where the memory is."""
        return ON_CUDA, cuda.get_current_device().id


def shared_zeros(shape: tuple[int, ...], dtype: DTypeLike) -> Any:
    """Return an array of zeros on the GPU."""
    zeros = np.zeros(shape, dtype)
    if config.ENABLE_CUDASIM:
        return cuda.to_device(zeros)
    shared = SharedArray(shape, zeros.strides, zeros.dtype)
    shared.copy_to_device(zeros)
    return shared
