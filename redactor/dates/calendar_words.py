"""Read the names of months (in six languages), weekdays and ordinals, and write others in the style of a given word."""

from __future__ import annotations

# Full names, then abbreviations.
_MONTHS: dict[str, tuple[str, str]] = {
    "en": (
        "january february march april may june july august september october november december",
        "jan feb mar apr may jun jul aug sep oct nov dec",
    ),
    "fr": (
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "janv févr mars avr mai juin juil août sept oct nov déc",
    ),
    "es": (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "ene feb mar abr may jun jul agosto sep oct nov dic",
    ),
    "de": (
        "januar februar märz april mai juni juli august september oktober november dezember",
        "jan feb mär apr mai jun jul aug sep okt nov dez",
    ),
    "it": (
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "gen feb mar apr mag giu lug agosto set ott nov dic",
    ),
    "pt": (
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "jan fev março abr maio jun jul agosto set out nov dez",
    ),
}
_MONTH_NAMES = {lang: (full.split(), short.split()) for lang, (full, short) in _MONTHS.items()}
_MONTH_VARIANTS = {
    "sept": ("en", 1, 9), "fevrier": ("fr", 0, 2), "aout": ("fr", 0, 8), "decembre": ("fr", 0, 12),
    "setiembre": ("es", 0, 9), "maerz": ("de", 0, 3), "marz": ("de", 0, 3), "marco": ("pt", 0, 3),
}  # fmt: skip
# Abbreviations of other languages that count as months; the others are words, too ("set", "out", "gen").
_FOREIGN_SHORT = ("janv", "févr", "avr", "juil", "déc", "ene", "abr", "dic", "mär", "okt", "dez")

MonthReading = tuple[str, int, int]
"""The language, 0 for a full name or 1 for an abbreviation, and the month from 1 to 12."""


def _known_months() -> dict[str, MonthReading]:
    known: dict[str, MonthReading] = {}
    for style in (0, 1):
        for lang, styles in _MONTH_NAMES.items():
            for month, name in enumerate(styles[style], 1):
                if style == 0 or lang == "en" or name in _FOREIGN_SHORT:
                    known.setdefault(name, (lang, style, month))
    for name, reading in _MONTH_VARIANTS.items():
        known.setdefault(name, reading)
    return known


_MONTH_READINGS = _known_months()
MONTH_PATTERN = "|".join(sorted(_MONTH_READINGS, key=lambda n: (-len(n), n)))

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY_PATTERN = (
    "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
)


_ORDINAL_UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINAL_TEENS = ("thir", "four", "fif", "six", "seven", "eigh", "nine")
_ORDINAL_WORDS = (
    *_ORDINAL_UNITS,
    *("tenth", "eleventh", "twelfth"),
    *(f"{stem}teenth" for stem in _ORDINAL_TEENS),
    "twentieth",
    *(f"twenty-{word}" for word in _ORDINAL_UNITS),
    *("thirtieth", "thirty-first"),
)
ORDINAL_PATTERN = "|".join(word.replace("-", "[- ]") for word in reversed(_ORDINAL_WORDS))


def ordinal_number(word: str) -> int:
    """Return the number, 1 to 31, of an English ordinal word. Raises ValueError for any other word."""
    return _ORDINAL_WORDS.index(word.lower().replace(" ", "-")) + 1


def ordinal_word_in_style(model: str, day: int) -> str:
    """Return the day of the month as an ordinal word in the case of `model`."""
    return _in_case_of(model, _ORDINAL_WORDS[day - 1])


def month_number(name: str) -> int:
    """Return the month, 1 to 12, that a name or abbreviation stands for. Raises KeyError for any other word."""
    return _MONTH_READINGS[name.lower()][2]


def _in_case_of(model: str, word: str) -> str:
    if model.isupper():
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word


def month_name_in_style(model: str, month: int, *, short: bool = False, german: bool = False) -> str:
    """Return the name of a month in the language, length and case of `model`.

    short: the context shows an abbreviation, which decides for names that are both ("may"). german: the context shows
    German, which decides for names that English shares ("4. April").
    """
    key = model.lower()
    lang, style, number = _MONTH_READINGS[key]
    if german and (key in _MONTH_NAMES["de"][0] or key in _MONTH_NAMES["de"][1]):
        lang = "de"
    if short and key == _MONTH_NAMES[lang][1][number - 1]:
        style = 1
    return _in_case_of(model, _MONTH_NAMES[lang][style][month - 1])


def weekday_name_in_style(model: str, weekday: int) -> str:
    """Return the name of a weekday (Monday is 0) in the length and case of `model`."""
    key = model.lower()
    return _in_case_of(model, _WEEKDAYS[weekday] if key in _WEEKDAYS else _WEEKDAYS[weekday][:3])


def ordinal_suffix(day: int) -> str:
    """Return the English suffix of a day's number: st, nd, rd or th."""
    if 10 <= day % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
