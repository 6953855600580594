"""Written forms of telephone, fax and pager numbers, at home and abroad."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast
from corpus.engine.fields.addresses import Spot
from corpus.engine.fields.id_shapes import one_of, shaped
from redactor.sample import numbers

# By ISO code, as shapes; the first part of a list is what people write at home, "+" forms travel.
_ABROAD: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "GB": ("0## #### ####", "020 7### ####", "020 8### ####", "0161 ### ####", "01### ######", "(01###) ######",
           "07### ######",
           "07#########", "07### ### ###", "+44 20 7### ####", "+44 7### ######", "+44 (0)1### ######", "+447#########",
           "0044 7### ######", "028 90## ####", "0800 ### ####", "+44(0)########"),
    "IE": ("08# ### ####", "01 ### ####", "+353 8# ### ####", "(0%#) ######", "+353-1-#######", "09# ######"),
    "DE": ("0%# ########", "030 #######", "089/######", "(0%##) ######", "+49 %# ########", "+49 (0)%## ######",
           "0176 ########",
           "0151-#######", "0049 %## #######", "+4917########", "0%### / ####-##"),
    "FR": ("0% ## ## ## ##", "06 ## ## ## ##", "07.##.##.##.##", "+33 6 ## ## ## ##", "+33 (0)1 ## ## ## ##",
           "0033 6########"),
    "ES": ("6## ### ###", "9## ## ## ##", "+34 6## ### ###", "91 ### ## ##", "+34 9########", "(+34) 6## ## ## ##"),
    "MX": ("55 #### ####", "(55) ####-####", "+52 1 ### ### ####", "+52 55 #### ####", "044 55 #### ####",
           "01 (###) ###-####"),
    "IN": ("+91 9#### #####", "9#########", "+91-%#-########", "0%# #### ####", "080-########", "+91 98### ### ##",
           "91 9#########"),
    "AU": ("04## ### ###", "(0%) #### ####", "02 #### ####", "+61 4## ### ###", "+61 2 #### ####", "1300 ### ###",
           "1800 ### ###"),
    "NZ": ("0%# ### ####", "09 ### ####", "+64 2# ### ####", "021 ### ###", "+64-%-###-####"),
    "": ("+## %# ### ## ##", "+%## %## ### ###", "+%##-%#-#######", "00%# %## #######", "+%#########",
         "+7 9## ###-##-##", "+86 13# #### ####",
         "+81 3-####-####", "+82 10-####-####", "+63 9## ### ####", "+234 80# ### ####", "+55 (11) 9####-####",
         "+39 0# ### ####",
         "+41 %# ### ## ##", "+31 6 ########", "+46 70-### ## ##", "+48 ### ### ###", "+90 53# ### ## ##",
         "+972-5#-###-####",
         "+966 5# ### ####", "+20 10# ### ####", "+254 7## ######", "+27 8# ### ####", "+84 9# ### ## ##",
         "+509 ## ## ####",
         "+503 #### ####", "+504 ####-####", "+502 #### ####", "+57 3## ### ####", "+58 4##-#######",
         "+880 1###-######",
         "011 52 ### ### ####", "011-44-20-####-####", "(+351) 9## ### ###"),
})  # fmt: skip
_COMMON = ("({a}) {b}-{c}", "({a}) {b}-{c}", "({a}) {b}-{c}", "{a}-{b}-{c}", "{a}-{b}-{c}", "{a}-{b}-{c}",
           "{a}-{b}-{c}",
           "({a}){b}-{c}", "{a}.{b}.{c}", "{a} {b} {c}", "{a}{b}{c}")  # fmt: skip
_OTHER = (
    "1-{a}-{b}-{c}", "1-{a}-{b}-{c}", "+1 {a} {b} {c}", "+1 ({a}) {b}-{c}", "+1-{a}-{b}-{c}", "+1{a}{b}{c}",
    "1 ({a}) {b}-{c}",
    "1{a}{b}{c}", "{a}/{b}-{c}", "{a} {b}-{c}", "{a}-{b}{c}", "{a}-{b} {c}", "({a}) {b} {c}", "({a}) {b}.{c}",
    "({a})-{b}-{c}",
    "({a}){b}{c}", "+1({a}){b}-{c}", "001-{a}-{b}-{c}", "{a} - {b} - {c}", "({a}) {b} - {c}", "{a}–{b}–{c}",
    "{a}. {b}. {c}",
    "1.{a}.{b}.{c}", "({a} ) {b}-{c}", "{a}*{b}*{c}", "{a}) {b}-{c}", "+1.{a}.{b}.{c}", "{a} {b}{c}", "{a}_{b}_{c}",
    "{a}/{b}/{c}",
)  # fmt: skip
_LOCAL = ("{b}-{c}", "{b}-{c}", "{b}-{c}", "{b} {c}", "{b}.{c}", "{b}{c}")
_EXTENSIONS = (" x#{3,4}", " x#{3,5}", "x#{3,5}", " ext. #{3,5}", " ext #{3,5}", " ext #{2,4}", " Ext. #{4}",
               " Ext #{4}", ", ext. #{2,5}",
               ", x#{4}", " extension #{3,4}", " X#{4}", " EXT #{4}", " ext.#{4}", " (ext. #{4})", "ext#{4}", " #{4}",
               " xtn #{3}")  # fmt: skip
_TOLL_FREE = (
    "1-[[800|888|877|866|855|844|833]]-%##-####", "1-[[800|888|877|866]]-%##-####", "([[800|888|877]]) %##-####",
    "[[800|888]]-%##-####", "1 (800) %##-####", "1.800.%##.####",
    "1-800-%##-[[CARE|HELP|KIDS|PAIN|QUIT|HOPE|BABY|DOCS]]",
    "1-800-[[FLOWERS|QUITNOW|CARDIAC|GETWELL]]", "0800 ### ####", "1-8[[77|55]]-[[MED|CAN|PET|GET]]-####",
)  # fmt: skip
_PAGER = (
    "#{5}", "#{5}", "#{5}", "%####", "%###", "%#-####", "%-####", "%-####", "%##-####", "p%####", "#{6}",
    "%##-%##-####", "(%##) %##-####",
    "%##.%##.####", "%## #### ", "%#####", "%###-%", "#%###", "%##-%##-#### pin %###", "3####", "9%###", "%##",
)  # fmt: skip


def ten_digits(c: Cast, at: Spot) -> str:
    """A number in the area of an address; for one abroad any state's."""
    ten = numbers.phone_digits(c.rng, at.state if at.country == "US" else c.pick(("NY", "CA", "TX", "MA", "FL")))
    # The table of area codes is short; people keep the number of where they came from, and new codes come up.
    return ten if c.chance(0.6) else shaped(c, "%##") + ten[3:]


def us(c: Cast, ten: str, *, extension: float = 0.05) -> str:
    """A North American number of ten digits in one of its written forms."""
    if c.chance(0.05):
        return c.pick(_LOCAL).format(b=ten[3:6], c=ten[6:])
    text = c.pick(_COMMON if c.chance(0.72) else _OTHER).format(a=ten[:3], b=ten[3:6], c=ten[6:])
    return text + one_of(c, _EXTENSIONS) if c.chance(extension) else text


def foreign(c: Cast, country: str) -> str:
    """A number of another country, as written there or with its country code."""
    return one_of(c, _ABROAD.get(country, _ABROAD[""]))


def toll_free(c: Cast) -> str:
    """A toll-free number, sometimes spelt with letters."""
    return one_of(c, _TOLL_FREE)


def any_number(c: Cast, ten: str, at: Spot) -> str:
    """The number of a person at that address; sometimes of another country."""
    if at.country == "CA" or (at.country == "US" and not c.chance(0.04)):
        return us(c, ten)
    return foreign(c, at.country if at.country != "US" else c.pick(tuple(_ABROAD)))


def pager(c: Cast) -> str:
    """A pager's number: five digits mostly."""
    return shaped(c, c.pick(_PAGER)).strip()
