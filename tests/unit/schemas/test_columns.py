"""What the names of columns say in the exports of hospitals: short forms, codes, measurements, other languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redactor.entities import Entity
from schemas.authoring.code_columns import systems_of
from schemas.authoring.infer import infer
from schemas.authoring.measure_columns import is_measure
from schemas.authoring.withheld_columns import column_meaning
from schemas.documents.compile import compile_document
from schemas.engine.compiled_schema import Leaf
from schemas.engine.key_names import KeyCategory
from tests.each_row import each_row


def _finds_names(texts: Sequence[str]) -> list[bool]:
    return ["Zebulon" in text or "Quartermain" in text or text == "JS" for text in texts]


def _column(name: str, *values: Any) -> dict[str, Any]:
    rows = [{name: values[i % len(values)]} for i in range(12)]
    document = infer(rows, name="x", detector=_finds_names)
    compile_document(document, lambda _: {})
    found: dict[str, Any] = document["properties"][name]
    return found


@each_row(
    ("name", "entity"),
    [
        ("FNAME", Entity.PERSON), ("LNAME", Entity.PERSON), ("nm.l", Entity.PERSON), ("pt_nm", Entity.PERSON),
        ("pt_last", Entity.PERSON), ("Nachname", Entity.PERSON), ("apellido1", Entity.PERSON),
        ("prenom", Entity.PERSON),
        ("data_nascita", Entity.BIRTH_DATE_TIME), ("BRTHDTC", Entity.BIRTH_DATE_TIME), ("dob", Entity.BIRTH_DATE_TIME),
        ("ptzip", Entity.ZIP), ("Straße", Entity.STREET), ("PLZ", Entity.ZIP), ("census_tract", Entity.COUNTY),
        ("res_county_fips", Entity.COUNTY), ("USUBJID", Entity.ID), ("patid", Entity.ID), ("wardid", Entity.ID),
        ("NHC", Entity.MEDICAL_RECORD_NUMBER), ("unit_no", Entity.MEDICAL_RECORD_NUMBER),
        ("hgb_tech", Entity.DOCTOR), ("bmi_calculated_by", Entity.DOCTOR), ("reported_to", Entity.DOCTOR),
        ("pulse_ox_serial_no", Entity.DEVICE_ID), ("emerg_ph", Entity.TELEPHONE_NUMBER),
        ("nok_tel", Entity.TELEPHONE_NUMBER),
        ("marital_status", Entity.MARITAL_STATUS), ("coord_name", Entity.PERSON), ("patient_index", Entity.ID),
        ("dr_code", Entity.ID), ("ems_unit", Entity.LOCATION),
    ],
)  # fmt: skip
def test_what_a_name_withholds(name: str, entity: Entity) -> None:
    assert column_meaning(name).entity is entity


@each_row(
    ("name", "entity"),
    [
        ("birthplace", Entity.CITY), ("place_of_birth", Entity.CITY), ("naissance_lieu", Entity.CITY),
        ("Geburtsort", Entity.CITY), ("lugarNacimiento", Entity.CITY), ("POB", Entity.CITY), ("fødested", Entity.CITY),
        ("birth_place_code", Entity.CITY), ("birth_country", Entity.COUNTRY), ("Geburtsland", Entity.COUNTRY),
        ("pais_nacimiento", Entity.COUNTRY), ("birth_state", Entity.STATE), ("birth_hospital", Entity.HOSPITAL),
        ("birth_date", Entity.BIRTH_DATE_TIME), ("prenatal_clinic", Entity.HOSPITAL),
    ],
)  # fmt: skip
def test_where_somebody_was_born_is_no_date_and_a_country_only_by_its_name(name: str, entity: Entity) -> None:
    assert column_meaning(name).entity is entity


@each_row(
    ("values", "entity"),
    [(("Tregunnan", "Oddvik"), "CITY"), (("Norway", "Tregunnan"), "CITY"), (("Norway", "GB", "deu"), "COUNTRY")],
)
@each_row("name", ["birthplace", "lieu_naissance", "Geburtsort"])
def test_a_birthplace_is_a_town_unless_all_values_are_countries(
    name: str, values: tuple[str, ...], entity: str
) -> None:
    found = _column(name, *values)
    assert (found["rule"], found["entity"]) == ("mask", entity)


@each_row(
    ("name", "values"),
    [
        ("icdo3_site", ("C50.4", "C67.9")), ("icd_o_site", ("C504", "C679")), ("topo_icdo", ("C50.4",)),
        ("stage_grp", ("IA", "II", "IIB")), ("ajcc_clin_stage", ("IVA", "0", "IIIC1")),
    ],
)  # fmt: skip
def test_codes_of_tumours_pass(name: str, values: tuple[str, ...]) -> None:
    found = _column(name, *values)
    assert found["rule"] == "passThrough" and "pattern" in found


@each_row("name", ["site", "dx_site", "site_code", "stage_site"])
def test_a_site_is_one_of_the_body_only_by_the_words_beside_it(name: str) -> None:
    assert _column(name, "C50", "C67")["rule"] != "passThrough"


@each_row(
    "name",
    ["redcap_event_name", "drug_name", "labname", "injection_site", "state_of_consciousness", "nok_relationship"],
)
def test_what_names_nobody(name: str) -> None:
    assert column_meaning(name).category in (KeyCategory.TEXT, KeyCategory.CODE)


@each_row(
    "name",
    [
        "weight_kg", "hba1c", "wbc", "sbp", "hr", "temp_c", "bmi", "egfr", "HT", "BP_SYSTOLIC", "birth_weight_g",
        "mother_weight_kg", "gest_age_wk", "norepi_mcg_kg_min", "admissionweight", "Größe (cm)", "FEV1 (% pred)",
        "tension_sistolica", "LBSTRESN", "NORM_RANGE_LOW", "pfs_mo", "phq9_total", "fasting_glucose",
    ],
)  # fmt: skip
def test_names_of_measurements(name: str) -> None:
    assert is_measure(name)
    assert _column(name, "71.5", "80", "", "64")["rule"] == "passThrough"
    assert _column(name, 71.5, 80.0, 64.1)["rule"] == "passThrough"


@each_row(
    "name",
    [
        "hgb_tech", "weight_device_serial", "temp_phone", "bp_nurse", "na_number", "pt_num", "pt_ref", "k_id",
        "hr_manager", "patient_index", "patient_count", "claim_line", "birth_year", "visit_month", "house_no",
        "protein_lab_contact", "score_reader_id", "mrn_ml", "zip_pct", "birth_min", "room_index",
    ],
)  # fmt: skip
def test_names_of_no_measurements(name: str) -> None:
    assert not is_measure(name)
    assert _column(name, "4711", "4712", "4713", "4714")["rule"] != "passThrough"


@each_row(
    ("name", "values", "is_passed"),
    [
        ("weight", ("72,5", "88"), True),
        ("crp", ("<0.6", ">200", "012"), True),
        ("pre_bp", ("150/88", "98/61"), True),
        ("weight", ("6175551234", "6175551235"), False),
        ("weight", tuple(f"471{i}" for i in range(10, 22)), False),  # of one length, each once: numbers of people
        ("k", ("4711", "4712"), False),
        ("line", ("471100", "471200"), False),
        ("glucose", ("high", "see Dr. Nowak"), False),
    ],
)
def test_measurements_need_the_form_of_numbers(name: str, values: tuple[str, ...], is_passed: bool) -> None:
    assert (_column(name, *values)["rule"] == "passThrough") is is_passed


@each_row(
    ("name", "value"),
    [
        ("ICD9_DGNS_CD_1", "4019"), ("icd_code", "I5023"), ("Hauptdiagnose_ICD", "I50.01"), ("cie10", "J18.9"),
        ("I10_PR1", "027034Z"), ("histologicTypeIcdO3", "8500"), ("ICDO_Topographie", "C50.4"), ("primarySite", "C509"),
        ("LAB_LOINC", "2345-7"), ("RXNORM_CUI", "860975"), ("snomed_code", "73211009"), ("NDC11", "00093005801"),
        ("HCPCS_CD_1", "G0180"), ("cpt_code", "99213"), ("atc_code", "A10BA02"), ("OPS_Kode", "5-470.11"),
        ("concept_cd", "ICD10CM:E11.9"), ("LBLOINC", "1742-6"), ("vax_cvx", "208"), ("Dx (ICD-10)", "E11.9"),
    ],
)  # fmt: skip
def test_columns_of_codes_pass_by_name_and_form(name: str, value: str) -> None:
    found = _column(name, value)
    assert found["rule"] == "passThrough"
    leaf = compile_document(infer([{name: value}] * 3, name="x"), lambda _: {}).root.children[name]
    assert isinstance(leaf, Leaf)
    assert leaf.check is not None
    assert leaf.check(value)
    for text in ("Zebulon Quartermain", "617-555-1234", "123-45-6789", "1970-01-01", "a@b.example"):
        assert not leaf.check(text)
    assert _column(name, "Zebulon", "Quartermain")["rule"] != "passThrough"


@each_row(
    "name",
    ["icd_device_serial", "loinc_mapped_by", "atc_contact", "dx_physician", "procedure_id", "read_by", "drg_reviewer"],
)
def test_other_words_in_a_name_keep_codes_from_passing(name: str) -> None:
    assert systems_of(name) == ()
    assert _column(name, "I10", "E119", "JS")["rule"] != "passThrough"


def test_units_pass_by_their_form_and_units_of_a_hospital_do_not() -> None:
    assert _column("RESULT_UNIT", "mg/dL", "mm[Hg]", "%")["check"] == "unit"
    assert _column("ems_unit", "A12", "M4")["rule"] == "mask"


@each_row("values", [("0", "1"), (0, 1), ("Y", "N"), ("ja", "nein")])
def test_yes_and_no_pass(values: tuple[Any, ...]) -> None:
    assert _column("hospital_expire_flag", *values)["rule"] == "passThrough"
    assert _column("hispanic", *values)["rule"] != "passThrough"


def test_a_column_of_empty_cells_is_not_filled() -> None:
    found = _column("FNAME", "", " ")
    assert (found["rule"], "Filled 0%" in found["description"]) == ("drop", True)
    assert "Filled 50%" in _column("FNAME", "Adaeze", "")["description"]


@each_row(
    ("row", "subject"),
    [
        ({"patient": {"id": "p1", "visit_id": "e1"}, "provider": {"id": "d1"}}, ["patient.id"]),
        ({"encounter": {"reference": "E/1"}, "subject": {"reference": "Patient/1"}}, ["subject.reference"]),
        ({"encounter": {"id": "e1", "patient": {"mrn": "12345"}}}, ["encounter.patient.mrn"]),
        ({"mother_mrn": "3", "mrn": "4"}, ["mrn"]),
        ({"USUBJID": "a-1", "AETERM": "x"}, ["USUBJID"]),
        ({"PAT_ENC_CSN_ID": "4", "PAT_ID": "Z1"}, ["PAT_ID"]),
        ({"record_id": "7", "hr": "71"}, ["record_id"]),
        ({"author": {"id": "d1"}, "note": "x"}, []),
    ],
)
def test_the_subject_is_found_in_nested_records(row: dict[str, Any], subject: list[str]) -> None:
    assert infer([row], name="x")["subject"] == subject


def test_headings_name_columns_and_names_of_people_do_not() -> None:
    row = {"Größe (cm)": "171", "Phone #": "555", "Date of Birth (DOB)": "1970-01-01", "HbA1c (%)": "6.1"}
    data = {"Theodora's phone": "555", "Okonkwo, Adaeze": "1", "weight of Adaeze": "71"}
    found = infer([row | data], name="x", detector=_finds_names)
    assert found["properties"].keys() == row.keys()
    assert not any(name in str(found["properties"].keys()) for name in ("Theodora", "Adaeze"))
