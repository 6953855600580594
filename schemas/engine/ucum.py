"""Units of measure: recognises UCUM expressions, narrowly enough that no name counts as a unit.

The Unified Code for Units of Measure, case-sensitive form (ucum.org/ucum): the atoms that records use, metric
prefixes, exponents, annotations in braces.
"""

from __future__ import annotations

import re2

_METRIC = (  # noqa: SIM905
    "m g s mol cd K C rad sr Hz N Pa J W A V F Ohm S Wb Cel T H lm lx Bq Gy Sv L l bar eq Eq osm Osm cal Cal U kat "
    "IU [IU] [iU] u eV B Ci st t ar Np Bd bit By dyn erg P G m[H2O] m[Hg] [CFU] cfu pH"
).split()
_PLAIN = (  # noqa: SIM905
    "% [ppth] [ppm] [ppb] [pptr] [pH] [degF] [in_i] [ft_i] [yd_i] [mi_i] [lb_av] [oz_av] [lb_tr] [oz_tr] [gal_us] "
    "[pt_us] [cup_us] [foz_us] [tbs_us] [tsp_us] [drp] [in_us] [ft_us] [pwt_tr] [gr] [diop] [hp_X] [hp_C] [smoot] "
    "[arb'U] [USP'U] [GPL'U] [MPL'U] [APL'U] [beth'U] [anti'Xa'U] [todd'U] [dye'U] [smgy'U] [ka'U] [bdsk'U] [knk'U] "
    "[mclg'U] [tb'U] [FFU] [PFU] [LPF] [HPF] [car_Au] [Ch] [mesh_i] [psi] [S] [D'ag'U] [ELU] [EU] [Lf] [CCID_50] "
    "[TCID_50] [EID_50] [AU] [BAU] [CAE'U] [Amb'a'1'U] [hnsf'U] [MET] [pH] a a_t a_j a_g mo mo_s mo_j wk d h min "
    "deg ' '' gon 10* 10^ [pi] atm [APS'U]"
).split()
_PREFIXES = "Y Z E P T G M k h da d c m u n p f a z y".split()  # noqa: SIM905
_ATOMS = frozenset(_PLAIN) | frozenset(_METRIC) | {p + a for p in _PREFIXES for a in _METRIC}

# An annotation is a comment in braces. Only lower-case words and short abbreviations in capitals are accepted.
_ANNOTATION = re2.compile(r"\{([a-z#%][a-z0-9#%_/ .-]{0,20}|1\.73_m2|[A-Z]{1,5}|[A-Z]{1,5}'U|Ehrlich'U)\}")
_EXPONENT = re2.compile(r"(.*?)([+-]?[0-9]{1,2})")
_NUMBER = re2.compile(r"[0-9]{1,6}")
_SPLIT = re2.compile(r"[^./()]+|[./()]")
MAX_LENGTH = 40


def is_ucum(unit: str) -> bool:
    """Whether the whole of `unit` is a UCUM expression such as mg/dL, 10*3/uL, mm[Hg], {score}, /min."""
    if not 0 < len(unit) <= MAX_LENGTH or not unit.isascii():
        return False
    # An annotation may hold slashes and dots, so it is removed before the expression is split into terms.
    bare = _ANNOTATION.sub("", unit)
    if "{" in bare or "}" in bare:
        return False
    return all(piece in "./()" or _is_term(piece) for piece in _SPLIT.findall(bare))


def _is_term(term: str) -> bool:
    if term in _ATOMS or _NUMBER.fullmatch(term):
        return True
    match = _EXPONENT.fullmatch(term)
    return match is not None and match.group(1) in _ATOMS
