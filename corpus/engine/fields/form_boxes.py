"""The contents of boxes on forms: print numbers, choices, blanks, card numbers of many countries."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine import grammar
from corpus.engine.cast import Cast, Field
from corpus.engine.fields.id_shapes import shaped
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Near, Piece, join, mark


def _words(text: str, sep: str = ";") -> tuple[str, ...]:
    return tuple(x.strip() for x in re.sub(r"\n\s*", " ", text).split(sep) if x.strip())


# The number and the edition of the printed sheet: shapes of `idshapes`, with alternatives.
_FORMS = _words(
    """
    Form %### (0%-1#); FRM-@@@-00## v%; @@-%# (Rev [[A|B|C|D]]); Rev. 0%/[[07|12|15|19|21]];
    F-0%### (Rev 0%/0%);
    CMS-%## ([[02|08|11]]/[[14|18|22]]); Form WC-% (Eff. %-1-1#); OCF-[[3|18|21]]; DWC-0[[1|69|73]]; HCFA-15## ;
    VA Form 10-%###;
    DS-2%##; SSA-[[16|827|3368]]-BK; I-6%# Supplement [[A|B]]; MC-%## [[Rev.|Ed.]] %; NHS/@@/[[Doc|Form]]/%# Issue %;
    [[Stock|Form]] No. %###-@; MR%##@ [[Issued|Reviewed]] 1%; @@@@-F-%## Version [[1.2|2.0|3.1|4]]; HIM %###-% 0%/1#;
    Med 3 04/1#; GP[[5|6]] 0%/1#; Cert %(b); Schedule % Form %; Part [[I|II|III|IV]]-@; B.%## G; Form [[A|B|C]] v%.%;
    PM-%##-@ Ed. [[two|three]]; QF-LAB-%## Rev 0%; SOP/@@/0## App. [[A|B|C]]; T-%### E (0%/1#); 1[[1|4|8]]-%##@ R%;
    LAB%##@ [[2|3]] ply; IC Reorder %####; Doc ID @@-%#.% ; Tmpl %.%.%; PSF-%# ([[rev|REV]] %.1); ePCR form v%.%.%#;
    HR Form %#@; WHO/IVB/%#.0%; C.F. %## ; D.H. Form %#@ 10/9#; L-%-%## Rev [[Mar|Sept]]; Annex %[[a|b]]; Anx. [[C|D]]
    """
)
# Column heads, time stamps, choices and jargon of forms in capitals that look like names, initials or hospitals.
_CAPS: Mapping[str, tuple[str, ...]] = {
    "box": _words(
        "ENR ONS OOS ARR TRN AVL DISP RESP PTC LVSC TXP DIV CXL RTB MILES ODO ALS1 BLS TFL PNOK POA EPOA LIC FEIN NCCI "
        "SIC NAICS TIN UPIN TPN TPR ADJ RTW MMI PPI AWW TTD LTD STD EOR EOB DOS DOI DOV DOA DOD LMP EDC COB PCN BIN "
        "GRP SUBSC DEP REL SPO PAR SIB OTH UNK DECL REQD NVR RES PROV ATT CERT REGD MCO TPA ACC ISS PIN OFF AUTH REC",
        " ",
    ),
    "crf": _words(
        "AESI RECIST CTCAE PR SD PD NE UNK ND ICF PISICF EOS EOT SCR V1 V2 W12 D28 SDV TMF ISF CRF eCRF DCF EDC IxRS"
        " IWRS DSUR SUSAR CIOMS LPLV FPFV PP ITT ECOG PK ADA QTcF NCS CS UNKN INV MON COORD",
        " ",
    ),
    "lab": _words(
        "SST EDTA LIHEP CIT FLOX NaF ESR U/E LFT FBC CRP PSA TFT HBA1C B12 FOL FE VIT-D BHCG UACR MSU HVS FLUID CSF G&S"
        " XM DAT KLEIHAUER COAG INR APTT DDIM FIB MAL RDT VDRL RPR HIV1/2 HBSAG VZVG RUBG QNS HEMOL LIPEM CLOTTED",
        " ",
    ),
}  # fmt: skip
_BLANKS = words("form_boxes", "blanks")
_OPTIONS = _words("""
    [ ] Self [ ] Spouse [ ] Child [x] Other; Y / N / DK; (circle) Single  Married  Widowed  Sep; [X] Routine [ ] Urgent;
    ( ) Employee ( ) Student ( ) Contractor ( ) Agency; [] Post [x] Fax [] Portal; M [ ] F [x] X [ ]; Home Office Field;
    [ ] Ground [ ] Rotor [ ] Fixed wing; O Initial  O Annual  O Exit  O Return; [x] SDS [ ] EDTA [ ] Plain; L  R  Bilat;
    [ ] Dead [ ] Alive [ ] Unknown; [ ] Wills [ ] Trust [ ] None; O Strongly agree O Agree O Neither; Mr Mrs Miss Ms Dr;
    [ ] Bishop score [x] Not assessed; [ ] Ward clerk [x] Porter [ ] Nurse; [ ] Grant leave [ ] Refuse; [ ] Will call;
    [ ] Art therapy [ ] Music; [x] Sunny [ ] Overcast [ ] Rain; O Never O Seldom O Daily; [ ] Frank blood [ ] Trace;
    [ ] Mark site [ ] Site not marked; [ ] Rich tea [ ] Toast; Christian  Muslim  Jewish  Hindu  Sikh  None; [ ] Lane 1;
    [ ] English [ ] Welsh [ ] BSL; [ ] Grade I [ ] II [x] III; (tick) Hospital / Home / Hospice / Other; [ ] Page sent;
    [ ] Witnessed fall [x] Found on floor; [ ] Rose [ ] Clear [ ] Turbid; [ ] Ambulant [ ] Chair [ ] Stretcher; P / F;
    [ ] Sole trader [ ] PAYE; [ ] May swim [ ] Not until reviewed; [ ] Earl (before 09:00) [ ] Late; [ ] Chance finding
""")
_RULES = _words(
    """
    PLEASE PRINT. Press hard - you are making four copies.|Do not write in this margin.|FOR OFFICE USE ONLY|Staff use.
    |Complete Parts A and C before you sign Part D.|Incomplete forms will be returned to the sender.|Attach label here
    |Read the notes overleaf first.|White: Records. Pink: Ward. Blue: Patient.|Leave blank if not known.|TURN OVER
    |A photocopy of this authorization is as valid as the original.|Any person who knowingly gives false information may
    be prosecuted.|You may revoke this consent in writing at any time.|Return the top copy to Human Resources within 7
    days.|Labels on request forms must match the tube.|Discard after 24 months.|Do not fold, staple or punch.|Office
    hours Mon to Fri 8.30 - 5|One specimen per bag.|Samples without a signature will be rejected.|Keep this slip.|Place
    barcode within the box|Continue on a plain sheet if need be.|This document is not valid without a stamp.|NOT A BILL
    |Allow 28 working days.|Use BLOCK CAPITALS and black ball-point pen.|Fields with * are mandatory.|END OF SECTION B
    |Check two identifiers at the bedside.|Verify, then initial.|Caution: federal law restricts this device to sale by
    or on the order of a physician.|Sign here >|Tick one box per line.|See Guide, page 11.|Do not re-use.|STORE 2-6 C
    |The Registrar must be told within five days.|It is an offence to alter an entry.|If in doubt, ask at the desk.
    |Grantor must be of sound mind.|Bearer to carry at all times.|Void if torn.|Mask required beyond this point.""",
    "|",
)
_LAWS = words("form_boxes", "laws")
_BLOOD = words("form_boxes", "blood")
_WARES = words("form_boxes", "wares")
_TOOLS = words("form_boxes", "tools")
# Cards and numbers: the label as forms print it, then its shape.
_CARDS = _words("""
    Hosp no=%######[[|@]]; Hospital No.=@######; H/N=%####/[[09|14|18|21]]; URN=0#{6}; UR No=%#####; MRN=%#######;
    Unit no=@##%##; NHS No=%## ### ####; NHS number=%##-###-####; CHI=#{10}; H&C No=%## ### ####; Medicare no.=%###
    ##### #; MEDICARE NUMBER=%#{9}; IRN / Medicare=%### ##### # / %; IHI=8003 60## #### ####; HCC no=%## ### ###@;
    Pension no=%## ### ###@; DVA file no=[[NX|QX|VX|WX]]######; PHN=9### ### ###; OHIP=%### ### ### @@; RAMQ=@@@@
    #### ####; HKID=@######(#); HKIC No=@@######(@); NRIC=S%######@; NRIC/FIN=G#######@; NHI=@@@####; NHI
    no=@@@##@@; Folder no=%###/[[16|19|22]]; NHIS=%### ####; NHIS No.=#{8}; Ghana Card=GHA-#{9}-#; NIN=#{11}; SHA
    No=%#{6}-#; NHIF=#{7}; SA ID=#{6} #### 08 #; Med aid no=#{9}; PhilHealth=##-#{9}-#; TIN=%##-###-###;
    UMID=CRN-####-#######-#; Aadhaar=#### #### ####; ABHA=##-####-####-####; UHID=@@@@.#{8}; IP
    No=%####/[[17|20|23]]; OP No.=OP#{7}; Emirates ID=784-####-#######-#; QID=2#{10}; TRN=%## ### ###; NIB=%#####;
    EMRN=#{8}; Passport=@#{8}; Lab no=##-@-#{5}; Lab ref=@@#{6}/##; S/No=#{4}; Acct=%#{6}-#; HICN=%@@#-@@#-@@##;
    Cert no=%#####; Encounter=#{9}; Claim no=20## #### ## ####; W/C claim=@@-#{5}-@; Policy=@@@ #### #####;
    Badge=#{4}; Locker=%##; Reg. no=##/####; GMC=%######; NMC PIN=##@####@; PRC=#{7}; AHPRA=MED00#{8}; Lic=@-#{5};
    SSN=%##-##-####; Chip=985#{12}; Batch/donation=W%### ## ### ### #; s/n=%###-#{5}; Lot/serial=@#{5}-#; Crash
    ref=@@/####/##; Incident no=##-####; Run=##-#{6}; PCR=%#{8}; CAD=@#{9}
""")
_GAPS = (" ", " ", " ", "  ", "   ", ": ", ":", " : ", ".", "# ", " #", "\t", " - ", "      ", "= ", ":  ")
_SUBJECTS = ("%##-0##", "0# - 0##", "%#-@@-##", "@@%##-00#", "0 % - 0 # #", "S%#/P0##", "%##/0##")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


def _of(options: tuple[str, ...]) -> Field:
    return lambda c, _: c.pick(options)


def _form(c: Cast, _: str) -> str:
    return shaped(c, c.pick(_FORMS))


def _caps(c: Cast, spec: str) -> str:
    """One capital abbreviation of a pool, or of any."""
    return c.pick(_CAPS[spec] if spec else _CAPS[c.pick(tuple(_CAPS))])


def _card(c: Cast, spec: str) -> Piece:
    """A number after the label that its country prints; spec "bare": the number alone."""
    label, shape = c.pick(_CARDS).split("=")
    value = mark(shaped(c, shape), Entity.ID)
    return value if spec == "bare" else join(label + c.once("blanks.gap", lambda: c.pick(_GAPS)), value)


def _value(shapes: tuple[str, ...], entity: Entity = Entity.ID) -> Field:
    return lambda c, _: mark(shaped(c, c.pick(shapes)), entity)


def _celled(c: Cast, _: str) -> Piece:
    """The note's day with one digit or letter per box."""
    day, year = f"{c.day:%d}", f"{c.day:%Y}"
    month = c.pick((_MONTHS[c.day.month - 1], f"{c.day:%m}"))
    sep = c.pick((" | ", "|", " ", "  ", "] ["))
    groups = [sep.join(x) for x in c.pick(((day, month, year), (day, month, year[2:]), (year, month, day)))]
    between = sep if sep in (" | ", "|", "] [") else c.pick(("   ", " / ", " - "))
    return mark(between.join(groups), Entity.DATE)


def _coded_day(c: Cast, spec: str) -> Piece:
    """A day as a case report form has it, parts of it unknown. spec: days from the note's day."""
    at = c.day + dt.timedelta(days=int(spec) if spec else c.rng.randint(-40, 0))
    month, year, day = _MONTHS[at.month - 1], at.year, f"{at:%d}"
    return mark(c.pick((f"{day}{month}{year}", f"{day}-{month}-{year}", f"UN/{month}/{year}", f"UNK-{month}-{year}",
                        f"{day} {month.title()} {year}", f"{day}/{month}/{year % 100:02d}")), Entity.DATE)  # fmt: skip


def _tick(c: Cast, _: str) -> Piece:
    """A time of day, each some minutes after the previous one in the note."""
    held = c.once("blanks.clock", lambda: [c.rng.randrange(24 * 60)])
    held[0] = (held[0] + c.rng.randint(1, 14)) % (24 * 60)
    text = f"{held[0] // 60:02d}{c.once('blanks.colon', lambda: c.pick(('', '', ':', '.')))}{held[0] % 60:02d}"
    return mark(text, Near.CLOCK)


def _ware(c: Cast, spec: str) -> str:
    """A brand of equipment. spec: "works" for tools; any other for goods; none for either."""
    return c.pick(_TOOLS if spec == "works" or (not spec and c.chance(0.5)) else _WARES)


def _subject(c: Cast, spec: str) -> Piece:
    """A trial subject, the same throughout the note unless spec asks for a new one."""
    if spec:
        return mark(shaped(c, c.pick(_SUBJECTS)), Entity.ID)
    return mark(c.once("blanks.subject", lambda: shaped(c, c.pick(_SUBJECTS))), Entity.ID)


_TOWNISH = words("form_boxes", "townish")
_WORKISH = words("form_boxes", "workish")
_CAMPISH = words("form_boxes", "campish")
_BURIALISH = words("form_boxes", "burialish")


def _built(shapes: tuple[str, ...], entity: Entity) -> Field:
    """A name of an organisation in short, as people write it in a narrow box."""

    def field(c: Cast, _: str) -> Piece:
        who = c.say("{someone:family}").text
        where = c.say(c.pick(("{town}", "{abtown}", "{abtown2}"))).text
        return mark(c.pick(shapes).format(family=who, town=where), entity)

    return field


_LINES: Mapping[str, Callable[[Cast, str], Piece]] = {
    "flno": _form,
    "flcap": _caps,
    "flblank": _of(_BLANKS),
    "flopt": _of(_OPTIONS),
    "flrule": _of(_RULES),
    "fllaw": _of(_LAWS),
    "flblood": _of(_BLOOD),
    "flware": _ware,
    "flcard": _card,
    "flcells": _celled,
    "flcrfday": _coded_day,
    "flsite": _built(_TOWNISH, Entity.HOSPITAL),
    "flwork": _built(_WORKISH, Entity.ORGANIZATION),
    "flcamp": _built(_CAMPISH, Entity.ORGANIZATION),
    "flburial": _built(_BURIALISH, Entity.ORGANIZATION),
    "flsubj": _subject,
    "flclk": _tick,
    "flpass": _value(("0###", "V%##", "@%##", "%##", "%####")),
    "flunit": _value(("W%### ## ######", "W%### ## ### ### #", "G%## ### ### ###", "=W%#{12}", "@%##@####")),
    "flmum": lambda c, _: mark(str(c.rng.randint(17, 45)), Entity.AGE),
    "flhome": lambda c, _: grammar.choose(c.rng, "[[lodge|hotel|relatives|hostel|camp|ship|hotel + camp]]"),
    "flsay": lambda c, _: grammar.choose(c.rng, c.pick(("item %", "line %")).replace("%", str(c.rng.randint(1, 40)))),
}
FIELDS: Mapping[str, Field] = MappingProxyType(dict(_LINES))
