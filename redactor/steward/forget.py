"""This module erases what a home holds of a patient, as the right to erasure requires (GDPR, article 17).

The order is: a line in the retractions records the start; quarantined records are purged while the known values still
show whose an identifier is, stand-ins and answers of LLMs while they show which ones of a household are the patient's;
then the known values; then names and intermediate results of recordings, rows for lookups, and marks of reviews; a last
line records the end. Each step is idempotent, so that the same call completes what a crash interrupted. If known values
come from a stream, all its homes erase them: `publish` tells them, and returns when this home has done so.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from redactor.assemble.home import index_path, known_head_path, known_values_path, pseudonym_recipient, site_scope
from redactor.assemble.llm_access import erase_answers, open_answers
from redactor.assemble.replacers import StoredKnownValues, open_index
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache
from redactor.policy.date_levels import pseudonym_recipients
from redactor.run.contracts import TIE
from redactor.run.harvester import clue_digest, patient_key
from redactor.run.intake.patient_lists import Canonical, listed_id, read_crosswalk
from redactor.run.note_names import NoteNames, read_note_names
from redactor.run.output.pipe import erase_copy
from redactor.run.purge_patient import purge_patient
from redactor.run.state.forgotten import Erasure, Heir
from redactor.run.state.households import name_alone
from redactor.run.state.known_store import KnownStore
from redactor.run.state.locks import StateLock
from redactor.run.state.lookup_rows import forget_rows
from redactor.run.state.recording_state import forget_recordings, is_recording_state, journal_value
from redactor.run.state.review_marks import forget_marks
from redactor.settings import Settings
from redactor.steward.retractions import KINDS, Retraction, Retractions
from relex.erase import HouseholdErasure, erase_parts
from relex.index import Index
from relex.index.codec import chart_token
from relex.parts import Level, PartKey, scope_name, scope_parts
from schemas.documents.registry import Registry
from schemas.engine.patient_identifiers import Number, PatientNumbers
from schemas.engine.pseudonyms import RecordPseudonyms


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A `Forgotten` is the result of an erasure.

    found: True if the home held something of the patient, now or at an interrupted attempt. retractions: the last line
    of each recipient and epoch. The other fields count what was not erased. linked: other patients in the household.
    undecided: stand-ins of the household whose owner nothing tells. namesakes: people in charts of other households who
    share nothing but the name with the patient. look_at: quarantined entries, as (state, entry), that mention the
    patient and may belong to somebody else.
    """

    found: bool
    retractions: tuple[Retraction, ...]
    linked: int
    undecided: int
    namesakes: int
    look_at: tuple[tuple[Path, str], ...]


@dataclass(frozen=True, slots=True)
class _View:
    """A view holds the patient's pseudonyms for one recipient in one epoch.

    tokens: one for each id of the patient, the canonical id first. clues: keys of references to the patient. keys:
    pseudonyms of records.
    """

    recipient: str
    epoch: int
    key: str
    source: str
    tokens: tuple[str, ...]
    clues: tuple[bytes, ...]
    released_as: tuple[str, ...]
    keys: RecordPseudonyms

    def scope(self, token: str) -> str:
        return scope_name(self.recipient, self.epoch, Level.HOUSEHOLD, token)


@dataclass(frozen=True, slots=True)
class _Home:
    """This class holds the open parts of a home that are searched.

    index, answers, store: None if the home has none. notes: tell whose note a file of the input was. publish: as in
    `forget`.
    """

    settings: Settings
    keyring: Keyring
    states: tuple[Path, ...]
    index: Index | None
    answers: AnswerCache | None
    store: KnownStore | None
    notes: NoteNames
    publish: Callable[[Erasure], None] | None


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
    patient = listed_id(patient)
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    same = (s for s in canonical.table if canonical(s) == canonical(patient))
    ids = tuple(dict.fromkeys((canonical(patient), patient, *sorted(same))))
    with ExitStack() as stack:
        home = _open(settings, keyring, states, publish, stack)
        all_views = list(_views(home, ids, recipients))
        log = Retractions(settings.home)
        before = {v: log.unfinished(v.tokens[0]) for v in all_views}
        views = [v for v in all_views if v is all_views[0] or before[v] is not None or _knows(home, v)]
        retractions = [_start_line(v, by, before[v]) for v in views]
        for line in retractions:
            log.add(line)
        namesakes = max(0 if home.store is None else home.store.households.namesakes(v.tokens) for v in views)
        purged, look_at = _purge_quarantine(home, all_views, ids, canonical)
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
    return Forgotten(found, tuple(retractions), linked, undecided, namesakes, tuple(look_at))


def has_index(settings: Settings) -> bool:
    """Return whether the home has an index of stand-ins, without creating one."""
    return settings.relex.index != "embedded" or index_path(settings).is_file()


def run_states(settings: Settings, more: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return the state folders under home, and `more`. Raises RunError if one of `more` is no state folder."""
    if any(not (state / "quarantine.db").is_file() for state in more):
        raise RunError("a --state is not the state of a run; redactor run prints where its state is")
    found = (p.parent for p in (settings.home / "runs").glob("*/quarantine.db"))
    return tuple(sorted({p.resolve() for p in (*found, *more)}))


def _open(
    settings: Settings,
    keyring: Keyring,
    more: Sequence[Path],
    publish: Callable[[Erasure], None] | None,
    stack: ExitStack,
) -> _Home:
    """Lock all states, open the stores of the home, and register their closing with `stack`."""
    notes = read_note_names(settings.notes)
    states = run_states(settings, more)
    for state in states:
        # A run holds known values in memory and would write erased ones again.
        stack.enter_context(StateLock(state))
    store = None
    if known_values_path(settings).is_file():
        store = KnownStore.open(known_values_path(settings), keyring, head_file=known_head_path(settings))
        stack.callback(store.close)
    index = None
    if has_index(settings):
        index = open_index(settings, keyring)
        stack.callback(index.close)
    answers = open_answers(settings, keyring, create=publish is not None and settings.llm is not None)
    if answers is not None:
        stack.callback(answers.close)
    return _Home(settings, keyring, states, index, answers, store, notes, publish)


def _views(home: _Home, ids: tuple[str, ...], recipients: Sequence[str]) -> Iterator[_View]:
    """Yield one view per recipient and epoch, that of the settings' recipient in the current epoch first."""
    named = {*recipients, *(name for s in home.states if (name := journal_value(s, home.keyring, "recipient")))}
    first = pseudonym_recipient(home.settings)
    names = {name for told in (home.settings.recipient, *named) for name in pseudonym_recipients(told)}
    if home.index is not None:
        names |= {scope_parts(scope)[0] for scope in {e.scope for e in home.index.scan()}}
    source = home.settings.source
    classes = Registry(home.settings.schema_folders, allow_unapproved=True).patient_classes()
    for recipient in (first, *sorted(names - {first})):
        for keyring in reversed(home.keyring.epochs()):
            keys = RecordPseudonyms(keyring, recipient, source)
            yield _View(
                recipient,
                keyring.epoch,
                keyring.key_id,
                keyring.pseudonym("source", recipient).token(source),
                tuple(keys.subject(i) for i in ids),
                tuple(patient_key(clue_digest(keyring, recipient, source), i) for i in ids),
                tuple(dict.fromkeys(keys.id(id_class, i) for id_class in classes for i in ids)),
                keys,
            )


def _knows(home: _Home, view: _View) -> bool:
    """Return whether the home holds values, answers or stand-ins of the patient under this view."""
    store, index = home.store, home.index
    if store is not None and any(store.values_of_chart(t) or len(store.members(t)) > 1 for t in view.tokens):
        return True
    if home.answers is not None and home.answers.holds(view.tokens):
        return True
    return index is not None and any(
        r.entries for r in index.rosters([_scope_alone(home, view, t) for t in view.tokens])
    )


def _scope_alone(home: _Home, view: _View, token: str) -> str:
    """Return the scope of the stand-ins that the patient has, or would have, without a household."""
    store = home.store
    return view.scope(name_alone(home.keyring, token) if store is None else store.households.name_alone(token))


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _start_line(view: _View, by: str | None, before: Mapping[str, int] | None) -> Retraction:
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


def _erase_stand_ins(home: _Home, view: _View) -> tuple[int, int, int]:
    """Erase the patient's stand-ins; return how many, of other household members, and of stand-ins without an owner."""
    index, store = home.index, home.store
    if index is None:
        return 0, 0, 0
    if store is None:
        return sum(index.forget(_scope_alone(home, view, token)) for token in view.tokens), 0, 0
    erased, others, undecided = 0, set[str](), 0
    for token in view.tokens:
        _drop_empty_name(home.keyring, index, store, view, token)
        household, alone = store.household(token), _scope_alone(home, view, token)
        scopes = dict.fromkeys(
            (alone, *(view.scope(n) for n in (household.initial_name, household.name, *household.former_names)))
        )
        kept = [m for m in _other_charts(store, view) if store.values_of_chart(m)]
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


def _other_charts(store: KnownStore, view: _View) -> list[str]:
    """Return the charts of other patients in the household."""
    members = dict.fromkeys(m for token in view.tokens for m in store.members(token))
    return [m for m in members if m not in view.tokens and not m.startswith(TIE)]


def _drop_empty_name(keyring: Keyring, index: Index, store: KnownStore, view: _View, token: str) -> None:
    """Remove the patient's own household name from the store if no stand-ins exist under it."""
    alone = name_alone(keyring, token)
    if not index.rosters([view.scope(alone)])[0].entries:
        store.forget_name(alone)


def _part_keys(
    home: _Home, store: KnownStore, tokens: Sequence[str], token: str
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


def _erase_answers(home: _Home, view: _View) -> int:
    """Erase the stored answers of LLMs, and return how many were about the patient's texts."""
    if home.answers is None:
        return 0
    members = () if home.store is None else [m for token in view.tokens for m in home.store.members(token)]
    return erase_answers(home.answers, view.tokens, members, for_good=home.publish is not None)


def _erase_known_values(home: _Home, view: _View) -> int:
    """Erase the known values, or publish their erasure, and return how many there were."""
    store = home.store
    if store is None:
        if home.publish is not None:  # the patient's records may be on their way
            home.publish(Erasure(secrets.token_bytes(16), view.tokens, clues=view.clues))
        return 0
    alone = not any(store.values_of_chart(m) for m in _other_charts(store, view))
    gone = tuple(dict.fromkeys((*view.tokens, *(m for t in view.tokens for m in store.members(t) if alone))))
    if home.publish is None:
        return store.forget(gone, view.clues)
    people = store.people_like(view.tokens)
    held = sum(len(store.values_of_chart(s)) for s in gone) + sum(
        len(store.values_of_people(s, people[s])) for s in people
    )
    home.publish(_erasure(store, view, gone, people))
    return held


def _erasure(store: KnownStore, view: _View, gone: Sequence[str], people: Mapping[str, set[bytes]]) -> Erasure:
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


def _check_log_is_gone(home: _Home) -> None:
    """Raise RunError while a reader keeps SQLite's log of the known values, which still holds the erased content."""
    if home.store is not None and not home.store.empty_log(rebuild=True):
        raise RunError(
            "the known values were erased, but a process that reads them keeps a log of their old content; end that "
            "process, then repeat the command"
        )


def _purge_quarantine(
    home: _Home, views: Sequence[_View], ids: tuple[str, ...], canonical: Canonical
) -> tuple[int, list[tuple[Path, str]]]:
    """Purge the patient's quarantined records; return how many, and the other entries that mention the patient."""
    # Finding the patient of a record needs no approved schema.
    registry = Registry(home.settings.schema_folders, allow_unapproved=True)
    sources = {None, *(v.source for v in views)}
    store = home.store
    numbers = [PatientNumbers(v.keys, canonical, store.identifiers.holders) for v in views if store is not None]

    def owners(number: Number) -> set[str]:
        found = {patient for n in numbers for patient in n.patients(n.scope(number))}
        return found | ({number[1]} if canonical(number[1]) == ids[0] else set())

    def is_patient(patient: str) -> bool:
        return canonical(patient) == ids[0]

    return purge_patient(home.states, home.keyring, registry, sources, ids, is_patient, owners, home.notes)
