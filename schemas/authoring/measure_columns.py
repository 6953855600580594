"""Tells by its name whether a column holds measurements: vital signs, laboratory results, scores, doses, counts,
amounts.

A name speaks of a measurement if it has a word for what is measured and if all its other words say how, where or in
which unit ("weight_kg", "bp_sys_sitting"). One word with another meaning decides against it: "hgb_tech",
"bmi_calculated_by" and "weight_device_serial" name people and things.
"""

from __future__ import annotations

import re
from functools import lru_cache

from schemas.authoring.column_words import are_all, has_any, tokens, word_table, words

_MAX_NAME_LENGTH = 80  # characters of a name that is read
_VITAL_SIGNS = word_table(
    "weight wt height ht stature bmi bsa temp temperature tmax pulse hr heartrate rr resp resps respiration "
    "respirations respiratory sbp dbp nibp abp bp map systolic diastolic sys dias syst diast spo2 sao2 svo2 o2sat o2 "
    "sat sats fio2 etco2 peep pip pplat cvp pap pcwp icp cpp tidal vt minute gcs pain girth waist hip circumference "
    "circ muac skinfold grip gait speed"
)
_LABORATORY = word_table(
    "hgb hb hemoglobin haemoglobin hct hematocrit haematocrit wbc leukocytes leucocytes rbc erythrocytes plt plts "
    "platelet platelets thrombocytes mcv mch mchc rdw mpv neut neuts neutrophil neutrophils lymph lymphs lymphocyte "
    "lymphocytes mono monos monocytes eos eosinophils baso basophils bands blasts anc alc retic reticulocytes esr crp "
    "hscrp procalcitonin na k cl co2 hco3 bicarb bicarbonate sodium potassium chloride bun urea cr crea creat "
    "creatinine egfr gfr glucose gluc glu bg smbg fbg hba1c a1c hgba1c ca calcium mg magnesium phos phosphate "
    "phosphorus alb albumin tp protein globulin bili tbili dbili bilirubin alp alkphos ast sgot alt sgpt ggt ldh ck "
    "ckmb cpk trop troponin tnt tni bnp probnp ntprobnp ddimer dimer inr pt ptt aptt fibrinogen lactate lactic lipase "
    "amylase tsh t3 t4 ft3 ft4 pth vitd vitamin b12 folate ferritin iron tibc tsat transferrin chol cholesterol tchol "
    "ldl hdl vldl nonhdl lpa apob trig trigs triglyceride triglycerides tg uric urate psa cea afp ca125 ca199 ca153 "
    "cortisol acth testosterone estradiol progesterone lh fsh prolactin hcg bhcg igf1 insulin peptide cpeptide amh "
    "dhea uacr upcr acr microalbumin po2 pco2 pao2 paco2 ph be excess sg gravity osm osmolality ammonia zinc copper "
    "lead lithium digoxin vancomycin tacrolimus cyclosporine phenytoin valproate gentamicin cd4 cd8 viral load titer "
    "titre haptoglobin complement c3 c4 igg iga igm ige ki67 kappa lambda beta2 homocysteine ceruloplasmin anion gap "
    "sofa"
)
_FUNCTION = word_table(
    "aspects tici gose fim tug lvef ef lvedd lvesd lvedv lvesv edv esv rvsp tapse gls ivsd vmax gradient qrs qt qtc "
    "pr ppr axis fev1 fvc fev fef pef pefr dlco tlc frc vo2 vo2max mwd 6mwd sph sphere cyl cylinder iop cct rate "
    "velocity hrv urr ktv va bcva output input intake uop urine volume vol vaf depth coverage auc nihss sofa qsofa "
    "apache saps news news2 mews meld phq phq2 phq9 gad gad7 moca mmse audit cage epds hamd madrs panss ymrs edss "
    "updrs mrs barthel adl iadl ecog kps karnofsky nyha ccs apgar bishop braden morse kccq eq5d sf36 sf12 womac vas "
    "nrs promis gleason charlson elixhauser cci esi rass cam charlson score scores subscore rating fhr gravida para "
    "fundal tumor tumour nodes margin grade stage"
)
_QUANTITIES = word_table(
    "value result range dose dosage quantity qty amount amt count counts cnt duration los length width depth size "
    "diameter diam thickness area ratio level lvl lvls index percent pct percentage percentile fraction frac ef "
    "saturation pressure strength refill refills total sum mean median steps calories kcal kj carb carbs fat fiber "
    "sleep distance cost costs cst charge charges chg totchg price paid billed allowed payment pmt copay deductible "
    "supply suply interval kvp mas concentration conc frequency freq rate"
)
_FOREIGN = word_table(
    "resultado resultat risultato ergebnis messwert wert valor valeur valore waarde gewicht koerpergewicht "
    "korpergewicht groesse grosse koerpergroesse korpergrosse blutdruck puls temperatur kreatinin haemoglobin "
    "leukozyten thrombozyten erythrozyten haematokrit natrium kalium kalzium chlorid harnstoff cholesterin glukose "
    "blutzucker herzfrequenz atemfrequenz sauerstoffsaettigung bauchumfang peso talla estatura altura tension presion "
    "sistolica diastolica temperatura frecuencia saturacion glucemia hemoglobina leucocitos plaquetas creatinina "
    "sodio potasio colesterol trigliceridos imc perimetro cintura poids taille pouls frequence glycemie hemoglobine "
    "leucocytes plaquettes creatinine uree tour altezza pressione polso glicemia emoglobina globuli piastrine "
    "potassio pressao hemacias lengte bloeddruk hartslag temperatuur systolisch diastolisch systole diastole vikt "
    "langd blodtryck puls"
)
_CORE = _VITAL_SIGNS | _LABORATORY | _FUNCTION | _QUANTITIES | _FOREIGN
_UNITS = word_table(
    "kg g lb lbs oz cm mm m m2 in inch inches ft mmhg bpm c f celsius fahrenheit ml l dl ul mg mcg ug ng pg mmol umol "
    "nmol pmol mol meq iu miu uiu u unit units ms msec s sec secs min mins minutes h hr hrs hour hours d day days wk "
    "wks week weeks mo mos month months yr yrs year years pct percent kcal cmh2o fl ppm mosm rpm lpm kpa gy cgy mgy "
    "hu"
)
_CONTEXT_WORDS = word_table(
    "head neck chest arm thigh calf leg abdominal normal limit deg flex ext rom adm heart min max mean avg average "
    "median sd std low lo high hi first last baseline bl pre post before after admission admit adm discharge disch dc "
    "initial final total abs absolute rel relative calc calculated est estimated obs observed measured meas adj "
    "adjusted corrected corr norm normal ref reference rng range lower upper limit lln uln left right r od os ou lt "
    "rt both sit sitting stand standing supine lying rest resting exercise peak trough fasting fast random rand serum "
    "plasma blood urine urinary csf whole wb venous ven arterial art cap capillary mixed central peripheral free "
    "direct indirect conj ionized current cur usual ideal ibw dry wet body bodyweight bodyheight original orig val "
    "values results res lab labs vital vitals raw std zscore z centile pred predicted delta change diff daily weekly "
    "monthly per at and of rx ord prime visit v mother mothers mom maternal father paternal baby infant newborn birth "
    "birthweight fetal foetal neonatal donor recipient patient pt subject room ambient t core oral rectal axillary "
    "tympanic ear cuff nt n hs non ratio cardiac heart lv rv la ra tr mr ar e a i ii iii iv total cell cells white "
    "red gest gestational ga brain bone tumor tumour regional positive examined removed sentinel lesion slice insulin "
    "epo norepi epi dopamine fentanyl propofol heparin morphine carbo cisplatin cold warm ischemia ischaemia isch pfs "
    "os dfs ttp response survival cycle dispensed dspnsd prescribed ordered days drug med medication bene clm claim "
    "tot nch summary fu follow up to event since progression six meter metre walk test pack packs drinks alcohol "
    "tobacco cigarettes kt dw nacl arteriel arterielle cardiaque respiratoire cardiaca respiratoria arterial sys dia "
    "glom glomerular filtration density mineral surface systemic vascular resistance stroke end night nightly bedtime "
    "morning evening am pm"
)
_EXPLAINED = _CORE | _UNITS | _CONTEXT_WORDS
# Short forms that mean something else as well: "pt" a patient, "tour" a journey. Alone, or beside a unit or a specimen,
# they are measurements.
_AMBIGUOUS = word_table(
    "pt na k cr ca cl mg be ph pr sat map tour lead grade stage para hip axis minute load area audit cage rating index"
)
_SPECIMENS = word_table("serum plasma blood urine urinary csf arterial venous art ven wb od os ou")
# These say nothing of what is measured: an index or a count of patients may be their number.
_GENERIC = word_table("value result level lvl index count counts cnt total sum interval rate ratio depth coverage")
_OWNERS = word_table("patient pt subject bene claim clm donor recipient visit event mother maternal father room")
_SURE_UNITS = word_table(
    "units mm mg sec deg min hrs days kg lbs cm mmhg bpm ml dl mcg ug mmol umol meq miu uiu pct percent kcal cmh2o "
    "msec pmol nmol mosm kpa cgy mgy"
)
_LIMITS, _LIMIT_WORDS = word_table("low high lower upper lo hi"), word_table("normal norm reference ref range rng")
_DURATIONS = word_table("days weeks wks wk months mos mo hours hrs mins min sec secs ms")
_CALENDAR = word_table("birth visit admission admit adm discharge disch dc")
# Places of a row in a series. They are no numbers of people or visits where they are small and recur.
_ORDINALS = word_table(
    "tooth toothno seq seqnum seqno line lineno linenum linenbr visitnum instancenum redcaprepeatinstance doseno "
    "dosenumber dosenum cycle cyclenumber cycleday day studyday visitday daynum"
)
_NUMBERS = word_table("ordnumvalue nvalnum valuenum valueasnumber value1 value2")
_GESTATIONAL_AGE = re.compile(r"(?i)gest(?:ational)?[ _.-]?age")
# CDISC SDTM: two letters of the domain, then the variable.
_SDTM = re.compile(r"[a-z]{2}(dy|stdy|endy|orres|stresn|stresc|ornrlo|ornrhi|stnrlo|stnrhi|dose|dur)")
_SDTM_ORDINAL = re.compile(r"[a-z]{2}seq")
# Beside a unit, these say all the same that a number identifies: "mrn_ml".
_IDENTIFIER_WORDS = word_table(
    "id ids no nr num number nbr key code phone tel cell mobile contact fax zip mrn ssn acct account serial device "
    "name nm initials address addr by who user login provider nurse tech doctor md rn age dob birth date time lat lon "
    "long latitude longitude gps geo x y"
)


_IDENTIFYING_WORDS = _IDENTIFIER_WORDS | _CALENDAR | (_OWNERS - {"event"})
_SHORTEST_PART = 3  # letters of a word in a token of several: "admissionweight"


def _is_explained(word: str) -> bool:
    return word in _EXPLAINED or _is_compound(word)


def _is_compound(word: str) -> bool:
    splits = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    return any(word[:i] in _EXPLAINED and word[i:] in _CORE - _AMBIGUOUS for i in splits)


def _is_core(word: str) -> bool:
    if word in _CORE:
        return word not in _AMBIGUOUS
    return _is_compound(word)


@lru_cache(maxsize=4_096)
def is_measure(name: str) -> bool:
    """Tell whether a column's name says that its numbers are measurements."""
    name = _GESTATIONAL_AGE.sub("gest", name)
    found = tokens(name)
    if not found or len(name) > _MAX_NAME_LENGTH:
        return False
    joined = "".join(found)
    if joined in _CORE or joined in _NUMBERS or (len(found) == 1 and _SDTM.fullmatch(joined)):
        return True
    # "result_num" is a number with decimals; `is_like_ids` tells it from the number of a result.
    shortened = name[: -len("num")] if len(found) > 1 and found[-1] == "num" else name
    if are_all(shortened, _is_explained):
        return _says_what(shortened, tokens(shortened))
    # A unit at the end says what a number is, whatever is measured: "norepi_mcg_kg_min".
    return len(found) > 1 and found[-1] in _SURE_UNITS and not _IDENTIFYING_WORDS.intersection([*found, *words(name)])


def _says_what(name: str, found: list[str]) -> bool:
    """Tell whether a name all of whose words are explained says what is measured."""
    if "gest" in found or "gestational" in found:
        return True
    if found[-1] in _DURATIONS and len(found) > 1 and not _CALENDAR.intersection(found):
        return True
    if not _LIMITS.isdisjoint(found) and not _LIMIT_WORDS.isdisjoint(found):
        return True
    if _OWNERS.intersection(found):
        return has_any(name, lambda word: _is_core(word) and word not in _GENERIC)
    if has_any(name, _is_core):
        return True
    has_unit = not (_UNITS | _SPECIMENS).isdisjoint(found[1:]) or not _SPECIMENS.isdisjoint(found)
    return has_unit and has_any(name, _AMBIGUOUS.__contains__)


@lru_cache(maxsize=4_096)
def is_ordinal(name: str) -> bool:
    """Tell whether a column's name says that its numbers count the rows of a series: "line", "visitnum"."""
    found = tokens(name)
    return "".join(found) in _ORDINALS or (len(found) == 1 and _SDTM_ORDINAL.fullmatch(found[0]) is not None)


_UNIT_WORDS = word_table("unit units uom")


def is_unit(name: str) -> bool:
    """Tell whether a column's name says that it holds units of measurements, not those of a hospital."""
    found = tokens(name)
    heads = [token for token in found if token in _UNIT_WORDS or token.endswith("uom")]
    return bool(heads) and all(token in heads or _is_explained(token) or token in ("cd", "code") for token in found)


def is_ambiguous(name: str) -> bool:
    """Tell whether the name of a measurement is also a short form of something else."""
    found = tokens(name)
    return len(found) == 1 and found[0] in _AMBIGUOUS
