"""Hold what facts are made of: names of results with plausible values, units, routes, frequencies, parts of the body,
words.

A result counts only with a value in its range, so that "Na 138" is one and "Na 45" is not.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from redactor.lexicon import medicine, names
from redactor.lexicon.scales import may_begin_scale
from redactor.lexicon.words import clinical, is_ordinary, is_prose, word_set

# --- units ---

NUMBER = r"(?:\d{1,3}(?:,\d{3}){1,2}|\d{1,8})(?:\.\d{1,4})?|\.\d{1,3}"
RANGE = rf"(?>{NUMBER})(?: ?(?:-|to|/|->|>|x) ?[<>]?(?>{NUMBER})){{0,4}}"  # a number matches whole or not at all
# Units of two letters and more, and the percent sign: behind a number they are neither a name nor part of an address.
UNIT = (
    r"(?:m?mol|[un]mol|m[ck]g|[kmnpu]g|gm|grams?|lbs?|oz|[mdf]l|mcl|ul(?!\.)|cc|m?eq|mosm|[mu]?iu|[mk]u|units?"
    r"|mm ?hg|mmhg"
    r"|cm ?h2o|mm|cm|bpm|kpa|c?gy|k?hz|db|kcal|tabs?|tablets?|caps?|capsules?|puffs?|drops|gtts?|sprays?|ampoules?"
    r"|%|msec|ms|secs?|seconds?|mins?|minutes?|mv|ma|kvp|met(?:s)?|mci|mbq|patch(?:es)?|copies|cells|lpm|hpf|lpf"
    r"|pack-years?|actuat(?:ions?)?|[fF]r)"
)
PER = (
    r"(?: ?/ ?(?:[kmund]?g|[mduf]?l|kg|hpf|lpf|h|hr|hour|min|minute|s|sec|d|day|dose|wk|week|m2|1\.73 ?m2|mm3|cmm|beat"
    r"|24 ?h|mmol|mol|actuat))"
)
LETTER_UNIT = r"(?:[LlgGmsUhdKFC]|\^ ?[CF])"  # such a letter alone may be an initial too
POWER = r"(?: ?x ?10 ?(?:\^|E|\*)? ?\d{0,2}(?: ?/ ?(?:[unmdf]?l|mm3))?|[KMk] ?/ ?ul)"

COUNTED = r" ?/ ?(?:[umd]l|mm3|cmm|[hl]pf|min|day|hr?)"  # units of cells, beats and doses: "250000/uL", "12/min"

# --- doses ---

# What may follow the strength of a drug, in any order: forms, routes, frequencies, durations.
TAIL = (
    r"(?:[ ,]{1,2}(?:(?:oral|tablets?|tabs?|capsules?|caps?|injecti(?:on|able)|solution|suspension|chewable|extended"
    r"|delayed|release|sublingual|topical(?:ly)?|transdermal|patch|cream|inhaler|powder|prefilled|syringe|drip|gtt"
    r"|infusion|bolus|loading|dose|nebuli[sz]er|nebs?|total|by mouth|per day|a day|each|every"
    r"|p\.?o\.?|i\.?v\.?|i\.?m\.?|s\.?c\.?|sub-?q|sq|subcut(?:aneous(?:ly)?)?|intravenous(?:ly)?|ivp?b?|ivp|inh|ng"
    r"|pr|sl|od|po/iv|ngt?|gt|nc|mdi|intranasal(?:ly)?|rectal(?:ly)?"
    r"|b\.?i\.?d\.?|t\.?i\.?d\.?|q\.?i\.?d\.?|q\.?h\.?s\.?|hs|qd|qod|qam|qpm|qac|ac|pc|bd|tds|qds|mane|nocte|om|qw|qwk"
    r"|stat|once|twice|daily|nightly|weekly|monthly|hourly|am|pm|bedtime|prn|p\.r\.n\.|as needed|at bedtime|at night"
    r"|every day|every morning|every night|in the morning"
    r"|every \d{1,2}(?: ?- ?\d{1,2})? ?(?:hours?|hrs?|h|days?|weeks?)|q ?\d{1,2}(?: ?- ?\d{1,2})?(?: ?(?:h|hrs?"
    r"|hours|d|days"
    r"|w|wks?|weeks|min))?|x ?\d{1,3}(?: ?(?:d|days?|w|wks?|weeks?|mo|months?|doses?|cycles?))?|/day|for \d{1,2} days)"
    r"(?![\w]|-\w)\.?)){0,6}"
)
NEEDED_TAIL = TAIL.removesuffix("{0,6}") + "{1,6}"
STOPS = r"(?![A-Za-z0-9_]|[./:,]\d|-[A-Za-z0-9])"  # the number, word or identifier does not go on

# --- results ---


class Result(NamedTuple):
    """A result has a range of plausible values. upper: whether its name counts in capitals alone."""

    low: float
    high: float
    upper: bool = False


# "names low high", alternatives separated by "|", entries by ";". A name with a "^" counts in capitals alone.
_RESULTS = """
k|potassium 1 9.9; na|sodium|serum sodium 100 180; cl|chloride 60 140; hco3|bicarb|bicarbonate|tco2 4 60; co2^ 10 60;
bun|urea 1 250; cr|creat|creatinine|scr|serum creatinine 0.1 900;
glu|gluc|glucose|bg|fsbg|fbg|bgl|accucheck|fingerstick| fasting glucose|random glucose|fasting sugar|blood sugar|blood
glucose|rbs^|fbs^|bs^ 1 1500; bm^ 1 40; ca|calcium|corrected calcium|ica| ionized calcium 0.5 20; mg|magnesium|mag 0.3
9; phos|phosphate|phosphorus|po4 0.1 20; hb|hgb|hemoglobin|haemoglobin 2 250; hct|hematocrit|haematocrit 5 75;
wbc|wcc|white count|white cell count|tlc^ 0.1 99999; rbc 0.5 9; plt|plts|platelet| platelets|platelet count 1 999999;
anc|neut|neuts|neutrophils|lymphs|lymphocytes|eos|monos 0 100000; mcv 40 150; rdw 8 40; mchc|mch 15 45; retic|retics 0
30; inr 0.5 20; ptt|aptt 10 250; pt^ 8 120; d-dimer|ddimer|fdp 0.01 20000; fibrinogen 20 1200; esr 0 160;
crp|hscrp|hs-crp 0 700; pct|procalcitonin 0 500; lactate|lactic acid|lac 0.1 30; ldh 20 20000; ck|cpk|ck-mb|ckmb 1
200000; trop|trops|troponin|troponins|hstn|hs-tn|tnt|tni|hs-troponin 0 100000; bnp|nt-probnp|probnp|ntprobnp|pro-bnp 1
99999; alt^|sgpt 1 20000; ast^|sgot 1 20000; alp|alk phos|alkp|ggt 5 9000; bili|bilirubin|tbili|t bili|dbili|total
bili|total bilirubin|direct bilirubin 0 900; albumin|alb 0.5 60; tp 2 100; total protein 2 100; ammonia|nh3 5 900;
lipase|amylase 1 20000; tsh 0 200; ft4|ft3|t4|t3|free t4|free t3 0.1 60; hba1c|a1c|hgba1c|hemoglobin a1c|hga1c 3 160;
ldl|hdl|tg|trigs|triglycerides|chol|cholesterol|total cholesterol| ldl-c|hdl-c|vldl 0.2 3000; ferritin 1 99999;
iron|tibc|transferrin|tsat|tfn sat 0 900; b12|vit b12|vitamin b12 50 4000; folate 0.5 60; vit d|vitamin d|25-oh vit
d|25-oh d 2 300; uric acid|urate 0.5 900; psa 0 9999; cea|afp|ca-125|ca125|ca 125| ca19-9|ca 19-9|hcg|bhcg|b-hcg|beta
hcg|b hcg 0 999999; fsh|lh|e2|prolactin|testosterone|cortisol|am cortisol|pth|ipth|dhea 0.1 5000;
osm|osms|osmolality|serum osm|urine osm 50 1500; ph 6.5 9; pco2|paco2|po2|pao2|tcco2|etco2 5 700; base excess|base
deficit 0 40; ag|anion gap|delta gap 0 60; fio2 0.2 100; cd4|cd8|cd4 count|cd3 0 5000; viral load|vl|hiv vl|hiv rna 0
9999999; igg|iga|igm|ige|c3|c4^ 0 9999; ana^|dsdna^|rf^|anti-ccp 0 5000; fk|tacro level| tacrolimus level|prograf
level|cya level 0.5 600; vanc trough|vanco trough|vanc level|vancomycin trough|vancomycin level| vanc random|dig
level|digoxin level|lithium level|phenytoin level|vpa level|gent trough|tobra trough|li level 0.1 200; li^ 0.1 4;
digoxin level|dig 0.1 6; ethanol|etoh level|bal^|apap level 0 900; tryptase|haptoglobin|b2m|beta-2 0 3000;
upcr|uacr|acr^|pcr^|microalbumin 0 9999; sg|spec grav|specific gravity 1 1.06; psa density 0 5;
sbp|dbp|systolic|diastolic 20 280; flexion|abduction|adduction|rom^ 0 180; tug^ 3 180; etoh 0 900; be^ 0 40; hr|heart
rate|pulse|pulse rate|apical pulse|fhr|fht|fhts|fhr baseline 20 260; rr|resp|resps|resp rate|respiratory rate 4 80;
spo2|sao2|o2 sat|o2 sats|sat|sats|satting|o2sat|o2sats|pulse ox|pox|oxygen saturation|sp02|saturation 50 100;
t^|tm|tmax|temp|temps|temperature|tcurrent|tc 30 110; map|cvp|icp^|cpp^|pcwp|pap^|rvsp|pasp|lvedp|pa pressure|wedge 0
200; wt|weight|dry weight|est dry weight|ht|height|bmi|bsa|waist|hc^|head circumference|ibw|abw|admission weight 0.3
700; ef|lvef|ejection fraction|lv ef|lv ejection fraction 5 85; fev1|fvc|fev1/fvc|dlco|tlc|rv|pef|peak flow|pefr 0.1
900; peep|ps|pip|plateau|pplat|ipap|epap|cpap|vt|tv|tidal volume|minute ventilation|mv|ve^|driving pressure 0.1 1500;
qtc|qt|qrs|pr^|pr interval|qrs duration|qtcf|qtcb|rr interval 20 800; ci^|co^|cardiac index|cardiac
output|svr^|svri^|pvr^ 0.5 5000; scvo2|svo2|mvo2 10 100; tapse|lvedd|lvesd|ivs|la^|ava|mva|vmax|lvidd|lvids|lvot
vti|e/a|e/e' 0.1 90; ebl|uop|uo|urine output|ivf|drain output|jp output|ct output|pvr^|residual|post-void
residual|gastric residual 0 20000; iop 1 80; pd|ipd 40 80; efw|afi|bpd^|fl^|crl|ac^|hc^|fundal height|fh^ 1 6000;
ga|ega 4 43; egfr|gfr|crcl| creatinine clearance 1 200; cac|cac score|calcium score|agatston 0 9999; ct dose|ctdi|dlp^
0 9999; suv|suvmax|suv max 0 99; age-adjusted d-dimer 0 9999; ki-67|ki67 0 100; tps^|cps^|pd-l1|pdl1 0 100;
oncotype|oncotype dx|dexa|t-score|z-score 0 100; ahi|rdi|odi^ 0 200; fena|feurea 0 99; mld 0 99; hpf 0 900;
gestational age 4 43; corrected gestational age|cga|pma 4 60; anc count 0 99999; tcb|tsb 0 40; ptinr 0.5 20;
ttg|ttg-iga|calprotectin|fecal calprotectin|elastase 0 9999
"""

# Scales whose names nobody has, beyond those of the lexicon; behind them a number, a fraction, a numeral or a class.
_SCALES = (
    "gcs apgar apgars nihss nih mrs phq-9 phq9 phq-2 phq2 gad-7 gad7 mmse moca slums ciwa ciwa-ar cows ecog kps pps "
    "nyha asa ccs meld meld-na maddrey child-pugh cha2ds2-vasc cha2ds2vasc chads chads2 chads-vasc chadsvasc has-bled "
    "hasbled curb-65 curb65 sofa qsofa apache saps timi rass cpot flacc nrs vas mallampati bi-rads birads ti-rads "
    "tirads pi-rads pirads li-rads lirads lung-rads isup gleason figo mews news news2 pews stop-bang audit-c dast-10 "
    "epds ybocs y-bocs panss bprs cgi-s hamd ham-d hama ham-a madrs bdi bdi-ii pcl-5 edss updrs h&y womac koos "
    "oswestry odi quickdash bbs mrc dtr dtrs reflexes strength power edema pain mmt karnofsky mmrc kdigo ceap "
    "kellgren-lawrence hunt-hess wfns aspects tici isth dlqi pasi easi scorad bpi esas pg-sga nutric spesi snot-22 "
    "zubrod bipap peep ipap epap motor tone pulses grip"
)

# --- forms that begin with a certain word ---

_SIGN = r"(?: ?[+-]{1,2}(?![\w+-])| (?:pos|neg|positive|negative)\b)"
_MARKER = r"(?:CAM|CAM-ICU|ER|PR|HER2|HR|AR|GBS|Rh|HCV|HBV|HIV|CMV|EBV|PPD|UA|UDS|UPT|FOBT|TB)"
_FORMS = (
    (
        "cam cam-icu er pr her2 hr ar gbs rh hcv hbv hiv cmv ebv ppd ua uds upt fobt tb",
        rf"{_MARKER}{_SIGN}(?:[/, ]{{1,2}}{_MARKER}{_SIGN})*",
    ),
    ("her2", r"HER2(?:/neu)? ?[0-3]\+"),
    ("a b ab o", r"(?:A|B|AB|O)(?: (?:pos|neg|positive|negative)\b|\+(?!\w))"),
    ("od os ou", r"O[DSU]:? ?[-+]\d{1,2}\.\d\d(?: ?[-+]\d{1,2}\.\d\d)?(?: ?x ?\d{1,3})?(?!\w)"),
    ("ht height", r"(?i:ht|height):? {1,2}\d ?(?:'|ft) ?(?:\d{1,2} ?(?:\"|in\b)?)?"),
    (
        "apgar apgars",
        r"(?i:apgars?)(?: scores?)?:? (?:were |of |was )?\d{1,2}(?:(?: ?[/,&-] ?| and | )\d{1,2}){0,2}(?![\w/]|\.\d)",
    ),
    ("child", r"(?:Child|CHILD)(?:[- ](?:Pugh|Turcotte|PUGH))*(?: class)? [ABC]\d{0,2}(?![\w'])"),
    ("ana rpr vdrl ama", r"(?:ANA|RPR|VDRL|AMA)(?: titer)?[ :]{1,2}(?:\+ ?|pos(?:itive)? )?1:\d{1,4}(?!\w)"),
    ("apache saps", r"(?:APACHE|SAPS)[ -](?:II|III|IV|2|3)(?: score)?:? (?:of )?\d{1,3}(?![\w/]|\.\d)"),
    ("hd", r"HD ?#\d{1,3}(?!\w)"),
    ("exon codon", r"(?:exon|codon)s? \d{1,2}(?:-\d{1,2})?(?: (?:del(?:etion)?|ins(?:ertion)?|skipping))?(?!\w)"),
    ("ct cta", r"CTA? (?:head|chest|abd\w*|pelvis|neck|spine|scan|angio\w*|brain|A/P|sinus|c-spine|thorax)\b"),
    ("bethesda", r"Bethesda (?:category )?(?:IV|V?I{1,3}|VI|V)(?!\w)"),
    ("ve sve cervix cx", r"(?i:s?ve|cervix|cx):? \d{1,2}(?:\.5|-\d)?(?: ?cm)?/\d{1,3}%?/[-+]?\d(?!\w)"),
    ("i/o", r"(?i:i/os?):? \d{1,5}(?: ?/ ?\d{1,5})?(?!\w)"),
    ("net", r"(?i:net):? [-+]\d{1,5}(?:\.\d)?(?: ?(?:L|ml|cc))?(?!\w)"),
    ("hfnc bipap cpap vent nrb", r"(?:HFNC|BiPAP|BIPAP|CPAP|vent|NRB) \d{1,2} ?L(?:PM)?(?: ?/ ?\d{2,3} ?%)?(?!\w)"),
    ("ac simv vc pc prvc", r"(?:A/?C|SIMV|VC|PC|PRVC)(?:/\w{2})? \d{1,2}(?:/\d{1,4}%?){2,4}(?!\w)"),
    ("ckd aki rop gold", r"(?:CKD|AKI|ROP|GOLD)(?: stage)? [1-5][ab]?(?![\w/]|\.\d)"),
    (
        "gleason",
        r"(?i:gleason)(?: (?:score|grade|sum))?:? (?:[1-5] ?\+ ?[1-5](?: ?= ?\d{1,2})?|[6-9]|10)(?![\w/+]|\.\d)",
    ),
    ("class", r"(?i:class) (?:IV|I{1,3})[ab]?(?!\w)"),
    ("mrs", r"mRS (?:of |was |= ?)?[0-6](?![\w/]|\.\d)"),
    ("i ii iii avf avl avr", r"(?:I{1,3}(?:, ?| and |/|, and )){0,3}aV[FLR](?!\w)"),
    ("ga ega cga pma", r"(?:E?GA|CGA|PMA):? ?(?:of )?[1-4]\d ?(?:\+|w|wk|weeks?) ?[0-6](?:/7|d)?(?!\w)"),
    ("ps", r"PS \d{1,2}/\d{1,2}(?![\w/])"),
    ("x", r"x ?\d{1,3} ?(?:days?|doses?|wks?|weeks?|months?|hrs?|hours?|d|w)(?!\w)"),
)
_SPINE = (
    r"[CTLS]\d{1,2}(?:-[CTLS]?\d{1,2})? (?:fx|fracture|radiculopathy|compression|vertebra|level|dis[ck]"
    r"|burst|HNP|stenosis|laminectomy|fusion)\b"
)
CODED = re.compile(rf"{_SPINE}|V[1-6]-V?[1-6](?!\w)|x(?:1[0-2]|[1-9])(?![\w/-]|\.\d)")  # words with a digit


@cache
def forms() -> dict[str, re.Pattern[str]]:
    """Return the expressions that may begin with a word, by the word in lower case."""
    found: dict[str, list[str]] = {}
    for heads, pattern in _FORMS:
        for head in heads.split():
            found.setdefault(head, []).append(pattern)
    return {head: re.compile("|".join(patterns)) for head, patterns in found.items()}


# --- places in the body, behind a side ---

BODY = word_set(
    "knee knees hip hips shoulder shoulders elbow wrist hand finger thumb ankle foot toe heel leg arm thigh calf "
    "groin forearm flank chest breast lung kidney eye eyes ear ears lower upper middle side arm-sling lobe base "
    "basilar hilum ventricle atrium atrial ventricular heart hemisphere frontal parietal temporal occipital "
    "cerebellar cerebral hemiparesis hemiplegia weakness facial droop neglect femoral femur tibia fibula humerus "
    "radius ulna clavicle rib ribs scapula iliac renal ureter ureteral ovary adnexa adnexal ovarian testicle "
    "testicular inguinal axilla axillary neck neck mass thyroid parotid carotid subclavian jugular vertebral "
    "popliteal tibial peroneal radial ulnar brachial median sciatic lumbar cervical thoracic paraspinal buttock "
    "gluteal pleural effusion pneumothorax hydronephrosis mastectomy lumpectomy nephrectomy oophorectomy "
    "salpingectomy thoracotomy hemicolectomy colectomy main coronary circumflex bundle deltoid biceps triceps quad "
    "quadriceps hamstring rotator cuff achilles plantar meniscus acl mcl tka tha tkr thr bka aka uka ica mca aca pca "
    "cca ij sc fem pcn ue le lq uq lower-lobe sided handed dominant cheek jaw temple orbit nostril nare tonsil vocal "
    "cord hemithorax cataract ptosis"
)
SIDE = word_set("L R Lt Rt LT RT B/L b/l BL")
EYES = word_set("OD OS OU VA BCVA Va UCVA RE LE")

# --- words ---

# Abbreviations that stand for nothing else and are nobody's initials as a rule.
_ABBREVIATIONS = frozenset(
    word_set(
        "FOLFOX FOLFIRI FOLFIRINOX CAPOX XELOX RCHOP R-CHOP CHOP ABVD BEACOPP CVAD FLOT DCIS LCIS NSCLC SCLC HCC RCC "
        "CLL CML AML ALL MDS DLBCL MGUS INR ICU NICU MICU SICU CVICU PICU CCU PACU CBC BMP CMP LFT LFTS LFTs ABG VBG "
        "ABGs MRI MRCP ERCP EGD MRA CTA CTPA EKG ECG EEG EMG TTE TEE CXR KUB PET DEXA SPECT COPD CHF HFrEF HFpEF CAD "
        "CKD ESRD HTN HLD DLD T2DM T1DM DM2 IDDM NIDDM DKA HHS GERD PUD IBS IBD DVT NSTEMI STEMI ACS TIA CVA AKI UTI "
        "URI ARDS SOB DOE NPO PRN BID TID QID QHS TDS QDS PERRL PERRLA EOMI NAD RRR CTAB NTND NABS WNL ROM FROM TKA "
        "THA TKR THR ORIF CABG PCI ICD AICD AVR TAVR TAVI MVR LVEF AFIB AFib SVT VT PVC PVCs LBBB RBBB BPH HIV HCV "
        "HBV MRSA MSSA VRE ESBL RSV PCP SLE OSA DJD ACL MCL PCL TBI SAH SDH EDH ICH GCS LOC AMS ETOH EtOH IVDU PTSD "
        "GAD MDD ADHD OCD ECT SSRI SNRI NSAID NSAIDs ACEi ARB PPI TPN PICC NGT OGT ETT BiPAP BIPAP CPAP HFNC PEEP DNR "
        "DNI DNAR POLST HPI PMH PMHx PSH FHx SHx ROS MSE PFT PFTs SBO LBO BRBPR GIB UGIB LGIB ESLD SBP HRS TIPS PBC "
        "PSC NASH NAFLD MASLD IUGR PPROM PROM SROM AROM NSVD LSCS TOLAC VBAC GDM PIH HELLP BPP NST FHR IUFD IUD TAH "
        "TAHBSO BSO LEEP PCOS PID STD STI TSH PSA BNP CRP ESR WBC RBC HGB PLT BUN LDL HDL EGFR eGFR EOM ENT OBGYN JVD "
        "JVP LAD LLE RLE LUE RUE BLE BUE RUQ LUQ RLQ LLQ RUL RML RLL LUL LLL PEA ROSC ACLS EMS CPR MVC MVA GSW LP AVM "
        "ALS PSVT HOCM LVH RVH ASD VSD PFO PDA TOF NEC BPD RDS IVH ROP IVF SCD SCDs VTE PERC UFH LMWH DOAC NOAC TPA "
        "tPA CRRT IHD CVVH ECMO LVAD IABP HIDA MIBI NM UDS UPT HCG AFP CEA PTH ACTH MCV MCHC RDW ANC INRs SIRS SOFA "
        "CTX XRT SBRT IMRT TACE RFA GVHD BMT HSCT ANA ANCA RF CCP NSR RVR HNP PNA AF WPW PAC PACs RSR DSM ADLs IADLs "
        "FWB WBAT NWB TTWB PWB HOB KVO NKDA NKA FOBT FIT OCT VEP NCS EMG/NCS AROM/PROM PT/OT D/C F/U N/V N/V/D GBP "
        # Registers and insurers whose numbers follow, and titles of examinations.
        "GMC NMC GDC HCPC NHI HPI HPCSA MDCN PRC AHPRA MCNZ CPSO CPSBC CMQ BHF NPI NMBI PPSN NINO PhilHealth HMO MBChB "
        "MBBS FRCPC FCPsych FRACGP MRCPsych MRCGP"
    )
) - word_set("FROM ALL PET LP RF NM VT LAD OCT KUB DOE ARB EOM URI EMS ENT PSC OSA SOB STI JVP")


@cache
def results() -> dict[str, Result]:
    """Return the names of results in lower case, phrases too, with their ranges."""
    out: dict[str, Result] = {}
    for entry in " ".join(_RESULTS.split()).split(";"):
        written, low, high = entry.strip().rsplit(" ", 2)
        for name in written.split("|"):
            bare = name.strip().removesuffix("^")
            out[bare] = Result(float(low), float(high), name.strip().endswith("^"))
    return out


# Words, in lower case, with which a fact may begin; those of the tables and lists begin one too.
_FIRST = word_set(
    "stage grade figo gr blood taper tapered tapering wean weaned weaning bp nibp abp asa nyha ccs ecog kdigo "
    "mallampati pod dol ppd x q abg vbg cbg gas bmp cmp cbc lytes abgs vbgs sbp/dbp"
)
_BEFORE_SIGNS = word_set("bps")  # begins a fact only with a sign behind: "bps: 120/80"
_CACHE = 65_536  # words; they recur from text to text


@cache
def heads() -> frozenset[str]:
    """Return the words, in lower case, with which a fact may begin; others need a digit or a sign."""
    cased = SIDE | EYES | words()
    return (
        _FIRST
        | first_words()
        | scale_names()
        | drugs()
        | forms().keys()
        | {word.lower() for word in cased}
        | scored()
        | medicine.genes()
    )


class Opening(Enum):
    """Classify what may begin with a word, beside notation that goes on behind it without a space or a comma."""

    NOTHING = 0
    TERM = 1  # notation behind certain signs, if anything: "t(9;22)"
    SCORE = 2  # a score: the word for one follows
    FACT = 3  # a fact of any kind


@lru_cache(maxsize=_CACHE)
def opening(word: str) -> Opening:
    """Return what may begin with a word of a text."""
    key = word.lower()
    if any(map(str.isdigit, word)) or may_begin_scale(word) or key in _BEFORE_SIGNS:
        return Opening.FACT
    if word.isalpha() and key not in heads():
        return Opening.TERM
    bare = key.rstrip("+")
    others = (_FIRST, forms(), first_words(), drugs(), scale_names(), medicine.genes())
    if any(key in names or bare in names for names in others) or word in SIDE | EYES or word in words():
        return Opening.FACT
    return Opening.SCORE if key in scored() and not is_name(key) else Opening.NOTHING


@cache
def scored() -> frozenset[str]:
    """Return eponyms, instruments and abbreviations that a word such as "score" may follow, in lower case."""
    return medicine.eponyms() | medicine.instruments() | medicine.abbreviations()


@cache
def scale_names() -> frozenset[str]:
    """Return names of scales in lower case."""
    return frozenset(_SCALES.split())


def is_name(word: str) -> bool:
    return word in names.given() or word in names.family() or word in medicine.frequent_names()


@cache
def first_words() -> frozenset[str]:
    """Return the first words of all names of results."""
    return frozenset(name.partition(" ")[0] for name in results())


@cache
def drugs() -> frozenset[str]:
    """Return drugs and organisms that nobody and no place is called, in lower case."""
    return (
        frozenset(
            term
            for term in medicine.drugs() | medicine.organisms()
            if len(term) > 3 and " " not in term and not is_name(term) and (not is_prose(term) or term in clinical())
        )
        | SHORT_DRUGS
    )


INSULINS = word_set("nph insulin lantus humalog novolog lispro aspart glargine levemir detemir tresiba humulin novolin")
SHORT_DRUGS = INSULINS | word_set(
    "asa hctz kcl mtx abx ns d5w d5 lr nacl vanc vanco zosyn ctx hep heparin levo norepi epi vaso nitro ntg dopa "
    "dobut milr fent versed prop dex mso4 mom pcn amox augmentin bactrim tylenol motrin zofran lasix coumadin norco "
    "percocet lovenox ancef medrol o2 prbc prbcs ffp plts ivf"
)


@cache
def words() -> frozenset[str]:
    """Return abbreviations, as they are written."""
    return _ABBREVIATIONS | _SHORTHAND


@cache
def substances() -> frozenset[str]:
    """Return drugs and organisms of five letters and more that are no word of English either."""
    return frozenset(
        term
        for term in drugs()
        if len(term) > 4 and term.isalpha() and not is_ordinary(term) and term not in medicine.eponyms()
    )


_SHORTHAND = word_set("bid tid qid qhs bd tds qds qw nocte mane prn npo wnl s/p h/o r/o p/w c/w d/c f/u S/P H/O w/o")
