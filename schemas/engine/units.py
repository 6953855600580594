"""Recognises units of measure, of UCUM and as records write them, and tells which of them let a long number pass.

UCUM (the Unified Code for Units of Measure, case-sensitive form, ucum.org/ucum) covers the codes that interfaces send.
Units that people type ("mmHg", "cells/uL", "tablets") are listed here. A name is not a product of units by accident
alone: the atoms are those of UCUM and a few that records write in their place. An annotation in braces is free text:
those of laboratories pass, and the words of any other are checked. A unit counts only where it measures something: "1",
"%", "10*3" and a comment alone such as "{score}" do not tell a measurement from a telephone number.
"""

from __future__ import annotations

import re
from functools import lru_cache

import re2

from schemas.engine.terminology_data import units
from schemas.engine.token_check import Verdict, check_words, contains_identifying_number

# --- UCUM -------------------------------------------------------------------------------------------------------------

MAX_LENGTH = 64
_PIECE = re2.compile(r"\{[^{}]*\}|[./()]|(?:\[[^\[\]{}\s]*\]|[^./(){}\[\]\s])+")
_EXPONENT = re2.compile(r"(10[*^])[+-]?[0-9]{1,2}|(.*?[^0-9+-])[+-]?[0-9]")
_POWER_OF_TEN = re2.compile(r"10{0,7}")
_FACTOR = re2.compile(r"[1-9][0-9]{0,2}")  # a longer number may be a record number
_MAX_DIGITS = 6  # of all factors and exponents together; from seven on they may be a telephone number

# Atoms that UCUM spells otherwise ("eq", "osm", "[iU]") but records write so.
_METRIC_VARIANTS = frozenset({"Eq", "Osm", "Cal", "IU"})
_NO_LETTER = re2.compile(r"[^a-z0-9]+")
# Annotations of laboratories that hold an abbreviation, a person's name or a number; without case and separators.
_ANNOTATIONS = frozenset(
    (  # noqa: SIM905
        "1 73 m2|aha u|ahf u|ape u|apgar score|apha u|apl u|aps u|arb unit|arb units|aru|bdsk u|bead|bethesda u|"
        "cae u|cag repeats|cd4 cells|cfu|ch100 u|ch50 u|cm h2o|copies ml|cpm|cre|creat|ct|ct value|ddu|dna|ebv|edss|"
        "edta|ehrlich u|eia index|eia u|eia value|elisa u|elisa value|etdrs letters|ev|feu|fib|fiu|gaa repeats|gad u|"
        "gcs|glasgow coma score|gleason score|globules|gpl u|gps u|ha titer|hb|hgb|hiv copies|ifa index|ifa titer|"
        "iga index|ige index|igg index|igm index|immune status ratio|immunoblot index|index val|index value|inh|inr|"
        "isr|jdf u|jk u|kallikrein u|kcopies|kct u|kronu u|kronus u|leuk|lod|log iu|log10 copies|log10 iu|lumens|"
        "lyme index|lyme index value|mcm|mom|mpl u|mps u|mutation|nyha|od|od unit|p2y12 reaction units|pan bio u|"
        "panbio u|pfu|phq9|plt|ppe|prot|pru|rfu|rlu|rna|rpm|rubella virus|s co|s co ratio|sccu|shift|smu|spermatozoa|"
        "stdv|t score|tbili|tg u|tmstp|todd u|trombos|tscore|tsi index|usp u|wbcs|z score|zscore"
    ).split("|")
)
_OTHER_VARIANTS = frozenset({"pH", "cfu", "[pi]", "[AU]", "[in_i'H2O]", "[car_Au]"})


def is_ucum(unit: str) -> bool:
    """Tell whether the whole of `unit` is a UCUM expression such as mg/dL, 10*3/uL, mm[Hg], {score}, /min.

    Annotations hold ordinary words alone.
    """
    return check_unit(unit) is True


@lru_cache(maxsize=8192)
def check_unit(unit: str) -> Verdict:
    """Decide whether a unit may pass: a UCUM expression whose annotations consist of ordinary words or are read."""
    if not 0 < len(unit) <= MAX_LENGTH or not unit.isascii() or not unit.isprintable():
        return False
    pieces = _PIECE.findall(unit)
    if "".join(pieces) != unit or not _is_term(pieces):
        return False
    notes = " ".join(piece[1:-1] for piece in pieces if piece[0] == "{" and not _is_usual(piece[1:-1]))
    return False if contains_identifying_number(notes) else check_words(notes)


def _is_usual(annotation: str) -> bool:
    return _NO_LETTER.sub(" ", annotation.lower()).strip() in _ANNOTATIONS


def _is_term(pieces: list[str]) -> bool:
    """Tell whether the pieces are components joined by "." and "/", in balanced parentheses, with few digits.

    No two factors stand side by side, as in 617.555.1234.
    """
    depth = 0
    digits = 0
    last_is_factor = False
    expects = True  # a component comes next
    previous = ""
    for i, piece in enumerate(pieces):
        if piece == "(":
            if not expects:
                return False
            depth += 1
        elif piece == ")":
            depth -= 1
            if expects or depth < 0:
                return False
        elif piece == "/" and (i == 0 or previous == "("):
            expects = True
        elif piece in "./":
            if expects:
                return False
            expects = True
        elif piece[0] == "{":
            if previous.startswith("{"):
                return False
            expects = False
        else:
            if not expects:
                return False
            is_factor = bool(_FACTOR.fullmatch(piece)) and not _POWER_OF_TEN.fullmatch(piece)
            if (is_factor and last_is_factor) or not (is_factor or _is_component(piece)):
                return False
            digits += len(piece) if is_factor else _exponent_digits(piece)
            last_is_factor = is_factor
            expects = False
        previous = piece
    return depth == 0 and not expects and digits <= _MAX_DIGITS


def _is_component(text: str) -> bool:
    if _POWER_OF_TEN.fullmatch(text) or _is_atom(text):
        return True
    match = _EXPONENT.fullmatch(text)
    return match is not None and _is_atom(match.group(1) or match.group(2))


def _exponent_digits(component: str) -> int:
    """Return how many digits the exponent of a unit has; that of a power of ten says nothing."""
    return int(component[-1:].isdecimal() and not component.startswith("10") and not _is_atom(component))


def _is_atom(atom: str) -> bool:
    prefixes, metric, other = units()
    if atom in metric or atom in other or atom in _METRIC_VARIANTS or atom in _OTHER_VARIANTS:
        return True
    return any(
        atom[:n] in prefixes and (atom[n:] in metric or atom[n:] in _METRIC_VARIANTS) for n in (1, 2) if len(atom) > n
    )


# --- Units as people write them ---------------------------------------------------------------------------------------


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Names of single units, in lower case and without a full stop at the end.
_NAMES = _words(
    # length, area, mass, volume
    "m meter meters metre metres cm mm um nm km in inch inches ft foot feet yd yard yards mile miles mi cm2 m2 mm2 mm3 "
    "g gm gms gram grams kg kgs kilo kilos kilogram kilograms mg mgs milligram milligrams mcg mcgs ug µg μg microgram "
    "micrograms ng pg fg lb lbs pound pounds oz ounce ounces st stone l liter liters litre litres dl ml mls cc ccs ul "
    "µl μl mcl nl pl fl milliliter milliliters millilitre millilitres microliter microliters gal gallon gallons tsp "
    "tbsp teaspoon teaspoons tablespoon tablespoons cup cups "
    # substance, activity, counts
    "mol mmol umol µmol μmol nmol pmol eq meq mosm osm iu miu uiu µiu μiu u mu units unit usp mlu pfu cfu cfus ffu "
    "cell cells copy copies particles genomes vg platelets wbc wbcs rbc rbcs "
    # pressure, temperature, electricity, energy, radiation, flow
    "mmhg hg cmh2o h2o kpa pa hpa psi atm torr bar mbar degc degf celsius fahrenheit kelvin v mv uv µv μv ma ua µa μa "
    "hz khz mhz w watt watts kw j kj kcal cal cals calorie calories bq mbq gbq kbq ci mci uci µci μci gy cgy sv "
    "msv usv rad rads db dbhl d diopter diopters dioptre dioptres bpm brpm rpm fps lpm ohm ohms joules newton newtons "
    # time
    "s sec secs second seconds ms msec msecs millisecond milliseconds min mins minute minutes h hr hrs hour hours day "
    "days wk wks week weeks mo mos month months y yr yrs year years "
    # what is given or taken
    "tab tabs tablet tablets cap caps capsule capsules pill pills puff puffs spray sprays drop drops gtt gtts patch "
    "patches vial vials ampule ampules ampoule ampoules syringe syringes suppository suppositories lozenge lozenges "
    "dose doses inhalation inhalations actuation actuations application applications bottle bottles bag bags packet "
    "packets kit kits pen pens tube tubes strip strips film films each ea box boxes can cans sachet sachets "
    "byte bytes "
    # what is called after people: resistance, inhibitors, enzymes, sedimentation, absorption
    "wood bethesda todd ehrlich bodansky karmen somogyi anson hounsfield hu svedberg dalton daltons fick french fr "
    "gauge charriere montevideo "
    # rates
    "beats breaths steps drinks packs cigarettes pack-years"
)
# What stands beneath a slash.
_DENOMINATORS = _NAMES | _words(
    "cumm cmm hpf lpf field fields pack 1.73m2 1.73_m2 1.73m^2 24h 24hr 24hrs 100wbc plasma serum blood"
)
# What a count may be called where something stands beneath it: "#/uL".
_COUNTS = _words("# count counts no log log10")
_ANNOTATION = re.compile(r"\{[^{}]*\}")
# What forms hold in place of a unit. UCUM reads "N/A" as newton per ampere.
_PLACEHOLDERS = _words("n/a na n.a. none nil null unk unknown id no nr pt tel")
_NO_MEASURE = re.compile(r"[0-9.*^%/() ]*|\[?(?:pp[mbt]|ppth|pptr)\]?")
# Powers of ten before a unit: 10^3, 10*6, 10e9, x10E3, thousand, K, M.
_POWER = re.compile(r"(?:x ?)?10 ?(?:\*|\^|e|\*\*)? ?[0-9]{1,2}|thousands?|thous|million|mill?|billion|k|m|e[0-9]{1,2}")
# Units that no measurement reaches a million of: lengths, masses, volumes, concentrations, pressure, hours and more.
_SMALL = _words(
    "cm mm in inch inches [in_i] ft foot feet [ft_i] kg kgs kilo kilos kilogram kilograms g gm gram grams mg mgs "
    "milligram milligrams lb lbs [lb_av] pound pounds oz [oz_av] ounce ounces st stone l liter liters litre litres dl "
    "ml mls cc ccs milliliter milliliters mm[hg] mmhg kpa cm[h2o] cmh2o cel degc celsius [degf] degf fahrenheit deg "
    "degree degrees mg/dl g/dl g/l mg/l ug/dl mcg/dl mmol/l mol/l meq/l kg/m2 kg/m^2 m2 cm2 kcal cal cals calories kj "
    "h hr hrs hour hours d day days wk wks week weeks mo mos month months a y yr yrs year years /min beats/min "
    "breaths/min bpm brpm l/min ml/min db mv [ph] ph"
)
_MAX_UNIT_LENGTH = 40
_WORDS = re.compile(r"[^\W\d_]+|[0-9]+")
_LONG_NUMBER = re.compile(r"[0-9]{4}")  # no unit holds one, but for powers of ten

# How many of a unit of time are in a year.
_YEARS = _words("a y yr year yo annum jahr jahre an año ano anno anni jaar år ár rok let лет 歳 岁 세")
_PER_YEAR = dict.fromkeys(_YEARS, 1.0) | {
    "decade": 0.1, "mo": 12.0, "month": 12.0, "mon": 12.0, "mth": 12.0, "wk": 52.18, "week": 52.18, "d": 365.25,
    "day": 365.25, "h": 8_766.0, "hr": 8_766.0, "hour": 8_766.0, "min": 525_960.0, "minute": 525_960.0,
    "s": 31_557_600.0, "sec": 31_557_600.0, "second": 31_557_600.0, "ms": 31_557_600e3, "msec": 31_557_600e3,
    "millisecond": 31_557_600e3, "us": 31_557_600e6, "ns": 31_557_600e9,
}  # fmt: skip
_TIME_TAIL = re.compile(r"[ _-]*(?:old|of age|age|completed)\Z|\(s\)\Z|_[jgts]\Z")


@lru_cache(maxsize=8192)
def is_measure(unit: str) -> bool:
    """Tell whether the text is a unit that measures or counts something: of UCUM, or as people write it."""
    unit = unit.strip()
    if not 0 < len(unit) <= _MAX_UNIT_LENGTH:
        return False
    bare = _ANNOTATION.sub("", unit).replace("(s)", "s").strip()
    if _NO_MEASURE.fullmatch(bare.lower()) or bare.lower() in _PLACEHOLDERS:
        return False  # "{copies}/mL" measures; "{copies}" may be anything
    return is_ucum(unit) or _is_written_unit(bare.lower())


def _is_written_unit(unit: str) -> bool:
    first, *rest = (part.strip().rstrip(".") for part in re.split(r"/|\bper\b", unit))
    if rest:
        first = " ".join(word for word in first.split() if word not in _COUNTS)
    return bool(first or rest) and _is_numerator(first) and all(_is_denominator(part) for part in rest)


def _is_numerator(text: str) -> bool:
    """Tell whether a text is a unit's name, with a power of ten or a word for what is counted: "10^3 cells", "mg",
    "x10E3".
    """
    text = _POWER.sub("", text, count=1).strip() if _POWER.match(text) and text not in _NAMES else text
    return all(word in _NAMES for word in text.split())


def _is_denominator(text: str) -> bool:
    return bool(text) and (
        text.replace(" ", "") in _DENOMINATORS or all(w in _DENOMINATORS or w.isdigit() for w in text.split())
    )


@lru_cache(maxsize=8192)
def check_written_unit(unit: str) -> Verdict:
    """Decide whether a unit as people write it may pass: of UCUM or of the list, or words that name nobody."""
    if check_unit(unit) is True:
        return True
    if is_measure(unit):
        words = " ".join(_ANNOTATION.findall(unit))  # the rest is the unit
    elif contains_identifying_number(unit):
        return False
    else:
        words = " ".join(w for w in _WORDS.findall(unit) if len(w) == 1 or w.lower() not in _NAMES)
    return False if contains_identifying_number(words) or _LONG_NUMBER.search(words) else check_words(words)


@lru_cache(maxsize=8192)
def stays_small(unit: str) -> bool:
    """Tell whether no measurement in the unit reaches a million, so that a longer number is none: "cm", "mg/dL",
    "days".
    """
    return _ANNOTATION.sub("", unit).strip().lower().rstrip(".") in _SMALL


@lru_cache(maxsize=8192)
def per_year(unit: str) -> float | None:
    """Return how many of a unit of time make a year ("mo": 12), or None for another unit."""
    if len(unit) > _MAX_UNIT_LENGTH:
        return None
    bare = _ANNOTATION.sub("", unit).strip().lower().replace(".", "").replace("y/o", "yo")
    bare = _TIME_TAIL.sub("", bare).strip()
    found = _PER_YEAR.get(bare)
    return found if found is not None or len(bare) < 3 else _PER_YEAR.get(bare.removesuffix("s"))


def is_clock(unit: str) -> bool:
    """Tell whether the unit is a second or less: the unit of times that a machine counts from 1970."""
    return (per_year(unit) or 0) >= _PER_YEAR["s"]
