"""Hold the telephone area codes of North America by state or province and by region."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from redactor.lexicon import data_files

# The codes that synthetic numbers are drawn from: some of the older ones of each state.
MAIN_CODES: Mapping[str, tuple[int, ...]] = MappingProxyType({
    "AL": (205, 256), "AK": (907,), "AZ": (602, 520), "AR": (501, 479), "CA": (213, 415, 650, 916), "CO": (303, 719),
    "CT": (203, 860), "DE": (302,), "DC": (202,), "FL": (305, 407, 813), "GA": (404, 706), "HI": (808,), "ID": (208,),
    "IL": (312, 217), "IN": (317, 219), "IA": (515, 319), "KS": (316, 913), "KY": (502, 606), "LA": (504, 318),
    "ME": (207,), "MD": (301, 410), "MA": (617, 413), "MI": (313, 616), "MN": (612, 218), "MS": (601,),
    "MO": (314, 816), "MT": (406,), "NE": (402, 308), "NV": (702, 775), "NH": (603,), "NJ": (201, 609), "NM": (505,),
    "NY": (212, 518, 716), "NC": (704, 919), "ND": (701,), "OH": (216, 614), "OK": (405, 918), "OR": (503, 541),
    "PA": (215, 412), "RI": (401,), "SC": (803, 843), "SD": (605,), "TN": (615, 901), "TX": (214, 512, 713),
    "UT": (801,), "VT": (802,), "VA": (703, 804), "WA": (206, 509), "WV": (304,), "WI": (414, 608), "WY": (307,),
})  # fmt: skip


@cache
def _table() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the codes of the state of each code, of its region, and all codes."""
    states: dict[str, tuple[str, ...]] = {}
    regions: dict[str, tuple[str, ...]] = {}
    for line in data_files.lines("area_codes.txt"):
        groups = [tuple(group.split()[1:]) for group in line.split(";")]
        whole = tuple(code for group in groups for code in group)
        states |= {code: group for group in groups for code in group}
        regions |= dict.fromkeys(whole, whole)
    return states, regions, tuple(sorted(code for code in states if code[0] != "8" or states[code][0] != "800"))


@cache
def like(code: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return codes that may take a code's place: others of its state, then those of its region.

    A code that is the only one of its state is its own replacement. An unknown code may become any. Toll-free codes
    stay toll-free.
    """
    states, regions, every = _table()
    state = states.get(code, every)
    others = tuple(c for c in state if c != code) or state
    return others, tuple(c for c in regions.get(code, every) if c not in state)
