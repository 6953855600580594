"""Forgets a patient: erases what a home knows of somebody, as the right to erasure asks (GDPR, article 17).

Order: a line in the retractions says that it has started; stand-ins go, while the known values still tell which of a
household's are whose; then the known values; then quarantined records; last, a line says that it is done. Each step
finds nothing to do when it was done before, so that the same call again ends what a crash cut short.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from redactor.assemble.home import index_path, known_values_path, site_scope
from redactor.assemble.replacers import StoredKnownValues, open_index
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.retractions import KINDS, Retraction, Retractions
from redactor.run.intake.crosswalk import Canonical, read_crosswalk
from redactor.run.purge_patient import purge_patient
from redactor.run.state.journal import Journal
from redactor.run.state.known_store import KnownStore
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import Settings
from relex.erase import erase_parts, key_of
from relex.identity.scopes import Level, scope_name, scope_parts
from relex.index import Index
from relex.parts import PartKey
from schemas.documents.registry import Registry
from schemas.engine.pseudonyms import RecordPseudonyms


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What came of it. found: anything was known of the patient, now or when an earlier attempt was cut short.

    retractions: the last line of each recipient and epoch. Three are kept: linked, other patients of the household;
    undecided, stand-ins of a shared household that only texts gave, so that nobody can tell whose they are; look_at,
    quarantined entries, (state, entry), that name the patient and may be somebody else's.
    """

    found: bool
    retractions: tuple[Retraction, ...]
    linked: int
    undecided: int
    look_at: tuple[tuple[Path, str], ...]


@dataclass(frozen=True, slots=True)
class _View:
    """The patient to a recipient, in an epoch. tokens: of every id of the patient, the canonical one first."""

    recipient: str
    epoch: int
    key: str
    source: str
    tokens: tuple[str, ...]
    released_as: tuple[str, ...]

    def scope(self, token: str) -> str:
        return scope_name(self.recipient, self.epoch, Level.HOUSEHOLD, token)


@dataclass(frozen=True, slots=True)
class _Home:
    """What is searched. index, store: None where there is none."""

    settings: Settings
    keyring: Keyring
    states: tuple[Path, ...]
    index: Index | None
    store: KnownStore | None


def forget(
    settings: Settings,
    keyring: Keyring,
    patient: str,
    *,
    by: str | None = None,
    states: Sequence[Path] = (),
    recipients: Sequence[str] = (),
) -> Forgotten:
    """Erase a patient of the settings' source, for every recipient and epoch.

    patient: an id that the source has for them. states: of runs that do not lie under home. recipients: who got
    releases that neither the index nor a state under home tells of. Raises RunError while a run goes on, SettingsError,
    IndexUnavailableError, KeyringError, each with what to do; the same call again goes on.
    """
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    same = (s for s in canonical.table if canonical(s) == canonical(patient))
    ids = tuple(dict.fromkeys((canonical(patient), patient, *sorted(same))))
    with ExitStack() as stack:
        home = _open(settings, keyring, states, stack)
        everywhere = list(_views(home, ids, recipients))
        log = Retractions(settings.home)
        before = {v: log.unfinished(v.tokens[0]) for v in everywhere}
        views = [v for v in everywhere if v is everywhere[0] or before[v] is not None or _knows(home, v)]
        told = [_started(v, by, before[v]) for v in views]
        for t in told:
            log.add(t)
        results = [_stand_ins(home, v) for v in views]
        told = _tell(log, told, "stand-ins", [r[0] for r in results])
        told = _tell(log, told, "known", [_known(home, v) for v in views])
        _no_log_left(home)
        purged, look_at = _quarantined(home, everywhere, ids, canonical)
        told = _tell(log, told, "quarantine", [purged, *(0 for _ in told[1:])])
        told = [replace(t, time=_now(), status="done") for t in told]
        for t in told:
            log.add(t)
    found = any(b is not None for b in before.values()) or any(n for t in told for n in t.erased.values())
    linked, undecided = max(r[1] for r in results), sum(r[2] for r in results)
    return Forgotten(found, tuple(told), linked, undecided, tuple(look_at))


# --- what there is --------------------------------------------------------------------------------------------------


def has_index(settings: Settings) -> bool:
    """Whether there is an index of stand-ins, which would be made by opening it."""
    return settings.relex.index != "embedded" or index_path(settings).is_file()


def run_states(settings: Settings, more: Sequence[Path] = ()) -> tuple[Path, ...]:
    """States of runs: those under home, and more. Raises RunError when one of these is none."""
    if any(not (state / "quarantine.db").is_file() for state in more):
        raise RunError("a --state is no state of a run; redactor run prints where its state is")
    found = (p.parent for p in (settings.home / "runs").glob("*/quarantine.db"))
    return tuple(sorted({p.resolve() for p in (*found, *more)}))


def _open(settings: Settings, keyring: Keyring, more: Sequence[Path], stack: ExitStack) -> _Home:
    states = run_states(settings, more)
    for state in states:
        # A run has the known values in memory, and would write what is erased here again.
        stack.enter_context(StateLock(state))
    store = KnownStore.open(known_values_path(settings), keyring) if known_values_path(settings).is_file() else None
    if store is not None:
        stack.callback(store.close)
    index = None
    if has_index(settings):
        index = open_index(settings, keyring)
        stack.callback(index.close)
    return _Home(settings, keyring, states, index, store)


def _views(home: _Home, ids: tuple[str, ...], recipients: Sequence[str]) -> Iterator[_View]:
    """The settings' own recipient in the epoch in force comes first."""
    names = {*recipients, *(name for name in _told(home, "recipient") if name)}
    if home.index is not None:
        names |= {scope_parts(scope)[0] for scope in {e.scope for e in home.index.scan()}}
    source = home.settings.source
    for recipient in (home.settings.recipient, *sorted(names - {home.settings.recipient})):
        for keyring in reversed(home.keyring.epochs()):
            keys = RecordPseudonyms(keyring, recipient, source)
            yield _View(
                recipient,
                keyring.epoch,
                keyring.key_id,
                keyring.pseudonym("source", recipient).token(source),
                tuple(keys.subject(i) for i in ids),
                tuple(keys.id(i) for i in ids),
            )


def _told(home: _Home, key: str) -> list[str | None]:
    """What the journal of each state says."""
    found = []
    for state in home.states:
        journal = Journal(state, home.keyring)
        found.append(journal.get(key))
        journal.close()
    return found


def _knows(home: _Home, view: _View) -> bool:
    store, index = home.store, home.index
    if store is not None and any(store.own(t) or len(store.household(t)) > 1 for t in view.tokens):
        return True
    return index is not None and any(r.entries for r in index.rosters([view.scope(t) for t in view.tokens]))


# --- what is told ---------------------------------------------------------------------------------------------------


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _started(view: _View, by: str | None, before: Mapping[str, int] | None) -> Retraction:
    erased = dict(before or dict.fromkeys(KINDS, 0))
    return Retraction(_now(), by, view.tokens[0], view.released_as, view.recipient, view.key, erased, "started")


def _tell(log: Retractions, told: Sequence[Retraction], kind: str, counts: Sequence[int]) -> list[Retraction]:
    """Counts are told as they come, so that they add up over attempts."""
    after = [
        replace(t, time=_now(), erased={**t.erased, kind: t.erased[kind] + n}) if n else t
        for t, n in zip(told, counts, strict=True)
    ]
    for old, new in zip(told, after, strict=True):
        if new is not old:
            log.add(new)
    return after


# --- the steps ------------------------------------------------------------------------------------------------------


def _stand_ins(home: _Home, view: _View) -> tuple[int, int, int]:
    """How many stand-ins were erased, how many others the household has, how many stand-ins are nobody's."""
    if home.index is None:
        return 0, 0, 0
    erased, others, undecided = 0, set[str](), 0
    for token in view.tokens:
        members = (token,) if home.store is None else home.store.household(token)
        kept = [m for m in members if m not in view.tokens and home.store is not None and home.store.own(m)]
        if kept and home.store is not None:
            mine, theirs = _parts(home, home.store, token, members, view.tokens)
            scopes = [view.scope(m) for m in (token, *members)]
            n, left = erase_parts(home.index, home.keyring, list(dict.fromkeys(scopes)), mine - theirs)
            erased += n
            undecided += sum(key_of(e) not in theirs for e in left)
            others.update(kept)
        else:
            erased += sum(home.index.forget(view.scope(m)) for m in members)
    return erased, len(others), undecided


def _parts(
    home: _Home, store: KnownStore, token: str, members: Iterable[str], tokens: Sequence[str]
) -> tuple[frozenset[PartKey], frozenset[PartKey]]:
    """What the patient's known values are made of, and what those of the others of the household are."""
    from relex.identity.context import ContextBuilder
    from relex.strategy import RuleStrategy  # loads lists of names and places

    site = site_scope(home.settings)
    facts = StoredKnownValues(lambda: store, lambda: store.get(site))
    rules = RuleStrategy()
    context = ContextBuilder(facts, rules.cluster, lambda entity: Level.HOUSEHOLD, rules.covers)
    mine = [v for m in members if m in tokens for v in store.own(m)]
    theirs = [v for m in members if m not in tokens for v in store.own(m)]
    return context.part_keys(token, mine), context.part_keys(token, theirs)


def _known(home: _Home, view: _View) -> int:
    """How many known values were erased."""
    return 0 if home.store is None else sum(home.store.forget(token) for token in view.tokens)


def _no_log_left(home: _Home) -> None:
    """Raises RunError while a reader keeps the log of the known values, which holds what was erased."""
    path = known_values_path(home.settings)
    log = path.with_name(f"{path.name}-wal")
    if home.store is not None and log.is_file() and log.stat().st_size:
        raise RunError(
            "the known values were erased, but another process holds the log of what was there before; end what reads "
            "them, then do the same again"
        )


def _quarantined(
    home: _Home, views: Sequence[_View], ids: tuple[str, ...], canonical: Canonical
) -> tuple[int, list[tuple[Path, str]]]:
    """Purge the patient's records. How many, and which others name the patient."""
    registry = Registry(home.settings.schema_dirs, allow_unapproved=True)  # whose it is, nobody has to approve
    sources = {None, *(v.source for v in views)}
    purged, look_at = 0, list[tuple[Path, str]]()

    def is_patient(patient: str) -> bool:
        return canonical(patient) == ids[0]

    for state, source in zip(home.states, _told(home, "source"), strict=True):
        store = QuarantineStore(state, home.keyring, create=False)
        try:
            # The same id at another source is somebody else.
            n, named = purge_patient(store, registry, ids, is_patient if source in sources else _nobody)
        finally:
            store.close()
        purged += n
        look_at += [(state, entry) for entry in named]
    return purged, look_at


def _nobody(patient: str) -> bool:
    return False
