"""Profiles applied to text and to typed values: the table of the design, row by row."""

import datetime as dt
import json
from pathlib import Path

import pytest

from redactor.entities import Entity, Role
from redactor.errors import ProfileError
from redactor.keys import Keyring
from redactor.policy.profiles import SHIPPED, ReleaseVoice, load_profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Action, Mention
from tests.each_row import each_row

RING = Keyring.generate()
AS_OF = dt.date(2026, 6, 30)


def replacer(profile: str, recipient: str = "lab", as_of: dt.date | None = AS_OF) -> TagReplacer:
    return TagReplacer(load_profile(profile), RING, recipient, as_of=as_of)


def one(profile: str, value: str, entity: Entity, **more: object) -> str:
    mention = Mention(value, entity, **{"subject": "s1", **more})  # type: ignore[arg-type]
    return replacer(profile).replace([mention])[0]


def typed(profile: str, value: str, entity: Entity = Entity.DATE, **more: object) -> str:
    return one(profile, value, entity, where="Encounter.period.start", **more)


@each_row("entity", [Entity.PERSON, Entity.STREET, Entity.CITY, Entity.MEDICAL_RECORD_NUMBER])
def test_safe_harbor_tags_names_places_and_numbers(entity: Entity) -> None:
    assert one("hipaa-safe-harbor", "anything", entity) == entity.tag


@each_row(
    ("zipcode", "kept"),
    [("94301", "943"), ("94301-1234", "943"), ("943011234", "943"), ("03601", "000"), ("89312", "000")],
)
def test_safe_harbor_keeps_three_digits_of_a_zip(zipcode: str, kept: str) -> None:
    assert one("hipaa-safe-harbor", zipcode, Entity.ZIP, before="ZIP code ") == kept


# Prefixes of 20,000 people or fewer by the census of 2000 (HHS, Guidance Regarding Methods for De-identification of
# PHI) or of 2020 (HRSA, UDS+): the list of 2010 adds none.
SPARSE = sorted(
    {
        "036",
        "059",
        "063",
        "102",
        "203",
        "556",
        "692",
        "790",
        "821",
        "823",
        "830",
        "831",
        "878",
        "879",
        "884",
        "890",
        "893",
    }
    | {"202", "204", "205", "369", "753", "772"}
)


@each_row("form", ["{}01", "{}99-1234", " {}50 ", "{}501234"])
def test_all_sparse_zips_and_no_others_become_000(form: str) -> None:
    tags = replacer("hipaa-safe-harbor")
    prefixes = [f"{n:03}" for n in range(1000)]
    kept = tags.replace([Mention(form.format(p), Entity.ZIP, "s1", where="Address.postalCode") for p in prefixes])
    assert [p for p, k in zip(prefixes, kept, strict=True) if k == "000"] == ["000", *SPARSE]
    assert all(k in (p, "000") for p, k in zip(prefixes, kept, strict=True))


@each_row("code", ["SW1A 1AA", "K1A 0B1", "1234", "D-80331"])
def test_a_foreign_postal_code_keeps_nothing(code: str) -> None:
    assert one("hipaa-safe-harbor", code, Entity.ZIP, before="ZIP code ") == "[ZIP]"


def test_safe_harbor_keeps_state_and_the_year_of_dates() -> None:
    assert one("hipaa-safe-harbor", "OH", Entity.STATE, before="lives in Dayton, ") == "OH"
    assert one("hipaa-safe-harbor", "March 4, 2024", Entity.DATE) == "2024"
    assert typed("hipaa-safe-harbor", "2024-03-04") == "2024"
    assert typed("hipaa-safe-harbor", "2024-03-04T10:00:00-05:00") == "2024"
    assert one("hipaa-safe-harbor", "3/24", Entity.DATE) == "[DATE]"


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips"])
def test_over_89_is_judged_at_as_of(profile: str) -> None:
    assert typed(profile, "1936-06-30", Entity.BIRTH_DATE_TIME) == "90+"
    assert typed(profile, "1936-07-01", Entity.BIRTH_DATE_TIME) != "90+"
    assert typed(profile, "1936", Entity.BIRTH_DATE_TIME) == "90+"
    assert one(profile, "June 30, 1936", Entity.BIRTH_DATE_TIME) == "90+"
    assert one(profile, "92-year-old", Entity.AGE) == "90+ year-old"
    assert one(profile, "89-year-old", Entity.AGE) == "89-year-old"


def test_without_as_of_a_birth_date_is_tagged() -> None:
    mention = Mention("1990-01-01", Entity.BIRTH_DATE_TIME, subject="s1")
    assert replacer("hipaa-safe-harbor", as_of=None).replace([mention]) == ["[BIRTH_DATE_TIME]"]


def test_limited_dataset_keeps_dates_cities_and_ages_in_utc() -> None:
    assert one("limited-dataset", "Dayton", Entity.CITY, before="lives in ") == "Dayton"
    assert one("limited-dataset", "92", Entity.AGE) == "92"
    assert one("limited-dataset", "3/4/2024", Entity.DATE) == "3/4/2024"
    assert typed("limited-dataset", "2024-03-04T23:00:00-05:00") == "2024-03-05T04:00:00Z"
    assert one("limited-dataset", "1 Main St", Entity.STREET) == "[STREET]"


def test_hips_shifts_text_and_fields_alike() -> None:
    r = replacer("hips")
    days = r.date_shift.days("s1")
    moved = r.date_shift.move("s1").day(dt.date(2024, 3, 4))
    assert days % 7 == 0
    assert 0 < abs(days) <= 364
    assert -24 * 7 <= (moved - dt.date(2024, 3, 4)).days - days <= 24 * 7 + 3
    assert typed("hips", "2024-03-04") == moved.isoformat()
    assert one("hips", "03/04/2024", Entity.DATE) == moved.strftime("%m/%d/%Y")


def test_shifts_differ_between_subjects_and_recipients() -> None:
    subjects = [f"s{i}" for i in range(300)]
    a, b = replacer("hips", "a"), replacer("hips", "b")
    assert len({a.date_shift.days(s) for s in subjects}) > 50
    assert sum(a.date_shift.days(s) == b.date_shift.days(s) for s in subjects) < 30
    assert 0 not in {a.date_shift.days(s) for s in subjects}


@pytest.mark.parametrize("profile", ["hips", "limited-dataset", "hipaa-safe-harbor"])
def test_a_date_of_no_single_subject_is_generalised(profile: str) -> None:
    assert typed(profile, "2024-03-04", subject=None) == "2024"
    assert one(profile, "March 4, 2024", Entity.DATE, subject=None) == "2024"


@each_row("profile", ["hips", "hipaa-safe-harbor", "limited-dataset", "redactor"])
@each_row("value", ["02/30/2024", "13/13/2024", "not a date"])
def test_an_impossible_date_never_stays(profile: str, value: str) -> None:
    assert one(profile, value, Entity.DATE) in ("[DATE]", "2024")
    assert value not in typed(profile, value)


def test_redactor_uses_the_papers_types() -> None:
    assert one("redactor", "Jane", Entity.DOCTOR, role=Role.CLINICIAN) == "[PERSON]"
    assert one("redactor", "Mercy", Entity.HOSPITAL) == "[ORGANIZATION]"
    assert one("redactor", "45", Entity.AGE) == "[AGE]"
    assert typed("redactor", "2024-03-04") == "[DATE]"


def test_a_rule_forces_its_action_over_the_profile() -> None:
    assert one("limited-dataset", "2024-03-04", Entity.DATE, where="x", force=Action.GENERALIZE) == "2024"
    assert one("limited-dataset", "2024-03-04", Entity.DATE, where="x", force=Action.SHIFT) != "2024-03-04"
    assert one("hips", "Jane Doe", Entity.PERSON, force=Action.SHIFT) == "[PERSON]"


def test_hash_is_keyed_by_recipient() -> None:
    document = json.loads((SHIPPED / "redactor.json").read_text())
    profile = parse_profile({**document, "profile": "mine", "actions": {"ID": "hash"}})
    got = [TagReplacer(profile, RING, r).replace([Mention("A1", Entity.ID)])[0] for r in ("a", "b", "a")]
    assert got[0] == got[2] != got[1]
    assert "A1" not in got[0]


@each_row(
    ("change", "message"),
    [
        ({"default": "keep"}, "default"),
        ({"actions": {"NOBODY": "tag"}}, "NOBODY"),
        ({"actions": {"DATE": "burn"}}, "burn"),
        ({"actions": {"PERSN": "tag"}}, "did you mean PERSON"),
        ({"tag_texts": {"CITTY": "[X]"}}, "did you mean CITY"),
        ({"version": " "}, "version"),
        ({"profile": "a\nb"}, "profile"),
        ({"colour": "red"}, "colour"),
        ({"tags": "x"}, "tags"),
        ({"keep_structure": 1}, "keep_structure"),
        ({"keep_structure": None}, "keep_structure"),
    ],
)
def test_the_error_of_a_wrong_profile_names_the_field(change: dict[str, object], message: str) -> None:
    document = json.loads((SHIPPED / "hips.json").read_text())
    with pytest.raises(ProfileError, match=message):
        parse_profile({**document, **change})


VOICE = {"by": "Privacy Board", "basis": "written consent, DUA 2026-114"}


def with_voice(given: object) -> dict[str, object]:
    return {**json.loads((SHIPPED / "hips.json").read_text()), "release_voice": given}


def test_no_shipped_profile_lets_voices_leave() -> None:
    assert {p.stem for p in SHIPPED.glob("*.json") if load_profile(p.stem).release_voice is not None} == set()


def test_release_voice_is_part_of_the_digest() -> None:
    assert load_profile("hips").release_voice is None
    released = parse_profile(with_voice(VOICE))
    assert released.release_voice == ReleaseVoice("Privacy Board", "written consent, DUA 2026-114")
    other = parse_profile(with_voice({**VOICE, "by": "Somebody else"}))
    assert len({load_profile("hips").digest, released.digest, other.digest}) == 3


@each_row(
    "given",
    [
        None, False, True, 1, "yes", [], {}, [VOICE], {"by": "A"}, {"basis": "consent"}, {**VOICE, "until": "2027"},
        {**VOICE, "by": ""}, {**VOICE, "by": "  "}, {**VOICE, "basis": "-"}, {**VOICE, "by": None},
        {**VOICE, "basis": ["consent"]}, {**VOICE, "basis": 5}, {**VOICE, "basis": "a\nb"}, {**VOICE, "by": "A\x1b[2J"},
        {**VOICE, "by": "A\u202eB"}, {**VOICE, "basis": "x" * 501}, {**VOICE, "by": "\u200b"}, {**VOICE, "BY": "A"},
    ],
)  # fmt: skip
def test_anything_but_a_person_and_a_basis_is_no_release_of_voices(given: object) -> None:
    with pytest.raises(ProfileError, match="release_voice"):
        parse_profile(with_voice(given))


def test_a_transcript_is_spoken_only_where_the_profile_says_so_in_these_words() -> None:
    document = json.loads((SHIPPED / "hipaa-safe-harbor.json").read_text())
    assert not any(load_profile(path.stem).resynthesises for path in SHIPPED.glob("*.json"))
    assert parse_profile({**document, "voice": "resynthesise"}).resynthesises
    for given in (None, True, "keep", {}):
        with pytest.raises(ProfileError, match="voice"):
            parse_profile({**document, "voice": given})
    with pytest.raises(ProfileError, match="exclude each other"):
        parse_profile({**document, "voice": "resynthesise", "release_voice": VOICE})


def test_an_unknown_profile_names_the_shipped_ones(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="hipaa-safe-harbor"):
        load_profile("nope")
    (tmp_path / "mine.json").write_text("{")
    with pytest.raises(ProfileError, match="not JSON"):
        load_profile("mine", [tmp_path])


def test_hips_markov_differs_from_hips_in_the_stand_ins_of_texts_alone() -> None:
    usual, changing = load_profile("hips"), load_profile("hips-markov")
    assert (usual.standins, changing.standins) == ("consistent", "markov")
    assert all(usual.action(e) is changing.action(e) for e in Entity)
    assert (usual.claim, usual.tags) == (changing.claim, changing.tags)


def test_names_of_clinicians_are_simple_where_stand_ins_replace_them_unless_structure_is_kept() -> None:
    document = json.loads((SHIPPED / "hips.json").read_text())
    assert load_profile("hips").simplifies_names and load_profile("hips-markov").simplifies_names
    assert not parse_profile({**document, "keep_structure": True}).simplifies_names
    assert not parse_profile({**document, "actions": {"DOCTOR": "tag"}}).simplifies_names
    assert not load_profile("hipaa-safe-harbor").simplifies_names


@each_row("value", ["9999-12-31", "2999-12-31", "2099-12-31", "9999-12", "9999", "9999-12-31T23:59:59Z"])
def test_a_filler_for_no_end_does_not_show_the_shift(value: str) -> None:
    assert typed("hips", value) == "[DATE]"
    assert typed("hips", value, Entity.BIRTH_DATE_TIME) == "[BIRTH_DATE_TIME]"


@each_row("value", ["12/31/9999", "31-DEC-9999", "12/31/2099", "99991231", "9999-12-31 00:00:00"])
def test_a_filler_in_another_form_does_not_show_the_shift(value: str) -> None:
    assert one("hips", value, Entity.DATE) == typed("hips", value) == "[DATE]"


@each_row("value", ["1970-01-01", "1970-01-01T00:00:00Z", "01/01/1970", "January 1, 1970"])
def test_an_empty_timestamp_does_not_show_the_shift(value: str) -> None:
    assert one("hips", value, Entity.DATE) == typed("hips", value) == "[DATE]"
    assert one("hips", value, Entity.BIRTH_DATE_TIME) not in (value, "[BIRTH_DATE_TIME]")


@pytest.mark.parametrize("value", ["2098-12-31", "1970-01-05", "2025-03-04"])
def test_other_dates_are_shifted(value: str) -> None:
    assert typed("hips", value) not in (value, "[DATE]")
