"""The lists of spellings in data/, and what their templates stand for."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from redactor.entities import Entity, Role
from redactor.lexicon.nicknames import related_forms, short_forms
from redactor.text import KnownValue

DATA = Path(__file__).parent / "data"
_ROLES = {
    "patient": (Role.PATIENT, Entity.PATIENT),
    "contact": (Role.RELATIVE, Entity.PERSON),
    "clinician": (Role.CLINICIAN, Entity.DOCTOR),
}
_FIELD = re.compile(r"\{(\w+)(?::(\w))?\}")


@cache
def table(name: str) -> dict[str, Any]:
    """A list in data/."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def known_value(person: dict[str, Any]) -> KnownValue:
    """The structured name of a person of a list."""
    role, entity = _ROLES[person.get("role", "patient")]
    parts = [
        *(("prefix", x) for x in person.get("prefix", ())),
        *(("given", x) for x in person["given"]),
        ("family", person["family"]),
        *(("suffix", x) for x in person.get("suffix", ())),
    ]
    return KnownValue(" ".join(text for _, text in parts), entity, role, tuple(parts))


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with a mention at [start, end)."""

    text: str
    start: int
    end: int

    @property
    def mention(self) -> str:
        return self.text[self.start : self.end]


def marked(text: str) -> Marked:
    """The text of a list without its marks."""
    start, end = text.index("«"), text.index("»") - 1
    return Marked(text.replace("«", "").replace("»", ""), start, end)


@dataclass(frozen=True, slots=True)
class Standin:
    """The parts of a stand-in, as the fields of a structured name were replaced. given: one for each field."""

    given: tuple[str, ...]
    family: str

    def answers(self, template: str) -> list[str]:
        """What a template stands for; "*" for anything, "#" for digits."""
        return [form for one in template.split(" || ") for form in self._forms(one)]

    def _forms(self, template: str) -> list[str]:
        forms = [""]
        at = 0
        for found in _FIELD.finditer(template):
            values = [_cased(v, found[2]) for v in self._values(found[1])]
            forms = [f + template[at : found.start()] + v for f in forms for v in values]
            at = found.end()
        return [tidy(f + template[at:]) for f in forms]

    def _values(self, field: str) -> list[str]:
        words = self.family.split()
        core = words[-1]
        halves = re.split(r"[\s-]", self.family)
        given = self.given[0].split() if " " in self.given[0] else self.given[0].split("-")
        match field:
            case "F" | "Fplain":
                return [self.family.replace("'", "") if field == "Fplain" else self.family]
            case "F1" | "F2":
                return [halves[int(field[1]) - 1] if len(halves) > int(field[1]) - 1 else ""]
            case "F2i":
                return [halves[-1][0]]
            case "core":
                return [re.split(r"[\s-]", core)[-1]]
            case "particles":
                return [" ".join(words[:-1])]
            case "joined":
                return ["".join(halves).capitalize()]
            case "camel":
                return ["".join(h[:1].upper() + h[1:] for h in halves)]
            case "masculine":
                return [self.family.removesuffix("a"), re.sub("ska$", "ski", self.family)]
            case "feminine":
                return [self.family + "a", re.sub("ski$", "ska", self.family)]
            case "G":
                return [self.given[0]]
            case "M":
                return [self.given[1]]
            case "G1" | "G2":
                return [given[int(field[1]) - 1] if len(given) > int(field[1]) - 1 else ""]
            case "Gjoined":
                return ["".join(given).capitalize()]
            case "N":
                name = self.given[0].casefold()
                return [self.given[0], *(n.capitalize() for n in (*related_forms(name), *short_forms(name)))]
            case "f" | "g" | "m":
                return [{"f": self.family, "g": self.given[0], "m": self.given[-1]}[field][0]]
            case "g1" | "g2":
                return [given[int(field[1]) - 1][0] if len(given) > int(field[1]) - 1 else ""]
        raise ValueError(field)


def _cased(text: str, how: str | None) -> str:
    match how:
        case "u":
            return text.upper()
        case "c":
            return text.capitalize()
        case "l":
            return text.lower()
        case "t":
            return re.sub(r"\b\w", lambda m: m[0].upper(), text)
        case "s":
            return re.sub("[-']", " ", text)
        case "a":
            return text.replace("'", "\u2019")
    return text


def tidy(text: str) -> str:
    """Without accents and format characters, and with white space of one form."""
    plain = unicodedata.normalize("NFD", text)
    kept = "".join(c for c in plain if c not in "\u200b\u00ad\u2060\ufeff" and not unicodedata.combining(c))
    return " ".join(kept.replace("- ", " ").split())


def matches(text: str, answer: str) -> bool:
    """Whether a replacement is one of a template's answers."""
    pattern = re.escape(answer).replace(r"\*", ".*").replace(r"\#", r"\d+")
    return re.fullmatch(pattern, tidy(text)) is not None
