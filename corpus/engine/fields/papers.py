"""What stands on forms and in dense notes beside identifiers, looks like them and is none: cells, codes, capitals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields.people import person
from redactor.sample.marked import Piece, mark


def _words(text: str, sep: str = ";") -> tuple[str, ...]:
    """What stands between the separators of a raw string."""
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
_SHORT = _words("""
    Ven; Phleb; Alz; Vit D def; Derm; Pulm; Init; Remarks; amb; prn; qhs prn; wnl; Lv; Enr; Avail; Ur; Wt; Rx; Hx; Sx;
    Fx; Tx; Dx; Bx; Cx; Px; Alg; Rec; Disp; Ref; Cont; Thymo; pred; Simulect; Envarsus; belatacept; Neulasta OBI;
    Faslodex; Ibrance; Xgeva; Prograf; Cell; Gr; Ht; Freq; Esp; Occ; Resp; Neb; Vanc; Zosyn; Ceft; Flagyl; Coreg;
    Imp; Rec'd; Clr; Tr; Sm; Lg; Mod; Neg; Pos; Nml; Abn; Equiv; Ind; Dep; Sup; Min; Max; Sl; Prior; Adm; Obs
""")
_CELLS = _words("""
    PO; IV; IM; SC; SQ; SL; PR; GT; NG; INH; TOP; BID; TID; QID; QD; QHS; QAM; Q4H; Q6H PRN; qhs prn; daily; Y; N; U;
    HOLD; CONT; STOP; D/C; NEW; CHG; GIVEN; REFUSED; OFF UNIT; NPO; ASLEEP; LATE; OMIT; --; ---; n/a; N/A; unk; UNK;
    none; neg; NEG; POS; tr; TR; 1+; 2+; L; R; B; WNL; ABN; NT; NE; ND; NR; RR; PASS; FAIL; P; F; X; +; -; +/-; -/-;
    tr/-; PEND; QNS; HEM; LIP; DONE; DUE; PRN; SELF; OTC; STABLE; ACTIVE; RESOLVED; CHRONIC; Ind; SBA; CGA; Min A;
    Mod A; Max A; Dep; S/U; Set up; 5/5; 4/5; 3+/5; 1:1; 2:1; RA; 2L; NRB; PERRL; AAOx3; CTA; Sinus; ST; AF; SR; NSR
""")
_EPONYMS = _words("""
    Ober NT; Thomas (+); Trendelenburg +; Homans (-); FABER neg; Lachman 1A; McMurray +; Hawkins +; Neer -; Speed's NT;
    Yergason -; Spurling neg; Tinel L +; Phalen 30 s; Finkelstein +; Romberg steady; Babinski down; Hoffmann absent;
    Kernig neg; Murphy -; Rovsing +; Montevideo 220; Bishop 7; McRoberts; Rubin; Woods screw; Schultze; Tuohy 17g;
    Palmer's point; Hasson; Veress; Babcock; Allis x2; Kocher; Bovie 40/40; Calot; Lund's node; Hartmann's;
    Jackson-Pratt; Penrose; Blake 19 Fr; Balfour; Bookwalter; Doyen; Foley 16; Coude 14; Yankauer; Salem sump; Dobhoff;
    Swan out; Quinton; Hickman; Groshong; Mahurkar; Ewald; Sengstaken; Braden 17; Morse 45; Norton 14; Barthel 65;
    Berg 38; Tinetti 21; Borg 13; Ashworth 1+; Rancho 6; Glasgow 14; Brunnstrom 4; Fugl-Meyer 41; Mallampati 2;
    Cormack 1; Aldrete 9; Apgar 8/9; Ballard 38; Silverman 2; Tanner 3; Kellgren 3; Garden III; Weber B; Gustilo 2;
    Salter II; Mason 1; Gleason 7; Clark II; Breslow 0.6; Banff 1A; Ishak 2; Metavir F2; Child A; Forrest III;
    Prague C1M3; Vienna 3; Sydney: mild; Rome IV; Hinchey II; Haller 3.1; Cobb 22; Risser 3; Fleischner; Bosniak I;
    Bethesda II; Lugano 1; Ann Arbor IIA; Binet A; Rai 1; Rosner; Conners; Beery; Rey copy; Vineland; Woodcock-Johnson;
    Wechsler; Stroop; Trails B; Boston Naming; Wisconsin; Hopkins R; Rorschach; Beck 22; Hamilton 17; Young 9;
    Zung 41; Columbia neg; Giemsa neg; Warthin-Starry neg; Paneth absent; Alcian +; Gram neg; Wright; Kinyoun neg;
    Congo -; Fite neg; Zyrtec; Colace; Bactrim; Percocet; Rhogam; Pitocin; Vicryl 3-0; Prolene; Marcaine; Omnipaque;
    Gadavist; Bitrex; PortaCount; Snellen 20/30; Ishihara 14/14; Titmus; Rinne AC>BC; Weber mid
""")
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
_BLANKS = _words("""
    ________; N/A; n/a; none; None; NONE; same; ditto; Same As Above; see above; see list; on file; ON FILE; declined;
    refused; unknown; UNK; unable; not given; - ; self; SELF; pending; PENDING; retired; RETIRED; to follow; deferred;
    same as patient; not asked; x; 0; (blank); __/__/____; see attached; per record; not applicable; TBD; nil; NKA
""")
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
_LABELS = _words("""
    Special Instructions; Reason For Visit; Chief Complaint; Mode Of Arrival; Onset; Living Arrangement; Learning Needs;
    Preferred Language; Type Of Practice; Frequency; Date Last Worked; Work Status; Religion; Advance Directive On File;
    Fall Risk; Isolation; Code Status; Diet; Activity Level; Prior Level Of Function; Precautions; Home Set-Up;
    Equipment; Rehab Potential; Mental Status; Bowel/Bladder; Skin Integrity; Restrictions; Fasting; Specimen Source;
        Bill To;
    Exam Limited By; Indication; Comparison; Technique; Complications; Anesthesia; Position; Drains; Counts; Findings;
    Disposition; Condition; Manner; Interval; Autopsy; Plurality; Feeding Plan; Hearing Screen; Grade; Homeroom; Sport;
    Triggers; Rescue Medicine; Tried And Failed; Quantity; Days Supply; Place Of Service; Accepts Assignment; Diagnosis;
    Mask Type; Method; Vision Corrected; Color Vision; Field; Whisper Test; Hemoglobin; Pulse Regular; Arm; Bag Type;
    Valuables; Belongings To; Barriers; Readiness; Discipline; Payment Source; Reason For Assessment; Type Of Event
""")
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
    """Two figures with a stroke that are no day: what was done of what, nodes, pulses, needs of help."""
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
    """Two or three letters for somebody of the note, the same in every cell of a grid; spec: the role."""
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
