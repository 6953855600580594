"""Whole forms of registries, ambulances, wards and suppliers, and what a veterinary surgery writes beside them."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.blanks_kit import OLD, WORKER, document

_DEATH = r"""
STATE FILE NO. {caseno}      {flno}      {fllaw}
Decedent :: {pt:full} ;; Sex :: {sex} ;; DOD :: {fulldate} ;; Age :: {age}
Birthplace :: {town}, {stateab} ;; Born :: {dob} ;; SSN :: [[{ssn}|unk]]
Residence :: {street} ;; City :: {town} ;; County :: {county} ;; In city limits Y N
Usual occupation :: {job} ;; Kind of business :: [[dairy|own farm|retail|Armed Forces]] ;; School :: 8 9 10 11 12 13+
Ever in armed forces :: [[yes - Korea|no|Navy]] ;; Race :: {race} ;; Hispanic origin :: No
Father :: {someone:full} ;; Mother (maiden) :: {someone:full}
Informant :: {kin:full}, {word} ;; Mailing address :: {otherstreet}, {town}
Place of death :: [[Inpatient, {site}|Home|{nursinghome}]] ;; Hospice :: {hospice}
Disposition :: [[burial|cremation]] ;; Cemetery :: {flburial} ;; Funeral home :: {flburial} ;; Lic :: {cert}
Funeral director :: {someone:initial_last} ;; Embalmer :: [[same|none|{someone:short}]] ;; Date :: {shortdate:3}
Part I a. {dx}  b. {dx}  c. {flblank}     Interval: [[hours|3 yrs|unk]]
Part II [[Parkinson disease, Paget's|Addison's, Graves'|Barrett's; Hodgkin treated]] ;; Tobacco: Probably
Manner :: [[natural|Natural|pending]] ;; Autopsy :: No ;; ME notified :: [[Y, {dr2:family}|N]]
    ;; ME case :: [[{caseno}|{flblank}]]
Certifier :: {dr:full}, {cred} ;; Address :: {flsite}, {town} ;; Lic :: {license} ;; Signed :: {shortdate:2}
Registrar :: {someone:initial_last} ;; Filed :: {numdate:5} ;; Vol :: {num:2-90} ;; Pg :: {num:10-400}
Amend {numdate:40} item {num:3-20}: "{pt:family}" for "{someone:family}", affidavit of {kin:given} ({kin:full})
{flrule}
Copies :: {num:2-12} to {kin:titled} ;; {flburial} ;; {insurer} policy {plan}
"""
_INCIDENT = r"""
[[INCIDENT REPORT|Datix|IRF-1|Occurrence screen]] {caseno}      {flno}      NOT PART OF THE RECORD
Date :: {numdate} ;; Time :: {hm} ;; Where :: [[{ward}|{dept}|car park B]] ;; Bed :: {bed}
Affected :: [[Resident|Patient|Visitor]] :: {pt:full} ;; DOB :: {dob} ;; {flcard}
Type :: [ ] fall [x] ID error [ ] drug [ ] Page missed ;; Harm :: None / Low / Mod ;; Score :: 1
Band 1 read "{pt:family_upper}, {pt:given} {dob}"; chart read "{someone:family}, {pt:given} {otherdob}"
Found by :: {nurse:full} ;; Grade :: Band {num:2-7} ;; Witness :: {someone:short}
What happened: {nurse:family} came to [[give|hang]] {drug} and {pt:family} said "[[that's not my name|wrong
    birthday, love]]".
    Two bands cut off; {nurse2:given} checked again with {kin:given} ({word}) by phone.
Told :: Sup {staff:short} {hm} ;; MD on call :: {dr:family} ;; family :: {kin:given}, {kinphone}
Reprinted by :: ADT, {author:given} ;; kit :: {flware} ;; asset :: {assettag}
Statement of {nurse2:initial_last}: I was on the other bay. {nurse:given} called me at {hm}. I know {pt:titled} well.
Statement of {someone:full}, porter: I took bed {bed} to CT at {hm}; the band was not read.
Injury :: nil ;; Neuro obs :: {vitals} ;; X-ray :: neg, {dr2:titled}
Manager :: {staff:given} ;; Reviewed :: {shortdate:6} ;; Risk :: {inits:upper} ;; closed :: {shortdate:30}
Category [[Frank|Grave|Major|Minor]] error N   Root cause: label printer, two ADT screens open
Legal :: {firm} wrote {numdate:90} for {kin:full} ;; our ref {refno} ;; insurer {payer} {claim}
{flrule}   {flrule}
"""
_EMS = r"""
RUN#: {run}  UNIT: M-{num:1-30}  CREW: {nurse:family} (P) / {nurse2:family} (B)      {flno}
DISP {flclk} ENR {flclk} ONS {flclk} PTC {flclk} TRN {flclk} ARR {flclk} AVL {flclk}
Pt :: [[UNKNOWN -> per wallet: {pt:upper}|{pt:last_first}]] ;; Age :: ~{age} ;; Sex :: {sex} ;; DOB :: {dob}
PU :: [[{num:1-90}00 blk {roadsaid}|{otherstreet}|{shop}, aisle {num:2-14}|{nursinghome}]] ;; Dest :: {flsite}
    ;; Med control :: {dr:titled}
CC :: "[[can't catch my breath|I'm dizzy|chest is tight]]" ;; Hx :: {dx}, {dx} ;; Meds :: {drug}, {brand} ;; All :: PCN
SAMPLE / OPQRST / AVPU done. Cincinnati neg. GCS 4/5/6. PERRL. SpO2 {num:84-98}. BGL {num:60-300}
{flclk} {vitals}   by {nurse:initials}
{flclk} {drug} {dose} IV, 20g L AC by {nurse:family}, {nurse2:family} witness; waste {inits}
{flclk} {kin:given} ({word}) on scene, says {pt:given} {symptom} since {shortdate:-1}; {kin:full} rides up front
{responder} on scene, Capt {someone:family} assisted; {officer:titled} took plate {plate}
Equip :: {flware:ward}, {flware:ward} ;; Narc box :: {serial} ;; Miles :: {num:2-40}.{num:0-9}
Belongings: Timex, $42, keys, Bible -> ER clerk {staff:given}   Dentures [[U L|none]]
Turned over {flclk} to {someone:given} RN; accept sig {inits:upper}; bed {bed}
Refusal: [[n/a|{pt:given} declined collar, {he} signed, {kin:given} witnessed]]
Bill :: {newpayer} {plan} ;; Addr :: {street}, {town} ;; Ph :: {phone}
QA :: {dr2:initial_last} {shortdate:4} ;; flag :: {flblank} ;; PCR :: {caseno}
[[Miller|Macintosh|King LT|Magill]] not used. Zoll strip attached. ETCO2 {num:24-44}
"""
_SUPPLY = r"""
[[DME ORDER|CMN|Certificate of need|Home oxygen form]] {flno}      {supplier}
Pt :: {pt:full} ;; HICN :: {plan} ;; DOB :: {dob} ;; Ht {num:60-76} Wt {num:100-290}
Item :: {flware:ward} ;; HCPCS {code} ;; s/n :: {serial} ;; LON {num:1-12} ;; liter flow {num:1-5}
Test :: SpO2 {num:80-88}% RA {shortdate:-9} by {labsite} ;; awake Y ;; portable Y
Dx :: {icd} {dx} ;; Dr :: {dr:full} ;; UPIN :: none ;; NPI :: {npi} ;; last seen {shortdate:-12}
Supplier :: {vendor} ;; NSC {id} ;; {pobox}, {town} {stateab} {zip} ;; Fax :: {fax}
Deliver to :: [[same as above|{street}, {town}|c/o {kin:full}]] ;; gate code {flblank} ;; dog Y
Rec'd by (print) :: {kin:full} ({word}) ;; Date :: {shortdate:2} ;; Driver :: {someone:given} ;; Truck {num:2-40}
Set up and taught by {staff:full}, RRT. {pt:given} can change the tubing; {kin:given} will do filters.
[[DeVilbiss|Inogen|Philips|ResMed]] {model} recalled: lot {lotno}, notify {pt:family} by {fulldate:20}
Device tracking: implant {devname} {device}; implanted {numdate:-300} {site:abbr} {surgeon:titled}; moved to
    {town} {year:-1}
Reorder :: [[tubing|cannula|mask M]] x{num:1-6} ;; Left vm {kinphone} {hm} ;; {author:initials}
Rental month {num:1-13} of 13   {carc}   KX  RR  NU  {fllaw}
Pt refuses [[Quattro|Wisp|Mirage|Swift]] mask. May swap for nasal.
ABN signed :: {pt:short} {shortdate} ;; rep :: {someone:full} ;; Medicaid :: {flcard:bare}
{dr:family} to re-certify {month:365}. {flrule}
"""
_FIT = r"""
[[STATEMENT OF FITNESS|Attending Physician's Statement|Disability certificate|Medical certificate]]   {flno}
[[I assessed your case on|Date of exam]] :: {numdate} ;; Claimant :: {pt:titled_full} ;; Born :: {dob} ;; {flcard}
Employer :: {flwork} ;; Job :: {job} ;; Last day worked :: {shortdate:-10} ;; HR :: {someone:full}, {email}
Because of: {dx}      you are [ ] not fit [x] may be fit: [x] phased return [ ] amended duties
From :: {numdate} ;; To :: {numdate:28} ;; I will / will not need to see you again
Sit {num:10-60} min  Stand {num:10-60} min  Lift {num:5-30} lb  Stoop N  Drive [[Y|N]]  Grip 4/5
Hospital :: {site} ;; adm {shortdate:-20} ;; d/c {shortdate:-15} ;; Surgeon :: {surgeon:titled} ;; Op :: {proc}
Other treaters :: {dr2:full} ({stserv}) ;; {newdr:titled}, {flsite} ;; physio at {oddclinic}
Progress: {pt:family} walks to {shop} with {kin:given}. {pt:given} hopes to go back in [[May|March|autumn]] if
    {his} boss agrees.
Dr :: {dr:full}, {cred} ;; Practice :: {pcpsite} ;; Tel :: {sitephone} ;; Reg :: {license}
Carrier :: {payer} ;; Claim :: {claim} ;; Policy :: {plan} ;; Analyst :: {lawyer:short} ext {ext}
EMPLOYEE PART: I, {pt:short}, agree that {insurer} may ring {dr:titled}. Bank for payment :: {bankno}
Dependants :: {kin:given} ({word}), {kin2:given} ({word2}) ;; other income :: [[pension|none|{cash} a wk]]
Stamp :: {flsite} ;; {flrule} ;; {fllaw}
Date rec'd {shortdate:3}; chased {someone:given} in HR {shortdate:9}, no reply. {inits:upper}
"""
_BEAST = r"""
[[{oddclinic} VET|{town} Animal Hosp|Large animal call sheet|Bite report]]   {flno}
Owner :: {pt:last_first} ;; Tel :: {phone} ;; Addr :: {street}, {town}
Animal :: {pet} ;; MN FS ;; {num:1-15}y ;; chip :: {device} ;; Rabies tag :: {assettag} ;; exp :: {my}
Fel/DSH  K9  Eq  Bov (ring)    BCS 5/9   Wt {num:2-50}.{num:0-9} kg   FeLV neg  FIV neg  4DX neg
Hx: o. says the {pet} bit the neighbour's [[lad|au pair|lodger]] ({someone:given}, age {flmum}) on
    {shortdate:-2}; reported to {oddagency}
Seen at {flsite} by {dr:titled}, 3 sutures, {brand}; contact {kin2:full} {otherphone}
Plan: Clavamox {num:50-250} bid, Baytril, Rimadyl; Elizabethan collar; King Charles and Jack Russell kennelled apart
DVM :: {dr2:family} ;; tech :: {someone:given} ;; lic :: {license}
Quarantine to {numdate:10}; {officer:titled}, animal control, case {caseno}
German Shepherd, Great Dane, Siamese, Maine Coon, Jersey, Holstein, Welsh cob, Shetland (tick)
Insured :: {insurer} ;; {plan} ;; Paid :: {cash} ;; Taken home by {kin:given} ({word})
Cremation: [[private|communal]], {flburial} ;; ashes to {pt:given} ;; no necropsy
Usual doctor {pcp:titled} rang {hm}: PEP [[given|not needed]]; {labsite} head neg {shortdate:5}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("blanks-death", document(_DEATH, "CERTIFICATE OF DEATH", "[[Return|Copy]] of entry", settle=OLD), 1.3),
    NoteType("blanks-incident", document(_INCIDENT), 1.4),
    NoteType("blanks-run-sheet", document(_EMS, "{responder}", "Patient Care Report"), 1.4),
    NoteType("blanks-supply", document(_SUPPLY), 1.3),
    NoteType("blanks-fitness", document(_FIT, settle=WORKER), 1.3),
    NoteType("blanks-beast", document(_BEAST), 0.6),
)
