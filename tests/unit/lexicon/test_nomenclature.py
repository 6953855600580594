"""Notation of genetics, staging and obstetrics passes; what identifies people and only looks like it does not."""

from __future__ import annotations

from redactor.lexicon import names
from redactor.lexicon.nomenclature import is_nomenclature
from tests.each_row import each_row

_HGVS = (
    "c.1652G>A", "c.35delG", "c.1521_1523del", "c.1521_1523delCTT", "c.76_77insT", "c.5266dup", "c.-124C>T",
    "c.*97G>A", "c.3849+10kbC>T", "c.489+1G>T", "c.2T=", "c.112_117delinsTG", "g.32340300_32340301del", "m.3243A>G",
    "n.83G>A", "r.76a>u", "p.(Gly551Asp)", "p.Gly551Asp", "p.V600E", "p.Phe508del", "p.Lys27Met", "p.Trp24*",
    "p.Trp24Ter", "p.Arg97fs", "p.Arg97Profs*23", "p.Glu746_Ala750del", "p.E746_A750del", "p.Met1?", "p.(=)", "p.?",
    "NM_000492.4:c.1652G>A", "NM_007294.4(BRCA1):c.5266dup", "NP_009225.1:p.Gln1756fs", "NM_000492", "NM_000492.4",
    "NC_000007.14", "ENST00000357654", "ENST00000357654.9", "ENSG00000012048", "LRG_292t1", "CCDS11453.2",
    "chr7:g.117559590G>A", "chr7:140753336A>T", "chrX:153296777-153297000", "IVS1-2A>G", "V600E", "L858R", "G12D",
    "R132H", "T790M", "F508del", "delF508", "ΔF508", "Gly551Asp", "BRAF V600E", "JAK2 V617F", "EGFR L858R",
    "LRRK2 G2019S", "CFTR:c.1521_1523del", "BRCA2 c.5946delT", "c.1652G>A (p.Gly551Asp)", "c.1652G>A,", "W24*",
    "HTT c.52CAG[42]",
)  # fmt: skip
_IDS_AND_ALLELES = (
    "rs429358", "rs113993960", "COSM476", "COSV56056643", "VCV000007105", "RCV000007535.12", "CYP2D6*4",
    "CYP2D6 *4/*41", "CYP2C19*2/*17", "*1/*4", "*1/*2A", "DPYD*2A", "UGT1A1*28", "TPMT*3C", "CYP2D6*2xN",
    "HLA-B*57:01", "HLA-B*15:02", "HLA-DRB1*04:01:01", "B*27:05", "DRB1*03:01", "DQB1*06:02", "HLA-B27", "HLA-DQ2.5",
    "HLA-DR4", "HLA-A", "A*02:01", "C*06:02", "HLA-A*24:09N",
)  # fmt: skip
_GENES = (
    "BRCA1", "BRCA2", "TP53", "CDKN2A", "MLH1", "MSH6", "PMS2", "CYP2D6", "SLC26A4", "COL4A5", "KCNQ1", "SCN5A",
    "NOTCH1", "SMARCB1", "ABCB11", "HNF1A", "JAK2", "FLT3", "NPM1", "IDH1", "CD4", "CD20", "CD138", "CD45RO",
    "CD79a", "EXT1", "CD34+", "CD4/CD8", "CDKN3", "KCNJ99",
)  # fmt: skip
_KARYOTYPES = (
    "46,XX", "46,XY", "47,XXY", "45,X", "47,XX,+21", "47,XY,+18", "45,X/46,XX", "45,X[12]/46,XX[8]", "46,XY[20]",
    "mos 45,X[5]/46,XX[25]", "46,XY,t(9;22)(q34;q11.2)", "46,XX,del(5)(q13q33)[12]/46,XX[8]",
    "45,XX,der(14;21)(q10;q10)", "46,XX,inv(9)(p12q13)", "46,X,i(X)(q10)", "69,XXX", "t(9;22)", "t(8;14)(q24;q32)",
    "t(15;17)(q24.1;q21.2)", "inv(16)(p13.1q22)", "del(13q)", "del(17p)", "del(5q)", "i(17q)", "dup(1q)", "add(7)(p22)",
    "22q11.2", "17p13.1", "1p36", "Xq28", "15q11-q13", "7q11.23", "1p/19q", "11q23", "5q-", "13q", "5q",
    "arr[GRCh38]", "arr[GRCh37] 22q11.21(18916842_21465659)x1", "arr(1-22,X)x2", "arr(X,Y)x1,(1-22)x2",
    "nuc ish(BCR,ABL1)x2", "ish del(22)(q11.2q11.2)",
)  # fmt: skip
_STAGES = (
    "pT2N1aM0", "pT2", "pTis", "cT1cN0M0", "ypT0N0", "ypT0 ypN0", "pT3 N1 M0", "T2N0M0", "T1N0", "T4bN2cM1a", "pN0(sn)",
    "pN2a(7/18)", "A/Victoria/2570/2019", "B/Phuket/3073/2013-like",
    "pN1mi", "pT1a", "rpT2", "cT3d", "T3, N1, M0", "pT3 pN1 cM0", "pT3N1aM0 L1 V0 Pn1 R0 G2", "T2N1MX", "pT2(m)N0",
    "FIGO IIIC", "FIGO IA2", "FIGO stage IIIC1", "stage IV", "stage IIA", "Stage 3", "stage IVB", "IIIC1", "IB2", "IIA",
    "IVB", "3+4=7", "4 + 3 = 7", "Gleason 4+5=9",
)  # fmt: skip
_OBSTETRIC = (
    "G2P1", "G1P0", "G3P2002", "G4P2A1", "G3 P2", "G2P1+1", "G5P2-1-1-3", "G2T1P0A0L1", "G4P3SAB1", "G3P2L2", "G10P8",
    "G2P1001", "G2, P1",
)  # fmt: skip


@each_row("text", _HGVS + _IDS_AND_ALLELES + _GENES + _KARYOTYPES + _STAGES + _OBSTETRIC)
def test_a_term_of_a_notation_is_one(text: str) -> None:
    assert is_nomenclature(text)


@each_row(
    "text",
    [
        # numbers of records, accessions, specimens, insurers
        "12345678", "MRN12345", "MRN-0012345", "MRN123", "A1234567", "S1234567D", "AB123456", "S21-12345",
        "SP-21-001234", "H20-5678", "G20-1234", "T12-345", "E123456", "K12345", "V600", "P123456", "G12345", "R1234T",
        "NM_12", "NM123456", "RS429358", "rs12", "CD1234", "CD12345678", "CP21-345", "ABC123", "ABC12", "XYZ789",
        "BRCA12345", "ACC1234567", "HLA12345", "ID123", "BED12", "VCV71", "COSM", "4:12345678",
        # numbers of other kinds: telephones, dates, times, ZIP and postal codes, plates, streets
        "555-0123", "(555) 555-0123", "+1 555 555 0123", "+44 20 7946 0018", "12/03/2020", "2020-03-12", "4/5/21",
        "3/4", "14:30", "7p", "12p", "7p-7a", "02139", "02139-1234", "K1A 0B1", "K1A", "M5V", "T2N 1N4", "T2N",
        "SW1A 1AA", "SW1A", "EC1A 1BB", "M1 1AE", "N64W23760", "W204N11912", "46, XX St", "22 Q Street", "1 P Street",
        "LE11 3TU", "192.168.1.1", "46,000", "45,123",
        # names, initials, user names, e-mail addresses
        "John Smith", "John Smith III", "SMITH III", "Henry IV", "III", "II", "IV", "JD", "A", "T", "Mary", "Ada",
        "Max", "Cox", "Gram", "Dr. Del Rio", "J. Del(rio)", "LEE2", "ANN1", "JOHN12", "JSMITH2", "KLEE1", "smith2",
        "p.smith", "c.jones", "g.lee@example.org", "P. V. Smith", "c.o.", "G. P.", "R. Thomas", "Val", "Arg Smith",
        "t(homas)", "Stage Street 4", "JOHN V600E SMITH", "SMITH V600E", "ADA R12C", "SMITH *4", "COX*1",
        "MAX:V600E", "EXT1234", "EXT45", "IVA",
        "A/Smith/4/2019", "A/Smith/2019", "ish Kumar", "ish (Kumar)", "arr Smith", "Phe Thao", "Pro 12",
        "", " ", ",", "-", "*", "*4",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_notation_is_none(text: str) -> None:
    assert not is_nomenclature(text)


def test_no_name_is_a_notation() -> None:
    listed = [name for name in names.given() | names.family() if len(name) < 5]
    assert [name for name in listed for text in (name, name.capitalize(), name.upper()) if is_nomenclature(text)] == []


def test_a_term_within_a_sentence_is_none() -> None:
    assert not is_nomenclature("Maria Lopez, G2P1, seen by Dr. Cox")
    assert not is_nomenclature("BRCA1 carrier John Smith")


@each_row("part", ["46,XX,", "c.1", "t(9;22)", "arr(", "*1/", "p.(", "T1", "pT2N1", "G2P", "A"])
def test_a_long_text_is_none(part: str) -> None:
    """Linear time: benchmarks/linear_time.py."""
    assert not is_nomenclature(part * 20_000)
    assert not is_nomenclature((part * 300)[:300])
