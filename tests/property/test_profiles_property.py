"""Laws of profiles: every entity has an action, and a name of a patient is never kept."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.kept_clinicians import withheld_clinicians
from redactor.engine import Engine
from redactor.entities import NAMES, Entity, Role
from redactor.errors import ProfileError
from redactor.keys import Keyring
from redactor.policy.profiles import parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Action, KnownValue, Mention, Note, Span
from tests.unit.record_kit import Words

RING = Keyring.generate()
ACTIONS = st.dictionaries(st.sampled_from(Entity), st.sampled_from(Action))
DEFAULTS = st.sampled_from([a for a in Action if a is not Action.KEEP])
WORDS = st.sampled_from(["Roe", "Adam", "Ng", "Abendroth", "ROE", "M\u00fcller", "Muller", "de", "Wexford"])
FULL_NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@given(ACTIONS, DEFAULTS, st.sampled_from(Entity))
def test_what_no_action_keeps_never_comes_through(
    actions: dict[Entity, Action], default: Action, entity: Entity
) -> None:
    try:
        profile = parse_profile({"profile": "p", "version": "1", "default": default, "actions": actions})
    except ProfileError:
        return  # it kept patients, or dates of administration among shifted ones
    assert profile.action(entity) is not Action.KEEP or actions[entity] is Action.KEEP
    if entity in NAMES - {Entity.DOCTOR}:
        assert profile.action(entity) is not Action.KEEP
    (new,) = TagReplacer(profile, RING, "lab").replace([Mention("Quixotl Zzyxw", entity, "s1", where="X.y")])
    assert new
    if profile.action(entity) is not Action.KEEP:
        assert "Quixotl" not in new


@given(FULL_NAMES, FULL_NAMES, st.sampled_from([None, Role.PATIENT, Role.RELATIVE, Role.OTHER]))
@settings(max_examples=200)
def test_a_kept_clinician_shares_no_word_with_a_patient(clinician: str, patient: str, role: Role | None) -> None:
    text = f"Seen by Dr. {clinician} today."
    span = Span(12, 12 + len(clinician), Entity.DOCTOR, None, "strong", ("patterns:titled-name",))
    note = Note("n", text, "s1", known=(KnownValue(patient, Entity.PERSON, role),))
    fold = {"ROE": "roe", "M\u00fcller": "muller"}
    shared = {fold.get(w, w.lower()) for w in clinician.split()} & {fold.get(w, w.lower()) for w in patient.split()}
    assert withheld_clinicians(note, [span]) == ({span} if shared else frozenset())


@given(st.lists(st.sampled_from(["Doe", "roe", "Roe", "x"]), max_size=8), st.integers(0, 8))
def test_numbers_do_not_depend_on_the_batch(words: list[str], cut: int) -> None:
    texts = {"default": "<{entity}_{n}>"}
    profile = parse_profile({"profile": "p", "version": "1", "default": "tag", "tag_texts": texts})
    engine = Engine([Words("Doe", "roe", "Roe")], TagReplacer(profile, RING, "lab"))
    notes = [Note(str(i), f"{word} and {' '.join(words)}") for i, word in enumerate(words)]
    together, _ = engine.process(notes, [])
    first, second = engine.process(notes[:cut], [])[0], engine.process(notes[cut:], [])[0]
    assert [r.text for r in together] == [r.text for r in (*first, *second)]
