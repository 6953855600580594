"""The files of a Whisper model in the format of CTranslate2, checked before any of them is loaded."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from redactor.errors import ModelError

_NEEDED = ("model.bin", "config.json", "tokenizer.json")
_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")
_OPTIONAL = ("preprocessor_config.json",)
"""Models that read 80 mel bands are published without it."""

_SPECIAL_TOKENS = ("<|endoftext|>", "<|startoftranscript|>", "<|transcribe|>", "<|startofprev|>", "<|notimestamps|>")


def checked_digest(folder: Path) -> str:
    """The SHA-256 over the names and contents of all files that the model consists of, in hexadecimal.

    Raises ModelError if the folder or a file is missing, or if the tokenizer belongs to another model. Without
    tokenizer.json faster-whisper would download one.
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
    """The tokens that control the decoder have the same numbers in both files."""
    ids = {token["content"]: token["id"] for token in json.loads(tokenizer.read_bytes())["added_tokens"]}
    text = vocabulary.read_text(encoding="utf-8")
    tokens = json.loads(text) if vocabulary.suffix == ".json" else text.removesuffix("\n").split("\n")
    for token in _SPECIAL_TOKENS:
        number = ids.get(token)
        if number is None or number >= len(tokens) or tokens[number] != token:
            raise ModelError(
                f"tokenizer.json and {vocabulary.name} of audio.model belong to different models; copy all files again"
            )
