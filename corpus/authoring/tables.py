"""This module lists the fields of templates and the layouts of note files, for authors."""

from __future__ import annotations

import inspect
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from corpus.engine import note_file, recipe
from corpus.engine.cast import Cast, Field
from corpus.engine.fields import FIELDS
from redactor.sample.marked import Marked, Piece

# The modules whose fields a new note type should use, and the purpose of the other modules.
PREFERRED = ("people", "times", "clocks", "ages", "numbers", "contacts", "places", "organisations", "clinical")
FORMS = {
    "ages_of_many": "ages of several people, held under letters, in every written form",
    "bare_values": "without a label or a title: bare initials, surnames, numbers, short places",
    "clinical_lookalikes": "clinical words that look like names and are none",
    "clinical_words_like_names": "one word as a thing and as somebody's name",
    "companies": "companies without a cue in their names",
    "departments_and_programs": "departments, programs and generic institutions",
    "english_speaking_world": "as other English-speaking countries write it; begin the note with {abin:GB}",
    "eponyms_and_namesakes": "one word as an eponym and as a person, a town or a hospital",
    "everyday_life": "everyday life: shops, teams, titles, products, idioms",
    "form_boxes": "what fills the boxes of forms",
    "form_cells": "cells of forms and tables that name nobody",
    "hospital_charts": "long charts: names as printed, newborns, monograms, wards",
    "hospital_sheets": "hospital sheets: initials, four-digit clocks, other people's ages",
    "hurried_staff_names": "staff as hurried notes write them",
    "illness_courses": "long courses of illness",
    "lay_life": "a small cast of lay people and what they talk about",
    "lookalikes_in_context": "ratios, parts, allergens and roles that look like identifiers",
    "medicine": "terms of medicine from the lists of redactor.lexicon; {medsame} needs its noun beside it",
    "odd_numbers": "numbers and dates in odd forms, and equal ones that identify nobody",
    "odd_places": "organizations and places with unusual names",
    "printed_abbreviations": "abbreviations and options of printed forms",
    "public_life": "people, towns, courts and papers of one country for a whole text",
    "rare_forms": "cut short, glued to a neighbor, or made of common words",
    "requested_dates_and_ages": "a date or an age in the form that the spec asks for",
    "rosters_and_exports": "as rosters and machine exports write it",
    "said_in_a_room": "spoken in a room",
    "said_on_the_telephone": "spoken on the telephone or typed in haste",
    "said_over_a_line": "spoken over a line, digits and words mixed",
    "spoken_in_groups": "spoken in groups of digits across turns",
    "quick_messages": "as quick messages write it",
    "time_spans": "durations and intervals",
    "typed_messages": "as people type it to each other",
    "weak_forms": "weak forms: glued names, clipped names, short ids, nicknames of hospitals",
    "facts_beside_names": "a clinical fact of phrases/facts_*, or a name or an age that stands beside one",
}
PLAIN = "(plain text)"
_USED = re.compile(r"(?<!\{)\{([A-Za-z]\w*)(?::([^{}]*))?\}")
_SEEDS = 6


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field.

    entity: the entity it marks most often. form: how it differs from others of its entity, "" for the preferred one.
    specs: those that the corpus uses most. uses: how often its templates name it.
    """

    entity: str
    name: str
    form: str
    example: str
    specs: tuple[str, ...]
    uses: int


def field_rows() -> list[FieldRow]:
    """All fields by entity, the preferred ones first, then by how often the corpus uses them."""
    used = _used()
    out: list[FieldRow] = []
    for name, field in FIELDS.items():
        specs = [spec for spec, _ in used[name].most_common(5)]
        entity, example = _seen(field, specs[0] if specs else "")
        module = _module(field)
        form = "" if module in PREFERRED else FORMS.get(module, module.replace("_", " "))
        out.append(FieldRow(entity, name, form, example, tuple(s for s in specs if s), used[name].total()))
    return sorted(out, key=lambda r: (r.entity == PLAIN, r.entity, bool(r.form), -r.uses, r.name))


def markdown() -> str:
    """The table as a page: one section per entity, the fields to prefer first."""
    out = ["# Fields", "", 'Written by `python -m corpus fields --markdown`. Use the fields whose form is "prefer";']
    out += ["the others of a section write the same in a special form, which the third column names.", ""]
    grouped: dict[str, list[FieldRow]] = defaultdict(list)
    for row in field_rows():
        grouped[row.entity].append(row)
    for entity, held in grouped.items():
        out += [f"## {entity}", "", "| field | example | form | specs |", "|---|---|---|---|"]
        for r in held:
            cells = (f"`{{{r.name}}}`", r.example, r.form or "prefer", ", ".join(f"`{s}`" for s in r.specs))
            out.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        out.append("")
    return "\n".join(out)


def _used() -> dict[str, Counter[str]]:
    out: dict[str, Counter[str]] = defaultdict(Counter)
    for folder in ("notes", "phrases"):
        for path in note_file.paths(folder):
            file = note_file.read(path)
            for block in file.sections.values():
                for name, spec in _USED.findall(block):
                    out[name][spec] += 1
    return out


def _seen(field: Field, spec: str) -> tuple[str, str]:
    entities: Counter[str] = Counter()
    example = ""
    for said in _said(field, spec):
        text = said.text if isinstance(said, Marked) else said
        marks = said.marks if isinstance(said, Marked) else ()
        entities.update(sorted({str(m.entity) for m in marks}) or (PLAIN,))
        if not example or len(text) < len(example) // 2:
            example = " ".join(text.split())
    return entities.most_common(1)[0][0], example if len(example) <= 48 else example[:45] + "..."


def _said(field: Field, spec: str) -> Iterator[Piece]:
    for seed in range(_SEEDS):
        yield field(Cast(random.Random(seed), FIELDS), spec)


def _module(field: Field) -> str:
    return field.__module__.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """A layout. parameters: as a head gives them ("pools, least = 2"); uses: how often heads name it."""

    name: str
    parameters: str
    about: str
    uses: int


def layout_rows() -> list[LayoutRow]:
    """The layouts that the corpus uses, the most frequent first."""
    out: list[LayoutRow] = []
    for name, uses in _named_layouts().most_common():
        function = recipe.layout(name)
        about = (inspect.getdoc(function) or "").partition("\n")[0]
        out.append(LayoutRow(name, "" if recipe.writes(function) else _parameters(function), about, uses))
    return out


def _parameters(function: Any) -> str:
    told = []
    for name, parameter in inspect.signature(function).parameters.items():
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        told.append(name + (default if len(default) < 20 else " = ..."))
    return ", ".join(told)


def _named_layouts() -> Counter[str]:
    out: Counter[str] = Counter()
    for path in note_file.paths("notes"):
        for table in note_file.read(path).types:
            out.update(_layouts(table))
    return out


def _layouts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if "layout" in value:
            yield value["layout"]
        for item in value.values():
            yield from _layouts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _layouts(item)
