"""Care at home and in homes, hospice, and programmes: genetics, trials, transplantation, rehabilitation."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.blocks import note_type
from corpus.notes.compose import part

HOME_HEALTH = note_type(
    "home-health",
    "[[Home Health Visit|Home care nursing note|Start of care|OASIS visit|Home PT evaluation|485 plan of care]]",
    part(
        "[[Visit|Narrative|Home environment|]]",
        r"""
        Arrived {time}, let in by {kin:given}. {street}, {unit}, side door, beware of dog.
        SOC {numdate}, cert period {numdate} - {numdate:60}, MD {dr:last_first}.
        {pt:titled} in recliner, O2 2 L. {word} {kin:given} [[fills|has not filled]] the pill box.
        Wound L heel {measure}, last seen by {nurse2:given} on {shortdate:-3}.
        Aide {staff:given} from {agency} comes MWF {time} to {time}.
        Lives over the shop ({employer}) in {city}; [[bathroom upstairs|ramp built by {church}]].
        Supplies from {newsite}, order {order}. Pump {model} SN {serial}.
        {kin2:given} drives in from {town} on {weekday}s and cooks.
        No answer at the door; called {phone}, {kin:given} said they were at {clinic}.
        {pt:given} fell {date:-2} reaching for the phone; {friend:given} downstairs helped {him} up.
        Mileage 14. EVV in {time} out {time}.
        Directions: left at {place}, blue house.
        {hpi}
        """,
        2,
        6,
    ),
    part(
        "[[Assessment|Skilled need|Teaching]]",
        r"""
        {vitals}. Lungs clear. Trace edema. Braden 16. TUG 19 s.
        Taught {kin:nick} to flush the line; return demonstration ok.
        {neg}
        INR 3.4, called to {dr:family} at {time}; hold {drug} tonight.
        Pain 3/10. {symptom} less.
        Homebound: needs a walker and one person; leaves only for {church} and {clinic}.
        """,
        1,
        3,
    ),
    part(
        "[[Plan|Coordination|Next visit]]",
        r"""
        Next visit {date:3}, {nurse:given}; PT {staff:given} {date:2}.
        Faxed orders to {dr:family} {fax}. {todo}
        Recert {date:58}. MSW referral for {kin:given}.
        Called {pharmacy} for {drug}; delivery to {street}.
        D/C with goals met {date:20}, {pcp:titled} informed.
        On call {sitephone}.
        """,
        1,
        3,
        0.85,
    ),
)

HOSPICE = note_type(
    "hospice",
    "[[Hospice Visit|Hospice admission|Palliative home visit|IDG note|Bereavement call|Death visit note]]",
    part(
        "[[Visit|Narrative|Family|]]",
        r"""
        {pt:given} is [[sleeping most of the day|actively dying|comfortable]] at {kin:poss} home in {city}.
        At bedside: {kin:given}, {kin2:given}, granddaughter {someone:given} and Fr. {someone:family} of {church}.
        Admitted to {hospice} {date:-12} with {dx}; certifying {dr:titled} and {dr2:titled}.
        {kin:given} asks "how will I know?" {kin2:given} is flying in from {abroad} {date:1}.
        PPS 30%, FAST 7c. MAC {measure}. Respirations 8 with apnea.
        {pt} wants to die at {place}, by the water, where {he} met {kin:given} in {year}.
        Time of death {time}, {fulldate}, pronounced by {nurse:full}, {nursecred}. Present: {kin:given}, {kin3:given}.
        {someone:full} funeral home called at {time}, {phone}. ME {officer:family} waived.
        Chaplain {staff:given} sang; {kin:given} cried and thanked {nurse2:given}.
        Bereavement: {kin:given} ({kinage}), first {holiday} alone; son {someone:given} calls daily.
        Destroyed 12 mL {drug} with {kin2:given}, witness {nurse:initials}.
        Was a {job} at {employer} for {duration}; former students from {school} visit.
        {symptom} overnight. {neg}
        """,
        2,
        6,
    ),
    part(
        "[[Plan|POC|IDG plan]]",
        r"""
        {sig}. {todo}
        RN {nurse:given} daily, aide {staff:given} x5.
        Respite at {nursinghome} {daterange}.
        IDG {shortdate:7}: {dr:family}, {nurse:given}, {staff:titled}.
        Volunteer {someone:given} {weekday}s.
        DME {newsite}, {phone}. DNR on fridge, signed {date:-10} by {kin:initials}.
        """,
        1,
        3,
    ),
)

NURSING_HOME = note_type(
    "nursing-home",
    "[[Nursing Home Progress Note|SNF visit|Resident care note|MDS summary|Fall report|"
    "Care conference|Long-term care H&P]]",
    part(
        "[[Resident|Note|Event|Interval|]]",
        r"""
        {pt:titled}, {ageold}, resident of {nursinghome} since {month:-500}, room {room}.
        Res. {pt:family} found on floor beside {bed} at {time} by CNA {nurse2:given}. {neg}
        {word} {kin:given} ([[POA|DPOA]]) notified {time} at {kinphone}; {dr:family} notified {time}.
        Readmitted from {site:alias} {date:-4} after {dx}; {dr2:titled} changed {drug}.
        Roommate {someone:family} complains of the noise. Asks for "{someone:given}", {his} dead {spouse}.
        Hit {someone:first_initial} in the dining room; both separated. State report {caseno}.
        Weight 132 lb, was 139 on {shortdate:-30}. {diet}.
        BIMS 6. Calls every aide "{kin2:given}".
        Care conference {date}: {kin:full}, {kin2:given} by phone from {town}, {staff:given} (SW), {nurse:given}.
        Loves to talk about {hometown} and the years at {employer}. {church} choir came {holiday}.
        Out on pass with {kin3:given} {daterange}.
        Elopement: seen at {place} by {someone:given} of {employer}; returned {time}.
        """,
        2,
        6,
    ),
    part(
        "[[Exam|Assessment|Objective]]",
        r"""
        {vitals}
        {exam}
        Sacrum stage 2, {measure}. {neg}
        {labs}
        UA: {organism} > 100,000.
        Skin tear {anatomy}, Steri-Strips.
        """,
        1,
        3,
        0.8,
    ),
    part(
        "[[Plan|Orders|Intervention]]",
        r"""
        {todo}
        T.O. {dr:titled}/{nurse:initials} {numdate} {time}: {sig}.
        Neuro checks q4h x 72 h. Bed low, mat.
        Pharmacist {staff:family} review {date:5}; GDR of {drug}.
        Transfer to {nursinghome} in {town} nearer {kin:given}.
        Psych {newdr:family} {shortdate:8}.
        MOLST copy to {site:abbr}.
        """,
        1,
        4,
    ),
    years=(62, 104),
)

GENETICS = note_type(
    "genetic-counseling",
    "[[Genetic Counseling|Cancer genetics consult|Pedigree|Prenatal genetics|Family history intake]]",
    part(
        "[[Indication|Reason|Consultand|]]",
        r"""
        {pt:full} ({ageold}) and {kin:given} were seen with {staff:full}, CGC, [[on {date}|for {gene}]].
        Referred by {dr2:titled} because {word} {kin:given} was found to carry {gene}.
        Consultand: {pt:first_initial}, proband: {kin:given}.
        Ancestry: maternal {hometown}, paternal {abroad}. No consanguinity.
        """,
        1,
        3,
    ),
    part(
        "[[Pedigree|Family history|Three generations]]",
        r"""
        I-1 {someone:given}, d. {kinage}, colon ca; I-2 {someone:given}, d. {kinage}, old age
        II-1: {someone:full}, b. {year:-60}, breast ca dx {kinage}, {newsite}
        II-2 {kin:given} {kinage}, well; II-3 {someone:given} ({someone:given}'s twin), d. infancy
        III-1 {pt:given} ({age}) arrow; III-2 {someone:given} {kinage}; III-3 {someone:given}, {kinage}, {gene} neg
        IV: {someone:given} ({kinage}), {someone:given} ({babyage})
        Maternal aunt {someone:given}, {kinage}, lives in {town}, thyroid nodule
        Uncle {someone:nick} ({kinage}) - polyps; his sons {someone:given}, {someone:given}, {someone:given}: not tested
        Grandfather {someone:full} came from {abroad}; died in {year} of "stomach trouble"
        Cousin {someone:short}, nee {someone:family}, ovarian ca {kinage} ({site2})
        {kin2:given}'s records requested from {newsite}; DOB {dob}
        Half-brother {someone:given} (same father), adopted out, {state}
        No information on the {someone:family} side.
        {someone:given}/{someone:given}: stillborn {year}
        """,
        3,
        9,
    ),
    part(
        "[[Discussion|Risk|Results|Plan]]",
        r"""
        Tested {gene}, {gene} at {labsite} ({accession}), drawn {date:-20}: c.68_69del, pathogenic.
        Tyrer-Cuzick 22%. Amsterdam II met. {neg}
        Letter for {kin2:given} and {someone:given} to share.
        {kin:given} will tell {kin3:given}; {pt:given} prefers not to know.
        Results by phone {mobile} about {date:21}.
        VUS in {gene}, p.Arg1443Ter not reported.
        MRI yearly is advised in carriers.
        """,
        1,
        4,
    ),
)

TRIAL = note_type(
    "trial-screening",
    "[[Clinical Trial Screening|Research visit note|Informed consent process note|Study eligibility|"
    "Adverse event form]]",
    part(
        "[[Subject|Consent|Visit|]]",
        r"""
        Subject {id} ({pt:initials}) screened {numdate} for {study} at {site:abbr}.
        {pt:titled} and {kin:given} met with coordinator {staff:full} ({ext}) {time} to {time}.
        PI {dr:titled}; sub-I {dr2:full}, {newdr:full}. Sponsor monitor {someone:full}.
        Consent version 4.1 signed {fulldate} {time}, copy to {pt:given}.
        Randomized {date:5}, kit {serial}, arm blinded. IWRS {username}.
        Drives from {town}; hotel at {place}; card {card} for stipend.
        SAE {caseno}: admitted to {newsite} {date:-3} with {dx}; reported {stamp} by {staff:initials}.
        Diary returned by {kin:given}; pages {shortdate:-9} and {shortdate:-8} missing.
        Withdrew {date:30} (moved to {abroad}).
        """,
        2,
        5,
    ),
    part(
        "[[Eligibility|Criteria|Assessments]]",
        r"""
        Inclusion 1-7 met. Exclusion 3: QTcF 438, ok.
        Adults; ECOG 0-1; ANC > 1.5; {neg}
        {labs}
        Washout of {drug} since {date:-28}.
        NYHA II. eGFR 61. LVEF 55%. {score}
        PK draws at 0, 1, 2, 4 and 8 h.
        CTCAE grade 2 {symptom}, unrelated.
        Height 171 cm, weight 80.2 kg, BMI 27.4.
        """,
        1,
        4,
    ),
    part(
        "[[Plan|Next]]",
        r"""
        Cycle 1 day 1 {date:7}. {todo}
        Call {staff:given} {drphone} or {dremail}.
        Monitor visit {daterange}.
        Query {id} closed by {username} {numdate:2}.
        Letter to {pcp:titled}.
        """,
        1,
        3,
        0.8,
    ),
)

TRANSPLANT = note_type(
    "transplant",
    "[[Transplant Evaluation|Transplant clinic|Living donor evaluation|Selection committee note|"
    "Post-transplant visit]]",
    part(
        "[[Summary|History|Candidate]]",
        r"""
        {ageold} {man} with {dx}, s/p DDKT {date:-200} ({surgeon:titled}, {site2}), KDPI 34%.
        Potential donor: {word} {kin:full}, {kinage}, {mrn}, blood type O, from {town}.
        {kin2:given} was ruled out ({dx}); {friend:given} from {church} has called {sitephone}.
        On list since {numdate:-700}, UNOS ID {id}, MELD 22.
        Dialysis TTS at {newsite}, {newdr:family}, AVF {surgeon:family} {year:-2}.
        Support plan: {kin:given} (leave from {employer}) and {kin3:given}; will lodge at {place}.
        HLA A2 A24 B7; crossmatch neg; DSA none. Donor {specimen}.
        Offer call {time} from {staff:given}; declined, donor CMV+.
        Biopsy {date:-10} {accession}: Banff 1A. {neg}
        """,
        2,
        5,
    ),
    part(
        "[[Meds and labs|Data|Immunosuppression]]",
        r"""
        Tacrolimus 3/3, trough 7.8. MMF 500 BID. Pred 5.
        {labs}
        CMV PCR < 34. BK neg {shortdate:-7}.
        {imaging}: {finding}.
        {vitals}
        """,
        1,
        3,
        0.8,
    ),
    part(
        "[[Plan|Committee decision|Recommendation]]",
        r"""
        Committee {date}: {dr:family}, {surgeon:family}, {staff:family}, {newdr:family}. Decision: [[list|defer]].
        Dental clearance from {newdr:titled} by {date:30}.
        {todo}
        Coordinator {staff:full}, {drphone}, pager {pager}.
        Payer {payer}, auth {claim}, case manager {someone:given}.
        Labs at {lab} every {weekday}. Letter to {newdr:family} and {pcp:family}.
        """,
        1,
        4,
    ),
)

TYPES: tuple[NoteType, ...] = (HOME_HEALTH, HOSPICE, NURSING_HOME, GENETICS, TRIAL, TRANSPLANT)
