"""A fake tool, which no tool is: it finds "Vexholm" and makes the mistake that a word of the text names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from benchmarks.peers.adapter import Found, Reader, main

FAULTS: dict[str, Found] = {
    "OUTSIDE": (5, 10_000, "PERSON", None, None),
    "REVERSED": (5, 2, "PERSON", None, None),
    "EMPTY": (2, 2, "PERSON", None, None),
    "UNKNOWN": (0, 7, "GALAXY", None, None),
    "MONEY": (0, 5, "currency", None, None),
    "NOWHERE": (None, None, "PERSON", None, None),  # type: ignore[dict-item]
    "OTHER": (0, 5, "PERSON", None, "nowhere"),
}


def fake(option: str) -> Reader:
    if option == "BROKEN":
        raise ImportError("\n****\n  no weights\nin this package")

    def read(text: str) -> Iterable[Found]:
        if "CRASH" in text:
            raise KeyError(text)
        if "DEATH" in text:
            os._exit(3)
        at = text.find("Vexholm")
        before = text[: max(at, 0)]
        if "BYTES" in text:
            at = len(before.encode())
        elif "UTF-16" in text:
            at = len(before.encode("utf-16-le")) // 2
        if at >= 0:
            yield at, at + len("Vexholm"), "PERSON", 0.9, "Vexholm"
        yield from (found for word, found in FAULTS.items() if word in text)

    return read, ["PERSON"]


if __name__ == "__main__":
    main({"fake": fake})
