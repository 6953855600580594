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
    store = redactor._store
    found = redactor._harvester.harvest(raws)
    for scope, person, values, indexed in found.values:
        store.add(scope, values, person, indexed)
    store.add_clues(found.clues)
    store.join()
    if redactor.settings.site.allow:
        redactor._applier = None  # the terms that the site allows are checked against the new values


def process_raws(redactor: Redactor, raws: Sequence[RawRecord]) -> list[Processed]:
    """Return one result per record, in order; a Bundle's head does not impose its outcome on the entries here."""
    return RecordProcessor(redactor._record_engine(), redactor._keys).process(raws)
