"""Staff and others as hurried notes write them, and what stands in the same places and is nobody.

A name is somebody new at each use: {stfam}, {stgiv}, {stwho}, {stsur} of the staff, {pefam}, {pegiv}, {pewho}, {pesur}
of anybody else. {stini} are initials that are no common abbreviation, {stabb} an abbreviation that is no initials.
{sttwin} is a phrase with a word that {sttwindr} and {sttwinper} then bear as their name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.words import listed
from redactor.entities import Entity
from redactor.sample.forms import Name
from redactor.sample.marked import Near, Piece, join, mark

_LETTERS = "AAABBBCCCDDDEEFFGGHHIJJJKKKKLLLMMMMMNNOPPPRRRRSSSSSTTTUVWWYZ"


_STATE = listed("""
    SOB; NAD; WNL; NKDA; AMS; AFVSS; VSS; A&O; RA; NC; NPO; DNR; DNI; FC; OOB; BS; BM; UO; LOC; ROM; RRR; CTA; NT; ND;
    CP; HA; N/V; DOE; LE; UE; LLE; RUE; SI; HI; VH; AH; PI; SZ; AF; NSR; ST; SR; SB; PVC; BP; HR; RR; TM; EOM; MAE;
    FSBS; BG; I/O; AKI; HTN; DM; CHF; CAD; PE; UTI; PNA; GIB; SBO; OA; RF; LBP; GSW; MVC; ETOH; THC; LKW; EF; EBL; GA;
    EGA; LMP
    """)
_SERVE = listed("""
    PT; OT; SLP; ST; RT; SW; CM; CSW; UR; IR; EP; CT; MR; US; XR; ED; OR; NF; RRT; MRT; IV team; PICC team; HIM; EVS;
    ECT; HD; PD; CVVH; DC; PC; PCP; PA; NP; MA; MS; RD; RN; MD; UC; HUC; PCT; CNA; MDS; DON; HH; DME; SNF; SAR; AR;
    HO; FP; IM; FM; GS; CTS; VS; NSX; OMFS; GYN; OB; MFM; PMR; AM; PM; HS; AC; PC; QD; BID; MAR; CIWA; POC; ADT; PCU;
    NES
    """)
_DO = listed("""
    TTE; TEE; CXR; KUB; EGD; MRCP; LP; EEG; EMG; CTA; MRA; UA; BCx; ABG; VBG; BMP; CBC; INR; PTT; TSH; LFT; CK; TNI;
    ESR; CRP; T&S; PRBC; FFP; TPN; PPN; TF; NGT; OGT; PEG; CVC; PICC; ETT; IVF; NS; LR; D5W; KCl; MgSO4; ASA; MVI;
    PPI; LMWH; CTX; MTX; TNK; tPA; SCD; IS; TLSO; CPAP; HFNC; NRB; EKG; FWF; PCA; TXA; I&D; TOV; ROM; WBAT; TDWB; NWB;
    AROM; PROM
    """)
_SERVICES = listed("""
    Cards; Card; Cardiology; EP; HF; Endo; Endocrine; Neph; Renal; Nephro; Heme; Onc; Heme/Onc; Hem-Onc; GI;
    Hepatology; Liver; ID; Pulm; Pulm/CC; Crit Care; Rheum; Derm; Allergy; Neuro; Stroke; Tele-neuro; NSGY; Nsurg;
    NSX; Ortho; Spine; Hand; Podi; Podiatry; Plastics; PRS; Burn; Gen Surg; ACS; Trauma; Vasc; Vascular; CT surg; CTS;
    Thoracics; Uro; Urol; Gyn; Gyn Onc; OB; MFM; Peds; Heme-Path; Path; Rads; Rad Onc; IR; Neuro IR; Psych; C-L; CL
    psych; Addiction; Pain; APS; Acute pain; Anes; Anesth; Pall; Pall Care; Palliative; Geri; PM&R; PMR; Rehab; Optho;
    Ophtho; Ophth; Eyes; ENT; OMFS; Dental; Oral surg; Wound; WOCN; Ostomy; Transplant; BMT; Tox; Poison control;
    Nutrition; Speech; Genetics; Med; Gen Med; Hospitalist; ICU; MICU; SICU; Night float; Med consult; Bariatrics;
    Colorectal; CRS; Breast; Surg onc; Hepatobiliary; HPB; Diabetes team; Tissue viability; CCOT; Outreach; Med Reg;
    Gastro; Haem; Micro; T&O; Gynae; Paeds; Care of Elderly; COTE; Max fax; SALT; Physio; Bed mgmt; Transport; Pharm;
    Pharmacy; Micro lab; Blood bank; Dispo
    """)
_DEVICES = listed("""
    Foley; Purewick; Bair Hugger; Kerlix; Coban; Ace; Mepilex; Allevyn; Aquacel; Tegaderm; Yankauer; Doppler; Dobhoff;
    Salem; Keofeed; Swan; Cordis; Shiley; Passy-Muir; Bivona; Hoyer; Sara Stedy; Maxi Move; Posey; Waffle; Prevalon;
    Rooke; Unna; Aspen; Miami J; Philadelphia; Jackson-Pratt; Blake; Hemovac; Penrose; Pleurovac; Heimlich; Atrium;
    Hickman; Tenckhoff; Quinton; Vas-Cath; Permcath; Broviac; Groshong; Bovie; Kelly; Kocher; Allis; Richardson;
    Weitlaner; Mayo; Bookwalter; Thompson; Balfour; Deaver; Army-Navy; Babcock; Gelpi; Miller; Macintosh; Glidescope;
    Bougie; Bullard; Eschmann; Ambu; Mapleson; Jackson; Guedel; Magill; Rusch; Bakri; Cook; Pezzer; Malecot; Coude;
    Holter; Zio; Swan-Ganz; Impella; Tandem; Da Vinci; Mayfield; Wilson frame; Stulberg; Trendelenburg; Fowler; Sims;
    Buck; Bryant; Pavlik; Denis Browne; Hoffa; Thomas splint; Ilizarov; Wound Vac; Prevena; Veraflo; Omnicell; Pyxis;
    Alaris; Baxter; Stryker; Hillrom; Welch Allyn; Medline; Kangaroo; Lifepak; Zoll; Accu-Chek; Dexcom; Libre;
    Omnipod; Avery; Dymo; Dragon; Vocera; Amion; Microstream; Aerochamber; Acapella; Flutter; Vest; Airvo;
    Optiflow; Trilogy; Hudson; Venturi; Gomco; Plastibell
    """)
_DRUGS = listed("""
    Ativan; Haldol; Keppra; Cardene; Levo; Levophed; Neo; Vaso; Epi; Dilt; Cardizem; Amio; Lopressor; Coreg; Lasix;
    Bumex; Zofran; Reglan; Dilaudid; Fent; Morphine; Oxy; Tylenol; Toradol; Narcan; Precedex; Prop; Versed; Ketamine;
    Roc; Sux; Vanc; Zosyn; Rocephin; Cipro; Flagyl; Merrem; Mero; Gent; Ancef; Unasyn; Heparin; Lovenox; Eliquis;
    Xarelto; Plavix; Brilinta; Coumadin; Lantus; Humalog; Novolog; Lispro; Regular; Seroquel; Zyprexa; Geodon;
    Risperdal; Depakote; Dilantin; Vimpat; Lamictal; Lyrica; Neurontin; Gaba; Flexeril; Robaxin; Baclofen; Humira;
    Enbrel; Ozempic; Wegovy; Trulicity; Jardiance; Entresto; Zocor; Crestor; Lipitor; Synthroid; Cellcept; Prograf;
    Rituxan; Keytruda; Opdivo; Taxol; Herceptin; Neulasta; Procrit; Venofer; RhoGAM; Pitocin; Mag; Cytotec; Cervidil;
    Methergine; Hemabate; Stadol; Nubain; Ofirmev; Marcaine; Exparel; Bicillin; Santyl; Dakins; Bactroban; Silvadene;
    Nystop; Lidoderm; Colace; Senna; Miralax; Dulcolax; Kayexalate; Lokelma; Phoslo; Renvela; Sensipar; Epogen;
    Albumin; Jevity; Nepro; Osmolite; Ensure; Glucerna; Pedialyte; Symbicort; Spiriva; Trelegy; Duoneb; Xopenex;
    Singulair; Dupixent; Xolair; Clozaril; Invega; Suboxone; Vivitrol; Librium; Serax; Restoril; Ambien; Trazodone;
    Remeron; Zoloft; Prozac; Celexa; Buspar; Vistaril
    """)
_SCORES = listed("""
    Braden #; Morse #; Apgar %/9; Apgars 8 and 9; Glasgow #; Ranson %; Wells %; Berg #; Tinetti #; Rankin %; Barthel
    #; Aldrete %; Mallampati %; Cormack %; Norton #; Waterlow #; Bishop %; Ballard #; Silverman %; Downes %; Hunt Hess
    %; Fisher %; Killip %; Gleason 7; Fuhrman %; Breslow 0.% mm; Clark %; Dukes B; Wagner %; Rutherford %; Garden %;
    Salter %; Gustilo %; Mayo %; Rockall %; Blatchford #; Child-Pugh B%; Maddrey #; Hamilton #; Beck #; Young #;
    Snellen 20/#; Edinburgh #; Epworth #; Richmond -%; Ramsay %; Riker %; Humpty Dumpty #; Hester Davis #; Norton #;
    Mini-Cog %; Wong %; Hendrich %; Katz %; Lawton %; Zung #; Conners #; Vancouver %; Centor %; Alvarado %; Caprini %;
    Padua %; Charlson %
    """)
_SIGNS = listed("""
    Babinski; Hoffmann; Hoffman; Romberg; Kernig; Brudzinski; Murphy; Rovsing; McBurney; Homans; Tinel; Phalen;
    Spurling; Lhermitte; Lachman; McMurray; Apley; Neer; Hawkins; Speed; Yergason; Jobe; Ober; Faber; Patrick; Thomas;
    Trendelenburg; Allen; Adson; Finkelstein; Froment; Rinne; Weber; Dix-Hallpike; Epley; Chvostek; Trousseau; Cullen;
    Grey Turner; Kehr; Coombs; Moro; Barlow; Ortolani; Galeazzi; Nikolsky; Auspitz; Janeway; Osler; Roth;
    Libman-Sacks; Kussmaul; Gowers; Ankle clonus; Thompson; Squeeze; Stemmer; Buerger; Schober; Straight leg; Cozen;
    Mill; Watson; Bouchard; Heberden
    """)
_ROLES = listed("""
    charge; the fellow; the intern; the resident; house sup; house supervisor; night float; the NF; the float; sitter;
    1:1; anesthesia; the attending; the team; primary; primary team; blue team; gold team; red team; Team 3; Med B;
    hospitalist on; the hospitalist; on-call; the SHO; med reg; the reg; F1; the consultant; sister; the matron; bleep
    holder; pharmacy; lab; the tech; tele tech; monitor tech; transport; bed control; registration; admitting; triage;
    the medic; medics; EMS; the driver; security; PD; the deputy; CPS; APS; guardian; the daughter; dtr; wife; hubby;
    mom; POA; HCP; the sister; landlord; the interpreter; language line; the chaplain; volunteer; student; MS3; the
    scribe; unit clerk; front desk; scheduler; coder; the rep; vendor rep; ombudsman; DON; MDS; dietary; housekeeping;
    staffing; agency; registry; per diem
    """)
_CREDS = listed("""
    RN; RN; RN; LPN; LVN; CNA; PCT; NA; MA; CMA; RRT; RCP; RT(R); PT; DPT; OTR; OTR/L; COTA; PTA; SLP; CCC-SLP; LCSW;
    MSW; LMSW; CM; RD; LD; PharmD; RPh; CPhT; NP; FNP; PA-C; PA; CRNA; SRNA; CNM; MD; DO; MBBS; DPM; PhD; PsyD; CHPN;
    WOCN; CWON; CCRN; EMT-P; EMT-B; NRP; RDMS; RVT; CST; CSFA; RNFA; CCP; CLC; IBCLC; CCLS; MDiv; BCC; LPC; LMFT;
    BCBA; RBT; PGY1; PGY-2; PGY3; R4; MS3; MS4; SN; FY1; FY2; ST5; SpR; CT2; HCA; RMN; RGN; EN; AIN; SRN; RM; ODP;
    SCP; ANP; CNS
    """)
# A word, and phrases in which it names nobody.
_TWINS = listed("""
    Foley: Foley out at 6 | Foley cath care | Foley to gravity, clear | no Foley; Kocher: Kocher clamp x2 | Kocher
    incision healing; Swan: Swan pulled | Swan numbers q4 | Swan at 52 cm; Morse: Morse 45 | Morse high | Morse fall
    scale; Braden: Braden 14 | Braden q shift; Bell: Bell palsy | call bell in reach | Bell's on the left; Baker:
    Baker cyst | Baker's cyst on US; Holter: Holter pending | Holter 48 h | needs Holter; Parkinson: Parkinson meds on
    time | r/o Parkinson; Wilson: Wilson frame | Wilson disease neg; Graves: Graves dz | Graves' eyes; Mayo: Mayo
    stand | Mayo scissors; Miller: Miller 2 blade | Miller-Fisher?; Cook: Cook catheter | Cook balloon in; Ward: Ward
    clerk to page | Ward round 10; Doppler: Doppler pulses | Doppler neg for DVT; Thomas: Thomas test neg | Thomas
    splint; Weber: Weber midline | Weber C; Murphy: Murphy neg | Murphy's sign absent; Allen: Allen test ok | Allen's
    normal; Speed: Speed test neg | speed 60; Hunt: Hunt Hess 2; Clark: Clark level II; Bishop: Bishop 6 | Bishop
    score; Young: Young adult unit | young, fit; Glenn: Glenn shunt | s/p Glenn; Norwood: Norwood stage 1; Ross: Ross
    procedure; Cooper: Cooper ligament; Cobb: Cobb angle 32; Hill: Hill-Sachs lesion | up hill; Blake: Blake drain 40
    mL | Blake x2; Penrose: Penrose out; Richardson: Richardson x2; Kelly: Kelly clamp | Kelly x6; Dakin: Dakin's wet
    to dry; Buck: Buck's traction; Hickman: Hickman flushed | Hickman site clean; Salem: Salem to LIS; Aspen: Aspen
    collar; Jackson: Jackson table | Jackson-Pratt 30; Posey: Posey alarm on; Price: price of copay; Hope: hope for
    dc; Grace: grace period; Joy: no joy with IV; Faith: faith important; May: may shower | May need O2; June: due in
    june; April: since april; Angel: angel food cake; Star: star chart; Sunday: Sunday staffing; Will: will recheck;
    Mark: mark the site; Frank: frank blood; Rose: rose to stand; Dawn: up since dawn; Ginger: ginger ale; Sandy:
    sandy stool?; Art: art therapy | art line zeroed; Bill: bill in chart; Pat: pat dry; Max: max assist | max A x2;
    Chance: no chance to eat; Rich: iron rich foods; Drew: drew labs; Ray: x-ray done; Gene: gene panel; Page: page
    MD; Lane: fast lane; Case: case mgmt; Wade: wade pool fall; Grant: grant funded; Trace: trace edema; Penny: penny
    swallowed; Allegra: Allegra prn; Lyrica: Lyrica 75; Yasmin: Yasmin OCP; Mirena: Mirena in place; Camila: Camila
    daily; Portia: Portia OCP; Errin: Errin refill; Coral: coral snake?; Iris: iris normal; Cherry: cherry syrup;
    Olive: olive oil to ears; Hazel: witch hazel pads; Basil: basil allergy; Paris: plaster of paris; Chelsea: chelsea
    boots wet; Israel: Israel retractor; Lincoln: town car, Lincoln; Denver: Denver shunt | Denver II passed; Austin:
    Austin bunion | Austin Flint; Houston: valves of Houston; Boston: Boston brace | Boston Naming 48; Epworth:
    Epworth 11; Nova: Nova meter QC; Stryker: Stryker bed; Levin: Levin tube; Sims: Sims position; Fowler:
    semi-Fowler; Harris: Harris flush; Levine: Levine 2/6; Still: still NPO; Day: day 3 abx; Early: early mobility;
    Moon: moon facies; Short: short of breath; Long: long arm cast; Little: little toe; Best: best motor 6; Noble:
    noble metal crown; Winter: Winter shunt; Lake: lake water exposure; Fields: visual fields full; Banks: food banks;
    Wells: Wells 4.5; Child: Child B; Stone: stone on CT; Law: mother in law; Wing: wing 2 shower; Hand: hand grips
    equal; Cross: cross match; Foot: foot care done
    """)
_AVOID = frozenset(x.upper() for x in (*_STATE, *_SERVE, *_DO, *_CREDS))


def _home(c: Cast) -> names.Kin:
    """A household whose names are in Latin letters."""
    while (held := names.household(c)).home.native:
        pass
    return held


def _whole(c: Cast) -> Name:
    while not (who := names.name(c, _home(c), c.chance(0.6))).given:
        pass
    return who


def _initial(who: Name) -> str:
    return next((ch for ch in who.given if ch.isalpha()), "A").upper()


def _cased(c: Cast, text: str, spec: str, swing: bool = True) -> str:
    """In the case that spec asks for, else in that of the note's hand: small or capital letters in one note of four."""
    if spec in ("upper", "lower"):
        return text.upper() if spec == "upper" else text.lower()
    hand = c.once("staff hand", lambda: c.pick(("",) * 9 + ("lower", "lower", "upper")))
    return _cased(c, text, hand) if swing and hand and not spec and c.chance(0.8) else text


def _family(c: Cast, spec: str) -> str:
    return _cased(c, _home(c).family, spec)


def _given(c: Cast, spec: str) -> str:
    who = _whole(c)
    text = who.nick if c.chance(0.15) else who.given
    return _cased(c, text, spec)


_WHO: Mapping[str, float] = {
    "{f}": 34, "{g} {f}": 12, "{i}. {f}": 10, "{i} {f}": 6, "{f} {i}": 5, "{f}, {g}": 6, "{f},{i}": 3, "{f}, {i}.": 2,
    "{g} {j}": 5, "{g} {j}.": 4, "{g}": 8, "{i}.{f}": 1, "{f} {g}": 3, "{i}{k} {f}": 2, "{f} {i}{k}": 2,
    "{i}. {k}. {f}": 3, "{g} {k}. {f}": 3, "{F}": 4, "{F} {g}": 2, "{F}, {G}": 2, "{F},{i}": 1,
}  # fmt: skip
_SURNAME_FIRST: Mapping[str, float] = {
    "{f} {g}": 6, "{F} {g}": 6, "{F}, {g}": 4, "{f}, {g}": 5, "{f} {i}": 4, "{f} {i}.{k}.": 2, "{f} {i}{k}": 3,
    "{F} {i}": 2, "{F} {G}": 2, "{f},{g}": 2, "{F},{G} {k}": 2, "{f}, {g} {k}.": 3, "{f}^{g}": 0.6,
}  # fmt: skip


def _shaped(shapes: Mapping[str, float]) -> Callable[[Cast, str], str]:
    options, weights = tuple(shapes), tuple(shapes.values())

    def make(c: Cast, spec: str) -> str:
        who = _whole(c)
        usual = c.once(f"staff {len(options)}", lambda: c.rng.choices(options, weights)[0])
        shape = usual if c.chance(0.45) else c.rng.choices(options, weights)[0]
        text = shape.format(f=who.family, g=who.given, i=_initial(who), j=who.family.lstrip("'’")[0].upper(),
                            k=c.pick(_LETTERS), F=who.family.upper(), G=who.given.upper())  # fmt: skip
        return _cased(c, text, spec)

    return make


def _named(make: Callable[[Cast, str], str], entity: Entity) -> Field:
    """spec: "upper", "lower", "plain" for the name's own case, or "poss" for Hale's."""

    def field(c: Cast, spec: str) -> Piece:
        if spec == "poss":
            return join(mark(make(c, "plain"), entity), c.pick(("'s", "'s", "’s")))
        return mark(make(c, spec), entity)

    return field


_HANDS = (
    ("{a}{b}",) * 6 + ("{a}{m}{b}",) * 3 + ("{a}.{b}.", "{a}.{b}.", "{a}.{m}.{b}.", "{a}.{b}", "{a} {b}", "{a}-{b}")
)


def _letters(c: Cast, spec: str) -> str:
    while True:
        a, m, b = (c.pick(_LETTERS) for _ in range(3))
        if a + b not in _AVOID and a + m + b not in _AVOID:
            break
    usual = c.once("staff initials", lambda: c.pick(_HANDS))
    text = (usual if c.chance(0.6) else c.pick(_HANDS)).format(a=a, m=m, b=b)
    low = c.once("staff initials low", lambda: c.chance(0.25)) != c.chance(0.1)
    return text.lower() if spec == "lower" or (low and spec != "upper") else text


def _initials(c: Cast, spec: str) -> Piece:
    """spec: "upper", "lower", "pair" for two people, "cred" for initials with what they are."""
    if spec == "pair":
        return join(mark(_letters(c, ""), Entity.DOCTOR), c.pick(("/", "/", "/", ":", " / ", " & ", "+", ", ")),
                    mark(_letters(c, ""), Entity.DOCTOR))  # fmt: skip
    held = mark(_letters(c, spec), Entity.DOCTOR)
    return join(held, c.pick((" ", ", ", ",")), c.pick(_CREDS)) if spec == "cred" else held


def _plain(options: Sequence[str]) -> Field:
    """spec: "upper", "lower" or "cap" for a first capital."""

    def field(c: Cast, spec: str) -> Piece:
        text = c.pick(options)
        return text[0].upper() + text[1:] if spec == "cap" else _cased(c, text, spec, swing=False)

    return field


def _abbreviation(c: Cast, spec: str) -> Piece:
    """spec: "state", "serve" or "do", what it is about; none for any."""
    kinds = {"state": _STATE, "serve": _SERVE, "do": _DO}
    return c.pick(kinds[spec] if spec else c.pick((_STATE, _SERVE, _DO)))


def _service(c: Cast, spec: str) -> Piece:
    return mark(_cased(c, c.pick(_SERVICES), spec, swing=c.chance(0.3)), Near.DEPARTMENT)


def _score(c: Cast, _: str) -> Piece:
    return c.pick(_SCORES).replace("#", str(c.rng.randint(8, 60))).replace("%", str(c.rng.randint(1, 4)))


@cache
def _phrases() -> Mapping[str, tuple[str, ...]]:
    pairs = (entry.partition(":") for entry in _TWINS)
    return MappingProxyType({word.strip(): tuple(p.strip() for p in said.split("|")) for word, _, said in pairs})


def _fresh(c: Cast) -> str:
    word = c.draw(lambda: c.pick(tuple(_phrases())))
    c.once("staff twins", list[str]).append(word)
    return word


def _twin(c: Cast, spec: str) -> Piece:
    """A phrase with a new word, or with spec "again" one with the word last taken."""
    taken = c.once("staff twins", list[str])
    word = taken[-1] if spec == "again" and taken else _fresh(c)
    return c.pick(_phrases()[word])


def _twin_named(entity: Entity) -> Field:
    """The word last taken as a name. spec: "upper", "lower" or "initial" for "R. Foley"."""

    def field(c: Cast, spec: str) -> Piece:
        taken = c.once("staff twins", list[str])
        word = taken[-1] if taken else _fresh(c)
        if spec == "initial":
            return mark(f"{c.pick(_LETTERS)}{c.pick(('. ', ' ', '.'))}{word}", entity)
        return mark(_cased(c, word, spec, swing=False), entity)

    return field


_MAKES: Mapping[str, Callable[[Cast, str], str]] = {
    "fam": _family, "giv": _given, "who": _shaped(_WHO), "sur": _shaped(_SURNAME_FIRST),
}  # fmt: skip

FIELDS: Mapping[str, Field] = MappingProxyType({
    **{f"st{key}": _named(make, Entity.DOCTOR) for key, make in _MAKES.items()},
    **{f"pe{key}": _named(make, Entity.PERSON) for key, make in _MAKES.items()},
    "stini": _initials,
    "stabb": _abbreviation,
    "stserv": _service,
    "stdev": _plain(_DEVICES),
    "stdrug": _plain(_DRUGS),
    "stscore": _score,
    "stsign": _plain(_SIGNS),
    "strole": _plain(_ROLES),
    "stcred": _plain(_CREDS),
    "sttwin": _twin,
    "sttwindr": _twin_named(Entity.DOCTOR),
    "sttwinper": _twin_named(Entity.PERSON),
})  # fmt: skip
