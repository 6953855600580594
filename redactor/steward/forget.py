"""This module erases what a home holds of a patient, as the right to erasure requires (GDPR, article 17).

The order is: a line in the retractions records the start, and with it a service gives no earlier answer any more; what
it keeps of them is destroyed; quarantined records are purged while the known values still
show whose an identifier is, stand-ins and answers of LLMs while they show which ones of a household are the patient's;
then the known values; then names and intermediate results of recordings, rows for lookups, and marks of reviews; a last
line records the end. Each step is idempotent, so that the same call completes what a crash interrupted. If known values
come from a stream, all its homes erase them: `publish` tells them, and returns when this home has done so.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from redactor.assemble.home import site_scope
from redactor.assemble.llm_access import erase_answers
from redactor.assemble.replacers import StoredKnownValues
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.output.pipe import erase_copy
from redactor.run.state.forgotten import Erasure, Heir
from redactor.run.state.households import name_alone
from redactor.run.state.known_store import KnownStore
from redactor.run.state.lookup_rows import forget_rows
from redactor.run.state.recording_state import forget_recordings, is_recording_state
from redactor.run.state.review_marks import forget_marks
from redactor.settings import Settings
from redactor.steward.patient_home import (
    Home,
    View,
    ids_of,
    knows,
    open_home,
    other_charts,
    scope_alone,
    search_quarantine,
    views_of,
)
from redactor.steward.retractions import KINDS, Retraction, Retractions
from redactor.steward.withdrawn import withdraw_all
from relex.erase import HouseholdErasure, erase_parts
from relex.index import Index
from relex.index.codec import chart_token
from relex.parts import Level, PartKey


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A `Forgotten` is the result of an erasure.

    found: True if the home held something of the patient, now or at an interrupted attempt. retractions: the last line
    of each recipient and epoch. The other fields count what was not erased. linked: other patients in the household.
    undecided: stand-ins of the household whose owner nothing tells. namesakes: people in charts of other households who
    share nothing but the name with the patient. look_at: quarantined entries, as (state, entry), that mention the
    patient and may belong to somebody else. jobs, answers: those of services, of all patients, that were destroyed.
    """

    found: bool
    retractions: tuple[Retraction, ...]
    linked: int
    undecided: int
    namesakes: int
    look_at: tuple[tuple[Path, str], ...]
    jobs: int
    answers: int


def forget(
    settings: Settings,
    keyring: Keyring,
    patient: str,
    *,
    by: str | None = None,
    states: Sequence[Path] = (),
    recipients: Sequence[str] = (),
    publish: Callable[[Erasure], None] | None = None,
) -> Forgotten:
    """Erase a patient of the settings' source, for every recipient and epoch.

    patient: an id of the patient in the source, or a reference to it. states: state folders that do not lie under home.
    recipients: recipients of releases that neither the index nor a state under home records. Raises RunError while a
    run is in progress, SettingsError, IndexUnavailableError or KeyringError; the same call resumes.
    """
    ids, canonical = ids_of(settings, patient)
    with ExitStack() as stack:
        home = open_home(settings, keyring, states, publish, stack)
        all_views = list(views_of(home, ids, recipients))
        log = Retractions(settings.home)
        before = {v: log.unfinished(v.tokens[0]) for v in all_views}
        views = [v for v in all_views if v is all_views[0] or before[v] is not None or knows(home, v)]
        retractions = [_start_line(v, by, before[v]) for v in views]
        for line in retractions:
            log.add(line)
        jobs, answers = withdraw_all(settings.home)
        namesakes = max(0 if home.store is None else home.store.households.namesakes(v.tokens) for v in views)
        purged, look_at = search_quarantine(home, all_views, ids, canonical, purges=True)
        retractions = _record_counts(log, retractions, "quarantine", [purged])
        results = [_erase_stand_ins(home, v) for v in views]
        retractions = _record_counts(log, retractions, "stand-ins", [r[0] for r in results])
        retractions = _record_counts(log, retractions, "answers", [_erase_answers(home, v) for v in views])
        retractions = _record_counts(log, retractions, "known", [_erase_known_values(home, v) for v in views])
        _check_log_is_gone(home)
        tokens = {token for view in all_views for token in view.tokens}
        recordings = sum(forget_recordings(s, keyring, tokens) for s in home.states if is_recording_state(s))
        retractions = _record_counts(log, retractions, "recordings", [recordings])
        for kind, erase in (("lookup", forget_rows), ("marks", forget_marks)):
            erased = sum(erase(state, keyring, tokens) for state in home.states)
            retractions = _record_counts(log, retractions, kind, [erased])
        released = {name for view in all_views for name in view.released_as}
        lines = sum(erase_copy(state, released) for state in home.states)
        retractions = _record_counts(log, retractions, "copies", [lines])
        retractions = [replace(t, time=_now(), status="done") for t in retractions]
        for t in retractions:
            log.add(t)
    found = any(b is not None for b in before.values()) or any(n for t in retractions for n in t.erased.values())
    linked, undecided = max(r[1] for r in results), sum(r[2] for r in results)
    return Forgotten(found, tuple(retractions), linked, undecided, namesakes, tuple(look_at), jobs, answers)


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _start_line(view: View, by: str | None, before: Mapping[str, int] | None) -> Retraction:
    erased = dict.fromkeys(KINDS, 0) | dict(before or {})
    return Retraction(_now(), by, view.tokens[0], view.released_as, view.recipient, view.key, erased, "started")


def _record_counts(
    log: Retractions, retractions: Sequence[Retraction], kind: str, counts: Sequence[int]
) -> list[Retraction]:
    """Log a step's counts, of which missing ones are 0, added to earlier attempts'; return the new retractions."""
    counts = [*counts, *[0] * (len(retractions) - len(counts))]
    after = [
        replace(t, time=_now(), erased={**t.erased, kind: t.erased[kind] + n}) if n else t
        for t, n in zip(retractions, counts, strict=True)
    ]
    for old, new in zip(retractions, after, strict=True):
        if new is not old:
            log.add(new)
    return after


def _erase_stand_ins(home: Home, view: View) -> tuple[int, int, int]:
    """Erase the patient's stand-ins; return how many, of other household members, and of stand-ins without an owner."""
    index, store = home.index, home.store
    if index is None:
        return 0, 0, 0
    if store is None:
        return sum(index.forget(scope_alone(home, view, token)) for token in view.tokens), 0, 0
    erased, others, undecided = 0, set[str](), 0
    for token in view.tokens:
        _drop_empty_name(home.keyring, index, store, view, token)
        household, alone = store.household(token), scope_alone(home, view, token)
        scopes = dict.fromkeys(
            (alone, *(view.scope(n) for n in (household.initial_name, household.name, *household.former_names)))
        )
        kept = [m for m in other_charts(store, view) if store.values_of_chart(m)]
        if kept:
            own, theirs = _part_keys(home, store, view.tokens, token)
            charts = frozenset(chart_token(home.keyring, t) for t in view.tokens)
            n, left = erase_parts(index, home.keyring, list(scopes), HouseholdErasure(own - theirs, theirs, charts))
            erased += n
            undecided += sum(not e.charts and e.part_key not in theirs for e in left)
            others.update(kept)
        else:
            erased += sum(index.forget(scope) for scope in scopes)
    return erased, len(others), undecided


def _drop_empty_name(keyring: Keyring, index: Index, store: KnownStore, view: View, token: str) -> None:
    """Remove the patient's own household name from the store if no stand-ins exist under it."""
    alone = name_alone(keyring, token)
    if not index.rosters([view.scope(alone)])[0].entries:
        store.forget_name(alone)


def _part_keys(
    home: Home, store: KnownStore, tokens: Sequence[str], token: str
) -> tuple[frozenset[PartKey], frozenset[PartKey]]:
    """Return the index keys of the patient's known values, and those of everybody else in the household.

    The patient's values are those of the patient's chart, and those that other charts hold of the patient.
    """
    from relex.identity.context import ContextBuilder
    from relex.strategy import RuleStrategy  # loads lists of names and places

    site = site_scope(home.settings)
    facts = StoredKnownValues(home.keyring, lambda: store, lambda: store.get(site))
    rules = RuleStrategy()
    context = ContextBuilder(facts, rules.cluster, lambda entity: Level.HOUSEHOLD, rules.covers)
    elsewhere = store.people_like(tokens)
    own = [v for t in tokens for v in store.values_of_chart(t)]
    own += [v for m, people in sorted(elsewhere.items()) for v in store.values_of_people(m, people)]
    others = (m for m in store.members(token) if m not in tokens)
    theirs = [v for m in others for v in store.values_of_chart(m, without=elsewhere.get(m, ()))]
    return context.part_keys(token, own), context.part_keys(token, theirs)


def _erase_answers(home: Home, view: View) -> int:
    """Erase the stored answers of LLMs, and return how many were about the patient's texts."""
    if home.answers is None:
        return 0
    members = () if home.store is None else [m for token in view.tokens for m in home.store.members(token)]
    return erase_answers(home.answers, view.tokens, members, for_good=home.publish is not None)


def _erase_known_values(home: Home, view: View) -> int:
    """Erase the known values, or publish their erasure, and return how many there were."""
    store = home.store
    if store is None:
        if home.publish is not None:  # the patient's records may be on their way
            home.publish(Erasure(secrets.token_bytes(16), view.tokens, clues=view.clues))
        return 0
    alone = not any(store.values_of_chart(m) for m in other_charts(store, view))
    gone = tuple(dict.fromkeys((*view.tokens, *(m for t in view.tokens for m in store.members(t) if alone))))
    if home.publish is None:
        return store.forget(gone, view.clues)
    people = store.people_like(view.tokens)
    held = sum(len(store.values_of_chart(s)) for s in gone) + sum(
        len(store.values_of_people(s, people[s])) for s in people
    )
    home.publish(_erasure(store, view, gone, people))
    return held


def _erasure(store: KnownStore, view: View, gone: Sequence[str], people: Mapping[str, set[bytes]]) -> Erasure:
    """Return the erasure to publish. gone: charts of which nothing remains. people: the patient in other charts."""
    stay = dict.fromkeys(m for t in view.tokens for m in store.members(t) if m not in gone)
    households = {m: store.household(m) for m in stay}
    numbers = (scope for token in view.tokens for scope in store.identifiers.scopes_of(token))
    return Erasure(
        secrets.token_bytes(16),
        (*view.tokens, *numbers),
        False,
        tuple(s for s in gone if s not in view.tokens),
        tuple((scope, person) for scope in sorted(people) for person in sorted(people[scope])),
        view.clues,
        tuple(Heir(m, h.initial_name, h.name) for m, h in households.items()),
        tuple(sorted({(old, h.name) for h in households.values() for old in h.former_names})),
    )


def _check_log_is_gone(home: Home) -> None:
    """Raise RunError while a reader keeps SQLite's log of the known values, which still holds the erased content."""
    if home.store is not None and not home.store.empty_log(rebuild=True):
        raise RunError(
            "the known values were erased, but a process that reads them keeps a log of their old content; end that "
            "process, then repeat the command"
        )
