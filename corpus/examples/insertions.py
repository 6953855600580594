"""Rules for inserting identifiers into a real note.

Each rule finds places by an expression; its group `at` is replaced by a template (for an empty group the template is
inserted there). Lower-case texts match too; text inserted into them is in lower case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SAYS = (
    r"(?:is|was|has|had|will|does|did|can|could|should|may|denies|denied|reports|reported|states|stated|presents|"
    r"presented|returns|returned|underwent|notes|noted|complains|complained|comes|came|continues|continued|agrees|"
    r"agreed|describes|takes|took|wants|went|feels|felt|also|currently|now|then|tolerated|understands|received|requests|lives|"
    r"works|worked|smokes|quit|admits|admitted|needs|remained|expressed)"
)
_KIN = (
    r"(?:wife|husband|spouse|partner|son|daughter|mother|father|mom|mum|dad|brother|sister|grandson|granddaughter|"
    r"grandmother|grandfather|grandma|niece|nephew|aunt|uncle|cousin|stepfather|stepmother|fianc[eé]e?|boyfriend|"
    r"girlfriend|roommate|caregiver|guardian)"
)
_FRIEND = (
    r"(?:friend|neighbou?r|co-?worker|landlord|boss|supervisor|teacher|coach|lawyer|attorney|parole officer|pastor)"
)
_SPECIALIST = (
    r"(?:cardiologist|oncologist|neurologist|surgeon|neurosurgeon|nephrologist|pulmonologist|psychiatrist|psychologist|"
    r"urologist|dermatologist|radiologist|gastroenterologist|endocrinologist|rheumatologist|gyna?ecologist|"
    r"obstetrician|ophthalmologist|podiatrist|dentist|p(?:a)?ediatrician|orthop(?:a)?edist|allergist|hematologist|chiropractor|"
    r"family doctor|family physician)"
)
_STAFF = (
    r"(?:physical therapist|occupational therapist|social worker|case manager|interpreter|dietitian|dietician|"
    r"nutritionist|pharmacist|respiratory therapist|speech therapist|nurse practitioner|physician assistant|midwife|"
    r"counselor|medical assistant|technician|resident|school nurse|home health nurse)"
)
_STUDY = (
    r"(?:CT|CT scan|MRI|x-?rays?|ultrasound|echocardiogram|echo|EKG|ECG|EMG|EEG|colonoscopy|endoscopy|EGD|mammogram|"
    r"biopsy|stress test|blood test|chest x-?ray|cultures?|pap smear|PFTs?|bronchoscopy|angiogram|catheterization|labs)"
)
_SURGERY = (
    r"(?:surgery|appendectomy|cholecystectomy|hysterectomy|tonsillectomy|mastectomy|arthroscopy|bypass surgery|CABG|"
    r"hip replacement|knee replacement|c-section|cesarean section|vasectomy|laminectomy|hernia repair|stent placement|"
    r"transplant|colectomy|lumpectomy|thyroidectomy|craniotomy)"
)
_NUMBER = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|several|a few|a couple(?: of)?)"
_UNIT = r"(?:days?|weeks?|months?|years?)"
_AGO = rf"(?:about |approximately |around |almost |over )?{_NUMBER}(?: (?:to|or) (?:{_NUMBER}))? {_UNIT} ago"
_END = r"(?=\s?[.,;]|\s*$)"


@dataclass(frozen=True, slots=True)
class Rule:
    """A place and what to insert there.

    every: at all matches with the same value (the label of a speaker). speech: only in dialogues (True), only in notes
    (False), or in both (None).
    """

    pattern: re.Pattern[str]
    templates: tuple[str, ...]
    every: bool = False
    speech: bool | None = None


def _rule(pattern: str, *templates: str, every: bool = False, speech: bool | None = None, case: bool = False) -> Rule:
    """A rule; "~" separates its templates."""
    flat = tuple(t for joined in templates for t in joined.split("~"))
    return Rule(re.compile(pattern, re.M | (0 if case else re.I)), flat, every, speech)


_NAMED = (
    " {kin:given}~, {kin:given},~ ({kin:given})~ {kin:short}~, {kin:short},~ ({kin:short})~ {kin:nick}"
    "~ ({kin:given}, {kinphone})"
)
_NAMED_END = " {kin:given}~, {kin:given}~ ({kin:given})~ {kin:short}~, {kin:short}~ ({kin:short})"
_BEFORE = " on {date:-9}~ on {fulldate:-20}~ {numdate:-12}~ in {month}~ in {year:-3}~ ({numdate:-12})"
_WHEN = _BEFORE + "~, {date:-6},~ dated {fulldate:-8}~ of {date:-11}"
_SUBJECT = "{pt}~{pt:titled}~{pt:titled}~{pt:short}~{pt:given}~{pt:family}~{pt:full}~{pt:initials}"
_WITH = ", {newdr:titled},~ {newdr:titled}~ ({newdr:titled})~ ({newdr:titled_full})~, {newdr:short},"

# fmt: off
RULES: tuple[Rule, ...] = (
    # the patient
    _rule(
        rf"(?<![\w-])(?P<at>the patient|this patient|patient|pt\.?)(?= {_SAYS}\b)",
        _SUBJECT + "~Patient {pt:short}~{pt:titled_full}",
        speech=False,
    ),
    _rule(
        rf"(?:^|(?<=[.!?] )|(?<=[.!?]  ))(?P<at>s?he)(?= {_SAYS}\b)",
        _SUBJECT,
        speech=False,
    ),
    _rule(
        r"\b(?P<at>the patient)(?='s\b)",
        "{pt:titled}~{pt:short}~{pt:given}~{pt:family}",
        speech=False,
    ),
    _rule(
        r"\b(?:with|to|for|by|from|of|told|advised|informed|instructed|saw|examined|asked|gave|counseled|see)"
        r" (?P<at>the patient)\b(?!['’])",
        "{pt:titled}~{pt:short}~{pt:given}~{pt:titled} ({agesex})",
        speech=False,
    ),
    _rule(
        r"^(?P<at>(?:This|The patient|Patient|Pt) is an?)(?= (?:pleasant )?\d)",
        "{pt:short} is a~{pt:titled} is a~{pt:upper} is a~{pt:full} is a~Patient {pt:family} is a",
        case=True,
    ),
    _rule(
        r"\d[- ]year[- ]old (?:\w+[- ]){0,3}(?:male|female|man|woman|gentleman|lady|boy|girl)(?P<at>)(?= (?:who|with"
        r"|presents|presenting|here))",
        ", {pt:short},~ ({pt:initials})~ named {pt:short}~ ({mrn:labelled})~ from {citystate}~ from {hometown}~"
        ", {pt:titled},",
    ),
    _rule(
        r"^(?:(?:doctor|\[doctor\]|clinician):? *)(?:hi|hello|hey|good (?:morning|afternoon|evening)|welcome)\b"
        r"(?: there\b)?(?P<at>)(?=[ ,.!?])",
        ", {pt:titled}~ {pt:given}~, {pt:given}~ {pt:short}~, {pt:nick}",
        speech=True,
    ),
    _rule(
        r"\b(?:thanks|thank you|okay|alright|good (?:morning|afternoon)|hi|hello),? (?P<at>doctor)\b(?! [A-Z])",
        "{dr:titled}~Dr. {dr:family}~Doctor {dr:family}~{dr:given}",
        speech=True,
    ),
    _rule(
        r"\b(?:thanks|thank you|okay|alright|sorry|yes|no),? (?P<at>sir|ma'am|miss)\b",
        "{pt:titled}~{pt:given}~{pt:family}",
        speech=True,
    ),
    # speakers
    _rule(
        r"^(?P<at>Doctor)(?=:)",
        "Dr. {dr:family}~{dr:titled}~{dr:short}~DR {dr:family_upper}~{dr:given}~{dr:full}, {cred}~{dr:initials}",
        every=True, speech=True,
    ),
    _rule(
        r"^(?P<at>Patient)(?=:)",
        "{pt:given}~{pt:short}~{pt:titled}~{pt:initials}~{pt:upper_full}~{pt:family}",
        every=True, speech=True,
    ),
    _rule(
        r"^(?P<at>Guest_family(?:_\d)?)(?=:)",
        "{kin:given}~{kin:short}~{Word} ({kin:given})~{kin:titled}",
        every=True, speech=True,
    ),
    _rule(
        r"^\[(?P<at>doctor)\]",
        "{dr:titled}~dr {dr:family}~{dr:short}",
        every=True, speech=True,
    ),
    _rule(
        r"^\[(?P<at>patient)\]",
        "{pt:given}~{pt:short}~{pt:family}",
        every=True, speech=True,
    ),
    # relatives and others
    _rule(
        rf"\b(?:his|her|my|the patient's|their) {_KIN}(?P<at>)(?= (?!(?:and|or|side|in law)\b)[a-z])",
        _NAMED,
    ),
    _rule(
        rf"\b(?:his|her|my|the patient's|their) {_KIN}(?P<at>)(?=[.,;])",
        _NAMED_END,
    ),
    _rule(
        rf"\b(?:mother|father|mom|dad|daughter|son|wife|husband|guardian|caregiver)(?P<at>)(?= {_SAYS}\b)",
        _NAMED,
    ),
    _rule(
        rf"\b(?:his|her|my|a|the) {_FRIEND}(?P<at>)(?= (?!(?:and|or|of)\b)[a-z])",
        " {someone:given}~, {someone:short},~ {someone:short}~ ({someone:short})~, {someone:titled},",
    ),
    _rule(
        rf"\bmarried(?P<at>){_END}",
        " to {kin:given}~ to {kin:short}~ ({kin:given})~ (spouse: {kin:short})",
    ),
    _rule(
        rf"\b(?:two|three|2|3) (?:children|kids|sons|daughters|grandchildren)(?P<at>){_END}",
        " ({kin2:given} and {kin3:given})~, {kin2:given} and {kin3:given}~ - {kin:given}, {kin2:given}~"
        ": {kin2:given} & {kin3:given}",
    ),
    # clinicians
    _rule(
        rf"\b(?:his|her|my|the|your|an?|by) {_SPECIALIST}(?P<at>)(?= (?!who)[a-z])",
        _WITH,
    ),
    _rule(
        rf"\b(?:his|her|my|the|your|an?|by) {_SPECIALIST}(?P<at>)(?=[.,;])",
        ", {newdr:titled}~ {newdr:titled}~ ({newdr:titled_full})~ {newdr:titled} on {date:-15}~ at {newsite}~"
        ", {newdr:full}",
    ),
    _rule(
        r"\b(?:his|her|my|your|the) (?:primary care (?:physician|provider|doctor)|pcp|gp)(?P<at>)(?=[ .,;])",
        ", {pcp:titled}~ {pcp:titled}~ ({pcp:titled})~ ({pcp:family})~ {pcp:short}",
    ),
    _rule(
        rf"\b(?:the|our|a|his|her|my) {_STAFF}(?P<at>)(?= (?!and|or|who)[a-z])",
        " {staff:given}~, {staff:short},~ {staff:short}~ ({staff:short})",
    ),
    _rule(
        r"\b(?:seen|evaluated|followed|referred|examined|treated|managed|cleared) by (?P<at>(?:the )?(?:cardiology"
        r"|neurology|orthop(?:a)?edics|surgery|oncology|psychiatry|gastroenterology|urology|dermatology|nephrology"
        r"|pulmonology|vascular|plastics))\b",
        "{newdr:titled}~{newdr:titled_full}~{newdr:titled} of {newsite}~{newdr:short}, {cred}",
    ),
    _rule(
        r"\bconsent (?:was|is) obtained(?P<at>)",
        " from {pt:titled}~ from {pt:short}~ from {kin:short}~ by {dr:titled} on {date}",
    ),
    _rule(
        r"\b(?:I|we) (?:have )?(?:discussed|reviewed|spoke|talked|explained)(?: \w+){0,6} (?:with|to) (?P<at>him|her"
        r"|them|the family|the patient)\b(?!['’ ]\w)",
        "{pt:titled}~{kin:short}~{pt:given} and {kin:given}~{newdr:titled}~{kin:titled}",
    ),
    _rule(
        r"\b(?:I am|I'm|this is) (?P<at>(?:your|the|a) (?:doctor|nurse|physician|medical assistant))\b",
        "{dr:titled}~{dr:short}~{nurse:given}~Doctor {dr:family}~{nurse:given}, the nurse",
        speech=True,
    ),
    # places
    _rule(
        r"\b(?:at|to|from|in|outside of) (?P<at>(?:the|this|our|an outside|another|an|a|the local) (?:hospital"
        r"|medical center|er|emergency room|emergency department|ed))\b(?! (?:bed|stay|course|staff|visit|follow|with"
        r" a))",
        "{site}~{site:alias}~{newsite}~{site:abbr}~the {site:alias} ER~{newsite} ED~{site}, {citystate},",
    ),
    _rule(
        r"\b(?:at|to|from|in) (?P<at>(?:the|this|our|my|your|the outpatient) (?:clinic|office|practice))\b(?!"
        r" (?:visit|note|staff|hours))",
        "{clinic}~{pcpsite}~{clinic:alias}~{clinic} in {town}",
    ),
    _rule(
        r"\b(?:at|to|from|in) (?P<at>(?:the|a|an) (?:nursing home|rehab|rehab facility|rehabilitation facility"
        r"|skilled nursing facility|snf|facility|assisted living(?: facility)?|group home))\b",
        "{nursinghome}~{nursinghome} in {town}~{newsite}",
    ),
    _rule(
        r"\b(?:at|to|from) (?P<at>(?:the|my|your|his|her|a|our) pharmacy)\b",
        "{pharmacy}~{pharmacy} on {street}~{pharmacy} in {town}",
    ),
    _rule(
        rf"\blives? (?:alone|independently|with (?:his|her|my) \w+(?: and (?:\w+ )?\w+)?|at home)(?P<at>){_END}",
        " in {city}~ in {citystate}~ at {address}~ on {street}~ in {place}~ at {street}, {city}~ in {town}, {state}",
    ),
    _rule(
        r"\blives? in (?P<at>an? (?:\w+ ){0,2}(?:apartment|house|home|condo|trailer))\b(?! (?:with|in|on)\b)",
        "{city}~{citystate}~a house on {street}~an apartment at {street}, {unit}~{town}",
    ),
    _rule(
        rf"\b(?:born and raised|was born|grew up|originally)(?P<at>){_END}",
        " in {hometown}~ in {citystate}~ in {abroad}~ in {country}~ in {town}, {state}",
    ),
    _rule(
        rf"\b(?:travel(?:l?ed|l?ing)?|trip|vacation|moved(?: here)?|visiting|flew|flight|drove)(?P<at>){_END}",
        " to {town}~ to {abroad}~ to {citystate}~ to {country}~ to {place}",
    ),
    _rule(
        r"\b(?:recent|foreign|international) travel(?P<at>)(?=[.,;])",
        " to {abroad}~ to {country} in {month}~ ({country})",
    ),
    # work, school, faith, insurance
    _rule(
        rf"\b(?:works?|working|worked|employed) (?:as|in) (?:an? )?[a-z][a-z -]{{2,28}}(?P<at>){_END}",
        " at {employer}~ for {employer}~ with {employer}~ at {employer} in {town}",
    ),
    _rule(
        rf"\bretired(?P<at>){_END}",
        " from {employer}~ from {agency}~ from {employer} in {year:-6}~ ({employer})",
    ),
    _rule(
        r"\b(?:works?|working|worked) (?P<at>full[- ]time|part[- ]time|outside the home)\b",
        "at {employer}~for {employer}~full-time at {employer}",
    ),
    _rule(
        r"\b(?:in|at|goes to|attends|from|to) (?P<at>(?:high |middle |elementary |the )?school|college|kindergarten"
        r"|day ?care|preschool)\b(?=\s?[.,;]| and|\s*$)",
        "{school}~{school} in {town}",
    ),
    _rule(
        rf"\b(?:church|faith|religion)(?P<at>){_END}",
        " ({church})~, {church}",
    ),
    _rule(
        rf"\b(?:insurance|medicare|medicaid)(?P<at>){_END}",
        " ({payer})~ ({payer}, ID {plan})~ {plan}~ (group {groupno})~ (claim {claim})",
    ),
    # time
    _rule(
        rf"\b(?P<at>{_AGO})\b",
        "on {date:-20}~on {fulldate:-14}~in {month}~in {year:-2}~around {date:-25}~on {numdate:-4}~in {month}",
    ),
    _rule(
        r"\bpresent(?:s|ed)(?: today)?(?P<at>)(?= (?:with|for|to|after|complaining)\b)",
        " on {date}~ on {fulldate}~ ({numdate})~ {date} at {time12}~ on {textdate}~ on {numdate} {time}",
    ),
    _rule(
        r"\b(?P<at>today|this morning|tonight|this afternoon)\b(?=[ .,])(?! (?:and|or)\b)",
        "on {date}~today ({date})~today, {date}~on {numdate}~on {textdate}~today {fulldate}~{date}",
    ),
    _rule(
        r"\b(?P<at>yesterday|last night|last week|last month|two days ago|the other day|over the weekend)\b",
        "on {date:-2}~{numdate:-2}~on {date:-1} at {time12}~on {shortdate:-3}",
    ),
    _rule(
        r"\b(?P<at>last year|last summer|last fall|last winter|last spring|a few years back)\b",
        "in {year:-1}~in {month}~in {season}~around {date:-200}",
    ),
    _rule(
        rf"\b(?:follow[- ]?up|return|recheck|appointment|see (?:him|her|you) back|come back|be seen)(?: \w+){{0,4}}"
        rf" (?P<at>in (?:about |approximately )?{_NUMBER}(?: ?(?:to|-) ?{_NUMBER})? {_UNIT})\b",
        "on {date:14}~on {fulldate:21}~on {date:10} at {time12}~with {dr2:titled} on {date:14}~{numdate:30}~"
        "on {shortdate:9}",
    ),
    _rule(
        rf"\b(?:an?|the|his|her|my|recent|last|previous) {_STUDY}(?P<at>)(?=[ .,])(?! (?:of|scan|smear|and|or)\b)",
        _WHEN,
        " at {newsite}~ ({accession})~ (acc# {accession})",
    ),
    _rule(
        rf"\b{_SURGERY}(?P<at>){_END}",
        _BEFORE,
        " by {surgeon:titled}~ at {newsite}~ at {site} in {year:-5}~ ({surgeon:family}, {numdate:-40})",
    ),
    _rule(
        rf"\bdiagnosed with [a-z][a-z ]{{3,30}}(?P<at>){_END}",
        " in {month}~ in {year:-6}~ on {date:-30}~ by {newdr:titled}~ at {newsite} in {year:-4}",
    ),
    _rule(
        r"\b(?:started|began|stopped|discontinued|increased|decreased)(?: (?!on\b|in\b)[\w-]+){1,4}(?P<at>)(?=\.(?:\s"
        r"|$))",
        " on {date:-10}~ {numdate:-10}~ in {month}~ on {shortdate:-7}",
    ),
    _rule(
        r"\b(?:vaccin(?:e|ated|ation)|flu shot|tetanus|immunizations?|booster)(?P<at>)(?=[.,])",
        " on {date:-60}~ {numdate:-90}~ in {month}~ ({numdate:-50})~ at {pharmacy} on {date:-40}",
    ),
    # headings and lines
    _rule(
        r"^(?P<at>)(?=(?:vitals?|vital signs|bp|blood pressure|t|temp|hr|pulse)\b[ :])",
        "{numdate} {time} ~{stamp} ~{time}: ~[{date} {time12}] ~{shortdate} {time} ",
        speech=False,
    ),
    _rule(
        r"^(?:results|labs?|laboratory(?: data)?|imaging|x-?rays?|mri|ct|ekg|echocardiogram|medications?|allergies"
        r"|assessment|impression|plan)(?P<at>)(?=:?\s*$)",
        " ({numdate})~ {date}~ - {date}~ [{fulldate}]~ {numdate:-5}~ ({dr:initials} {numdate})~ as of {date}",
        speech=False,
    ),
    _rule(
        r"^(?:hpi|history of present illness|subjective|history):?\s*\n+(?P<at>)(?=\S)",
        "{pt:short} is a {ageold} {man}. ~{pt:titled} is a {ageold} {gender}. ~{date}: ~{pt:short}, {ageold}. ~"
        "{pt:last_first}. ~Historian: {kin:short}. ",
        speech=False,
    ),
    _rule(
        r"^(?:\d{1,2}[.)] )[A-Z][^.\n]{5,70}\.(?P<at>)(?=\s)",
        " Discussed with {dr2:titled}.~ Appt {date:10} {time12}.~ F/u {newdr:titled} {shortdate:20}.~"
        " {newdr:family} aware.~ Call {sitephone} with problems.",
        speech=False,
    ),
    # numbers
    _rule(
        rf"\b(?:pacemaker|defibrillator|implant|prosthesis|insulin pump|stent|hearing aids?|walker"
        rf"|wheelchair)(?P<at>){_END}",
        " (serial {serial})~ (S/N {serial})~ ({device})~ (model serial no. {device}, placed {date:-90})",
    ),
    _rule(
        rf"\b(?:specimen|biopsy|pathology|cultures?|tissue)(?P<at>){_END}",
        " ({specimen})~ (#{accession})~ ({accession}, {lab})~ sent to {lab}",
    ),
    _rule(
        r"\b(?:call|called|calls|contact|phone|reach)(?: us| me| the office| the clinic| our office)(?P<at>)(?=[ .,])",
        " at {sitephone}~ at {drphone}~ ({sitephone})~ on {phone}~ at {sitephone}, {ext}",
    ),
    _rule(
        rf"\b(?:car accident|motor vehicle accident|mva|mvc|collision)(?P<at>){_END}",
        " on {place}~ (plate {plate})~ on {date:-5}~ near {place}~ (VIN {vin})~ (claim {claim})",
    ),
    _rule(
        r"\b(?:website|portal|online|mychart)(?P<at>)(?=[.,])",
        " ({url})~ {portal}~ at {url}~ ({username})",
    ),
    _rule(
        r"\b(?:email|e-mail)(?P<at>)(?=[.,])",
        " ({email})~ {email}~ to {dremail}",
    ),
    _rule(
        r"\b(?:police|the court|probation|child protective services|cps)(?P<at>)(?=[ .,])(?! (?:officer|services"
        r"|report))",
        " ({officer:titled}, badge {badge})~ (case {caseno})~ (officer {officer:family})~ (case no. {caseno})",
    ),
    _rule(
        r"\b(?:clinical trial|research study|the study)(?P<at>)(?=[ .,])",
        " (subject {study})~ ({study})~, ID {study},",
    ),
)
# fmt: on
