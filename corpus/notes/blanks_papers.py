"""Whole forms from head to foot that a person and an office filled in between them, with all that is printed there."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.blanks_kit import CHILD, WORKER, document

_INJURY = r"""
STATE FUND USE ONLY: ______     {flno}
Employee :: {pt:last_first} ;; SSN :: [[xxx-xx-{ssn4}|{ssn}|on file]] ;; DOB :: {dob} ;; Sex :: {sex}
Home address :: {street} ;; Town :: {town} ;; St :: {stateab} ;; Zip :: {zip} ;; Tel :: {mobile}
Occupation :: {job} ;; Hired :: {month} ;; Wage :: ${num:9-38}.40/hr ;; Shift :: [[2nd|nights|4 x 10]]
Employer :: [[{flwork}|{employer}]] ;; FEIN :: {id} ;; Location :: [[Dock {num:1-9}|Bay C|Line {num:2-6}]], {town}
Policy :: {plan} ;; Carrier :: {newpayer} ;; Adj :: {lawyer:initial_last} ;; Ext :: {ext}
DOI :: {numdate:-3} ;; Time :: {hm} ;; Date reported :: {numdate:-2} ;; To :: {someone:titled}, supervisor
Nature :: [[sprain|crush|laceration|burn]] ;; Part :: [[R elbow|L hand|low back|both knees]] ;; Code :: {code}
Describe fully :: {pt:given} was [[clearing|lifting|oiling]] the {flware:works} when [[the guard slipped|it
    rolled back]]; [[{he}
    fell on {his} side|caught {his} arm]]. {pt:family} says the [[belt|jig|rail]] had been reported to
    {someone:family} twice.
Witnesses :: {friend:nick_quoted} ;; and :: {someone:full} ([[forklift|lead hand|temp from {vendor}]])
Treated at :: {flsite} ;; By :: PA {dr:family} ;; First aid by :: {nurse:given}, plant nurse
Time lost :: [[Y|N]] ;; RTW :: {shortdate:6} ;; TTD :: {flblank} ;; MMI :: {flblank}
Restrictions :: no lifting over {num:5-25} lb ;; Doctor :: {dr:full}, {cred} ;; NPI :: {npi}
Any person who knowingly makes a false claim is guilty of an offence. {fllaw}
Grace period :: {flblank} ;; Union :: [[Local {num:12-990}|none]] ;; Steward :: {kin3:given}
Prior claims :: [[{caseno} ({year:-3}, same employer)|none known to {pt:family}]] ;; ISO :: {flcap:box}
Employee sig :: {pt:short} ;; Date :: {shortdate} ;; Employer sig :: {kin2:full}, HR
Rec'd :: {shortdate:2} {inits:upper} ;; Claim no :: {claim} ;; Set up by :: {staff:first_initial}
Note to file :: spoke {pt:given} {shortdate:3}, will see {dr2:titled} [[Ortho|for 2nd opinion]]; {flsite} to send notes
"""
_RELEASE = r"""
[[I, {pt:full}, born {dob}, of {street}, {town},|Re: {pt:full}   b. {dob}|Patient {pt:upper}   DOB {dob}   {flcard}]]
Other names used :: [[{pt:maiden}|{pt:nick}|none]] ;; {flcard}
I authorise [x] {flsite} [ ] school [ ] lawyer [ ] {flblank}
to give [x] notes [ ] films [ ] billing [ ] {flcap:box} ;; Dates from :: {numdate:-400} ;; to :: {numdate}
to :: my {word} {kin:given} ({kin:full}) ;; and to :: {firm} ;; ref :: {caseno}
Attn :: {lawyer:titled} ;; Fax :: {fax} ;; E-mail :: {email}
Purpose :: [[legal|transfer of care|disability|my own use]] ;; [ ] at the request of the individual
Sensitive records :: initial each :: HIV ____ Psych [[{pt:initials}|N.A.|no]] Alcohol ____ Genetic N/A
{fllaw}. {flrule}
Valid until :: [[{fulldate:300}|12 months|one year from signing|{flblank}]]
Will it be shared again? The law may no longer protect it.
Not to :: [[{kin2:given}, {his} {word2}|my employer {flwork}|anyone at {employer}]]
If {pt:given} cannot sign, state why: [[blind, mark witnessed by {nurse:titled}|sedated|{flblank}]]
Signed :: {pt:short} ;; Date :: {shortdate} ;; Rel if not pt :: [[self|{word}|attorney|{flblank}]]
Witness :: [[{nurse:initial_last}|illegible|{staff:full}]] ;; Interp :: [[{someone:given} ({lingo})|none
    used|{flblank}]]
OFFICE: ID seen [[driving licence {license}|passport {passport}|{flcard}]] ;; Clerk :: {author:given} ;; {shortdate:1}
Copied {num:12-240} pp ;; fee ${num:5-40} ;; posted {shortdate:4} {postno} ;; {initpair}
Revoked :: [[{flblank}|{shortdate:60} by phone, {pt:family} to {author:given}]]
"""
_TRANSFUSE = r"""
Group :: [[O Pos|A Neg|B Pos]] ;; Antibodies :: {flblood}, {flblood} ;; Special :: [[irradiated|CMV neg|none]]
Patient :: {pt:upper} ;; DOB :: {dob} ;; {flcard} ;; Ward :: {ward}
Cons :: {surgeon:titled} ;; Requested by (print) :: {dr:initial_last} ;; Bleep :: {bleep} ;; GMC :: {license}
Diagnosis :: {dx} ;; Indication :: R{num:1-9} ;; MSBOS per policy
Bled by (sign + print) :: {nurse:initials} {nurse:initial_last} ;; {shortdate} {hm}
Lab :: {flsite} ;; XM no :: {accession} ;; BMS :: {staff:initial_last} ;; DAT [[neg|weak]], {flcap:lab} ok
Unit 1 :: {flunit} ;; Grp O neg ;; Exp :: {expday}
Unit 2 :: {flunit} ;; Grp O neg ;; Exp :: {expday}
Unit 3 :: [[returned {hm}|{flunit}|not issued]]
Collected by :: {someone:given}, porter ;; Fridge :: {flpass} ;; Out {hm} In {hm}
Bedside: band reads {pt:family_upper}, {pt:given} {dob}; agrees Y N
Started :: {hm} ;; by :: {nurse:titled} ;; 2nd check :: {nurse2:initial_last} ;; stopped :: {hm}
Obs 0 / 15 / 60 / end: {vitals}
At {hm} {pt:family} felt [[hot|itchy|cold]]; {nurse:family} stopped unit 2, called {dr:titled}, who gave {drug}.
    Bag to lab.
[[Kell|Duffy|Kidd|Lewis]] typing by {labsite}, ref {refno}; {dr2:titled} (Haem) [[phoned|wrote]] {shortdate:1}
Reaction form {flno} ;; SHOT/haemovigilance :: {caseno} ;; Sent by :: {nurse2:given}
Blue tag to lab within 4 h. {flrule}
Consent :: [[verbal, {pt:given}|given by {kin:full}, {word}]] ;; leaflet :: Y ;; [[JW card seen: no|]]
Donor centre told :: {donor} ;; by {staff:titled} ;; {shortdate:2}
"""
_TRIAL = r"""
[[CASE REPORT FORM|CRF|eCRF print]]   Protocol {study}   {flcap:crf} v{num:1-6}.0   {flno}
Site :: 0{num:1-9} ;; Subject :: {flsubj} ;; Initials :: {pt:initials} ;; Visit :: {num:2-9} (Week {num:4-48})
Date of visit :: [[{flcells}|{flcrfday}]] ;; Hospital :: {flsite} ;; PI :: {dr:family}
1. Vital signs collected? [X] Yes [ ] No     If no, reason: {flblank}
2. Response: [ ] CR [x] PR [ ] SD [ ] PD   per RECIST 1.1, reader {dr2:initials}
3. ECOG 0 1 2 3   QTcF {num:390-460}   CTCAE v5.0 grade 1
Informed consent :: {flcrfday} ;; version 4.{num:0-9} ;; obtained by :: {dr3:family} ;; witness :: {kin:short}
Birth :: [[{dob}|{birthdigits}]] ;; Sex :: {sex} ;; Age :: {age} ;; Smoker :: NEVER FORMER CURRENT
Con med :: {drug} ;; Start :: {flcrfday} ;; Stop :: [[ongoing|{flcrfday}]]
Con med :: {brand} ;; Start :: UNK ;; Stop :: [[{flcrfday}|{flblank}]]
AE {num:1-9} :: {symptom} ;; onset :: {flcrfday} ;; rel :: [[unlikely|not related|possible]] ;; outcome :: recovered
AE text: subject fell at {kin:given}'s house on {flcrfday}, seen at {site:abbr} by {newdr:titled}; SAE form faxed {fax}
PK sample :: {hm} ;; tube :: {specimen} ;; shipped :: {parcelco} {postno} to {labsite}
Diary returned :: Y ;; tablets left :: {num:0-30} ;; kit :: {lotno} ;; IWRS :: {ticket}
Query {num:100-4000} "{pt:initials} differs from {flsubj}" :: resolved {flcrfday} {username}
Investigator :: {dr:short}, {cred} ;; {flcrfday}
Monitor :: {someone:initial_last}, CRA ;; SDV {shortdate} ;; next visit {shortdate:40}
Entered by :: {username} ;; verified :: {author:initials} ;; {stamp}
{flcap:crf} {flcap:crf} {flcap:crf} N/A ND NCS
"""
_CLAIM = r"""
THIS IS NOT A BILL      Page 1 of {num:2-5}      {flno}
Member :: {pt:upper_full} ;; ID :: {plan} ;; Group :: {groupno} ;; Plan sponsor :: [[{flwork}|{employer}]]
Patient :: [[SELF|{kin:given}, {word}|{kin:upper}]] ;; Rel code :: 0{num:1-9} ;; Claim :: {claim}
{pt:upper}\n{otherstreet}\n{town} {stateab} {zip}
Provider :: [[{oddclinic}|{flsite}|{dr:last_first} {cred}]] ;; In network :: Y ;; NPI :: {npi}
DOS {numdate:-20}   Proc {num:10004-99499}   Billed 1,{num:100-999}.00   Allowed {num:100-900}.20   You owe
    {num:10-99}.24
DOS {numdate:-20}   Rev 0{num:250-960}   Mod 59   Billed {num:80-900}.00   Remark {carc}
Remark {carc}: over the allowed amount.   {carc}   Code {code}
Grace period ends :: {shortdate:30} ;; COB :: [[{insurer} primary|none|{flblank}]]
Adjusted by :: {staff:initials} ;; on :: {shortdate} ;; Case mgr :: {nurse:full} x{ext}
Appeal to: {payer}, {pobox}, {town} [[in 180 days|within 6 months]]. {fllaw}
Questions? {sitephone} (TTY 711) or {url}
Call log {shortdate:8}: {pt:given} [[phoned|rang]] re {kin:given}'s claim; {author:given} to resubmit,
    {dr:family}'s office told
Pharmacy :: {pharmacy} ;; Rx :: {rx} ;; {brand} ;; NDC {ndc} ;; Qty {num:10-90}/30 ;; Prescr {dr2:family}
Deductible $500 met   OOP max $3,000   Tier 2   QL 2/28   ST
"""
_PRIOR = r"""
[[PRIOR AUTHORIZATION|Special Authority|Exception request|STEP THERAPY OVERRIDE]] - fax both pages to
    {sitefax}     {flno}
Member ID :: {plan} ;; Name :: {pt:last_first} ;; DOB :: {dob} ;; Wt :: {num:40-120} kg
Drug requested :: {brand} {dose} ;; Qty :: {num:1-9}/{num:10-30} ;; Dx :: {icd} ;; Refills :: {num:0-5}
Tried/failed :: {drug}, {brand} ;; Dates :: [[{month:-270} to {month:-90}|{year:-1}|samples]] ;; Reason :: {symptom}
Tried/failed :: {brand} ;; {flblank} ;; {clbrand}
Prescriber :: {dr:family} ;; NPI :: {npi} ;; DEA :: [[n/a|{dea}]] ;; Contact :: {staff:given}
    ;; Ph :: {drphone} x{num:2-9}
Office :: {flsite} ;; Fax :: ...{phone4} ;; Specialty :: {stserv}
Pharmacy :: [[{pharmacy}|{chemist}|{flsite}]] ;; Ph :: {phone} ;; RPh :: {someone:short}
Urgent? [ ]  Standard [x]  [[Rush|Mercy|Bridge]] supply given? N
1. Has the member had a negative TB test? Y ({shortdate:-30}, {labsite})
2. Is the member under {num:12-18}? N    3. Child-Pugh {num:5-9}  BSA {num:4-30}%  PASI {num:5-30}
4. Letter: {pt:given} has had {dx} since {year:-6} and cannot keep a job at {employer}; {dr:titled} asks for {brand}.
{flrule}
Office use :: approved thru {numdate:300} ;; {inits:upper} ;; {shortdate:3} ;; Ref :: {refno}
Denied :: [[{flblank}|{shortdate:3}, {dr2:titled}, medical director]] ;; P2P :: {hm} {shortdate:5} with {dr:family}
Left vm for {staff:given} {hm}; {pt:family} aware. {kin:given} ({word}) will collect.
"""
_CAMP = r"""
Camper :: {pt:full} ;; Likes :: "{pt:nick}" ;; Age :: {age} ;; DOB :: {dob}
{flcamp}   {flno}   Session [[A|B|II|Aug]]    Cabin [[Chickadee|Birch|Falcon|Robin|Rowan]]
Mother :: {kin:full} ;; cell :: {kinphone} ;; work :: [[{employer}|{flwork}]]
Father :: [[{kin2:full}|none|{kin2:given}, lives {town}]] ;; cell :: {otherphone}
Home :: {street}, {town}, {stateab} {zip}
If neither answers :: {kin3:full} ({word3}) ;; then :: neighbor {friend:given} {phone}
Pick up by :: {kin:given} or {kin3:given} ONLY ;; NOT :: {someone:given}
Pediatrician :: {pcp:family} ;; {flsite} ;; {drphone} ;; Dentist :: {newdr:titled}
Ins :: {newpayer} ;; grp :: {groupno} ;; Holder :: {kin2:full} ;; b. :: {otherdob} ;; ID :: {plan}
Tetanus :: {shortdate:-700} ;; MMR 2 :: {month:-900} ;; Lyme ever: N ;; Flu: {year:-1}
Meds in ziploc :: {drug}, {brand} ;; Give :: 8am + lights out
May give: Tylenol Y  Benadryl Y  Pepto N  Robitussin N  calamine Y     May: swim Y  ride N
{pt:given} must carry an EpiPen on the [[Robin|Fern|Laurel]] trail (bee, sumac, poison ivy). Sunscreen: own
Swim :: [[Guppy|Minnow|Shark]] ;; Bunkmate req :: {friend:first_initial} ;; Bed wetting: N
Does camper: sleepwalk N   faint N   wear contacts N   fear Thunder Y
Our {pt:given} had a febrile fit aged {num:2-4} and was seen at {site:abbr} by {dr:titled}; none since.
    {kin:given} can tell more.
Counselor notes {shortdate:9}: {pt:given} homesick, called {kin:given} {hm}. {teacher:given} sat with {him}.
Infirmary {shortdate:10} {hm}: T {num:98-103}, {symptom}; {nurse:given} RN gave {drug}. Dr {dr:family} called.
Parent sig :: {kin:short} ;; Date :: {shortdate:-20} ;; Notary :: {someone:full} ;; exp :: {numdate:400}
"""
_TRAVEL = r"""
[[TRAVEL HEALTH RECORD|Pre-travel form|YELLOW BOOK COPY]]  {flno}
Traveller :: {pt:full} ;; DOB :: {dob} ;; Passport :: {passport} ;; {flcard}
Going to :: {country} ;; Towns :: {abtown}, {abtown2} ;; Staying :: {flhome}
Depart :: {fulldate:20} ;; Return :: {fulldate:41} ;; With :: [[{kin:given} ({word})|alone|Dad|group from
    {flcamp}|{employer}]]
Why :: [[work for {employer}|wedding of {kin2:given}|volunteer, {charity}|Hajj|safari]] ;; Insurer :: {insurer}
Yellow fever :: Y ;; cert :: {cert} ;; batch :: {lotno} ;; {shortdate}
Japanese enceph :: N ;; Typhoid Vi :: {shortdate} {lotno} ;; Rabies 1 2 3 :: {flblank}
Hep A :: {month:-600} ;; Polio :: {shortdate} ;; MenACWY :: [[Menveo|Nimenrix]] {lotno}
Malaria :: [[Malarone|Lariam|doxy]] x {num:12-60} ;; Areas :: {country} no, {country} yes
Allergic to egg N  latex N  Neomycin N   Pregnant N/A   Spleen Y   Thymus Y
Dust, guinea pig, Brazil nut, Bombay mix: tick if allergic [ ] [ ] [ ]
Nurse :: {nurse:titled} ;; Stamp :: {flsite} ;; {abstreet} ;; Prescriber :: {dr:titled}
{pt:given} was bitten by a dog in {country} in {year:-4}; 5 doses at {abhosp}. Letter from {dr2:titled}.
Paid :: {cash} ;; by :: {flblank} ;; Rcpt :: {refno}
Next :: {shortdate:7} {hm} {nurse2:given} ;; text to :: {mobile}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "blanks-injury",
        document(
            _INJURY,
            "[[FIRST REPORT OF INJURY|Employer's Report of Accident|NOTICE OF INJURY]]",
            "{newpayer} {flno}\nWORKER'S CLAIM",
            settle=WORKER,
        ),
        1.4,
    ),
    NoteType("blanks-release", document(_RELEASE, "[[AUTHORIZATION TO RELEASE|Consent to share|ROI]] {flno}"), 1.5),
    NoteType(
        "blanks-transfusion",
        document(_TRANSFUSE, "{flsite}  [[BLOOD TRANSFUSION RECORD|Crossmatch + bag tag]]  {flno}", "{flno}"),
        1.3,
    ),
    NoteType("blanks-trial", document(_TRIAL), 1.4),
    NoteType("blanks-benefits", document(_CLAIM, "EXPLANATION OF BENEFITS", "{payer}\nEOB {numdate}"), 1.2),
    NoteType("blanks-prior", document(_PRIOR), 1.4),
    NoteType("blanks-camp", document(_CAMP, "{flcamp} [[HEALTH FORM|Medical + release]] {flno}", settle=CHILD), 1.3),
    NoteType("blanks-travel", document(_TRAVEL), 1.1),
)
