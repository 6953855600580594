"""This module takes records and sidecars as the intake of a run gives them, such as a Bundle's entries, to a facade.

It does with them what a run does: what identifies people is learned first, then each record is processed.
"""

from __future__ import annotations

from collections.abc import Sequence

from redactor.assemble.facade import Redactor
from redactor.run.contracts import Processed, RawRecord
from redactor.run.sidecars import Identity
from redactor.run.worker import RecordProcessor


def learn_raws(redactor: Redactor, raws: Sequence[RawRecord]) -> None:
    """Store the identifiers of the records, for these records and all that are read later."""
    redactor._parts.learn_raws(raws)
    redactor._parts.learnt()


def process_raws(redactor: Redactor, raws: Sequence[RawRecord]) -> list[Processed]:
    """Return one result per record, in order; a Bundle's head does not impose its outcome on the entries here."""
    redactor.check_in_force()
    return RecordProcessor(redactor._parts.applier(redactor._engine), redactor._parts.keys).process(raws)


def identify_recording(redactor: Redactor, sidecar: RawRecord | None, digest: str) -> Identity | None:
    """Store the known values of a recording's sidecar, and return whose the recording is.

    digest: SHA-256 of the recording, in hex. None: the recording names no patient while a list of patients who opted
    out is set, and must not be heard.
    """
    redactor.check_in_force()
    identifier = redactor._parts.take_in(sidecar)
    if redactor.settings.opt_out is not None and not identifier.names_patient(sidecar):
        return None
    return identifier.identify(sidecar, digest)


def judge_recording(redactor: Redactor, sidecar: RawRecord | None, record_id: str) -> Processed:
    """Return the outcome of a recording's sidecar at present; unless it is released, the recording must not leave."""
    redactor.check_in_force()
    return redactor._parts.sidecars(redactor._engine).process(sidecar, record_id)[1]
