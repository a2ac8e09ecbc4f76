"""The checksum CRC-32C (Castagnoli), RFC 3720, section 12.1; ``zlib`` has another one.

A checksum is the remainder of a polynomial over two elements: of the data, whose first bit has the highest power of x.
As in the RFC, the lowest bit of a byte is its first one. So in a remainder of 32 bits, bit 31 is 1 and bit 0 is x^31.
"""

from __future__ import annotations

from functools import cache

__all__ = ["crc32c"]

_POLYNOMIAL = 0x82F63B78
_ONES = 0xFFFFFFFF
_FEW_BITS = 512
"""Of shorter data, a division byte by byte is faster."""


def _times_x(remainder: int) -> int:
    return (remainder >> 1) ^ (_POLYNOMIAL if remainder & 1 else 0)


def _row(byte: int) -> int:
    for _ in range(8):
        byte = _times_x(byte)
    return byte


_TABLE = tuple(map(_row, range(256)))


@cache
def _exponents(doublings: int) -> tuple[int, ...]:
    """Return the powers of x whose sum is the remainder of x^(2^doublings)."""
    if not doublings:
        return (1,)
    product, shifted = 0, sum(1 << (31 - each) for each in _exponents(doublings - 1))
    for exponent in range(32):
        if exponent in _exponents(doublings - 1):
            product ^= shifted
        shifted = _times_x(shifted)
    return tuple(exponent for exponent in range(32) if product >> (31 - exponent) & 1)


def crc32c(data: bytes) -> int:
    """Return the checksum of some bytes.

    >>> f"{crc32c(b'123456789'):08x}"
    'e3069283'
    """
    if len(data) * 8 < _FEW_BITS:
        return _divided(_ONES, data)
    rest, bits = int.from_bytes(data, "little") ^ _ONES, len(data) * 8
    while bits >= _FEW_BITS:
        # The first bits change the remainder as a few copies of them do that come about `distance` bits later.
        doublings = bits.bit_length() - 2
        distance = 1 << doublings
        folded = distance - 32
        first = rest & ((1 << folded) - 1)
        copies = 0
        for exponent in _exponents(doublings):
            copies ^= first << (32 - exponent)
        rest = (rest >> folded) ^ copies
        bits -= folded
    return _divided(0, rest.to_bytes(bits // 8, "little"))


def _divided(remainder: int, data: bytes) -> int:
    for byte in data:
        remainder = (remainder >> 8) ^ _TABLE[(remainder ^ byte) & 0xFF]
    return remainder ^ _ONES
