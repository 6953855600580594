"""Padding of what is encrypted to a few sizes, so that the length of a ciphertext does not tell what it holds."""

from __future__ import annotations

_SMALLEST = 256  # bytes: names, numbers and most addresses
_MARK = b"\x80"  # ISO/IEC 7816-4: a mark, then zeros


def pad(data: bytes) -> bytes:
    """The data and its padding: 256 bytes or a doubling of it."""
    size = _SMALLEST
    while size <= len(data):
        size *= 2
    return data + _MARK + bytes(size - len(data) - 1)


def unpad(padded: bytes) -> bytes:
    """The inverse of `pad`. Raises ValueError for other bytes."""
    data, mark, zeros = padded.rpartition(_MARK)
    if not mark or zeros.strip(b"\0"):
        raise ValueError("not padded")
    return data
