"""Hold the expressions of the pass over facts, which read a text of one ASCII character for each character."""

from __future__ import annotations

import re

from redactor.detect.facts.tables import COUNTED, LETTER_UNIT, NEEDED_TAIL, NUMBER, PER, POWER, RANGE, STOPS, TAIL, UNIT
from redactor.lexicon.words import word_set


class _Plain(dict[int, str]):
    """Translate to one ASCII character each: signs of measures to what they stand for, other letters to "_"."""

    def __missing__(self, code: int) -> str:
        ch = chr(code)
        self[code] = got = ch if code < 0x80 else "_" if ch.isalnum() else "~"
        return got


PLAIN = _Plain(zip(map(ord, "µμ×–—−‐‑≥≤°²³→ ½"), "uux-----><^23> 5", strict=True))
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-/'&][A-Za-z0-9]+)*(?![A-Za-z0-9_])\+{0,2}")
PHRASE = re.compile(rf"({WORD.pattern})(?: ({WORD.pattern}))?(?: ({WORD.pattern}))?")
# Where a fact may begin: a word (group 1), a letter that begins no word, a sign before a number, or a number or date,
# which is skipped as a whole if it is no fact.
START = re.compile(
    rf"(?<![A-Za-z0-9_@#\\.'-])(?<!\d[:/,])"
    rf"(?:({WORD.pattern})|[A-Za-z]|[<>~]{{1,2}} ?(?=[.\d])|\.?\d[\d.,:/-]*[\w-]*)"
)
TOKEN = re.compile(r"[^\s,|]{2,80}")

QUANTITY = re.compile(
    rf"(?:[<>~]{{1,2}} ?)?{RANGE}(?=[ -]{{0,3}}[A-Za-z%/^])"
    rf" ?-?(?:{UNIT}{PER}{{0,2}}|{LETTER_UNIT}{PER}{{1,2}}|{POWER}|{COUNTED})(?![\w-]|\^)",
    re.IGNORECASE,
)
LETTERED = re.compile(  # numbers with a unit of one letter, and what else says that it is one
    rf"(?:\d{{1,2}}(?:\.\d)? ?L(?= (?:NC|NRB|O2|via|nasal|HFNC|of O2|per|bolus)\b|PM)(?: ?(?:NC|NRB|O2|bolus))?"
    rf"|\d{{1,2}}\.\d{{1,3}} ?[LgK]\b|[34]\d(?:\.\d)? ?\^ ?C|[34]\d\.\d ?C\b|(?:9\d|10\d)(?:\.\d)? ?\^ ?F|(?:9\d"
    rf"|10\d)\.\d ?F\b"
    rf"|(?:{NUMBER}) ?(?:[gLU]|K)(?={NEEDED_TAIL}))(?![\w-])"
)
END_OF_DOSE = re.compile(TAIL, re.IGNORECASE)
GIVEN = re.compile(rf"{RANGE}(?=[ ,])(?={NEEDED_TAIL})", re.IGNORECASE)
TAILED = re.compile(
    r"[ ,]{1,2}(?:p\.?o\.?(?!\.? box)|iv|im|sc|sq|sl|b\.?i\.?d\.?|t\.?i\.?d\.?|q\.?i\.?d\.?|qhs|qd|bd|tds|qds"
    r"|daily|nightly|q ?\d{1,2}(?: ?h(?:rs?)?)?"
    r"|prn)(?![\w-])",
    re.IGNORECASE,
)
FEW = re.compile(r"(?!0\d)\d{1,3}(?!\d)|\.\d")  # a dose without a unit and a drug; "0912 P.O." begins an address
PRESSURE = re.compile(r"\d{2,3}/\d{2,3}(?:-\d{2,3}/\d{2,3})?" + STOPS)
GESTATION = re.compile(
    r"(?:2[2-9]|3\d|4[0-2])\+[0-6](?:/40|/7)?(?: (?:wk|wks|weeks?)\b)?(?![\w+/-])|[1-4]\d ?(?:w|wk|wks"
    r"|weeks?) ?[0-6] ?(?:d|/7|days?)\b|[1-4]\d [0-6]/7(?: (?:wk|wks|weeks?)\b)?"
)
OXYGEN = re.compile(
    r"(?:,? (?:on |@ ?|at )?(?:RA|room air|\d{1,2}(?:\.\d)? ?L(?:PM|/min)?(?: (?:via )?(?:NC|O2|HFNC"
    r"|nasal cannula))?|NC|HFNC"
    r"|NRB|BiPAP|BIPAP|CPAP|vent|O2)(?!\w))?"
)
SEPARATOR = (
    r"(?: (?:level|levels|count|score|value|result))?"
    r"(?: ?[:=~@] ?| (?:of|is|was|at|to|up to|down to|now|currently|today|from|about|around|remains|stable at) | )?"
)
SCORE = r"(?: ?(?:score|scale|total|class|grade|stage|group|PS|status))?"
VALUE = re.compile(
    rf"{SEPARATOR}(?P<value>[<>~+-]{{0,2}} ?{RANGE})(?: ?(?:{UNIT}|{LETTER_UNIT}){PER}{{0,2}}(?![\w-])"
    rf"| ?{POWER}(?!\w))?%?"
    + STOPS
    + rf"(?: ?\((?:[HL]|(?:ref|range|goal|nl|target)?:? ?[<>]?(?:{NUMBER})(?: ?- ?(?:{NUMBER}))?)\))?",
    re.IGNORECASE,
)
SERIES = re.compile(rf"{SEPARATOR}\d{{1,3}}(?:\.\d{{1,2}})?(?:(?: ?[-/,>] ?| ){NUMBER}){{2,9}}%?" + STOPS)
SCALED = re.compile(
    rf"{SCORE}{SEPARATOR}(?:[1-5]\s?\+\s?[1-5](?:\s?=\s?\d{{1,2}})?|(?:IV|I{{1,3}})(?:\s?[-/]\s?(?:IV"
    rf"|I{{1,3}}))?[abAB]?|[-+]?\d{{1,3}}(?:\.\d)?[+-]{{0,2}}"
    r"(?: ?(?:/|out of|of) ?\d{1,3}[+-]?)?(?: ?(?:-|,|&|and|to|>|->) ?\d{1,3}(?:/\d{1,3})?)?[a-cE]?T?|[A-D]"
    r"|E[1-4]\s?V[1-5T]\s?M[1-6])"
    r"(?![A-Za-z0-9_]|[./:]\d|-[A-Za-z0-9]|')"
)
PAIN = re.compile(r"(?: (?:score|level|scale))?(?:[ :=]{1,2}| (?:is|of|at|was|now) )(?:\d|10)(?:-(?:\d|10))?" + STOPS)
SCORED = re.compile(
    r" (?:score|scale|index|grade|class|stage)(?:[ :=]{1,2}| (?:is|of|was|at) )\d{1,3}(?:\.\d)?(?:/\d{1,3})?" + STOPS
)
FOUND = re.compile(
    r"[0-6]/(?:4|5|6|10)[+-]? (?:strength|power|murmur|ESM|SEM|systolic|diastolic|pulses?|reflexes|throughout"
    r"|motor|[RLB][UL]E|[UL]E|bilat)\b"
    r"|(?:\d|10)(?:-(?:\d|10))?/10(?: (?:pain|severity|intensity|on|at rest|with))\b"
    r"|[0-4]\+ (?:pulses?|edema|oedema|reflexes|DTRs|pitting|tonsils)\b|\d(?:\.\d)? (?:ETT|Shiley|Portex)\b"
)
FRACTION = re.compile(r"\d(?:/(?:4|5|10)\b|\+)")
STAGED = re.compile(
    r" (?:(?:IV|I{1,3}|V)(?:[ABCabc]\d?)?|[0-5][A-Da-d]?)(?:\s?[-/]\s?(?:IV|I{1,3}|[0-5])[ABCabc]?)?(?: ?/ ?[456])?"
    r"(?![A-Za-z0-9_]|[./:]\d)"
)
ACUITY = re.compile(r"[ :=]{1,2}(?:20|6)/\d{1,3}(?:[+-]\d)?(?: (?:OD|OS|OU|PH|cc|sc))*" + STOPS)
BARE_ACUITY = re.compile(r"20/(?:1[3-9]|[2-9]\d|[1-4]00)(?:[+-]\d)?(?: (?:OD|OS|OU|RE|LE|PH|cc|sc)\b)*" + STOPS)
DOSE_FORM = (
    r"(?:[ -](?:XR|ER|SR|CR|XL|DR|LA|EC|HCl|HCL|IR|succinate|tartrate|sodium|sulfate|acetate|besylate|drip|gtt))?"
)
DOSED = re.compile(rf"{DOSE_FORM}[ :]{{1,2}}(?P<value>{RANGE})(?: ?{LETTER_UNIT}(?![\w-]))?" + STOPS, re.IGNORECASE)
COURSE = re.compile(
    r" ?(?:(?<= )(?:normal|wnl|neg(?:ative)?|pos(?:itive)?|low|high|pending|stable|elevated)\b"
    r"|x ?\d{1,2}(?: (?:cycles?|doses?))?|C\d{1,2}(?:D\d{1,2})?|cycle \d{1,2})(?!\w)",
    re.IGNORECASE,
)
TAPER = re.compile(
    r"(?: (?:taper(?:ed|ing)?|wean(?:ed|ing)?|burst))?[ :,]{1,2}(?:from )?((?:\d{1,3}(?:\.\d)?)"
    r"(?:(?: ?(?:-|/|,|>|->|to|then) ?| )(?:\d{1,3}(?:\.\d)?)){2,12})(?: ?mg)?(?:/day|/d)?" + STOPS
)
RUN = re.compile(r"\d{1,3}(?:(?: ?(?:[-/,>]|->) ?| )\d{1,3}(?:\.5)?){3,12}(?: ?mg)?" + STOPS)
KARYOTYPE = re.compile(r"\d\d,[XY]\S{0,60}[\w)\]]")
TAPERS = word_set("taper tapered tapering wean weaned weaning")
VITALS_GO_ON = re.compile(r"[,;]? ?(?:[TPR] ?\d{2,3}(?:\.\d)?|\d{2,3}% ?(?:RA|room air)?)(?![\w/-])")
SIDED = re.compile(
    r"[ -]([A-Za-z]{2,16})\b(?:[ ](?:pain|swelling|weakness|effusion|arthroplasty|replacement|fracture|fx|block)\b)?"
)
CHANGE = re.compile(r"[ :][A-Za-z*][\w.*>()]{1,24}[\w*)]")
BEHIND_NUMBER = re.compile(  # a date, an age, an hour: no value
    r" ?(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Sept|Oct|Nov|Dec|y\.?/?o|yrs?|years?|male|female|[ap]\.?m)\b"
    r"|\.? ?(?:19|20)\d\d\b"
)
TITLE_BEFORE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Miss|Prof|Mx)\.? $")
CAPITAL_BEHIND = re.compile(r"\.?[ ][A-Z]")
NUMBERS = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+")
YEAR = re.compile(r"(?:19|20)\d\d")
COMPACT_DATE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:[0-2]\d|3[01]){2}(?:19|20)\d\d")
SCALE_FORM = re.compile(
    r"\d{1,3}(?:\.\d)?[+-]{0,2}\s?[/:-]\s?\d{1,4}(?:\.\d)?[+-]?(?:\s?[/-]\s?\d{1,2}){0,2}|[1-4]\d\s?\+\s?[0-6]"
    r"|\d{1,2}(?:\.\d)?"
)
TITLED_UNIT = re.compile(r"(?:Oz|Caps?|Grams?|Mol|Mm|Cm|Cc|Units?|Tabs?|Drops)$")  # written so, names too
DEVICE = re.compile(
    r"(?<=[FfGgrRaAhHe])(?: (?:Foley|coude|pigtail|chest|Dobhoff|Salem|Malecot|catheter|tube|sheath|drain|stent"
    r"|needle|IV|PIV|A-line)\b)"
    r"{1,2}"
)
CODE = re.compile(r"(\d{1,4}) ?([A-Z]{2})")
WORD_UNIT = re.compile(r"\d ?(?:Ms|Ma|Mv|Db|Min|Mins|Minutes?|Secs?|Seconds?)$")  # so written, a title or a street
LONG_NUMBER = re.compile(
    r"[<>~ ]*\d{7,}+ ?+(?!(?:units?|[mk]?iu|copies|cells)(?!\w)|/|x)", re.IGNORECASE
)  # "MRN 4471902 mg"
LEADING_ZERO = re.compile(r"[<>~ ]*0\d")
NEVER_IN_CAPITALS = word_set("HZ DB MA MV DL FL MS")
POSTAL_BEFORE = re.compile(r"[A-Z]\d{1,2}[A-Z]? $")
NUMBER_BEHIND = re.compile(r" \d{3}|,? Box\b")
NUMBER_BEFORE = re.compile(r"\d $")
ROADS = word_set("CR HC FM SR RR PR")
SHORT_YEAR = re.compile(r"(\d{1,2})\.(\d{2})")
VITALS = word_set("bp hr rr spo2 t temp pulse sat sats o2 sao2")
SERIES_NAMES = word_set("abg vbg cbg gas bmp cmp cbc chem7 chem-7 lytes abgs vbgs")
PRESSURES = word_set("bp nibp abp bps sbp/dbp blood\0pressure")
WRITTEN_OUT = re.compile(
    r"^[cgmnpr]\.|^[ABC]/[A-Z]|[>(;*=]|del|dup|ins|fs|^HLA-|^[yrca]{0,2}p?T[0-4is]{1,2}[a-c]?[NM]"
)  # no identifier has these
OPENING = frozenset("(.*:>")  # behind the first letter of notation: "t(9;22)"
APART = frozenset(("", *" \t\r\n,|"))  # behind a word that is not part of a longer token; "" at the end of the text
SIGNS = frozenset("0123456789([*>=")
CELL = re.compile(r"[<>]?\d{1,5}(?:\.\d{1,4})?(?:-\d{1,5}(?:\.\d{1,4})?)?(?=\||\s|$)")
DECIMAL = re.compile(r"\d{1,3}\.\d{1,3}(?![\w/-]|\.\d|\. ?(?:19|20)\d\d)")
ABBREVIATION = re.compile(r"(?:^|[^A-Za-z0-9])([A-Z]{2,6})[ :=] ?$")
BEFORE_DATES = word_set(
    "DOB DOD DOS LMP EDD EDC ON AT SEEN ADM ADMIT DATE DATED DUE TO FROM BY UNTIL SINCE EXP REV BORN TIME MRN ID AM "
    "VOM GEB AND OR"
)
SEGMENT = 400  # characters of a segment in front of a value
NEAR, STREET, SENTENCE = 24, 40, 60  # characters
SHORT_DRUG = 5  # letters
SMALL = 10  # of a taper, below which doses need not be multiples of five
SHORT = 2  # letters of an analyte that needs more than a whole number behind it
