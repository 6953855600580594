"""A guard of what docs/audio.md reports of turns, on one dialogue of three voices. Voice prints are a stand-in's."""

from __future__ import annotations

import pytest

from audio.turns import TurnFinder
from audio.vad import VoiceDetector
from tests.audio.kit.turns import SpectralStandIn, score, talk


@pytest.mark.parametrize("finder", [TurnFinder(SpectralStandIn(), 3), TurnFinder(SpectralStandIn(), distance=0.3)])
def test_voices_of_flite_are_told_apart(finder: TurnFinder) -> None:
    said = talk(4, ("rms", "slt", "awb"))
    result = score(said.spoken, finder.turns(VoiceDetector().voice(said.samples), said.read))
    assert result.speakers == 3
    assert min(result.purity, result.coverage) > 0.9
