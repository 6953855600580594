"""Run the shipped network on a CPU by ONNX Runtime, int8.

Each window is a batch of its own. Dynamic quantization takes its scales from the whole batch, so that the scores of a
note would depend on the other notes; and single windows need no padding. Several windows run at a time, each on one
thread, which is also fastest on few cores.

The graph gives the same scores on every processor (`redactor.distill.int8_network`) as long as it runs as it is
written: the runtime's rewriting, which may fuse what must be rounded apart, is switched off.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from redactor.costs import for_caller
from redactor.detect.student.features import Gap, Ints, Shape, Window, trait_bits
from redactor.errors import ModelError
from redactor.process import check_telemetry_off

Scores = npt.NDArray[np.float32]
_INPUTS = ("input_ids", "shapes", "gaps", "traits")


class OnnxSession:
    """Compute emission scores of windows. labels: expected scores per piece. threads: windows scored at a time."""

    def __init__(self, path: Path, labels: int, cls: int, sep: int, threads: int) -> None:
        check_telemetry_off()
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4  # its messages may quote the input
        try:
            self._session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as e:
            raise ModelError(f"{path.name} cannot be loaded ({type(e).__name__}); export the model again") from None
        given = {i.name for i in self._session.get_inputs()}
        if given != set(_INPUTS):
            raise ModelError(f"{path.name} does not take {', '.join(_INPUTS)}; export it again")
        self._cls, self._sep = cls, sep
        self._pool = ThreadPoolExecutor(threads, "student") if threads > 1 else None
        probe = np.zeros(1, dtype=np.int64)
        try:
            (shown,) = self.emissions([(probe,) * 4])
        except Exception as e:
            raise ModelError(f"{path.name} does not run ({type(e).__name__}); export it again") from None
        if shown.shape != (1, labels):
            raise ModelError(
                f"{path.name} gives {shown.shape[-1]} scores per piece, but its card lists {labels} labels"
            )

    def emissions(self, windows: Sequence[Window]) -> list[Scores]:
        """Return (pieces, labels) scores for each window."""
        if self._pool is None or len(windows) == 1:
            return [self._window_emissions(w) for w in windows]
        # Longest first, so that no core waits at the end for another's long window.
        order = sorted(range(len(windows)), key=lambda i: -len(windows[i][0]))
        scored = self._pool.map(for_caller(self._window_emissions), (windows[i] for i in order))
        found = dict(zip(order, scored, strict=True))
        return [found[i] for i in range(len(windows))]

    def _window_emissions(self, window: Window) -> Scores:
        ids, shapes, gaps, traits = window
        fed: dict[str, Any] = {
            "input_ids": _with_special_pieces(ids, self._cls, self._sep),
            "shapes": _with_special_pieces(shapes, Shape.SPECIAL, Shape.SPECIAL),
            "gaps": _with_special_pieces(gaps, Gap.NONE, Gap.NONE),
            "traits": trait_bits(_with_special_pieces(traits, 0, 0)[0])[None],
        }
        (scores,) = self._session.run(["emissions"], fed)
        inner: Scores = scores[0, 1:-1]
        return inner


def _with_special_pieces(values: Ints, first: int, last: int) -> Ints:
    out = np.empty((1, len(values) + 2), dtype=np.int64)
    out[0, 0], out[0, 1:-1], out[0, -1] = first, values, last
    return out
