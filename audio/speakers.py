"""This module computes voice prints with a model of `transformers` for speaker verification, from a folder.

torch and transformers come with the extra `train` and are imported only here. Nothing is looked up on a hub, and no
code of a model is run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from audio.turns import SHORTEST, WINDOW
from audio.words import RATE, Samples
from redactor.detect.checkpoint.network import import_transformers, model_checksum
from redactor.errors import ModelError

_CONFIG, _EXTRACTOR = "config.json", "preprocessor_config.json"
_ONLY: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}


class SpeakerModel:
    """Computes voice prints on a CPU, one window at a time, so that no other window changes the last bits of one.

    folder: of a model that AutoModelForAudioXVector and AutoFeatureExtractor load, such as WavLM for speaker
    verification. threads: of torch, for the whole process. Raises ModelError, with what to do, if the model is missing,
    damaged, of another kind or for another sampling rate.
    """

    def __init__(self, folder: Path, threads: int) -> None:
        missing = [name for name in (_CONFIG, _EXTRACTOR) if not (folder / name).is_file()]
        if missing:
            raise ModelError(
                f"the folder of audio.speaker_model lacks {', '.join(missing)}; give the folder of a model for speaker "
                "verification, with all its files; names of models on a hub are not looked up"
            )
        self._torch, transformers = import_transformers(
            'audio.speaker_model needs torch, transformers and scipy: pip install "clinical-redactor[train]"'
        )
        self._torch.set_num_threads(threads)
        self._extractor, self._model = _load(transformers, folder)
        self.version = f"{self._model.config.model_type} {model_checksum(folder)}"
        """Changes with the files of the model."""
        self._self_test()

    def embed(self, sound: Samples) -> npt.NDArray[np.float32]:
        """Returns the voice print, (dimensions,), of mono samples at `RATE`."""
        given = self._extractor(np.asarray(sound, np.float32), sampling_rate=RATE, return_tensors="pt")
        with self._torch.inference_mode():
            heard = self._model(given[self._model.main_input_name])  # nothing is padded: no mask
        vector: npt.NDArray[np.float32] = heard.embeddings[0].float().numpy()
        return vector

    def _self_test(self) -> None:
        """Computes a voice print of the shortest and of the longest window, before the first recording."""
        noise = np.random.default_rng(0).normal(0, 0.1, WINDOW).astype(np.float32)
        try:
            prints = [self.embed(noise[:length]) for length in (SHORTEST, WINDOW)]
        except Exception as e:
            raise ModelError(f"the model of audio.speaker_model cannot hear a window ({type(e).__name__})") from None
        if not all(one.ndim == 1 and one.size and np.isfinite(one).all() for one in prints):
            raise ModelError("the weights of audio.speaker_model are damaged: its voice prints are not numbers")


def _load(transformers: Any, folder: Path) -> tuple[Any, Any]:
    """Returns the feature extractor and the model."""
    try:
        config = transformers.AutoConfig.from_pretrained(str(folder), **_ONLY)
        extractor = transformers.AutoFeatureExtractor.from_pretrained(str(folder), **_ONLY)
    except Exception as e:
        raise ModelError(
            f"{_CONFIG} or {_EXTRACTOR} of audio.speaker_model cannot be read ({type(e).__name__})"
        ) from None
    if not any(str(kind).endswith("ForXVector") for kind in getattr(config, "architectures", None) or ()):
        raise ModelError(f"{_CONFIG} of audio.speaker_model names no ...ForXVector: it tells no speakers apart")
    if getattr(extractor, "sampling_rate", None) != RATE:
        raise ModelError(f"audio.speaker_model hears another sampling rate than {RATE}; give a model for {RATE} Hz")
    try:
        model, seen = transformers.AutoModelForAudioXVector.from_pretrained(
            str(folder), config=config, dtype="float32", output_loading_info=True, **_ONLY
        )
    except Exception as e:
        raise ModelError(
            f"the weights of audio.speaker_model are missing, damaged or do not fit its {_CONFIG} ({type(e).__name__})"
        ) from None
    lacking = {name for name in seen["missing_keys"] if not name.startswith("objective.")}  # used in training alone
    if lacking or seen["mismatched_keys"]:
        raise ModelError("audio.speaker_model lacks weights: it was not trained to tell speakers apart")
    return extractor, model.eval()
