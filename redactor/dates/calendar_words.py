"""Names of months (in six languages) and weekdays, ordinals, and rendering them in the style of a given word."""

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
_TABLE = {lang: (full.split(), short.split()) for lang, (full, short) in _MONTHS.items()}
_VARIANTS = {
    "sept": ("en", 1, 9), "fevrier": ("fr", 0, 2), "aout": ("fr", 0, 8), "decembre": ("fr", 0, 12),
    "setiembre": ("es", 0, 9), "maerz": ("de", 0, 3), "marz": ("de", 0, 3), "marco": ("pt", 0, 3),
}  # fmt: skip
# Foreign abbreviations that are found; others are words themselves ("set", "out", "gen").
_FOREIGN_SHORT = ("janv", "févr", "avr", "juil", "déc", "ene", "abr", "dic", "mär", "okt", "dez")

Reading = tuple[str, int, int]
"""(language, 0 full or 1 short, month 1 to 12)"""


def _build() -> dict[str, Reading]:
    known: dict[str, Reading] = {}
    for style in (0, 1):
        for lang, styles in _TABLE.items():
            for month, name in enumerate(styles[style], 1):
                if style == 0 or lang == "en" or name in _FOREIGN_SHORT:
                    known.setdefault(name, (lang, style, month))
    for name, reading in _VARIANTS.items():
        known.setdefault(name, reading)
    return known


_KNOWN = _build()
MONTH_PATTERN = "|".join(sorted(_KNOWN, key=lambda n: (-len(n), n)))

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY_PATTERN = (
    "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
)


_UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS = ("thir", "four", "fif", "six", "seven", "eigh", "nine")
_WORDS = (
    *_UNITS,
    *("tenth", "eleventh", "twelfth"),
    *(f"{stem}teenth" for stem in _TEENS),
    "twentieth",
    *(f"twenty-{word}" for word in _UNITS),
    *("thirtieth", "thirty-first"),
)
ORDINAL_PATTERN = "|".join(word.replace("-", "[- ]") for word in reversed(_WORDS))


def ordinal_word_of(word: str) -> int:
    """1 to 31. Raises ValueError if it is not an ordinal."""
    return _WORDS.index(word.lower().replace(" ", "-")) + 1


def ordinal_word_like(model: str, day: int) -> str:
    """The day as an ordinal word, in the case of `model`."""
    return _case(model, _WORDS[day - 1])


def month_of(name: str) -> int:
    """1 to 12. Raises KeyError if it is not a month."""
    return _KNOWN[name.lower()][2]


def _case(model: str, word: str) -> str:
    if model.isupper():
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word


def month_like(model: str, month: int, *, short: bool = False, german: bool = False) -> str:
    """The month's name in the language, length and case of `model`.

    short: the context shows an abbreviation, for names that are both ("may"). german: the context shows German, for
    names that English shares ("4. April").
    """
    key = model.lower()
    lang, style, number = _KNOWN[key]
    if german and (key in _TABLE["de"][0] or key in _TABLE["de"][1]):
        lang = "de"
    if short and key == _TABLE[lang][1][number - 1]:
        style = 1
    return _case(model, _TABLE[lang][style][month - 1])


def weekday_like(model: str, weekday: int) -> str:
    """The name of a weekday (Monday 0) in the length and case of `model`."""
    key = model.lower()
    return _case(model, _DAYS[weekday] if key in _DAYS else _DAYS[weekday][:3])


def ordinal(day: int) -> str:
    """The English suffix: 1st, 2nd, 3rd, 11th."""
    if 10 <= day % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
