"""Clinical words, numbers and sentences that identify nobody: what stands between the identifiers.

Everything but {job} is plain text. The sentences lean on other modules for {He}, {he}, {his}, {him}, {man}, {ago},
{duration}, {weekday} and {gest}. A tenth of the brands and of the eponyms is left out of the training split, as it is
of the names, so that validation shows what a new one does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import clinical_numbers as numbers
from corpus.engine.words import every_template, sections, templates, words
from redactor.entities import Entity
from redactor.sample.marked import Piece, join, mark

_SIGS = (
    "{drug} {dose} {frequency}",
    "{drug} {frequency}",
    "{drug} ({drug:brand}) {dose} {frequency}",
    "{drug} {dose} tablet, take 1 tablet {frequency}",
    "{drug:title} {dose} Oral Tablet; {frequency}",
    "{drug} {dose} -> {dose} {frequency}",
    "{drug} {dose}",
    "{drug:caps} {dose} TAB 1 TAB PO DAILY",
)


def _word(section: str) -> Field:
    return lambda c, _: c.pick(words("terms", section))


def _phrase(section: str) -> Field:
    return lambda c, _: c.say(c.pick(words("phrases", section)))


def _number(make: Callable[[Random], str]) -> Field:
    return lambda c, _: make(c.rng)


def _eponym(c: Cast, spec: str) -> Piece:
    """A phrase with a person's name in it. spec: a section of eponyms.txt; none means any."""
    section = spec or c.pick(tuple(sections("eponyms")))
    phrase = c.draw(lambda: c.pick(words("eponyms", section)))
    return phrase.replace("~", c.pick(("'s", "'s", "", "s", "’s")))


def _drug(c: Cast, spec: str) -> Piece:
    """spec: "generic", "brand", or a way of writing either: "title", "caps"; none means any of both, in any."""
    sort = spec if spec in ("generic", "brand") else c.pick(("generic", "generic", "generic", "brand", "brand"))
    name = c.draw(lambda: c.pick(words("drugs", "brand"))) if sort == "brand" else c.pick(words("drugs", "generic"))
    case = spec if spec in ("title", "caps") else c.pick(("",) * 14 + ("title",) * 3 + ("caps",) * 2 + ("lower",))
    if case == "title":
        return name if sort == "brand" else name.title()
    if case == "caps":
        return name.upper()
    return name.lower() if case == "lower" else name


def _sig(c: Cast, _: str) -> Piece:
    return c.say(_SIGS[0] if c.chance(0.7) else c.pick(_SIGS))


def _several(name: str) -> Field:
    """Two to four of a kind, as a list within a sentence or with numbers."""

    def field(c: Cast, _: str) -> Piece:
        few = [c.say(f"{{{name}}}") for _ in range(c.rng.randint(2, 4))]
        style = c.pick(("comma", "comma", "and", "and", "slash", "number", "plus"))
        if style == "number":
            return join(*(join(f"{i}) ", x) for i, x in enumerate(few, 1)), sep=" ")
        if style == "and":
            return join(join(*few[:-1], sep=", "), " and ", few[-1])
        return join(*few, sep={"comma": ", ", "slash": "/", "plus": " + "}[style])

    return field


def _voiced(file: str, what: str, least: int, most: int) -> Field:
    """Several sentences in one voice: the sections "what voice" of the file."""

    def field(c: Cast, _: str) -> Piece:
        voices = tuple(s for s in sections(file) if s.startswith(f"{what} "))
        return c.some(templates(file, c.pick(voices)), least, most)

    return field


def _said(file: str, section: str) -> Field:
    return lambda c, _: c.any(*templates(file, section))


def _heading(c: Cast, _: str) -> Piece:
    text = c.pick(words("terms", "heading"))
    return c.pick((text, text, text.upper(), text.lower() if c.chance(0.3) else text))


def _job(c: Cast, _: str) -> Piece:
    text = c.once("job", lambda: c.pick(words("terms", "job")))
    return mark(text, Entity.OCCUPATION)


def _range(c: Cast, _: str) -> Piece:
    a = c.pick(numbers.analytes())
    return c.pick((f"{a.normal} {a.unit}".rstrip(), f"({a.normal})", a.normal, f"[{a.normal}] {a.unit}".rstrip()))


def _counts(c: Cast, _: str) -> Piece:
    whole = c.rng.randint(2, 14)
    part = c.rng.randint(0, whole)
    return c.pick((f"{part} of {whole}", f"{part}/{whole}", f"{part} out of {whole}", f"{part} of the {whole}"))


def _labs(c: Cast, spec: str) -> Piece:
    """spec: "table" for rows, none for a list within a sentence."""
    return numbers.lab_table(c.rng) if spec == "table" else numbers.labs(c.rng)


FIELDS: Mapping[str, Field] = {
    "dx": _word("dx"),
    "dxs": _several("dx"),
    "symptom": _word("symptom"),
    "symptoms": _several("symptom"),
    "drug": _drug,
    "dose": _phrase("dose"),
    "strength": _phrase("strength"),
    "frequency": _phrase("frequency"),
    "sig": _sig,
    "labs": _labs,
    "labline": _number(numbers.labline),
    "analyte": lambda c, _: c.pick(c.pick(numbers.analytes()).names),
    "vitals": _number(numbers.vitals),
    "exam": _voiced("story", "exam", 1, 4),
    "finding": _said("story", "finding"),
    "proc": _word("proc"),
    "neg": lambda c, _: c.any(*every_template("negatives")),
    "eponym": _eponym,
    "score": _phrase("score"),
    "code": _phrase("code"),
    "icd": _phrase("icd"),
    "gene": _word("gene"),
    "model": _phrase("model"),
    "allergy": _word("allergy"),
    "diet": _word("diet"),
    "test": _word("test"),
    "imaging": _word("imaging"),
    "organism": _word("organism"),
    "anatomy": _word("anatomy"),
    "course": _voiced("story", "course", 2, 4),
    "hpi": _voiced("story", "hpi", 2, 4),
    "todo": _said("story", "todo"),
    "advice": _said("story", "advice"),
    "ros": _said("story", "ros"),
    "range": _range,
    "measure": _phrase("measure"),
    "level": _number(numbers.level),
    "stage": _phrase("stage"),
    "race": _word("race"),
    "job": _job,
    "heading": _heading,
    "team": _word("team"),
    "counts": _counts,
    "num": lambda c, spec: numbers.number(c.rng, spec),
    "dec": lambda c, spec: numbers.number(c.rng, spec),
}
