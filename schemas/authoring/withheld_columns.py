"""Tells by its name whether a column names, reaches or places somebody, in the short forms and languages of hospitals'
exports.

`schemas.engine.key_names` knows English words. This module adds "FNAME", "nm.l", "USUBJID", "hgb_tech", "Geburtsdatum",
"apellido1", and words that the keys of records do not have. It errs towards withholding: one such word decides.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from redactor.entities import NAMES, Entity, Role
from schemas.authoring.column_words import ascii_name, tokens, word_table, words
from schemas.authoring.measure_columns import is_measure, is_unit
from schemas.engine.key_names import KeyCategory, KeyMeaning, birth_place, key_meaning

_E = Entity
_I, _S, _T = KeyCategory.IDENTIFIER, KeyCategory.SENSITIVE, KeyCategory.TIME

# The first line with a word of the name decides. Of several lines those of numbers and devices come first, then those
# of people ("doctor's city" is rare, "city doctor" is not), then places.
_TABLE: tuple[tuple[frozenset[str], KeyMeaning], ...] = tuple(
    (word_table(terms), KeyMeaning(category, entity, role))
    for terms, category, entity, role in (
        ("mrn unitno unitnumber nhc ipp chartno pfnr historiaclinica", _I, _E.MEDICAL_RECORD_NUMBER, Role.PATIENT),
        ("serial serialno udi imei lot lotno", _I, _E.DEVICE_ID, None),
        ("npi dea ordem colegiado", _I, _E.CERTIFICATE_NUMBER, Role.CLINICIAN),
        ("versichertennummer versichertennr kvnr mbi hicn tarjeta cip", _I, _E.HEALTH_PLAN_ID, Role.PATIENT),
        ("accession barcode specimenid sampleid", _I, _E.ID, None),
        ("desynpuf usubjid subjid patid ptid ptno patno patnr patientennr patientennummer pid patkey benefid beneid "
         "nhs nhsno chi pupi uniquepid hn ptnum patnum", _I, _E.ID, Role.PATIENT),
        ("fallnummer fallnr episodio expediente dossier pratica siteid encid encounterid encntr visitid hospid locid "
         "apptid provid empid staffid", _I, _E.ID, None),
        ("ssn nir nss dni nie cpf rg bsn codicefiscale fiscale sozialversicherungsnummer svnr personnummer curp rfc "
         "nif ahv cnp pesel tckn aadhaar insee", _S, _E.SSN_OR_TAXPAYER, Role.PATIENT),
        ("tel areacode tlf telf telefon telefono telefone telephone telefoon phone phn ph mobil movil handy portable "
         "celular contactno", _S, _E.TELEPHONE_NUMBER, None),
        ("fax", _S, _E.FAX_NUMBER, None),
        ("email correo mail courriel", _S, _E.EMAIL, None),
        ("fname lname mname firstname lastname middlename surname forename maiden nm nme initials nachname vorname "
         "familienname geburtsname rufname zuname nombre nombres apellido apellidos apellido1 apellido2 paterno "
         "materno nom prenom cognome nome sobrenome apelido achternaam voornaam tussenvoegsel naam efternamn fornamn "
         "etternavn fornavn imie nazwisko contact mi", _S, _E.PERSON, None),
        ("decedent paciente patientin fallecido", _S, _E.PATIENT, Role.PATIENT),
        ("nok kin gtr guarantor guardian partner informant carer caretaker proxy nextofkin angehoerige angehorige "
         "mutter vater madre padre mere pere mae pai moeder vader conjuge tutor emerg", _S, _E.PERSON, Role.RELATIVE),
        ("arzt aerztin arztin melder behandler hausarzt medico medica medecin medecins docteur huisarts dottore "
         "lakare investigator inv invnam reader sonographer tech technician technologist operator operators "
         "optometrist dietitian dietician midwife counselor coordinator reviewer certifier prescriber dispenser "
         "surgeon anesthetist anaesthetist phlebotomist collector recorder interviewer rater assessor examiner "
         "scribe staff manager director rn md np consultant gp resident fellow verifier approver signer referrer hcp "
         "prescripteur enfermera enfermero krankenschwester pflegekraft infirmier infirmiere registrar abstractor "
         "employee teacher programmer biller coder owner clerk secretary supervisor tutor worker caseworker "
         "navigator signature", _S, _E.DOCTOR, Role.CLINICIAN),
        ("geburtsdatum geburtstag gebdat gebdatum nacimiento naissance nascita nascimento geboortedatum geboorte dob "
         "bdate birthdt birthdate brthdtc brthdt geb fodselsdato fodelsedatum yob birthyear geburtsjahr", _T,
         _E.BIRTH_DATE_TIME, None),
        ("dod dthdtc deathdt sterbedatum todesdatum fallecimiento defuncion deces obito overlijden", _T,
         _E.DEATH_DATE_TIME, None),
        ("alter edad idade eta leeftijd alder age anchorage", _S, _E.AGE, None),
        ("plz postleitzahl codigopostal codepostal cep cap zip zipcode zip3 zip5 postcode", _S, _E.ZIP, None),
        ("strasse str domicilio direccion rue adresse addr adr indirizzo morada anschrift street calle hausnummer "
         "hausnr endereco straat", _S, _E.STREET, None),
        ("wohnort ort ville ciudad municipio poblacion localidad comune woonplaats plaats stadt gemeinde cidade "
         "citta residenza hometown kommune gemeente", _S, _E.CITY, None),
        ("fips county landkreis kreis pstco tract zcta blockgroup", _S, _E.COUNTY, None),
        ("provincia bundesland departement", _S, _E.STATE, None),
        ("pais staatsangehoerigkeit nacionalidad nationalite nazionalita", _S, _E.COUNTRY, None),
        ("krankenkasse kasse aseguradora mutuelle assurance kostentraeger", _S, _E.ORGANIZATION, Role.PAYER),
        ("krankenhaus klinik hopital etablissement ospedale ziekenhuis funeral station abteilung servicio centro "
         "center centre zentrum",
         _S, _E.HOSPITAL, Role.SITE),
        ("marital familienstand estadocivil", _S, _E.MARITAL_STATUS, None),
        ("race raza hautfarbe", _S, _E.RACE, None),
        ("ethnic ethnicity etnia hispanic religion relig konfession", _S, _E.ETHNICITY, None),
        ("occup occupation beruf profesion profession ocupacion", _S, _E.OCCUPATION, None),
    )
)  # fmt: skip
_PEOPLE = re.compile(r"[a-z]{3,}(?:ologist|iatrist|ician|arzt|aerztin|nurse)")
# Words run together: "ptzip", "patlname", "apptdt". The ends stand for a word of the table, or for a date.
_PREFIXES = (
    "patient subscriber provider pat pt mem emp doc prov contact mother father appt visit adm disch svc enc".split()  # noqa: SIM905
)
_SUFFIXES = {
    "last": "lname", "first": "fname", "middle": "mname", "name": "lname", "nm": "nm", "city": "ort", "zip": "zip",
    "addr": "addr", "address": "addr", "phone": "phone", "ph": "phone", "tel": "tel", "dob": "dob", "ssn": "ssn",
    "mrn": "mrn", "email": "email", "st": "provincia", "state": "provincia", "lname": "lname", "fname": "fname",
    "id": "pid", "no": "pid", "num": "pid", "nr": "pid", "dt": "dt", "tm": "dt", "date": "dt",
}  # fmt: skip
# The parts of a name beside a word for it: nm_l, nm.f, pt_last, ln, fn.
_NAME_PARTS = word_table("first last middle given family maiden")
_PERSON_WORDS = word_table("pt pat patient subject member mother father guardian contact provider dr doctor baby")
# Beside these a name is that of a thing: "event_name", "scoresheet name".
_THINGS = word_table(
    "event form sheet score common component instrument arm variable field item table column file unit vaccine device "
    "model brand generic substance ingredient organism gene disease concept class category service drug medication "
    "med test lab analyte procedure diagnosis product condition panel order exam study protocol measure metric visit "
    "trial cohort dataset question survey raw"
)
_CATEGORIES = word_table(
    "relationship relation cd cds kode codigo mode source modifier ind indicator flag fl yn dispo disposition "
    "position laterality route arm armcd actarm epoch effort manner group band decile quintile typ art geschlecht "
    "sexo sexe sesso geslacht kon sex sev severity gene symbol modality agent form orresu stresu nrind testcd smoking "
    "smoker tobacco grade stage response recist esi consciousness domain ageu lborresu lbstresu lbnrind lbtestcd "
    "aesev aeser aerel armcd vspos access education educ income housing language lang sprache idioma langue level"
)
_TEXTS = word_table(
    "diagnostico observaciones befund diagnose beurteilung anamnese motivo bemerkung bemerkungen kommentar nota notas "
    "informe compte rendu motif conclusion epikrise verlauf befundtext antecedentes historia evolucion tratamiento "
    "drug term aeterm aedecod aebodsys lbtest vstest cmtrt cmdecod mhterm sig cc indication manufacturer product "
    "exploracion juicio referto diagnosi esito relato conclusie opmerking beloop"
)
_YEARS = word_table("year yr jahr ano annee anno jaar yyyy")
_DATES = word_table(
    "datum fecha data date dat dt dtc dttm dtm tm zeit hora heure aufnahmedatum entlassdatum edd lmp dtu zeitpunkt "
    "diagnosedatum jahr"
)


_NAMING = word_table("contact fname lname mname firstname lastname surname initials")
_PEOPLE_AND_REACH = NAMES | {_E.TELEPHONE_NUMBER, _E.FAX_NUMBER, _E.EMAIL, _E.ORGANIZATION, _E.HOSPITAL, _E.STREET}
_BODY_WORDS = word_table(
    "admin administration injection infusion insertion vaccination tumor tumour lesion surgical incision wound "
    "specimen biopsy access fracture consciousness mind pulse icdo cancer neoplasm metastasis metastases metastatic "
    "anatomic anatomical anatomy body topography topographic swab culture puncture catheter graft bleeding "
    "pain infection"
)
_KINDS = word_table(
    "type typ status flag kind category class use unit units format mode sex gender relationship relation yn role "
    "specialty speciality count"
)


# "patientunitstayid", "hospitalid", "wardid".
_UNSEPARATED_ID = re.compile(
    r"[a-z]*(?:patient|hospital|ward|unit|stay|site|clinic|center|centre|dept|system|person|prsnl|visit|encounter|case"
    r"|admission|subj|prov|provider|loc|acct|bed|room|staff|emp|donor|recipient|sample|member|family)id"
)
_PERSON_OR_PLACE_WORDS = word_table(
    "dr doc site patient pt pat subject person member user staff employee doctor physician provider nurse clinician "
    "case bed room ward"
)
_NUMBER_WORDS = word_table("num nro numero nummer nr no n")
_NUMBERED = word_table(
    "historia peticion paciente patient dossier sejour episodio expediente cuenta factura securite ss afiliado poliza "
    "tessera cartella processo utente sns fall akte auftrag pasient pratica"
)
_PATIENT_WORDS = word_table("historia paciente patient pasient akte utente")
_THING_NAME = re.compile(r"(?:lab|test|drug|item|form|event|exam|study|order|med|component|analyte)name")


@lru_cache(maxsize=4_096)
def column_meaning(name: str) -> KeyMeaning:
    """Return the meaning of a column's name, as `key_meaning` does, in short forms and other languages too."""
    read, withheld, parts = key_meaning(ascii_name(name)), _withheld_meaning(name), words(name)
    if read.category is KeyCategory.POSITION:
        # "coord_name" is a coordinator's.
        is_named = bool(parts) and parts[-1] in ("name", "nm", "initials", "by")
        return KeyMeaning(_S, _E.PERSON) if is_named else read
    if read.category is KeyCategory.CONCEPT or birth_place(parts) is not None:
        return read
    is_kind = bool(parts) and parts[-1] in _KINDS
    if withheld is not None and not (is_kind and withheld.entity in _PEOPLE_AND_REACH):
        return withheld
    if parts[-1:] == ("unit",) and not is_unit(name):
        return KeyMeaning(_S, _E.LOCATION)
    # An index or a level of a patient may be a number that names them.
    if read.category is KeyCategory.MEASUREMENT and not is_measure(name) and _PERSON_OR_PLACE_WORDS.intersection(parts):
        return KeyMeaning(_I, _E.ID)
    if (
        read.category is KeyCategory.CODE
        and _PERSON_OR_PLACE_WORDS.intersection(parts)
        and parts[-1] in ("code", "codes", "cd")
    ):
        return KeyMeaning(_I, _E.ID)
    if (read.entity is _E.PERSON and _is_name_of_thing(parts)) or _is_body_site(read, parts):
        return KeyMeaning(KeyCategory.TEXT)
    if any(map(_THING_NAME.fullmatch, tokens(name))):
        return KeyMeaning(KeyCategory.TEXT)
    if read.category in (KeyCategory.UNKNOWN, KeyCategory.TEXT, KeyCategory.MEASUREMENT, KeyCategory.CODE):
        if _YEARS.intersection(parts) or _DATES.intersection([*parts, *tokens(name), *_ends(tokens(name))]):
            return KeyMeaning(_T, _E.DATE)
        if read.category is KeyCategory.UNKNOWN:
            return KeyMeaning(_category_of_unknown(name))
    return read


def _category_of_unknown(name: str) -> KeyCategory:
    parts = {*words(name), *tokens(name)}
    if _CATEGORIES.intersection(parts):
        return KeyCategory.CODE
    return KeyCategory.TEXT if _TEXTS.intersection(parts) else KeyCategory.UNKNOWN


def _withheld_meaning(name: str) -> KeyMeaning | None:
    """Return the meaning of a name that speaks of a person or place, or None."""
    found, split = tokens(name), words(name)
    parts = [*found, *split]
    named = {*parts, "".join(found)}
    named.update(f"{a}{b}" for row in (found, split) for a, b in pairwise(row))
    named.update(_ends(found))
    if _NAME_PARTS.intersection(parts) and _PERSON_WORDS.intersection(parts):
        named.add("lname")
    if len(found) > 1 and found[-1] in ("by", "to"):
        return KeyMeaning(_S, _E.DOCTOR, Role.CLINICIAN)
    is_thing = not _THINGS.isdisjoint(parts) and _NAMING.isdisjoint(named)
    for terms, meaning in _TABLE:
        if not terms.isdisjoint(named) and not (is_thing and meaning.entity is _E.PERSON):
            return meaning
    if any(map(_UNSEPARATED_ID.fullmatch, found)) or (
        len(found) > 1 and found[0] in _NUMBER_WORDS and found[1] in _NUMBERED
    ):
        return KeyMeaning(_I, _E.ID, Role.PATIENT if _PATIENT_WORDS.intersection(found) else None)
    return KeyMeaning(_S, _E.DOCTOR, Role.CLINICIAN) if any(map(_PEOPLE.fullmatch, parts)) else None


def _is_name_of_thing(parts: tuple[str, ...]) -> bool:
    return len(parts) > 1 and parts[-1] in ("name", "names") and not _THINGS.isdisjoint(parts)


def _is_body_site(read: KeyMeaning, parts: tuple[str, ...]) -> bool:
    """Tell whether a site or a state is one of the body: "injection_site", "state_of_consciousness"."""
    return read.entity in (_E.LOCATION, _E.STATE) and not _BODY_WORDS.isdisjoint(parts)


def _ends(found: list[str]) -> set[str]:
    """Return the words that tokens of two words run together end in."""
    ends = (w.removeprefix(prefix) for w in found for prefix in _PREFIXES if w.startswith(prefix))
    return {_SUFFIXES[end] for end in ends if end in _SUFFIXES}
