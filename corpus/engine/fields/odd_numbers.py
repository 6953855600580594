"""Numbers in odd forms, and numbers of the same form that identify nobody.

{tw:slash DATE} draws a number of a kind and marks it, {tw:slash} leaves it plain; {same:slash DATE} and {same:slash}
give the number last drawn of that kind once more, marked or plain, so that nothing but the context tells them apart.
The rest are single fields: dates, ages, phones and numbers as few lists foresee them, and codes, versions and
fractions that are none of these.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import bare_values, checked_numbers, phones, written_days
from corpus.engine.fields.id_shapes import one_of
from redactor.entities import Entity
from redactor.lexicon.check_digits import luhn_digit
from redactor.sample.forms import MONTHS, ordinal_text
from redactor.sample.marked import Near, Piece, join, mark

_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_LOOKS = {"0": "O", "1": "l", "5": "S", "8": "B", "2": "Z", "6": "b", "4": "A", "9": "g"}
_COUNTRIES = ("GB", "GB", "GB", "IE", "AU", "AU", "NZ", "IN", "DE", "FR", "ES", "MX", "")

_TWIN: Mapping[str, Callable[[Cast], str]] = MappingProxyType({
    "slash": lambda c: f"{c.rng.randint(1, 12)}/{c.rng.randint(1, 28)}",
    "low": lambda c: f"{c.rng.randint(1, 5)}/{c.rng.randint(4, 9)}",
    "dash": lambda c: f"{c.rng.randint(1, 9)}-{c.rng.randint(2, 28)}",
    "dot": lambda c: f"{c.rng.randint(1, 12)}.{c.rng.randint(1, 12)}",
    "three": lambda c: f"{c.rng.randint(1, 12)}.{c.rng.randint(1, 12)}.{c.rng.randint(10, 26)}",
    "n2": lambda c: str(c.rng.randint(19, 97)),
    "n3": lambda c: str(c.rng.randint(101, 999)),
    "n4": lambda c: str(c.rng.randint(1000, 9999)),
    "n5": lambda c: str(c.rng.randint(10_000, 99_999)),
    "n6": lambda c: str(c.rng.randint(100_000, 999_999)),
    "n7": lambda c: str(c.rng.randint(1_000_000, 9_999_999)),
    "n8": lambda c: str(c.rng.randint(10_000_000, 99_999_999)),
    "md": lambda c: f"{c.rng.randint(1, 12):02d}{c.rng.randint(1, 28):02d}",
    "mix": lambda c: one_of(c, ("@#{3}", "@@#{3,4}", "@#-#{2}", "#{2}@#{2}", "@{3}#{2}", "#{3}-@", "@-#{3}")),
})  # fmt: skip
_AS: Mapping[str, Entity | Near] = MappingProxyType({
    "DATE": Entity.DATE, "AGE": Entity.AGE, "PHONE": Entity.TELEPHONE_NUMBER, "ID": Entity.ID, "ZIP": Entity.ZIP,
    "MRN": Entity.MEDICAL_RECORD_NUMBER, "DEVICE": Entity.DEVICE_ID, "STREET": Entity.STREET, "ROOM": Near.ROOM,
    "CLOCK": Near.CLOCK, "PLATE": Entity.VEHICLE_LICENSE_PLATE_US,
})  # fmt: skip


def _twin(fresh: bool) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        kind, _, entity = spec.partition(" ")
        held: dict[str, str] = c.once("digit.twins", dict)
        if fresh or kind not in held:
            held[kind] = _TWIN[kind](c)
        return mark(held[kind], _AS[entity]) if entity else held[kind]

    return field


def _day(c: Cast, spec: str) -> dt.date:
    return c.day + dt.timedelta(days=int(spec) if spec else c.rng.randint(-60, 40))


def _brief(d: dt.date) -> str:
    return "Sept" if d.month == 9 else MONTHS[d.month - 1][:3]


def _dates(*shapes: str) -> Field:
    """Dates in shapes of strftime, in which {r} is the month as a Roman numeral, {d} the day, {o} the 4th, {b} Sept."""

    def field(c: Cast, spec: str) -> Piece:
        d = _day(c, spec)
        text = d.strftime(c.pick(shapes)).format(
            r=_ROMAN[d.month - 1], R=_ROMAN[d.month - 1].upper(), d=d.day, m=d.month, o=ordinal_text(d.day),
            b=_brief(d), l=_brief(d).lower(), u=_brief(d).upper(), B=MONTHS[d.month - 1],
        )  # fmt: skip
        return mark(text, Entity.DATE)

    return field


def _inst(c: Cast, spec: str) -> Piece:
    """The 12th inst., as in old letters: the day is the date."""
    word = c.pick((" inst.", " inst.", " inst", " ult.", " ult", " instant", " ultimo"))
    return join(mark(ordinal_text(c.rng.randint(1, 30)), Entity.DATE), word)


def _days_of(c: Cast, spec: str) -> Piece:
    """Jan. 4 & 6; Oct 3, 5 and 9: several days under one month."""
    d = _day(c, spec)
    month = c.pick((_brief(d), f"{_brief(d)}.", MONTHS[d.month - 1], _brief(d).lower())).replace("May.", "May")
    many = sorted(c.rng.sample(range(1, 29), c.pick((2, 2, 3))))
    said = [ordinal_text(n) if c.once("digit.nth", lambda: c.chance(0.3)) else str(n) for n in many]
    first = mark(f"{month} {said[0]}", Entity.DATE)
    rest = [mark(n, Entity.DATE) for n in said[1:]]
    ends = c.pick((" & ", " and ", ", ", " or ", "/", " + "))
    return join(join(first, *rest[:-1], sep=", "), ends, rest[-1])


def _glued(c: Cast, spec: str) -> Piece:
    """A date run together with its time of day."""
    d = _day(c, spec)
    shape = c.pick(
        ("%d%b%Y/", "%d%b%y:", "%m/%d@", "%m%d/", "%m/%d-", "%y%m%d-", "%d.%m/", "%d%b ", "%m/%d:", "%m/%dat")
    )
    clock = f"{c.rng.randrange(24):02d}{c.pick(('', ':'))}{c.pick((0, 15, 30, 45, 7, 52)):02d}"
    day = d.strftime(shape)
    sep = "at" if day.endswith("at") else day[-1]
    day = day.removesuffix(sep)
    day = day.upper() if c.chance(0.5) else day
    return join(mark(day, Entity.DATE), sep, mark(clock, Near.CLOCK))


def _part_of_month(c: Cast, spec: str) -> Piece:
    d = _day(c, spec)
    name = c.pick((_brief(d), MONTHS[d.month - 1], _brief(d).lower()))
    before = c.pick(
        ("mid-", "mid ", "early ", "late ", "end of ", "end ", "beg of ", "start of ", "by ", "since ", "1st wk ")
    )
    return join(before, mark(name, Entity.DATE))


def _noisy(c: Cast, text: str) -> str:
    """The text as in a poor scan: letters for some digits, blanks around separators."""
    out = "".join(_LOOKS[x] if x in _LOOKS and c.chance(0.22) else x for x in text)
    return out.replace("/", c.pick(("/", "/", " /", "l", "I"))) if c.chance(0.3) else out


def _scanned(entity: Entity, make: Callable[[Cast], str]) -> Field:
    return lambda c, _: mark(_noisy(c, make(c)).strip(), entity)


def _old_day(c: Cast) -> str:
    d = c.day - dt.timedelta(days=c.rng.choice((c.rng.randint(0, 400), c.rng.randint(7000, 33_000))))
    return written_days.written(c, written_days.choose(c, written_days.NUMERIC), d)


def _ten(c: Cast) -> str:
    return one_of(c, ("%##%######",))


def _us(c: Cast) -> str:
    return phones.us(c, _ten(c))


def _split(entity: Entity, shapes: Sequence[str]) -> Field:
    """A number broken across two lines, with a mark on each line."""

    def field(c: Cast, _: str) -> Piece:
        first, last = one_of(c, shapes).split("|")
        glue = c.pick(("\n", "-\n", "\n-", " \n", "- \n   ", "/\n"))
        return join(mark(first, entity), glue, mark(last, entity))

    return field


def _tel(c: Cast, _: str) -> Piece:
    """A link that dials, perhaps with an extension."""
    far = f"+44{one_of(c, ('7#########', '20########'))}"
    number = mark(c.pick((f"+1{_ten(c)}", f"+1{_ten(c)}", _ten(c), _us(c), far)), Entity.TELEPHONE_NUMBER)
    more: Piece = ""
    if c.chance(0.3):
        more = join(c.pick((";ext=", ",,", "p")), mark(one_of(c, ("#{3}", "%###")), Entity.TELEPHONE_NUMBER))
    return join(c.pick(("tel:", "tel:", "tel:", "sms:", "callto:", "facetime:", "tel://")), number, more)


def _hunt(c: Cast, _: str) -> Piece:
    """Neighbouring numbers in one: 555-0140/41."""
    a = c.rng.randint(1000, 9990)
    lead = one_of(c, ("%##-", "%## ", "%##-%##-", "(%##) %##-"))
    tail = c.pick((f"/{(a + 1) % 100:02d}", f" or {a % 10 + 1}", f"/{a + 1}", f"-{(a + 3) % 100:02d}"))
    if " or " in tail:
        return join(mark(f"{lead}{a}", Entity.TELEPHONE_NUMBER), " or ", mark(f"{a + 1}", Entity.TELEPHONE_NUMBER))
    return mark(f"{lead}{a}{tail}", Entity.TELEPHONE_NUMBER)


def _imei(c: Cast, _: str) -> Piece:
    body = f"35{checked_numbers.some_digits(c.rng, 12)}"
    whole = body + luhn_digit(body)
    return mark(f"{whole[:2]} {whole[2:8]} {whole[8:14]} {whole[14]}" if c.chance(0.2) else whole, Entity.DEVICE_ID)


def _nhs(c: Cast, _: str) -> Piece:
    ten = checked_numbers.nhs(c.rng).replace(" ", "").replace("-", "")
    sep = c.pick((" ", " ", "", "-", "  "))
    return mark(sep.join((ten[:3], ten[3:6], ten[6:])), Entity.MEDICAL_RECORD_NUMBER)


def _at_name(c: Cast, _: str) -> Piece:
    """An online user name, including the sign @ in the mark."""
    name = bare_values.FIELDS["uname"](c, "")
    return mark(f"@{name if isinstance(name, str) else name.text}", Entity.USERNAME)


def _odd_age(c: Cast, _: str) -> Piece:
    n, s = c.rng.choice((c.rng.randint(16, 99), c.rng.randint(60, 99))), c.pick("mfMF")
    return mark(c.pick((
        f"{n}yo{s}", f"{n}y{s}", f"{n}YO{s.upper()}", f"{n}yow{s}", f"{n}YO{c.pick('WBHA')}{s.upper()}", f"{n}yr{s}",
        f"{n}{s}",
        f"{n} y.o.", f"{n}-yr", f"{n}yr", f"{n} yr. old", f"{n}y.o.{s}", f"{n}yold", f"{n} yrs old", f"{n}years",
        f"{n}y/o{s}",
    )), Entity.AGE)  # fmt: skip


def _child_age(c: Cast, _: str) -> Piece:
    """Ages of children in the manners of their clinics: 7/12, 6/52, 4;6, 2y3m, 11mF."""
    y, m = c.rng.randint(1, 11), c.rng.randint(1, 11)
    return mark(c.pick((
        f"{m}/12", f"{c.rng.randint(2, 11)}/52", f"{y} {m}/12", f"{y};{m}", f"{y}y{m}m", f"{y}y {m}m", f"{m + 2}mo",
        f"{m + 1} mo",
        f"{m + 6}m", f"{y} yrs {m} mths", f"{y}yr {m}mo", f"{c.rng.randint(2, 9)}-week-old",
        f"{y}-and-a-half-year-old", f"{y}½",
        f"{m + 1}-month-old", f"{c.rng.randint(3, 20)}-day-old", f"{y}y", f"{y}.{m}", f"{c.rng.randint(1, 7)}/7",
    )), Entity.AGE)  # fmt: skip


def _of(entity: Entity, *shapes: str) -> Field:
    return lambda c, _: mark(one_of(c, shapes), entity)


def _plain(*shapes: str) -> Field:
    return lambda c, _: one_of(c, shapes)


def _ratio(c: Cast, _: str) -> str:
    """Two or more numbers with a slash that are not a date."""
    r = c.rng.randint
    return c.pick((
        f"{r(0, 5)}/5", f"20/{c.pick((15, 20, 25, 40, 60, 200))}", f"{r(1, 5)}/6", f"{r(2, 10)}/10", f"{r(9, 30)}/30",
        f"{r(3, 28)}/{r(20, 40)}", f"1/{r(2, 12)}", f"{r(1, 3)}/{r(4, 12)}", f"{r(6, 9)}/{r(8, 10)}",
        f"{r(1, 12)}/{r(10, 28)}",
        f"{r(90, 180)}/{r(50, 99)}", f"{r(2, 6)}/{r(12, 31)}", f"{r(1, 9)}/{r(2, 9)}",
    ))  # fmt: skip


_I, _T = Entity.ID, Entity.TELEPHONE_NUMBER
FIELDS: Mapping[str, Field] = MappingProxyType({
    "tw": _twin(True),
    "same": _twin(False),
    "wkday": _dates("%G-W%V", "%G-W%V", "%GW%V", "W%V-%G", "%G-W%V-%u", "W%V/%y", "%GW%V%u"),
    "romday": _dates("{d}.{r}.%y", "{d}.{R}.%Y", "{d}/{r}/%y", "{d} {r} %y", "{d}.{r}.%Y", "{d}-{R}-%y", "%y.{r}.{d}"),
    "tightday": _dates("{b}{d}", "{d}{l}", "{d}{b}%y", "{b}{o}", "{u}{d}", "{d}{u}%Y", "{l}{d}", "%d{b}", "{d}-{l}"),
    "bareday": _dates("{b} {d}", "{b} {d} %y", "{l} {d}", "{b} {d} '%y", "{l} {o}", "{d} {l}", "{b} {d}, %Y",
                      "{u} {d}"),
    "dmy": _dates("{d}/{m}/%y", "{d}.{m}.%y", "%d/%m/%Y", "{d}-{m}-%y", "{d}/{m}", "{d}.{m}.", "{d}/{m}", "%d/%m"),
    "six": _dates("%m%d%y", "%d%m%y", "%y%m%d", "%m%d%Y", "%Y%m%d", "%Y%m%d"),
    "four": _dates("%m%d"),
    "julday": _dates("%Y-%j", "%Y.%j", "%y-%j", "%Y/%j", "%Y%j"),
    "dtg": _dates("%d0430Z{u}%y", "%d1120Z{u}%y", "%d0600{u}%Y", "%d2315Z {u} %y"),
    "bareyear": _dates("{l} %Y", "{b} %Y", "{l} '%y", "{b} '%y", "{B} %y", "{b}-%y", "{b}%y", "{b}. %Y", "{b} of '%y"),
    "hyday": _dates("{m}-{d}", "{m}-{d}", "{m}-{d}-%y", "%m-%d", "{m}-%d"),
    "my": _dates("{m}/%y", "{m}/%y", "%m/%y", "{m}/%Y"),
    "expday": _dates("%m/%y", "%Y-%m", "%m-%Y", "%m/%Y", "{b} %Y", "{u}%y", "%Y-%m-%d", "%m%y", "%d{u}%Y", "{m}/%y"),
    "inst": _inst,
    "daysof": _days_of,
    "glued": _glued,
    "partmonth": _part_of_month,
    "scanday": _scanned(Entity.DATE, _old_day),
    "scanphone": _scanned(_T, _us),
    "scanid": _scanned(_I, lambda c: one_of(c, ("##-##-##", "#{7}", "#{8}", "@#{6}", "#{3}-#{2}-#{4}", "#{5}-#{4}"))),
    "splitphone": _split(_T, ("%##|%##-####", "(%##) %##|####", "%##-%##|####", "0## ####|####", "+44 7###|######")),
    "splitid": _split(_I, ("#{4}|#{4}", "@#{3}|#{4}", "#{2}-#{2}|#{2}", "@@#{2}|#{5}", "#{6}|#{3}@", "<Y>|#{5}")),
    "natphone": lambda c, _: mark(phones.foreign(c, c.pick(_COUNTRIES)), _T),
    "dialphone": lambda c, _: mark(_us(c), _T),
    "tel": _tel,
    "hunt": _hunt,
    "imei": _imei,
    "nhs": _nhs,
    "atname": _at_name,
    "ageodd": _odd_age,
    "childage": _child_age,
    "natid": _of(_I, "#{3} #{3} #{3}", "#{7}@", "#{4} #{5} #", "@@@####", "#{10}", "#{4} #{3} #{3} @@",
                 "#{4} #{4} #{4}",
                 "#{6}-#{4}", "@@ ## ## ## @", "#{6} #{4}", "@@#{6}@", "#{11}", "#{2}.#{3}.#{3}-@", "#{3} #{3} ###"),
    "tail": _of(_I, "#{4}", "#{4}", "#{3}", "#{5}", "#{4}@", "##@#"),
    "lotno": _of(Entity.DEVICE_ID, "#@#{4}", "@@#{4}", "#{5}@", "@#{5}", "#{6}", "#{4}-#{2}", "@{2}##@#", "<y>@#{3}",
                 "#{8}", "@##@##", "L#{5}", "#{3}@#{2}@"),
    "postno": _of(_I, "1Z$$$$$$##########", "9400 1### #### #### #### ##", "@@#{9}@@", "#{4} #{4} #{4}", "JD#{16}",
                  "7#{11}"),
    "hexid": _of(_I, "^{8}", "^{10}", "^{12}", "^{6}", "^{4}:^{4}", "^{7}", "^{8}-^{4}"),
    "post": _of(Entity.ZIP, "@@# #@@", "@## #@@", "@@## #@@", "@# #@@", "@#@ #@#", "@#@#@#", "#{5}", "0#{4}",
                "#{5}-#{4}",
                "#{4}", "#{4} @@", "@## @#@#", "#{6}", "#{3} #{3}", "9#{4}"),
    "scanbox": _of(Entity.STREET, "P.O. B0X %##", "P0 Box %#l", "P,O. Box %##", "P.0. BOX %###", "PO 8ox %##"),
    "oddunit": _of(Entity.STREET, "Apt %@", "Apt %##", "apt %##", "Ste %#0", "suite %##", "Suite %##", "Apt. #%@",
                   "#%#@", "Flat %/%", "apt%@", "Unit %-%##", "Bsmt", "Rear apt", "Top flat", "Trlr %#", "spc %#",
                   "Lot %##"),
    "ratio": _ratio,
    "ndc": _plain("0###-####-##", "#{5}-#{3}-##", "#{5}-#{4}-#", "#{5}-#{4}-##", "#{11}"),
    "loinc": _plain("#{4}-#", "#{5}-#", "%#{3}-#"),
    "catno": _plain("##-####-###-##", "#{5}-#{3}", "@@-#{4}", "#{6}", "@@#{4}@", "#{4}-##-###", "@##-##-#{3}",
                    "#{3}.#{3}@",
                    "REF #{6}", "@{3}-#{3}-##"),
    "modelno": _plain("@@-##", "@@##@@##", "@-#{3}", "#{4}", "@{2}#{3}", "#{3}@", "@#@", "@@@#{2}", "@##-@", "#{4}@"),
    "ver": _plain("%.%.%#", "%.#", "%#.#.#", "%.%.%", "<Y>.%.#", "%.#.#-rc%", "%#.%", "<Y>.%"),
    "sumno": _plain("0x^{4}", "0x^{8}", "^{8}", "0x^{2}", "^{4}"),
    "errno": _plain("E-###", "E##", "ERR_%##", "0x^{4}", "%##", "AE-%", "F%##", "ORA-0%###", "H%##", "-%#"),
    "carc": _plain("CO-%#", "CO-%##", "PR-%", "OA-%#", "N%##", "MA%##", "PR-2#", "PI-%#", "M%#"),
    "stdno": _plain("ISO %####:20##", "ISO %####-%:20##", "IEC 60601-%-%", "EN ISO %###%", "4[[2|5]] CFR %##.%#",
                    "21 CFR %%.%#", "ANSI/AAMI ST%#", "CLSI M%##-A%", "42 USC %###", "HL7 v2.%.%", "UN 3373",
                    "ASTM F%###"),
    "varno": _plain("c.%###[[C>T|G>A|del|dup|A>G]]", "p.[[R|G|V|E|A]]%##[[H|K|X|fs]]", "rs%######", "rs%####",
                    "NM_00####.#",
                    "%q%#.%", "%#p%#.#", "46,XX,t(%;%#)(q%#;q%#)", "47,XY,+%#", "NG_0#####"),
    "casno": _plain("%#-##-#", "%##-##-#", "%####-##-#", "E%##", "C%%H%#N%O%"),
    "carddoc": _plain("NCT0#######", "ISRCTN########", "PMID %#######", "U01 HL%#####",
                      "EudraCT"),
})  # fmt: skip
