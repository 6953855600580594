"""Cells, codes and capitals on forms and in dense notes that look like identifiers but are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields.people import person
from corpus.engine.words import words
from redactor.sample.marked import Piece, mark


def _words(text: str, sep: str = ";") -> tuple[str, ...]:
    """The entries between the separators of a raw string."""
    return tuple(x.strip() for x in text.replace("\n", " ").split(sep) if x.strip())


# Capitals of clinical shorthand, which read as initials, names or hospitals.
_CAPITALS = _words(
    """
    SLNB ALND LDKT DDKT FSGS MPGN DVT HTN AVG AVF CGA SBA SPC RW GBS EDC EDD SVD VBAC TOLAC NSVD LTCS BTL PPROM SROM
    AROM IUFD GDM DOD TOD DOA POD PTA PTD BKA AKA TMA CABG TAVR MVR ICD PPM LVAD ECMO CRRT IHD HD PD TTS MWF UF PET
    CT MRI MRA MRCP ERCP EUS EGD TEE TTE EEG EMG NCS PFT DLCO ABG VBG CBC BMP CMP LFT PTT INR TSH ANA ANCA SPEP FLC
    GPC GNR MRSA VRE ESBL HSV CMV EBV BK RSV HBV HCV HPV VZV PJP TB NTM IA CLABSI CAUTI VAP SSI PNA UTI SBP HE HRS
    TIPS EV PSE DSA CPRA HLA KDPI CIT WIT DGF ATN AKI CKD ESRD NSTEMI STEMI UA CHF HFREF AF RVR SVT VT VF PEA ROSC
    NS LR PRBC FFP PLT TPN NPO NGT OGT PEG JP EVD ICP CPP GCS MOCA MMSE NIHSS MRS TLSO LSO AFO HKAFO SMO KAFO WBAT
    NWB TTWB PWB FWB ROM MMT ADL IADL HEP POC LTG STG COTA PTA OOB BRP HOB SCD TED RUQ LUQ RLQ LLQ RUE LUE RLE LLE
    RUL RML RLL LUL LLL LAD LCX RCA OM PDA SFA CFA EIA IMA SMA ICA MCA ACA PCA PICA GA FH FHT FHR SVE PNV NT AFP
    NIPT CVS GCT GTT RPR PAP NILM ASCUS LSIL HSIL LEEP IUD OCP LMP FOB MOB NICU PICU CICU SICU PACU OR ED EMS ALS
    BLS SNF NF LTAC IRF ALF ICF HH DME O2 CPAP BIPAP APAP HFNC NC RA NRB TOC MAR TAR PRN UK NA UTA UTO WNL NKA NKDA
    ABN NCS CS AE SAE PK PD PI IP CRF EOT SOC ROC DC AMA LWBS LOS ELOS ARD BIMS CAA RUG PDPM DPT OTD GP GO GN KX CQ
    ABCDE SAMPLE OPQRST AVPU PERRL EOMI CTAB RRR NTND MAE AAOX3 SI HI AVH MSE MDD GAD PTSD OCD ADHD ASD ODD CD SUD
    AUD OUD CIWA COWS PHQ GAD ACE CBT DBT EMDR IOP PHP FSIQ VCI VSI FRI WMI PSI IEP SST LEA ESY FERPA
    """,
    " ",
)
# Shorthand in mixed or small letters.
_SHORT = words("printed_abbreviations", "short")
_CELLS = words("printed_abbreviations", "cells")
_EPONYMS = words("printed_abbreviations", "eponyms")
_OPTIONS = _words("""
    Male / Female / Other; Home / SNF / ED / Other: ____; Yes  No  Unknown; Routine / Urgent / STAT; Y / N; S M D W Sep;
    self / spouse / parent / other; Throat / Nasal / Genital; English / Spanish / ASL / Other; Mild  Moderate  Severe;
    Never  Rarely  Sometimes  Often  Always; Hepatitis A B C; W/C  stretcher  amb; Full Time / Part Time / Retired;
    Approved  Denied  Pended; gradual / sudden; Own  Rent  Shelter; Day / Eve / Night; L / R / Bilat; Upper  Lower;
    Burial / Cremation / Donation; Vaginal / Cesarean; Breast / Bottle / Both; Client  Insurance  Patient;
    Excellent  Very Good  Good  Fair  Poor; Cash  Check  Card; Less Than 1 Year  1-5 Years  Over 5 Years;
    Glasses  Dentures  Hearing Aid  Ring  Watch  Cane; Colds  Exercise  Pets  Mold  Pollen  Smoke; Employed  Student;
    Medicare  Medicaid  Commercial  Self Pay; Father  Mother  Brother  Sister  Grandparent; Quit  Current  Never;
    Resident  Visitor  Staff  Volunteer; Witnessed  Unwitnessed; Clean Catch  Cath  Bag; Lav  SST  Blue  Gray  Red;
    Clear to Participate  With Restriction  Not Cleared; Full Duty  Modified Duty  Off Work; Hx  Now  Never
""")
_BLANKS = words("printed_abbreviations", "blanks")
_QUESTIONS = tuple(
    f"{x}?"
    for x in _words(
        """
    Have you ever passed out during or after exercise?Has a doctor ever denied or restricted your participation?
    Do you have a history of Kawasaki disease?Does anyone in your family have Marfan or Brugada syndrome?
    Have you ever had a menstrual period?How old were you at your first period?Are you feeling healthy and well today?
    In the past 16 weeks have you donated red cells?Have you ever had Chagas disease?Have you had a tattoo or piercing?
    Do you feel safe at home?Do you own a gun?Would you accept blood if needed?Is this visit the result of an accident?
    Has the Patient been seen here before?Was the patient admitted for an overnight stay?Is the condition pregnancy?
    Who Lives In The Home?Do You Use Any Devices To Walk?Do you snore or gasp at night?Any Metal In The Body?
    Do you wear Contacts?Could you be Pregnant?Ever treated for Latent TB?Do you drink Well Water?Was the mold removed?
    Does your child ride in a Car Seat?Can he hop on one foot?Does she say Mama and Dada?Is there peeling paint?
    Have you lost weight without trying?Do you need help with Bathing?Do you have an Advance Directive?
    Have you been exposed to Noise?Do you hear Voices?Has anybody been hurt by your Drinking?Do you sleep well?
    Would you like to talk to a Chaplain?May we leave a message?Will you need a Ride?Do you have Stairs?
        """,
        "?",
    )
)
_LABELS = words("printed_abbreviations", "labels")
_LETTERS = ("A", "B", "C", "D", "E", "F", "G", "GG", "H", "I", "J", "K", "M", "N", "O", "P", "Q", "V", "X", "Z")


def _of(options: tuple[str, ...]) -> Field:
    return lambda c, _: c.pick(options)


def _several(options: tuple[str, ...], least: int, most: int, seps: tuple[str, ...]) -> Callable[[Cast, str], str]:
    def field(c: Cast, spec: str) -> str:
        return c.pick(seps).join(c.rng.sample(options, int(spec) if spec else c.rng.randint(least, most)))

    return field


def _item(c: Cast, _: str) -> str:
    """The number of an item of a form: "A0200", "(M1033)", "GG0130A", "Q14b."."""
    four = f"{c.pick(_LETTERS)}{c.rng.randint(1, 49):02d}{c.pick('0123456789')}0{c.pick(('', '', '', 'A', 'B', 'C'))}"
    return c.pick((four, four, four, f"({four})", f"Q{c.rng.randint(1, 30)}{c.pick('ab ')}".strip() + ".",
                   f"{c.rng.randint(1, 60)}.", f"Item {c.rng.randint(1, 33)}{c.pick(('', 'a', 'b'))}"))  # fmt: skip


def _order(c: Cast, _: str) -> str:
    """A test on a requisition with its number: "[x] 004598 Ferritin"."""
    tests = (
        "CBC; CBC/Plt; CMP; BMP; Ferritin; Lead (Cap); Lead (Ven); TSH; Lipid; HbA1c; UA w/ rfx; Lyme w/ rfx WB; Mono"
    )
    test = c.pick((*tests.split("; "), "GC/CT", "Strep A PCR", "RPR", "Vit D 25-OH", "PSA", "hCG Qn", "ANA w/ rfx"))
    return f"{c.pick(('[ ]', '[ ]', '[x]', '( )', '(X)', '□', '■'))} {c.rng.randint(1000, 399999):06d} {test}"


def _ratio(c: Cast, _: str) -> str:
    """Two numbers with a slash that are not a date: shares, nodes, pulses, levels of care."""
    a, b = c.rng.randint(0, 9), c.rng.randint(1, 28)
    return f"{min(a, b)}/{max(a, b)}"


def _away(c: Cast, _: str) -> str:
    """How long or how often, in shorthand: "x6y", "x 4y", "2x", "q12wk"."""
    n = c.rng.randint(2, 14)
    return c.pick((f"x{n}y", f"x {n}y", f"x{n} yrs", f"{n}x", f"{n}x/wk", f"q{n}wk", f"x{n}d", f"{n}w", f"x {n}/12",
                   f"{n}d hx", f"C{n}", f"C{n}D1", f"D{n}", f"POD {n}", f"HD#{n}"))  # fmt: skip


def _formno(c: Cast, _: str) -> str:
    """The number of a form, printed on it: "WH-380-E", "Form MR-114 (Rev B)"."""
    n = c.rng.randint(10, 4999)
    head = c.pick(("WH", "CMS", "HCFA", "OWCP", "SSA", "VA", "DD", "DL", "DMV", "MR", "NS", "HIM", "OB", "CA", "VS"))
    number = c.pick(
        (f"{head}-{n}", f"{head} {n}", f"{head}-{n}-{c.pick('AEF')}", f"{n}{c.pick('ABX')}", f"I-{n % 999}")
    )
    return c.pick((number, f"Form {number}", f"{number} (Rev {c.pick('ABCD')})", f"Form {number} v{n % 7}"))


def _monogram(c: Cast, spec: str) -> Piece:
    """Two or three letters for a person of the note, the same in every cell of a grid; spec: the role."""
    who = person(c, spec)
    low = c.once("papers.low", lambda: c.chance(0.3))
    third = c.once(f"papers.third {spec}", lambda: who.name.middle[:1] if c.chance(0.4) else "")
    text = f"{who.name.given[:1]}{third}{who.name.family[:1]}"
    return mark(text.lower() if low else text.upper(), who.entity)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "pacap": _of(_CAPITALS),
    "pacaps": _several(_CAPITALS, 2, 6, (" ", "  ", ", ", "/", "   ")),
    "pashort": _of((*_SHORT, *_SHORT, *_CAPITALS[::9])),
    "pacell": _of(_CELLS),
    "pacells": _several(_CELLS, 2, 6, ("  ", "   ", " | ", "\t", "    ", ", ")),
    "paepo": _of(_EPONYMS),
    "paepos": _several(_EPONYMS, 2, 5, ("  ", ". ", ", ", "; ", "   ")),
    "paopt": _of(_OPTIONS),
    "pablank": _of(_BLANKS),
    "paask": _of(_QUESTIONS),
    "palabel": _of(_LABELS),
    "paitem": _item,
    "paorder": _order,
    "paratio": _ratio,
    "paaway": _away,
    "paform": _formno,
    "pamono": _monogram,
})  # fmt: skip
