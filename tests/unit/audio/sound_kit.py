"""Sound for tests: made with numpy, encoded with PyAV, in each format."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import av
import numpy as np
import numpy.typing as npt

from audio.decode import Decoded, Decoder, Pcm, as_float

SECONDS = 4.0


@dataclass(frozen=True)
class Format:
    suffix: str
    container: str
    encoder: str
    sample_format: str
    rate: int
    channels: int
    options: dict[str, str] = field(default_factory=dict)
    muxer: dict[str, str] = field(default_factory=dict)


FORMATS = {
    "pcm8": Format(".wav", "wav", "pcm_u8", "u8", 11025, 1),
    "pcm16": Format(".wav", "wav", "pcm_s16le", "s16", 16000, 2),
    "pcm24": Format(".wav", "wav", "pcm_s24le", "s32", 96000, 1),
    "pcm32": Format(".wav", "wav", "pcm_s32le", "s32", 8000, 1),
    "float": Format(".wav", "wav", "pcm_f32le", "flt", 16000, 8),
    "double": Format(".wav", "wav", "pcm_f64le", "dbl", 16000, 1),
    "mulaw": Format(".wav", "wav", "pcm_mulaw", "s16", 8000, 2),
    "alaw": Format(".wav", "wav", "pcm_alaw", "s16", 8000, 1),
    "rf64": Format(".wav", "wav", "pcm_s16le", "s16", 16000, 1, {}, {"rf64": "always"}),
    "flac": Format(".flac", "flac", "flac", "s16", 44100, 2),
    "flac24": Format(".flac", "flac", "flac", "s32", 48000, 1, {"bits_per_raw_sample": "24"}),
    "flac-ogg": Format(".ogg", "ogg", "flac", "s16", 16000, 1),
    "alac": Format(".m4a", "ipod", "alac", "s16p", 16000, 2),
    "mp3": Format(".mp3", "mp3", "libmp3lame", "fltp", 16000, 2),
    "mp3-8k": Format(".mp3", "mp3", "libmp3lame", "fltp", 8000, 1),
    "aac": Format(".m4a", "ipod", "aac", "fltp", 16000, 1),
    "adts": Format(".aac", "adts", "aac", "fltp", 16000, 2),
    "opus": Format(".ogg", "ogg", "libopus", "flt", 48000, 2),
    "opus-8": Format(".ogg", "ogg", "libopus", "flt", 8000, 8),
    "aac-8": Format(".m4a", "ipod", "aac", "fltp", 16000, 8),
    "webm": Format(".webm", "webm", "libopus", "flt", 48000, 1),
    "amr": Format(".amr", "amr", "libopencore_amrnb", "s16", 8000, 1),
    "adpcm": Format(".wav", "wav", "adpcm_ima_wav", "s16p", 8000, 1),
}
LOSSLESS = ("pcm8", "pcm16", "pcm24", "pcm32", "float", "double", "mulaw", "alaw", "rf64", "flac", "flac24", "alac")
_LAYOUTS = {1: "mono", 2: "stereo", 8: "7.1"}


@cache
def speech_like(rate: int, channels: int, seconds: float = SECONDS) -> npt.NDArray[np.float64]:
    """Noise in bands whose loudness changes a few times a second; each channel another one. In [-0.5, 0.5]."""
    n = round(rate * seconds)
    time = np.arange(n) / rate
    random = np.random.default_rng(7)
    rows = []
    for channel in range(channels):
        voice = sum(np.sin(2 * np.pi * (140 + 13 * channel) * k * time + random.uniform(0, 6)) / k for k in range(1, 9))
        rows.append(voice * (1.2 + np.sin(2 * np.pi * (3 + channel / 3) * time)) + 0.3 * random.standard_normal(n))
    sound = np.stack(rows)
    sound *= 0.5 / np.abs(sound).max()
    sound.setflags(write=False)
    return sound


def _typed(sound: npt.NDArray[np.float64], fmt: Format) -> Pcm:
    kind = fmt.sample_format.removesuffix("p")
    if kind == "u8":
        return np.rint(sound * 127 + 128).astype(np.uint8)
    if kind == "s16":
        return np.rint(sound * 32767).astype(np.int16)
    if kind == "s32":
        step = 256 if "24" in fmt.encoder or "bits_per_raw_sample" in fmt.options else 1
        return (np.rint(sound * (2**31 - 256) / step) * step).astype(np.int32)
    return sound.astype(np.float32 if kind == "flt" else np.float64)


def write(path: Path, fmt: Format, sound: npt.NDArray[np.float64], tags: dict[str, str] | None = None) -> Path:
    pcm, layout = _typed(sound, fmt), _LAYOUTS[fmt.channels]
    with av.open(str(path), "w", format=fmt.container, options=fmt.muxer) as container:
        container.metadata.update(tags or {})
        stream: Any = container.add_stream(fmt.encoder, rate=fmt.rate, layout=layout, options=fmt.options)
        stream.codec_context.format = fmt.sample_format
        for start in range(0, pcm.shape[1], fmt.rate):
            part = pcm[:, start : start + fmt.rate]
            planar = fmt.sample_format.endswith("p") and fmt.channels < 8  # PyAV fails at eight planes
            array = np.ascontiguousarray(part if planar else part.T.reshape(1, -1))
            given = fmt.sample_format if planar else fmt.sample_format.removesuffix("p")
            frame = av.AudioFrame.from_ndarray(array, format=given, layout=layout)
            frame.sample_rate, frame.pts, frame.time_base = fmt.rate, start, Fraction(1, fmt.rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


VIDEOS = {  # container, video encoder, audio encoder
    ".mp4": ("mp4", "mpeg4", "aac"),
    ".mov": ("mov", "mpeg4", "pcm_s16le"),
    ".mkv": ("matroska", "mpeg4", "flac"),
    ".webm": ("webm", "libvpx", "libopus"),
}


def film(path: Path, sound: npt.NDArray[np.float64], rate: int, seconds: float) -> Path:
    """Writes a video of the kind that the suffix says: a changing picture for `seconds`, and sound of one channel."""
    kind, video_encoder, audio_encoder = VIDEOS[path.suffix]
    with av.open(str(path), "w", format=kind) as container:
        video: Any = container.add_stream(video_encoder, rate=5)
        video.width = video.height = 64
        video.pix_fmt = "yuv420p"
        audio: Any = container.add_stream(audio_encoder, rate=rate, layout="mono")
        wanted = audio.codec_context.format.name
        resampler = av.AudioResampler(format=wanted, layout="mono", rate=rate)
        for number in range(round(seconds * 5)):
            picture = av.VideoFrame.from_ndarray(np.full((64, 64, 3), number * 37 % 256, np.uint8), format="rgb24")
            picture.pts, picture.time_base = number, Fraction(1, 5)
            container.mux(video.encode(picture))
        container.mux(video.encode(None))
        frame = av.AudioFrame.from_ndarray(sound.astype(np.float32), format="flt", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = rate, 0, Fraction(1, rate)
        for part in [*resampler.resample(frame), *resampler.resample(None)]:
            container.mux(audio.encode(part))
        container.mux(audio.encode(None))
    return path


def make(folder: Path, name: str, seconds: float = SECONDS, tags: dict[str, str] | None = None) -> Path:
    path = folder / f"{name}{FORMATS[name].suffix}"
    path.write_bytes(_made(name, seconds, tuple((tags or {}).items())))
    return path


@cache
def _made(name: str, seconds: float, tags: tuple[tuple[str, str], ...]) -> bytes:
    fmt = FORMATS[name]
    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "made", fmt, speech_like(fmt.rate, fmt.channels, seconds), dict(tags))
        return path.read_bytes()


def survey(path: Path) -> Decoded:
    """Decodes a recording to its end and returns its survey without keeping any sound."""
    decoder = Decoder(path)
    for _ in decoder:
        pass
    assert decoder.result is not None
    return decoder.result


def pcm_of(path: Path) -> Pcm:
    return np.concatenate([block.pcm for block in Decoder(path)], axis=1)


def sound_of(path: Path) -> npt.NDArray[np.float32]:
    return as_float(pcm_of(path))
