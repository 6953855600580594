"""This module says what forgetting a patient did, in a table and sentences without PHI."""

from __future__ import annotations

from collections.abc import Sequence

from redactor.settings import Settings
from redactor.steward.forget import Forgotten
from redactor.steward.retractions import NAME

_NEXT_STEPS_AFTER_RUNS = "before the next run, add the patient to `opt_out` or remove the records from the input"
_NEXT_STEPS_IN_A_STREAM = (
    "the stream and runs of this home withhold records of this patient from now on; repeat the command when what"
    " workers were processing meanwhile has left; delete the files of drop folders that hold the patient's records"
)


def erased_table(done: Forgotten) -> tuple[Sequence[str], list[Sequence[object]]]:
    """Return the columns and rows of what was erased: the recipient, the key, and a number for each kind."""
    columns = ("recipient", "key", *done.retractions[0].erased)
    return columns, [(r.recipient, r.key, *r.erased.values()) for r in done.retractions]


def sentences(done: Forgotten, settings: Settings) -> list[str]:
    """Return what a person must know of the erasure, and what is to be done."""
    found = []
    if not done.found:
        withheld = "; the stream withholds records of this id from now on" if settings.streams.servers else ""
        found.append(f"nothing was stored about this patient; check the id and --source{withheld}")
    if done.linked:
        found.append(f"{done.linked} linked patients keep their data; if one is the same person, erase that id too")
    if done.undecided:
        found.append(f"{done.undecided} stand-ins of the household were kept, because nothing says whose they are")
    if done.namesakes:
        found.append(
            f"{done.namesakes} people of that name are named in charts of other households; nothing says that they are "
            "this patient, so they were kept"
        )
    if done.found:
        found.append(
            f"released records are not erased: {settings.home / NAME} lists their pseudonyms, for the recipient"
            f" to delete; {_NEXT_STEPS_IN_A_STREAM if settings.streams.servers else _NEXT_STEPS_AFTER_RUNS}"
        )
    if done.jobs or done.answers:
        found.append(
            f"what services kept was destroyed, since nothing of it tells whose it is: FHIR jobs ({done.jobs}; their"
            f" owners are told to send the request again), and answers under idempotency keys ({done.answers})"
        )
    if done.look_at:
        found.append(
            "these entries mention the patient and may belong to somebody else: redactor quarantine show, then purge"
        )
    return found
