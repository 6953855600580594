"""This module counts what forgetting a patient would erase, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass

from redactor.keys import Keyring
from redactor.run.state.lookup_rows import count_rows
from redactor.run.state.recording_journal import RecordingJournal
from redactor.run.state.recording_state import is_recording_state
from redactor.run.state.review_marks import count_marks
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


@dataclass(frozen=True, slots=True)
class Preview:
    """What forgetting a patient would erase.

    counts: by the kinds of redactor.steward.retractions.KINDS but for copies. Stand-ins are those of the household, of
    which forgetting keeps what belongs to others. recipients: for whom the home knows the patient. linked: other
    patients in the household. look_at: the number of quarantined entries that mention the patient and may belong to
    somebody else.
    """

    counts: Mapping[str, int]
    recipients: tuple[str, ...]
    linked: int
    look_at: int


def preview(settings: Settings, keyring: Keyring, patient: str) -> Preview:
    """Count what `redactor.steward.forget.forget` would erase of a patient. Raises as it does."""
    ids, canonical = ids_of(settings, patient)
    with ExitStack() as stack:
        home = open_home(settings, keyring, (), None, stack)
        views = list(views_of(home, ids, ()))
        known_to = [v for v in views if knows(home, v)]
        tokens = {token for view in views for token in view.tokens}
        quarantined, look_at = search_quarantine(home, views, ids, canonical, purges=False)
        counts = {
            "stand-ins": sum(_stand_ins(home, view) for view in known_to),
            "answers": sum(home.answers.count(v.tokens) for v in known_to) if home.answers is not None else 0,
            "known": sum(_known_values(home, view) for view in known_to),
            "recordings": sum(_recordings(home, tokens)),
            "quarantine": quarantined,
            "lookup": sum(count_rows(state, keyring, tokens) for state in home.states),
            "marks": sum(count_marks(state, keyring, tokens) for state in home.states),
        }
        linked = {m for v in known_to if home.store is not None for m in other_charts(home.store, v)}
        recipients = tuple(dict.fromkeys(view.recipient for view in known_to))
    return Preview(counts, recipients, len(linked), len(look_at))


def _stand_ins(home: Home, view: View) -> int:
    if home.index is None:
        return 0
    scopes = {scope_alone(home, view, token) for token in view.tokens}
    for token in view.tokens if home.store is not None else ():
        assert home.store is not None
        household = home.store.household(token)
        scopes |= {view.scope(n) for n in (household.initial_name, household.name, *household.former_names)}
    return sum(len(roster.entries) for roster in home.index.rosters(sorted(scopes)))


def _known_values(home: Home, view: View) -> int:
    if home.store is None:
        return 0
    return sum(len(home.store.values_of_chart(token)) for token in view.tokens)


def _recordings(home: Home, tokens: set[str]) -> Iterator[int]:
    for state in filter(is_recording_state, home.states):
        with closing(RecordingJournal(state, home.keyring)) as journal:
            yield len(journal.of_subjects(tokens))
