"""Withholds positions in two quantities of one record: a longitude in one gives away the latitude in another."""

from __future__ import annotations

from schemas.engine.number_rules import is_longitude
from schemas.engine.walk_state import WalkState


def withhold_positions(state: WalkState) -> None:
    """Withhold the record's numbers with four decimals where one of them has the form of a western longitude.

    One number of four decimals in a clinical unit is a measurement. A negative one below -30 is none.
    """
    if not any(is_longitude(number) for number, _ in state.angles):
        return
    for _, out in state.angles:
        if "value" in out:
            state.withhold(out, "value")
