"""Recognise notation of genetics, strains, staging and obstetrics by its form: c.1652G>A, CYP2D6*4, pT2N1aM0, G2P1.

HGVS: den Dunnen et al. 2016, Hum Mutat 37:564. Karyotypes: ISCN 2020. Star alleles: PharmVar. HLA: the nomenclature of
WHO. TNM: UICC, 8th edition. Letters count in the case that each notation prescribes. Every pattern takes linear time.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

import re2

from redactor.lexicon import medicine, names
from redactor.lexicon.words import is_ordinary

# --- genetics ---

_SYMBOL = r"[A-Z][A-Z0-9]{1,9}"  # of a gene, where what follows shows that it is one
_TRANSCRIPT = (
    r"(?:(?:N[CGMPRTW]|X[MPR])_\d{6,9}(?:\.\d{1,2})?|ENS[EGPRT]\d{11}(?:\.\d{1,2})?"
    r"|LRG_\d{1,4}(?:[pt]\d{1,2})?|CCDS\d{1,6}(?:\.\d{1,2})?)"
)
_CHROMOSOME = r"(?:[1-9]|1\d|2[0-2]|X|Y)"
_VARIANT_ID = r"(?:rs[1-9]\d{2,11}|COS[MV]\d{2,10}|[RV]CV\d{9}(?:\.\d{1,2})?)"

_BASES = r"[ACGTUacgtu]"
_POSITION = r"[-*]?\d{1,9}(?:[-+]\d{1,7}(?:kb)?)?"
_EDIT = (
    rf"(?:{_BASES}+>{_BASES}+|{_BASES}?=|inv"
    rf"|(?:del|dup){_BASES}*(?:ins{_BASES}+)?|ins{_BASES}+|{_BASES}+\[\d{{1,4}}\])"
)
_NUCLEOTIDES = rf"[cgmnor]\.\(?{_POSITION}(?:_{_POSITION})?{_EDIT}\)?|IVS\d{{1,3}}[-+]\d{{1,5}}{_BASES}>{_BASES}"
_GENOMIC = rf"chr(?:{_CHROMOSOME}|MT?):(?:g\.)?\d{{1,9}}(?:[-_]\d{{1,9}})?(?:\s?{_EDIT})?"

_ACIDS = r"(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Sec|Ter)"
_ACID = r"[ACDEFGHIKLMNPQRSTVWY]"
_FRAMESHIFT = r"fs(?:(?:\*|X|Ter)(?:\d{1,4}|\?))?"
_LONG_CHANGE = (
    rf"{_ACIDS}\d{{1,5}}(?:_{_ACIDS}\d{{1,5}})?"
    rf"(?:{_ACIDS}?{_FRAMESHIFT}|{_ACIDS}|delins(?:{_ACIDS})+|ins(?:{_ACIDS})+|del|dup|=|\*|X|\?)"
)
_SHORT_CHANGE = (
    rf"{_ACID}\d{{1,5}}(?:_{_ACID}\d{{1,5}})?"
    rf"(?:{_ACID}?{_FRAMESHIFT}|{_ACID}|delins{_ACID}+|ins{_ACID}+|del|dup|=|\*|X|\?)"
)
_PROTEIN = rf"p\.(?:\(?(?:{_LONG_CHANGE}|{_SHORT_CHANGE})\)?|\(?=\)?|\?|0)"
# Alone, "K1A" is the beginning of a Canadian postal code, and a letter before four digits may number a record.
_BARE_CHANGE = rf"(?:{_LONG_CHANGE}|{_ACID}\d{{2,3}}(?:{_ACID}|\*|X|del|{_FRAMESHIFT})|(?:del|Δ)F508)"
_CHANGE = rf"(?:{_NUCLEOTIDES}|{_PROTEIN}|{_BARE_CHANGE}|{_ACID}\d{{1,4}}(?:{_ACID}|\*|X|{_FRAMESHIFT}))"
_HGVS = (
    rf"(?:{_NUCLEOTIDES}|{_GENOMIC}|{_PROTEIN}|{_BARE_CHANGE}|{_TRANSCRIPT}(?:\({_SYMBOL}\))?:(?:{_NUCLEOTIDES}|{_PROTEIN})"
    rf"|{_TRANSCRIPT}|(?:{_NUCLEOTIDES})\s\({_PROTEIN}\))"
)

_STAR = r"\*\d{1,3}(?:\.\d{3})?[A-Z]?(?:x(?:N|\d{1,2}))?"
_STAR_ALLELES = rf"{_STAR}/{_STAR}"
_HLA_LOCUS = r"(?:A|B|C|Cw|E|G|DRA|DRB[1-9]|DQ[AB][12]|DP[AB][12])"
_HLA = (
    rf"(?:HLA-)?{_HLA_LOCUS}\*\d{{2,3}}(?::\d{{2,3}}){{0,3}}[ALNQS]?"
    rf"|HLA-(?:{_HLA_LOCUS}|DR|DQ|DP)\d{{0,4}}(?:\.\d)?"
)
_CD = r"CD\d{1,3}(?:[a-z]|R[ABO]|L)?(?:[-+]|/CD\d{1,3}[a-z]?)?"

# --- karyotypes ---

_BAND = r"[pq]\d{1,2}(?:\.\d{1,3})?"
_LOCUS = rf"{_CHROMOSOME}(?:{_BAND}(?:-?{_BAND})?|q-?)|1p/19q"
_BREAKS = r"[0-9XYpqcent;.:~?+-]+"
_REARRANGED = (
    r"(?:add|del|der|dic|dmin|dup|fra|hsr|i|idic|ins|inv|r|rob|t|trp|upd)"
    rf"\((?:[0-9XY;?pq.]+)\)(?:\({_BREAKS}\))?(?:mat|pat|dn|c)?"
)
_NUMERIC = r"[-+](?:\d{1,2}|[XY]|mar)c?"
_CLONE = (
    rf"(?:mos )?\d{{2}}(?:[-~]\d{{2}})?,[XY]{{1,5}}"
    rf"(?:,\s?(?:{_NUMERIC}|(?:[-+]?{_REARRANGED})+))*(?:\[(?:cp)?\d{{1,3}}\])?"
)
_KARYOTYPE = rf"(?:{_CLONE}(?:/{_CLONE})*|(?:{_REARRANGED})+)"
_BUILD = r"\[(?:GRCh3[678]|hg(?:18|19|38))\]"
_ARRAY = (
    rf"(?:arr|sseq|rsa)\s?(?:{_BUILD}"
    rf"|(?:{_BUILD}\s?)?(?:\(?[0-9XYpq][0-9XYpq.,_()~; -]*\)?\s?[x×]\d(?:[-~]\d)?,?\s?)+)"
)
_IN_SITU = r"(?:nuc ish|ish [a-z]{1,4})\([A-Za-z0-9;,.()x×+-]+"

# --- staging and obstetrics ---

_T = r"T(?:[0-4](?:mi|[a-d][1-3]?)?|is|X|x|a)(?:\(m\)|\(\d{1,2}\))?"
_N = r"N(?:[0-3](?:mi|[a-c])?|X|x)(?:\((?:sn|i[-+]|mol[-+]|f|\d{1,2}/\d{1,2})\))?"
_M = r"M(?:[01][a-d]?|X|x)(?:\(i\+\))?"
_MORE_STAGE = r"(?:[\s,]{0,2}(?:G[1-4X]|L[01X]|V[0-2X]|Pn[01X]|R[0-2X]|S[0-3X]))"
_TNM = (
    rf"(?:[yram]{{0,2}}[cp]{_T}|y?[cp]?{_T}[\s,]{{0,2}}[cp]?{_N}|[yr]?[cp]{_N}|[cp]{_M})"
    rf"(?:[\s,]{{0,2}}y?[cp]?{_N})?(?:[\s,]{{0,2}}y?[cp]?{_M})?{_MORE_STAGE}*"
)
_ROMAN = r"(?:IV|I{1,3})"
_STAGE = (
    rf"(?:FIGO|[Ss]tage|FIGO [Ss]tage)\s(?:{_ROMAN}|[0-4])[A-Ea-eSX]{{0,2}}\d?(?:\([ip+-]{{1,2}}\))?"
    rf"|{_ROMAN}[ABC][12]|I{{2,3}}[ABC]|IVB"
)
_GLEASON = r"(?:Gleason\s)?[1-5]\s?\+\s?[1-5]\s?=\s?(?:[2-9]|10)"
_OBSTETRIC = (
    r"G\d{1,2}[\s,]{0,2}(?:T\d{1,2}[\s,]{0,2})?P(?:\d{3,4}|\d(?:-\d){3}|\d{1,2}(?:\+\d{1,2})?)"
    r"(?:[\s,]{0,2}(?:A|L|M|E|SAB|TAB|EAB|Ab|LC)\d{1,2}){0,4}(?:\+\d)?"
)

# Strains of influenza: Bull World Health Organ 1980, 58:585.
# The number of an isolate is none of a month: "A/Smith/4/2019" may be a person and a date.
_STRAIN = r"[ABC]/(?:[A-Z][A-Za-z-]+/){1,2}(?:1[3-9]|[2-9]\d|\d{3,6})/(?:19|20)\d{2}(?:-like)?"
_PRAGUE = r"(?:Prague\s)?C\d{1,2}(?:\.\d)?M\d{1,2}(?:\.\d)?"  # Barrett's oesophagus: Sharma et al. 2006
_NOTATIONS = (
    _VARIANT_ID, _HGVS, _STAR_ALLELES, _HLA, _CD, _LOCUS, _KARYOTYPE, _ARRAY, _IN_SITU, _TNM, _STAGE, _GLEASON,
    _OBSTETRIC, _PRAGUE, _STRAIN,
)  # fmt: skip
_NOTATION = re2.compile("|".join(f"(?:{notation})" for notation in _NOTATIONS))
_HISTORY_OR_STAGE = re2.compile(rf"{_OBSTETRIC}|y?[cp]?{_T}[\s,]{{0,2}}[cp]?{_N}[\s,]{{0,2}}[cp]?{_M}")
# "BRAF V600E", "CYP2D6*4"
_GENE_AND_CHANGE = re2.compile(rf"({_SYMBOL})(?:[ :]\s?{_CHANGE}(?:\s\({_PROTEIN}\))?|\s?{_STAR}(?:/{_STAR})?)")
_GENE = re2.compile(r"([A-Z]{2,9})\d{1,3}(?:[A-Z]{1,2}\d{0,2}){0,2}")
_SIGN = re.compile(r"[\dITVXYx?=(]|HLA-")  # every notation has one of these
_LETTER = re.compile("[A-Za-z*=]")  # and one of these
_LONGEST = 300
_CACHE = 16_384  # terms; most recur


@cache
def _gene_families() -> frozenset[str]:
    """Return letters, four or more, that gene symbols have before their first digit: "brca", "cdkn"."""
    heads = (_GENE.fullmatch(term.upper()) for term in medicine.genes())
    letters = {head[1].lower() for head in heads if head and len(head[1]) > 3}
    return frozenset(head for head in letters if not is_ordinary(head)) - names.given() - names.family()


def _is_numbered_gene(text: str) -> bool:
    gene = _GENE.fullmatch(text)
    return gene is not None and (text.lower() in medicine.genes() or gene[1].lower() in _gene_families())


def _is_gene(text: str) -> bool:
    key = text.lower()
    return _is_numbered_gene(text) or (key in medicine.genes() and key not in medicine.frequent_names())


def is_history_or_stage(text: str) -> bool:
    """Return whether a text is an obstetric history or all of a TNM stage: these have no other meaning."""
    return _has_signs(text) and _HISTORY_OR_STAGE.fullmatch(text) is not None


def is_nomenclature(text: str) -> bool:
    """Return whether a text is one term of these notations. Space and commas around it do not count."""
    text = text.strip(" \t\r\n,;:")
    return len(text) <= _LONGEST and _has_signs(text) and _is_notation(text)


def _has_signs(text: str) -> bool:
    """Return False, by a cheap check, only if a text is no notation."""
    return _SIGN.search(text) is not None and _LETTER.search(text) is not None


@lru_cache(maxsize=_CACHE)
def _is_notation(text: str) -> bool:
    if _NOTATION.fullmatch(text) or _is_numbered_gene(text):
        return True
    of_gene = _GENE_AND_CHANGE.fullmatch(text)
    return of_gene is not None and _is_gene(of_gene[1])
