"""A language model without weights worth the name: a Llama of 106,000 random parameters, and two servers of it.

`transformers_serve` is the server of transformers: it takes a json_schema and ignores it, and it takes prompts of any
length. `guided_serve` is `tests/services/guided_llm.py`: its answers have the form of the schema, and random content.
Both listen on loopback and are ended by their pid.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGES = ("torch", "safetensors", "transformers", "accelerate", "fastapi", "uvicorn", "llguidance", "openai")
_UP_SECONDS = 180.0
_ROOT = Path(__file__).parents[2]
_SPECIAL = ("<pad>", "<s>", "</s>")
_TEMPLATE = "{{ '<s>' }}{% for m in messages %}{{ m['role'] + ': ' + m['content'] + '\n' }}{% endfor %}"
_SIZES = {
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "max_position_embeddings": 2048,
}
# What the tokenizer learns its pairs of bytes from.
_WORDS = """{"answers": [{"id": "a1", "is": true}, {"id": "b2", "is": false}], "entities": [{"text": "72 years old"}]}
The patient was seen by the doctor in the clinic on Monday, and will return in two weeks for the results of the tests.
"""


def missing() -> tuple[str, ...]:
    """The packages that are not installed."""
    return tuple(name for name in PACKAGES if find_spec(name) is None)


def make_model(folder: Path) -> int:
    """Write model and tokenizer to a new folder. The same bytes each time. Returns the number of parameters."""
    import numpy as np
    from safetensors.numpy import save_file
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    folder.mkdir(parents=True)
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=384, special_tokens=list(_SPECIAL), initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator([_WORDS], trainer)
    tokenizer.save(str(folder / "tokenizer.json"))
    roles = dict(zip(("pad_token", "bos_token", "eos_token"), _SPECIAL, strict=True))
    _write(folder / "tokenizer_config.json", roles | {"tokenizer_class": "PreTrainedTokenizerFast"})
    (folder / "chat_template.jinja").write_text(_TEMPLATE, "utf-8")
    ids = {f"{role}_id": _SPECIAL.index(token) for role, token in roles.items()}
    words = tokenizer.get_vocab_size()
    config = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "dtype": "float32", "vocab_size": words}
    _write(folder / "config.json", config | _SIZES | ids | {"tie_word_embeddings": True})
    random = np.random.default_rng(17)
    weights = {
        name: np.ones(shape, np.float32) if len(shape) == 1 else random.normal(0, 0.02, shape).astype(np.float32)
        for name, shape in _shapes(words).items()
    }
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    return sum(weight.size for weight in weights.values())


def _shapes(words: int) -> dict[str, tuple[int, ...]]:
    """The weights of a Llama by name."""
    wide, inner = _SIZES["hidden_size"], _SIZES["intermediate_size"]
    shapes: dict[str, tuple[int, ...]] = {"model.embed_tokens.weight": (words, wide), "model.norm.weight": (wide,)}
    for n in range(_SIZES["num_hidden_layers"]):
        layer = f"model.layers.{n}"
        shapes |= {f"{layer}.{norm}_layernorm.weight": (wide,) for norm in ("input", "post_attention")}
        shapes |= {f"{layer}.self_attn.{part}_proj.weight": (wide, wide) for part in "qkvo"}
        shapes |= {f"{layer}.mlp.{part}_proj.weight": (inner, wide) for part in ("gate", "up")}
        shapes[f"{layer}.mlp.down_proj.weight"] = (wide, inner)
    return shapes


def _write(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data), "utf-8")


@dataclass(frozen=True, slots=True)
class Served:
    """A server that is up. url: the base URL, as `[llm] base_url` takes it. pid: of its process."""

    url: str
    model: str
    pid: int


@contextmanager
def transformers_serve(folder: Path) -> Iterator[Served]:
    """`transformers serve FOLDER`, offline. It knows the model by its path."""
    port = _free_port()
    script = Path(sys.executable).parent / "transformers"
    command = [str(script), "serve", str(folder), "--device", "cpu", "--host", "127.0.0.1", "--port", str(port)]
    with _serve(command, port, folder) as pid:
        yield Served(f"http://127.0.0.1:{port}/v1", str(folder), pid)


@contextmanager
def guided_serve(folder: Path, seed: int = 0) -> Iterator[Served]:
    """Answers constrained to the schema of each request, with random content."""
    port = _free_port()
    command = [sys.executable, "-m", "tests.services.guided_llm", str(folder), str(port), str(seed)]
    with _serve(command, port, folder) as pid:
        yield Served(f"http://127.0.0.1:{port}/v1", "guided", pid)


@contextmanager
def _serve(command: Sequence[str], port: int, folder: Path) -> Iterator[int]:
    """The pid of a server that answers GET /health. Ends it; raises RuntimeError with its log if it does not start."""
    cache = folder.parent / "cache"
    cache.mkdir(exist_ok=True)
    env = os.environ | {"HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_CACHE": str(cache)}
    env |= {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false", "PYTHONPATH": str(_ROOT)}
    log = folder.parent / f"{port}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=_ROOT, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    try:
        began = time.monotonic()
        while not _is_up(port):
            if process.poll() is not None or time.monotonic() - began > _UP_SECONDS:
                raise RuntimeError(f"no server: {log.read_text('utf-8', 'replace')[-2000:]}")
            time.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _is_up(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as response:
            return bool(json.load(response))
    except OSError:
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
