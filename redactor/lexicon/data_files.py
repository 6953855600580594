"""Reads the data files of the lexicon: text, compressed with Zstandard where the name ends in `.zst`."""

from __future__ import annotations

from importlib.resources import files


def text(name: str) -> str:
    """A data file without its comments (lines that begin with "#")."""
    raw = files(__package__).joinpath("data", name).read_bytes()
    if name.endswith(".zst"):
        import zstandard  # only the large tables need it

        raw = zstandard.decompress(raw)
    whole = raw.decode("utf-8")
    if "#" not in whole:
        return whole
    return "".join(line for line in whole.splitlines(keepends=True) if not line.startswith("#"))


def words(name: str) -> frozenset[str]:
    """The entries of a data file in which white space parts them."""
    return frozenset(text(name).split())
