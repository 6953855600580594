"""Hold the terms of medicine: drugs, organisms, genes and tests, and terms that look like people, places or initials.

data/medicine_eponyms.txt: people and places after whom something clinical is called. medicine_instruments.txt: scores,
questionnaires, devices, makers, protocols. medicine_abbreviations.txt: clinical shorthand, credentials, departments.
medicine_words.txt: clinical vocabulary that the lists of `words` lack. medicine_drugs.txt: generics, brands, regimens,
vaccines, contrast agents, nutrition formulas, dressings. medicine_organisms.txt: genera and species.
medicine_genes.txt: gene symbols, cell markers, blood groups, cytokines, enzymes, hormones, laboratory tests, stains.
Each holds one entry a line, in plain lower case (see words.plain). Entries of several words are separated by one space,
and keep their hyphens. The mark (~) of the files follows entries that are frequent names of people or places too;
`frequent_names` gives them, the others leave the mark out.
"""

from __future__ import annotations

from functools import cache

from redactor.lexicon import data_files
from redactor.lexicon.words import plain, word_set

_KINDS = "abbreviations drugs eponyms genes instruments organisms words"
FILES = tuple(f"medicine_{kind}.txt" for kind in _KINDS.split())
_MARK = "~"
# Words of prescriptions that are no terms.
_ORDER_WORDS = word_set(
    "oral tablet tablets tab tabs capsule capsules cap caps injection solution suspension cream inhaler patch puff "
    "puffs drop drops spray unit units mouth po iv im sc sq sl pr ng inh top bid tid qid qd qhs qod prn daily nightly "
    "weekly monthly once twice every day days hour hours week weeks month months times needed bedtime morning evening "
    "night take give apply inject inhale by for as with at and the of a to in per dose doses each food meals pain "
    "total test k na mg mcg g kg ml l dl meq mmol iu mm cm h hr hrs q x min"
)


@cache
def _entries(file: str) -> frozenset[str]:
    return frozenset(data_files.text(file).replace(f"{_MARK}\n", "\n").removesuffix("\n").split("\n"))


@cache
def eponyms() -> frozenset[str]:
    """Return names after which something clinical is called: "babinski", "le fort", a pair and both of its parts."""
    return _entries("medicine_eponyms.txt")


@cache
def abbreviations() -> frozenset[str]:
    """Return shorthand, credentials and departments: "hocm", "c/o", "v.c.", "crna"."""
    return _entries("medicine_abbreviations.txt")


@cache
def instruments() -> frozenset[str]:
    """Return scores, devices and their makers, views, ventilator modes, analysers: "phq-9", "vicryl", "prvc"."""
    return _entries("medicine_instruments.txt")


@cache
def drugs() -> frozenset[str]:
    """Return generic and brand names, regimens, formulas, dressings, and short forms of notes: "vanc", "r-chop"."""
    return _entries("medicine_drugs.txt")


@cache
def organisms() -> frozenset[str]:
    """Return genera, species and abbreviations, and the short forms of notes: "mrsa", "klebs", "e. coli"."""
    return _entries("medicine_organisms.txt")


@cache
def genes() -> frozenset[str]:
    """Return gene symbols, antigens, analytes, tests and stains: "brca1", "cd20", "kell", "tsh", "grocott"."""
    return _entries("medicine_genes.txt")


@cache
def words() -> frozenset[str]:
    """Return clinical vocabulary that `words.words` lacks: anatomy, findings, procedures, dentistry, Spanish."""
    return _entries("medicine_words.txt")


@cache
def terms() -> frozenset[str]:
    """Return the entries of all files but the eponyms."""
    return frozenset().union(*(_entries(file) for file in FILES if file != "medicine_eponyms.txt"))


@cache
def phrases() -> frozenset[str]:
    """Return the entries of all files that have more than one word."""
    return frozenset(entry for file in FILES for entry in _entries(file) if " " in entry)


@cache
def frequent_names() -> frozenset[str]:
    """Return the entries of all files that are frequent names of people or places too."""
    marked = (data_files.text(file).split(f"{_MARK}\n")[:-1] for file in FILES)  # each ends with an entry
    return frozenset(part.rpartition("\n")[2] for parts in marked for part in parts)


def is_term(value: str) -> bool:
    """Return whether a value consists of terms, units and routes, none of them a frequent name: "ICU", "PO BID"."""
    words = [word.strip(".,:;()#") for word in plain(value).replace("/", " ").split()]
    letters = [word for word in words if not word.isdigit()]
    return bool(letters) and not frequent_names().intersection(letters) and is_clinical(value)


def is_clinical(value: str) -> bool:
    """Return whether a value consists of terms, words of prescriptions and numbers, and so names nobody."""
    parts = (part.strip(".,:;()#") for part in plain(value).replace("/", " ").replace("-", " ").split())
    return all(part.isdigit() or part in _ORDER_WORDS or part in terms() for part in parts if part)
