"""The constants of a class file (chapter 4.4 of the JVM's specification)."""

from __future__ import annotations

UTF8 = 1
# The bytes of a constant after its tag, by its tag.
SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4}
SIZES |= {19: 2, 20: 2}
WIDE = (5, 6)  # long and double take two places
START = 8  # after the magic number and the versions


def read(code: bytes) -> tuple[dict[int, tuple[int, bytes]], int]:
    """The constants by their number, each with its tag and its bytes, and the offset behind them."""
    constants: dict[int, tuple[int, bytes]] = {}
    number, count, at = 1, _u2(code, START), START + 2
    while number < count:
        tag = code[at]
        size, at = (_u2(code, at + 1), at + 3) if tag == UTF8 else (SIZES[tag], at + 1)
        constants[number] = (tag, code[at : at + size])
        at += size
        number += 2 if tag in WIDE else 1
    return constants, at


def _u2(code: bytes, at: int) -> int:
    return int.from_bytes(code[at : at + 2], "big")
