"""From words to mutes and to the transcript that leaves, without sound."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from audio.decode import Decoded
from audio.find import find
from audio.gaps import Gap
from audio.intervals import Interval, joined, samples
from audio.media import Recording
from audio.steps import Found, Heard, Options, Process, Voices
from audio.tones import Tone
from audio.words import Word
from redactor.engine import Redacted
from redactor.errors import TimelineError
from tests.unit.audio.scripted import Line, finds, lines

OPTIONS = Options(None)  # type: ignore[arg-type]


def heard(
    *channels: Sequence[Line],
    seconds: float = 30.0,
    voice: Sequence[tuple[float, float]] = (),
    tones: Sequence[Tone] = (),
    damaged: Sequence[Interval] = (),
) -> Heard:
    recording = Recording("wav", "pcm_s16le", len(channels), "stereo", 8000, "s16", 0, 0, None)
    decoded = Decoded(recording, round(seconds * 8000), 1024, 0, 0, tuple(damaged), 0.0)
    voices = []
    for number, script in enumerate(channels):
        spoken = joined((samples(line.start - 0.05), samples(line.end + 0.05)) for line in script)
        more = [(samples(start), samples(end)) for start, end in voice] if not number else []
        words = [
            Word(line.text, *(line.reported or (line.start, line.end)), line.probability, (0.0, seconds))
            for line in script
        ]
        voices.append(Voices((number,), tuple(words), tuple(joined([*spoken, *more])), tuple(tones)))
    return Heard(decoded, tuple(voices), None, None, {})


def texts(found: Found) -> str:
    return " ".join(part.text for part in found.said)


def seen_by(process: Process) -> tuple[list[str], Process]:
    seen: list[str] = []

    def reading(text: str) -> Redacted:
        seen.append(text)
        return process(text)

    return seen, reading


def test_turns_of_two_channels_are_read_in_order_of_time() -> None:
    first = [*lines("what is your name", 1.0), *lines("and your number", 8.0)]
    second = [*lines("i am Ann Quist", 4.0), *lines("five five", 12.0), *lines("oh one", 14.0)]
    seen, process = seen_by(finds("Ann Quist"))
    found = find(heard(first, second), process, OPTIONS)
    assert seen == ["what is your name\ni am Ann Quist\nand your number\nfive five oh one"]
    assert texts(found) == "what is your name i am [NAME] and your number five five oh one"
    assert [part.channels for part in found.said][:5] == [(0,)] * 4 + [(1,)]
    name = found.said[6]
    assert (name.start, name.end, name.kind, name.entity) == (4.8, 5.5, "phi", "PERSON")


def test_a_listener_does_not_tear_a_number_apart() -> None:
    number = [*lines("five five five", 1.0), *lines("oh one four two", 3.5)]
    seen, process = seen_by(finds())
    find(heard(number, lines("yes", 2.6)), process, OPTIONS)
    assert seen == ["five five five oh one four two\nyes"]


def test_phi_that_the_profile_keeps_stays_audible() -> None:
    found = find(heard(lines("born in Ohio i think")), finds("Ohio", replacement="Ohio"), OPTIONS)
    assert (found.mutes, found.muted) == ((), ())
    assert texts(found) == "born in Ohio i think"


def test_a_part_of_a_word_keeps_what_stands_beside_it() -> None:
    found = find(heard(lines("that is Quist's, and Bob/Quist too")), finds("Quist", "Bob"), OPTIONS)
    assert texts(found) == "that is [NAME]'s, and [NAME]/[NAME] too"
    assert [part.kind for part in found.said] == ["word", "word", "phi", "word", "phi", "word"]


def test_the_margin_hides_no_word_of_the_transcript() -> None:
    found = find(heard(lines("my name is Quist ok", pause=0.02)), finds("Quist"), OPTIONS)
    assert texts(found) == "my name is [NAME] ok"


def test_what_was_not_surely_heard_is_marked_and_not_written() -> None:
    script = [*lines("he takes", 1.0), Line("Kwist", 1.8, 2.6, probability=0.1), *lines("every day", 3.0)]
    found = find(heard(script), finds(), OPTIONS)
    assert texts(found) == "he takes [inaudible] every day"
    assert [(mute.step, mute.entity, mute.confidence) for mute in found.mutes] == [("gap", None, None)]


def test_text_over_silence_is_left_out() -> None:
    script = lines("he takes it", 1.0)
    silent = Word("Quist", 20.0, 20.5, 0.9, (19.0, 21.0))
    recording = heard(script)
    (voices,) = recording.voices
    dreamt = Voices(voices.channels, (*voices.words, silent), voices.voice, ())
    found = find(Heard(recording.decoded, (dreamt,), None, None, {}), finds("Quist"), OPTIONS)
    assert texts(found) == "he takes it"
    assert [mute.step for mute in found.mutes] == ["words"]


def test_a_gap_that_the_judge_keeps_is_audible_and_marked() -> None:
    class Asked:
        def __init__(self) -> None:
            self.gaps: list[Gap] = []

        def without_phi(self, gaps: Sequence[Gap], *rest: object) -> list[str]:
            self.gaps += gaps
            return [gaps[0].id]

    judge = Asked()
    recording = heard(
        lines("good morning", 1.0), lines("i am Quist", 8.0), voice=[(4.0, 5.0), (9.2, 9.6), (15.0, 16.0)]
    )
    found = find(recording, finds("Quist"), Options(None, judge=judge))  # type: ignore[arg-type]
    assert [gap.id for gap in judge.gaps] == ["1", "3"], "nobody is asked near PHI"
    assert [part.kind for part in found.said].count("gap") == 3
    assert [round(mute.start + 0.2) for mute in found.mutes if mute.step == "gap"] == [9, 15]


def test_words_under_tones_and_damage_are_left_out() -> None:
    tones = [Tone("5", samples(1.0), samples(1.4))]
    found = find(heard(lines("here they come back again"), tones=tones, damaged=[(22_400, 22_400)]), finds(), OPTIONS)
    assert texts(found) == "[telephone keys] they"
    assert {mute.step for mute in found.mutes} == {"tone", "damage"}
    assert found.muted == ((0.8, 1.6), (1.8, 3.8))
    assert next((mute.start, mute.end) for mute in found.mutes if mute.step == "damage") == (1.8, 3.8)


def test_each_kind_of_phi_in_a_stretch_is_told_with_its_score() -> None:
    found = find(heard(lines("Ann Quist")), finds("Ann", "Quist"), OPTIONS)
    assert [(mute.entity, mute.step, mute.confidence) for mute in found.mutes] == [("PERSON", "words", 0.9)]
    assert found.entities == {"PERSON": 2}
    assert len(found.muted) == 1


def test_a_word_that_cannot_be_located_is_an_error() -> None:
    script = [Line("Quist", 1.0, 1.5, reported=(99.0, 99.5))]
    recording = heard(script)
    (voices,) = recording.voices
    lost = Voices((0,), (Word("Quist", None, None, 0.9, (99.0, 100.0)),), voices.voice, ())
    with pytest.raises(TimelineError):
        find(Heard(recording.decoded, (lost,), None, None, {}), finds("Quist"), OPTIONS)


def test_hours_with_thousands_of_mutes() -> None:
    script = lines(" ".join(f"i{n} am{n} Quist well{n}" for n in range(3000)), 1.0)
    found = find(heard(script, seconds=4900.0), finds("Quist"), OPTIONS)
    assert len(found.mutes) == len(found.muted) == 3000
    assert texts(found).count("[NAME]") == 3000
