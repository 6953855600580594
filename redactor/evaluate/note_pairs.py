"""Notes of a run's input with what it released of them.

The order of notes in OUT is drawn with the keyring, from the paths of their files. The state of the run, where its
audit lies, tells which of them left; without it as many must have left as came.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate.utility import Pair
from redactor.run.intake.files import InputFile, list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.note_names import TEXT, NoteNames
from redactor.run.state.journal import inputs_of

_OUTPUT = re.compile(r"records-\d{5,}\.txt")


def note_pairs(
    source: Path,
    out: Path,
    max_record_bytes: int,
    names: NoteNames,
    order: Callable[[str], bytes],
    audit: Path | None = None,
) -> Iterator[Pair]:
    """The released notes before and after. Their ids are the numbers of their files, since paths may name patients.

    order: `note_order` of the run's keyring and recipient. Raises EvaluationError where notes cannot be matched.
    """
    files = {file.number: file for file in list_inputs(source, names, order) if file.kind == "note"}
    found = [path for path in sorted(out.iterdir()) if _OUTPUT.fullmatch(path.name)]
    known = inputs_of(audit.parent) if audit is not None else {}
    if not all(path.name in known for path in found):
        if len(found) != len(files):
            raise EvaluationError(
                f"AFTER holds {len(found):,} of {len(files):,} notes; give the audit of the run that wrote it (--audit)"
            )
        known = {path.name: number for number, path in zip(files, found, strict=True)}
    for path in found:
        file = files.get(known[path.name])
        if file is None:
            raise EvaluationError("the audit names other notes than BEFORE has; give the input of the run")
        yield Pair(str(file.number), _text(file, max_record_bytes), path.read_text("utf-8"))


def _text(file: InputFile, max_record_bytes: int) -> str:
    for raw in Reader(file, max_record_bytes).records():
        if raw.error is None:
            return str(msgspec.json.decode(raw.data)[TEXT])
    raise EvaluationError("a released note of BEFORE cannot be read; give the input of the run as it was")
