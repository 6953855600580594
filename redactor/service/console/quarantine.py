"""This module has the pages of the quarantine: its states, the entries of one, an original, release and purge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from starlette.responses import Response

from redactor.errors import RedactorError, RunError
from redactor.run.state.quarantine import KEPT_STATUSES, Header, QuarantineStore
from redactor.run.state.quarantine_lists import Counts, Filter, count_entries, matching, page_of
from redactor.service.console.jobs import Result
from redactor.service.console.pages import (
    Asked,
    ConflictError,
    Console,
    NotFoundError,
    Page,
    audited,
    gone_to,
    noted,
    shown,
)
from redactor.service.console.states import State, opened, state_of, states
from redactor.settings import Settings, load_settings
from redactor.steward.quarantine import STAYS, is_of_exporter, purge, release, seen
from streams.hold_clock import WaitingFor

_PAGE = 100
_MOST_STATES = 200
_MOST_SHOWN = 200_000  # bytes of an original; a browser takes long over more
_MOST_ROWS = 100  # of a result
_LIST = "/console/quarantine/{state}"
_ACTIONS = {"release": "/console/quarantine/{state}/release", "purge": "/console/quarantine/{state}/purge"}


def _states(asked: Asked) -> Response:
    rows = []
    for state in states(asked.console, _MOST_STATES):
        counts: Counts = {}
        why = "" if state.facts is not None else "its journal cannot be read"
        try:
            with opened(asked.console, state) as store:
                counts = count_entries(store)
        except RedactorError as e:
            why = str(e)
        waiting = sum(n for (status, _), n in counts.items() if status in KEPT_STATUSES)
        rows.append((state, waiting, sum(counts.values()), why))
    return shown(asked, "quarantine_states.html", rows=rows, most=_MOST_STATES)


@dataclass(frozen=True)
class _Listing:
    """What the list of a state shows. before, after: the addresses of its neighbours, or ""."""

    chosen: Filter
    counts: Counts
    page: Sequence[Header]
    before: str
    after: str

    @property
    def statuses(self) -> list[tuple[str, int]]:
        """These statuses can be chosen, with their numbers."""
        return _sums(self.counts, 0)

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """These reasons can be chosen, with their numbers."""
        return _sums(self.counts, 1)

    @property
    def number(self) -> int:
        """This many entries match the filter."""
        return self.chosen.number(self.counts)

    def may_become(self, action: str) -> int:
        """Return how many entries of the filter an action is for."""
        return sum(f.number(self.counts) for f in _for(action, self.chosen))


def _sums(counts: Counts, by: int) -> list[tuple[str, int]]:
    found: dict[str, int] = {}
    for group, n in counts.items():
        found[group[by]] = found.get(group[by], 0) + n
    return sorted(found.items())


def _for(action: str, chosen: Filter) -> list[Filter]:
    """Return the filters for the entries of a filter that an action is for."""
    statuses = ("held",) if action == "release" else KEPT_STATUSES
    return [Filter(status, chosen.reason) for status in statuses if chosen.status in ("", status)]


def _filter(asked: Asked) -> Filter:
    return Filter(asked.one("status"), asked.one("reason"))


def _list(asked: Asked) -> Response:
    state = state_of(asked)
    waits = WaitingFor(asked.console.settings, state.path)
    with opened(asked.console, state) as store:
        found = _listing(asked, store, asked.path)
    remedy = asked.console.remedies.get(found.chosen.reason, "")
    return shown(
        asked, "quarantine.html", state=state, found=found, waits=waits, remedy=remedy, may=_may(asked),
        is_of_exporter=is_of_exporter(state.path),
    )  # fmt: skip


def _may(asked: Asked) -> list[str]:
    return [action for action, path in _ACTIONS.items() if asked.may(path)]


def _listing(asked: Asked, store: QuarantineStore, path: str) -> _Listing:
    chosen, counts = _filter(asked), count_entries(store)
    before, after = asked.one("before"), asked.one("after")
    way: Literal[1, -1] = -1 if before else 1
    page = page_of(store, chosen, counts, _PAGE + 1, before or after, way)
    has_more = len(page) > _PAGE
    page = page[:_PAGE] if way > 0 else page[-_PAGE:]

    def at(name: str, header: Header) -> str:
        return f"{path}?" + urlencode({"status": chosen.status, "reason": chosen.reason, name: header.id})

    has_before = bool(after) if way > 0 else has_more
    has_after = has_more if way > 0 else True
    return _Listing(
        chosen, counts, page,
        at("before", page[0]) if page and has_before else "",
        at("after", page[-1]) if page and has_after else "",
    )  # fmt: skip


def _entry(asked: Asked) -> Response:
    state = state_of(asked)
    with opened(asked.console, state) as store:
        header = _header(store, asked)
    remedy = asked.console.remedies.get(header.reason, "")
    waits = WaitingFor(asked.console.settings, state.path)
    return shown(asked, "quarantine_entry.html", state=state, entry=header, remedy=remedy, waits=waits, may=_may(asked))


def _header(store: QuarantineStore, asked: Asked) -> Header:
    try:
        return store.header(asked.params["entry"])
    except RunError:
        raise NotFoundError from None


def _original(asked: Asked) -> Response:
    """Show an original. Its view is noted first, and what cannot be noted is not shown."""
    state = state_of(asked)
    with opened(asked.console, state) as store:
        header = _header(store, asked)
        audited(asked, "console-quarantine", seen(state.path, header))
        raw, source = store.original(header.id), store.source(header.id)
    data = raw.data or raw.entry or b""
    text = data[:_MOST_SHOWN].decode("utf-8", "backslashreplace")
    return shown(
        asked, "quarantine_original.html", is_phi=True, state=state, entry=header, source=_printable(source), text=text,
        left_out=max(0, len(data) - _MOST_SHOWN),
    )  # fmt: skip


def _printable(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class _Order:
    """What a person asks for. entries: None for all that a filter selects. number: how many were shown."""

    action: str
    entries: Sequence[str] | None
    chosen: Filter
    number: int


def _order(asked: Asked, action: str) -> _Order:
    entries = asked.form.get("entry")
    if action not in _ACTIONS:
        raise NotFoundError
    if asked.one("whole"):
        number = asked.one("number")
        return _Order(action, None, _filter(asked), int(number) if number.isdecimal() and len(number) < 12 else -1)
    if not entries:
        raise ConflictError("No entry is chosen. Tick entries of the list, or take all that match.")
    entries = list(dict.fromkeys(entries))
    return _Order(action, entries, Filter(), len(entries))


def _checked(store: QuarantineStore, order: _Order) -> Counts:
    """Return the counts of a quarantine. Raises ConflictError if an order is not for the entries that were shown."""
    counts = count_entries(store)
    if order.entries is not None:
        for header in [store.header(e) for e in order.entries]:
            if header.status not in KEPT_STATUSES:
                raise ConflictError(f"Entry {header.id} is {header.status} meanwhile. Look again, and choose anew.")
        return counts
    number = sum(f.number(counts) for f in _for(order.action, order.chosen))
    if number != order.number:
        told = f"{number:,} entries match now, and not the {max(0, order.number):,} that were shown."
        raise ConflictError(f"{told} Look again, and choose anew.")
    if not number:
        raise ConflictError("No entry matches that could be chosen.")
    return counts


def _entries(console: Console, state: State, order: _Order) -> list[str]:
    """Return the entries of an order when its turn has come. Raises ConflictError as `_checked`."""
    with opened(console, state) as store:
        counts = _checked(store, order)
        if order.entries is not None:
            return list(order.entries)
        return [e for f in _for(order.action, order.chosen) for e in matching(store, f, counts)]


def _confirm(asked: Asked) -> Response:
    state, order = state_of(asked), _order(asked, asked.one("do"))
    if not asked.may(_ACTIONS[order.action]):
        raise ConflictError("The role of your token does not allow that.")
    with opened(asked.console, state) as store:
        _checked(store, order)
    out = state.facts.out if state.facts is not None else ""
    return shown(
        asked, "quarantine_confirm.html", state=state, order=order, number=order.number, out=_printable(out),
        is_of_exporter=is_of_exporter(state.path),
    )  # fmt: skip


def _release(asked: Asked) -> Response:
    state, order = state_of(asked), _order(asked, "release")
    settings, out, console = _settings_of(asked, state), _out_of(state), asked.console

    def work() -> Result:
        return _released(settings, state, out, _entries(console, state, order), console.remedies)

    return _start(asked, state, order, work)


def _released(
    settings: Settings, state: State, out: Path | None, entries: Sequence[str], remedies: Mapping[str, str]
) -> Result:
    try:
        done = release(settings, state.path, out, entries)
    except ImportError:
        raise RunError("the audio extra is not installed where the service runs") from None
    how = "for the exporter to send again" if out is None else "released"
    told = [f"{len(done.released):,} {how}, {len(done.held):,} still held."]
    words = {**STAYS, **remedies}
    told += [f"{why}: {words[why]}." for why in dict.fromkeys(done.held.values()) if why in words]
    rows = list(done.held.items())
    if len(rows) > _MOST_ROWS:
        told.append(f"The first {_MOST_ROWS} that stay are listed.")
    return Result(told, ("entry", "why it stays") if rows else (), rows[:_MOST_ROWS])


def _purge(asked: Asked) -> Response:
    state, order = state_of(asked), _order(asked, "purge")
    console = asked.console

    def work() -> Result:
        n = purge(console.keyring, state.path, _entries(console, state, order))
        return Result(
            [f"{n:,} {'payload' if n == 1 else 'payloads'} deleted for good. Headers stay, so that counts add up."]
        )

    return _start(asked, state, order, work)


def _start(asked: Asked, state: State, order: _Order, work: Callable[[], Result]) -> Response:
    with opened(asked.console, state) as store:
        _checked(store, order)
    which = order.entries or {"status": order.chosen.status, "reason": order.chosen.reason, "number": order.number}
    noted(asked, f"console-{order.action}", {"run": state.path.name, "entries": which})
    number = f"{order.number:,} {'entry' if order.number == 1 else 'entries'}"
    back = _LIST.replace("{state}", state.key)
    what = f"{order.action.capitalize()} {number} of {state.path.name}"
    key = asked.console.jobs.start(what, _ACTIONS[order.action], asked.name, back, work)
    return gone_to(f"/console/jobs/{key}")


def _settings_of(asked: Asked, state: State) -> Settings:
    """Return the settings with the profile of the run, as `redactor quarantine release --profile` has them."""
    name = state.facts.profile.partition("@")[0] if state.facts is not None else ""
    return load_settings(profile=name) if name else asked.console.settings


def _out_of(state: State) -> Path | None:
    """Return the OUT of a run; None for an exporter. Raises ConflictError if nothing tells it."""
    if is_of_exporter(state.path):
        return None
    if state.facts is None or not state.facts.out:
        raise ConflictError(
            "The state does not tell the OUT of its run, or another keyring sealed it. Release it on the command line:"
            " redactor quarantine release OUT"
        )
    return Path(state.facts.out)


PAGES = (
    Page("/console/quarantine", _states, title="Quarantine"),
    Page(_LIST, _list),
    Page("/console/quarantine/{state}/entries/{entry}", _entry),
    Page("/console/quarantine/{state}/entries/{entry}/original", _original),
    Page("/console/quarantine/{state}/confirm", _confirm, "POST"),
    Page(_ACTIONS["release"], _release, "POST"),
    Page(_ACTIONS["purge"], _purge, "POST"),
)
