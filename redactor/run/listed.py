"""Lists of patients: which of their lines have named somebody. A line that names nobody may be written wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_Lines = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Lists:
    """opt_out: numbers of lines by the token of the patient that they name. crosswalk: the same by the source's id."""

    opt_out: _Lines = field(default_factory=dict)
    crosswalk: _Lines = field(default_factory=dict)


class Unmatched:
    """Lines that have named nobody so far. It holds numbers alone."""

    def __init__(self, opt_out: Iterable[int], crosswalk: Iterable[int]) -> None:
        self._opt_out, self._crosswalk = set(opt_out), set(crosswalk)

    def saw(self, opt_out: Iterable[int], crosswalk: Iterable[int]) -> None:
        """These lines name somebody."""
        self._opt_out.difference_update(opt_out)
        self._crosswalk.difference_update(crosswalk)

    def lines(self) -> dict[str, list[int]]:
        """The numbers by the setting that names the list; without a list all of whose lines name somebody."""
        found = {"opt_out": sorted(self._opt_out), "crosswalk": sorted(self._crosswalk)}
        return {name: numbers for name, numbers in found.items() if numbers}
