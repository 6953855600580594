"""What is planted: invented people, the values hidden in each carrier of a document, and the facts that must leave."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

# Parts of names that a stand-in may be too: they count only within their whole name.
COMMON = {"james", "miller", "maria", "garcia", "william", "johnson", "linda", "davis", "robert", "wilson"} | {
    *("susan", "taylor", "karen", "moore", "thomas", "anderson", "nancy", "jackson", "daniel", "martin", "jessica"),
}
_MONTHS = ["January", "February", "March", "April", "May", "June"]
_MONTHS += ["July", "August", "September", "October", "November", "December"]
_STREETS = {"street", "lane", "road", "avenue", "court", "close", "terrace", "drive"}
_NUMBERS = {"MRN", "PHONE", "SSN", "ID"}


@dataclass(frozen=True)
class Person:
    """A patient of the source, as the FHIR records beside the documents give it."""

    id: str
    given: str
    family: str
    birth: str  # YYYY-MM-DD
    mrn: str
    ssn: str
    phone: str
    email: str
    street: str

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"

    def fhir(self) -> dict[str, object]:
        return {
            "resourceType": "Patient",
            "id": self.id,
            "identifier": [
                {"type": {"text": "MRN"}, "system": "urn:oid:1.2.36.146.595.217.0.1", "value": self.mrn},
                {"system": "http://hl7.org/fhir/sid/us-ssn", "value": self.ssn},
            ],
            "name": [{"use": "official", "family": self.family, "given": [self.given]}],
            "telecom": [{"system": "phone", "value": self.phone}, {"system": "email", "value": self.email}],
            "birthDate": self.birth,
            "address": [{"line": [self.street], "state": "MA"}],
        }


_ROWS = """
p1|Zsuvrena|Kelthorpe|1971-03-14|48213907|512-44-8093|(413) 587-2916|zkelthorpe71@fastmail.com|418 Quarrelwick Lane
p2|James|Miller|1958-11-02|77105532|418-63-2207|(617) 482-9034|jmiller.qd58@comcast.net|2207 Ottersbrook Road
p3|Tarquilla|Obvanderrin|1949-07-29|30961184|233-71-9046|(508) 761-4420|tobvan49@verizon.net|15 Gwyndolow Street
p4|Maria|Garcia|1983-05-17|66420371|601-28-7715|(781) 934-6602|garcia.m.wt83@gmail.com|903 Fennimarch Avenue
p5|Bjørnulf|Æskelund|1966-09-08|19857420|349-52-6108|(978) 455-8127|b.aeskelund@outlook.com|77 Sollenquay Court
p6|Quillonda|Tashbrooke|1990-01-23|52398816|027-84-5531|(339) 226-7095|qtash90@icloud.com|3612 Drumhessel Drive
p7|Ndivhuwo|Ramabulanavho|1977-12-19|84016629|585-39-1174|(857) 603-2218|ndivhuwo.r@proton.me|46 Trenaglass Terrace
p8|Linda|Davis|1962-06-30|21749063|159-46-8820|(774) 318-5561|linda.davis.hx@aol.com|8811 Cobblemere Road
p9|Eskandra|Wyvernholt|1954-02-11|93550748|470-15-3392|(351) 847-6139|ewyvern54@yahoo.com|529 Pellworthy Close
"""
PEOPLE = {row.split("|")[0]: Person(*row.split("|")) for row in _ROWS.split("\n") if row}


@dataclass(frozen=True)
class Plant:
    """A value that must not leave. `carrier` is the part of the format that holds it."""

    id: str
    file: str
    format: str
    carrier: str
    entity: str
    value: str

    def forms(self) -> set[str]:
        """Every form, case-folded, that would give the value away; digits alone for numbers."""
        value = self.value.casefold()
        if self.entity == "PERSON":
            parts = re.findall(r"[^\W\d_]+", value)
            forms = {part for part in parts if part not in COMMON and len(part) > 3}
            if len(parts) > 1:
                forms |= {" ".join(parts), f"{parts[-1]}, {parts[0]}", f"{parts[-1]} {parts[0]}"}
                forms |= {f"{parts[0]}{sign}{parts[-1]}" for sign in "_-.^"}
                forms |= {f"{parts[-1]}{sign}{parts[0]}" for sign in "_-.^"}
            return forms
        if self.entity == "DATE":
            year, month, day = self.value.split("-")
            name, number = _MONTHS[int(month) - 1].casefold(), str(int(day))
            slashes = {f"{month}/{day}/{year}", f"{int(month)}/{number}/{year}", f"{day}.{month}.{year}"}
            words = {f"{name} {number}, {year}", f"{number} {name} {year}", f"{number}-{name[:3]}-{year}"}
            return {value, year + month + day} | slashes | words
        if self.entity == "ADDRESS":
            return {value, *(w for w in re.findall(r"[^\W\d_]{6,}", value) if w not in _STREETS)}
        if self.entity == "EMAIL":
            return {value, value.partition("@")[0]}
        return {value, *([re.sub(r"\D", "", value)] if self.entity in _NUMBERS else [])}


@dataclass(frozen=True)
class Result:
    """A clinical fact: its value with its unit behind it must stand in what leaves."""

    name: str
    loinc: str
    value: str
    unit: str

    def __str__(self) -> str:
        return f"{self.name} {self.value} {self.unit}"

    def stands_in(self, text: str) -> bool:
        """Whether the value stands in the text, with its unit behind it and no other number between."""
        value, unit = re.escape(self.value.casefold()), re.escape(self.unit.casefold())
        return re.search(rf"(?<![\d.]){value}(?![\d]|\.\d)\D{{0,40}}?{unit}", text) is not None


def results(n: int) -> list[Result]:
    """The ten facts of the n-th document; no two documents share one."""
    return [
        Result("potassium", "2823-3", f"{3.5 + n / 10:.1f}", "mmol/L"),
        Result("creatinine", "2160-0", f"{0.71 + n / 100:.2f}", "mg/dL"),
        Result("hemoglobin", "718-7", f"{10.1 + n / 10:.1f}", "g/dL"),
        Result("glucose", "2345-7", f"{101 + n}", "mg/dL"),
        Result("eGFR", "33914-3", f"{61 + n}", "mL/min/1.73m2"),
        Result("LVEF", "10230-1", f"{41 + n}", "%"),
        Result("body weight", "29463-7", f"{70.2 + n * 1.1:.1f}", "kg"),
        Result("metoprolol", "8896-4", f"{25 + n * 0.5:.1f}", "mg"),
        Result("insulin glargine", "8885-7", f"{12 + n}", "units"),
        Result("PHQ-9 score", "44261-6", f"{2 + n}", "points"),
    ]


_MARK = re.compile(r"‹(FACT)›|‹([A-Z]+)(8|-)? (@?)([^›]+)›")


@dataclass
class Document:
    """A file being built: its name in IN, what was hidden in it, and the facts that it states.

    Calling it with a carrier and a text notes what the text marks, and returns the text without the marks:
    ‹PERSON Ann Lee› is a value of an entity, ‹MRN @mrn› one of the document's patient, ‹FACT› the next fact. A date is
    marked as YYYY-MM-DD and written as MM/DD/YYYY (‹DATE ...›), YYYYMMDD (‹DATE8 ...›) or as it is (‹DATE- ...›).
    """

    file: str
    format: str
    number: int
    plants: list[Plant] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.patient = PEOPLE[self.file[:2]]
        self.facts = results(self.number)
        self._next = iter(self.facts)

    def fact(self) -> Result:
        """Return the next fact, for carriers with a place for its parts."""
        return next(self._next)

    def __call__(self, carrier: str, text: str) -> str:
        def write(mark: re.Match[str]) -> str:
            fact, entity, style, own, value = mark.groups()
            if fact:
                return str(self.fact())
            value = getattr(self.patient, value) if own else value
            number = len(self.plants) + 1
            self.plants.append(Plant(f"{self.file}-{number:02}", self.file, self.format, carrier, entity, value))
            if entity == "DATE" and style != "-":
                year, month, day = value.split("-")
                return year + month + day if style else f"{month}/{day}/{year}"
            return value

        return _MARK.sub(write, text)

    def done(self) -> Document:
        """Return itself after all ten facts were stated."""
        assert next(self._next, None) is None, f"{self.file} states too few facts"
        return self


def template(name: str) -> list[str]:
    """Return the lines of a marked text of this folder."""
    return (Path(__file__).parent / "templates" / name).read_text("utf-8").splitlines()
