"""Rewriting: muted on every channel, nothing else changed, nothing carried over, the same bytes each time."""

from __future__ import annotations

import resource
import struct
from pathlib import Path

import av
import numpy as np
import pytest

from audio.media import probe
from audio.proof import prove
from audio.rewrite import Filling, rewrite
from redactor.errors import DamagedMediaError, SpanError
from tests.unit.audio.sound_kit import FORMATS, LOSSLESS, make, pcm_of, sound_of, speech_like, survey, write

PHI = "Zebulon Quist"
SPANS = [(0.25, 0.45), (0.7, 0.81)]
TONES = ("pcm8", "pcm24", "float", "double", "mulaw", "alac", "mp3", "aac", "webm", "amr")
"""One format of each type of samples and each lossy codec."""
SAME_CODEC = {"mp3", "mp3-8k", "aac", "opus", "opus-8", "aac-8", "webm", *LOSSLESS}


def outside(length: int, rate: int) -> np.ndarray:
    kept = np.ones(length, bool)
    for start, end in SPANS:
        kept[int(start * rate) : int(np.ceil(end * rate))] = False
    return kept


@pytest.mark.parametrize(
    ("name", "filling"),
    [*((name, Filling.SILENCE) for name in FORMATS), *((name, Filling.TONE) for name in TONES)],
)
def test_each_format_is_rewritten_and_proven(tmp_path: Path, name: str, filling: Filling) -> None:
    source = make(tmp_path, name, seconds=1.0)
    found = survey(source)
    out, again = tmp_path / "out", tmp_path / "again"
    target = rewrite(source, out, found, SPANS, filling)
    if filling is Filling.SILENCE and found.recording.channels < 8:
        rewrite(source, again, found, SPANS, filling)
        assert out.read_bytes() == again.read_bytes()
    assert prove(source, out, found, SPANS, filling).muted
    assert probe(out).codec == (found.recording.codec if name in SAME_CODEC else "flac" if name != "adts" else "aac")
    assert target.suffix in (".wav", ".flac", ".mp3", ".m4a", ".ogg", ".webm")


@pytest.mark.parametrize("name", LOSSLESS)
def test_lossless_formats_keep_every_other_sample(tmp_path: Path, name: str) -> None:
    source = make(tmp_path, name, seconds=1.0)
    out = tmp_path / "out"
    rewrite(source, out, survey(source), SPANS)
    before, after = pcm_of(source), pcm_of(out)
    kept = outside(before.shape[1], FORMATS[name].rate)
    assert before.dtype == after.dtype
    assert np.array_equal(before[:, kept], after[:, kept])
    muted = sound_of(out)[:, ~kept]
    assert np.abs(muted).max() <= (8 / 32768 if name == "alaw" else 0)


@pytest.mark.parametrize("codec", ["mulaw", "alaw"])
def test_every_code_of_companded_sound_is_kept(tmp_path: Path, codec: str) -> None:
    source = tmp_path / "codes.wav"
    sound = bytes(range(256)) * 40
    kind = 7 if codec == "mulaw" else 6
    fmt = struct.pack("<4sIHHIIHH", b"fmt ", 16, kind, 1, 8000, 8000, 1, 8)
    body = b"WAVE" + fmt + struct.pack("<4sI", b"data", len(sound)) + sound
    source.write_bytes(struct.pack("<4sI", b"RIFF", len(body)) + body)
    out = tmp_path / "out"
    rewrite(source, out, survey(source), [(1.0, 1.1)])
    before, after = pcm_of(source), pcm_of(out)
    assert np.array_equal(before[:, :8000], after[:, :8000])
    assert not after[:, 8000:8800].any() or codec == "alaw"


@pytest.mark.parametrize(
    "span", [(3.0, 3.5), (0.9, 1.1), (-0.1, 0.2), (0.5, 0.5), (0.6, 0.5), (float("nan"), 1.0), (0.0, float("inf"))]
)
def test_a_span_outside_of_the_recording_is_an_error(tmp_path: Path, span: tuple[float, float]) -> None:
    source = make(tmp_path, "pcm16", seconds=1.0)
    found = survey(source)
    out = tmp_path / "out"
    with pytest.raises(SpanError):
        rewrite(source, out, found, [*SPANS, span])
    with pytest.raises(SpanError):
        prove(source, source, found, [span])
    assert not out.exists()


def test_a_span_may_be_the_whole_recording(tmp_path: Path) -> None:
    source = make(tmp_path, "mulaw", seconds=1.0)
    out = tmp_path / "out"
    rewrite(source, out, survey(source), [(0.0, 1.0)])
    assert not pcm_of(out).any()


def _with_cover(path: Path) -> Path:
    """An MP3 file with a cover and tags in front, and tags behind."""
    picture = bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf00000003000100"
        "5b9b8a1e0000000049454e44ae426082"
    )
    frames = b""
    for name, content in (
        (b"APIC", b"\0image/png\0\3" + PHI.encode() + b"\0" + picture),
        (b"TPE1", b"\3" + PHI.encode()),
        (b"COMM", b"\3eng\0" + PHI.encode()),
    ):
        frames += name + struct.pack(">IH", len(content), 0) + content
    size = bytes(len(frames) >> shift & 0x7F for shift in (21, 14, 7, 0))
    tail = b"TAG" + PHI.encode().ljust(125, b"\0")
    path.write_bytes(b"ID3\x03\0\0" + size + frames + path.read_bytes() + tail)
    return path


@pytest.mark.parametrize("name", ["pcm16", "flac", "mp3", "aac", "opus", "webm", "alac"])
def test_tags_are_not_carried_over(tmp_path: Path, name: str) -> None:
    tags = {"title": PHI, "artist": PHI, "comment": PHI, "creation_time": "2020-02-02T02:02:02Z"}
    source = make(tmp_path, name, seconds=1.0, tags=tags)
    if name == "mp3":
        source = _with_cover(source)
        with av.open(str(source)) as container:
            assert [stream.type for stream in container.streams] == ["audio", "video"]
        assert probe(source).withheld == ("picture",)
    assert PHI.encode() in source.read_bytes()
    out = tmp_path / "out"
    found = survey(source)
    rewrite(source, out, found, SPANS)
    prove(source, out, found, SPANS)
    content = out.read_bytes()
    assert PHI.encode() not in content
    assert b"2020" not in content
    assert b"Lavc6" not in content


def test_what_a_wav_file_holds_beside_its_sound_is_left_out(tmp_path: Path) -> None:
    source = make(tmp_path, "pcm16", seconds=1.0)
    padded = PHI.encode().ljust(604, b"\0")
    extra = b"".join(name + struct.pack("<I", len(padded)) + padded for name in (b"bext", b"iXML", b"note"))
    source.write_bytes(source.read_bytes() + extra + PHI.encode())
    out = tmp_path / "out"
    rewrite(source, out, survey(source), SPANS)
    assert PHI.encode() not in out.read_bytes()


def test_damage_is_muted_for_a_second_on_each_side(tmp_path: Path) -> None:
    source = write(tmp_path / "long.flac", FORMATS["flac"], speech_like(44100, 2, 5.0))
    content = bytearray(source.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 2000] = bytes(2000)
    source.write_bytes(bytes(content))
    found = survey(source)
    (damage,) = found.damaged
    out = tmp_path / "out"
    rewrite(source, out, found, [])
    proof = prove(source, out, found, [])
    assert proof.muted == ((damage[0] - 44100, damage[1] + 44100),)
    sound = sound_of(out)
    assert not sound[:, proof.muted[0][0] : proof.muted[0][1]].any()
    assert sound[:, : proof.muted[0][0]].any()
    assert sound[:, proof.muted[0][1] :].any()


def test_a_file_that_changed_since_its_survey_is_not_written(tmp_path: Path) -> None:
    source = make(tmp_path, "pcm16", seconds=1.0)
    found = survey(source)
    make(tmp_path, "pcm16", seconds=1.2)
    out = tmp_path / "out"
    with pytest.raises(DamagedMediaError):
        rewrite(source, out, found, SPANS)
    assert not out.exists()


@pytest.mark.parametrize("name", ["pcm16", "mp3"])
def test_a_full_disk_is_an_error_of_the_system(tmp_path: Path, name: str) -> None:
    source = make(tmp_path, name, seconds=1.0)
    out = tmp_path / "out"
    out.symlink_to("/dev/full")
    with pytest.raises(OSError, match="space"):
        rewrite(source, out, survey(source), SPANS)
    assert not out.is_symlink()


def test_a_disk_that_fills_in_the_midst_is_no_damage_of_the_recording(tmp_path: Path) -> None:
    source = make(tmp_path, "pcm16", seconds=20.0)
    found, out = survey(source), tmp_path / "out"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            rewrite(source, out, found, SPANS)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not out.exists()


def test_the_original_is_never_written_over(tmp_path: Path) -> None:
    source = make(tmp_path, "pcm16", seconds=1.0)
    content = source.read_bytes()
    link = tmp_path / "link"
    link.symlink_to(source)
    for out in (source, link):
        with pytest.raises(ValueError, match="in its place"):
            rewrite(source, out, survey(source), SPANS)
    assert source.read_bytes() == content
