"""Maps of labels to one vocabulary for typed figures: SHIELD's nine categories and OTHER (appendix B)."""

from __future__ import annotations

from collections.abc import Mapping

from redactor.entities import FROM_AIMI, FROM_I2B2, FROM_REDACTOR, FROM_SHIELD, INFO, Entity

IGNORED = "IGNORED"
"""A gold label mapped to nothing: a prediction there is neither right nor wrong, and no prediction is no miss."""


def category(label: str, mapped: Mapping[str, str | None] | None = None) -> str:
    """SHIELD's category of a label of this project, SHIELD, i2b2 2014, RedactOR or AIMI. Others are returned unchanged.

    mapped: the user's own names for labels, tried first; None there means IGNORED.
    """
    if mapped is not None and label in mapped:
        target = mapped[label]
        return IGNORED if target is None else category(target)
    if label in FROM_SHIELD:  # before this project's: HOSPITAL and DATE mean the same, and LOCATION is SHIELD's
        return label
    for names in (Entity.__members__, FROM_REDACTOR, FROM_I2B2, FROM_AIMI):
        if label in names:
            return INFO[Entity(names[label])].shield
    return label
