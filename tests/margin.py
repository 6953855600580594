"""What a test says of a text must hold with the student's thresholds moved by a tenth either way.

An example whose outcome depends on a score near a threshold says something about the weights and nothing about the
rule on trial: it fails under one of `THRESHOLDS`, and another text has to take its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from redactor.detect.student import detector
from redactor.detect.student.card import Card, load_card

MARGIN = 0.1
THRESHOLDS = [
    pytest.param(0.0, id="thresholds as shipped"),
    pytest.param(MARGIN, id="thresholds higher"),
    pytest.param(-MARGIN, id="thresholds lower"),
]


@contextmanager
def thresholds_moved(by: float) -> Iterator[None]:
    """Students that this process builds meanwhile have thresholds moved by so much, but to no less than half."""

    def moved(folder: Path, digest: str | None = None) -> Card:
        card = load_card(folder, digest)
        return replace(card, thresholds=np.maximum(card.thresholds + by, card.thresholds / 2))

    with pytest.MonkeyPatch.context() as patched:
        if by:
            patched.setattr(detector, "load_card", moved)
        yield
