"""What a hostile file is: its bytes, the values planted in it, the facts beside them, and how it must end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

End = Literal["out", "refused", "either"]
COLUMNS = ("mrn", "name", "phone", "seen", "ferritin", "note")

_FIRST = ("Vex", "Quor", "Zim", "Drel", "Plov", "Krin", "Thav", "Ystr", "Bryg", "Olm", "Skarn", "Wrex", "Juv", "Fjal")
_SECOND = ("holm", "vane", "borne", "quist", "mander", "lough", "wyck", "strand", "dottir", "feldt", "zema", "pruik")
_GIVEN = ("Tarquil", "Ysolda", "Brannoch", "Zephrine", "Odalric", "Quillan", "Hespera", "Drustan", "Ottoline")


@dataclass(frozen=True, slots=True)
class Person:
    """An invented patient of one hostile file, with a laboratory value that no other file has."""

    number: int

    @property
    def family(self) -> str:
        ring = self.number // len(_FIRST)
        return _FIRST[self.number % len(_FIRST)] + _SECOND[ring % len(_SECOND)] + "aeiouy"[ring // len(_SECOND)]

    @property
    def given(self) -> str:
        return _GIVEN[self.number % len(_GIVEN)]

    @property
    def mrn(self) -> str:
        return f"Q{7310000 + self.number * 37}"

    @property
    def phone(self) -> str:
        return f"617-555-{self.number:04d}"

    @property
    def fact(self) -> str:
        return f"1{self.number:03d}.{self.number * 7 % 90 + 10}"

    @property
    def note(self) -> str:
        return (
            f"Patient {self.given} {self.family} (MRN {self.mrn}, phone {self.phone}) was seen. "
            f"Ferritin was {self.fact} ng/mL."
        )

    @property
    def row(self) -> tuple[str, ...]:
        name = f"{self.given} {self.family}"
        return (self.mrn, name, self.phone, "2024-07-01", self.fact, self.note)

    @property
    def planted(self) -> tuple[str, ...]:
        return (self.family, self.given, self.mrn, self.mrn[1:], self.phone)


@dataclass(frozen=True, slots=True)
class Hostile:
    """One hostile file, made by `data`: `facts` stand in OUT if it ends in "out", and nothing of `planted` stands anywhere."""

    name: str
    data: Callable[[], bytes] = field(repr=False)
    end: End
    planted: tuple[str, ...]
    facts: tuple[str, ...] = ()
    beside: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)


def hostile(
    name: str,
    data: bytes | str | Callable[[], bytes | str],
    people: Person | Iterable[Person],
    end: End = "out",
    *,
    planted: Iterable[str] = (),
    facts: Iterable[str] | None = None,
    beside: Iterable[tuple[str, bytes]] = (),
) -> Hostile:
    """Return the file `name` about `people`; its facts are their laboratory values unless `facts` names others."""
    everyone = [people] if isinstance(people, Person) else list(people)
    values = [value for person in everyone for value in person.planted]

    def made() -> bytes:
        content = data() if callable(data) else data
        return content.encode() if isinstance(content, str) else content

    return Hostile(
        name,
        made,
        end,
        (*values, *planted),
        tuple(person.fact for person in everyone) if facts is None else tuple(facts),
        tuple(beside),
    )
