"""This module shows who asked for originals and what was done at the console, and exports that with a signature."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response, StreamingResponse

from redactor.service.console.jobs import Result
from redactor.service.console.pages import Asked, ConflictError, Page, gone_to, noted, shown
from redactor.steward.access_log import open_access_log
from redactor.steward.access_reading import (
    Wanted,
    check_log,
    export,
    latest,
    missing_at_end,
    person_of,
    public_key,
)

_PATH, _EXPORT, _CHECK = "/console/audit", "/console/audit/export", "/console/audit/check"
_PAGE = 100
_OWN = frozenset({"time", "by", "holder", "role", "command", "reason", "record", "number", "before", "mac"})


def _wanted(asked: Asked) -> Wanted:
    day = asked.one("day")
    if day:
        try:
            day = dt.date.fromisoformat(day).isoformat()
        except ValueError:
            raise ConflictError("A day is written YYYY-MM-DD.") from None
    return Wanted(asked.one("person"), day)


def _page(asked: Asked) -> Response:
    wanted, before = _wanted(asked), asked.one("before")
    end = int(before) if before.isdecimal() and len(before) < 16 else None
    log = open_access_log(asked.console.settings, asked.console.keyring)
    found = latest(log, wanted, _PAGE + 1, end)
    more = ""
    if len(found) > _PAGE:
        asks = {"person": wanted.person, "day": wanted.day, "before": str(found[_PAGE - 1].at)}
        more = f"{_PATH}?{urlencode(asks)}"
    rows = [(seen, person_of(seen.facts or {}), _details(seen.facts or {})) for seen in found[:_PAGE]]
    return shown(
        asked, "audit.html", rows=rows, wanted=wanted, more=more, key=public_key(asked.console.keyring),
        faults=sum(bool(seen.fault) for seen, *_ in rows), missing=missing_at_end(log) if end is None else 0,
    )  # fmt: skip


def _details(line: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} {value if isinstance(value, str | int) else json.dumps(value)}"
        for name, value in line.items()
        if name not in _OWN
    )


def _export(asked: Asked) -> Response:
    wanted = _wanted(asked)
    settings, keyring = asked.console.settings, asked.console.keyring
    # The log names nobody whom it does not name already: what is typed may be a patient's name.
    log = open_access_log(settings, keyring)
    is_known = bool(latest(log, Wanted(wanted.person), 1))
    noted(asked, "console-audit-export", {"person": wanted.person if is_known else "unknown", "day": wanted.day})
    lines = export(log, keyring, wanted, asked.name)
    name = "-".join(part for part in ("access", wanted.day) if part)
    headers = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)


def _check(asked: Asked) -> Response:
    """Check the chain of the log; that reads all of it."""
    log = open_access_log(asked.console.settings, asked.console.keyring)

    def work() -> Result:
        found = check_log(log)
        faults = found.told()
        told = [
            f"{found.lines:,} lines are as they were written." if not faults else "The log is not as it was written."
        ]
        if found.cut_short:
            told.append("One more at the end was cut short by a crash, or is being written; nothing was shown for it.")
        if not found.end_is_known:
            told.append("Its end is not remembered apart from home: missing last lines are not noticed.")
        rows = [(fault,) for fault in faults]
        return Result(told, ("what is wrong",) if rows else (), rows, is_failure=bool(faults))

    key = asked.console.jobs.start("Check the log of who saw what", _CHECK, asked.name, _PATH, work)
    return gone_to(f"/console/jobs/{key}")


PAGES = (Page(_PATH, _page, title="Audit"), Page(_EXPORT, _export, "POST"), Page(_CHECK, _check, "POST"))
