"""The texts on which tools are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Literal

from benchmarks.common import SHARED
from redactor.evaluate.gold_files import read_gold
from redactor.evaluate.spans import Document

_DATA = Path(__file__).resolve().parents[1] / "data"


@dataclass(frozen=True, slots=True)
class Set:
    """Texts with gold or without.

    kind: "gold" for gold that holds all identifiers; "partial" for gold that lacks some, so that what is found beside
    it is not known to be wrong; "clean" for texts without identifiers. mapped: the set's labels that mean another thing
    here than elsewhere. every: only every n-th text is read. wide_labels: one label holds what some tools find and what
    they do not (LOCATION for streets and towns), so that the set cannot be restricted to what a tool claims.
    """

    name: str
    path: Path
    kind: Literal["gold", "partial", "clean"]
    about: str
    mapped: Mapping[str, str] = field(default_factory=dict)
    every: int = 1
    wide_labels: bool = False

    def documents(self) -> list[Document]:
        """Return the documents, without those that `every` leaves out."""
        read = islice(read_gold(self.path, annotated=self.kind != "clean"), 0, None, self.every)
        return [
            replace(d, gold=tuple(replace(s, label=self.mapped.get(s.label, s.label)) for s in d.gold)) for d in read
        ]


SETS = (
    Set(
        "handwritten-3",
        _DATA / "handwritten-3.jsonl",
        "gold",
        "150 invented clinical documents, made to be difficult, by two people who knew neither the training text nor "
        "the code. **Ours: it favours us.** What is an identifier in it is what this project calls one",
        wide_labels=True,
    ),
    Set(
        "dense-3",
        _DATA / "dense-3.jsonl",
        "gold",
        "90 invented documents from ten countries, almost every line of which identifies somebody, by three people who "
        "knew neither the training text nor the code. **Ours: it favours us.** One rule was changed after its errors",
    ),
    Set(
        "presidio-synth",
        SHARED / "dev" / "presidio_synth_v2.jsonl",
        "gold",
        "1,500 sentences of presidio-research, filled into templates; no clinical text. **Presidio's: it favours "
        "Presidio.** Nationalities and titles are left out: they are no identifiers in this project's taxonomy",
    ),
    Set(
        "medcat",
        SHARED / "dev" / "medcat_chatgpt_notes.jsonl",
        "partial",
        "60 invented clinical notes of CogStack with names and addresses alone; dates and numbers are not marked, so "
        "that precision would mean nothing",
        {"HOSPITAL": "ADDRESS"},
    ),
    Set(
        "tab",
        SHARED / "dev" / "tab_dev.jsonl",
        "partial",
        "127 real judgments of the European Court of Human Rights (Text Anonymization Benchmark), people's marks, one "
        "label. Many marks are indirect identifiers, such as professions, nationalities and sums, which these tools "
        "hardly look for",
    ),
    Set(
        "clean-3",
        _DATA / "clean-3.jsonl",
        "clean",
        "130 clinical texts of ours without identifiers, full of eponyms, brands and scores. **Ours**, by other hands",
    ),
    Set(
        "shorthand",
        _DATA / "shorthand.jsonl",
        "clean",
        "300 lines of clinical shorthand of ours without identifiers. **Ours**, by other hands",
    ),
    Set(
        "clinical-ccby",
        SHARED / "clinical_notes_ccby.jsonl",
        "clean",
        "every tenth of 3,433 public notes and dialogues (aci-bench, MTS-Dialog, primock57), which hold few "
        "identifiers. They are not annotated: some of the marks are right, and the figure says only how much is marked",
        every=10,
    ),
)
