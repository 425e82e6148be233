"""Many neighbours in a row of bytes compared on a GPU, four at a time.

A GPU compares no vectors of bytes, but it calculates with four bytes as with one number. They are
read at addresses that are multiples of four, and shifted to where the row begins.
"""

import itertools
from typing import Any

from llvmlite import ir

BYTE, WORD, LONG, SET = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.IntType(64)
BYTES = 4  # in a word
EACH_BYTE = 0x01010101
BELOW_TOP, TOP = 0x7F7F7F7F, 0x80808080
GATHER = 0x01020408  # brings the lowest bits of four bytes side by side, from bit 24 on
GATHERED = 24


def compare_words(context: Any, builder: Any, width: int, signature: Any, arguments: Any) -> Any:
    """Write what `window_of` says: the set of those of `width` bytes from `first` on that have a
    value in the bits of a mask."""
    row, mask, value, first = arguments
    data = context.make_array(signature.args[0])(context, builder, row).data
    bits = in_each_byte(builder, mask)
    wanted = in_each_byte(builder, builder.and_(mask, value))
    found = SET(0)
    for number, word in enumerate(words_from(builder, builder.gep(data, [first]), width)):
        nibble = equal_bytes(builder, builder.and_(word, bits), wanted)
        placed = builder.shl(builder.zext(nibble, SET), SET(BYTES * number))
        found = builder.or_(found, placed)
    return found


def in_each_byte(builder: Any, number: Any) -> Any:
    """Put a number into each byte of a word."""
    byte = builder.and_(builder.trunc(number, WORD), WORD(0xFF))
    return builder.mul(byte, WORD(EACH_BYTE))


def words_from(builder: Any, begin: Any, width: int) -> list[Any]:
    """Read so many bytes as words, from any address on; nothing is read beyond the words in which
    these bytes are."""
    beyond = builder.and_(builder.ptrtoint(begin, LONG), LONG(BYTES - 1))
    aligned = builder.bitcast(builder.gep(begin, [builder.neg(beyond)]), WORD.as_pointer())
    count = width // BYTES
    is_aligned = builder.icmp_unsigned("==", beyond, LONG(0))
    places = [LONG(at) for at in range(count)]
    places.append(builder.select(is_aligned, LONG(count - 1), LONG(count)))
    read = [builder.load(builder.gep(aligned, [at]), align=BYTES) for at in places]
    shift = builder.mul(beyond, LONG(BYTE.width))
    words = []
    for low, high in itertools.pairwise(read):
        above = builder.shl(builder.zext(high, LONG), LONG(WORD.width))
        both = builder.or_(above, builder.zext(low, LONG))
        words.append(builder.trunc(builder.lshr(both, shift), WORD))
    return words


def equal_bytes(builder: Any, word: Any, wanted: Any) -> Any:
    """Return the set of those bytes of a word that are as wanted."""
    other = builder.xor(word, wanted)
    carried = builder.add(builder.and_(other, WORD(BELOW_TOP)), WORD(BELOW_TOP))
    is_other = builder.and_(builder.or_(carried, other), WORD(TOP))
    is_equal = builder.lshr(builder.xor(is_other, WORD(TOP)), WORD(BYTE.width - 1))
    return builder.lshr(builder.mul(is_equal, WORD(GATHER)), WORD(GATHERED))
