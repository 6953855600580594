"""Dense discharge letters of several countries' manner, each in the words and the order that its wards write in."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.dense_kit import sheet

_BRITAIN = r"""
@form
{farsite} - [[ELECTRONIC DISCHARGE ADVICE
    LETTER|IDL|Immediate discharge summary]]
GP: {pcp:titled} / {pcpsite} / [[practice code|Cypher]] {id}   Copy: patient, {newdr:titled}
{pt:titled_full}  NHS {plan}  Hosp {mrn}  DOB {dob}  ({age})  {address:nozip}
DOA {numdate:-6}  DOD {numdate}  Ward {dept}  Cons {dr:titled_full}  Spec [[Gen Med|T&O|Colorectal|COTE]]  Dest:
    [[home|{nursinghome}|{farsite}]]
Completed by: {newdr:short} [[FY1|F2|SHO|ANP]] bleep {bleep}, GMC {cert}; pharmacist {inits:upper} screened {hm}; TTO
    {inits}
NOK {kin:full} ({word}) {kinphone}; LPA {kin2:short}; social worker {staff:titled}
@prose Clinical narrative
Pleasant {agesex} retd {job}, ex {works}, NFA recently but stays w/ {friend:given} at {street}.
Referred via 111, {responder} crew pre-alerted; clerked by {newdr:family}, PTWR {dr:family}, handed to {dr2:family}
    on {weekday}.
Off legs, CURB-65 3, Wells 4.5, Rockall 2, NEWS2 7, Rosier nil, AMTS 6/10. CTPA {shortdate:-5}: no PE, old Ghon focus.
Tazocin then co-amox; Augmentin rash in {year:-8} per {pcp:family}; Abx D/W micro Dr {newdr:family}. Legionella Ag neg.
OGD {shortdate:-3} ({newdr:titled}): Barrett's C2M4, LA grade B, CLO neg, Forrest III.
SALT NBM then Level 4; dietitian {inits:upper}; physio {staff:given} stairs ×13; OT home visit {shortdate:-1} by
    {inits:upper}.
{kin:given} ({word}) in {town}, can't take {him}; {kin2:given} flies back from {ftown} {shortdate:3}; POC TDS by
    {vendor}, restart with {agency} ref {id}.
DNACPR in place {shortdate:-4} {dr2:initials}; MCA done, DoLS ref {id}.
VTE: Fragmin 5000; Flowtrons; Clexane teaching to {kin:given} by {nurse:given}.
@list To GP
U&Es 1/52 and fax {fax}; stop Ramipril; restart Movicol, Fortisip via {pharmacy}
Kindly chase {dr2:titled} re nodule, BTS, {accession}
Fit note to {numdate:21}; DVLA told; Waterlow 18; Blue Badge form
OPA {shortdate:30} {dr:family}; Fracture clinic {newdr:titled} {farsite} {shortdate:9}
2WW not needed; FIT 14; CA125 9; Blatchford 1
@form Sign off
{newdr:full} {stamp} typed {inits:upper}/{inits:lower}; countersigned {hm} {dr:initials}; sister i/c {nurse:family}
"""

_IRELAND_AUS = r"""
@form
[[HSE|SA Health|Queensland Health|NSW LHD|WA Country Health]] - {farsite} - [[Discharge Referral|Separation
    summary|Discharge Prescription & Letter]]
{pt:family_upper}, {pt:given} | UR {mrn} | IHI {id} | Medicare {plan} | {dob} | {gender} | interpreter {lone}
LMO {pcp:titled} {clinic} prov {npi} fax {fax} hlink {dremail}
Admit {stamp:-5}, RFDS from {city} strip (flight RN {nurse:given}, Dr {newdr:family}); sep {numdate}; AMO
    {dr:titled}; reg {newdr:family}; RMO {newdr:given}
Next of kin {kin:given} {kin:family} ({word}), station at {place}, UHF ch 12, {kinphone}
Clan/skin and language recorded by ALO {staff:given}; Kriol; stays w/ aunty {someone:given} at {town} hostel
@prose Course
{agesex} from {town}, came in after {kin:given} found {him} crook in the ute on {roadname}; {responder} 2 h; rang
    {farsite} {hm}.
Presented to {farsite} {date:-6}, given Tazocin, bogged on the {place} crossing, {hm} transfer, {newdr:titled} accepted.
Melioidosis: Burkholderia pseudomallei BC x2; Ceftaz then Bactrim; ID {dr2:titled} {site2}; public health notified
    {inits:upper}.
ARF secondary prophylaxis Bicillin LA due {shortdate:21}, last {shortdate:-7} at {clinic} by {nurse2:given}; register
    no. {id}; Jones major 2.
Q fever IgM, ex {works}, boning room; workcover {claim}, insurer {payer}, lawyer {lawyer:titled}.
Panadol Osteo, Targin 10/5, Coversyl, Somac 40; Webster-pak {pharmacy}; PBS auth {order}; Closing the Gap script.
Social: 6 kids, youngest {otherage:0-9} and {otherage:4-14} with {kin2:given}; footy w/ {friend:given}; sorry
    business for {someone:given} in {town}.
St Vincent's trauma list discussed ({newdr:family}); Colles; Monteggia; Gustilo II; Weber B; HITH by {inits:upper}
@list Follow up
LMO {shortdate:3} UEC, LFT; {clinic} {weekday}; {dr:family} rooms, {street}, {sitephone}
Patient Assisted Travel Scheme form to {author:given}; bus {place} {time}
ACAT {staff:short}; NDIS {id}; CTG; PEPA, My Health Record upload ok {inits:lower}
My {word} {kin:given} will not be home to {shortdate:4}, ring {phone}
Dr {dr:family} noted; D/W {newdr:family} on call; Hep B vax #2 {clinic} {shortdate:30}
@form Sign
{newdr:full}, {cred}, [[HMO2|BST|Intern|Reg]] {initpair} {numdate} pharm {inits:upper}, CNC {nurse:short}
"""

_INDIA = r"""
@form
{farsite}\n{street}, {city}. Ph: {sitephone} / {phone}  Regd. No. {cert}  NABH
DISCHARGE [[CARD|SUMMARY]]   IP No. {id}   UHID {mrn}   TPA {vendor} claim {claim} [[Ayushman|CGHS|ESI|cash]]
Name {pt:titled_full} s/o {kin:full}   Age/Sex {agesex}   Occ. {job}, {works}   R/o {town}, Teh. {city}
D.O.A {numdate:-7} {time12}  D.O.S {numdate:-5}  D.O.D {numdate}   Bed {bed} {dept}
Consultant {dr:titled_full} [[MBBS, MS, MCh|MD, DM (Gastro)|DNB (Ortho)]]; Asst: {newdr:titled}; Anaesth:
    {dr2:titled}; Sr. {nurse:given}; Ref by {pcp:titled}, {farsite}
@prose Course in hospital
Known c/o T2DM, HTN, came with c/o loose motions x 3 d, giddiness; shifted by {kin:given} from PHC by 108; wt 54.
{kin:given} s/o {someone:full} gives h/o similar c/o at {farsite} {date:-30}; USG by Dr. {newdr:family}: GB sludge,
    Gr I fatty liver.
OT: lap chole under GA by {dr:titled}; Calot's dissected, Rouviere seen; clip Ligaclip 300; drain removed POD2 {inits}.
Widal TO 1:160, Weil-Felix neg, Mantoux 12 mm, dengue NS1 neg, CBNAAT neg, P. vivax 1+ (Leishman).
Inj. Monocef 1 g, Tab. Pan D, Inj. Zofer, Tab. Augmentin Duo, Zerodol SP, Syp. Duphalac, Inj. Falcigo.
Expired attendants pass {id} for {kin2:given}; cash {order}; husband {someone:given} of {otherage:30-70} stays {place}.
B/o {pt:family}: BCG, OPV, Hep B by {inits:lower}; DOB recorded {fulldate}.
Case d/w Prof. {dr2:family} at {newsite}; LAMA explained, son {kin2:given} signed.
@rows Investigations
{numdate:-6} | Hb {dec:6.5-16.9} | TLC {num:3000-18000} | Plt {dec:0.3-4.2} lac | {inits:upper}
Sr. creat {dec:0.6-4.9}  B. urea {num:16-140}  RBS {num:70-380}  {numdate:-3}
Na/K {num:120-148}/{dec:2.7-6.1} {lab} {specimen}
SGOT/PT {num:14-400}/{num:10-390}
HIV/HBsAg/Anti HCV NR NR NR {inits}
ECG LBBB (Dr. {newdr:family}); 2D Echo EF {num:20-65}%
@form Advice
Tab. Glycomet GP1 1-0-1 BBF; Tab. Telma 40 OD; Tab. Ecosprin AV HS; Inj. Mixtard 30/70 16-0-12
Soft diet, steam, ambulate; review after 5 days in OPD {weekday}, with {newdr:titled_full}, token {id}
In case of fever call {drphone}; Pt. and {kin:given} explained in own language, {inits:upper}
Prepared by {newdr:family} DMO {hm}, Verified {inits:upper}, RMO {dr2:short}; bill {acct}
"""

_AFRICA = r"""
@form
{farsite} - Mission Station - [[Form HMIS 10|Exercise book, page 3|Ward 3 file]]
{pt:full} / {agesex} / village {town} / boma {city} / chief {lone} / phone of {word}: {kinphone}
Fee {order} paid by {kin:given}; mosquito net returned; BHT no. {id}
Clinician {dr:short} (CO) / Sr {nurse:given} / intern {newdr:family} / visiting surgeon {newdr:titled}, from {country}
@prose Clinical notes
Brought by {kin:given}, {kinage}, {word}, on bicycle from {town}, two days; had herbs of {someone:family} at {place};
    ox cart from {ftown}.
Well until {date:-14}. RDT pos, Hb 4.2, transfused 2 U (donor {kin2:given}, {otherage:18-54}, unit {serial}) checked
    {inits}/{inits}.
Kala-azar rK39 neg; Burkitt's seen at {farsite}, cyclo x6 by {newdr:family}; Genexpert MTB+, Rif R; registered {id},
    {charity}.
ART TLD since {month:-30} at {clinic}, VL 40, regimen by {nurse2:given}; partner {someone:given} unknown.
Caesar by {newdr:family} at {hm}: Pfannenstiel, Bandl's ring, female 2.1 kg, Apgar 7/9, named {kin3:given}.
Snake: 20 WBCT abnormal, Echis antivenom ×2 vials lot {serial}; fasciotomy {surgeon:titled}.
Thiersch graft on burn; Kiwi from {vendor}; theatre lamp out {hm}.
Measles outbreak in {place}: {num:3-40} children; {staff:given} (EPI) and {charity} vaccinated, {school} closed.
@rows Treatment sheet
{shortdate:-3} Artesunate {num:60-160} mg IV {hm} {hm} {inits}
Ceftriaxone 2 g od d{num:1-10} {inits:lower}
Xpen 2 MU 6 hrly | {inits:upper} | {inits:upper} | x | {inits:upper}
ReSoMal {num:50-300} mL/h, F-75, F-100 {inits}
Quinine / dex {num:20-60} dr/min {inits:lower}
Coartem tabs 4 bd; Fansidar no; Septrin 480
@form Outcome
[[Discharged|Absconded|DAMA|Referred {farsite}]] {shortdate} ambulance {plate} driver {someone:given}
Review {weekday} or {shortdate:14} with {dr:initials}; card {id} kept by {kin:given}
Sgd {dr:short} {initpair} {hm}; matron {nurse:titled}; {dr2:initial_last} visiting; report {docid} to DHO {lone}
"""

_EUROPE = r"""
@form
{farsite}, {dept}, Chefarzt Prof. {dr:family}\nTel {sitephone} - Fax {sitefax} - {siteurl}
Vorläufiger Arztbrief / provisional letter (translated {inits:upper}/{inits:lower} {numdate:2})
Patient {pt:family}, {pt:given}, geb. {dob}, wohnhaft {fstreet}, {ftown}, Kasse {payer}, Fallnr {id}
To: {newdr:titled}, {ftown}; z.K. {dr2:titled} {farsite}; Hausarzt {pcp:family}
In-patient {daterange:-8}; {dr:family}/{newdr:family}/{inits:upper}
[[Mme|Mlle|M.|Sig.|Sra.]] {pt:family_upper} {pt:given}, {ageold}, {country}, admitted {textdate:-6}, N° {mrn}, séc.
    soc. {ssn}
@prose Epikrise / course
Dear colleague, we report on {pt:titled}, {ageold}, transferred on {textdate:-8} from {farsite}, where Dr
    {newdr:family} placed a Redon and a Blake.
Diagnoses: NYHA III, Killip II, Child-Pugh B, Forrest Ib, ICD-10 K25.4, pT3 G2 L1 V0 R0 (UICC IIA).
Marcumar paused, INR 2.9 ({lab}), bridging with Fraxiparin 0.4; Novalgin drops; L-Thyroxin 75; Bisoprolol 2.5 1-0-1;
    Pantozol.
{kin:given}, the {word}, {kinage}, lives in {ftown} and speaks for {him}; {kin2:given} in {country}.
Lausanne grant, {charity}; rehab at {farsite} from {textdate:6}, applied {date} by {staff:given}, phone {phone}.
CHU: scanner thoracique {textdate:-5} ({newdr:titled}): opacité, pas d'embolie; PA 130/70; Doliprane 1 g x 3, Lovenox.
Anamnesi: nonna {someone:given}, {otherage:70-99}; operaia alla {works}; fumo 20 sig/die; {allergy}.
Tumorkonferenz {shortdate:-3}: {surgeon:family} for Billroth II rather than Roux; patient thinks on it with
    {kin2:given}.
Staphylococcus epidermidis in one of four bottles, regarded as contaminant; Helicobacter eradicated, French triple.
{pt:given} drives a lorry for {works}; unfit for {duration}.
@list Medication on leaving
ASS 100 1-0-0; Ramipril 2.5; Simvahexal 20 0-0-1
Kardegic 75; Levothyrox; Imovane 7.5
Eutirox 50; Cardioaspirin; Tachipirina al bisogno
Insulatard, Novorapid per {staff:given}'s scheme
Xarelto 20 from {shortdate:4}, card from {pharmacy}
@form Signature
Mit freundlichen kollegialen Grüßen, {dr:full}\n{newdr:short} Assistenzarzt   diktiert {inits:lower} {hm:colon}
Valid without signature; {dr:initials}/{inits:lower}/{docid}
Fait à {ftown}, {textdate:1}, Dr {dr2:full}, N° RPPS {cert}
Copia a {pcp:titled}, {fstreet}; {kin:full}
"""

_CANADA = r"""
@form
{farsite} - [[Discharge Summary (dictated)|Sommaire de départ|DAD abstract]] - [[PHN|OHIP|RAMQ|HCN]]
    {plan}
{pt:full} | {dob} | {address} | MRP {dr:titled} | adm {numdate:-4} sep {numdate} | LOS 4 | ALC 0 | {inits:upper}
FD {pcp:titled_full}, {pcpsite}, {city} ([[no FD: attach to {clinic}|fax {fax}]])
Medevac {responder} from {town} nursing station, RN {nurse:given}, escort {kin:full} ({word})
Dictated {stamp} {dr:initials} / transcribed {inits:lower} / job {docid} / not proofed
@prose Summary
{mr} {pt:family} is a {ageold} {man} who lives in {hometown:plain} and
    traps near {place}.
{He} was found by {kin:given} at the cabin on {date:-6} and {responder} flew {him} to {farsite}, ETA {hm}.
Dr. {newdr:family} saw {him} in the ER; Dr. {newdr:family} cath: RCA 99 %, Promus 3.0; Dr. {dr2:family} read echo,
    Bosch scan, LVEF 35.
Trial: {study}, coord {staff:short}, local {ext}; {pt:given} withdrew {date:-1}.
Residential school survivor ({school}), NIHB client, counsellor {someone:given} at {agency}; Elder {lone} smudged
    {date:-2}.
CAM pos day 2: Seroquel 12.5; resolved on {weekday}.
CCAC/HCC: {inits:upper} from {vendor} assess; LTC appl. {nursinghome}, {hospice}; Priority: crisis per {staff:family}.
Enoxaparin, Ticagrelor, Atorva, Lasix 40; blister pack {pharmacy}, Ms. {someone:family} delivers Thu.
ICES copy no; WSIB {claim}; MTO form {id} faxed {inits:lower} {hm}.
@list Issues for FD
Repeat lytes {shortdate:7}; {dr2:family} {shortdate:30}; ACS QBP; CHADS-65; Lung RADS 2
Driving {duration} no; return to work {works} w/ {payer} form {order}
MOST M2, {date:-2}, {kin:given} ({word}) SDM; {kin2:given} in {town} agreed
FIT, AAA per CTFPHC; Shingrix; Pneu-C-20
Cancer agency {newdr:titled}, {farsite}; {accession}
Beer 12/wk, Quits line; {agency}
@form End
{dr:full}, {cred} / {initpair} / cc {pcp:family}, {newdr:initial_last}, {dr2:initial_last}, {nurse:given} NP
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("dense-discharge-britain", sheet(_BRITAIN)),
    NoteType("dense-discharge-australia", sheet(_IRELAND_AUS)),
    NoteType("dense-discharge-india", sheet(_INDIA)),
    NoteType("dense-discharge-africa", sheet(_AFRICA, least=2)),
    NoteType("dense-discharge-europe", sheet(_EUROPE)),
    NoteType("dense-discharge-canada", sheet(_CANADA, least=2)),
)
