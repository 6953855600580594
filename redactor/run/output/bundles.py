"""Puts the entries of a released Bundle together again."""

from __future__ import annotations


def join_entry(payload: bytes | None, entry: bytes | None) -> bytes:
    """One entry of a released Bundle: the rewritten entry around the de-identified resource, as JSON.

    payload: the resource; None for an entry without one. entry: fullUrl, request and so on.
    """
    rest = (entry or b"{}").strip()
    if payload is None:
        return rest
    inner = rest[1:-1].strip()
    return b'{"resource":' + payload + (b"," + inner if inner else b"") + b"}"
