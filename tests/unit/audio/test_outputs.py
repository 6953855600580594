"""What leaves beside the sound: readable, escaped, in order, and the same bytes each time."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import numpy as np

from audio.decode import Decoded
from audio.media import Recording
from audio.outputs import Envelope, cues, document, subrip, waveform, webvtt, whisper_json
from audio.steps import Found, Heard, Mute, Said, Voices
from tests.unit.audio.sound_kit import speech_like

DECODED = Decoded(
    Recording("mp3", "mp3", 2, "stereo", 8000, "flt", 0, 64000, 60.0), 480_000, 1152, 2, 1, ((80_000, 88_000),), 0.5
)
HEARD = Heard(DECODED, (Voices((0,), (), (), ()), Voices((1,), (), (), ())), "en", 0.98, {"voice": "abc"})
SAID = (
    Said("What", 0.5, 0.7, (0,), "word"),
    Said("is", 0.75, 0.8, (0,), "word"),
    Said("your", 0.8, 1.0, (0,), "word"),
    Said("name?", 1.0, 1.25, (0,), "word"),
    Said("Dr. Kevin Chang", 1.5, 2.5, (1,), "phi", "DOCTOR"),
    Said("[inaudible]", 2.5, 3.0, (1,), "gap"),
    Said("-->", 3.0, 3.1, (1,), "word"),
    Said("R&D", 3.1, 3.3, (1,), "word"),
    Said("later.", 9.0, 9.5, (1,), "word"),
)
MUTES = (
    Mute(1.3, 2.7, "DOCTOR", "words", 0.93),
    Mute(2.3, 3.2, None, "gap", None),
    Mute(9.0, 12.0, None, "damage", None),
    Mute(30.0, 31.0, "DATE", "words", None),
)
FOUND = Found(MUTES, ((1.3, 3.2), (9.0, 12.0), (30.0, 31.0)), SAID, False, {"DOCTOR": 1})
SPEAKERS = {0: "Nurse", 1: "<Patient> & co"}


def test_the_document_holds_words_mutes_errors_and_versions() -> None:
    content = document(HEARD, FOUND, {"patterns": "7"}, SPEAKERS)
    assert content == document(HEARD, FOUND, {"patterns": "7"}, SPEAKERS)
    read = json.loads(content)
    assert read["text"].splitlines()[0] == "What is your name?"
    assert read["words"][4] == {
        "text": "Dr. Kevin Chang",
        "start": 1.5,
        "end": 2.5,
        "channels": [1],
        "kind": "phi",
        "entity": "DOCTOR",
    }
    assert read["mutes"][0] == {"start": 1.3, "end": 2.7, "entity": "DOCTOR", "step": "words", "confidence": 0.93}
    assert read["muted"] == [[1.3, 3.2], [9.0, 12.0], [30.0, 31.0]]
    assert (read["decoding"]["errors"], read["decoding"]["holes"], read["decoding"]["missing"]) == (2, 1, 0.5)
    assert read["decoding"]["damaged"] == [[10.0, 11.0]]
    assert read["versions"] == {"patterns": "7", "voice": "abc"}
    assert [own["speaker"] for own in read["channels"]] == ["Nurse", "<Patient> & co"]


def test_whispers_format_holds_the_redacted_words_alone() -> None:
    read = json.loads(whisper_json(HEARD, FOUND))
    assert read["language"] == "en"
    assert read["text"] == " What is your name? Dr. Kevin Chang [inaudible] --> R&D later."
    assert [(s["id"], s["start"], s["end"]) for s in read["segments"]] == [(0, 0.5, 1.25), (1, 1.5, 3.3), (2, 9.0, 9.5)]
    assert read["segments"][2]["words"] == [{"word": " later.", "start": 9.0, "end": 9.5}]


def test_cues_end_with_sentences_pauses_and_channels() -> None:
    found = cues(SAID)
    assert [" ".join(cue.lines) for cue in found] == [
        "What is your name?",
        "Dr. Kevin Chang [inaudible] --> R&D",
        "later.",
    ]
    assert [(cue.start, cue.end, cue.channel) for cue in found] == [(500, 1250, 0), (1500, 3300, 1), (9000, 9500, 1)]


def test_cues_have_at_most_two_lines_and_no_word_is_lost() -> None:
    words = [Said(f"word{i}", i * 0.3, i * 0.3 + 0.2, (0,), "word") for i in range(200)]
    words.append(Said("x" * 300, 61.0, 62.0, (0,), "phi", "PERSON"))
    found = cues(words)
    assert all(1 <= len(cue.lines) <= 2 and max(map(len, cue.lines)) <= 42 for cue in found)
    assert all(cue.end - cue.start <= 7200 for cue in found)
    assert "".join("".join(cue.lines) for cue in found).replace(" ", "") == "".join(word.text for word in words)
    assert [cue.start for cue in found] == sorted(cue.start for cue in found)


def test_webvtt_is_escaped() -> None:
    text = webvtt(SAID, SPEAKERS).decode()
    blocks = text.split("\n\n")
    assert blocks[0] == "WEBVTT"
    assert blocks[1] == "00:00:00.500 --> 00:00:01.250\n<v Nurse>What is your name?"
    assert "<v &lt;Patient&gt; &amp; co>" in text
    assert "--&gt; R&amp;D" in text
    assert len(re.findall("-->", text)) == len(blocks) - 1
    assert webvtt((), {}) == b"WEBVTT\n"


def test_subrip_is_numbered_and_holds_no_tags() -> None:
    text = subrip(SAID, SPEAKERS).decode()
    assert text.startswith("1\n00:00:00,500 --> 00:00:01,250\nNurse: What is your name?\n\n2\n")
    assert "<" not in text
    assert len(re.findall("-->", text)) == 3


def test_cues_of_hours_and_of_no_length() -> None:
    (cue,) = cues([Said("late", 36_000.0, 36_000.0, (0,), "word")])
    assert cue.end > cue.start
    assert b"10:00:00.000 --> 10:00:00.001" in webvtt([Said("late", 36_000.0, 36_000.0, (0,), "word")], {})


def test_the_waveform_shows_the_mutes_and_no_level_within_them() -> None:
    envelope = [0.5] * 600
    content = waveform(envelope, 60.0, FOUND)
    assert content == waveform(envelope, 60.0, FOUND)
    root = ElementTree.fromstring(content)
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert texts[:4] == ["PHI", "voice without words", "damaged", "sound"]
    assert "0:00:30" in texts
    outline = max((element.get("d", "") for element in root.iter() if element.tag.endswith("path")), key=len)
    heights = [float(height) for height in re.findall(r"v([\d.]+)h-", outline)]
    assert len(heights) == 600
    assert heights[95] == heights[305] == 1.0
    assert heights[0] == heights[200] == 80.0
    assert len(content) < 60_000
    assert b"script" not in content


def test_the_waveform_stays_small_with_thousands_of_mutes() -> None:
    mutes = tuple(Mute(i * 5.0, i * 5.0 + 1, "PERSON", "words", None) for i in range(5000))
    found = Found(mutes, tuple((mute.start, mute.end) for mute in mutes), (), False, {})
    assert len(waveform([0.1] * 1200, 25_000.0, found)) < 300_000


def test_the_envelope_is_the_same_for_any_blocks() -> None:
    sound = speech_like(8000, 2, 2.0).astype(np.float32)
    wholes = Envelope(8000)
    wholes.feed(sound)
    parts = Envelope(8000)
    for start, end in ((0, 1), (1, 799), (799, 801), (801, 801), (801, 9000), (9000, 16000)):
        parts.feed(sound[:, start:end])
    assert parts.levels() == wholes.levels()
    assert len(wholes.levels()) == 20
    assert wholes.levels()[3] == round(float(np.abs(sound[:, 2400:3200]).max()), 3)
