"""What a note is full of and identifies nobody: ratios that read as dates, parts, allergens, trials, wares, roles.

All fields are plain but {sbpt}, {sbdr} and {sbdr:bare}, which give the word of the last {sbtwin} as somebody's name,
and {sbday}, which gives the digits of the last {sbpair} as a date.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields.idshapes import one_of
from corpus.engine.words import listed
from redactor.entities import Entity
from redactor.sample.marked import Piece, join, mark

# "word: phrases that hold it and name nobody".
_TWINS = {
    word.strip(): listed(phrases.replace(",", ";"))
    for word, _, phrases in (
        line.partition(":")
        for line in """
Timothy: Timothy grass 4+, Timothy pollen, Timothy hay for the guinea pig
Johnson: Johnson grass 3+, Stevens-Johnson ruled out, Johnson & Johnson gauze
Gray: Code Gray overhead, 50 Gray in 25, Gray-white junction kept, Gray stool
Brown: Code Brown again, Brown fat uptake, Brown-Séquard picture, Brown urine
Crowe: Crowe II hip, Crowe sign in the axilla
Leopold: Leopold: back on left, Leopold manoeuvres
Shaffer: Shaffer 3 angles, Shaffer grade 2
Bishop: Bishop 7, Bishop score 4, Bishop's weed
Grace: GRACE 112, Grace period of 3 days, Amazing Grace played
Hope: Hope Scale 22, Hope for the best, Hope is up
Mark: Mark the site, Mark on the wrist, Mark each box, Mark IV pump
Will: Will void by 0100, Will recheck, Living Will on file, Will Rx
May: May sip, May shower, May use either arm, May sit up
Bill: Bill as 99214, Bill per unit, Bill of rights given
Rose: Rose bengal stain, Rose spots, Rose bush scratch, Rose to 39.1
Frank: Frank blood, Frank breech, Frank pus, Frank talk on weight
Chase: Chase the film, Chase the lactate, Chase with water
Hunter: Hunter criteria met, Hunter splint, Hunter-gatherer diet
Carol: Carol service in the day room, Carol singers on the ward
Summer: Summer sores, Summer camp form, Summer rash
Angel: Angel dust x1, Angel wing board, Angel food cake
Christian: Christian Science reader, Christian hymn on, Weber-Christian panniculitis
Art: Art therapy, Art line d3, Art group
Gene: Gene panel sent, Gene therapy arm, Gene dose 3
Faith: Faith strong, Faith healer seen, Faith group on Sundays
Pat: Pat dry, Pat test done, Pat slide for transfer
Rich: Rich in iron, Rich diet, Rich media
Sandy: Sandy grit on the lens, Sandy gait mat
Drew: Drew 3 tubes, Drew a clock, Drew back from touch
Jack: Jack knife position, Car jack fell on foot, Union Jack mug
Dale: Dale trach tie, Dale Foley holder
Wade: Wade test, Wade in slowly
Penny: Penny on the film, Penny-sized wound, Spend a penny q2h
Ruby: Ruby spots, Ruby stent, Ruby laser
Dean: Dean fluorosis index 2, Dean's letter needed
Major: Major depression, Major bleed none, Major trauma call
Price: Price list, Price precautions with ice
Young: Young mania 13, Young clot, Young onset
Long: Long QT, Long leg cast, Long COVID clinic, Long axis
White: White plaque, White coat effect, White cell scan
Black: Black stools, Black box warning, Black eschar
Green: Green bile, Green zone on the peak flow, Green tube on ice
Bush: Bush tea, Bush-Francis 14
Wood: Wood lamp neg, Wood splinter, Wood units 3.2
Stone: Stone protocol CT, Stone free, Stone in the UVJ
Rice: RICE at home, Rice water stool, Rice cereal
Bean: Bean bag under hip, Bean plaster, Bean counting
Fish: FISH negative, Fish oil 1 g, Fish mouth incision, Fish bone
Bird: Bird beak sign, Bird fancier lung, Bird ventilator
Day: Day 3 of 7, Day case, Day room
Winter: Winter itch, Winter vomiting bug, Winter pressures bed
Love: Love handles, Puppy Love on TV
Pain: Pain 3, Pain clinic, Pain free
Baker: Baker cyst, Baker tube, Baker Act hold
Bell: Bell in reach, Bell palsy, Bell rung after cycle 6
Bruce: Bruce stage 3, Bruce protocol 9 min
Allen: Allen test brisk, Allen key, Allen stirrups
Graham: Graham patch, Graham Steell murmur, Graham crackers x2
Kelly: Kelly clamp x4, Kelly pad
Ross: Ross procedure, Ross heart-failure class II
Norton: Norton 14, Norton's plus
Morgan: Morgan lens OU, Morgan trace
Holmes: Holmes tremor, Holmes-Adie pupil
Murphy: Murphy neg, Murphy drip, Murphy bed
Phelps: Phelps sign, Phelps frame
Spencer: Spencer curve, Spencer Wells x6
Harris: Harris hip 48, Harris-Benedict 1,740 kcal
Thomas: Thomas splint, Thomas test 15, Thomas heel
Oliver: Oliver sign, Oliver tug
Nelson: Nelson scale, Nelson's syndrome
Ellis: Ellis class III, Ellis-van Creveld
Maddox: Maddox rod, Maddox wing 2 exo
Barlow: Barlow neg, Barlow mitral valve
Simmonds: Simmonds test, Simmonds' disease
Sister: Sister on nights, Sister Mary Joseph node
Holly: Holly berry eaten, Holly wreath on the door
Ivy: Poison Ivy, IVY index, Ivy rash
Heather: Heather honey, Heather on the moor
Olive: Olive felt, Olive oil drops, Olive tip
Clay: Clay stools, Clay shoveler fracture
Cliff: Cliff sign on VNG, Cliff edge of sleep
Rusty: Rusty sputum, Rusty nail
Skip: Skip lesions, Skip a dose
Miles: Miles operation, Miles walked 2
Reed: Reed cells, Reed instrument
Lance: Lance the boil, Lance-Adams jerks
Glen: Glen plaid sling
Dusty: Dusty job, Dusty loft
Star: STAR system 3.2, Star chart, Star fruit
Melody: Melody valve, Melody hummed
Iris: Iris hooks, Iris bombe, Iris scissors
Amber: Amber zone, Amber urine, Amber beads off
Crystal: Crystal arthropathy, Crystal meth, Crystal negative
Sterling: Sterling balloon 5 x 40
Pearl: Pearl index 0.3, Pearl on the drum
Daisy: Daisy form, DAISY award box, Daisy chain bags
""".strip().splitlines()
    )
}

_POLLEN = listed("""
    Timothy; Bermuda; Johnson; Kentucky blue; June grass; Orchard; Perennial rye; Bahia; Meadow fescue; Sweet vernal;
    Redtop; Brome; oak; birch; maple; elm; cottonwood; box elder; mountain cedar; Arizona cypress; Russian thistle;
    olive; pecan; ash; walnut; sycamore; mulberry; mesquite; hazel; alder; beech; Queen palm; Australian pine; juniper;
    short ragweed; giant ragweed; mugwort; English plantain; lamb's quarters; kochia; pigweed; dock; sage; nettle;
    Burning bush; Canada thistle; D. farinae; D. pter; cat; dog; horse; guinea pig; feathers; mouse; German roach;
    American roach; Alternaria; Cladosporium; Aspergillus; Penicillium; Helminthosporium; Candida; Fusarium; Mucor;
    Brazil nut; macadamia; cashew; pistachio; Ara h 2; Gal d 1; Bet v 1; egg white; casein; soy; wheat; shrimp;
    cod; sesame; latex; fire ant; yellow jacket; Polistes; honey bee; balsam of Peru; nickel; Quaternium-15; thimerosal;
    Kathon CG; Euxyl K400; paraben mix; cobalt; carba mix; Amerchol L-101; hist; saline; Virginia live oak
    """)
_TRIALS = listed("""
    PLATO; PROSEVA; OlympiA; monarchE; DAPA-HF; EMPEROR; PARADIGM; ISCHEMIA; COURAGE; TAILORx; RxPONDER; SOFT; TEXT;
    MA.20; START B; KEYNOTE-522; CheckMate 067; IMpower150; DESTINY; KATHERINE; ADAURA; PACIFIC; FLAURA; CASSINI; HERO;
    VISION; TITAN; ARCHES; PROSPER; SPARTAN; ARASENS; LATITUDE; STAMPEDE; ARISE; ProCESS; ProMISe; SMART; SALT-ED;
    PLUS; BaSICS; ATHOS; VANISH; ADRENAL; APROCCHSS; EOLIA; ROSE; ACURASYS; HYPERION; TTM2; DAWN; DEFUSE; SELECT;
    ANGEL; MR CLEAN; CHANCE; POINT; THALES; SAMMPRIS; CREST; NASCET; ACAS; ARUBA; RESCUEicp; DECRA; CRASH-3; MRC;
    STABILITY; MOON; PROFHER; FAITH; HEALTH; SPORT; BASIL; BEST-CLI; EVAR; IMPROVE; OVER; PIVOTAL; ATLAS; OHTS; EMGT;
    AREDS2; Protocol T; CATT; LUCIDA; ORIGIN; LEADER; SUSTAIN; PIONEER; SURPASS; AWARD; GRADE; ACCORD; ADVANCE; SPRINT;
    HOPE; JUPITER; ODYSSEY; FOURIER; PROVE IT; CORAL; STAR; MERIT; HART; COLT; DIANA; LAURA; AURORA; OUtMATCH; PALISADE;
    POSEIDON; CAPTAIN; TRIMARAN; SIRIUS; CALIMA; TULIP; BLISS; ORAL Solo; SELECT-AXIS; MAXIMISE; EXCEED; UNITI; GEMINI;
    VARSITY; SEAVUE; TRUE NORTH; CELEST; ASPREE; ARRIVE; PRECISE; WOMAN; ORACLE; MAGPIE; TERM; CORD; ASPIRIN-HB
    """)
_WARES = listed("""
    Exitcare; MedBridge; Healthwise; Lexi-Drugs; Krames; Elsevier handout; UpToDate; Isabel; DynaMed; MyChart tip sheet;
    Datix; RLSolutions; Midas; Vocera; Spok; Halo; TigerConnect; Pyxis; Omnicell; Alaris; Cerner downtime; Meditech;
    Dragon; DAX; Nuance; SystmOne; EMIS; RiO; Lorenzo; Badgernet; K2; Viewpoint; Syngo; Visage; PowerChart; FirstNet;
    SurgiNet; CareLink; Merlin; Latitude; Carto 3; EnSite; Muse; Xcelera; Cupid; Beaker; Soft; Sunquest; Copath; Tamtron
    """)
_HALVES = (
    listed("Care; Med; Heal; Chart; Clin; Dose; Vita; Nurse; Safe; Well; Path; Rad; Onco; Ped; Neo; Cardio; Sono"),
    listed("Bridge; Loop; Link; Pilot; Path; Works; Cast; Tree; Guard; Lane; Port; Scribe; Bay; Stone; Wise; Hart"),
)
_REAGENTS = listed("""
    DMEM; RPMI 1640; Gibco FBS; Alexa Fluor 488; TRIzol; SuperScript IV; Lipofectamine 3000; DAPI; Hoechst 33342; MOPS;
    ECL Prime; RIPA; Trypan blue; Ham's F-12; Hank's salts; Earle's balanced salts; Dulbecco's PBS; Percoll; Matrigel;
    Tween 20; Triton X-100; Bradford dye; Coomassie; SYBR Green; TaqMan; Ficoll-Paque; Geltrex; ProLong Gold; OCT;
    Bouin's; Karnovsky's; Krebs-Henseleit; Tyrode's; HEPES; Accutase; Opti-MEM; Neurobasal; B-27; mTeSR Plus; CHIR99021;
    Y-27632; Dynabeads; Qubit; KAPA HyperPrep; Nextera XT; Qiagen columns; Zeiss LSM 880; Leica SP8; Axon Digidata
    """)
_TOOLS = listed("""
    Prism 9.4; ImageJ; Cell Ranger 7; Seurat v4; Bowtie2; Salmon; Kallisto; Trinity; Picard; Galaxy;
    Rosetta; Jupyter; STAR; DESeq2; limma; GATK; BWA; Stata; Julia; MaxQuant; Fiji; Monocle
    """)
_STATS = listed("""
    Mann-Whitney U; Benjamini-Hochberg; Kaplan-Meier; Bonferroni; Holm-Šidák; Kruskal-Wallis; Wilcoxon; Dunnett; Tukey;
    Welch's t; Student's t; Pearson; Spearman; Kendall tau; Fisher exact; McNemar; Cochran Q; Mantel-Haenszel; Breslow;
    Shapiro-Wilk; Levene; Brown-Forsythe; Greenhouse-Geisser; Mauchly; Cohen kappa; Fleiss kappa; Lin's CCC; Deming;
    Bland-Altman; Passing-Bablok; Hosmer-Lemeshow; Nagelkerke; Brier; Harrell C; Youden; DeLong; Schoenfeld; Cox;
    Fine-Gray; Egger; Begg; Hartung-Knapp; DerSimonian-Laird; Cochrane RoB 2; Newcastle-Ottawa; Hardy-Weinberg; Markov;
    Monte Carlo; Latin square; Dirichlet; Dunn; Grubbs; Dixon; Rubin; Poisson; Gini; Moran I; Getis-Ord; Haversine
    """)
_STAFF = listed("""
    EN; HCA; RMN; RM; RN; SW; SP; PT; OT; CT; MA; PA; ID; DO; UC; HUC; PCT; LNA; CRNA; AA; SRNA; IDT; SLT; SALT; CNS;
    ANP; ENP; ECP; FY2; SHO; StR; SpR; CMT; ST3; Reg; Bank; HO; JMO; RMO; VMO; ACEM; GP; DN; HV; CPN; AMHP; IMHA; ODP;
    Pall; Onc; Rehab; Neph; Heme; Endo; Pulm; Rheum; Derm; Optho; Cards; Vasc; Psych; Geri; Peds; Anes; Path; Rads; FWW;
    Sup; Charge; Float; Agency; Scribe; Sitter; MSW; LCSW; RD; RDN; RRT; CRT; EMT-P; AT; ATC; CDE; IBCLC; CCLS; LMT
    """)
_ROLES = listed("""
    Matron; Sister; Sr; Charge; House Sup; the Registrar; Nurse in Charge; Bank Nurse; the Night Sister; Duty Manager;
    Mum; Mom; Dad; Nana; Gram; Granny; Papa; Pop; Auntie; Uncle; Sir; Ma'am; Miss; Coach; Teacher; Father; Rabbi; Imam;
    Pastor; Chaplain; Bishop; Deacon; Foster Mum; Step-Dad; Big Sis; Nan; Oma; Lola; Abuela; Bibi; the Head; Principal;
    Officer; Sarge; the Warden; Carer; Key Worker; Doula; Midwife; Dispatcher; Med Student; Scribe; Attending; Fellow;
    Intern; Chief; Proceduralist; Circulator; Scrub; Perfusionist; Lead Tech; Safeguarding Lead; Bed Manager
    """)
_TONGUES = listed("""
    Hmong; Tagalog; Karen; Farsi; Dari; Pashto; Tigrinya; Amharic; Ilocano; Twi; Ga; Chuukese; Marshallese; Lao; Khmer;
    Burmese; Nepali; Sinhala; Tamil; Telugu; Kannada; Gujarati; Punjabi; Urdu; Sylheti; Yoruba; Igbo; Hausa; Wolof;
    Shona; Zulu; Xhosa; Afrikaans; Sesotho; Māori; Samoan; Tongan; Fijian; Navajo; Cree; Inuktitut; Quechua; Mam;
    K'iche'; Garifuna; Haitian Creole; Kreyòl; Patois; Cape Verdean; Portuguese; Romani; Polish; Welsh; Irish; Gaelic;
    Auslan; ASL; BSL; Makaton; Mandarin; Hakka; Toisanese; Hokkien; Shanghainese; Uyghur; Mongolian; Basque; Maltese
    """)
_THINGS = listed("""
    Juul; Bible; Koran; Torah; Kindle; Wii; Xbox; Zumba; Pilates; Sudoku; Lego; Rosary; Big Book; Stoptober; Fitbit;
    Zimmer; Uno; Jenga; Scrabble; Bingo; Peppa Pig; Bluey; Elmo; Frozen; Minecraft; Velcro; Crocs; Spanx; Gatorade;
    Pedialyte; Ensure; Boost; Sprite; Ribena; Marmite; Weetabix; Cheerios; Jell-O; Oreos; Doritos; Saltines; Vaseline;
    Sudocrem; Desitin; Aquaphor; Aveeno; Cetaphil; Vicks; Tums; Alka-Seltzer; Listerine; Sensodyne; Dove; Tide; Lysol;
    Febreze; Puffs; Huggies; Pampers; Dr. Brown's bottle; Tommee Tippee; Bumbo; Ergobaby; Boppy; Halo sleep sack
    """)
_MODELS = (
    "%#{3}-%#", "@%@@0%", "%#{3}@", "@@@%#", "%@%", "@@ %.5", "@@%", "%#{2}-%#{2}@", "@%#{3}-%#", "%#{5}", "@@-%#{3}/%",
    "%.%# x %#", "%#{3}", "@{3}-%#{3}", "%# Fr x %#", "%#@%#", "M%#{5}", "%#{2}.%#{2}.%#", "@%.%", "%#-%##",
)  # fmt: skip
_CPT = ("97%#0", "992%#", "99%##", "9%#{3}", "7%#{3}", "2%#{3}", "4%#{3}", "J%#{3}", "G0%##", "G2%##", "A4%##", "E0%##")


def _twin(c: Cast, spec: str) -> Piece:
    """A phrase that holds a word. spec: "lower"."""
    word = c.pick(tuple(_TWINS))
    c.once("sober words", lambda: dict[str, str]())["now"] = word
    said = c.pick(_TWINS[word])
    return said.lower() if spec == "lower" else said


def _twin_name(c: Cast) -> str:
    held = c.once("sober words", lambda: dict[str, str]())
    return held.get("now") or c.pick(tuple(_TWINS))


def _twin_dr(c: Cast, spec: str) -> Piece:
    name = _twin_name(c)
    title = "" if spec == "bare" else c.pick(("Dr. ", "Dr ", "Dr. ", "Doctor "))
    return join(title, mark(name, Entity.DOCTOR))


def _twin_pt(c: Cast, spec: str) -> Piece:
    """Somebody of that name. spec: "mr" with a title, "upper"."""
    name = _twin_name(c)
    title = c.pick(("Mr. ", "Mrs. ", "Ms. ", "Mr ", "Mrs ", "Miss ")) if spec == "mr" else ""
    return join(title, mark(name.upper() if spec == "upper" else name, Entity.PERSON))


def _pair(c: Cast, spec: str) -> Piece:
    """Two numbers that could be a month and a day. spec: what stands between, else one of / - and a point."""
    sep = spec or c.pick("////-.")
    said = f"{c.rng.randint(1, 12)}{sep}{c.rng.randint(1, 28)}"
    c.once("sober pairs", lambda: dict[str, str]())["now"] = said
    return said


def _day(c: Cast, spec: str) -> Piece:
    held = c.once("sober pairs", lambda: dict[str, str]())
    said = held.get("now") or f"{c.rng.randint(1, 12)}/{c.rng.randint(1, 28)}"
    return mark(said, Entity.DATE)


def _score(c: Cast, spec: str) -> Piece:
    """Points out of a whole that is written like a day. spec: the whole."""
    whole = int(spec) if spec else c.pick((4, 5, 5, 6, 7, 8, 9, 10, 10, 12, 14, 15, 16, 20, 21, 24, 27, 28, 30))
    return f"{c.rng.randint(0, whole)}{c.pick('///////-')}{whole}" if not spec else f"{c.rng.randint(0, whole)}/{whole}"


def _ware(c: Cast, spec: str) -> Piece:
    if c.chance(0.5):
        return c.pick(_WARES)
    return c.pick(_HALVES[0]) + c.pick(_HALVES[1])


def _made_trial(c: Cast) -> str:
    stem = "".join(
        c.pick(("VO", "RA", "TEN", "LU", "PRO", "MA", "CE", "DI", "SO", "KAL", "BE", "RIN")) for _ in range(3)
    )
    cut = c.rng.randint(1, len(stem) - 1)
    return c.pick(
        (stem, stem, stem[:cut] + stem[cut:].lower(), f"{stem}-{c.rng.randint(1, 9)}", stem.title()[:-1] + "X")
    )


def _trial(c: Cast, spec: str) -> Piece:
    return _made_trial(c) if c.chance(0.35) else c.pick(_TRIALS)


def _plain(options: tuple[str, ...]) -> Field:
    def say(c: Cast, spec: str) -> Piece:
        said = c.pick(options)
        return said.upper() if spec == "upper" else said.lower() if spec == "lower" else said

    return say


FIELDS: Mapping[str, Field] = MappingProxyType({
    "sbtwin": _twin,
    "sbdr": _twin_dr,
    "sbpt": _twin_pt,
    "sbpair": _pair,
    "sbday": _day,
    "sbscore": _score,
    "sbware": _ware,
    "sbtrial": _trial,
    "sbpollen": _plain(_POLLEN),
    "sbreagent": _plain(_REAGENTS),
    "sbtool": _plain(_TOOLS),
    "sbstat": _plain(_STATS),
    "sbstaff": _plain(_STAFF),
    "sbrole": _plain(_ROLES),
    "sbtongue": _plain(_TONGUES),
    "sbthing": _plain(_THINGS),
    "sbmodel": lambda c, _: one_of(c, _MODELS),
    "sbcpt": lambda c, _: one_of(c, _CPT),
})  # fmt: skip
