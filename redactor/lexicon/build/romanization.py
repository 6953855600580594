"""Names of other scripts as their bearers spell them in English: simple letter tables, no scholarly transliteration.

They turn Faker's Russian, Ukrainian, Bulgarian, Macedonian, Greek, Georgian, Armenian, Hindi, Nepali, Marathi and
Korean lists into names that an American chart would hold ("Кузнецов": Kuznetsov).
"""

from __future__ import annotations

import unicodedata


def _words(text: str) -> list[str]:
    return text.split()


_CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґјљњџќѓѕ",
        _words(
            "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch "
            "_ y _ e yu ya yo i yi ye g j lj nj dzh kj gj dz"
        ),
        strict=True,
    )
)
_GREEK = dict(
    zip("αβγδεζηθικλμνξοπρστυφχψως", _words("a v g d e z i th i k l m n x o p r s t y f ch ps o s"), strict=True)
)
_GREEK_PAIRS = {"ου": "ou", "αυ": "af", "ευ": "ef", "μπ": "mp", "ντ": "nt", "γγ": "ng", "γκ": "gk", "αι": "e"}
_GEORGIAN = dict(
    zip(
        "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
        _words("a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h"),
        strict=True,
    )
)
_ARMENIAN = dict(
    zip(
        "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև",
        _words("a b g d e z e e t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts u p k o f ev"),
        strict=True,
    )
)
_ALPHABETS = {k: "" if v == "_" else v for table in (_CYRILLIC, _GEORGIAN, _ARMENIAN) for k, v in table.items()}

_CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ",
        _words("k kh g gh n ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l v sh sh s h l"),
        strict=True,
    )
)
_VOWELS = dict(zip("अआइईउऊऋएऐओऔ", _words("a a i i u u ri e ai o au"), strict=True))
_SIGNS = dict(zip("ािीुूृेैोौ", _words("a i i u u ri e ai o au"), strict=True))
_VIRAMA, _NASAL = "्", "ंँ"

_ONSET = _words("g kk n d tt r m b pp s ss _ j jj ch k t p h")
_NUCLEUS = _words("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
_CODA = _words("_ k k k n n n t l k m l l l p l m p p t t ng t t k t p t")


def latin(name: str) -> str:
    """The name in Latin letters; "" where it holds a letter that no table knows."""
    low = unicodedata.normalize("NFC", name).lower()
    first = next((c for c in low if c.isalpha()), "")
    if first in _CONSONANTS or first in _VOWELS:
        out = _devanagari(low)
    elif "가" <= first <= "힣":
        out = "-".join(_hangul(c) for c in low if c.isalpha())
    elif "α" <= unicodedata.normalize("NFD", first)[:1] <= "ω":
        out = _greek(low)
    else:
        out = "".join(_ALPHABETS.get(c, c) for c in low)
    if not all(ord(c) < 0x180 for c in out):
        return ""
    return " ".join("-".join(part[:1].upper() + part[1:] for part in word.split("-")) for word in out.split())


def _greek(low: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    for pair, letters in _GREEK_PAIRS.items():
        bare = bare.replace(pair, letters)
    return "".join(_GREEK.get(c, c) for c in bare)


def _hangul(syllable: str) -> str:
    at = ord(syllable) - ord("가")
    if not 0 <= at < 11_172:
        return syllable
    parts = (_ONSET[at // 588], _NUCLEUS[at % 588 // 28], _CODA[at % 28])
    return "".join(p for p in parts if p != "_")


def _devanagari(low: str) -> str:
    out: list[str] = []
    for i, c in enumerate(low):
        after = low[i + 1 : i + 2]
        if c in _CONSONANTS:
            out.append(_CONSONANTS[c])
            # The vowel that no letter writes is spoken, except at the end of a word and before another vowel's sign.
            cluster = i > 0 and low[i - 1] == _VIRAMA
            if (after in _CONSONANTS or after in _NASAL or after in _VOWELS) if after else cluster:
                out.append("a")
        elif c in _SIGNS or c in _VOWELS:
            out.append(_SIGNS.get(c) or _VOWELS[c])
        elif c in _NASAL:
            out.append("n")
        elif c not in (_VIRAMA, "़", "\u200d", "\u200c"):
            out.append(c)
    return "".join(out)
