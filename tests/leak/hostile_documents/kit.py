"""Cases of hostile files: what is planted in each, how it ends, and how a planted value is found again.

The cases were written before the readers were looked at. A planted fact stands where a reader of the file sees it,
beside the identifiers, so that it tells which files were released.
"""

import base64
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Literal

End = Literal["released", "refused", "either"]

_HEADS = ("Quor", "Vex", "Zil", "Brax", "Thrun", "Ostra", "Yelv", "Drus", "Kemb", "Wyx")
_TAILS = (
    "mandel",
    "vothe",
    "drake",
    "gisk",
    "zoran",
    "plix",
    "hane",
    "wurt",
    "lomby",
    "tevik",
    "squen",
    "rudge",
    "fampt",
    "borl",
    "cruv",
    "dask",
    "ombar",
    "zeth",
    "kluft",
    "narv",
    "pozek",
    "ruvin",
    "sprel",
    "tovar",
    "umbrik",
)
_MORE_HEADS = ("Plon", "Skar", "Tum", "Glev", "Hux", "Jorv", "Mirl", "Nax", "Frob", "Cwel")
_GIVENS = ["Tarquil", "Ysmere", "Brontiv", "Oldwyn", "Zephrel", "Kaldrin", "Mirvane", "Jovelle", "Pextor", "Ulfrane"]
_LOOKALIKE = str.maketrans("аеорсухіАЕОРСУХІМТКВНοαειν", "aeopcyxiAEOPCYXIMTKBHoaeiv")


@dataclass(frozen=True)
class Plant:
    """An invented patient, and two facts that nobody else has."""

    number: int

    @property
    def given(self) -> str:
        return _GIVENS[self.number % 10]

    @property
    def family(self) -> str:
        return (_HEADS + _MORE_HEADS)[self.number % 20] + _TAILS[self.number // 20]

    @property
    def mrn(self) -> str:
        return str(73100000 + self.number * 37)

    @property
    def phone(self) -> str:
        return f"(650) 555-{1000 + self.number * 7}"

    @property
    def email(self) -> str:
        return f"{self.given}.{self.family}@example.org".lower()

    @property
    def fact(self) -> str:
        return f"Weight {40 + self.number / 10:.1f} kg"

    @property
    def dose(self) -> str:
        return f"Metformin {500 + self.number} mg"

    @property
    def who(self) -> str:
        return f"Patient: {self.given} {self.family}"

    @property
    def lines(self) -> tuple[str, ...]:
        """A short note: who it is, how to reach the patient, two facts."""
        reach = (f"MRN: {self.mrn}", f"Phone: {self.phone}", f"Email: {self.email}")
        return (self.who, *reach, f"{self.fact} today.", f"{self.dose} twice daily.")

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def values(self) -> dict[str, str]:
        """What templates of text files name."""
        return {
            "g": self.given,
            "f": self.family,
            "m": self.mrn,
            "t": self.phone,
            "e": self.email,
            "x": f"{self.fact} today.",
            "y": f"{self.dose} twice daily.",
            "who": self.who,
        }


@dataclass(frozen=True)
class Hostile:
    """One hostile file. `kept` are the facts that leave when the file is released."""

    suffix: str
    title: str
    plant: Plant
    end: End
    kept: tuple[str, ...]
    build: Callable[[Plant], bytes]
    named: bool = False

    @property
    def name(self) -> str:
        """The name of the file; some name the patient."""
        who = f"{self.plant.family}, {self.plant.given} {self.plant.mrn} " if self.named else ""
        return f"{who}{self.title}{self.suffix}"

    def content(self) -> bytes:
        return self.build(self.plant)


CASES: list[Hostile] = []
Build = Callable[[Plant], bytes]


def add(suffix: str, title: str, end: End, build: Build, *, kept: str = "xy", named: bool = False) -> None:
    """A further case; `kept` has x for the fact and y for the dose that must leave with a released file."""
    plant = Plant(len(CASES))
    facts = tuple({"x": plant.fact, "y": plant.dose}[letter] for letter in kept)
    CASES.append(Hostile(suffix, title, plant, end, facts, build, named))


def hostile(suffix: str, end: End, *, kept: str = "xy", named: bool = False) -> Callable[[Build], Build]:
    """Enter the decorated builder as a case that is named after it."""

    def enter(build: Build) -> Build:
        add(suffix, build.__name__, end, build, kept=kept, named=named)
        return build

    return enter


def templates(suffix: str, cases: str, **options: str) -> None:
    """A case for each block of a text: a line `== title end kept`, then a template that names values as «g»."""
    for block in re.split(r"(?m)^== ", cases)[1:]:
        head, body = block.split("\n", 1)
        title, end, *kept = head.split()

        def build(plant: Plant, body: str = body) -> bytes:
            return fill(body, plant).encode(options.get("encoding", "utf-8"))

        add(suffix, title, end, build, kept=kept[0] if kept else "xy")  # type: ignore[arg-type]


def fill(template: str, plant: Plant) -> str:
    """A template with the plant's values, each as «letter»."""
    return re.sub("«(\\w+)»", lambda found: plant.values[found[1]], template)


def markup(text: str) -> str:
    return escape(text)


def halves(word: str) -> tuple[str, str]:
    return word[: len(word) // 2], word[len(word) // 2 :]


def plain(text: str) -> str:
    """A text as a reader sees it: without what is invisible, in one script, in small letters."""
    shown = "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) not in ("Cf", "Mn", "Cc"))
    return shown.translate(_LOOKALIKE).casefold()


def leaks(plant: Plant, text: str) -> list[str]:
    """The planted values that a text holds, in clear or in a form that anybody reads."""
    shown, squeezed = _shown(text)
    found = [value for value in (plant.given, plant.family) if _name_in(value, shown, squeezed)]
    digits = re.sub(r"\D", "", plant.phone)
    found += [n for n in (plant.mrn, digits) if re.search(r"[\s().\-=]*".join(n), shown)]
    return found + [form for form in _encoded(plant) if form in text]


@lru_cache(maxsize=8)
def _shown(text: str) -> tuple[str, str]:
    shown = plain(text)
    return shown, re.sub(r"[\s\-=.&;]+", "", shown)


def _name_in(name: str, shown: str, squeezed: str) -> bool:
    low = name.casefold()
    return any(form in within for form in (low, low[::-1]) for within in (shown, squeezed))


def _encoded(plant: Plant) -> Iterator[str]:
    """Yield the family name as base64 at any place of a text, and as hexadecimal digits. Numbers begin alike."""
    for raw in (plant.family.encode(), plant.family.encode("utf-16-le"), plant.family.encode("utf-16-be")):
        yield raw.hex()
        for shift in range(3):
            yield base64.b64encode(b"\0" * shift + raw)[(0, 2, 3)[shift] : -4].decode()
