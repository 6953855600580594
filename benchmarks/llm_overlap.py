"""How long notes take that an LLM is asked about, where its answers take as long as the student itself.

    python -m benchmarks.llm_overlap [--notes 1000]

The engine reads notes of about a kilobyte, first without an LLM, then with one that answers at once, then with one
whose answers take as long in all as the student took: a thread that answers one request after the other. By the clock,
on an idle machine.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from itertools import islice

from benchmarks.common import Figure, argument, tell
from benchmarks.notes import CLINICAL, kilobytes
from redactor.assemble.detectors import build_detectors
from redactor.detect.cascade.cascade import Cascade, Policy
from redactor.detect.cascade.passes import PROMPT as EXTRACT
from redactor.detect.cascade.passes import PassOptions
from redactor.detect.cascade.questions import Limits
from redactor.detect.cascade.verdicts import PROMPT as JUDGE
from redactor.detect.cascade.verdicts import Judge
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.keys import DerivedKey
from redactor.llm.cache import MemoryAnswers
from redactor.llm.contract import Answer, Request
from redactor.llm.prompts import load_prompt
from redactor.settings import load_settings
from redactor.text import Note

_AIM = 1.2
_GIVEN = {"base_url": "http://localhost/v1", "model": "slow"}


class Slow:
    """An Llm that answers one request after the other, and clears whatever is asked. seconds: for each."""

    model = "slow"

    def __init__(self, seconds: float) -> None:
        self.seconds, self.requests = seconds, 0
        self._waiting: queue.SimpleQueue[tuple[Sequence[Request], Future[list[Answer]]]] = queue.SimpleQueue()
        threading.Thread(target=self._serve, daemon=True).start()

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        done: Future[list[Answer]] = Future()
        self._waiting.put((requests, done))
        return done

    def _serve(self) -> None:
        while True:
            requests, done = self._waiting.get()
            self.requests += len(requests)
            time.sleep(self.seconds * len(requests))
            done.set_result([self._answer(r) for r in requests])

    @staticmethod
    def _answer(request: Request) -> Answer:
        ids = request.schema["properties"]["answers"]["items"]["properties"]["id"]["enum"]
        return Answer({"answers": [{"id": i, "verdict": "not_phi", "entity": "NONE"} for i in ids]})


def _second(llm: Slow) -> Cascade:
    settings = load_settings(llm=_GIVEN).llm
    assert settings is not None
    key, entities = DerivedKey(b"\1" * 32), tuple(Entity)
    asker = Judge(llm, MemoryAnswers(), key, load_prompt(JUDGE), entities, settings.context_tokens)
    options = PassOptions(key, load_prompt(EXTRACT), entities, settings.passes, settings.chunk_words)
    return Cascade(asker, options, Policy(Limits(settings.ask_above, settings.ask_below)))


def main() -> None:
    with CLINICAL.open(encoding="utf-8") as lines:
        texts = list(islice(kilobytes(json.loads(line)["text"] for line in lines), argument("notes", 1000) + 64))
    notes = [Note(str(i), text, str(i)) for i, text in enumerate(texts)]
    detectors = build_detectors(load_settings(detectors=("patterns", "student"), llm=_GIVEN))
    read_all(detectors, notes[:64])

    def seconds(second: Cascade | None) -> float:
        began = time.perf_counter()
        read_all(detectors, notes[64:], second=second)
        return time.perf_counter() - began

    alone = seconds(None)
    at_once = Slow(0)
    asked = seconds(_second(at_once))
    slow = Slow(alone / max(1, at_once.requests))
    both = seconds(_second(slow))
    tell(
        [
            Figure("student alone", alone, "s"),
            Figure("with questions that are answered at once", asked / alone, "of it"),
            Figure("with answers that take as long as the student", both / alone, "of it", _AIM, less=True,
                   note=f"{slow.requests} requests"),
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main()
