"""Identifiers in weak forms: names glued to roles, clipped names, short ids with letters, nicknames of hospitals.

{wkglue} is somebody of the staff run together with a role ("DrPatel", "RNSmith", "Okoro,MD"); {wkshort:role} a person
of the note as lists clip names ("Okoro J"), {wkshort:other} another patient at each use. {wkid:kind} is an id with
letters before or behind it, {wkidglue} one that is glued to its label. {wksign} is a clinical phrase with an eponym,
plain; {wkpt}, {wkdr} and {wkkin} are people who bear that name. {wksite} is a hospital by a short name, {wkelder} an
age over 89, {wkiso} a date and a time of day as machines write them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.fields.people import person
from corpus.engine.words import listed
from redactor.entities import Entity
from redactor.lexicon import medicine
from redactor.sample.marked import Near, Piece, join, mark

_BEFORE = (
    "Dr",
    "Dr",
    "Dr",
    "DR",
    "dr",
    "RN",
    "RN",
    "MD",
    "NP",
    "PA",
    "LPN",
    "RT",
    "PT",
    "Sr",
    "Nurse",
    "nurse",
    "Prof",
)
_AFTER = ("MD", "MD", "RN", "RN", "NP", "PA", "PA-C", "DO", "LPN", "RRT", "CNA", "PharmD", "PT", "OT", "SW", "PGY2")
_GLUE = (",", ",", ",", "-", "/", "_", ".", "(", "")

_IDS: Mapping[str, tuple[Entity, tuple[str, ...]]] = MappingProxyType({
    "mrn": (Entity.MEDICAL_RECORD_NUMBER, (
        "@#{5}", "@#{6}", "@@#{4,6}", "@-#{5}", "#{5}@", "@#{3}-#{3}", "@@-#{5}", "@#{2} #{3}", "#{2}@#{4}", "@@#{3}",
        "~#{5}", "@#{6}-#", "M#{5}", "P#{4}", "#{3}-@#{2}", "@##.##.##",
    )),
    "acct": (Entity.FIN, (
        "H#{4}-#{2}", "@#{4}-#{2}", "A#{6}", "@@#{4}/#{2}", "#{5}-@", "V#{5}", "@#{3}.#{3}", "F#{4}-#", "#{6}@",
    )),
    "case": (Entity.ID, (
        "S<y>-#{5}", "S<y>-#{4}", "C#{3}-#{2}", "@@<y>-#{3}", "<y>@#{4}", "SP-<y>-#{4}", "N<y>-#{3}", "@<y>/#{4}",
    )),
    "acc": (Entity.ID, (
        "CY-<y>-#{4}", "CY<y>-#{4}", "@@-<y>-#{4}", "<y>:@#{4}", "@<y>-#{5}", "<y>-@@-#{4}", "MB-#{5}", "@@#{5}-<y>",
    )),
    "badge": (Entity.ID, ("RN#{5}", "RN#{4}", "E#{4}", "#{4}@", "@@#{3}", "EMP#{4}", "B-#{4}", "U#{5}", "N#{3}")),
    "spec": (Entity.ID, ("<y>:@#{4}", "@#{4}:<y>", "<y>-#{4}@", "@@#{4}", "B#{4}-@", "#{4}-@#", "<y>@@#{3}", "T#{5}")),
    "order": (Entity.ID, ("O#{5}", "ORD#{4}", "#{4}-@@", "R#{6}", "REQ#{4}", "@#{3}-#{4}", "#{3}@@#{3}", "RX#{4}")),
    "serial": (Entity.DEVICE_ID, (
        "SN#{5}", "@@@#{6}@", "@#{4}-#{3}", "#{3}@@#{4}", "PJN#{6}", "@@#{2}-#{5}", "@#{2}@#{4}", "#{2}-@#{5}",
    )),
    "member": (Entity.HEALTH_PLAN_ID, (
        "XYZ#{6}", "@@@#{6,9}", "@@@#{3}@#{4}", "@#{8}", "W#{4} #{5}", "@@#{5}-#{2}", "#{3}@@#{4}", "YP@#{6}", "#{6}@@",
    )),
    "subj": (Entity.ID, ("#{3}-#{3}", "0##-0##", "#{2}-#{3}", "@#{2}-#{3}", "#{3}-@@-#{2}", "S-#{3}", "@@@-#{3}")),
})  # fmt: skip
_LABELS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "mrn": ("MRN", "mrn", "MRN#", "MR#", "mr", "pt#", "ID", "chart"), "acct": ("acct", "ACCT#", "fin", "FIN", "enc"),
    "case": ("case", "Case#", "path", "ref"), "acc": ("acc", "ACC#", "accn", "acc."), "badge": ("badge", "emp#", "id"),
    "spec": ("spec", "SPEC#", "spec.", "tube"), "order": ("ord", "order#", "req", "Rx#"), "serial": ("SN", "s/n"),
    "member": ("mbr", "ID", "mem#", "ins#"), "subj": ("subj", "SUBJ", "subj#", "pt", "rand#"),
})  # fmt: skip

_SITES = listed("""
    St E's; st e's; St V's; st v's; St J's; St Joe's; st joes; St Luke's; st lukes; St Mary's; st marys; St A's;
    st b's; St Anne's; st rita's; St Clare's; st vincents; St Francis; st francis; St Al's; Mercy; mercy; Mercy
    East; Mercy Gen; Mercy South; Good Sam; good sam; Sacred Heart; sac heart; Holy Cross; Holy Fam; Mt Zion; Mt
    Carmel; mt carmel; Mt Hope; Beth Iz; Beth David; Kaiser; kaiser; Kaiser West; UMC; umc; UMC North; UH; UH
    West; LGH; VGH; RGH; TGH; GBMC; SJMC; SMH; MGM Memorial; NMC; CMH; PVH; BMH; OLOL; HCMC; Regional; Valley;
    valley; Valley Gen; Tri-County; tri county; Lakeside; lakeside; Riverside; Hillcrest; hillcrest; Fairview;
    fairview; Bayview; Northside; northside; Southside; Westside; Eastgate; Parkview; Meth; meth; Methodist;
    Baptist; bap east; Prov; Providence; Cedars; Swedish; Presby; presby; Lutheran; Luth Gen; Deaconess; deac;
    Doctors; Childrens; childrens; Shriners; Womens; Huntley; Ames Clinic; Danby ED; Corning; Arnot; arnot;
    Geneva Gen; Oswego; Cayuga Med; Robert Packer; Strong; strong; Highland; highland; Unity; Wyoming County;
    Jones Mem; Noyes; Auburn; Crouse; crouse; Upstate; upstate; Bassett; Albany Med; Ellis; Glens Falls;
    Kingston; Vassar; Benedictine; Nyack; Good Shep; Wilson; Lourdes; lourdes; Delhi; O'Connor
    """)
_TENS = ("ninety", "ninety-one", "ninety two", "ninety-three", "ninety four", "ninety-five", "ninety six",
         "ninety-seven", "ninety eight", "ninety-nine", "a hundred", "one hundred", "a hundred and one",
         "one hundred and two", "one hundred three")  # fmt: skip
_ELDER = (
    "{w}", "{w}", "{w} yo", "{w}-year-old", "{w} year old", "{w} y/o", "{w} yrs", "{n}", "{n} yo", "{n}yo", "{n}y",
    "{n} y/o", "{n}F", "{n}M", "{n} yr", "{n}yrs", "{n} 1/2", "{n} and a half", "nonagenarian", "centenarian",
)  # fmt: skip
_PHRASES = (
    "{e}'s sign neg", "{e} sign +", "{e} test equivocal", "{e} score {n}", "{e} criteria not met", "no {e} nodes",
    "{e} catheter in place", "{e} procedure remotely", "{e}'s disease stable", "{e} syndrome ruled out",
    "{e} tube to gravity", "h/o {e} disease", "{e} reflex absent", "{e} grade {n}", "{e} classification {n}",
    "s/p {e} repair", "{e} maneuver neg x2", "{e} scale {n}", "{e}'s palsy improving", "{e} drain {n}0 mL",
    "{e} forceps used", "{e} dressing changed", "{e} phenomenon noted", "{e} stain pending", "{e} line flushed",
)  # fmt: skip
_NAMESAKES = listed("""
    Hodgkin; Wells; Parkinson; Down; Graves; Apgar; Foley; Swan; Murphy; Bell; Crohn; Addison; Cushing; Babinski; Rose;
    Turner; Marshall; Barrett; Hunt; Potter; Wilson; Paget; Still; Hickman; Burch; Kerr; Rinne; Weber; Horner; Ewing;
    Gleason; Child; Glasgow; Ramsay; Norton; Braden; Morse; Berg; Bishop; Ballard; Wagner; Killip; Mallory; Whipple;
    Nissen; Billings; Hartmann; Fowler; Sims; Trendelenburg; Robinson; Penrose; Blake; Jackson; Pratt; Allen; Phalen;
    Romberg; Kernig; Lachman; Thomas; Patrick; Adams; Cobb; Colles; Smith; Potts; Jones; Salter; Harris; Garden; Baker
    """)


def _glued(c: Cast, spec: str) -> Piece:
    """spec: "first" for the role in front, "last" for the credential behind; none for either."""
    who = names.whole_latin(c)
    name = mark(_swung(c, c.pick((who.family, who.family, who.family, who.given))), Entity.DOCTOR)
    if spec == "first" or (not spec and c.chance(0.55)):
        return join(c.pick(_BEFORE), c.pick(("", "", "", "", ".", "_", "-", "/")), name)
    glue = c.pick(_GLUE)
    return join(name, glue, c.pick(_AFTER), ")" if glue == "(" else "")


def _swung(c: Cast, text: str) -> str:
    """In lower case or in capitals now and then."""
    roll = c.rng.random()
    return text.lower() if roll < 0.12 else text.upper() if roll < 0.24 else text


def _first(text: str) -> str:
    return next((ch for ch in text if ch.isalpha()), "A").upper()


def _short(c: Cast, spec: str) -> Piece:
    """spec: a role of `people.FIELDS`, or "other"."""
    if spec == "other":
        name, entity = names.whole_latin(c), Entity.PATIENT
    else:
        held = person(c, spec)
        name, entity = held.name, held.entity
    f, g = name.family, name.given
    if not f or not g:
        return mark(_swung(c, f or g), entity)
    i = _first(g)
    form = c.pick((
        f, f, f"{f} {i}", f"{f} {i}", f"{f} {i}.", f"{f}, {i}", f"{f}, {i}.", f"{f},{i}", f"{i} {f}", f"{i}. {f}",
        f"{i}.{f}", f"{f}, {g}", f"{f},{g}", f"{f}, {g} {c.pick('ABCDEJLMRST')}.", f"{f} {g}", f"{g} {_first(f)}",
        f"{g} {_first(f)}.", f"{f}/{i}",
    ))  # fmt: skip
    return mark(_swung(c, form), entity)


def _id(c: Cast, spec: str) -> Piece:
    entity, shapes = _IDS[spec]
    value = one_of(c, shapes)
    return mark(value.lower() if c.chance(0.12) else value, entity)


def _id_glued(c: Cast, spec: str) -> Piece:
    """The id after its label without a blank. spec: a kind of id, or none for any."""
    kind = spec or c.pick(tuple(_IDS))
    return join(c.pick(_LABELS[kind]), c.pick(("", "", "", ":", "=", ".", "-")), _id(c, kind))


def _site(c: Cast, _: str) -> Piece:
    return mark(c.draw(lambda: c.pick(_SITES)), Entity.HOSPITAL)


def _elder(c: Cast, _: str) -> Piece:
    """The words around an age in words are part of it, as with {ageword}."""
    text = c.pick(_ELDER).format(w=c.pick(_TENS), n=c.rng.randint(90, 104))
    return mark(text, Entity.AGE)


def _iso(c: Cast, spec: str) -> Piece:
    d = c.day + dt.timedelta(days=int(spec) if spec else -c.rng.randint(0, 20))
    clock = f"{c.rng.randrange(24):02d}:{c.rng.randrange(60):02d}" + c.pick(("", "", ":00", ":17", ":42.113"))
    return join(mark(d.isoformat(), Entity.DATE), c.pick("TTT _"), mark(clock + c.pick(("", "", "Z")), Near.CLOCK))


@cache
def _surnames() -> tuple[str, ...]:
    """Eponyms that people bear often, the best-known ones several times."""
    common = sorted(x.title() for x in medicine.eponyms() & medicine.frequent_names() if x.isalpha() and len(x) > 3)
    return (*common, *(_NAMESAKES * max(1, len(common) // len(_NAMESAKES))))


def _word(c: Cast) -> str:
    return c.once("weak eponym", lambda: c.draw(lambda: c.pick(_surnames())))


def _sign(c: Cast, _: str) -> Piece:
    return c.pick(_PHRASES).format(e=_word(c), n=c.rng.randint(1, 4))


def _bearer(entity: Entity) -> Field:
    """spec: "lower", "upper", "title" for a title in front, "initial" for an initial; none for the surname."""

    def field(c: Cast, spec: str) -> Piece:
        word = _word(c)
        if spec == "title":
            return join(c.pick(("Mr. ", "Mrs. ", "Ms. ", "Mr ", "Mrs ", "Ms ", "Miss ")), mark(word, entity))
        if spec == "initial":
            return mark(f"{c.pick('ABCDEGHJKLMNPRST')}{c.pick(('. ', ' ', '.'))}{word}", entity)
        return mark(word.lower() if spec == "lower" else word.upper() if spec == "upper" else word, entity)

    return field


FIELDS: Mapping[str, Field] = MappingProxyType({
    "wkglue": _glued,
    "wkshort": _short,
    "wkid": _id,
    "wkidglue": _id_glued,
    "wksite": _site,
    "wkelder": _elder,
    "wkiso": _iso,
    "wksign": _sign,
    "wkpt": _bearer(Entity.PATIENT),
    "wkdr": _bearer(Entity.DOCTOR),
    "wkkin": _bearer(Entity.PERSON),
})  # fmt: skip
