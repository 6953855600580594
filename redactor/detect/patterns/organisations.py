"""Find organisations: hospitals and clinics, pharmacies, laboratories, insurers, employers, schools.

An acronym counts where the text names its organisation in full: "MGH" beside Massachusetts General Hospital.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redactor.detect.patterns.rule import CodedRule, Doc, Rule, Rules, enabled, scan, span_of
from redactor.entities import Entity
from redactor.lexicon import words as word_lists
from redactor.lexicon.acronyms import acronyms, is_clinical_acronym
from redactor.lexicon.words import word_set
from redactor.text import Span

_CAP = r"(?:St\.|[A-Z]\.?|[A-Z][A-Za-z'&-]{1,24})"
_LEAD = rf"(?:{_CAP} (?:(?:of|the|and|&|for|de|at) ){{0,2}}){{1,5}}"
_HOSPITAL = (
    r"(?:(?:Community |Regional |Memorial |General |County |University |Children'?s |Veterans |"
    r"District |City |Teaching |Women'?s )"
    r"{0,3}(?:Hospitals?(?: (?:and|&) Clinics?)?|Medical (?:Center|Centre|Group|Associates|"
    r"Clinic|Practice|College)|Health(?:care)? "
    r"(?:System|Center|Centre|Network|Services|Partners|Group|Trust|Care)|Clinics?|Infirmary|"
    r"Hospice|Sanatorium|Nursing (?:Home|Facility|Center)|"
    r"Rehab(?:ilitation)?(?: (?:Center|Hospital|Institute|Facility))?|Surgery Center|Surgical Center|"
    r"Cancer (?:Center|Institute|Centre)|Heart "
    r"(?:Center|Institute)|Eye (?:Institute|Center)|Family (?:Practice|Medicine)|Urgent Care|"
    r"Care (?:Center|Home)|Assisted Living|"
    r"Senior Living|Manor|VAMC|NHS (?:Foundation )?Trust|Surgery|Memorial|Health|Healthcare|"
    r"Birthing Center|Dialysis(?: Center)?|Imaging))"
)
_UPPER_HOSPITAL = (
    r"(?:HOSPITAL|MEDICAL CENTER|MEDICAL GROUP|HEALTH SYSTEM|HEALTH CENTER|CLINIC|INFIRMARY|"
    r"HOSPICE|NURSING HOME|SURGERY CENTER|CANCER CENTER|REHABILITATION CENTER)"
)
_COMPANY = (
    r"(?:Inc|LLC|L\.L\.C|Corp|Corporation|Ltd|Limited|LLP|PLLC|PLC|plc|GmbH|AG|S\.A|SA|NV|"
    r"BV|AB|Oy|Company|Co|Group|Holdings|Partners|Industries|Enterprises|Associates|Foundation|"
    r"Solutions|Technologies|Systems|Consulting|Logistics|Insurance|Bank)"
)
# Trades in the names of firms that are named after a person
_TRADE = (
    r"(?:Roofing|Plumbing|Construction|Contracting|Landscaping|Trucking|Software|Foods|Farms?|Bakery|Motors|"
    r"Auto (?:Parts|Body|Repair)|Credit Union|Public Schools|Manufacturing|Electric|Realty|Furniture|Hardware)"
)
# Words before "Hospital" or "Clinic" that are not a name
_KINDS = word_set(
    "the a an this that our your his her my their at in to from of for and or outside local another any "
    "other same new primary on off campus "
    "general community regional memorial county university children childrens children's veterans district "
    "city teaching women women's state "
    "acute mental behavioral behavioural public private home day long short term inpatient outpatient "
    "emergency urgent family walk-in pain sleep "
    "wound foot eye heart breast cancer memory surgery surgical medical dental pediatric paediatric cardiology "
    "cardiac oncology neurology "
    "orthopedic orthopaedic orthopedics dermatology gastroenterology endocrine endocrinology diabetes "
    "renal nephrology pulmonary rheumatology "
    "urology gynecology obstetric obstetrics ob gyn ent allergy immunology hematology psychiatry psychiatric "
    "psychology rehab "
    "rehabilitation nursing skilled assisted living senior palliative anticoagulation coumadin infusion "
    "fracture fertility prenatal "
    "antenatal vascular spine spinal transplant trauma burn headache travel vaccination covid covid-19 "
    "hiv hepatology liver lung chest "
    "preoperative pre-op post-op follow-up followup specialty primary-care physical therapy occupational "
    "ophthalmology mobile psych "
    "internal medicine family-medicine hospital clinic course admission history health healthcare care "
    "center infectious disease i he she we "
    "patient discharge today speech bariatric weight hearing voice hand hernia arrhythmia device lipid "
    "hypertension ultrasound "
    "radiology diagnostic imaging nuclear stroke radiation after before during since no if when"
)
_PHARMACIES = (
    r"CVS(?:/pharmacy)?|Walgreens?|Rite[- ]?Aid|Duane Reade|Kroger|Costco|Wal-?mart|Safeway|"
    r"Publix|Boots|Express Scripts|OptumRx|Caremark|Humana Pharmacy|Medicine Shoppe|Albertsons|"
    r"H-?E-?B|Meijer|Hy-?Vee|Sam's Club|Shoppers Drug Mart|Superdrug|Bartell"
)
_LABS = (
    r"Quest(?: Diagnostics)?|Lab ?Corp(?: of America)?|ARUP(?: Laboratories)?|Mayo (?:Clinic|"
    r"Medical) Laborator(?:y|ies)|BioReference|Sonora Quest|Myriad|Foundation Medicine|Exact Sciences|"
    r"Genoptix|NeoGenomics|Natera|Invitae|Labcorp"
)
_FAMOUS = (
    r"Mayo Clinic|Cleveland Clinic|Kaiser(?: Permanente)?|Johns Hopkins|Mass(?:achusetts)"
    r"? General|MGH|Cedars[- ]Sinai|Mount Sinai|Mt\.? Sinai|MD Anderson|Sloan[- ]Kettering|"
    r"MSKCC|Stanford|UCSF|UCLA|NYU Langone|Geisinger|Intermountain|Sutter|Dignity Health|"
    r"HCA|Ascension|Sentara|Beth Israel|Brigham(?: and Women's)?|Dana[- ]Farber|Veterans Affairs|"
    r"Planned Parenthood|Blue ?Cross(?:[ /]Blue ?Shield)?|Aetna|Cigna|United ?Health(?:care|"
    r" Group)?|Humana|Anthem|Tricare|Molina|Centene"
)


def _has_own_name(value: str) -> bool:
    """Return whether a word before the last one is a name: "Mercy Hospital", not "the Pain Clinic"."""
    return any(
        (part and part not in _KINDS and not part.isdigit() and part not in word_lists.clinical())
        or part in _NAME_LIKE_WORDS
        for part in (word_lists.plain(p).strip(".,&") for p in value.replace("-", " ").split()[:-1])
    )


def _any_word_names_it(value: str) -> bool:
    return _has_own_name(value + " x")


def _not_a_plant(value: str) -> bool:
    return not value.endswith(" wort")


# Ordinary words that count as the name of a facility
_NAME_LIKE_WORDS = frozenset(
    ["st", "saint", "mercy", "north", "south", "east", "west", "good", "river", "lake", "valley", "island", "mountain"]
)

_NAMED = (
    Rule(
        "hospital-name",
        Entity.HOSPITAL,
        rf"\b({_LEAD}{_HOSPITAL}(?: (?:of|at|in) {_CAP}(?: {_CAP})?)?)(?:$|[^A-Za-z])",
        (
            "hosp|medical|health|clinic|infirm|sanat|nursing|rehab|surg|cancer|heart|eye|family|"
            "urgent|care|living|manor|vamc|nhs|memorial|birthing|dialysis|imaging"
        ),
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "hospital-upper-case",
        Entity.HOSPITAL,
        rf"\b((?:[A-Z][A-Z'&.-]{{1,20}} ){{1,4}}{_UPPER_HOSPITAL})\b",
        "hosp|medical|health|clinic|infirm|nursing|surg|cancer|rehab",
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "saint-hospital",
        Entity.HOSPITAL,
        (
            r"\b((?:St\.?|Saint|Our Lady of|Mount|Mt\.?) [A-Z][A-Za-z'-]{2,20}(?:'s)? (?:Hospital|"
            r"Medical Center|Clinic|Health|Healthcare|Infirmary|Hospice))"
        ),
        "st|saint|our lady|mount|mt",
        digits=False,
    ),
    Rule(
        "saint-short-name",
        Entity.HOSPITAL,
        r"\b((?:St\.|St|Saint) [A-Z][a-z]{2,20}'s?(?: wort)?)(?:$|[^A-Za-z])",
        "st. |st |saint ",
        digits=False,
        check=_not_a_plant,
    ),
    Rule(
        "hospital-after-cue",
        Entity.HOSPITAL,
        (
            r"(?i:\b(?:transferred (?:from|to)|admitted to|admitted at|presented to|discharged from|"
            r"seen at|hospitali[sz]ed at|treated at|referred to|taken to|brought to|followed at|"
            r"care at|facility|hospital|site|institution|location)\s{0,2}[: ]\s{0,2}(?:the )?)([A-Z][A-Za-z'&.-]"
            r"{2,24}(?: [A-Z][A-Za-z'&.-]{1,24}){0,4} (?:Hospital|General|Memorial|Clinic|Health|"
            r"Center|Medical|Regional|Methodist|Baptist|Presbyterian|Mercy|University|VA))\b"
        ),
        (
            "transfer|admit|present|discharge|seen at|hosp|treated|referred|taken|brought|followed|"
            "care|facil|site|instit|location"
        ),
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "known-hospital",
        Entity.HOSPITAL,
        rf"\b({_FAMOUS})\b",
        (
            "mayo|cleveland|kaiser|hopkins|mass general|massachusetts general|mgh|cedars|sinai|anderson|sloan-|"
            "sloan k|mskcc|stanford|ucsf|ucla|nyu|geisinger|intermountain|sutter|dignity|hca|ascension|sentara|"
            "beth israel|brigham|dana-f|dana f|veterans|planned|blue cross|bluecross|aetna|cigna|united health|"
            "unitedhealth|humana|anthem|tricare|molina|centene"
        ),
        digits=False,
    ),
    Rule(
        "known-pharmacy",
        Entity.PHARMACY,
        rf"\b((?:{_PHARMACIES})(?: (?:Pharmacy|Drugs?|Specialty))?)\b",
        (
            "cvs|walgreen|rite aid|rite-aid|riteaid|duane|kroger|costco|wal-mart|walmart|safeway|"
            "publix|boots|express scripts|optumrx|caremark|humana|shoppe|albertsons|h-e-b|heb|"
            "meijer|hy-vee|hyvee|sam's|superdrug|bartell"
        ),
        digits=False,
    ),
    Rule(
        "pharmacy-name",
        Entity.PHARMACY,
        rf"\b((?:{_CAP} ){{1,4}}(?:Pharmacy|Pharmacies|Drugs|Drug Store|Drugstore|Apothecary|Chemists?))\b",
        "pharmac|drug|apothec|chemist",
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "known-laboratory",
        Entity.DIAGNOSTIC_LABS,
        rf"\b({_LABS})\b",
        (
            "quest|labcorp|lab corp|arup|mayo|bioref|myriad|foundation medicine|exact sciences|"
            "genoptix|neogen|natera|invitae"
        ),
        digits=False,
    ),
    Rule(
        "laboratory-name",
        Entity.DIAGNOSTIC_LABS,
        (
            rf"\b((?:{_CAP} ){{1,4}}(?:Laborator(?:y|ies)|Labs|Diagnostics|Pathology Associates|Radiology Associates|"
            rf"Imaging Center))\b"
        ),
        "labor|labs|diagnos|associates|imaging",
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "company",
        Entity.ORGANIZATION,
        rf"\b((?:{_CAP}(?:, | (?:and |& )?)){{1,5}}{_COMPANY})(?:$|[^A-Za-z])",
        (
            " inc| llc| l.l.c| corp| ltd| limited| llp| pllc| plc| gmbh| ag| s.a| sa| nv| bv| ab| oy| co| group|"
            " holding| partner| industr| enterp| associ| found| solution| techn| system| consult| logist| insur| bank"
        ),
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "company-by-trade",
        Entity.ORGANIZATION,
        rf"\b({_CAP} (?:{_CAP} ){{0,2}}(?:(?:&|and) (?:Sons?|Daughters?|Brothers|Bros\.?|{_CAP}) ){{0,1}}{_TRADE})\b",
        (
            "roofing|plumbing|constr|contracting|landscaping|trucking|software|foods|farm|bakery|motors|auto |"
            "credit union|public schools|manufact|electric|realty|furniture|hardware"
        ),
        strength="weak",
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "institution-of",
        Entity.ORGANIZATION,
        (
            rf"\b((?:University|College|Institute|School|Church|Bank|Department|Ministry) of (?:the )"
            rf"?{_CAP}(?: (?:(?:of|at|and) )?{_CAP}){{0,4}})"
        ),
        "university of|college of|institute of|school of|church of|bank of",
        strength="weak",
        digits=False,
        check=_any_word_names_it,
    ),
    Rule(
        "school-or-agency",
        Entity.ORGANIZATION,
        (
            rf"\b((?:{_CAP} ){{1,4}}(?:University|College|High School|Middle School|Elementary(?: School)"
            rf"?|Academy|Preschool|Church|Police Department|Fire Department|School District|Correctional (?:Facility|"
            rf"Center)|Prison|Jail))\b"
        ),
        "universit|college|school|elementary|academy|church|department|correction|prison|jail",
        digits=False,
        check=_has_own_name,
    ),
    Rule(
        "organization-after-cue",
        Entity.ORGANIZATION,
        (
            r"(?i:\b(?:works? (?:at|for)|worked (?:at|for)|working (?:at|for)|employed (?:by|at|"
            r"with)|employer(?: is|:)|job at|retired from|employee of|volunteers (?:at|for)|attends|"
            r"student at|insured (?:by|with|through)|insurance(?: is|:| through)|(?:payer|payor|"
            r"carrier|company|organi[sz]ation|school|church)\s?:)\s{1,3}(?:the |a )?)([A-Z][A-Za-z0-9'&-]{1,24}("
            r"?: (?:(?:&|and|of) )?[A-Z][A-Za-z0-9'&-]{0,24}){0,4})"
        ),
        (
            "work|employ|job at|retired from|volunteer|attends|student at|insur|payer|payor|carrier|"
            "company|organi|school|church"
        ),
        strength="weak",
        digits=False,
        check=_any_word_names_it,
    ),
)
_ACRONYM = CodedRule(
    "organisation-acronym",
    (Entity.HOSPITAL, Entity.ORGANIZATION, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS),
    context="the organisation's name in full in the same text",
    check="the first letters of its words, in capitals; those of clinical prose only in parentheses behind the name",
)
_MIN_LENGTH, _MAX_LENGTH = 3, 7
_SEARCHED = Rules(_NAMED)
RULES: tuple[Rule | CodedRule, ...] = (*_NAMED, _ACRONYM)


def find(doc: Doc) -> Iterator[Span]:
    """Yield named care providers, pharmacies, laboratories, employers and other organisations, and their acronyms."""
    found = list(scan(doc, _SEARCHED))
    yield from found
    yield from enabled(doc, _acronyms(doc, found))


def _acronyms(doc: Doc, organisations: Sequence[Span]) -> Iterator[Span]:
    """Yield the acronyms of the organisations found; clinical ones only where parentheses define them."""
    entities: dict[str, Entity] = {}
    ends: dict[str, set[int]] = {}
    for span in organisations:
        for text in acronyms(doc.text[span.start : span.end]):
            entities.setdefault(text, span.entity)
            ends.setdefault(text, set()).add(span.end)
    if not entities:
        return
    for word in doc.words:
        entity = entities.get(word.text) if _MIN_LENGTH <= len(word.text) <= _MAX_LENGTH else None
        if entity is None:
            continue
        defined = doc.text[word.start - 2 : word.start] == " (" and word.start - 2 in ends[word.text]
        if defined or not is_clinical_acronym(word.text):
            yield span_of(_ACRONYM, word.start, word.end, entity)
