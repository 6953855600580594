"""This module checks the files of a stream's OUT against the whole chain of segments, in memory for one segment."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redactor.run.output.segments import read_segment, segment_file

_DELIVERED = re.compile(r"(?:records|deleted)-([0-9]{5,})\.ndjson")
_MOST_FAULTS = 10_000
FileFault = Callable[[Path, dict[str, Any]], str]
"""A callback that returns what is wrong with a file of OUT, or "". It is given the path, and what the manifest says."""


class Chain:
    """A `Chain` walks from the head to the first segment. files, records: those that the chain lists. faults: sentences
    without data, those of the newest segment first.
    """

    def __init__(self, out: Path, file_fault: FileFault, report: Callable[[str], None] | None) -> None:
        self._out, self._file_fault, self._report = out, file_fault, report
        self.faults: list[str] = []
        self.files = self.records = 0
        self._present = 1  # the head
        self._lowest = 0  # number of the earliest delivery so far; 0 before the first

    def check(self, head: dict[str, Any]) -> None:
        """Check every file and every segment. head: an authentic manifest."""
        data, number = head, int(head["segment"])
        while True:
            self._check_files(data["files"])
            if len(self.faults) > _MOST_FAULTS:
                self.faults.append("there are too many faults: earlier segments were not checked")
                return
            previous, number = data["previous"], number - 1
            if previous is None or number < 1:
                break
            name = segment_file(number)
            if self._report is not None:
                self._report(name)
            found = read_segment(self._out, previous, number)
            if isinstance(found, str):
                self.faults.append(f"{name} {found}: what it and earlier segments list cannot be checked")
                return
            self._present += 1
            data = found
        if previous is not None or number:
            self.faults.append("the chain of segments does not begin with the first one")
        if foreign := _count(self._out) - self._present:
            self.faults.append(f"OUT holds {foreign} files or folders that the manifest does not name")

    def _check_files(self, files: list[dict[str, Any]]) -> None:
        numbers = [int(match[1]) for f in files if (match := _DELIVERED.fullmatch(str(f["name"])))]
        is_listed_twice = len({str(f["name"]) for f in files}) != len(files)
        if is_listed_twice or len(numbers) != len(files) or (self._lowest and max(numbers, default=0) >= self._lowest):
            self.faults.append("the manifest names files out of order, or twice")
            return
        self._lowest = min(numbers, default=self._lowest)
        for file in files:
            name = str(file["name"])
            if self._report is not None:
                self._report(name)
            is_present = os.path.lexists(self._out / name)
            self._present += is_present
            if fault := self._file_fault(self._out / name, file) if is_present else "is missing":
                self.faults.append(f"{name} {fault}")
            self.files += 1
            self.records += int(file["records"])


def _count(out: Path) -> int:
    with os.scandir(out) as found:
        return sum(1 for _ in found)
