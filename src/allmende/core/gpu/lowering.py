"""What the compiler for GPUs has to be taught, so that rules stay as they are.

A table of a module, such as the costs of all cards, is put into constant memory by numba-cuda: 64
KB in all, anew in each function that names it, and slow where neighbours read different entries.
Here it goes to global memory instead, which has room for all of them and is cached as records are.

A member of an IntEnum is an index in Numba, alone or among others, but only alone in numba-cuda.

The memory of a thread's own array is filled with zeros by numba-cuda whenever a kernel begins. Room
for a list of moves is large, and of most lists little is used: that took longer than to list them.

A record is copied byte by byte by numba-cuda, and here in words.

Where the CPU compares many bytes at once, a GPU would get the plain loop; it gets four at a time.

Indices of rules count up only, see `core/indices.py`; so they do here.

The compiler writes out each function wherever it is called. A long kernel becomes so long by that
that threads wait for their instructions, and it takes a minute to compile; so long functions are
called there. And what several functions call is handed to the compiler once.

A loop over names of fields is written out by Numba, and by numba-cuda if it finds the function of
that name of its own. While it tries that, types do not fit yet; it overlooks its own complaints of
that, but not those of Numba.
"""

from importlib import import_module
from inspect import getclosurevars
from typing import Any
from unittest.mock import patch

from llvmlite.ir import ArrayType
from numba import literal_unroll
from numba.core.types import IntEnumMember, Record
from numba.core.types.containers import BaseTuple, Tuple

from .. import indices, windows
from .copying import copy_in_words, is_in_words
from .windows import compare_words

GLOBAL_MEMORY = 1  # the number of that address space in the compiler
LONG_FUNCTION = 300
"""Instructions, before they are improved, from which on a function is long."""
LONG_KERNEL = 30_000
"""The same for a kernel with all that it calls."""
CALLED = "noinline"


def teach_the_compiler() -> None:
    """Change in this process how numba-cuda compiles."""
    place_tables_in_global_memory()
    read_enumerations_as_indices()
    leave_own_arrays_as_they_are()
    copy_records_in_words()
    compare_bytes_in_words()
    let_indices_count_up()
    call_long_functions()
    write_out_loops_over_names()


def place_tables_in_global_memory() -> None:
    """Change where tables of modules go."""
    from numba.cuda import target

    place_table = target.CUDATargetContext.make_constant_array

    def place_in_global_memory(context: Any, builder: Any, kind: Any, table: Any) -> Any:
        with patch.object(target.nvvm, "ADDRSPACE_CONSTANT", GLOBAL_MEMORY):
            return place_table(context, builder, kind, table)

    target.CUDATargetContext.make_constant_array = place_in_global_memory


def read_enumerations_as_indices() -> None:
    """Change what may be an index."""
    from numba.cuda.typing import arraydecl

    read_index = arraydecl.get_array_index_type

    def read_plain_index(array: Any, index: Any) -> Any:
        return read_index(array, plain_index(index))

    arraydecl.get_array_index_type = read_plain_index


def plain_index(index: Any) -> Any:
    """Return the type of an index with numbers in the place of enumerations."""
    if not isinstance(index, BaseTuple):
        return index
    return Tuple([it.dtype if isinstance(it, IntEnumMember) else it for it in index])


def leave_own_arrays_as_they_are() -> None:
    """Change how a thread gets an array of its own."""
    from numba.cuda import cudaimpl

    make_array, take_room = cudaimpl._generic_array, cudaimpl.cgutils.alloca_once

    def take_room_unfilled(builder: Any, kind: Any, *arguments: Any, **settings: Any) -> Any:
        if not isinstance(kind, ArrayType):
            return take_room(builder, kind, *arguments, **settings)
        with builder.goto_entry_block():
            return builder.alloca(kind, **settings)

    def make_unfilled_array(*arguments: Any, **settings: Any) -> Any:
        with patch.object(cudaimpl.cgutils, "alloca_once", take_room_unfilled):
            return make_array(*arguments, **settings)

    cudaimpl._generic_array = make_unfilled_array


def copy_records_in_words() -> None:
    """Change how a record is put into an array."""
    from numba.cuda.target import CUDATargetContext

    put_in = CUDATargetContext.pack_value

    def put_in_words(
        context: Any, builder: Any, kind: Any, value: Any, place: Any, align: Any = None
    ) -> None:
        if isinstance(kind, Record) and is_in_words(kind):
            copy_in_words(builder, value, place, kind.size)
        else:
            put_in(context, builder, kind, value, place, align)

    CUDATargetContext.pack_value = put_in_words


def compare_bytes_in_words() -> None:
    """Change what is compiled in the place of the plain loop."""
    from numba.cuda.target import CUDATargetContext

    compile_python = CUDATargetContext.compile_internal

    def compile_either(
        context: Any, builder: Any, python: Any, signature: Any, arguments: Any, **more: Any
    ) -> Any:
        if python.__module__ != windows.__name__:
            return compile_python(context, builder, python, signature, arguments, **more)
        width = getclosurevars(python).nonlocals["width"]
        return compare_words(context, builder, width, signature, arguments)

    CUDATargetContext.compile_internal = compile_either


def let_indices_count_up() -> None:
    """Add a pass to the compiler, for all functions but its own."""
    from numba.cuda.compiler import CUDACompiler, NopythonTypeInference
    from numba.cuda.core import ir
    from numba.cuda.core.compiler_machinery import FunctionPass, register_pass

    @register_pass(mutates_CFG=False, analysis_only=False)
    class CountUpOnGpu(FunctionPass):  # type: ignore[misc]
        """Turns each index of an array into a number without a sign."""

        _name = "indices_count_up_on_gpu"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            """Change a function whose types are known."""
            if state.func_id.modname.partition(".")[0] == "numba":
                return False
            with patch.object(indices, "ir", ir):
                return indices.IndicesCountUp().run_pass(state)

    define_pipelines = CUDACompiler.define_pipelines

    def define_pipelines_with_ours(compiler: Any) -> Any:
        (passes,) = define_pipelines(compiler)
        passes.add_pass_after(CountUpOnGpu, NopythonTypeInference)
        passes.finalize()
        return [passes]

    CUDACompiler.define_pipelines = define_pipelines_with_ours


def call_long_functions() -> None:
    """Change what the compiler is handed for a kernel."""
    from numba.cuda.codegen import CUDACodeLibrary

    def written_once(kernel: Any) -> list[str]:
        if kernel._llvm_strs is None:
            modules = list({id(module): module for module in kernel.modules}.values())
            mark_long_functions(modules)
            kernel._llvm_strs = [str(module) for module in modules]
        texts: list[str] = kernel._llvm_strs
        return texts

    CUDACodeLibrary.llvm_strs = property(written_once)


def mark_long_functions(modules: list[Any]) -> None:
    """Let long functions be called, if the kernel is long; its own module is the first."""
    _, *others = modules
    lengths = {
        function: sum(len(block.instructions) for block in function.blocks)
        for module in others
        for function in module.functions
    }
    is_long = sum(lengths.values()) >= LONG_KERNEL
    for function, length in lengths.items():
        function.attributes.discard(CALLED)
        if is_long and length >= LONG_FUNCTION and "alwaysinline" not in function.attributes:
            function.attributes.add(CALLED)


def write_out_loops_over_names() -> None:
    """Change which function asks for that, and whose complaints are overlooked meanwhile."""
    from numba.core import errors
    from numba.cuda.core import untyped_passes
    from numba.cuda.core.errors import TypingError
    from numba.cuda.extending import overload
    from numba.cuda.misc.literal import literal_unroll_impl

    untyped_passes.literal_unroll = literal_unroll
    untyped_passes.IterLoopCanonicalization._accepted_calls = (literal_unroll,)
    overload(literal_unroll, target="cuda")(literal_unroll_impl)

    class Misfit(TypingError, errors.TypingError):  # type: ignore[misc]
        """A complaint of both."""

    failures_of_numba: Any = import_module("numba.core.types.functions")._ResolutionFailures
    complain = failures_of_numba.raise_error

    def complain_to_both(failures: Any) -> None:
        try:
            complain(failures)
        except errors.TypingError as trouble:
            raise Misfit(str(trouble)) from None

    failures_of_numba.raise_error = complain_to_both
