"""The shipped student reads a text alike on every processor: the same spans, doubts and scores, to the last bit.

Ten texts with AVX2 alone; with PROOF=1 (`make proof`) 300, and also without AVX and on aarch64. This machine stands for
AVX-512 with VNNI where it has that.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from redactor.assemble.runs import kernel_class
from tests.conftest import PROOF
from tests.processors.emulation import ROOT, EmulationError, Processor, aarch64, this_processor, x86_64

FILES = ("handwritten.jsonl", "shorthand.jsonl", "handwritten-2.jsonl", "speech.jsonl", "handwritten-3.jsonl")
HASWELL = pytest.param(partial(x86_64, "Haswell"), id="AVX2")
OTHERS = [pytest.param(partial(x86_64, "Nehalem"), id="no AVX"), pytest.param(aarch64, id="aarch64")]
pytestmark = pytest.mark.slow


def texts() -> list[str]:
    """300 of benchmarks/data, or the ten shortest of them."""
    data = (ROOT / "benchmarks" / "data" / name for name in FILES)
    found = [json.loads(line)["text"] for path in data for line in path.read_text("utf-8").splitlines()]
    some = found[:: len(found) // 300][:300]
    return some if PROOF else sorted(some, key=len)[:10]


def read(processor: Processor, folder: Path) -> list[object]:
    folder.mkdir()
    (folder / "texts.json").write_text(json.dumps(texts()))
    processor.read(folder / "texts.json", folder / "readings.json")
    return list(json.loads((folder / "readings.json").read_bytes()))


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    return read(this_processor(), tmp_path_factory.mktemp("native") / "work")


@pytest.mark.parametrize("processor", [HASWELL, *(OTHERS if PROOF else ())])
def test_a_text_reads_alike_on(processor: Callable[[], Processor], here: list[object], tmp_path: Path) -> None:
    try:
        emulated = processor()
    except EmulationError as e:
        pytest.skip(f"NOT TESTED: {e}")
    found = read(emulated, tmp_path / "work")
    differing = [i for i, (a, b) in enumerate(zip(here, found, strict=True)) if a != b]
    assert not differing, f"{len(differing)} of {len(here)} texts read differently than on {kernel_class()}"
