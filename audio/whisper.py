"""This module recognises speech with Whisper, through faster-whisper, from the files of a folder and without a network.

The words depend on the samples alone. No earlier text is read, because a loop would go on. There is one temperature,
because the fallback to others draws at random. `audio.vad` finds the voice, not the filter of the library.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from audio.words import MOST_SECONDS, RATE, Language, Samples, Word, is_other
from redactor.errors import ModelError, SettingsError

_NEEDED = ("model.bin", "config.json", "tokenizer.json")
_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")
_OPTIONAL = ("preprocessor_config.json",)
"""Models that read 80 mel bands are published without this file."""

_SPECIAL_TOKENS = ("<|endoftext|>", "<|startoftranscript|>", "<|transcribe|>", "<|startofprev|>", "<|notimestamps|>")


def checked_digest(folder: Path) -> str:
    """Returns the SHA-256, in hexadecimal, over the names and contents of all files of a model.

    Raises ModelError if the folder or a file is missing, or if the tokenizer belongs to another model. Without
    tokenizer.json faster-whisper would download a tokenizer.
    """
    if not folder.is_dir():
        raise ModelError("audio.model names no folder; give the folder of a Whisper model in the format of CTranslate2")
    missing = [name for name in _NEEDED if not (folder / name).is_file()]
    vocabulary = next((name for name in _VOCABULARIES if (folder / name).is_file()), None)
    if vocabulary is None:
        missing.append(" or ".join(_VOCABULARIES))
    if vocabulary is None or missing:
        raise ModelError(f"the folder of audio.model lacks {', '.join(missing)}; copy all files of the model into it")
    names = [*_NEEDED, vocabulary, *(name for name in _OPTIONAL if (folder / name).is_file())]
    try:
        _check_tokenizer(folder / "tokenizer.json", folder / vocabulary)
        digests = {name: _digest(folder / name) for name in sorted(names)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as e:
        raise ModelError(f"audio.model cannot be read ({type(e).__name__}); copy its files again") from None
    return hashlib.sha256(json.dumps(digests).encode()).hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_tokenizer(tokenizer: Path, vocabulary: Path) -> None:
    """Raises ModelError unless the tokens that control the decoder have the same numbers in both files."""
    ids = {token["content"]: token["id"] for token in json.loads(tokenizer.read_bytes())["added_tokens"]}
    text = vocabulary.read_text(encoding="utf-8")
    tokens = json.loads(text) if vocabulary.suffix == ".json" else text.removesuffix("\n").split("\n")
    for token in _SPECIAL_TOKENS:
        number = ids.get(token)
        if number is None or number >= len(tokens) or tokens[number] != token:
            raise ModelError(
                f"tokenizer.json and {vocabulary.name} of audio.model belong to different models; copy all files again"
            )


_COMPUTE_TYPES = {"cpu": "int8", "cuda": "float16"}

_BEAMS = 5

_NO_SPEECH, _LEAST_LOG_PROBABILITY = 0.6, -1.0
"""A stretch has no words if the model takes it for no speech with the first probability and gives its text less than
the second log probability (Radford et al., Robust Speech Recognition via Large-Scale Weak Supervision, 4.5).
"""

_WITHOUT_SPACES = frozenset({"ja", "lo", "my", "th", "yue", "zh"})
"""Languages that are written without spaces: a token without a space before it is a word of its own."""

_LEAST_SAMPLES = 400
"""The window of the spectrum, in samples. Shorter sound has no words."""


class WhisperRecognizer:
    """Recognises speech with a Whisper model on a CPU or a GPU.

    languages: the languages in which words may be written; one of them is chosen for each stretch. threads: the number
    of CPU threads; words, times and probabilities were measured to be the same for 1, 2 and 4, so that the number is no
    part of the version. `version` covers the libraries, the settings of the decoder and all files of the model. Raises
    ModelError or SettingsError if the model cannot be used on this device or for these languages.
    """

    name = "faster-whisper"
    for_release = True

    def __init__(self, folder: Path, device: str, languages: Sequence[str], threads: int) -> None:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")  # the library's client of a model hub reads it when it is imported
        try:
            import faster_whisper
            from faster_whisper.transcribe import Tokenizer, TranscriptionOptions

            libraries = [f"{name} {version(name)}" for name in ("faster-whisper", "ctranslate2")]
        except (ImportError, PackageNotFoundError):
            raise ModelError("Whisper needs faster-whisper; install clinical-redactor[audio]") from None
        digest = checked_digest(folder)
        compute_type = _COMPUTE_TYPES[device]
        try:
            self._model: Any = faster_whisper.WhisperModel(
                str(folder), device=device, compute_type=compute_type, cpu_threads=threads, local_files_only=True
            )
        except Exception as e:
            raise ModelError(
                f"audio.model cannot be loaded on the {device} ({type(e).__name__}); copy its files again, or set "
                "audio.device to what this machine has"
            ) from None
        self._check_bands()
        written = self._model.hf_tokenizer, self._model.model.is_multilingual, "transcribe"
        self._tokenizers = {code: Tokenizer(*written, code) for code in self._known(languages)}
        some = next(iter(self._tokenizers.values()))
        self._options = TranscriptionOptions(
            beam_size=_BEAMS,
            best_of=1,
            patience=1,
            length_penalty=1,
            repetition_penalty=1,
            no_repeat_ngram_size=0,
            log_prob_threshold=_LEAST_LOG_PROBABILITY,
            no_speech_threshold=_NO_SPEECH,
            compression_ratio_threshold=None,
            condition_on_previous_text=False,
            prompt_reset_on_temperature=0.5,
            temperatures=[0.0],
            initial_prompt=None,
            prefix=None,
            suppress_blank=True,
            suppress_tokens=_suppressed(some),
            without_timestamps=False,
            max_initial_timestamp=1.0,
            word_timestamps=True,
            prepend_punctuations="\"'“¿([{-",
            append_punctuations="\"'.。,，!！?？:：”)]}、",
            multilingual=False,
            max_new_tokens=None,
            clip_timestamps=[0.0],
            hallucination_silence_threshold=None,
            hotwords=None,
        )
        parts = [*libraries, digest, compute_type, repr(self._options), *sorted(self._tokenizers)]
        self.version = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def hear(self, samples: Samples) -> list[Word]:
        """Returns the words of at most `MOST_SECONDS` of sound.

        All words that were heard together have the same `language`. If that is surely none of the languages in which
        words may be written, the probability of the words is 0.
        """
        if len(samples) > MOST_SECONDS * RATE:
            raise ValueError(f"a recogniser hears at most {MOST_SECONDS} seconds at a time")
        if len(samples) < _LEAST_SAMPLES:
            return []
        features = self._model.feature_extractor(np.ascontiguousarray(samples, np.float32))
        encoded = self._model.encode(_padded(features, self._model.feature_extractor.nb_max_frames))
        language, written_in = self._language(encoded)
        tokenizer = self._tokenizers[written_in]
        segments = self._model.generate_segments(features, tokenizer, self._options, False, encoded)
        length = len(samples) / RATE
        words = _words(list(segments), length, language, apart=written_in in _WITHOUT_SPACES)
        if is_other(language, self._tokenizers):
            return [replace(word, probability=0.0) for word in words]
        return words

    def _check_bands(self) -> None:
        if self._model.feature_extractor.mel_filters.shape[0] != self._model.model.n_mels:
            raise ModelError(
                "preprocessor_config.json of audio.model is missing or of another model; copy all files again"
            )

    def _known(self, languages: Sequence[str]) -> list[str]:
        unknown = sorted(set(languages) - set(self._model.supported_languages))
        if unknown:
            raise SettingsError(f"the model of audio.model does not know {', '.join(unknown)} of audio.languages")
        return list(dict.fromkeys(languages))

    def _language(self, encoded: Any) -> tuple[Language | None, str]:
        """Returns the likeliest of all languages, and the likeliest language in which words may be written."""
        if not self._model.model.is_multilingual:
            return None, "en"
        [ranked] = self._model.model.detect_language(encoded)
        likely = [(token.strip("<|>"), float(probability)) for token, probability in ranked]
        language = Language(*max(likely, key=lambda pair: (pair[1], pair[0])))
        allowed = {code: probability for code, probability in likely if code in self._tokenizers}
        return language, max(self._tokenizers, key=lambda code: allowed.get(code, 0.0))


def _padded(features: Any, frames: int) -> Any:
    """Pads the features with silence to the number of frames that the model was trained on."""
    heard = features[:, : min(frames, features.shape[1] - 1)]
    return np.pad(heard, [(0, 0), (0, frames - heard.shape[1])])


def _suppressed(tokenizer: Any) -> list[int]:
    """Returns the ids of the tokens that describe sounds or control the decoder."""
    control = (
        tokenizer.transcribe,
        tokenizer.translate,
        tokenizer.sot,
        tokenizer.sot_prev,
        tokenizer.sot_lm,
        tokenizer.no_speech,
    )
    return sorted({*tokenizer.non_speech_tokens, *(token for token in control if token is not None)})


def _words(segments: Sequence[Any], length: float, language: Language | None, apart: bool) -> list[Word]:
    """Returns the words of all segments. apart: words that follow each other without a space are not one word."""
    spoken = [segment for segment in segments if segment.words]
    words: list[Word] = []
    for index, segment in enumerate(spoken):
        # the library cuts words at pauses: the segment reaches over the pauses on both sides
        start = spoken[index - 1].words[-1].end if index else 0.0
        end = spoken[index + 1].words[0].start if index + 1 < len(spoken) else length
        stretch = (float(min(start, segment.words[0].start)), float(max(end, segment.words[-1].end)))
        words += _joined(segment.words, stretch, language, apart)
    return words


def _joined(heard: Iterable[Any], stretch: tuple[float, float], language: Language | None, apart: bool) -> list[Word]:
    """Joins the pieces of a word that the library gives apart, such as "555-0142" in two words, the second without a
    space.

    The joined word has the time of all parts and the probability of the least probable part.
    """
    parts: list[list[Any]] = []
    for word in heard:
        if parts and not apart and not word.word.startswith(" "):
            parts[-1].append(word)
        else:
            parts.append([word])
    return [
        Word(
            "".join(part.word for part in group).strip(),
            float(min(part.start for part in group)),
            float(max(part.end for part in group)),
            float(min(part.probability for part in group)),
            stretch,
            language,
        )
        for group in parts
        if "".join(part.word for part in group).strip()
    ]
