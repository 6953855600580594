"""What is read, what is refused, and by which code; FFmpeg opens nothing but the file that it was given."""

from __future__ import annotations

import contextlib
import os
import struct
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from audio.media import probe, read_wav_chunks
from audio.rewrite import rewrite
from redactor.errors import DamagedMediaError, MediaError, UnsupportedMediaError
from tests.unit.audio.sound_kit import FORMATS, VIDEOS, Format, film, make, sound_of, speech_like, survey, write

PHI = "Zebulon Quist MRN 4471"


@pytest.mark.parametrize("name", FORMATS)
def test_facts_of_each_format(tmp_path: Path, name: str) -> None:
    recording = probe(make(tmp_path, name, seconds=1.0))
    assert (recording.channels, recording.rate) == (
        FORMATS[name].channels,
        48000 if name == "opus-8" else FORMATS[name].rate,
    )
    if recording.claimed is not None:
        assert recording.claimed == pytest.approx(1.0, abs=0.1)
    assert (recording.claimed is None) == (name in ("adts", "amr"))
    assert recording.bits == (24 if name in ("pcm24", "flac24") else 0)


@pytest.mark.parametrize(
    "content",
    [
        PHI.encode() * 100,
        b"\x00" * 5000,
        b"%PDF-1.7 " + b"x" * 900,
        b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        b"ffconcat version 1.0\nfile '/etc/passwd'\n",
        b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=audio 5004 RTP/AVP 0\r\n",
    ],
)
def test_what_is_no_recording_is_unsupported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / f"{PHI}.wav"
    path.write_bytes(content)
    with pytest.raises(UnsupportedMediaError) as caught:
        probe(path)
    assert caught.value.code == "unsupported-media"
    assert "Zebulon" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("content", [b"", b"RIFF", b"RIFF\x00\x00\x00\x00WAVE", b"ID3", b"OggS", b"\x1aE\xdf\xa3"])
def test_the_beginning_of_a_recording_is_damaged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "short.wav"
    path.write_bytes(content)
    with pytest.raises(MediaError) as caught:
        probe(path)
    assert caught.value.code == "damaged-media"


def test_an_m4a_without_its_index_is_damaged(tmp_path: Path) -> None:
    whole = make(tmp_path, "aac", seconds=1.0).read_bytes()
    path = tmp_path / "cut.m4a"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DamagedMediaError):
        probe(path)


def _with_more(path: Path, streams: list[str]) -> Path:
    """A Matroska file with these streams: sound, video, subtitles."""
    with av.open(str(path), "w", format="matroska") as container:
        made = []
        for kind in streams:
            if kind == "video":
                video = container.add_stream("mpeg4", rate=5)
                video.width = video.height = 32
                video.pix_fmt = "yuv420p"
                made.append(video)
            else:
                made.append(container.add_stream("pcm_s16le", rate=8000, layout="mono"))
        for kind, stream in zip(streams, made, strict=True):
            if kind == "video":
                frame = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")
                frame.pts = 0
            else:
                frame = av.AudioFrame.from_ndarray(np.zeros((1, 8000), np.int16), format="s16", layout="mono")
                frame.sample_rate, frame.pts, frame.time_base = 8000, 0, Fraction(1, 8000)
            container.mux(stream.encode(frame))
            container.mux(stream.encode(None))
    return path


@pytest.mark.parametrize("streams", [["video"], ["sound", "sound"], ["sound", "video", "sound"]])
def test_other_streams_are_unsupported(tmp_path: Path, streams: list[str]) -> None:
    with pytest.raises(UnsupportedMediaError):
        probe(_with_more(tmp_path / "more.mkv", streams))


@pytest.mark.parametrize("suffix", VIDEOS)
@pytest.mark.parametrize("longer", [0.0, 3.0])
def test_of_a_video_the_sound_alone_is_read(tmp_path: Path, suffix: str, longer: float) -> None:
    sound = speech_like(48000, 1, 2.0)
    path = film(tmp_path / f"visit{suffix}", sound, 48000, 2.0 + longer)
    decoded = survey(path)
    assert decoded.recording.withheld == ("video",)
    assert decoded.seconds == pytest.approx(2.0, abs=0.1)
    assert not decoded.errors and not decoded.damaged and decoded.missing == 0
    rewrite(path, tmp_path / "out", decoded, [(0.5, 1.0)])
    with av.open(str(tmp_path / "out")) as container:
        assert [stream.type for stream in container.streams] == ["audio"]
    heard = sound_of(tmp_path / "out")[0]
    assert np.abs(heard[26000:46000]).max() < 0.01 < np.abs(heard[60000:]).max()


def test_subtitles_and_attachments_beside_the_sound_are_named(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "more.mkv"), "w", format="matroska") as container:
        sound = container.add_stream("pcm_s16le", rate=8000, layout="mono")
        container.add_attachment("photo.jpg", "image/jpeg", b"Vexholm")
        container.add_stream("ass")
        frame = av.AudioFrame.from_ndarray(np.ones((1, 8000), np.int16), format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = 8000, 0, Fraction(1, 8000)
        container.mux(sound.encode(frame))
    decoded = survey(tmp_path / "more.mkv")
    assert set(decoded.recording.withheld) >= {"subtitle"} and "video" not in decoded.recording.withheld
    assert decoded.seconds == 1.0 and not decoded.damaged


@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_a_video_that_is_cut_off_is_damaged(tmp_path: Path, suffix: str) -> None:
    path = film(tmp_path / f"visit{suffix}", speech_like(48000, 1, 4.0), 48000, 4.0)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    with contextlib.suppress(DamagedMediaError):
        assert survey(path).damaged


def test_more_than_eight_channels_are_unsupported(tmp_path: Path) -> None:
    header = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 9, 8000, 8000 * 18, 18, 16)
    data = struct.pack("<4sI", b"data", 18 * 800) + bytes(18 * 800)
    path = tmp_path / "nine.wav"
    path.write_bytes(struct.pack("<4sI4s", b"RIFF", 4 + len(header) + len(data), b"WAVE") + header + data)
    with pytest.raises(UnsupportedMediaError):
        probe(path)


@pytest.mark.parametrize("rate", [1, 50, 3_999, 384_001, 2**31 - 1])
def test_a_rate_at_which_nobody_records_speech_is_unsupported(tmp_path: Path, rate: int) -> None:
    """48 KB at 1 Hz would be six hours to hear; a second at 2 GHz would not fit into memory."""
    path = tmp_path / "rate.wav"
    header = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, 2 * rate % 2**32, 2, 16)
    data = struct.pack("<4sI", b"data", 48_000) + bytes(48_000)
    path.write_bytes(struct.pack("<4sI4s", b"RIFF", 4 + len(header) + len(data), b"WAVE") + header + data)
    with pytest.raises(UnsupportedMediaError, match="sampling rate") as caught:
        probe(path)
    assert caught.value.where == "sampling-rate"


@pytest.mark.parametrize("rate", [4_000, 6_000, 192_000])
def test_rates_of_old_and_of_precise_recorders_are_read(tmp_path: Path, rate: int) -> None:
    fmt = Format(".wav", "wav", "pcm_s16le", "s16", rate, 1)
    assert probe(write(tmp_path / "rate.wav", fmt, np.zeros((1, rate)))).rate == rate


def test_the_claim_of_a_wav_file_is_what_its_chunks_say(tmp_path: Path) -> None:
    path = make(tmp_path, "rf64", seconds=1.0)
    os.truncate(path, path.stat().st_size - 10_000)
    chunks = read_wav_chunks(path)
    assert chunks is not None
    assert (chunks.claimed, [size for _, size in chunks.data]) == (32_000, [22_000])
    assert read_wav_chunks(make(tmp_path, "mp3", seconds=1.0)) is None
