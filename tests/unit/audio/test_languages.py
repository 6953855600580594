from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from audio.intervals import samples
from audio.words import Language, Word, in_another_language


def words(count: int, code: str, probability: float = 0.9) -> list[Word]:
    return [Word("x", 0.0, 1.0, 0.9, (0.0, 1.0), Language(code, probability))] * count


def test_a_recording_in_another_language() -> None:
    assert in_another_language(words(5, "es"), ("en",))
    assert not in_another_language(words(5, "es"), ("en", "es"))
    assert not in_another_language(words(5, "es", 0.4), ("en",))
    assert in_another_language(words(8, "en") + words(1, "es"), ("en",))
    assert not in_another_language(words(9, "en") + words(1, "es"), ("en",))
    assert not in_another_language([], ("en",))
    assert not in_another_language([Word("x", 0.0, 1.0, 0.9, (0.0, 1.0))], ("en",))


def test_words_in_a_language_outside_the_settings_are_not_trusted(tmp_path: Path) -> None:
    scripted_whisper = pytest.importorskip("tests.unit.audio.scripted_whisper")
    from audio.whisper import WhisperRecognizer

    script = [(" Buenos", 0.5, 1.0), (" dias", 1.0, 1.5)]
    model = scripted_whisper.build(tmp_path, script, languages=("en", "es"), detected="es", width=32)
    sound = np.zeros(samples(2), np.float32)
    heard = WhisperRecognizer(model, "cpu", ("en",), 1).hear(sound)
    assert [word.probability for word in heard] == [0.0, 0.0]
    assert in_another_language(heard, ("en",))
    heard = WhisperRecognizer(model, "cpu", ("en", "es"), 1).hear(sound)
    assert all(word.probability > 0.9 for word in heard)
    assert not in_another_language(heard, ("en", "es"))
