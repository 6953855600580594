"""Clinical words that look like names: eponyms, brands, models, trials, genes. They identify nobody.

All fields are plain but {clsame}, {clsamept} and {clsametown}, which give the surname or the place of the last eponym
as somebody's name or as a town, and {clyear}, whose year is a year.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names, towns
from corpus.engine.fields.id_shapes import one_of, shaped
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Near, Piece, join, mark

_FILE = "clinical_lookalikes"
_HEADS = words("clinical_lookalikes", "heads")
_MIDDLES = (
    "", "", "ba", "bri", "ca", "ce", "do", "dri", "fe", "fi", "ga", "li", "lo", "ma", "mi", "mo", "na", "ni", "pa",
    "ra", "ri", "sa", "se", "ta", "ti", "va", "vi", "xa", "zi", "le", "lar", "ver", "quel", "tre", "nex", "lon", "dan",
)  # fmt: skip
_TAILS = words("clinical_lookalikes", "tails")
_STEMS = words("clinical_lookalikes", "stems")
_MODELS = (
    "#{4}", "%#{3}", "@%", "%", "@#{3}", "@@#{3}", "#{3}@", "v%", "v%.#", "G%", "XT", "Pro", "Plus", "II", "XL",
    "Ultra", "S%", "%#{2}", "#{4}-#{4}", "@@-%#{2}", "iQ", "Max", "Mini", "Neo", "%@", "@%#{3}-%", "HD", "Evo", "Go",
    "%.% x %# mm", "%# Fr", "size %", "%# mm", "M%#", "C%", "@@@", "%#{2}i", "@-%#{3}", "Mark %", "%G", "DR", "SE",
)  # fmt: skip
_VERSIONS = (
    "v%", "v%.#", "v%.#.#", "%.#", "%.#.%", "%.%#", "%#.#", "rev @", "Rev. %", "R%", "r%.#", "version %.#", "b%#{3}",
    "%#.#.%#", "release %", "SP%", "firmware %.#", "fw %.#.#", "ver. %", "U%", "M.0%.#", "%.#-rc%", "(v%)",
)  # fmt: skip
_CATALOGUE = (
    "REF %#{5}", "REF @%#{4}", "Cat# %#{3}-#{3}", "Cat. No. @@#{4}", "cat # %#{4}", "catalog no. %#{5}-%", "item %#{5}",
    "part no. %#{2}-#{4}", "P/N @%#{4}-#", "clone @@%#", "clone %#@%", "clone %@%#", "SKU %#{4}", "model @@%#{3}",
    "RRID:AB_%#{6}", "ATCC %#{4}", "NCTC %#{4}", "NDC %#{3}-#{3}-##", "order code %#{3}", "ISBN 978-0-#{3}-#{4}-%",
    "NM_0#{5}.%", "rs%#{6}", "VCV000%#{5}", "OMIM %#{5}", "MIM #%#{5}", "UniProt P%#{4}", "PDB %@@%", "GO:00%#{5}",
    "NCT0%#{6}", "ISRCTN%#{7}", "CRD42%#{9}", "PMID %#{7}", "doi 10.1#{3}/@%#{5}", "HP:000%#{3}", "EC %.%.%.%#",
    "CAS %#{2}-##-%", "UN %#{3}", "EN ISO %#{3}", "ASTM F%#{2}", "IEC 60601-%-%", "K%#{5} (510(k))", "form %#{2}-@",
)  # fmt: skip
_CODES = (
    "ICD-10 @%#.%", "@%#.%#", "@##.#", "CPT %#{4}", "99%#{2}-25", "HCPCS @%#{3}", "J%#{3} x%", "LOINC %#{3}-%",
    "%#{4}-%", "SNOMED %#{7}", "DRG %##", "MS-DRG %#%", "rev code 0%#%", "HCC %#", "POS %#", "mod %#", "NANDA 00%##",
    "NIC %#{3}", "NOC %#{3}", "RxCUI %#{5}", "ATC @%#@@%#", "CVX %##", "MIPS %##", "CBP-E", "ABN mod GA", "T%#.%XXA",
    "Z%#.%%", "OPCS @%#.%", "READ @%#..", "%#{4} and %#{4}", "%#{4}/%#{4}", "G0%##", "S%#.%##@", "ICPC @%#", "V%#.##",
)  # fmt: skip
_RATIOS = (
    "%#/%#", "%/%", "%/10", "%/5", "%#/30", "%/12", "%#/56", "%#/28", "%/24", "%-%-%", "%:%", "1:%#0", "%#-%#",
    "%/%/%", "%+/4", "%-%", "%#/100", "20/%#", "%#%/%#", "12/12", "%/7", "%/52", "10/12", "%#/20", "%-%/%", "%#-%%",
)  # fmt: skip


def _list(section: str) -> Field:
    return lambda c, spec: _cased(c.pick(words(_FILE, section)), spec)


def _cased(text: str, spec: str) -> str:
    return text.upper() if spec in ("upper", "caps") else text.lower() if spec == "lower" else text


def _shape(shapes: tuple[str, ...]) -> Field:
    return lambda c, _: one_of(c, shapes)


def _last(c: Cast) -> dict[str, str]:
    """The surname and the place of the last eponym."""
    held: dict[str, str] = c.once("clear last", dict)
    return held


def _known(c: Cast) -> str:
    return c.draw(lambda: c.pick(words(*c.pick(((_FILE, "rare"), (_FILE, "rare"), ("bare_values", "eponym"))))))


def _surname(c: Cast) -> str:
    if c.chance(0.55):
        return _known(c)
    return names.listed_family(c, 0.6)


def _eponym(c: Cast, spec: str) -> Piece:
    """An eponym: one or two surnames with their noun. spec: the noun, with _ for a blank.

    A name outside the published eponyms never owns something that a patient has: "Lopez's pulse" and "the Lopez chart"
    would be about a person.
    """
    owned = c.chance(0.18)
    known = owned or c.chance(0.45)
    name = _known(c) if known else _surname(c)
    _last(c)["name"] = name
    noun = spec.replace("_", " ") or c.pick(words(_FILE, "noun") if known else words(_FILE, "theory"))
    if owned:
        return f"{name}{c.pick(('s', '’s', ''))} {noun}" if c.chance(0.4) else f"{name}'s {noun}"
    roll = c.rng.random()
    if roll < 0.64:
        return f"{name} {noun}"
    if roll < 0.84:
        return f"{name}{c.pick(('-', '-', '–', ' and ', '/'))}{_surname(c)} {noun}"
    if roll < 0.9:
        return f"{name}-{_surname(c)}-{_surname(c)} {noun}"
    before = c.pick(("modified", "reverse", "revised", "simplified", "original", "adapted"))
    return f"{before} {name} {noun}" if roll < 0.95 or not known else f"{noun} of {name}"


def _rare(c: Cast, spec: str) -> Piece:
    """A published eponym without its noun. spec: "odd" for one that is rare as a personal name."""
    name = _known(c)
    while spec == "odd" and name not in _odd():
        name = _known(c)
    _last(c)["name"] = name
    return _cased(name, "" if spec == "odd" else spec)


@cache
def _odd() -> frozenset[str]:
    return frozenset(words(_FILE, "rare")) - frozenset(words(_FILE, "common"))


def _town(c: Cast, spec: str) -> Piece:
    """A scale or the like named after a place. spec: "bare" for the place of a known one alone."""
    known = c.draw(lambda: c.pick(words(_FILE, "place")))
    name = known if spec == "bare" or c.chance(0.6) else towns.any_town(c).name
    _last(c)["town"] = name
    return name if spec == "bare" else f"{name} {c.pick(words(_FILE, 'placed'))}"


def _coined(c: Cast) -> str:
    return c.draw(lambda: c.pick(_HEADS) + c.pick(_MIDDLES) + c.pick(_TAILS))


def _brand(c: Cast, spec: str) -> Piece:
    """A drug by a brand, mostly an invented one, some with a form. spec: "caps", "lower" or "bare"."""
    roll = c.rng.random()
    known = (("drugs", "brand"), ("bare_values", "brandmore"))
    name = _coined(c) if roll < 0.62 else c.draw(lambda: c.pick(words(*c.pick(known))))
    if spec != "bare" and c.chance(0.25):
        name += c.pick((" ", " ", " ", "-")) + c.pick(words(_FILE, "form"))
    return _cased(name, spec)


def _generic(c: Cast, _: str) -> Piece:
    name = (c.pick(_HEADS) + c.pick(_MIDDLES) + c.pick(_MIDDLES)).lower() + c.pick(_STEMS)
    return name + (f"-{''.join(c.pick('abcdefgjkmnptvwxyz') for _ in range(4))}" if c.chance(0.12) else "")


def _device(c: Cast, spec: str) -> Piece:
    """A maker, a product and its model, one or two of the three. spec: "caps" or "lower"."""
    maker = c.pick(words(_FILE, "maker")) if c.chance(0.8) else _coined(c) + c.pick((" Medical", "med", "Tech", ""))
    product = c.pick(words(_FILE, "product")) if c.chance(0.6) else _coined(c)
    model = one_of(c, _MODELS)
    shape = c.pick(("{a} {b} {m}", "{a} {b} {m}", "{a} {b}", "{b} {m}", "{a} {m}", "{b}-{m}", "{a} {b}® {m}", "{b}™"))
    return _cased(shape.format(a=maker, b=product, m=model), spec)


def _trial(c: Cast, _: str) -> Piece:
    name = c.pick(words(_FILE, "trial"))
    if c.chance(0.2):
        name = "".join(c.pick("ABCDEGHIKLMNOPRSTUV") for _ in range(4)) + c.pick(("A", "E", "O", "IT", ""))
    tail = ("", "", "-HF", "-AF", "-2", "-3", " 2", "-301", "-TIMI %#", " II", "-CKD", "-MI", "-OUTCOMES", " Japan",
            "-%#{2}", "-PCI", " Asia", "-US", "-PEDS", "-Extend", "-B", "-%")  # fmt: skip
    return name + shaped(c, c.pick(tail))


def _gene(c: Cast, _: str) -> Piece:
    n = c.rng.randint(2, 4)
    gene = "".join(c.pick("ABCDEFGHIKLMNPRSTXZ") for _ in range(n)) + c.pick(("", "1", "2", "3", "4", "11", "2A", "L1"))
    gene = c.pick([g for g in words("terms", "gene") if g.isalnum()]) if c.chance(0.3) else gene
    variant = ("", "", "", " c.%#{3}<!>", " c.%#{2}del", " p.(Arg%#{2}Ter)", " p.V%#{2}E", " p.Gly%#Asp", " IVS%+%G>A",
               " exon %# skipping", " c.%#{2}_%#{2}dup", " rs%#{6}", " *%/*%", " (VAF %#%)", " x% copies", " VUS",
               " p.(Trp%#{3}*)", "-ALK fusion", " amplified", " %#%")  # fmt: skip
    change = c.pick(("A>G", "C>T", "G>A", "T>C", "G>T", "A>C"))
    return gene + shaped(c, c.pick(variant)).replace("<!>", change)


def _germ(c: Cast, spec: str) -> Piece:
    roll = c.rng.random()
    if roll < 0.7:
        name = c.draw(lambda: c.pick(words(_FILE, "bugstem")))
    else:
        name = f"{c.pick('ABCEFGHKLMNPRSTVY')}. {c.pick(words(_FILE, 'epithet'))}"
    tail = c.pick(("",) * 8 + (" (ESBL)", " (KPC)", " NDM-1", " ST131", " ssp.", " complex", " x2"))
    return _cased(name + tail, spec)


def _latin(c: Cast, _: str) -> Piece:
    noun, one, two = c.pick(words(_FILE, "latin")), *c.rng.sample(words(_FILE, "adjective"), 2)
    text = c.pick((f"{noun} {one}", f"{noun} {one} {two}", f"{noun.title()} {one}", f"{noun} {one} et {two}"))
    return text.upper() if c.chance(0.06) else text


def _scale(c: Cast, _: str) -> Piece:
    """A scale and its result, in the forms that look like dates, ages or numbers."""
    name = c.pick(words(_FILE, "scale")) if c.chance(0.7) else c.draw(lambda: c.pick(words("bare_values", "eponym")))
    if c.chance(0.12):
        name = "".join(c.pick("ABCDEFGHIKLMNPQRSTV") for _ in range(c.rng.randint(3, 5)))
    return f"{name}{c.pick((' ', ' ', ' ', ': ', ' = ', ' score ', ' total '))}{_ratio(c)}"


def _ratio(c: Cast) -> str:
    text = one_of(c, _RATIOS) if c.chance(0.7) else str(c.rng.randint(0, 99))
    return text + c.pick(("",) * 5 + (" s", "%", " pts", " (prior)", " today"))


def _year(c: Cast, _: str) -> Piece:
    """An organisation or an eponym with the year of its paper."""
    who = c.pick(words(_FILE, "body")) if c.chance(0.7) else c.pick(words(_FILE, "place"))
    year = mark(str(c.rng.randint(1968, 2026)), Near.YEAR)
    after = c.pick((" guideline", " update", " statement", " criteria", " revision", "", ""))
    return join(who, " ", year, after) if c.chance(0.8) else join(who, " (", year, ")")


def _same(entity: Entity, titles: tuple[str, ...]) -> Field:
    """A person with the surname of the last eponym."""

    def field(c: Cast, spec: str) -> Piece:
        name: str = _last(c).get("name") or _surname(c)
        title = "" if spec == "bare" else c.pick(titles)
        return join(f"{title} " if title else "", mark(name, entity))

    return field


def _same_town(c: Cast, _: str) -> Piece:
    name: str = _last(c).get("town") or c.pick(words(_FILE, "place"))
    return mark(name, Entity.STATE if name in towns.state_names().values() else Entity.CITY)


def _several(field: Callable[[Cast, str], Piece], seps: tuple[str, ...], least: int = 3, most: int = 7) -> Field:
    """Several of a kind; spec is passed to each of them."""

    def run(c: Cast, spec: str) -> Piece:
        return join(*(field(c, spec) for _ in range(c.rng.randint(least, most))), sep=c.pick(seps))

    return run


_LISTED = (", ", ", ", "; ", " / ", " | ", "\n", " - ", " + ", "\n- ", ". ")

FIELDS: Mapping[str, Field] = MappingProxyType({
    "clepo": _eponym,
    "clepos": _several(_eponym, _LISTED, 2, 6),
    "clrare": _rare,
    "clrares": _several(lambda c, _: _rare(c, "odd"), _LISTED, 3, 9),
    "cltown": _town,
    "cltowns": _several(lambda c, _: _town(c, "bare"), (", ", ", ", "; ", " and "), 2, 6),
    "clbrand": _brand,
    "clbrands": _several(_brand, _LISTED),
    "clgeneric": _generic,
    "cldevice": _device,
    "cldevices": _several(_device, _LISTED, 2, 6),
    "clmaker": _list("maker"),
    "classay": lambda c, _: c.pick(words(_FILE, "assay")) if c.chance(0.7) else f"{_coined(c)} {one_of(c, _MODELS)}",
    "cltrial": _trial,
    "cltrials": _several(_trial, (", ", " / ", "; ", " and "), 2, 5),
    "clgene": _gene,
    "clgenes": _several(_gene, (", ", "; ", " / ", "\n"), 2, 7),
    "clbug": _germ,
    "clbugs": _several(_germ, (", ", "; ", " / ", "\n", " and "), 2, 6),
    "clver": _shape(_VERSIONS),
    "clref": _shape(_CATALOGUE),
    "clcode": _shape(_CODES),
    "clcodes": _several(_shape(_CODES), (", ", "; ", " | ", "\n", " "), 2, 6),
    "clratio": lambda c, _: one_of(c, _RATIOS),
    "clscale": _scale,
    "clscales": _several(_scale, (", ", "; ", " | ", "\n", "   "), 2, 6),
    "clsoft": _list("software"),
    "clfood": _list("food"),
    "cllatin": _latin,
    "clbody": _list("body"),
    "clyear": _year,
    "cladj": _list("adjorigin"),
    "clpollen": _list("allergen"),
    "clfigure": _list("figure"),
    "clcrew": _list("crew"),
    "clsame": _same(Entity.DOCTOR, ("Dr.", "Dr", "Dr.", "Prof.", "DR.")),
    "clsamept": _same(Entity.PATIENT, ("Mr.", "Ms.", "Mrs", "Mr", "Miss", "Mrs.")),
    "clsametown": _same_town,
})  # fmt: skip
