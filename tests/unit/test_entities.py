"""The taxonomy is total: every entity is in every vocabulary, and every foreign label maps to an entity."""

from redactor.entities import (
    FROM_AIMI,
    FROM_I2B2,
    FROM_REDACTOR,
    FROM_SHIELD,
    INFO,
    PRECEDENCE,
    REDACTOR_TYPES,
    Entity,
    Hipaa,
)

SHIELD = {"AGE", "DATE", "DOCTOR", "HOSPITAL", "ID", "LOCATION", "PATIENT", "PHONE", "WEB"}


def test_every_entity_is_mapped_and_ranked() -> None:
    assert set(INFO) == set(Entity) == set(PRECEDENCE)
    assert sorted(PRECEDENCE.values()) == list(range(len(Entity)))


def test_redactors_33_types_are_entities() -> None:
    assert len(REDACTOR_TYPES) == len(set(REDACTOR_TYPES)) == 33
    assert all(FROM_REDACTOR[t] == t for t in REDACTOR_TYPES)
    assert {i.redactor for i in INFO.values()} <= set(REDACTOR_TYPES) | {"DATE"}


def test_hipaa_has_18_and_each_has_an_entity() -> None:
    assert len(Hipaa) == 18
    assert {i.hipaa for i in INFO.values()} >= set(Hipaa)


def test_shield_nine_in_both_directions() -> None:
    assert set(FROM_SHIELD) == SHIELD
    assert {i.shield for i in INFO.values()} == SHIELD | {"OTHER"}
    assert all(INFO[e].shield == label for label, e in FROM_SHIELD.items())


def test_i2b2_follows_table_6() -> None:
    web_and_phone = {"EMAIL": "WEB", "PHONE": "PHONE", "FAX": "PHONE"}
    ids = dict.fromkeys(["MEDICALRECORD", "IDNUM", "USERNAME", "DEVICE"], "ID")
    places = dict.fromkeys(["STREET", "CITY", "STATE", "ZIP", "COUNTRY", "LOCATION-OTHER"], "LOCATION")
    other = {"PROFESSION": "OTHER", "ORGANIZATION": "OTHER"}
    same = {k: k for k in ("DATE", "PATIENT", "DOCTOR", "AGE", "HOSPITAL")}
    for label, unified in (web_and_phone | ids | places | other | same).items():
        assert INFO[FROM_I2B2[label]].shield == unified, label


def test_aimi_follows_table_7() -> None:
    table = {"DATES": "DATE", "PATIENT": "PATIENT", "HCW": "DOCTOR", "UNIQUE": "ID", "HOSPITAL": "LOCATION"}
    table |= {"VENDOR": "HOSPITAL", "PHONE": "PHONE", "AGE": "AGE"}
    assert set(FROM_AIMI) == set(table)
    assert {k: INFO[e].shield for k, e in FROM_AIMI.items()} == table


def test_roles_do_not_show_in_tags() -> None:
    assert Entity.DOCTOR.tag == Entity.PATIENT.tag == Entity.PERSON.tag == "[PERSON]"
    assert Entity.ZIP.tag == "[ZIP]"
