"""Decoding: one clock for every sample, damage found and filled, sound for listening in step with it."""

from __future__ import annotations

import os
import struct
import tracemalloc
from pathlib import Path

import av
import numpy as np
import pytest

from audio.decode import Decoder, as_16khz_mono, planes_of
from audio.media import probe
from audio.words import RATE
from redactor.errors import DamagedMediaError, MediaError
from tests.unit.audio.sound_kit import FORMATS, Format, make, pcm_of, sound_of, speech_like, survey, write


@pytest.mark.parametrize("name", FORMATS)
def test_a_whole_file_has_no_damage(tmp_path: Path, name: str) -> None:
    found = survey(make(tmp_path, name, seconds=1.0))
    assert (found.errors, found.holes, found.damaged, found.missing) == (0, 0, (), 0.0)
    assert found.seconds == pytest.approx(1.0, abs=0.15)


def test_blocks_follow_each_other(tmp_path: Path) -> None:
    blocks = list(Decoder(make(tmp_path, "mp3", seconds=3.5)))
    assert [block.start for block in blocks] == np.cumsum([0, *(block.pcm.shape[1] for block in blocks)])[:-1].tolist()
    assert all(16000 <= block.pcm.shape[1] < 18000 for block in blocks[:-1])


def _damaged(path: Path, at: float, size: int, fill: bytes | None = None) -> Path:
    content = bytearray(path.read_bytes())
    start = int(len(content) * at)
    content[start : start + size] = fill * size if fill else np.random.default_rng(3).bytes(size)
    path.write_bytes(bytes(content))
    return path


@pytest.mark.parametrize("name", ["mp3", "mp3-8k", "aac", "opus", "flac", "flac24", "flac-ogg", "adts"])
@pytest.mark.parametrize("fill", [None, b"\0"])
def test_damage_in_the_middle_is_found_and_keeps_the_clock(tmp_path: Path, name: str, fill: bytes | None) -> None:
    seconds = 6.0 if name == "flac-ogg" else 3.0  # its pages hold two seconds
    path = make(tmp_path, name, seconds)
    whole = survey(path)
    found = survey(_damaged(path, 0.5, path.stat().st_size // 8, fill))
    assert found.damaged
    assert found.samples <= whole.samples + whole.frame
    first = found.damaged[0][0] / found.recording.rate
    assert 0.25 < first / seconds < 0.75
    if name not in ("adts", "mp3", "mp3-8k"):  # these carry no time stamps
        assert found.samples == pytest.approx(whole.samples, abs=2 * whole.frame)
        end = slice(-found.recording.rate, -found.recording.rate // 2)
        after = sound_of(path)[0, end]
        assert np.corrcoef(after, sound_of(make(tmp_path, name, seconds))[0, end])[0, 1] > 0.9


def _mp3(folder: Path, rate: int, channels: int) -> Path:
    fmt = Format(".mp3", "mp3", "libmp3lame", "fltp", rate, channels)
    return write(folder / "whole.mp3", fmt, speech_like(rate, channels, 20.0))


@pytest.mark.parametrize(("rate", "channels"), [(44100, 1), (44100, 2), (48000, 1), (22050, 1), (16000, 1), (8000, 1)])
def test_an_mp3_with_a_byte_changed_each_90_is_damaged(tmp_path: Path, rate: int, channels: int) -> None:
    path = _mp3(tmp_path, rate, channels)
    assert survey(path).damaged == ()
    content = bytearray(path.read_bytes())
    for at in range(2_000, len(content), 90):  # behind the frame that states how many there are
        content[at] ^= 0x5A
    path.write_bytes(bytes(content))
    assert survey(path).damaged


def test_an_mp3_that_claims_days_in_some_kilobytes_is_damaged(tmp_path: Path) -> None:
    path = _mp3(tmp_path, 16000, 1)
    content = path.read_bytes()
    at = next(at for mark in (b"Xing", b"Info") if (at := content.find(mark)) >= 0) + 8
    path.write_bytes(content[:at] + b"\x7f\xff\xff\xff" + content[at + 4 :])
    with pytest.raises(DamagedMediaError):
        survey(path)


@pytest.mark.parametrize("name", ["pcm16", "mulaw", "rf64", "mp3", "flac", "flac-ogg", "opus"])
def test_a_file_that_was_cut_off_is_short_of_its_claim(tmp_path: Path, name: str) -> None:
    path = make(tmp_path, name, seconds=4.0)
    os.truncate(path, path.stat().st_size // 2 + 1)
    try:
        found = survey(path)
    except MediaError:
        pytest.fail("what is there can be decoded")
    assert found.damaged[-1][1] == found.samples
    if name not in ("flac-ogg", "opus"):  # Ogg states its length in its last page, which is gone
        assert found.missing == pytest.approx(2.0, abs=0.6)


@pytest.mark.parametrize(("size", "damaged"), [(0, False), (0xFFFFFFFF, False), (10**8, True), (64000, True)])
def test_a_wav_header_that_lies_about_its_length(tmp_path: Path, size: int, damaged: bool) -> None:
    path = make(tmp_path, "pcm16", seconds=4.0)
    content = path.read_bytes()
    at = content.index(b"data") + 4
    path.write_bytes(content[:at] + struct.pack("<I", size) + content[at + 4 :])
    found = survey(path)
    assert bool(found.damaged) == damaged
    assert found.samples == (16000 if size == 64000 else 64000)


def test_all_data_chunks_of_a_wav_file_are_read(tmp_path: Path) -> None:
    path = make(tmp_path, "pcm16", seconds=1.0)
    content = path.read_bytes()
    at = content.index(b"data")
    sound = content[at + 8 :]
    first = content[:at] + b"data" + struct.pack("<I", len(sound)) + sound
    second = b"LIST\x04\0\0\0INFO" + b"data" + struct.pack("<I", len(sound)) + sound
    path.write_bytes(first + second)
    found = survey(path)
    assert (found.samples, found.damaged) == (32000, ())
    pcm = pcm_of(path)
    assert np.array_equal(pcm[:, :16000], pcm[:, 16000:])


def test_a_file_without_a_sample_is_damaged(tmp_path: Path) -> None:
    path = make(tmp_path, "pcm16", seconds=1.0)
    os.truncate(path, path.read_bytes().index(b"data") + 8)
    with pytest.raises(DamagedMediaError):
        survey(path)


@pytest.mark.parametrize("rate", [8000, 11025, 16000, 22050, 44100, 48000, 96000])
def test_sound_for_listening_keeps_its_times(tmp_path: Path, rate: int) -> None:
    sound = np.zeros((1, rate * 3 + 7))
    for second in (1, 2):
        sound[0, second * rate] = 0.9
    path = write(tmp_path / "clicks.wav", Format(".wav", "wav", "pcm_s16le", "s16", rate, 1), sound)
    heard = np.concatenate(list(as_16khz_mono(Decoder(path), probe(path))))
    assert heard.dtype == np.float32
    assert heard.size == -(-sound.shape[1] * RATE // rate)
    for second in (1, 2):
        near = heard[second * RATE - 800 : second * RATE + 800]
        assert abs(int(np.argmax(np.abs(near))) - 800) <= 1


def test_channels_are_heard_together_or_alone(tmp_path: Path) -> None:
    rate = 16000
    one = speech_like(rate, 1, 1.0)
    fmt = FORMATS["pcm16"]
    path = write(tmp_path / "opposite.wav", fmt, np.concatenate([one, -one]))
    recording = probe(path)
    together = np.concatenate(list(as_16khz_mono(Decoder(path), recording)))
    alone = np.concatenate(list(as_16khz_mono(Decoder(path), recording, channel=1)))
    assert np.abs(together).max() < 1e-4
    assert np.allclose(alone, -one[0], atol=1e-4)


def test_no_number_in_a_float_file_is_heard_as_silence(tmp_path: Path) -> None:
    sound = speech_like(16000, 1, 1.0).copy()
    sound[0, 100:200] = np.nan
    sound[0, 300] = np.inf
    fmt = Format(".wav", "wav", "pcm_f32le", "flt", 16000, 1)
    path = write(tmp_path / "nan.wav", fmt, sound)
    heard = np.concatenate(list(as_16khz_mono(Decoder(path), probe(path))))
    assert np.all(np.abs(heard) <= 1.0)
    assert not heard[100:200].any()


def test_memory_is_bounded(tmp_path: Path) -> None:
    path = write(tmp_path / "long.wav", FORMATS["mulaw"], np.zeros((2, 8000 * 60)))
    tracemalloc.start()
    for _ in as_16khz_mono(Decoder(path), probe(path)):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000


@pytest.mark.parametrize("name", ["mp3", "aac", "opus", "flac", "webm"])
def test_nothing_of_a_file_is_logged(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    path = make(tmp_path, name, seconds=2.0, tags={"title": "Zebulon Quist"})
    survey(_damaged(path, 0.5, path.stat().st_size // 8))
    assert capfd.readouterr() == ("", "")
    assert not caplog.records


@pytest.mark.parametrize("name", [name for name, fmt in FORMATS.items() if fmt.channels == 1])
def test_one_channel_is_read_as_pyav_reads_it(tmp_path: Path, name: str) -> None:
    with av.open(str(make(tmp_path, name))) as container:
        for frame in container.decode(audio=0):
            assert np.array_equal(planes_of(frame), frame.to_ndarray())
            assert planes_of(frame).dtype == frame.to_ndarray().dtype
