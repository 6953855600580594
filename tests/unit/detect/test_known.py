"""The detector of known values, from outside: notes in, spans out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from redactor.detect import Detector
from redactor.detect.known import Known, SiteKnown, split_name
from redactor.detect.known.search_keys import keyed
from redactor.detect.resolver import resolve
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note
from tests.each_row import each_row


def name(*parts: tuple[str, str], entity: Entity = Entity.PATIENT) -> KnownValue:
    return KnownValue(" ".join(text for _, text in parts), entity, Role.PATIENT, parts)


def person(*words: str, entity: Entity = Entity.PATIENT) -> KnownValue:
    return name(*(("given", w) for w in words[:-1]), ("family", words[-1]), entity=entity)


def found(text: str, *known: KnownValue, site: tuple[KnownValue, ...] = ()) -> dict[str, tuple[Entity, str]]:
    detector = Known(SiteKnown(site) if site else None)
    reading = detector.detect([Note("n", text, known=known)])[0]
    assert reading.complete
    return {text[s.start : s.end]: (s.entity, s.strength) for s in resolve(text, reading.spans)}


JOHN = person("John", "Adam", "Whitcombe")
GRACE = person("Grace", "Young")


def test_known_fits_the_detector_protocol() -> None:
    assert isinstance(Known(), Detector)
    assert Known().detect([Note("n", "Nothing is known.")])[0].spans == ()


@each_row(
    "written",
    ["John Whitcombe", "Whitcombe, John", "Whitcombe John", "John A. Whitcombe", "J. Whitcombe", "J Whitcombe",
     "Whitcombe, J.", "Whitcombe, J", "J.A. Whitcombe", "JOHN ADAM WHITCOMBE", "john  whitcombe", "John\nWhitcombe",
     "John\u00a0Whit\u200bcombe", "Whitcombe, John Adam"],
)  # fmt: skip
def test_any_order_of_parts_and_initials_is_one_strong_name(written: str) -> None:
    text = f"Seen today: {written} for follow-up."
    spans = found(text, JOHN)
    assert len(spans) == 1
    (covered, (entity, strength)) = spans.popitem()
    assert covered.startswith(written.rstrip(".")) and entity is Entity.PATIENT and strength == "strong"


@each_row("written", ["Whit-\ncombe", "Whit-\r\n   combe", "Whitcombe's", "WHITCOMBE", "jwhitcombe", "Johnny"])
def test_single_parts_are_found_broken_possessive_joined_and_as_nicknames(written: str) -> None:
    text = f"The chart says {written} was here."
    (covered,) = found(text, JOHN)
    assert covered == written.removesuffix("'s")


@pytest.mark.parametrize("text", ["We hope for a young heart.", "By the grace of God. Young adults.", "GRACE PERIOD"])
def test_common_words_are_not_marked(text: str) -> None:
    assert found(text, GRACE, person("Hope", "May")) == {}


@each_row(
    ("text", "covered"),
    [("Mrs. Young called.", "Young"), ("Patient: Grace denies pain.", "Grace"), ("Grace reports pain.", "Grace"),
     ("her daughter Grace drove", "Grace"), ("G. Young was seen", "G. Young"), ("Young, Grace", "Young, Grace"),
     ("Grace's mother", "Grace"), ("signed Young MD", "Young")],
)  # fmt: skip
def test_common_words_in_the_context_of_a_name_are_found(text: str, covered: str) -> None:
    assert covered in found(text, GRACE)


@each_row(
    ("text", "seen"),
    [("We discussed it with Dawn and left", True), ("Came with them (Dawn) again", True), ("Up before dawn", False),
     ("Dawn came early", False), ("DAWN OF DAY", False), ("at the Dawn Clinic", False)],
)  # fmt: skip
def test_a_subjects_name_that_is_a_word_counts_where_only_a_name_is_capitalised(text: str, seen: bool) -> None:
    dawn = person("Dawn", "Mercer")
    assert ("Dawn" in found(text, dawn)) is seen
    assert "Dawn" not in found(text, site=(dawn,))


@each_row(
    ("text", "covered"),
    [('core, 2 o\'clock, labeled "Rule". GROSS', "Rule"), ("Rule, your results are back", "Rule"),
     ("\nDear Rule,\nI", "Rule"),
     ("Sent to them; Rule will pick up", "Rule"), ("with hypertension; Cath is well", "Cath"),
     ("Cath Rule\n407", "Cath Rule"),
     ("called at 04:23 for Oh.", "Oh"), ("shift note - Rule\nPt came", "Rule"), ("TRIAGE | Rule | 7 pm", "Rule")],
)  # fmt: skip
def test_a_subjects_own_name_set_apart_is_found(text: str, covered: str) -> None:
    assert set(found(text, person("Catherine", "Rule"), person("Min", "Oh"))) == {covered}


@each_row(
    "text",
    ["5 ng/ml of Oh", "The Rule of nines", "in the Cath Lab", "(see rule 9)", "rule, your", "labs - Rule out MI"],
)
def test_such_words_elsewhere_are_not_marked(text: str) -> None:
    assert found(text, person("Catherine", "Rule"), person("Min", "Oh")) == {}


@each_row("written", ["B.M. da Mota", "Seen by da Mota", "(Ibrahim el-Sayed)", "DA MOTA"])
def test_lower_case_particles_are_part_of_the_name(written: str) -> None:
    site = (person("Bruno", "da Mota", entity=Entity.DOCTOR), person("Ibrahim", "el-Sayed", entity=Entity.DOCTOR))
    covered = "".join(found(f"End.\n\n{written}", site=site))
    assert any(name in covered for name in ("da Mota", "DA MOTA", "el-Sayed"))


def test_a_hospitals_initials_are_found_in_capitals() -> None:
    assert set(found("TRIAGE | BMH ED", site=(KnownValue("BMH", Entity.HOSPITAL),))) == {"BMH"}
    assert found("bmh", site=(KnownValue("BMH", Entity.HOSPITAL),)) == {}


def test_a_month_next_to_a_name_is_not_part_of_it() -> None:
    assert "May" not in found("Whitcombe may return. In May he will.", JOHN, person("May", "Whitcombe"))


@each_row("slip", ["Whitcmobe", "Whitcome", "Whitccombe", "Whitvombe", "Ehitcombe", "Whitcomb"])
def test_a_misspelling_of_a_long_rare_name_is_weak(slip: str) -> None:
    assert found(f"Per {slip} today", JOHN) == {slip: (Entity.PATIENT, "weak")}


@pytest.mark.parametrize("other", ["Whtcmobe", "whitcmobe wound", "Jahn"])
def test_two_edits_lower_case_and_short_names_do_not_match(other: str) -> None:
    assert found(f"Per {other} today", JOHN) == {}


@each_row("written", ["O'Neil", "ONeil", "O Neil", "O’Neil", "O-Neil"])
def test_apostrophes_are_optional(written: str) -> None:
    for recorded in ("O'Neil", "ONeil"):
        assert written in found(f"Saw {written} again", person("Sean", recorded))


@each_row(
    ("recorded", "written"),
    [("Smith-Larue", "Larue"), ("Smith-Larue", "Smith Larue"), ("Smith-Larue", "SmithLarue"), ("van der Berg", "Berg"),
     ("van der Berg", "VanDerBerg"), ("García Márquez", "Garcia"), ("Müller", "Mueller"), ("Müller", "Muller"),
     ("Jørgensen", "Jorgensen"), ("McDowell", "Mc Dowell"), ("Larue605", "Larue605"), ("Larue605", "Larue")],
)  # fmt: skip
def test_spellings_of_surnames(recorded: str, written: str) -> None:
    assert written in found(f"Saw {written} again", person("Ana", recorded))


def test_names_in_scripts_without_spaces() -> None:
    assert "王小明" in found("患者王小明今日入院", KnownValue("王小明", Entity.PATIENT))


def test_short_names_need_a_capital_or_a_cue() -> None:
    assert found("5 ng/ml of Ng", person("Kim", "Ng")) == {}
    assert set(found("Mr. Ng came. Kim slept.", person("Kim", "Ng"))) == {"Ng", "Kim"}


def test_the_role_decides_the_entity() -> None:
    spans = found("Dr. Harbison saw Whitcombe", JOHN, person("Lee", "Harbison", entity=Entity.DOCTOR))
    assert {text: entity for text, (entity, _) in spans.items()} == {
        "Harbison": Entity.DOCTOR,
        "Whitcombe": Entity.PATIENT,
    }


def test_site_values_are_found_in_every_note_and_single_names_only_with_a_capital() -> None:
    site = (
        person("Chelsey", "Harbison", entity=Entity.DOCTOR),
        KnownValue("NEWMAN MEMORIAL COUNTY HOSPITAL", Entity.HOSPITAL),
        KnownValue("a", Entity.ADDRESS, None, (("city", "Emporia"), ("postalCode", "66801"))),
    )
    text = "At Newman Mem County Hosp, Harbison (harbison) in Emporia 66801; count 66801 of cells"
    spans = found(text, site=site)
    assert set(spans) == {"Newman Mem County Hosp", "Harbison", "Emporia", "66801"}
    assert spans["Harbison"] == (Entity.DOCTOR, "weak")
    assert text.count("66801") == 2
    reading = Known(SiteKnown(site)).detect([Note("n", text)])[0]
    assert sum(s.entity is Entity.ZIP for s in reading.spans) == 1


def test_an_equal_set_of_values_is_reused_and_a_changed_one_rebuilt() -> None:
    detector = Known()
    text = "Whitcombe and Harbison"
    first = detector.detect([Note("n", text, known=(JOHN,))])
    again = detector.detect([Note("n", text, known=(KnownValue(JOHN.value, JOHN.entity, JOHN.role, JOHN.parts),))])
    other = detector.detect([Note("n", text, known=(person("Lee", "Harbison"),))])
    assert first == again != other


def test_many_sets_of_values_do_not_mix() -> None:
    detector = Known()
    for n in range(600):
        known = (person("Ana", f"Zorbat{chr(97 + n % 26)}{chr(97 + n // 26)}"),)
        text = f"Seen {known[0].parts[1][1]} today"
        spans = detector.detect([Note("n", text, known=known)])[0].spans
        assert [text[s.start : s.end] for s in spans] == [known[0].parts[1][1]]


@each_row(
    ("text", "parts"),
    [("Dr. Chelsey293 Simonis280", (("given", "Chelsey293"), ("family", "Simonis280"))),
     ("Doe, John", (("given", "John"), ("family", "Doe"))),
     ("Doe, John A., MD", (("given", "John"), ("given", "A."), ("family", "Doe"))),
     ("John Doe, MD", (("given", "John"), ("family", "Doe"))),
     ("John Doe, M.D., PhD", (("given", "John"), ("family", "Doe"))),
     ("JOHN DOE, RN", (("given", "JOHN"), ("family", "DOE"))), ("Doe, MD", (("family", "Doe"),)),
     ("Dr. John van den Berg, DO", (("given", "John"), ("family", "van den Berg"))),
     ("Doe family account", (("family", "Doe"),)), ("Family", (("family", "Family"),)),
     ("GARCIA LOPEZ, MA", (("given", "MA"), ("family", "GARCIA LOPEZ"))),
     ("Wong, MA", (("given", "MA"), ("family", "Wong"))), ("Wong, Ma", (("given", "Ma"), ("family", "Wong"))),
     ("Juan van der Berg Jr.", (("given", "Juan"), ("family", "van der Berg"), ("suffix", "Jr."))),
     ("Mrs. Marine542 Ai120 Upton904", (("given", "Marine542"), ("given", "Ai120"), ("family", "Upton904"))),
     ("Wilson", (("family", "Wilson"),)), ("JOHN DO", (("given", "JOHN"), ("family", "DO"))), ("  ,;", ()), ("", ())],
)  # fmt: skip
def test_split_name(text: str, parts: tuple[tuple[str, str], ...]) -> None:
    assert split_name(text) == parts


DOE_PARTS = (("given", "JOHN"), ("given", "Q"), ("family", "DOE"))


@each_row(
    ("text", "parts"),
    [
        ("DOE^JOHN^Q", DOE_PARTS),
        ("DOE^JOHN^Q^^", DOE_PARTS),
        ("patient^DOE^JOHN^Q", DOE_PARTS),
        ("^DOE^JOHN^Q", DOE_PARTS),
        ("1234567^DOE^JOHN^Q^JR^DR^MD^^NPI", (*DOE_PARTS, ("suffix", "JR"))),
        ("A77&x^DOE^JOHN^Q", DOE_PARTS),
        ("van den Berg&van den&Berg^Vincent", (("given", "Vincent"), ("family", "van den Berg"))),
        ("DOE^JOHN~DOE^JACK", (("given", "JOHN"), ("family", "DOE"), ("given", "JACK"))),
        ("KIM^MINJUN=\u91d1^\u6c11\u4fca",
         (("given", "MINJUN"), ("family", "KIM"), ("given", "\u6c11\u4fca"), ("family", "\u91d1"))),
        ("DOE^ANNE MARIE", (("given", "ANNE"), ("given", "MARIE"), ("family", "DOE"))),
        ("^^^", ()),
        ("DOE", (("family", "DOE"),)),
    ],
)  # fmt: skip
def test_split_name_with_carets(text: str, parts: tuple[tuple[str, str], ...]) -> None:
    assert split_name(text) == parts


@pytest.mark.parametrize(("text", "entity"), [("kenneth.zorbat wrote", Entity.EMAIL), ("Kenneth Zorbat wrote", None)])
def test_the_local_part_of_an_address_is_not_a_name(text: str, entity: Entity | None) -> None:
    address = KnownValue("kenneth.zorbat@example.org", Entity.EMAIL)
    assert {e for e, _ in found(text, address).values()} == ({entity} if entity else set())


def test_a_patient_named_like_an_eponym_is_found_unless_the_word_is_part_of_a_term() -> None:
    wells = person("Grace", "Wells")
    text = "Mr. Wells has Wells criteria 4; seen with Wells today, Wells-Jones, Grace Wells score 3, Mr. Wells score 2."
    spans = Known().detect([Note("n", text, known=(wells,))])[0].spans
    assert [text[: s.start].count("Wells") for s in spans if "Wells" in text[s.start : s.end]] == [0, 2, 3, 4, 5]


def test_a_surname_behind_dr_is_the_clinicians_where_the_site_has_one() -> None:
    site = (person("Michael", "Harbison", entity=Entity.DOCTOR),)
    patient = person("Robert", "Harbison")
    text = "Mr. Harbison met Dr. Harbison; Dr Harbison and Dr. Robert Harbison agree. Dr. Whitcombe left."
    known = (patient, JOHN)
    reading = Known(SiteKnown(site)).detect([Note("n", text, known=known)])[0]
    found = [(text[s.start : s.end], s.entity) for s in resolve(text, reading.spans)]
    assert found == [
        ("Harbison", Entity.PATIENT),
        ("Harbison", Entity.DOCTOR),
        ("Harbison", Entity.DOCTOR),
        ("Robert Harbison", Entity.PATIENT),
        ("Whitcombe", Entity.PATIENT),
    ]


def test_long_values_are_found_whole_and_told_apart_by_their_ends() -> None:
    """The automaton holds their beginnings: see benchmarks/linear_time.py."""
    long = "44a1" * 200
    values = [KnownValue(long + end, Entity.ID) for end in ("x7", "y8")]
    assert found(f"Token {long}y8.", *values) == {f"{long}y8": (Entity.ID, "strong")}
    assert found(f"Token {long}, {long}z9, {long}y88.", *values) == {}


@each_row(
    "text", ["CT Thorax Whitc.", "Topogramm Whitco. / Arm", "MRI (Whitcom.)", "Whitc., left arm", "scan Whitc.\nnext"]
)
@each_row("known", [(JOHN,), keyed((JOHN, GRACE)), keyed([JOHN] * 12)])
def test_a_name_that_is_cut_short_at_the_end_of_a_field(text: str, known: Sequence[KnownValue]) -> None:
    (reading,) = Known().detect([Note("n", text, known=known)])
    assert [text[s.start : s.end][:5] for s in reading.spans] == ["Whitc"]


@each_row("text", ["CT Thorax Whitc", "hernia of Whitc. The arm", "whitc.", "CT Whi.", "white.", "Whitcombesque."])
def test_what_is_not_cut_short(text: str) -> None:
    (reading,) = Known().detect([Note("n", text, known=(JOHN,))])
    assert reading.spans == ()
    assert not found("CT Whitc.", site=(JOHN,)), "a staff has names that begin like any word"
