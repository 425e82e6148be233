"""A record copied on a GPU: in words, some of them on their way at the same time.

numba-cuda copies byte by byte, and waits for each before it asks for the next.
"""

from typing import Any

from llvmlite import ir

LONG = ir.IntType(64)
BYTES = 8  # in a word
AT_ONCE = 8


def is_in_words(record: Any) -> bool:
    """Tell whether a type of records can be copied so, as all of games can be."""
    whole = record.aligned and record.size % BYTES == 0
    return bool(whole and record.size >= BYTES * AT_ONCE)


def copy_in_words(builder: Any, source: Any, target: Any, size: int) -> None:
    """Write what copies so many bytes."""
    source, target = (builder.bitcast(each, LONG.as_pointer()) for each in (source, target))
    rounds, rest = divmod(size // BYTES, AT_ONCE)
    before = builder.block
    loop, behind = (builder.append_basic_block(name) for name in ("copy", "copied"))
    builder.branch(loop)
    builder.position_at_end(loop)
    turn = builder.phi(LONG)
    copy_some(builder, source, target, builder.mul(turn, LONG(AT_ONCE)), AT_ONCE)
    next_turn = builder.add(turn, LONG(1))
    turn.add_incoming(LONG(0), before)
    turn.add_incoming(next_turn, loop)
    builder.cbranch(builder.icmp_unsigned("<", next_turn, LONG(rounds)), loop, behind)
    builder.position_at_end(behind)
    copy_some(builder, source, target, LONG(rounds * AT_ONCE), rest)


def copy_some(builder: Any, source: Any, target: Any, first: Any, count: int) -> None:
    """Write what reads some words and then writes all of them."""
    places = [builder.add(first, LONG(number)) for number in range(count)]
    read = [builder.load(builder.gep(source, [at]), align=BYTES) for at in places]
    for at, word in zip(places, read, strict=True):
        builder.store(word, builder.gep(target, [at]), align=BYTES)
