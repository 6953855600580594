"""This module takes records as the intake of a run gives them, such as the entries of a Bundle, to a facade.

It does with them what a run does: what identifies people is learned first, then each record is processed.
"""

from __future__ import annotations

from collections.abc import Sequence

from redactor.assemble.facade import Redactor
from redactor.run.contracts import Processed, RawRecord
from redactor.run.worker import RecordProcessor


def learn_raws(redactor: Redactor, raws: Sequence[RawRecord]) -> None:
    """Store the identifiers of the records, for these records and all that are read later."""
    redactor._parts.learn_raws(raws)
    redactor._parts.learnt()


def process_raws(redactor: Redactor, raws: Sequence[RawRecord]) -> list[Processed]:
    """Return one result per record, in order; a Bundle's head does not impose its outcome on the entries here."""
    return RecordProcessor(redactor._parts.applier(redactor._engine), redactor._parts.keys).process(raws)
