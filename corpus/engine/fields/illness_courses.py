"""Values of long courses of illness: capitalized words that name nobody, hospitals in colleagues' words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Piece, mark


def _split(text: str) -> tuple[str, ...]:
    return tuple(x.strip() for x in text.replace("\n", " ").split(";") if x.strip())


_ABBREVIATIONS = words("illness_courses", "abbreviations")
_SERVICES = _split("""
    Plastics; Peds; Rads; Rad; Hem; Onc; Heme; Hem/Onc; Vasc; Cath; Micro; Neph; Renal; Cards; EP; Pulm; Pulm HTN; GI;
    Hep; Hepatology; Txp; Transplant; Transplant ID; ID; Stewardship; Rheum; Derm; Endo; Ophtho; Optho; Uro; Gyn-Onc;
    MFM; Neo; NSGY; Neuro; Neurocrit; Stroke; Epilepsy; Psych; C-L Psych; Addiction; Pall Care; Palliative; Ethics;
    Ortho; Ortho Trauma; Spine; Hand; ACS; Trauma; Burn; CT Surg; CTS; Thoracics; Colorectal; Bariatrics; HPB; ENT;
    OMFS; Dental; PM&R; Physiatry; Acute Pain; Chronic Pain; Anesthesia; Blood Bank; Apheresis; Coag; Tox; Genetics;
    Allergy; Immunology; Wound/Ostomy; Nutrition; Pharmacy; Respiratory; Rad Onc; IR; Neuro IR; Nuc Med; Path; Cytology;
    Neuropath; Geri; Geriatrics; Acute Medicine; Med B; Gold Team; Night Float; Hospitalist; Care of the Elderly
    """)
_THINGS = _split("""
    McGrath; Glidescope; Shiley; Bivona; Mahurkar; Quinton; Permcath; Palindrome; Tuohy; Touhy; Quincke; Whitacre;
    Sprotte;
    Cobb; Hohmann; Charnley; Hana; Hana table; Jackson table; Wilson frame; Mayfield; Gardner-Wells; Bair Hugger;
    Sechrist;
    Ingevity; Reliance; Acuity; Fidelis; Riata; Resonate; Micra; Aveir; LifeVest; Watchman; Amulet; Impella; HeartMate;
    HeartWare; CentriMag; Rotaflow; Cardiohelp; Prismaflex; Prisma; Fresenius; Optiflux; Aquadex; Novalung; Vapotherm;
    Airvo; Servo; Dräger; Hamilton; Bellavista; Trilogy; Yankauer; Hi-Lo; Ambu; King LT; i-gel; LMA Supreme; Cook;
    Cordis;
    Terumo; Glidewire; Amplatz; Swan; Swan-Ganz; Arrow; Vas-Cath; Hickman; Broviac; Groshong; Port-a-Cath; Power Port;
    Omnipod; Tandem; Dexcom; Libre; Medtronic 780G; Foley; Coudé; Malecot; Pezzer; Bard; Bakri; Jada; Kiwi; Mityvac;
    Kielland;
    Simpson; Piper; Cook balloon; Dilapan; Pipelle; Filshie; Essure; Mirena; Nexplanon; LigaSure; Harmonic; Endo GIA;
    Echelon;
    Bookwalter; Balfour; Thompson; Omni; Weitlaner; Gelpi; Finochietto; Army-Navy; Deaver; Richardson; Kocher; Kelly;
    Allis;
    Babcock; Debakey; Satinsky; Potts; Metz; Mayo; Bovie; Kerrison; Leksell; Penfield; Freer; Adson; Cushing; Raney;
    Codman;
    Hakim; Strata; Certas; Ommaya; Camino; Licox; Integra; Duragen; Duraseal; Floseal; Surgicel; Tisseel; Evicel;
    Arista;
    Stratafix; V-Loc; Vicryl; Monocryl; PDS; Ethibond; Prolene; Prineo; Dermabond; Aquacel; Mepilex; Mepitel; Xeroform;
    Adaptic; Kerlix; Coban; Profore; Unna; Apligraf; Dermagraft; Grafix; EpiFix; TCC-EZ; CAM walker; Roho; TiLite;
    Quickie;
    Hoyer; Stryker; Clinitron; Dolphin; Prevalon; Miami J; Aspen collar; Philly collar; Halo; Thomas splint; Bledsoe;
    Taperloc; Corail; Pinnacle; Accolade; Trident; Persona; Triathlon; Attune; Gamma nail; Synthes; Zephyr; Aspira;
    PleurX;
    Blakemore; Minnesota tube; Linton; Dobhoff; Corpak; Bridle; Kangaroo pump; Mic-Key; Farrell bag; Flexi-Seal; Zassi
    """)
_DRUGS = _split("""
    Ancef; Kefzol; Zosyn; Unasyn; Merrem; Invanz; Avycaz; Zerbaxa; Recarbrio; Fetroja; Cubicin; Zyvox; Sivextro;
    Teflaro;
    Dalvance; Orbactiv; Tygacil; Xerava; Mycamine; Eraxis; Cresemba; Noxafil; Vfend; AmBisome; Prevymis; Livtencity;
    Valcyte;
    Biktarvy; Descovy; Cabenuva; Epclusa; Mavyret; Baraclude; Vemlidy; Veklury; Paxlovid; Lynparza; Zejula; Talzenna;
    Ibrance;
    Kisqali; Verzenio; Xeloda; Enhertu; Kadcyla; Trodelvy; Padcev; Keytruda; Opdivo; Yervoy; Imfinzi; Tecentriq;
    Libtayo;
    Tagrisso; Alecensa; Lorbrena; Lumakras; Cabometyx; Inlyta; Votrient; Stivarga; Lonsurf; Erbitux; Vectibix; Avastin;
    Mvasi; Rituxan; Truxima; Gazyva; Polivy; Adcetris; Imbruvica; Calquence; Brukinsa; Venclexta; Vidaza; Dacogen;
    Jakafi;
    Revlimid; Pomalyst; Kyprolis; Velcade; Ninlaro; Darzalex; Sarclisa; Xpovio; Abecma; Carvykti; Yescarta; Kymriah;
    Neulasta;
    Onpro; Granix; Nplate; Promacta; Doptelet; Hydrea; Oxbryta; Adakveo; Endari; Zynteglo; Casgevy; Hemlibra;
    NovoSeven; FEIBA;
    Kcentra; Andexxa; Praxbind; Eliquis; Xarelto; Savaysa; Brilinta; Effient; Plavix; Repatha; Praluent; Leqvio;
    Entresto;
    Corlanor; Verquvo; Farxiga; Jardiance; Multaq; Tikosyn; Betapace; Pacerone; Cleviprex; Cardene; Brevibloc; Giapreza;
    Levophed; Vasostrict; Primacor; Natrecor; Flolan; Veletri; Remodulin; Uptravi; Opsumit; Adempas; Ofev; Esbriet;
    Trikafta;
    Pulmozyme; Curosurf; Survanta; Infasurf; Synagis; Beyfortus; Indocin; NeoProfen; Prolacta; Velphoro; Sensipar;
    Parsabiv;
    Mircera; Aranesp; Retacrit; Venofer; Injectafer; Lokelma; Veltassa; Kerendia; Jynarque; Filspari; Tarpeyo; Benlysta;
    Lupkynis; Saphnelo; Tavneos; Actemra; Kevzara; Orencia; Rinvoq; Xeljanz; Cosentyx; Taltz; Skyrizi; Stelara; Entyvio;
    Zeposia; Ocaliva; Xifaxan; Rezdiffra; Prograf; Envarsus; Myfortic; CellCept; Nulojix; Simulect; Thymoglobulin;
    Zortress;
    Keppra; Vimpat; Briviact; Fycompa; Onfi; Epidiolex; Xcopri; Nayzilam; Ocrevus; Tysabri; Kesimpta; Vyvgart; Soliris;
    Ultomiris; Spinraza; Leqembi; Kisunla; Aricept; Namenda; Nuedexta; Ingrezza; Austedo; Caplyta; Vraylar; Rexulti;
    Invega;
    Clozaril; Latuda; Spravato; Auvelity; Vivitrol; Sublocade; Precedex; Diprivan; Exparel; Marcaine; Ofirmev; Toradol;
    Bridion; Anectine; Methergine; Hemabate; Cytotec; Makena; Rhogam; Santyl; Silvadene; Sulfamylon; Oxandrin; Regranex;
    Medihoney; Clexane; Novorapid; Lantus; Tresiba; Toujeo; Humalog; Afrezza; Ozempic; Mounjaro; Forteo; Prolia;
    Evenity;
    Reclast; Zometa; Xgeva; Didronel; Orgovyx; Lupron; Firmagon; Zytiga; Xtandi; Nubeqa; Pluvicto; Xofigo; Lutathera
    """)
_GERMS = _split("""
    Finegoldia; Stenotrophomonas; Acinetobacter; Burkholderia cepacia; Achromobacter; Elizabethkingia; Chryseobacterium;
    Serratia; Providencia stuartii; Morganella morganii; Proteus; Citrobacter koseri; Klebsiella oxytoca; Enterobacter;
    Raoultella; Hafnia alvei; Pantoea; Pasteurella; Eikenella; Kingella; Capnocytophaga; Bartonella henselae; Brucella;
    Coxiella; Rickettsia; Ehrlichia; Nocardia; Actinomyces; Cutibacterium; C. acnes; Corynebacterium; Rothia; Gemella;
    Granulicatella; Abiotrophia; Strep mitis; Strep anginosus; Strep bovis; S. lugdunensis; CoNS; Enterococcus faecium;
    Listeria; Bacteroides frag; Prevotella; Fusobacterium; Veillonella; Parvimonas; Clostridium septicum; Cdiff;
    Candida auris;
    C. glabrata; Aspergillus; Mucor; Rhizopus; Fusarium; Scedosporium; Cryptococcus; Histo; Blasto; Cocci; Toxo;
    Strongyloides; M. abscessus; M. chimaera; M. kansasii; Pseudomonas; Salmonella; Yersinia; Aeromonas; Vibrio; Rothia
    """)
_TRIALS = _split("""
    CREATE-X; KEYNOTE-522; OlympiA; monarchE; APHINITY; KATHERINE; TAILORx; RxPONDER; CHAARTED; STAMPEDE; LATITUDE;
    VISION;
    CheckMate 067; PACIFIC; ADAURA; FLAURA; CodeBreaK; POLARIX; ECHELON-1; ZUMA-7; GRIFFIN; CASSIOPEIA; MAIA; AQUILA;
    ARDSnet; PROSEVA; ROSE; FACTT; SMART; CLASSIC; CLOVERS; ADRENAL; APROCCHSS; RECOVERY; REMAP-CAP; DOTS; POET; OVIVA;
    BALANCE; CAMERA2; MERINO; PARADIGM-HF; DAPA-HF; EMPEROR; COAPT; PARTNER 3; ISCHEMIA; DAWN; DEFUSE 3; MR CLEAN;
    POINT;
    CHANCE; ARUBA; INTERACT; ATACH-2; SPS3; CREST-2; BEST-CLI; BASIL; CORAL; SPRINT; STOP; TWiTCH; BABY HUG; ARRIVE;
    MAGPIE;
    ALPS; CHAP; TOBY; CAP; SUPPORT; BOOST II; ELGAN; EOLIA; CESAR; PARAMEDIC2; TTM2; NSABP B-59; SWOG S1826; A031704;
    AALL1731
    """)
_SCORED = _split("""
    Katz #/6; Lawton #/8; Braden ##; Norton ##; Waterlow ##; Morse ##; Hendrich #; Berg ##/56; Tinetti ##/28; Wagner
    #; Teed #;
    Rutherford #; Fontaine III; WIfI 2-1-0; Texas 2B; Westley #; Bell IIA; Papile II; Apgars 7/9; Ballard ##; Sarnat
    2; Finnegan ##;
    Silverman #; Tanner #; Bishop #; Mallampati #; ASA 3; Cormack 2b; Clavien IIIa; Crowe I; Tonnis #; Kellgren 4;
    Garden III;
    Gustilo II; Schatzker V; Salter-Harris II; Pauwels 3; Outerbridge 3; Rockwood V; Neer 3; Frykman VI; Risser #;
    Cobb ## deg;
    Fisher 3; Hunt-Hess #; Spetzler-Martin 3; ASPECTS #; Rankin #; Barthel ##/100; MoCA ##/30; MMSE ##/30; SLUMS
    ##/30; GDS #/15;
    Young ##; Hamilton ##; Madrs ##; YBOCS ##; C-SSRS #; Bush-Francis ##; Ashworth #; Hoehn-Yahr #; EDSS #.5;
    Karnofsky ##;
    Lansky ##; ECOG 1; D'Amico high; Gleason 4+3; Decipher 0.##; Oncotype ##; Deauville #; Lugano II; Durie-Salmon
    III; Rai 2;
    Binet B; IPSS-R #; Sokal 1.1; Khorana #; Child-Pugh C##; Childs B#; MELD ##; MELD-Na ##; Maddrey ##; Lille 0.##;
    Barcelona B;
    West Haven 2; Forrest Ib; Blatchford ##; Rockall #; Hinchey II; Ranson #; Balthazar C; Alvarado #; Mayo #;
    Montreal E3; Harvey #;
    Baux ##; Lund-Browder ##%; SOFA ##; APACHE ##; Murray 3.#; Borg #; Light's +; GOLD D; Wells #.5; Geneva #;
    HAS-BLED #; Duke major;
    Braak V; CERAD B; Thal 4; Banff 1A; Oxford M1E0; Deyo 3; Charlson #; Norton ##; Zarit ##; Edinburgh ##; Vanderbilt +
    """)
_FRACTIONS = _split("""
    4/4 bottles; 2/2 sets; 1/4 bottles; 3/4; HLA 10/10; HLA 9/10; 5/5 throughout; 4/5 in the left leg; 2/6 SEM; 3/6
    murmur; 1/12 nodes;
    0/14 nodes; 3/21 LNs; 12/12 goals; 6/10 pain; 4/10; 10/10 at worst; DTRs 2/4; kappa 3/8; 110/70; 92/54; 7/9
    Apgars; 2/3 done;
    #17/40 dives; 11/12 cores; 8/10; 20/40 OU; 6/9 R; I/E 1/2; T 5/6; L 4/5 disc; PS 10/5; RASS -1/-2; 28+3; 34+2;
    39w2d; CGA 36+0; PMA 37; G3P2; G5P3013; 6/52; 4/7; 3/12; HD#12; POD#3; Day +14; D+28; C3D8; C6D1; 2-0-1 Vicryl;
    1/2 NS; 5/6 ADLs
    """)
_TESTS = _split("""
    Karius; Fungitell; Galactomannan; T2Candida; BioFire; Verigene; GenMark; Gene Xpert; Quantiferon; T-Spot; Signatera;
    Guardant360; Foundation One; Tempus xT; Caris MI; Oncotype DX; MammaPrint; Decipher; Prosigna; clonoSEQ; FlowCyte;
    AlloMap; AlloSure; Prospera; HeartCare; Pleximmune; ImmuKnow; Luminex; Fibroscan; FibroSure; ELF; Prometheus; Anser;
    Cologuard; Galleri; Afirma; ThyroSeq; Percepta; Envisia; Veracyte; Invitae panel; Myriad myRisk; Natera Panorama;
    NIPT; Harmony; MaterniT21; Coombs; Kleihauer-Betke; Apt test; Rosette; Bethesda titer; DRVVT; Mixing study; PLA2R;
    Etest; Kirby-Bauer; Gram; Ziehl-Neelsen; Giemsa; GMS; Congo red; Ki-67; HER2 FISH; PD-L1 22C3; Ventana SP263;
    Pylarify
    """)
_SAINTS = _split("""
    Good Sam; St Elsewhere; St. V's; St Joe's; St. E's; Mt Carmel; Mt. Zion; Sacred Heart; Mercy; Providence; Deaconess;
    Holy Name; Shock Trauma; Shriners; County; the General; the Royal; the Brig; Baptist; Methodist; Presby;
    Children's; Lakeside;
    Riverview; the Infirmary; Valley; Northside; Eastern; the old Memorial; Bon Secours; Magee; Trinity; Unity; Hope;
    Grace; Faith;
    Sisters; Doctors; Community; Parkview; the Queen's; Lutheran; the Jewish; Women & Infants; Beth El; Good Shepherd;
    Samaritan
    """)
_TAILS = ("MC", "H", "GH", "RMC", "MH", "CH", "UH", "VAMC")


def _listed(options: Sequence[str], digits: bool = False) -> Field:
    """One of them, in capitals now and then; digits: "#" stands for one."""

    def field(c: Cast, _: str) -> Piece:
        text = c.pick(options)
        while digits and "#" in text:
            text = text.replace("#", str(c.rng.randrange(1, 10)), 1)
        return text.upper() if c.chance(0.04) else text

    return field


def _several(options: Sequence[str]) -> Field:
    """Some of them in a row."""

    def field(c: Cast, _: str) -> Piece:
        return c.pick((", ", " + ", "/", " -> ", "; ", " and ")).join(c.rng.sample(options, c.pick((2, 2, 3, 4))))

    return field


def _hospital(c: Cast) -> str:
    roll = c.rng.random()
    if roll < 0.4:
        return c.pick(_SAINTS)
    if roll < 0.6:
        stem = "".join(c.rng.choice("ABCDEGHLMNPRSTVW") for _ in range(c.pick((1, 1, 2))))
        return stem + c.pick(_TAILS)
    if roll < 0.72:
        return c.say("{someone:family}").text + c.pick(("", "", " Clinic", " Mem", " Hosp", " Inst"))
    return c.say("{town}").text + c.pick((" Gen", " Mem", " Regional", " VA", " Gen'l", " Comm", " Hosp", " Med Ctr"))


def _outside(c: Cast, spec: str) -> Piece:
    """A hospital by its colloquial name; spec: a key for referring to it again."""
    text = c.once(f"courses outside {spec}", lambda: _hospital(c)) if spec else _hospital(c)
    return mark(text, Entity.HOSPITAL)


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "crabb": _listed(_ABBREVIATIONS),
        "crabb3": _listed(tuple(x for x in _ABBREVIATIONS if len(x) > 2)),
        "crabbs": _several(_ABBREVIATIONS),
        "crserv": _listed(_SERVICES),
        "crdev": _listed(_THINGS),
        "crdevs": _several(_THINGS),
        "crdrug": _listed(_DRUGS),
        "crdrugs": _several(_DRUGS),
        "crgerm": _listed(_GERMS),
        "crgerms": _several(_GERMS),
        "crtrial": _listed(_TRIALS),
        "crscore": _listed(_SCORED, digits=True),
        "crscores": _several(tuple(s.replace("##", "21").replace("#", "3") for s in _SCORED)),
        "crfrac": _listed(_FRACTIONS),
        "crtest": _listed(_TESTS),
        "crosh": _outside,
    }
)
