"""This module opens what a home holds of a patient, and knows under which pseudonyms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from redactor.assemble.home import index_path, known_head_path, known_values_path, pseudonym_recipient
from redactor.assemble.llm_access import open_answers
from redactor.assemble.replacers import open_index
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache
from redactor.policy.date_levels import pseudonym_recipients
from redactor.run.contracts import TIE
from redactor.run.harvester import clue_digest, patient_key
from redactor.run.intake.patient_lists import Canonical, listed_id, read_crosswalk
from redactor.run.note_names import NoteNames, read_note_names
from redactor.run.purge_patient import purge_patient
from redactor.run.state.forgotten import Erasure
from redactor.run.state.households import name_alone
from redactor.run.state.known_store import KnownStore
from redactor.run.state.locks import StateLock
from redactor.run.state.recording_state import journal_value
from redactor.settings import Settings
from relex.index import Index
from relex.parts import Level, scope_name, scope_parts
from schemas.documents.registry import Registry
from schemas.engine.patient_identifiers import Number, PatientNumbers
from schemas.engine.pseudonyms import RecordPseudonyms


def ids_of(settings: Settings, patient: str) -> tuple[tuple[str, ...], Canonical]:
    """Return all ids of a patient in the source, the canonical one first, and what tells that of an id.

    patient: an id, or a reference to the patient.
    """
    patient = listed_id(patient)
    canonical = Canonical(read_crosswalk(settings.crosswalk))
    same = (s for s in canonical.table if canonical(s) == canonical(patient))
    return tuple(dict.fromkeys((canonical(patient), patient, *sorted(same)))), canonical


@dataclass(frozen=True, slots=True)
class View:
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
class Home:
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


def has_index(settings: Settings) -> bool:
    """Return whether the home has an index of stand-ins, without creating one."""
    return settings.relex.index != "embedded" or index_path(settings).is_file()


def run_states(settings: Settings, more: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return the state folders under home, and `more`. Raises RunError if one of `more` is no state folder."""
    if any(not (state / "quarantine.db").is_file() for state in more):
        raise RunError("a --state is not the state of a run; redactor run prints where its state is")
    found = (p.parent for p in (settings.home / "runs").glob("*/quarantine.db"))
    return tuple(sorted({p.resolve() for p in (*found, *more)}))


def open_home(
    settings: Settings,
    keyring: Keyring,
    more: Sequence[Path],
    publish: Callable[[Erasure], None] | None,
    stack: ExitStack,
) -> Home:
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
    return Home(settings, keyring, states, index, answers, store, notes, publish)


def views_of(home: Home, ids: tuple[str, ...], recipients: Sequence[str]) -> Iterator[View]:
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
            yield View(
                recipient,
                keyring.epoch,
                keyring.key_id,
                keyring.pseudonym("source", recipient).token(source),
                tuple(keys.subject(i) for i in ids),
                tuple(patient_key(clue_digest(keyring, recipient, source), i) for i in ids),
                tuple(dict.fromkeys(keys.id(id_class, i) for id_class in classes for i in ids)),
                keys,
            )


def knows(home: Home, view: View) -> bool:
    """Return whether the home holds values, answers or stand-ins of the patient under this view."""
    store, index = home.store, home.index
    if store is not None and any(store.values_of_chart(t) or len(store.members(t)) > 1 for t in view.tokens):
        return True
    if home.answers is not None and home.answers.holds(view.tokens):
        return True
    return index is not None and any(
        r.entries for r in index.rosters([scope_alone(home, view, t) for t in view.tokens])
    )


def scope_alone(home: Home, view: View, token: str) -> str:
    """Return the scope of the stand-ins that the patient has, or would have, without a household."""
    store = home.store
    return view.scope(name_alone(home.keyring, token) if store is None else store.households.name_alone(token))


def other_charts(store: KnownStore, view: View) -> list[str]:
    """Return the charts of other patients in the household."""
    members = dict.fromkeys(m for token in view.tokens for m in store.members(token))
    return [m for m in members if m not in view.tokens and not m.startswith(TIE)]


def search_quarantine(
    home: Home, views: Sequence[View], ids: tuple[str, ...], canonical: Canonical, *, purges: bool
) -> tuple[int, list[tuple[Path, str]]]:
    """Return how many quarantined records are the patient's, and the other entries that mention the patient.

    purges: purge the patient's.
    """
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

    return purge_patient(
        home.states,
        home.keyring,
        registry,
        sources,
        ids,
        is_patient,
        owners,
        home.notes,
        purges=purges,
    )
