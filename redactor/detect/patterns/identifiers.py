"""Find identifying numbers: government, record, insurance and financial numbers, and codes of other kinds."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.cued_values import NUMBER_WORD, SEPARATOR, cued, plausible_identifier
from redactor.detect.patterns.rule import Doc, Rule, Rules, digits_of, scan
from redactor.entities import Entity
from redactor.lexicon import check_digits
from redactor.text import Span, Strength

_DIGITS = r"([0-9](?:[ -]?[0-9]){3,18})"


def _not_public_prefix(value: str) -> bool | Strength:
    upper = value.upper().replace("-", "")
    prefix = upper.rstrip("0123456789")
    return False if prefix in _PUBLIC_PREFIXES else "weak"


def _not_round(value: str) -> bool | Strength:
    return False if value.endswith("0000") else "weak"


def _card_number(value: str) -> bool:
    digits = digits_of(value)
    # 13 to 15 digits without separators need an issuer with cards of that length (American Express, Diners)
    return check_digits.card(value) and (
        len(digits) >= 16 or value != digits or digits[:2] in {"34", "37", "36", "38", "30"} or digits[0] in "456"
    )


def _plausible_ssn(value: str) -> Strength:
    return "strong" if check_digits.ssn(value) else "weak"


# Numbers of trials, publications, genes and terminologies: public, and not of a patient.
_PUBLIC_PREFIXES = frozenset(
    "NCT PMID PMC ICD CPT SNOMED LOINC RXCUI RS NDC HCPCS ISRCTN EUDRACT ISO RFC CAS DOI CHEMBL".split()  # noqa: SIM905
)

_GUIDS = (
    Rule(
        "guid-shape",
        Entity.GUID,
        r"\b[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\b",
        "-",
    ),
    Rule(
        "guid-labelled",
        Entity.GUID,
        r"(?i:\b(?:guid|uuid|oid)\b[:= ]{1,3}(?:urn:(?:uuid|oid):)?)([0-9A-Za-z.-]{6,64})",
        "guid|uuid|oid",
        check=plausible_identifier,
    ),
    Rule("oid-urn", Entity.GUID, r"\burn:oid:([0-9.]{5,64})", "urn:oid"),
)

_STATE_NUMBERS = (
    Rule(
        "ssn-dashed",
        Entity.SSN_OR_TAXPAYER,
        r"(?:^|[^0-9A-Za-z-])([0-9]{3}-[0-9]{2}-[0-9]{4})\b",
        "-",
        check=_plausible_ssn,
    ),
    Rule(
        "ssn-spaced",
        Entity.SSN_OR_TAXPAYER,
        r"(?:^|[^0-9A-Za-z. -])\s{0,2}([0-9]{3}([ .])[0-9]{2}[ .][0-9]{4})\b",
        check=check_digits.ssn,
    ),
    Rule(
        "ssn-labelled",
        Entity.SSN_OR_TAXPAYER,
        (
            r"(?i:\b(?:ssn|s\.s\.n|social security|soc\.? sec|ss ?#|social|itin|tin|ein|tax(?:payer)"
            r"? id|national insurance)"
        )
        + NUMBER_WORD
        + r"\.?(?:,?\s{0,2}last (?:4|four)(?: digits)?|\s{0,2}(?:ending|ends)(?: in| with)?)?"
        + SEPARATOR
        + r")((?:[Xx*~.]{1,5}[- ]?){0,2}[0-9](?:[ .-]?[0-9]){3,8})\b",
        "ssn|s.s.n|social|soc|ss#|ss #|itin|tin|ein|tax",
    ),
    Rule(
        "ssn-masked",
        Entity.SSN_OR_TAXPAYER,
        r"((?:[Xx]{3}[- ]?[Xx]{2}|[*]{3}[- ]?[*]{2}|(?:###|~~~)-(?:##|~~))[- ]?[0-9]{4})\b",
        "xx|**|##|~~",
    ),
    # The last four digits of the SSN, with or without the word SSN: people are asked for them.
    Rule(
        "ssn-last-four",
        Entity.SSN_OR_TAXPAYER,
        r"(?i:\blast[ -]?(?:4|four)\b(?:\s(?:digits?|#s?|nos?\.?|numbers?|ssn|social))?"
        r"(?:\sof\s(?:(?:the|his|her|their|your|my|pt'?s?|patient'?s?)\s)?"
        r"(?:ssn|ss ?#|soc(?:ial)?)(?:\s(?:security|sec)\.?)?(?:\snumber|\sno\.?|\s?#)?)?"
        + SEPARATOR
        + r")([0-9]{4})\b",
        "last",
    ),
    Rule(
        "ssn-last-four-trailing",
        Entity.SSN_OR_TAXPAYER,
        r"\b([0-9]{4})(?i:(?:\s\(|, ?|\s(?:is|are|as|=)\s)(?:the\s|his\s|her\s)?last (?:4|four)\b)",
        "last",
    ),
    Rule(
        "uk-national-insurance",
        Entity.SSN_OR_TAXPAYER,
        r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]\b",
    ),
    cued("passport-labelled", Entity.PASSPORT_NUMBER_US, r"passport", "passport"),
    cued(
        "driver-license-labelled",
        Entity.DRIVER_ID_US,
        r"driver'?s?'?\.? (?:licen[cs]e|lic\b\.?|id)|driving licen[cs]e|dl ?#|d\.l\.|dln|dl",
        "driv|dl|d.l.",
    ),
    cued(
        "license-or-certificate-labelled",
        Entity.CERTIFICATE_NUMBER,
        (
            r"(?:(?:medical|nursing|pharmacy|state|professional|board) )?licen[cs]e|lic\.? ?(?:no|"
            r"#)|certificate|certification|cert\b\.?|registration|dea|upin|npi|provider id|gmc|nmc|"
            r"birth certificate|death certificate"
        ),
        "lic|cert|regist|dea|upin|npi|provider|gmc|nmc",
    ),
    Rule("npi", Entity.CERTIFICATE_NUMBER, r"\b([12][0-9]{9})\b", check=check_digits.npi),
    Rule("dea-number", Entity.CERTIFICATE_NUMBER, r"\b([A-HJ-MP-UX][A-Z9][0-9]{7})\b", check=check_digits.dea),
)

_RECORDS = (
    cued(
        "mrn-labelled",
        Entity.MEDICAL_RECORD_NUMBER,
        (
            r"mrns?|m\.r\.n\.?|mr ?#|mr no|med(?:ical)?\.? rec(?:ord)?s?\.?|hospital (?:no|number|"
            r"num|id|#)|unit (?:no|number|#)|chart (?:no|number|#|id)|chart|patient'?s? (?:id|identifier|"
            r"no|number|#)|patient ?#|pt\.? ?(?:id|no|number|#)|record (?:no|number|#|id)|emr|ehr id|"
            r"emrn|empi|urn|uhid|chi|nhs|hrn|pid|hospital record"
        ),
        "mr|m.r|rec|hosp|unit|chart|patient|pt|empi|urn|uhid|chi|nhs|hrn|pid|ehr",
    ),
    Rule(
        "mrn-labelled-grouped",
        Entity.MEDICAL_RECORD_NUMBER,
        r"(?i:\b(?:nhs|chi|medical record|mrn|hospital)\b"
        + NUMBER_WORD
        + SEPARATOR
        + r")([0-9]{3}[ -][0-9]{3}[ -][0-9]{2,4})\b",
        "nhs|chi|mrn|record|hosp",
    ),
    cued(
        "account-labelled",
        Entity.FIN,
        (
            r"acc(?:oun)?t\.?|a/c|fin\b|csn|har|encounter|visit|enc\b\.?|admission (?:no|number|"
            r"id|#)|episode|billing|invoice|bill (?:no|number|#)|guarantor|har"
        ),
        "acc|a/c|fin|csn|har|enc|visit|admission|episode|bill|invoice|guarantor",
    ),
    cued(
        "health-plan-labelled",
        Entity.HEALTH_PLAN_ID,
        (
            r"polic(?:y|ies)|member(?:ship)?|group|grp\b|subscriber|insurance|insured|beneficiary|"
            r"medicare|medicaid|mbi|hicn?|payer|health ?(?:plan|card)|plan|certificate holder|rx ?(?:bin|"
            r"pcn|grp|group)|bin|pcn|ohip|ihi|insurer"
        ),
        ("polic|member|group|grp|subscrib|insur|benefici|medica|mbi|hic|payer|health|plan|rx|ohip|ihi|bin|pcn"),
    ),
    Rule(
        "medicare-mbi",
        Entity.HEALTH_PLAN_ID,
        r"\b([1-9][A-Z][0-9A-Z][0-9]-?[A-Z][0-9A-Z][0-9]-?[A-Z]{2}[0-9]{2})\b",
        check=check_digits.mbi,
    ),
    Rule(
        "health-plan-prefixed",
        Entity.HEALTH_PLAN_ID,
        r"\b((?:INS|POL|MBR|MEM|GRP|SUB)-?[0-9]{4,14})\b",
        "ins|pol|mbr|mem|grp|sub",
    ),
    Rule("mrn-prefixed", Entity.MEDICAL_RECORD_NUMBER, r"\b((?:MRN|MR|PT|PAT)[-#]?[0-9]{4,12})\b", "mr|pt|pat"),
    Rule("account-prefixed", Entity.FIN, r"\b((?:FIN|CSN|ACCT|ENC)[-#]?[0-9]{4,14})\b", "fin|csn|acct|enc"),
)

_FINANCIAL = (
    Rule(
        "card-number", Entity.CREDIT_DEBIT_NUMBER, r"(?:^|[^0-9.-])([0-9](?:[ -]?[0-9]){12,18})\b", check=_card_number
    ),
    Rule(
        "card-labelled",
        Entity.CREDIT_DEBIT_NUMBER,
        r"(?i:\b(?:credit card|debit card|card|visa|mastercard|amex|discover)"
        + NUMBER_WORD
        + r"(?:\s{0,2}ending(?: in| with)?)?"
        + SEPARATOR
        + r")((?:[Xx*]{2,12}[ -]?)*[0-9](?:[ -]?[0-9]){3,18})\b",
        "card|visa|amex|discover",
    ),
    Rule(
        "iban", Entity.BANK_ACCOUNT_NUMBER, r"\b([A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{2,4}){3,8})\b", check=check_digits.iban
    ),
    Rule(
        "iban-labelled",
        Entity.BANK_ACCOUNT_NUMBER,
        r"(?i:\biban" + NUMBER_WORD + SEPARATOR + r"([A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{2,4}){3,8}))\b",
        "iban",
    ),
    Rule(
        "bank-account-labelled",
        Entity.BANK_ACCOUNT_NUMBER,
        r"(?i:\b(?:bank (?:account|acct|a/c)|checking(?: account)?|savings(?: account)?|sort code)"
        + NUMBER_WORD
        + SEPARATOR
        + r")"
        + _DIGITS
        + r"\b",
        "bank|checking|saving|sort code",
    ),
    Rule(
        "swift-labelled",
        Entity.BANK_SWIFT,
        r"(?i:\b(?:swift|bic)\b(?:/bic)?" + NUMBER_WORD + SEPARATOR + r")([A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?)\b",
        "swift|bic",
        digits=False,
    ),
    Rule(
        "routing-labelled",
        Entity.BANK_ROUTING,
        r"(?i:\b(?:routing|aba|rtn|transit)" + NUMBER_WORD + SEPARATOR + r")([0-9]{9})\b",
        "routing|aba|rtn|transit",
    ),
)

_CODES = (
    cued(
        "code-labelled",
        Entity.ID,
        (
            r"accession|specimen|case|path(?:ology)?(?: report)?|lab|requisition|req\b|order|claim|"
            r"authorization|auth|prior auth|referral|reference|ref|study|protocol|subject|participant|"
            r"enrollee|screening|randomi[sz]ation|confirmation|tracking|ticket|document|doc|job|"
            r"dictation|report|employee|badge|staff|student|rx|prescription|barcode|bar code|file|"
            r"transaction|trans|sample|donor|household|inmate|booking|docket|service|military|veteran|"
            r"va|dod|edipi|citizen|national|resident|visa|alien|uci|dcn|icn|ccn"
        ),
        (
            "access|specimen|case|path|lab|req|order|claim|auth|ref|study|protocol|subject|particip|"
            "enroll|screen|random|confirm|track|ticket|doc|job|dict|report|employ|badge|staff|"
            "student|rx|prescr|bar|file|trans|sample|donor|house|inmate|book|service|milit|veteran|"
            "va|dod|edipi|citizen|national|resid|visa|alien|uci|dcn|icn|ccn"
        ),
        number=r"\s{0,2}(?:(?:id|ids|identifier|no|num|nbr|code)\b\.?|\bnumbers?\b|#{1,2})",
    ),
    cued(
        "id-labelled",
        Entity.ID,
        r"id|id no|id number|i\.d\.|accession|accn?",
        "id|i.d|acc",
        number=r"(?:\s{0,2}#)?",
        value=r"([A-Za-z]{0,6}[-#]?[0-9A-Z](?:[0-9A-Za-z]|[-./][0-9A-Za-z]){3,28})",
    ),
    Rule(
        "number-sign-id",
        Entity.ID,
        r"(?:#|\b(?i:no\.|number)\s{0,2}:?)\s{0,2}([A-Z]{0,4}-?[0-9]{5,14}(?:-[0-9A-Z]{1,8}){0,3})\b",
        "#|no.|number",
    ),
    Rule("accession-code", Entity.ID, r"\b([A-Z]{1,4}-?[0-9]{2}-[0-9]{3,8})\b", "-"),
    Rule(
        "letter-prefixed-code",
        Entity.ID,
        r"\b([A-Z]{1,6}-?[0-9]{5,14}[A-Z]?)\b",
        strength="weak",
        check=_not_public_prefix,
    ),
    Rule(
        "hyphenated-code",
        Entity.ID,
        r"\b([A-Z]{2,5}(?:-[0-9A-Z]{2,8}){0,2}-[0-9]{4,12})\b",
        "-",
        strength="weak",
        check=_not_public_prefix,
    ),
    Rule("bare-number", Entity.ID, r"(?:^|[^0-9A-Za-z.,$/-])-?([0-9]{7,20})\b", strength="weak", check=_not_round),
)

RULES = (*_GUIDS, *_STATE_NUMBERS, *_RECORDS, *_FINANCIAL, *_CODES)
_SEARCHED = Rules(RULES)


def find(doc: Doc) -> Iterator[Span]:
    """Yield identifying numbers and codes."""
    return scan(doc, _SEARCHED)
