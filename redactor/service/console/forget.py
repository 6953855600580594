"""This module has the pages on which a patient is forgotten or opted out. The patient's id stands in forms alone.

What would be erased is counted first. The id is then asked for once more, so that a slip of the hand erases nobody.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.responses import Response

from redactor.errors import RunError, SettingsError
from redactor.run.intake.patient_lists import listed_id, read_opt_out
from redactor.run.state.forgotten import Erasure
from redactor.run.state.locks import is_locked
from redactor.service.console.jobs import Form, Result
from redactor.service.console.pages import Asked, ConflictError, Page, gone_to, noted, shown
from redactor.settings import Settings, load_settings
from redactor.steward.forget import forget
from redactor.steward.forget_preview import preview
from redactor.steward.forget_report import erased_table, sentences
from redactor.steward.opt_out import add_to_list
from redactor.steward.patient_home import run_states

_PATH = "/console/forget"
_LOOK = "/console/forget/look"
_ERASE = "/console/forget/erase"
_KINDS = {
    "stand-ins": "stand-ins of the household",
    "answers": "answers of LLMs",
    "known": "known values",
    "recordings": "recordings",
    "quarantine": "quarantined records",
    "lookup": "rows for lookups",
    "marks": "records with marks of reviews",
}


def _page(asked: Asked) -> Response:
    return _with(asked, "")


def _with(asked: Asked, told: str) -> Response:
    settings = asked.console.settings
    try:
        listed = None if settings.opt_out is None else len(read_opt_out(settings.opt_out))
        why = ""
    except SettingsError as e:
        listed, why = 0, str(e)
    return shown(asked, "forget.html", told=told, listed=listed, why=why, settings=settings)


def _patient(asked: Asked) -> str:
    patient = asked.one("patient")
    if not listed_id(patient):
        raise ConflictError("Give the patient's id as the source writes it.")
    return patient


def _settings(asked: Asked) -> Settings:
    source = asked.one("source")
    return load_settings(source=source) if source else asked.console.settings


def _mark(asked: Asked, settings: Settings, patient: str) -> str:
    """Return what tells, without the id, whether the same patient is asked for again."""
    return asked.console.keyring.internal("console").token("forget", settings.source, patient)


def _look(asked: Asked) -> Response:
    patient, settings = _patient(asked), _settings(asked)
    keyring, again = asked.console.keyring, {"of": _mark(asked, settings, patient), "source": asked.one("source")}

    def work() -> Result:
        _check_free(settings)
        found = preview(settings, keyring, patient)
        told = [
            f"The home knows the patient for the recipients {', '.join(found.recipients)}."
            if found.recipients
            else "The home knows nothing of such a patient under these settings; erasing ends interrupted attempts."
        ]
        if found.linked:
            told.append(f"{found.linked} linked patients of the household keep their data.")
        if found.look_at:
            told.append(f"{found.look_at} quarantined entries mention the patient and may belong to others; they stay.")
        told.append(
            "FHIR jobs and answers under idempotency keys are destroyed, of all patients: nothing of them tells whose"
            " they are. Clients send the requests again."
        )
        if settings.streams.servers is not None:
            told.append("Every home that follows the stream erases the patient too, and withholds later records.")
        rows = [(_KINDS[kind], f"{n:,}") for kind, n in found.counts.items()]
        form = Form(_ERASE, again, "To erase this for good, type the patient's id again", "Erase for good")
        return Result(told, ("what would be erased", "number"), rows, form=form)

    noted(asked, "console-forget-preview", {})
    key = asked.console.jobs.start("What forgetting erases", _LOOK, asked.name, _PATH, work)
    return gone_to(f"/console/jobs/{key}")


def _erase(asked: Asked) -> Response:
    patient, settings = _patient(asked), _settings(asked)
    if asked.one("of") != _mark(asked, settings, patient):
        raise ConflictError("This is not the id that was looked at. Nothing was erased.")
    keyring, by = asked.console.keyring, asked.name

    def work() -> Result:
        _check_free(settings)
        done = forget(settings, keyring, patient, by=by, publish=_publisher(asked, settings))
        columns, rows = erased_table(done)
        told = [f"{words[:1].upper()}{words[1:]}." for words in sentences(done, settings)]
        told += [f"To review: {state.name}, entry {entry}." for state, entry in done.look_at]
        return Result(told, columns, [[str(cell) for cell in row] for row in rows])

    noted(asked, "console-forget", {})
    return gone_to(f"/console/jobs/{asked.console.jobs.start('Forget a patient', _ERASE, by, _PATH, work)}")


def _check_free(settings: Settings) -> None:
    """Raise ConflictError while a run or exporter uses a state of home: the command's words name its options."""
    if any(is_locked(state) for state in run_states(settings)):
        raise ConflictError(
            "A run or exporter is using a state of this home. Wait for it or end it, and ask again. Nothing was erased."
        )


def _publisher(asked: Asked, settings: Settings) -> Callable[[Erasure], None] | None:
    if settings.streams.servers is None:
        return None
    try:
        from streams.forget import publisher
    except ImportError:
        raise RunError("Kafka's client is not installed where the service runs") from None
    return publisher(settings, asked.console.keyring)


def _opt_out(asked: Asked) -> Response:
    patient, path = _patient(asked), asked.console.settings.opt_out
    if path is None:
        raise ConflictError("The setting opt_out names no list. Set it, and start the service again.")
    noted(asked, "console-opt-out", {})
    if add_to_list(path, patient):
        return _with(asked, "The patient is on the list. Runs and streams that start from now on withhold the records.")
    return _with(asked, "The patient stood on the list already.")


PAGES = (
    Page(_PATH, _page, title="Forget"),
    Page(_LOOK, _look, "POST"),
    Page(_ERASE, _erase, "POST"),
    Page("/console/forget/opt-out", _opt_out, "POST"),
)
