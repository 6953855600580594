"""Whatever is heard, nothing of the PHI that was found is in what leaves, and every word of it is muted."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from audio.decode import Decoded
from audio.find import find
from audio.media import Recording
from audio.outputs import document, subrip, waveform, webvtt
from audio.rewrite import Filling
from audio.steps import Found, Heard, Options, Voices
from audio.words import Word
from redactor.errors import TimelineError
from tests.unit.audio.scripted import finds

SECONDS = 40.0
PHI = ("Quist", "Zebulon", "4471")
TEXTS = st.sampled_from(
    [*PHI, "Quist,", "(4471)", "Quist's", "ok/Quist", "the", "dose", "of", "ten", "<b>", "", "five"]
)


@st.composite
def words(draw: st.DrawFn) -> tuple[Word, ...]:
    """As recognisers give them: mostly in order, at times without time, out of order or outside the recording."""
    out = []
    at = 0.5
    for text in draw(st.lists(TEXTS, max_size=25)):
        at += draw(st.sampled_from([0.0, 0.05, 0.3, 3.0]))
        length = draw(st.sampled_from([0.1, 0.3, 1.0]))
        kind = draw(st.sampled_from(["exact", "exact", "exact", "exact", "none", "early", "late"]))
        start, end = {"exact": (at, at + length), "none": (None, None), "early": (0.1, 0.2), "late": (99.0, 99.5)}[kind]
        probability = draw(st.sampled_from([0.9, 0.9, 0.1]))
        out.append(Word(text, start, end, probability, (max(at - 1, 0.0), min(at + 2, SECONDS))))
        at = min(at + length, SECONDS - 2)
    return tuple(out)


def seconds_heard(channels: list[tuple[Word, ...]], damaged: bool) -> Heard:
    recording = Recording("wav", "pcm_s16le", len(channels), "stereo", 8000, "s16", 0, 0, None)
    decoded = Decoded(recording, int(SECONDS * 8000), 1024, 0, 0, ((160_000, 160_000),) if damaged else (), 0.0)
    voices = tuple(
        Voices((channel,), own, tuple((start, start + 24_000) for start in range(4_000, 600_000, 40_000)), ())
        for channel, own in enumerate(channels)
    )
    return Heard(decoded, voices, None, None, {})


def outputs(heard: Heard, found: Found) -> bytes:
    return b"".join(
        [
            document(heard, found, {}, {}),
            webvtt(found.said, {}),
            subrip(found.said, {}),
            waveform([0.1] * 20, SECONDS, found),
        ]
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(words(), min_size=1, max_size=2), st.booleans(), st.booleans())
def test_nothing_of_the_phi_leaves(channels: list[tuple[Word, ...]], strict: bool, damaged: bool) -> None:
    heard = seconds_heard(channels, damaged)
    options = Options(None, strict=strict, filling=Filling.SILENCE)  # type: ignore[arg-type]
    try:
        found = find(heard, finds(*PHI), options)
    except TimelineError:  # a word that lies behind the recording in whole cannot be muted: nothing is released
        assert any(word.segment[0] >= word.segment[1] for own in channels for word in own)
        return
    content = outputs(heard, found)
    assert not any(value.encode() in content for value in PHI)
    assert content == outputs(heard, find(heard, finds(*PHI), options))
    assert all(0 <= start < end <= SECONDS for start, end in found.muted)
    for own in channels:
        for word in own:
            if any(value in word.text for value in PHI) and word.start is not None and word.end < SECONDS:
                assert any(start <= word.start and word.end <= end for start, end in found.muted)
