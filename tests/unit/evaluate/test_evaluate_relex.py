"""The metrics of stand-ins on pairs whose answers are worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from redactor.entities import Entity
from redactor.evaluate.relex import Pair, Rewritten, coherence, consistency, preservation, stability
from redactor.evaluate.relex_clinical import Case, model_consistency
from redactor.evaluate.relex_rules import attribute_rules, coherence_rules
from redactor.text import Note, Reading, Span
from tests.each_row import each_row

E = Entity


def rewritten(id_: str, text: str, *changes: tuple[str, str, Entity], unjudged: frozenset[Entity] = frozenset()):
    """A note in which each original was replaced, searching from the last one found."""
    spans, at = [], 0
    for original, _, entity in changes:
        start = text.index(original, at)
        at = start + len(original)
        spans.append(Span(start, at, entity))
    return Rewritten(id_, text, tuple(spans), tuple(new for _, new, _ in changes), f"of {id_}", unjudged)


def reader(words: dict[str, Entity]):
    """A detector of the words given."""

    def read(notes: Sequence[Note]) -> list[Reading]:
        return [
            Reading(
                tuple(Span(m.start(), m.end(), e) for w, e in words.items() for m in re.finditer(re.escape(w), n.text))
            )
            for n in notes
        ]

    return read


# --- Notes before and after -------------------------------------------------------------------------------------------


def test_the_new_text_and_the_places_of_stand_ins_follow_from_spans_of_different_lengths():
    note = rewritten("n", "Ann saw Bob.", ("Ann", "Josephine", E.PATIENT), ("Bob", "Al", E.DOCTOR))
    assert note.text == "Josephine saw Al."
    assert [note.text[p.start : p.end] for p in note.places] == ["Josephine", "Al"]
    first, second = (pair for pair, _, _ in note.pairs())
    assert (first.before, first.after) == ("", " saw Al.")
    assert (second.original, second.before, second.after) == ("Bob", "Josephine saw ", ".")


@pytest.mark.parametrize("spans", [((4, 2),), ((0, 99),), ((0, 5), (3, 7))])
def test_spans_that_overlap_or_lie_outside_are_refused(spans):
    with pytest.raises(ValueError):
        Rewritten("n", "some text", tuple(Span(a, b, E.ID) for a, b in spans), ("x",) * len(spans))


# --- Attributes -------------------------------------------------------------------------------------------------------


@each_row(
    ("original", "standin", "entity", "rule", "held"),
    [
        ("Dr. Emily Carter", "Dr. Karen Chang", E.DOCTOR, "title", True),
        ("Dr. Emily Carter", "Mr. Kevin Chang", E.DOCTOR, "title", False),
        ("Emily Carter, MD", "Karen Chang", E.DOCTOR, "title", False),
        ("Emily Carter", "Karen Chang", E.DOCTOR, "title", None),
        ("JM", "MS", E.DOCTOR, "title", None),
        ("Emily Carter", "Karen Chang", E.PATIENT, "sex", True),
        ("Emily Carter", "Kevin Chang", E.PATIENT, "sex", False),
        ("Carter, Emily", "Chang, Kevin", E.PATIENT, "sex", False),
        ("Carter", "Chang", E.PATIENT, "sex", None),
        ("St. Mary's Hospital", "Lincoln Medical Center", E.HOSPITAL, "organisation", True),
        ("St. Mary's Hospital", "Westwood Academy", E.HOSPITAL, "organisation", False),
        ("MGH", "BRH", E.HOSPITAL, "organisation", None),
        ("Chicago", "Peoria", E.CITY, "state", True),
        ("Chicago", "Sacramento", E.CITY, "state", False),
        ("Nowhereville", "Peoria", E.CITY, "state", None),
        ("12 Oak St, Peoria, IL 61602", "98 Elm Ave, Joliet, IL 60431", E.ADDRESS, "state", True),
        ("12 Oak St, Peoria, IL 61602", "98 Elm Ave, Austin, TX 78701", E.ADDRESS, "state", False),
        ("12 Oak St, Apt 2", "Elm Ave", E.STREET, "address", False),
        ("03/04/2019", "11/28/2019", E.DATE, "date form", True),
        ("3/4/2019", "11/25/2019", E.DATE, "date form", True),
        ("March 4, 2019", "2019-11-25", E.DATE, "date form", False),
        ("March 4, 2019", "November 25, 2019", E.DATE, "weekday", True),
        ("March 4, 2019", "November 26, 2019", E.DATE, "weekday", False),
        ("March 2019", "November 2019", E.DATE, "weekday", None),
        ("A12-345b", "K90-821q", E.ID, "shape", True),
        ("A12-345b", "90K-821q", E.ID, "shape", False),
        ("ab12cd34", "12ab34cd", E.GUID, "shape", True),
        ("(312) 555-0100", "(217) 555-0199", E.TELEPHONE_NUMBER, "shape", True),
        ("(312) 555-0100", "217-555-0199", E.TELEPHONE_NUMBER, "shape", False),
        ("ann@clinic.org", "kay@mail.example.com", E.EMAIL, "address form", True),
        ("ann@clinic.org", "https://example.com", E.EMAIL, "address form", False),
        ("10.0.0.7", "192.0.2.61", E.IP_ADDRESS, "address form", True),
    ],
)
def test_each_attribute_is_kept_or_lost_as_a_reader_would_say(original, standin, entity, rule, held):
    assert attribute_rules(Pair("d", original, standin, entity)).get(rule) is held


# --- Entity preservation ----------------------------------------------------------------------------------------------


def test_preservation_is_the_share_of_pairs_that_keep_role_and_every_attribute():
    """Four pairs: kept whole; role kept and sex lost; role lost (the detector sees no hospital); an id never seen,
    judged by its shape alone. 2 of 4."""
    notes = [
        rewritten("a", "Dr. Emily Carter and Emily Carter.",
                  ("Dr. Emily Carter", "Dr. Karen Chang", E.DOCTOR), ("Emily Carter", "Kevin Chang", E.PATIENT)),
        rewritten("b", "At MGH, no. A1.", ("MGH", "QQQ", E.HOSPITAL), ("A1", "B2", E.ID)),
    ]  # fmt: skip
    read = reader(
        {"Dr. Emily Carter": E.DOCTOR, "Dr. Karen Chang": E.PERSON, "Emily Carter": E.PATIENT, "Kevin Chang": E.PATIENT}
        | {"MGH": E.HOSPITAL, "QQQ": E.ID}
    )
    score = preservation(notes, read)
    assert (score.overall.value, score.overall.counted) == (0.5, 4)
    assert {k: (r.value, r.counted) for k, r in score.rules.items()} == {
        "role": (pytest.approx(2 / 3), 3), "title": (1.0, 1), "sex": (0.5, 2), "shape": (1.0, 1)
    }  # fmt: skip
    assert {k: r.value for k, r in score.categories.items()} == {"name": 0.5, "organisation": 0.0, "id": 1.0}
    assert 0.0 <= score.overall.low <= 0.5 <= score.overall.high <= 1.0


def test_a_role_is_kept_only_where_most_of_the_stand_in_is_found():
    note = rewritten("a", "At Mercy today", ("Mercy", "Lincoln Heights", E.ORGANIZATION))
    found = preservation([note], reader({"Mercy": E.HOSPITAL, "Lincoln": E.HOSPITAL}))
    assert found.rules["role"].value == 0.0
    assert preservation([note], reader({"Mercy": E.HOSPITAL, "Lincoln Height": E.PHARMACY})).rules["role"].value == 1.0


def test_entities_without_a_stand_in_are_not_judged():
    note = rewritten(
        "a", "in IL 61602", ("IL", "IL", E.STATE), ("61602", "616", E.ZIP), unjudged=frozenset({E.STATE, E.ZIP})
    )
    score = preservation([note], reader({"IL": E.STATE}))
    assert score.overall.counted == 0
    assert score.overall.value != score.overall.value


# --- Contextual coherence ---------------------------------------------------------------------------------------------


@each_row(
    ("before", "original", "standin", "after", "entity", "rule", "held"),
    [
        ("is an ", "Illinois", "Ohio", " native", E.CITY, "article", True),
        ("is an ", "Evanston", "Peoria", " native", E.CITY, "article", False),
        ("is a ", "Peoria", "Eureka", " native", E.CITY, "article", True),
        ("is a ", "Peoria", "Union", " native", E.CITY, "article", True),
        ("is a ", "Peoria", "Utica", " native", E.CITY, "article", True),
        ("is a ", "Peoria", "Upton", " native", E.CITY, "article", False),
        ("an ", "MGH", "BWH", " nurse", E.HOSPITAL, "article", None),
        ("", "Doe's", "Chang's", " son", E.PATIENT, "possessive", True),
        ("", "Doe's", "Chang", " son", E.PATIENT, "possessive", False),
        ("", "Doe", "Chang", "'s son", E.PATIENT, "possessive", True),
        ("", "Doe", "Chang's", "'s son", E.PATIENT, "possessive", False),
        ("", "James", "Robert", "' son", E.PATIENT, "possessive", False),
        ("", "James", "Frances", "' son", E.PATIENT, "possessive", True),
        ("", "DOE, JOHN", "CHANG, KEVIN", "", E.PATIENT, "case", True),
        ("", "DOE, JOHN", "Chang, Kevin", "", E.PATIENT, "case", False),
        ("", "john", "Kevin", "", E.PATIENT, "case", False),
        ("", "Souza", "de Assis", "", E.PATIENT, "case", True),
        ("", "Souza", "assis", "", E.PATIENT, "case", False),
        ("of ", "Burlington", "Chapel Hill", "", E.CITY, "kind", True),
        ("", "李明", "Kevin", "", E.PATIENT, "case", None),
        ("Seen by Dr. ", "Carter", "Dr. Chang", ".", E.DOCTOR, "no doubled word", False),
        ("Seen by Dr. ", "Carter", "Doctor Chang", ".", E.DOCTOR, "no doubled word", False),
        ("", "Mercy", "Lincoln Hospital", " Hospital", E.HOSPITAL, "no doubled word", False),
        ("", "Carter", "Chang", " Smith Smith", E.DOCTOR, "no doubled word", True),
        ("Mr. ", "John Doe", "Kevin Chang", "", E.PATIENT, "title", True),
        ("Mr. ", "John Doe", "Karen Chang", "", E.PATIENT, "title", False),
        ("Mrs. ", "Jane Doe", "Kevin Chang", "", E.PATIENT, "title", False),
        ("Dr. ", "Jane Doe", "Kevin Chang", "", E.DOCTOR, "title", True),
        ("", "Mercy", "The Lincoln Medical Center of Peoria", "", E.HOSPITAL, "length", False),
        ("", "Mercy Hospital", "Lincoln Medical Center", "", E.HOSPITAL, "length", True),
        ("", "03/04/2019", "13/45/2019", "", E.DATE, "date", False),
        ("", "03/04/2019", "03/04/3019", "", E.DATE, "date", False),
        ("", "03/04/2019", "11/25/2018", "", E.DATE, "date", True),
        ("his lawyer, ", "Anderson", "Bennett", ", at the firm", E.PERSON, "kind", True),
        ("his lawyer, ", "Anderson", "Pizza Hut", ", at the firm", E.PERSON, "kind", False),
        ("his lawyer, ", "Anderson", "Lincoln Hospital", ", at the firm", E.PERSON, "kind", False),
        ("his lawyer, ", "Anderson", "A99", ", at the firm", E.PERSON, "kind", False),
        ("call ", "312-555-0100", "Kevin", "", E.TELEPHONE_NUMBER, "kind", False),
        ("MRN ", "A123", "Kevin", "", E.MEDICAL_RECORD_NUMBER, "kind", False),
        ("of ", "Peoria", "Joliet Hospital", "", E.CITY, "kind", False),
        ("", "John", "[PERSON]", "", E.PATIENT, "no tag", False),
        ("", "John", "Kevin", "", E.PATIENT, "no tag", True),
    ],
)  # fmt: skip
def test_each_coherence_rule_agrees_with_a_reader(before, original, standin, after, entity, rule, held):
    assert coherence_rules(Pair("d", original, standin, entity, None, before, after))[rule] is held


def test_the_score_is_the_mean_share_of_rules_that_hold():
    """A tag breaks the one rule that is asked of it: 0. A name in the wrong case breaks one of five (no tag, case, no
    doubled word, length, kind): 0.8. Mean 0.4."""
    pairs = [Pair("a", "John", "[PERSON]", E.PATIENT), Pair("b", "DOE", "Chang", E.PATIENT)]
    score = coherence(pairs)
    assert score.overall.value == pytest.approx(0.4)
    assert score.rules["case"].value == 0.0
    assert score.rules["no tag"].value == 0.5


def test_a_judge_gives_the_score_or_abstains():
    pairs = [Pair("a", "John", "Kevin", E.PATIENT), Pair("b", "Doe", "Chang", E.PATIENT)]
    score = coherence(pairs, lambda asked: [0.25, None][: len(asked)])
    assert (score.overall.value, score.overall.counted) == (0.25, 1)
    assert score.rules["kind"].counted == 2


# --- Replacement consistency ------------------------------------------------------------------------------------------


def named(document: str, original: str, standin: str, subject: str = "s", entity: Entity = E.PATIENT) -> Pair:
    return Pair(document, original, standin, entity, subject)


def test_parts_of_a_name_agree_in_every_spelling_and_one_that_does_not_is_counted():
    """wilson: chang, chang, chang, baker: 3 of 6 pairs agree; adam: kevin twice: 1 of 1. 4 of 7.

    Across documents: wilson a-b, a-c, b-c agree and three with d do not; adam a-b agrees: 4 of 7 too."""
    told = consistency([
        named("a", "Dr. Adam Wilson", "Dr. Kevin Chang"), named("b", "WILSON, ADAM", "CHANG, KEVIN"),
        named("c", "Mr. Wilson's", "Mr. Chang's"), named("d", "Wilson", "Baker"),
    ])  # fmt: skip
    assert (told.same.value, told.same.counted) == (pytest.approx(4 / 7), 7)
    assert (told.across.value, told.across.counted) == (pytest.approx(4 / 7), 7)
    assert told.distinct.value == 1.0


def test_across_leaves_out_pairs_within_a_document():
    told = consistency([named("a", "Wilson", "Chang"), named("a", "Wilson", "Chang"), named("b", "Wilson", "Baker")])
    assert (told.same.value, told.same.counted) == (pytest.approx(1 / 3), 3)
    assert (told.across.value, told.across.counted) == (0.0, 2)


def test_nicknames_and_initials():
    told = consistency([named("a", "Johnny Wilson", "Kev Chang"), named("b", "John Wilson", "Kevin Chang")])
    assert (told.same.value, told.same.counted) == (1.0, 2)
    told = consistency([named("a", "Patty Wilson", "Nan Chang"), named("b", "Patricia Wilson", "Nancy Chang")])
    assert (told.same.value, told.distinct.value) == (1.0, 1.0)
    told = consistency([named("a", "Debbie", "Rachel"), named("b", "Deborah Wilson", "Rachel Chang")])
    assert told.distinct.value == 1.0
    told = consistency([named("a", "J. Wilson", "K. Chang"), named("b", "J. Wilson", "B. Chang")])
    assert (told.same.value, told.same.counted) == (0.5, 2)
    told = consistency([named("a", "J. Wilson", "K. Chang"), named("b", "J. Baker", "B. Hill", entity=E.DOCTOR)])
    assert (told.same.counted, told.distinct.counted) == (0, 2)


def test_scopes_are_subjects_and_for_organisations_the_site():
    two = [named("a", "Wilson", "Chang", "s"), named("b", "Wilson", "Baker", "t")]
    assert consistency(two).same.counted == 0
    two = [named("a", "Mercy", "Lincoln", "s", E.HOSPITAL), named("b", "MERCY", "Trinity", "t", E.HOSPITAL)]
    assert (consistency(two).same.value, consistency(two).same.counted) == (0.0, 1)


def test_originals_that_share_a_stand_in_are_not_distinct_but_a_given_and_a_family_name_may():
    told = consistency([named("a", "Wilson", "Chang"), named("a", "Miller", "Chang"), named("a", "Thompson", "Baker")])
    assert (told.distinct.value, told.distinct.counted) == (pytest.approx(1 / 3), 3)
    told = consistency([named("a", "Adam Wilson", "James Chang"), named("a", "Peter Miller", "Kevin James")])
    assert told.distinct.value == 1.0


def test_days_agree_in_any_form_and_partial_dates_are_left_out():
    told = consistency([
        named("a", "March 4, 2019", "November 25, 2019", entity=E.DATE),
        named("b", "3/4/2019", "11/25/2019", entity=E.DATE),
        named("c", "2019-03-04", "2019-11-18", entity=E.DATE), named("c", "March", "November", entity=E.DATE),
    ])  # fmt: skip
    assert (told.same.value, told.same.counted) == (pytest.approx(1 / 3), 3)
    assert told.categories["date"].counted == 3


def test_numbers_agree_whatever_separates_their_digits():
    told = consistency([
        named("a", "312-555-0100", "217-555-0199", entity=E.TELEPHONE_NUMBER),
        named("b", "(312) 555 0100", "(217) 555 0199", entity=E.TELEPHONE_NUMBER),
    ])  # fmt: skip
    assert (told.same.value, told.same.counted) == (1.0, 1)


def test_nothing_to_compare_gives_nan():
    told = consistency([])
    assert told.same.counted == 0
    assert told.same.value != told.same.value


# --- Clinical model consistency ---------------------------------------------------------------------------------------


def _cases(change) -> list[Case]:
    """Two diagnoses, each recognisable by one word; twelve subjects with two notes each, every second one a woman."""
    cases = []
    for i in range(24):
        word, label = (("wheezing", "J"), ("chest pain", "I"))[i % 2]
        text = f"Patient number{i} came with {word} and was seen."
        cases.append(Case(f"s{i // 2}", text, change(text), label, {"sex": "mf"[i // 2 % 2]}))
    return cases


def test_stand_ins_outside_clinical_words_do_not_change_accuracy():
    told = model_consistency(_cases(lambda text: re.sub(r"number\d+", "somebody", text)))
    assert (told.original, told.rewritten, told.transferred, told.chance) == (1.0, 1.0, 1.0, 0.5)
    assert (told.shift.value, told.shift.low, told.shift.high, told.shift.cases) == (0.0, 0.0, 0.0, 24)
    assert {g: (s.value, s.cases) for g, s in told.groups.items()} == {"sex=f": (0.0, 12), "sex=m": (0.0, 12)}


def test_replaced_disease_words_reduce_accuracy_to_chance():
    """Nothing distinguishes the labels any more: accuracy falls to chance, 1/2 in pairs."""
    told = model_consistency(_cases(lambda text: "Patient came and was seen."))
    assert told.original == 1.0
    assert told.rewritten == pytest.approx(0.5)
    assert told.shift.value == pytest.approx(-0.5)
    assert -1.0 <= told.shift.low <= told.shift.value <= told.shift.high < 0.0


def test_a_name_correlated_with_a_label_does_not_help_across_subjects():
    """Each subject has a word of its own that gives away the label of all its notes; folds keep subjects whole."""
    cases = [Case(f"s{i // 4}", f"word{i // 4} visit", "visit", "AB"[i // 4 % 2]) for i in range(48)]
    assert model_consistency(cases).original <= 0.5


def test_harm_to_one_group_shows_in_its_shift():
    cases = [
        Case(c.subject, c.original, c.original if c.groups["sex"] == "m" else "seen", c.label, c.groups)
        for c in _cases(str)
    ]
    told = model_consistency(cases)
    assert told.groups["sex=m"].value == pytest.approx(0.0)
    assert told.groups["sex=f"].value <= -0.4


def test_too_few_subjects_are_refused():
    with pytest.raises(ValueError):
        model_consistency(_cases(str)[:6])


# --- Stability --------------------------------------------------------------------------------------------------------


def test_stability_is_mean_and_spread_over_versions():
    """The detector knows Kevin and Chang. 1: both found (recall 1, precision 1). 2: one of two (0.5, 1). 3: one of two,
    and a Chang that is no stand-in (0.5, 0.5). Recall: mean 2/3, sd sqrt(1/12)."""
    read = reader({"Kevin": E.PATIENT, "Chang": E.PATIENT})

    def version(a: str, b: str, text: str = "Ann met Bob.") -> list[Rewritten]:
        return [rewritten("n", text, ("Ann", a, E.PATIENT), ("Bob", b, E.PATIENT))]

    told = stability(
        [version("Kevin", "Chang"), version("Kevin", "Zoe"), version("Kevin", "Zoe", "Ann met Bob, the Chang family.")],
        read,
    )
    assert told.versions == 3
    assert told.recall.mean == pytest.approx(2 / 3)
    assert told.recall.sd == pytest.approx((1 / 12) ** 0.5)
    assert (told.recall.least, told.recall.most) == (0.5, 1.0)
    assert told.precision.mean == pytest.approx((1 + 1 + 0.5) / 3)
    assert told.f1.mean == pytest.approx((1 + 2 / 3 + 0.5) / 3)
    assert 0.5 <= told.recall.low <= told.recall.mean <= told.recall.high <= 1.0
    assert told.typed_recall["PATIENT"].mean == pytest.approx(2 / 3)


def test_kept_values_are_neither_found_nor_missed():
    """IL is kept and found by the detector: no false alarm; the ZIP that was cut short is not found: no miss."""
    note = rewritten(
        "n", "Ann of IL 61602", ("Ann", "Kay", E.PATIENT), ("IL", "IL", E.STATE), ("61602", "616", E.ZIP),
        unjudged=frozenset({E.STATE, E.ZIP}),
    )  # fmt: skip
    told = stability([[note]], reader({"Kay": E.PATIENT, "IL": E.STATE}))
    assert (told.recall.mean, told.precision.mean, told.recall.sd) == (1.0, 1.0, 0.0)


def test_stability_of_nothing_is_refused():
    with pytest.raises(ValueError):
        stability([], reader({}))
