"""Two things that the compiler for GPUs has to be taught, so that rules stay as they are.

A table of a module, such as the costs of all cards, is put into constant memory by numba-cuda: 64
KB in all, anew in each function that names it, and slow where neighbours read different entries.
Here it goes to global memory instead, which has room for all of them and is cached as records are.

A member of an IntEnum is an index in Numba, alone or among others, but only alone in numba-cuda.
"""

from typing import Any
from unittest.mock import patch

from numba.core.types import IntEnumMember
from numba.core.types.containers import BaseTuple, Tuple

GLOBAL_MEMORY = 1  # the number of that address space in the compiler


def teach_the_compiler() -> None:
    """Change how numba-cuda places tables and reads indices, in this process."""
    from numba.cuda import target
    from numba.cuda.typing import arraydecl

    place_table = target.CUDATargetContext.make_constant_array
    read_index = arraydecl.get_array_index_type

    def place_in_global_memory(context: Any, builder: Any, kind: Any, table: Any) -> Any:
        with patch.object(target.nvvm, "ADDRSPACE_CONSTANT", GLOBAL_MEMORY):
            return place_table(context, builder, kind, table)

    def read_plain_index(array: Any, index: Any) -> Any:
        return read_index(array, plain_index(index))

    target.CUDATargetContext.make_constant_array = place_in_global_memory
    arraydecl.get_array_index_type = read_plain_index


def plain_index(index: Any) -> Any:
    """Return the type of an index with numbers in the place of enumerations."""
    if not isinstance(index, BaseTuple):
        return index
    return Tuple([it.dtype if isinstance(it, IntEnumMember) else it for it in index])
