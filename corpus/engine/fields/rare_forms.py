"""Identifiers that are cut short, glued to their neighbors or made of common words, and lookalikes of them.

{odw:1} and {odplain:1} are a name and a sentence with the same word as no name, the same for that key all over the
note; {odtwin:1} and {odclin:1} a surname and a clinical thing of that name. Fields with a "no" in front are plain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import ages, names, patient, phones, towns
from corpus.engine.fields.addresses import box, spot, street_name, the
from corpus.engine.fields.id_shapes import one_of, shaped
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Piece, join, mark

_SITES = words("rare_forms", "sites")
_HOMES = words("rare_forms", "homes")
_SHOPS = words("rare_forms", "shops")
_WORKS = words("rare_forms", "works")
_SCHOOLS = words("rare_forms", "schools")
_GROUPS = words("rare_forms", "groups")
_AREAS = words("rare_forms", "areas")
_COUNTIES = words("rare_forms", "counties")
_WARDS = (
    "{} ward", "{} Ward", "the {}", "the {} wing", "{} Pavilion", "{} Bldg", "{} 4", "{} House", "the {} unit",
    "{} Tower", "Ward {}", "{} Suite", "{} Annex", "the {} Building", "{} Hall", "{} 3 West",
)  # fmt: skip

# A word and sentences in which it is not a name.
_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "Faith": ("faith in the treatment was discussed", "Faith is important to them", "lost faith in the tablets"),
    "Grace": ("grace period for the bill ends soon", "says grace before meals", "moves with grace despite the brace"),
    "Hope": ("hope to wean by then", "Hope and coping explored", "no hope of going back to shifts, feels low"),
    "Joy": ("little joy in hobbies", "Joy and sleep both down on PHQ", "takes joy in the garden"),
    "Mark": ("mark the site before theatre", "Mark all that apply", "a bite mark on the forearm"),
    "Will": ("will sign once the form is printed", "Will recheck K", "living will on file"),
    "Bill": ("bill insurance first", "Bill to secondary", "the bill was wrong"),
    "Rose": ("temp rose overnight", "Rose petal rash fading", "lactate rose then fell"),
    "Dawn": ("dawn phenomenon suspected", "woke at dawn", "Dawn glucose high"),
    "Miles": ("walks two miles", "Miles from the nearest bus", "can go 3 miles on the bike"),
    "Chase": ("chase the bloods", "Chase up CT report", "chase with water"),
    "May": ("may crush tablets", "May shower after 48 h", "may need a stent"),
    "Pat": ("pat dry, no rubbing", "Pat the area dry", "a pat of butter"),
    "Frank": ("frank blood in the bag", "Frank pus expressed", "a frank talk about driving"),
    "Summer": ("hay fever each summer", "Summer cough only", "worse in summer"),
    "Young": ("young for her stage", "Young onset", "a young family at home"),
    "Hill": ("up the hill without stopping", "Hill repeats till the hip hurt", "lives at the top of a hill"),
    "Pain": ("pain on palpation", "Pain 6/10", "no pain at rest"),
    "Baker": ("Baker cyst behind the knee", "retired baker, flour asthma", "a Baker's cyst again"),
})  # fmt: skip
_WOMEN = frozenset(("Faith", "Grace", "Hope", "Joy", "Rose", "Dawn", "Summer"))

# A surname and medical terms named after such a surname.
_TWINS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "London": ("London brace size M", "London classification"), "Paris": ("Paris classification 0-IIa", "Paris system"),
    "Foley": ("Foley to gravity", "foley out at noon"), "Crohn": ("Crohn's in remission", "Crohn disease"),
    "Allen": ("Allen test normal", "Allen key stuck"), "Bell": ("Bell's palsy", "call bell in reach"),
    "Graves": ("Graves disease", "Graves' ophthalmopathy"), "Murphy": ("Murphy sign neg", "Murphy drip"),
    "Babcock": ("Babcock forceps", "two Babcocks"), "Kelly": ("Kelly clamp x2", "Kelly pad"),
    "Parkinson": ("Parkinson's stage 2", "WPW is Wolff-Parkinson-White"), "Down": ("Down syndrome", "down 3 lb"),
    "Homan": ("Homan's neg", "Homans sign"), "Gleason": ("Gleason 3+4", "Gleason 7"),
    "Trendelenburg": ("in Trendelenburg", "Trendelenburg gait"), "Sims": ("Sims position", "Sims speculum"),
    "Apgar": ("Apgars 8/9", "Apgar 7 at one minute"), "Bishop": ("Bishop score 6", "Bishop 8 so ARM"),
    "Barthel": ("Barthel 14", "Barthel index 60"), "Braden": ("Braden 17", "Braden 12, mattress"),
    "Vera": ("P. vera on hydroxyurea", "aloe vera to burns"), "Morse": ("Morse fall 45", "Morse 60"),
    "Rankin": ("mRS, Rankin 3", "Rankin 1"), "Addison": ("Addison's, steroid card", "Addisonian crisis ruled out"),
    "Hodgkin": ("Hodgkin, 4 cycles ABVD", "non-Hodgkin"), "Kerr": ("Kerr incision", "Kerr's sign"),
    "Jackson": ("Jackson table", "Jackson-Pratt 20 mL"), "Penrose": ("Penrose drain out", "Penrose advanced"),
    "Lister": ("Lister's tubercle tender", "Lister bandage"), "Kaposi": ("Kaposi sarcoma", "Kaposi ruled out"),
})  # fmt: skip
# Entries in the place of a name: abbreviations, tools, signs.
_ODD = (
    "KCl", "NaCl", "CaCl2", "RN", "SN", "LVEF", "NOF", "?PE", "NoF", "IR", "HH", "FILE", "Kt/V", "R. ventricle",
    "L. Foot", "L. mastitis", "R. Knee", "C. Diff", "S. aureus", "H. flu", "V. fib", "A. fib", "OSH", "NH", "SNF",
    "Zimmer Persona", "silver Corolla", "Eircode", "WSTN printer", "Tues", "Weds", "3RD FL", "MR CP", "DR film",
    "ED Obs", "Ms. Pac-Man tremor", "Dr. Scholl insoles", "Mr. Clean", "Miss. a dose?", "St. elevation", "Pt. stable",
    "D3", "T4", "B12", "C3/C4", "G2P1", "POD4", "HD#6", "Ax", "Tx", "Sx", "Mx", "PERRLA", "WNWD", "NAD", "OD/OS",
)  # fmt: skip
_COUNTRIES = ("GB", "IE", "CA", "AU", "NZ", "IN", "DE", "FR", "ES", "MX")
_MONTHS = ("Jan", "Feb", "March", "April", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")


def _one(options: Sequence[str], entity: Entity, *, small: float = 0.06, big: float = 0.05) -> Field:
    """A listed value; an article is outside the mark. spec: "upper", "lower" or a key that fixes the value."""

    def field(c: Cast, spec: str) -> Piece:
        key = "" if spec in ("upper", "lower") else spec
        text = c.draw(lambda: c.pick(options))
        if key:
            text = c.once(f"od {options[0]} {key}", lambda: text)
        roll = c.rng.random()
        if spec == "upper" or (spec != "lower" and roll < big):
            text = text.upper()
        elif spec == "lower" or (spec != "upper" and roll > 1 - small):
            text = text.lower()
        return the(text, entity)

    return field


def _family(c: Cast) -> str:
    return names.listed_family(c, 0.6)


def _given(c: Cast) -> str:
    return names.listed_given(c, 0.5)


def _parts(c: Cast) -> str:
    """A name of three or four parts, with particles, hyphens and apostrophes."""
    a, b, f, g = _given(c), _given(c), _family(c), _family(c)
    return c.pick((
        f"{a} {b} {f} {g}", f"{a} {b} {f}", f"{a} {f}-{g}", f"{a} van der {f}", f"{a} de la {f}", f"{a} {b} de {f}",
        f"{a} O'{f}", f"{a} al-{f}", f"{a} bin {b}", f"{a} {b} {f}, Jr", f"{a} {f} III", f"{a} El {f}", f"{a} St. {f}",
        f"{f.upper()} {a} {b}", f"{f.upper()}, {a.upper()} {b[0]}", f"{f}-{g}, {a}", f"{a} von {f}", f"{a} Mc{f}",
        f"{a} y {b} {f}", f"{a} ap {b}", f"{a}-{b} {f}", f"{a} {b}-{f}", f"{a} D'{f}", f"{f.upper()}-{g.upper()}, {a}",
        f"{a}  {f}", f"{a} {b[0]}. {f}", f"{a} dos {f}", f"{a} {f} {g}", f"{a} bint {b} {f}", f"{a} Te {f}",
    ))  # fmt: skip


def _broken(c: Cast, _: str) -> Piece:
    """A name split by a line break; the mark continues across it."""
    a, b, f, g = _given(c), _given(c), _family(c), _family(c)
    gap = c.pick(("\n", "\n", "\n  ", " \n"))
    return mark(c.pick((f"{a}{gap}{f}", f"{a} {f}-{gap}{g}", f"{a} {b}{gap}{f}", f"{f},{gap}{a}")), Entity.PERSON)


def _glued(c: Cast, spec: str) -> Piece:
    """A name run together with a number, a credential, an age or another name."""
    a, f, g = _given(c), _family(c), _family(c)
    held = Entity.DOCTOR if spec == "dr" else Entity.PERSON
    person = mark(c.pick((f"{f.upper()}{a.upper()}", f"{f.upper()},{a.upper()}", f"{f.upper()}^{a.upper()}", f)), held)
    one_id = mark(shaped(c, c.pick(("00##", "#{4}", "0#{6}", "@#{5}", "#{3}-#{2}"))), Entity.ID)
    if spec == "dr":
        cred = c.pick(("RN", "RN", "LPN", "RRT", "MD", "PA", "CNA", "NP", "PT", "RD"))
        who = mark(c.pick((f, f"{f} {a[0]}", f"{a[0]}{f}", f"{a[0]}.{f}", f.upper())), held)
        other = mark(g, held)
        return c.pick((
            join(who, "/", cred), join(who, "-", cred), join(who, ",", cred), join(who, "(", cred, ")"),
            join(who, "/", other), join(cred, "/", who), join(cred, ":", who), join(who, "/", other, "/", cred),
            join("Dr", mark(f, held)), join("Dr.", who), join(who, " ", cred, "/", other, " ", cred),
        ))  # fmt: skip
    age = mark(f"{c.rng.randint(3, 97)}", Entity.AGE)
    sex = c.pick("FM")
    return c.pick((
        join(person, " ", one_id), join(person, one_id), join(person, "*", sex, "*", one_id), join(person, "/", one_id),
        join(person, " ", mark(f"{age.text}{sex}", Entity.AGE), " ", one_id), join(one_id, "-", person),
        join(person, "|", sex, "|", one_id), join(person, " ", age), join(person, ",", age, ",", sex),
        join(person, "#", one_id), join(person, "  ", one_id, "  ", age), join(person, "(", age, ")"),
    ))  # fmt: skip


def _letter(c: Cast, spec: str) -> Piece:
    """A clinician or another person by a letter: Dr K, Mr B., KLM, Dr. O'D."""
    held = Entity.DOCTOR if spec != "pt" else Entity.PERSON
    x = c.pick("ABCDEFGHJKLMNPRSTVWYZ")
    letters = mark(c.pick((x, x, f"{x}.", f"O'{x}", f"Mc{x}", f"{x}-{c.pick('BKLMR')}")), held)
    titles = ("Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss") if spec == "pt" else ("Dr", "Dr.", "Dr", "Nurse", "Prof")
    return join(c.pick(titles), " ", letters)


def _town(c: Cast, spec: str) -> Piece:
    """A town alone, from anywhere; spec: "abroad", "upper"."""
    country = c.pick(_COUNTRIES) if c.chance(0.3) else "US"
    name = towns.abroad(c).name if spec == "abroad" or c.chance(0.15) else towns.any_town(c, country).name
    return mark(name.upper() if spec == "upper" else name, Entity.CITY)


def _post(c: Cast, _: str) -> Piece:
    """Town and postcode of any country, in its order or in none."""
    at = spot(c, c.pick(_COUNTRIES))
    town, code = mark(at.town, Entity.CITY), mark(at.postcode, Entity.ZIP)
    return c.pick((join(town, " ", code), join(code, " ", town), join(town, ", ", code), join(code, ", ", town),
                   join(town, "/", code), join(town, ",", code), join(code, "-", town)))  # fmt: skip


def _place(c: Cast, _: str) -> Piece:
    """A whole address with its parts in an unusual order or with parts missing."""
    at = spot(c, c.pick(_COUNTRIES) if c.chance(0.5) else "US")
    street, town, code = mark(at.street, Entity.STREET), mark(at.town, Entity.CITY), mark(at.postcode, Entity.ZIP)
    sep = c.pick((", ", ", ", " ", " / ", ",", "; ", " - ", "\n"))
    order: tuple[Piece, ...] = c.pick((
        (street, town, code), (town, street, code), (code, town, street), (town, street), (street, code),
        (code, street), (town, code, street), (street, town),
    ))  # fmt: skip
    return join(*order, sep=sep)


def _bare(c: Cast) -> str:
    """A street's name without what it is."""
    name = street_name(c).rpartition(" ")[0]
    return name if len(name) > 3 and name[-1].islower() and name != "Avenue" else _family(c)


def _street(c: Cast, spec: str) -> Piece:
    """A street without its kind, a corner, a rural route, a box. spec: "rural", "bare", "corner"."""
    bare = _bare(c)
    kind = spec or c.pick(("rural", "bare", "bare", "corner", "box"))
    if kind == "rural":
        return mark(one_of(c, ("RR % Box %##", "RR#% Bx %#", "R.R. %", "HC %# Box %#", "Rural Rt % Bx %##", "RD %",
            "Star Rt Box %#", "RMB %###", "Lot %# CR %##", "Co Rd %#", "County Rd %#", "FM %###", "Rte %#", "Hwy %#",
            "Bx %##", "RFD #%", "Mile %# Old Hwy %", "Site % Comp %# RR %", "Twp Rd %##")), Entity.STREET)  # fmt: skip
    if kind == "box":
        text = box(c)
        return mark(c.pick((text, text.replace("Box", "Bx"), text.upper(), f"c/o {text}")), Entity.STREET)
    if kind == "corner":
        pair = (mark(bare, Entity.STREET), mark(_bare(c), Entity.STREET))
        return join(*pair, sep=c.pick((" and ", " & ", " / ", " at ")))
    number = shaped(c, c.pick(("%#", "%##", "%###", "%@", "%#-%#")))
    return mark(c.pick((f"{number} {bare}", f"{number} {bare}", f"No. {number} {bare}")), Entity.STREET)


def _ward(c: Cast, _: str) -> Piece:
    name = _family(c)
    return the(c.pick(_WARDS).format(name), Entity.HOSPITAL)


def _cut(c: Cast, spec: str) -> Piece:
    """A truncated or unusual date. spec: "past" for month and year alone."""
    d = c.day
    n, m, yy = c.rng.randint(1, 28), c.rng.randint(1, 12), (d.year - c.rng.randint(0, 15)) % 100
    name = _MONTHS[m - 1]
    year = d.year - c.rng.randint(0, 15)
    month = (f"{m}/'{yy:02}", f"{name} '{yy:02}", f"{name} of '{yy:02}", f"{name[:3]}{yy:02}", f"{m}/{yy:02}",
             f"{name} {year}", f"{name[:3].upper()} {year}", f"{year}-{m:02}", f"{m:02}.{year}")  # fmt: skip
    if spec == "past" or (not spec and c.chance(0.4)):
        return join(c.pick(("", "", "", "mid-", "late ", "early ", "end of ")), mark(c.pick(month), Entity.DATE))
    day = (f"{n}-{name[:3]}", f"{n}{name[:3]}", f"{n}{name[:3].upper()}{yy:02}", f"{name[:3]}{n}", f"{m}/{n}",
           f"{year}{m:02}{n:02}", f"{n:02}.{m:02}.{yy:02}", f"{m}.{n}.{yy:02}", f"{n}.{m}.", f"{m}-{n}-'{yy:02}",
           f"{name} {n}/{yy:02}", f"{n}/{name[:3].lower()}/{yy:02}", f"{yy:02}{m:02}{n:02}", f"{m}/{n}/",
           f"{n}.{name[:3]}.{yy:02}", f"{name[:3].lower()} {n}", f"{m:02}{n:02}{yy:02}",
           f"{year}/{m}/{n}", f"{n} {name[:3]} {yy:02}", f"{name[:3]}.{n},'{yy:02}")  # fmt: skip
    return mark(c.pick(day), Entity.DATE)


def _nth_word(n: int) -> str:
    text = ages.words(n)
    for tail, ending in (("one", "first"), ("two", "second"), ("three", "third"), ("ve", "fth"), ("eight", "eighth"),
                         ("nine", "ninth"), ("y", "ieth")):  # fmt: skip
        if text.endswith(tail):
            return text[: -len(tail)] + ending
    return text + "th"


def _age(c: Cast, spec: str) -> Piece:
    """An age in words or otherwise odd, and the words about it. spec: "pt", "kid", "m", "f"; somebody's without."""
    n = max(2, patient.age(c)) if spec == "pt" else c.rng.randint(*((2, 17) if spec == "kid" else (40, 99)))
    word = ages.words(n)
    loose = word.replace("-", " ")
    woman = patient.female(c) if spec == "pt" else spec == "f" if spec in ("f", "m") else c.chance(0.5)
    his, sex = ("her", "F") if woman else ("his", "M")
    an = "an" if loose.startswith("e") else "a"
    said = (
        (f"in {his} ", f"{_nth_word(n)} year"), ("going on ", word), ("just turned ", word), ("aged ", loose),
        (f"{an} ", f"{loose} year old"), ("nearly ", word), ("rising ", f"{n}"), ("age ", f"{n} y {n % 11} m"),
        ("", f"{n}{sex}"), ("", f"{n}{sex.lower()}"), ("pushing ", word), ("age: ", f"{n}y {n % 12}m"),
        ("turns ", f"{n}"), ("not yet ", word), ("at the age of ", loose), ("at ", word), ("barely ", f"{n}"),
        ("all of ", f"{word} years old"), ("a bit past ", word), ("", f"{n} y.o."), ("", f"{n}-y-o"),
        ("", f"{n} yo"), ("on turning ", loose),
    )  # fmt: skip
    before, value = c.pick(said)
    return join(before, mark(value, Entity.AGE))


def _number(c: Cast, _: str) -> Piece:
    """A number that identifies, with its label: glued to it, with blanks, dots, slashes and check letters."""
    label = c.pick(("MRN", "mrn:", "acct#", "Acct.", "CSN", "FIN ", "Visit No. ", "Enc#", "HAR", "Chart ", "Unit no. ",
        "Case no.", "pol ", "Policy ", "Mbr ID ", "Grp#", "Ref: ", "Our ref ", "DL# ", "NHS no ", "Hosp No.", "CHI ",
        "PPS ", "Claim#", "Auth ", "Order ", "Spec.", "Acc# ", "PT ID:", "URN", "#", "no. ", "badge ", "SSN ending ",
        "RX#", "Medicare ", "HICN ", "ID:", "Wrist band ", "case# "))  # fmt: skip
    shape = ("#{4} #{4}-#", "#{2}.#{3}.#{2}/@", "#{9}", "#{2}-#{3}-#{4}", "@ #{4} #{2} %", "@{3} #{3} #{3} #{3}",
             "@#{3}-#{3}-#{2}-#{3}-#", "#{3}/#{3}@", "#{2} #{2} #{2} #{3} @", "#{5}/#{2}", "#{7}-@", "0#{3}.#{3}",
             "@{2}#{6}@", "#{3} #{3} #{4}", "@{2}-<y>-#{4}", "<y>/#{5}/@", "#{6}", "#{4}.#{2}", "@{2} #{2} #{2} #{2} @",
             "#{8}", "@/#{4}/#{2}", "#{2}:#{4}:#{2}", "#{3}-@#{2}")  # fmt: skip
    return join(label, mark(shaped(c, c.pick(shape)), Entity.ID))


def _phone(c: Cast, _: str) -> Piece:
    tail = c.pick(("", "", "", " x##", "x#", " ext ###", " ext.####", " #2", ", option 3", " (ext ##)", " /##"))
    plain = tail in (", option 3", " #2")
    text = phones.foreign(c, c.pick((*_COUNTRIES, "", "")))
    held = mark(text if plain else text + shaped(c, tail), Entity.TELEPHONE_NUMBER)
    return join(held, tail) if plain else held


def _wordname(c: Cast, spec: str) -> Piece:
    """A name that is a word, the same for that key; spec: KEY, "KEY titled", "KEY full" or "KEY dr"."""
    key, _, how = spec.partition(" ")
    word = _word(c, key)
    if how == "titled":
        title = c.pick(("Mrs", "Ms.", "Miss") if word in _WOMEN else ("Mr.", "Mrs.", "Ms", "Mr"))
        return join(title, " ", mark(word, Entity.PERSON))
    if how == "full":
        return mark(f"{word} {_family(c)}", Entity.PERSON)
    if how == "dr":
        return join(c.pick(("Dr. ", "Dr ", "Nurse ")), mark(word, Entity.DOCTOR))
    return mark(word, Entity.PERSON)


def _word(c: Cast, key: str) -> str:
    return c.once(f"od word {key}", lambda: c.draw(lambda: c.pick(tuple(_WORDS))))


def _plain(c: Cast, spec: str) -> str:
    return c.pick(_WORDS[_word(c, spec)])


def _twin(c: Cast, key: str) -> str:
    return c.once(f"od twin {key}", lambda: c.draw(lambda: c.pick(tuple(_TWINS))))


FIELDS: Mapping[str, Field] = MappingProxyType({
    "odsite": _one(_SITES, Entity.HOSPITAL),
    "odhome": _one(_HOMES, Entity.HOSPITAL),
    "odshop": _one(_SHOPS, Entity.PHARMACY),
    "odwork": _one(_WORKS, Entity.ORGANIZATION),
    "odschool": _one(_SCHOOLS, Entity.ORGANIZATION),
    "odgroup": _one(_GROUPS, Entity.ORGANIZATION),
    "odarea": _one(_AREAS, Entity.CITY),
    "odcounty": _one(_COUNTIES, Entity.COUNTY, big=0.02),
    "odtown": _town,
    "odpost": _post,
    "odplace": _place,
    "odstreet": _street,
    "odward": _ward,
    "odparts": lambda c, spec: mark(_parts(c), Entity.DOCTOR if spec == "dr" else Entity.PERSON),
    "odbroken": _broken,
    "odglue": _glued,
    "odletter": _letter,
    "odcut": _cut,
    "odage": _age,
    "odno": _number,
    "odphone": _phone,
    "odw": _wordname,
    "odplain": _plain,
    "odtwin": lambda c, spec: mark(_twin(c, spec), Entity.PERSON),
    "odtwindr": lambda c, spec: join(c.pick(("Dr. ", "Dr ", "DR ")), mark(_twin(c, spec), Entity.DOCTOR)),
    "odclin": lambda c, spec: c.pick(_TWINS[_twin(c, spec)]),
    "odnot": lambda c, _: c.pick(_ODD),
    "nolot": lambda c, _: one_of(c, ("#@##", "@#####", "##@###", "@@####", "######")),
})  # fmt: skip
