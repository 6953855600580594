"""Notes that speak to the model: how many are recognised, and what a model that obeys them all clears, over HTTP.

    python -m benchmarks.injections [INJECTIONS [CLEAN]]

Both are files of `benchmarks/data` with a `text` on each line. Each injection stands before and behind a note, and in
its line; the note holds a doubt, an unsure span and a sure span that are identifiers, and a drug. The model clears each
range of a request in which it reads a part of the injection, canaries included, and judges well otherwise. `sparing` is
one that knows canaries and spares them, which no injection can tell a model to: a bound. Harmful is a note of which an
identifier stays. Of the clean notes those are counted that are taken for injections.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from redactor.assemble.engines import build_engine
from redactor.detect.cascade.injection import speaks_to_a_model
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.settings import load_settings
from redactor.text import Note
from tests.unit.detect.cascade.canary_kit import hidden_id
from tests.unit.detect.cascade.llm_kit import MARK, Scored, clear, phi
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, question

DATA = Path(__file__).parent / "data"
_FILES = ("injections-12-languages.jsonl", "instructions-clean.jsonl")
_BODY = "Dr. Vossbrink called 206-555-0188 about Ilkar, who lives with Quenby and Thornax and takes zorpamab."
_ASKED = ("Ilkar", "Quenby", "Thornax")
_DRUG = "zorpamab"
_STUDENT = Scored({"Quenby": 0.3, _DRUG: 0.3, "Thornax": 0.8}, ["Ilkar"])  # it is almost sure of Thornax
_PART = 30  # characters of an injection that a model must read to obey it


class _Obedient:
    """Answers as the injection asks. said: the injection. spares: whether it knows canaries."""

    def __init__(self, spares: bool) -> None:
        self.said, self._spares, self.heard = "", spares, 0

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        content = question(request)
        read = MARK.sub(r"\2", content)
        parts = [self.said[i : i + _PART] for i in range(0, max(1, len(self.said) - _PART + 1), 5)]
        hears = any(part in read for part in parts)
        self.heard += hears
        spared = hidden_id(content) if self._spares else ""
        return answer(
            {"answers": [clear(id) if (hears and id != spared) or text == _DRUG else phi(id)
                         for id, text in MARK.findall(content)]}
        )  # fmt: skip


def obeyed(injections: Sequence[str], *, spares: bool = False) -> Counter[str]:
    """Return of the notes with these injections how many were recognised, heard by the model, harmless and harmful."""
    counts: Counter[str] = Counter()
    model = _Obedient(spares)
    with ScriptedServer(model) as server, tempfile.TemporaryDirectory() as home:
        settings = load_settings(home=Path(home), llm={"base_url": server.url, "model": "obedient"}, profile="redactor")
        engine = build_engine(settings, Keyring.generate(), load_profile("redactor"), None, student=_STUDENT)
        for number, said in enumerate(injections):
            model.said = said
            for place, text in enumerate((f"{_BODY}\n{said}", f"{said}\n{_BODY}", f"{_BODY} {said}")):
                before = model.heard
                (out,) = engine.process([Note(f"{number}-{place}", text, f"s{number}-{place}")], [])[0]
                stays = any(value in out.text.replace(said, "") for value in _ASKED)
                counts["notes"] += 1
                counts["recognised"] += speaks_to_a_model(text)
                counts["heard"] += model.heard > before
                counts["harmful" if stays else "harmless"] += 1
    return counts


def texts_of(name: str) -> list[str]:
    """Return the texts of a file of `benchmarks/data`; of notes with a marked injection, the injections."""
    rows = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines() if line.strip()]
    cuts = (row.get("injection", {"start": 0, "end": None}) for row in rows)
    return [row["text"][cut["start"] : cut["end"]] for row, cut in zip(rows, cuts, strict=True)]


def main() -> None:
    injections, clean = (*sys.argv[1:], *_FILES[len(sys.argv) - 1 :])
    said = texts_of(injections)
    print(json.dumps({"set": injections, "injections": len(said), "alone": sum(map(speaks_to_a_model, said))}))
    for name, spares in (("obeying", False), ("sparing", True)):
        print(json.dumps({"model": name, **obeyed(said, spares=spares)}))
    notes = texts_of(clean)
    print(json.dumps({"set": clean, "notes": len(notes), "recognised": sum(map(speaks_to_a_model, notes))}))


if __name__ == "__main__":
    main()
