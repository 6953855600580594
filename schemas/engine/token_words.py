"""The words of a token: "JohnSmith_v2" is John, Smith, v, 2.

Codes, computable names and the paths of URLs join words by capitals and separators. Only their words can be read for
names.
"""

from __future__ import annotations

import re

_RUNS = re.compile(r"[^\W\d_]+|[0-9]+")
# Words of two letters ("DrSmith", "LevelOfCare") stand behind no other capital.
_REGULAR = re.compile(r"[a-z]+|[A-Z]+|[a-z]*(?:[A-Z]{1,6}[a-z]{2,}|(?<![A-Z])[A-Z][a-z])+[A-Z]{0,6}")


def split_words(token: str) -> list[str]:
    """The words and numbers of a token, split at CamelCase, digits and everything that is no letter.

    Single letters in a row are one word ("J_o_h_n"). A word of irregular capitals ("jOHNsMITH") is given whole as well.
    """
    out: list[str] = []
    letters = 0  # single letters at the end of `out`
    for run in _RUNS.findall(token):
        pieces = [run] if run.isdigit() else _split_capitals(run)
        if len(pieces) > 1 and run.isascii() and not _REGULAR.fullmatch(run):
            pieces.append(run)
        for piece in pieces:
            if len(piece) == 1 and piece.isalpha():
                letters += 1
            else:
                _join_letters(out, letters)
                letters = 0
            out.append(piece)
    _join_letters(out, letters)
    return out


def _join_letters(out: list[str], count: int) -> None:
    if count > 2:
        out[-count:] = ["".join(out[-count:])]


def _split_capitals(run: str) -> list[str]:
    later = range(1, len(run))
    inner = [i for i in later if run[i].isupper() and (not run[i - 1].isupper() or run[i + 1 : i + 2].islower())]
    starts = [0, *inner]
    return [run[a:b] for a, b in zip(starts, [*starts[1:], len(run)], strict=True)]
