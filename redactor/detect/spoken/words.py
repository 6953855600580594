"""Hold the table of spoken words and their written forms of a language, by which `view` reads speech."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """Hold the words of a language, in lower case.

    Numbers. digits: 0 to 9. teens: 10 to 19. tens: 20 to 90. ordinals: 1 to 19, and the tens. ordinal: writes one.
    scales: factors. repeats: how often the next digit or letter counts. interjections: digits that are exclamations
    too ("oh no"). letter_zero: a letter that is a zero among digits. signs: what joins numbers. measures: units, and
    what else tells that a number counts something. pronouns: words behind which a single "one" is no number.

    Dates. months; verb_months: those that are verbs too. seasons; in_: what a year follows. birth: what announces a
    date of birth or death. day_cues: what stands before a day of a month that is not named. behind_day: what follows
    it, and no noun. day_halves: what makes two numbers a time.

    Letters. letter_articles: letters that are words. double_letters: "double u". phonetic: the spelling alphabet.
    capital: what stands before a capital. likenesses, as_in: what explains a letter ("s for sugar", "s as in sam").
    phrases: sequences that are written in their own way. labels: abbreviations that announce a code. name_cues: what
    announces a spelt name. thing_cues: near them the spelt word is a drug or a procedure. person_cues: near them it is
    a person after all.

    Codes, addresses, titles. code_cues: what announces a code. flat_cues: "apartment". street_types; no_street: words
    that no name of a street holds. links: what joins the parts of addresses of mail and web. at_signs: "at sign".
    mail_cues: what announces an address of mail. no_mailbox: words that are none before "at". titles: behind which
    nothing but names stand, as they are written.

    Dictation. fillers: hesitations, which mean nothing. interruptions: what is said between the pieces of a number or a
    spelt name, by either speaker. dictated_cues: what announces a dictated number. homophones: words that digits are
    heard as.
    """

    digits: Mapping[str, int]
    teens: Mapping[str, int]
    tens: Mapping[str, int]
    ordinals: Mapping[str, int]
    ordinal: Callable[[int], str]
    scales: Mapping[str, int]
    repeats: Mapping[str, int]
    interjections: frozenset[str]
    letter_zero: str
    and_: str
    article: str
    of: str
    the: str
    at: str
    dot: str
    point: str
    at_signs: frozenset[str]
    fillers: frozenset[str]
    titles: Mapping[str, str]
    signs: Mapping[str, str]
    links: Mapping[str, str]
    pronouns: frozenset[str]
    months: frozenset[str]
    verb_months: frozenset[str]
    seasons: frozenset[str]
    in_: str
    birth: frozenset[str]
    day_cues: frozenset[str]
    behind_day: frozenset[str]
    day_halves: frozenset[str]
    measures: frozenset[str]
    letters: Mapping[str, str]
    letter_articles: frozenset[str]
    double_letters: Mapping[str, str]
    phonetic: Mapping[str, str]
    capital: frozenset[str]
    likenesses: frozenset[str]
    as_in: tuple[str, str]
    phrases: Mapping[tuple[str, ...], str]
    labels: frozenset[str]
    code_cues: frozenset[str]
    flat_cues: frozenset[str]
    street_types: frozenset[str]
    no_street: frozenset[str]
    top_domains: frozenset[str]
    name_cues: frozenset[str]
    thing_cues: frozenset[str]
    person_cues: frozenset[str]
    web: str
    mail_cues: frozenset[str]
    no_mailbox: frozenset[str]
    interruptions: frozenset[tuple[str, ...]]
    dictated_cues: frozenset[str]
    homophones: Mapping[str, str]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in text.split(","))


def _english_ordinal(n: int) -> str:
    """Return an ordinal in digits: 1st, 2nd, 3rd, 11th."""
    suffix = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{suffix}"


def _numbered(text: str, first: int = 0, step: int = 1) -> dict[str, int]:
    return {word: first + step * i for i, word in enumerate(text.split())}


_PHONETIC = (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo "
    "sierra tango uniform victor whiskey xray yankee zulu alfa juliett whisky"
)

ENGLISH = SpokenWords(
    digits=_numbered("zero one two three four five six seven eight nine") | {"oh": 0, "nought": 0, "naught": 0},
    teens=_numbered(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
        10,
    ),
    tens=_numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10) | {"fourty": 40},
    ordinals=_numbered(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth",
        1,
    )
    | _numbered("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 20, 10),
    ordinal=_english_ordinal,
    scales={"hundred": 100, "thousand": 1_000, "million": 1_000_000},
    repeats={"double": 2, "triple": 3, "treble": 3},
    interjections=_words("oh"),
    letter_zero="o",
    and_="and",
    article="a",
    of="of",
    the="the",
    at="at",
    dot="dot",
    point="point",
    at_signs=_words("sign symbol"),
    fillers=_words("uh um er erm uhm eh hm hmm mm ah uhh umm"),
    titles={"mister": "Mr", "missus": "Mrs", "mr": "Mr", "mrs": "Mrs"},
    signs={"point": ".", "dot": ".", "over": "/", "slash": "/", "dash": "-", "hyphen": "-", "colon": ":"},
    links={"dot": ".", "underscore": "_", "dash": "-", "hyphen": "-", "plus": "+"},
    pronouns=_words("no any some every this that the which another each other only either"),
    months=_words(
        "january february march april may june july august september october november december "
        "jan feb mar apr jun jul aug sep sept oct nov dec"
    ),
    verb_months=_words("may march"),
    seasons=_words("spring summer fall autumn winter"),
    in_="in",
    birth=_words("birth born birthday birthdate birthdays dob bday died"),
    day_cues=_words(
        "on until till by since before after from through monday tuesday wednesday thursday friday saturday sunday"
    ),
    behind_day=_words(
        "at because but for he i if is it or please she so that then they through to until was we when will with you"
    ),
    day_halves=_words("am pm o'clock"),
    measures=_words(
        "milligram milligrams microgram micrograms gram grams kilogram kilograms mg mcg g kg ml milliliter milliliters "
        "liter liters litre litres cc ounce ounces pound pounds unit units percent degrees millimeter millimeters "
        "centimeter centimeters mm cm inch inches feet foot beats minutes hours days weeks months tablets tablet pills "
        "capsules puffs drops times miles years milliequivalents milliequivalent meq millimoles"
    ),
    letters={c: c for c in "abcdefghijklmnopqrstuvwxyz"},
    letter_articles=_words("a i"),
    double_letters={"u": "w"},
    phonetic={word: word[0] for word in _PHONETIC.split()},
    capital=_words("capital uppercase"),
    likenesses=_words("for like"),
    as_in=("as", "in"),
    phrases={("a", "one", "c"): "A1c"},
    labels=_words("mrn ssn dob id zip ip npi dea pin vin"),
    code_cues=_words(
        "license licence plate policy member group id number code account serial passport certificate record chart "
        "case badge claim vin accession registration postcode confirmation reference subscriber mrn"
    ),
    flat_cues=_words("apartment apt unit suite room flat bed floor building"),
    street_types=_words(
        "street avenue road boulevard lane drive court circle place terrace parkway highway st ave rd blvd"
    ),
    no_street=_words(
        "the a an of to and or in on at by for with from is was minute minutes mile miles hour hours block blocks way "
        "lane car bus day days week weeks month months year years step steps person more times bed bedroom milligrams "
        "milligram units unit percent this that his her my their our no not"
    ),
    top_domains=_words("com org net edu gov mil info io biz us uk co ca au health care clinic hospital"),
    name_cues=_words("name names named surname lastname firstname spelled spelt spell spelling"),
    thing_cues=_words("drug drugs medication medications medicine generic brand pill prescription procedure surgery"),
    person_cues=_words("last first middle maiden family surname my his her their your patient patient's"),
    web="www",
    mail_cues=_words("email mail emails e-mail"),
    no_mailbox=_words(
        "look looked looking go goes went is was are were be me us him her them it up seen reached arrived works "
        "worked working located online find found available the a"
    ),
    interruptions=_phrases(
        "okay, ok, yes, yeah, yep, yup, right, alright, sure, huh, mhm, mhmm, good, great, perfect, correct, sorry, "
        "wait, no, then, next, continue, please, thanks, well, so, now, again, uh huh, all right, go ahead, go on, "
        "got it, got that, thank you, let me see, let's see, i think, i believe, i guess, you know, is that, "
        "that's right, is it, one more, and then, that's, hold on, hang on, one second, one moment, a second, just a, "
        "no wait, i mean, i'm sorry, say again, i got it, got you, i see, you said, what else, what's next"
    ),
    dictated_cues=_words(
        "phone telephone cell mobile fax pager beeper callback call number social ssn security mrn account policy "
        "member card license routing record zip"
    ),
    homophones={
        "won": "one",
        "to": "two",
        "too": "two",
        "tree": "three",
        "free": "three",
        "for": "four",
        "fore": "four",
        "ate": "eight",
        "sex": "six",
    },
)
