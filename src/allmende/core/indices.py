"""Indices that are not looked at: no rule counts from the end of a row, so none has to be asked
before each access whether it does. That saves a comparison and an addition with each of them.

An index below zero is as wrong as one beyond the end. NUMBA_BOUNDSCHECK=1 finds both.
"""

import operator
from typing import Any

from numba.core import compiler, ir
from numba.core import types as numba_types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

types: Any = numba_types  # whose own types are not written down
COUNTS = types.uint64


def counting(kind: Any) -> Any:
    """Return the type of an index that is never negative, or None for one that stays as it is."""
    if isinstance(kind, types.BaseTuple):
        may_change = all(counting(it) or is_count(it) for it in kind.types)
        return types.UniTuple(COUNTS, len(kind.types)) if may_change else None
    is_signed = isinstance(kind, types.Integer) and kind.signed
    return COUNTS if is_signed and not isinstance(kind, types.IntegerLiteral) else None


def is_count(kind: Any) -> bool:
    """Tell whether a number is not negative by its type: it has no sign, or it is written there."""
    if isinstance(kind, types.IntegerLiteral):
        return bool(kind.literal_value >= 0)
    return isinstance(kind, types.Integer) and not kind.signed


@register_pass(mutates_CFG=False, analysis_only=False)
class IndicesCountUp(FunctionPass):  # type: ignore[misc]
    """Turns each index of an array into a number without a sign."""

    _name = "indices_count_up"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change a function whose types are known."""
        for block in state.func_ir.blocks.values():
            block.body = [new for it in block.body for new in self.statements(state, it)]
        return True

    def statements(self, state: Any, it: Any) -> list[Any]:
        """Return a statement, with a cast before it if it reads or writes an array."""
        access = it.value if isinstance(it, ir.Assign) else it
        reads = isinstance(access, ir.Expr) and access.op == "getitem"
        if not reads and not isinstance(access, ir.SetItem):
            return [it]
        array = access.value if reads else access.target
        kind = counting(state.typemap[access.index.name])
        if kind is None or not isinstance(state.typemap[array.name], types.Array):
            return [it]
        index = ir.Var(access.index.scope, f"{access.index.name}.up.{id(it)}", it.loc)
        state.typemap[index.name] = kind
        cast = ir.Assign(ir.Expr.cast(access.index, it.loc), index, it.loc)
        access.index = index
        del state.calltypes[access]
        state.calltypes[access] = self.signature(state, access, array, kind, reads)
        return [cast, it]

    def signature(self, state: Any, access: Any, array: Any, kind: Any, reads: bool) -> Any:
        """Return how an array is accessed with such an index."""
        row, types_of = state.typemap[array.name], state.typingctx
        if reads:
            return types_of.resolve_function_type(operator.getitem, (row, kind), {})
        return types_of.resolve_setitem(row, kind, state.typemap[access.value.name])


class RuleCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """The usual compiler, with indices that count up."""

    def define_pipelines(self) -> list[Any]:
        """Put our pass behind the one that finds the types."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(IndicesCountUp, NopythonTypeInference)
        passes.finalize()
        return [passes]
