"""Turns of speakers: who is told apart, who is not, and what the numbers give away. Voice prints are a stand-in's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from audio.intervals import samples, total
from audio.turns import SHORTEST, WINDOW, Speakers, Turn, TurnFinder
from audio.words import RATE, Samples
from tests.audio.kit.turns import SpectralStandIn, score

_PITCHES = np.geomspace(85, 380, 10)


def said(voices: str, seconds: float = 4.0, pause: float = 0.4) -> tuple[Samples, list[Turn]]:
    """A voice after the other, each letter one ("a" to "j"): pulses of a pitch of their own."""
    parts, spoken, at = [], [], 0
    for voice in voices:
        length, number = samples(seconds), ord(voice) - ord("a")
        pulses = np.zeros(length, np.float32)
        pulses[:: round(RATE / _PITCHES[number])] = 0.5
        spoken.append(Turn(at, at + length, number + 1))
        parts += [pulses, np.zeros(samples(pause), np.float32)]
        at += length + samples(pause)
    return np.concatenate(parts), spoken


def turns(voices: str, finder: TurnFinder, seconds: float = 4.0, pause: float = 0.4) -> list[Turn]:
    sound, spoken = said(voices, seconds, pause)
    voice = [(turn.start, turn.end) for turn in spoken] if pause else [(0, len(sound))]
    return list(finder.turns(voice, lambda start, end: sound[start:end]))


def numbers(found: Sequence[Turn]) -> list[int]:
    return [turn.speaker for turn in found]


BY_DISTANCE, OF_TWO = TurnFinder(SpectralStandIn(), distance=0.3), TurnFinder(SpectralStandIn(), speakers=2)


@pytest.mark.parametrize("finder", [BY_DISTANCE, OF_TWO], ids=["distance", "number"])
def test_speakers_are_numbered_as_they_are_first_heard(finder: TurnFinder) -> None:
    assert numbers(turns("abab", finder)) == [1, 2, 1, 2]
    assert numbers(turns("jaaj", finder)) == [1, 2, 2, 1]


def test_no_number_follows_a_voice_from_recording_to_recording() -> None:
    one, other = turns("cg", BY_DISTANCE), turns("gc", BY_DISTANCE)
    assert numbers(one) == numbers(other) == [1, 2]
    assert one == other, "the same times, whoever speaks"


def test_one_speaker_and_ten() -> None:
    assert set(numbers(turns("dddd", BY_DISTANCE))) == {1}
    ten = "abcdefghij"
    sound, spoken = said(ten + ten[::-1])
    voice = [(turn.start, turn.end) for turn in spoken]
    for finder in (TurnFinder(SpectralStandIn(), speakers=10), TurnFinder(SpectralStandIn(), distance=0.1)):
        found = finder.turns(voice, lambda start, end: sound[start:end])
        assert score(spoken, found).speakers == 10
        assert numbers(found) == [*range(1, 11), *range(10, 0, -1)]


def test_silence_has_no_turns_and_asks_for_no_voice_print() -> None:
    def read(start: int, end: int) -> Samples:
        raise AssertionError

    assert OF_TWO.turns([], read) == ()
    assert OF_TWO.turns([(0, samples(0.2)), (RATE, RATE + SHORTEST - 1)], read) == (), "too short to be told"


def test_digital_silence_taken_for_voice_resembles_nobody() -> None:
    sound, spoken = said("abab")
    voice = [*((turn.start, turn.end) for turn in spoken), (len(sound), len(sound) + RATE)]
    silent = np.concatenate([sound, np.zeros(RATE, np.float32)])

    class Zeros(SpectralStandIn):
        def embed(self, sound: Samples) -> Samples:
            return super().embed(sound) if sound.any() else np.full(36, np.nan, np.float32)

    found = TurnFinder(Zeros(), speakers=2).turns(voice, lambda start, end: silent[start:end])
    assert max(turn.end for turn in found) <= len(sound)


def test_short_words_are_given_to_the_speaker_whom_they_resemble() -> None:
    sound, spoken = said("abab")
    words, told = said("ba", seconds=0.5)
    voice = [*((turn.start, turn.end) for turn in spoken)]
    voice += [(len(sound) + turn.start, len(sound) + turn.end) for turn in told]
    whole = np.concatenate([sound, words])
    for finder in (BY_DISTANCE, OF_TWO):
        assert numbers(finder.turns(voice, lambda start, end: whole[start:end])) == [1, 2, 1, 2, 2, 1]


@pytest.mark.parametrize("text", ["a", "ab"])
def test_very_short_recordings_have_what_can_be_told(text: str) -> None:
    assert numbers(turns(text, OF_TWO, seconds=0.5)) == list(range(1, len(text) + 1))
    assert numbers(turns(text, OF_TWO, seconds=1.4)) == list(range(1, len(text) + 1))


def test_a_speaker_who_says_little_is_not_taken_for_the_other() -> None:
    sound, spoken = said("ab")
    voice = [(spoken[0].start, spoken[0].end), (spoken[1].start, spoken[1].start + RATE)]
    assert numbers(OF_TWO.turns(voice, lambda start, end: sound[start:end])) == [1, 2]
    assert numbers(BY_DISTANCE.turns(voice, lambda start, end: sound[start:end])) == [1], "or is undecided"


def test_changes_without_a_pause_are_undecided() -> None:
    found = turns("abab", OF_TWO, pause=0)
    _, spoken = said("abab", pause=0)
    result = score(spoken, found)
    assert numbers(found) == [1, 2, 1, 2]
    assert result.purity > 0.95
    for one, other in pairwise(found):
        assert one.end + samples(0.5) <= other.start


def test_two_voices_at_once_are_undecided() -> None:
    sound, spoken = said("aabb")
    one, other = (said(voice)[0] for voice in "ab")
    both = (len(sound), len(sound) + samples(4))
    whole = np.concatenate([sound, one + other])

    class Both(SpectralStandIn):
        """A model's voice print of a mixture lies between those of its voices; the pitch of one is that of one."""

        def embed(self, sound: Samples) -> Samples:
            if np.count_nonzero(sound) > 1.5 * np.count_nonzero(other[:WINDOW]):
                both = (super(Both, self).embed(voice[:WINDOW]) for voice in (one, other))
                return sum((own / np.linalg.norm(own) for own in both), np.zeros(36, np.float32))
            return super().embed(sound)

    voice = [*((turn.start, turn.end) for turn in spoken), both]
    found = TurnFinder(Both(), speakers=2).turns(voice, lambda start, end: whole[start:end])
    assert numbers(found) == [1, 1, 2, 2]


def test_turns_lie_in_voice_in_order_and_the_same_each_time() -> None:
    sound, spoken = said("abcabc", seconds=3.3, pause=0.2)
    voice = [(turn.start, turn.end) for turn in spoken]
    found, again = (BY_DISTANCE.turns(voice, lambda start, end: sound[start:end]) for _ in range(2))
    assert found == again
    assert sum(turn.end - turn.start for turn in found) == total(voice)
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_of_hours_a_part_is_clustered_and_all_is_told() -> None:
    """Two hours and a half of two voices in turns of a minute."""

    class Pitch:
        version = "pitch"
        most = 0

        def embed(self, sound: Samples) -> Samples:
            self.most = max(self.most, len(sound))
            return np.array([1.0, sound[0], 0.1 * np.sin(sound.sum())], np.float32)

    minute = 60 * RATE
    voice = [(at * minute, (at + 1) * minute - RATE) for at in range(150)]
    embedder = Pitch()
    found = TurnFinder(embedder, speakers=2).turns(
        voice, lambda start, end: np.full(end - start, start // minute % 2, np.float32)
    )
    assert numbers(found) == [1, 2] * 75
    assert embedder.most == WINDOW


def test_a_word_is_of_whom_speaks_most_of_it() -> None:
    speakers = Speakers([Turn(0, 100, 1), Turn(100, 200, 2), Turn(300, 400, 1)])
    times = ((0, 10), (10, 50), (90, 130), (150, 290), (250, 290), (390, 500))
    assert [speakers.of(*time) for time in times] == [1, 1, 2, None, None, None]
    assert speakers.of(50, 150) is None, "two share it"
    assert Speakers([]).of(0, 10) is None
