"""Units of measure as records write them, and which of them let a long number pass.

UCUM (`schemas.engine.ucum`) covers what interfaces send as a code. What people type ("mmHg", "cells/uL", "tablets") is
listed here. A unit counts only where it measures something: "1", "%", "10*3" and a comment alone such as "{score}" do
not tell a measurement from a telephone number.
"""

from __future__ import annotations

import re
from functools import lru_cache

from schemas.engine.token_check import Verdict, check_words, like_number
from schemas.engine.ucum import check_unit, is_ucum


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
_PER = _NAMES | _words(
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
_LONGEST = 40
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
    """Whether the text is a unit that measures or counts something: of UCUM, or as people write it."""
    unit = unit.strip()
    if not 0 < len(unit) <= _LONGEST:
        return False
    bare = _ANNOTATION.sub("", unit).replace("(s)", "s").strip()
    if _NO_MEASURE.fullmatch(bare.lower()) or bare.lower() in _PLACEHOLDERS:
        return False  # "{copies}/mL" measures; "{copies}" may be anything
    return is_ucum(unit) or _is_written_unit(bare.lower())


def _is_written_unit(unit: str) -> bool:
    first, *rest = (part.strip().rstrip(".") for part in re.split(r"/|\bper\b", unit))
    if rest:
        first = " ".join(word for word in first.split() if word not in _COUNTS)
    return bool(first or rest) and _is_counted(first) and all(_is_below(part) for part in rest)


def _is_counted(text: str) -> bool:
    """A unit's name, with a power of ten or one word of what is counted: "10^3 cells", "mg", "x10E3", "copies"."""
    text = _POWER.sub("", text, count=1).strip() if _POWER.match(text) and text not in _NAMES else text
    return all(word in _NAMES for word in text.split())


def _is_below(text: str) -> bool:
    return bool(text) and (text.replace(" ", "") in _PER or all(w in _PER or w.isdigit() for w in text.split()))


@lru_cache(maxsize=8192)
def check_written_unit(unit: str) -> Verdict:
    """Whether a unit as people write it may pass: one of UCUM or of the list, or words that name nobody."""
    if check_unit(unit) is True:
        return True
    if is_measure(unit):
        words = " ".join(_ANNOTATION.findall(unit))  # the rest is the unit
    elif like_number(unit):
        return False
    else:
        words = " ".join(w for w in _WORDS.findall(unit) if len(w) == 1 or w.lower() not in _NAMES)
    return False if like_number(words) or _LONG_NUMBER.search(words) else check_words(words)


@lru_cache(maxsize=8192)
def stays_small(unit: str) -> bool:
    """Whether no measurement in the unit reaches a million, so that a longer number is none: "cm", "mg/dL", "days"."""
    return _ANNOTATION.sub("", unit).strip().lower().rstrip(".") in _SMALL


@lru_cache(maxsize=8192)
def per_year(unit: str) -> float | None:
    """How many of a unit of time make a year ("mo": 12), or None for another unit."""
    if len(unit) > _LONGEST:
        return None
    bare = _ANNOTATION.sub("", unit).strip().lower().replace(".", "").replace("y/o", "yo")
    bare = _TIME_TAIL.sub("", bare).strip()
    found = _PER_YEAR.get(bare)
    return found if found is not None or len(bare) < 3 else _PER_YEAR.get(bare.removesuffix("s"))


def is_clock(unit: str) -> bool:
    """Whether the unit is a second or less: the unit of times that a machine counts from 1970."""
    return (per_year(unit) or 0) >= _PER_YEAR["s"]
