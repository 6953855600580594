"""Tells by its name whether a column holds published codes, and gives the form of those codes.

As with measurements, every word of the name must speak of codes: "icd10_primary" does, "icd_device_serial" and
"loinc_mapped_by" do not. Callers also check whether the values have the form of the codes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from schemas.authoring.column_words import are_all, tokens, word_table, words

_MAX_NAME_LENGTH = 80  # characters of a name that is read
_ICD_10 = r"[A-Z][0-9][0-9AB](\.?[0-9A-Z]{1,4})?[+*!]?( ?[GVAZ])?"
_ICD_9 = r"([0-9]{3}|V[0-9]{2}|E[0-9]{3})(\.?[0-9]{1,2})?"
_ICD_9_PROCEDURE = r"[0-9]{2}\.?[0-9]{1,2}"
_ICD_10_PCS = r"[0-9BCDFGHX][0-9A-HJ-NP-Z]{6}"
_LOINC = r"[1-9][0-9]{0,5}-[0-9]|(LA|LP|LL|LG)[0-9]{1,6}-[0-9]"
_RXNORM = r"[1-9][0-9]{1,6}"
_SNOMED = r"[1-9][0-9]{2,14}[01]0[0-9]"
_NDC = r"[0-9]{11}|[0-9]{4,5}-[0-9]{3,4}-[0-9]{1,2}"
_HCPCS = r"[0-9]{4}[0-9AFTUM]|[A-VY][0-9]{4}"
_ATC = r"[ABCDGHJLMNPRSV]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?"
_OPS = r"[0-9]-[0-9]{2}[0-9A-Z](\.[0-9A-Z]{1,2})?(:?[LRB])?"
_CCAM = r"[A-Z]{4}[0-9]{3}"
_PREFIXED = (
    r"(ICD10CM|ICD10PCS|ICD10|ICD9CM|ICD9PROC|ICD9|LOINC|RXNORM|SNOMED|SCTID|NDC|CPT|CPT4|HCPCS|ATC|CVX)"
    r":[A-Z0-9][A-Z0-9.-]{0,17}"
)


@dataclass(frozen=True, slots=True)
class CodeSystem:
    """A code system: its usual name, the words of columns that hold its codes, and the re2 pattern of the codes."""

    name: str
    keys: frozenset[str]
    pattern: str


def _system(name: str, keys: str, *patterns: str) -> CodeSystem:
    return CodeSystem(name, word_table(keys), "|".join(patterns))


# The first system counts whose word the name has and whose pattern the values match; "dx" names no edition.
_SYSTEMS = (
    _system("ICD-O", "icdo icdo3 icdo2 morphology morphologie morfologia histology histologic histologie behavior "
            "behaviour topography topographie topografia topo", r"[89][0-9]{3}(/[0-9]{1,2})?", r"C[0-9]{2}(\.?[0-9])?",
            r"[0-9]"),
    _system("ICD-O topography", "primarysite", r"C[0-9]{2}(\.?[0-9])?"),
    _system("ICD-10-PCS", "pcs icd10pcs i10_pr px pr", _ICD_10_PCS),
    _system("ICD-10", "icd10 icd10cm icd10gm icd10am i10 cie10 cim10 cid10 icd dx dgns diag diagnosis diagnose "
            "hauptdiagnose nebendiagnose diagnostico diagnostic ucod cie cim cid dgn", _ICD_10),
    _system("ICD-9", "icd9 icd9cm cie9 cim9 icd dx dgns diag diagnosis dgn", _ICD_9),
    _system("ICD-9 and ICD-10", "icd dx dgns diag diagnosis dgn", _ICD_10, _ICD_9),
    _system("ICD-9 procedures", "icd9 prcdr px", _ICD_9_PROCEDURE),
    _system("CPT and HCPCS", "cpt cpt4 hcpcs cdt px prcdr procedure lab_px", _HCPCS),
    _system("LOINC", "loinc lnc measurement test", _LOINC),
    _system("RxNorm", "rxnorm rxcui rxnormcui", _RXNORM),
    _system("SNOMED CT", "snomed snomedct sct sctid dmd", _SNOMED),
    _system("NDC", "ndc ndc11 ndc9", _NDC),
    _system("ATC", "atc", _ATC),
    _system("OPS", "ops", _OPS),
    _system("CCAM", "ccam", _CCAM),
    _system("CVX", "cvx", "[0-9]{1,3}"),
    _system("MVX", "mvx", "[A-Z]{2,3}"),
    _system("DRG", "drg msdrg aprdrg", "[0-9]{1,4}"),
    _system("revenue codes", "rev revenue", "[0-9]{3,4}"),
    _system("places of service", "pos", "[0-9]{2}"),
    # Letters only of the usual ones: any two letters may be somebody's initials.
    _system("modifiers", "modifier", "[0-9]{2}|[A-Z][0-9]|LT|RT|TC|GT|GA|GC|GY|GZ|QW|QK|QX|QY|QZ|KX|XE|XP|XS|XU|RR|NU"),
    _system("Read codes", "read readcode", r"[0-9A-Za-z][0-9A-Za-z.]{4}([0-9]{2})?"),
    _system("BNF", "bnf", "[0-9]{2,6}[0-9A-Z]{3,9}"),
    _system("MedDRA", "meddra ptcd lltcd", "1[0-9]{7}"),
    _system("GSN", "gsn gcn", "[0-9]{5,6}"),
    _system("i2b2 concepts", "concept", _PREFIXED),
    _system("HLA types", "hla", r"([A-Z]{1,4}[0-9]?\*)?[0-9]{1,3}(:[0-9]{2,3}){0,3}[A-Z]?"),
    _system("chromosomes", "chrom chromosome chr", "(chr)?([0-9]{1,2}|X|Y|MT?)"),
    _system("alleles", "ref alt allele reference", "[ACGT]{1,24}|-"),
    _system("RefSeq", "transcript refseq", r"(N[CGMPR]_[0-9]{6,9}|ENST[0-9]{11})(\.[0-9]{1,2})?"),
    # Roman, as "IA" is also a state.
    _system("stage groups", "stage staging ajcc uicc figo stadium", r"(0|I{1,3}|IV|[0-4])([A-E][0-9]?|is|S)?|[Xx]"),
    _system("HGVS", "hgvs hgvsc hgvsp hgvsg", r"[cgmnpr]\.[(]?[0-9A-Za-z_*+?=>-]{1,40}[)]?"),
)  # fmt: skip
# Further words of such names, which say which of several codes a column holds.
_QUALIFIERS = word_table(
    "code codes cd cds kode codigo primary principal secondary admit admitting admission discharge final list current "
    "cui ct cm version billing billed claim clm line lab labs vax vaccine immunization drug med medication product "
    "condition problem allergy procedure proc prim sec haupt neben hauptdiagnose nebendiagnose source value type main "
    "type3 icd principale principal hist o o3 service place pr lvl level a b c drb1 dq dqb1 dp dpb1 dr of rx cause "
    "underlying ucod ae mh lb vs pt llt test measurement grp group clin clinical "
    "path pathologic pathological summary at"
)
# Beside "icdo" a site is one of the body.
_TUMOR_WORDS = word_table("site subsite tumor tumour cancer anatomic")
# Columns of a word that holds codes only behind it: CDISC SDTM's "LBLOINC".
_SDTM = re.compile(r"[a-z]{2}(loinc|ptcd|lltcd)")


@lru_cache(maxsize=4_096)
def systems_of(name: str) -> tuple[CodeSystem, ...]:
    """Return the code systems whose codes a column may hold by its name."""
    found = tokens(name)
    if not found or len(name) > _MAX_NAME_LENGTH:
        return ()
    if len(found) == 1 and (sdtm := _SDTM.fullmatch(found[0])):
        return tuple(system for system in _SYSTEMS if sdtm[1] in system.keys)
    named = {*found, *words(name), "".join(found)}
    # "ICD10_1", "icd-o-3" and "dx1": the digits belong to the word before.
    named |= {f"{a}{b}" for a, b in pairwise(words(name))}
    keys = frozenset[str]().union(*(system.keys for system in _SYSTEMS if not system.keys.isdisjoint(named)))
    which = _QUALIFIERS | _TUMOR_WORDS if any(key.startswith("icdo") for key in named) else _QUALIFIERS
    if not keys or not ("".join(found) in keys or are_all(name, (keys | which).__contains__)):
        return ()
    return tuple(system for system in _SYSTEMS if not system.keys.isdisjoint(named))
