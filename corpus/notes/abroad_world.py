"""Letters and papers as clinics of Asia, Africa, the Caribbean, the Gulf and the Mediterranean write them."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.abroad_kit import letter
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer

_INDIA = r"""
@one
{abhosp:upper}\n{abany}\nPh: {abtel}, {abcell2} | {abreg}
{abdr:titled_full} {abcred} | {abreg}\n{absurg}, {abany:wrap}\n[[Timings|OPD]]: 10-1, 5-8 | {abcell2}
@one
Date: {abd}   {abhno}\n[[Name|Pt. name|Patient]]: {abhon} {abof}   [[Age/Sex|A/S]]:
    {age}/{sex}\n[[R/o|Add.|Address|H/o]]: {abaddr:wrap}\nMob: {abcell}   {abid}
{abhon}, {age}Y/{sex}, {abof}, R/o {abaddr}. {abhno}. {abcell}. {abd}
{pt:full} {abof}\n{abaddr}\n{abid}\n{abhno}   {abd}
@one
To,\nThe [[Medical Superintendent|HOD {dept}|CMO]],\n{abhosp2},\n{abtown2}.
To {abnew:titled_full}, {abhosp2:short}
[[To whomsoever it may concern|TO WHOM IT MAY CONCERN]]
@told
[[Respected Sir/Madam,|Dear Sir,|Sir,]] kindly see {abhon}, k/c/o T2DM x 8 yrs, c/o {symptom} x {abspan}.
Alleged h/o RTA near {abarea2} at about {time}; brought by {kin:given} and HC {officer:family} PS {abarea2}; MLC done.
O/E conscious, oriented, afebrile, P 88, BP 140/90, no pallor/icterus; CLW 4x1 cm.
USG {abd:-4}: GB sludge; 2D echo LVEF {num:25-60}% (Simpson); Widal neg, Mantoux 12 mm, dengue NS1 neg.
Tab. {abdrug} 1-0-1 x 5 d, Tab. {abdrug} SOS, Inj. {abdrug} stat; diet soft, curd rice ok.
Surgery advised by {abdr2:titled} at {abhosp2}; attendant {kin:short} ({word}) wants second opinion at {abtown2}.
{pt:given} works in {abfirm}, posted at {abarea2}; leave from {abd:-2} to {abd:12} is recommended.
TPA desk, {abpayer}: pre-auth {claim}, policy {plan}; {absec:given} to mail papers to {abmail}.
Child studies in {abschool}; fees cheque no. {order}; father's shop shut since {monthonly}.
Dressing by ANM {abnu:given} at the sub-centre; ASHA {someone:given} to follow.
LAMA explained in Hindi, Tamil and Marathi; {kin2:given} signed, witness {friend:full}.
CGHS card shown; {abbody} form sent; Sr. {abnu2:given} has the file.
Review after {abspan}, {weekday} OPD, Room 6, with {abdr:titled}.
@one
{abdr:titled_full}\n{abcred}\n{abreg}
Sd/-\n{abdr:full}\n[[RMO|Medical Officer|DMO]], {abhosp:short}
Thanking you,\nYours faithfully,\n{abdr:titled} ({abreg})
"""

_AFRICA = r"""
@one
{abhosp:upper}\n{abany}\n{abtel}
{absurg} · {abany} · {abcell2} · {abdesk}
REPUBLIC - {abhosp} - REFERRAL FORM
@one
{abd}\nThe Medical Officer in charge\n{abhosp2}\n{abtown2}
Date {abd}   {abhno}   {abid}
@one
RE: {abhon}, {age} yrs, {sex}, of {abaddr}, {abid}
Name: {pt:full}   Age: {age}   {abhno}   Village/Location: {abarea}   Sub-location: {abarea2}   Tel: {abcell}
Patient {pt:last_first} ({sex}/{age}). NOK: {kin:full} ({word}) {abcell2}. {abaddr}
@told
Kindly attend to the above named, a {ageold} {job} from {abarea2}, referred from {absurg}.
{He} presented with {symptom} x {abspan}; no cough, no contact with TB; RDT pos, BS ++.
Admitted to {abhosp3} on {abd:-3} under {abnu:given}; given 2 pints, donor {someone:full}.
TLD since {month:-30}, VL LDL, CD4 412; CCC card left with {kin:given}.
HB 6.2, MPs seen, Widal no longer done, Xpert neg, MUAC 11.4; {abdrug} and {abdrug} stat.
Alleged assault at {abfirm} gate on {abd:-6}; P3 form / police extract from {abarea2} station, OB {caseno}.
Bonesetter at {abarea2} splinted it with bamboo; gallows traction; Gustilo II, Girdlestone no.
Insurance: {abpayer}, {plan}; cash {cash} deposit, receipt {order}.
Theatre list: {abdr:family} to do the Burkitt biopsy {weekday}; generator fuel paid by {church}.
{kin:given} could not buy {abdrug}; the matron, {abnu2:titled}, wrote to {charity}.
Transfer with nurse escort {abnu:short} in ambulance {plate}; call {abnew:titled} on {abcell2}.
Excuse duty for {abspan} with effect from {abd}; fit to resume at {abfirm} on {abd:14}.
{kin2:given} ({word2}) will sign for theatre; lassa and Marburg not suspected.
Please feed back on {abdesk} or by phone.
@one
Signed: {abdr:titled_full}, {abcred}, {abreg}
Dr. (Mrs) {abdr:full}\n{abreg}\nOfficial stamp
{abdr:short} ({abcred})\nClinical Officer i/c, {abarea}
Yours faithfully, {abdr:titled}, for Medical Director
"""

_EAST = r"""
@one
HEADS
@one
{abd}\nMEMO TO: [[A&E|SOC|Polyclinic MO]], {abhosp2}
Date: {abd}   {abhno}
@one
Thank you for seeing {abhon} ({abid}), {age}/[[Chinese|Malay|Indian|Filipino]]/{sex}, {abaddr}.
{pt:upper_full} {abid} {abhno} {age}/{sex}\n{abaddr:wrap}\nHP {abcell}
Pt: {pt:last_first}, {sex}/{age}, {abid}. Add: {abaddr}. NOK {kin:full} ({word}) {abcell2}
@told
Problems: HTN, HLD, IHD s/p PCI (year {year}); on {abdrug} and {abdrug}; CHAS blue, CSSA no.
Came with helper {someone:given} and {word} {kin:given}, who works at {abfirm}; MC needed {abd} to {abd:2}.
FU SOPD {abhosp2:short} {abd:30}, {abdr2:titled}; DAMA form signed; TCU {abspan}.
BP 168/94, H/C 14.2, Hb 11, TW 9.6, TnI neg; CXR clear; ECG SR no STE; triage cat 3.
c/o giddiness, heaty, took gastric mixture and Po Chai pills, then tiger balm.
Lives 12/F no lift; {word2} {kin2:given} in {abtown2}; MSW {abnu:given} for step-down, meals on wheels.
Sec school child at {abschool}, dengue day 4, plt 48; form teacher {teacher:short} informed.
{abpayer} LOA {claim}; senior discount; balance paid by {kin:given} thru GCash {abcell2}.
Confinement lady {someone:short} noted baby jaundice, SB 260; F/U paed {abnew:titled} at {absurg}.
{abdr:titled} kindly to tca fasting; no beef, halal meals; Cantonese, Hokkien or Tagalog interpreter.
Foreign worker, WP checked, employer {abfirm2}; MOM informed i-report {refno}.
Tan tock, tan line, lim bus: words, not names, says the coder; sing song voice; long covid clinic.
@one
{abdr:titled_full} {abcred} {abreg}
- {abdr:full}, [[MO|HO|Family Physician|AC]], {abreg}
{abdr:initial_last} (MO), {abhosp:short}, ext {ext}
"""

_GULF = r"""
@one
{absurg}\n{abany}\n{abtel} | {abdesk} | {abreg}
{abhosp:upper}, {abany}, Tel {abtel}, Fax {abfax}
@one
{abd}   {abhno}   {abid}
To: {abpayer}, Claims, {abtown2}   {abd}   Member {plan}
To {abnew:titled_full}, {abhosp2}, {abtown2}, {country}
@told
Re {pt:full}, {dob}, {abaddr}, tel {abcell}, passport {passport}.
This British-trained clinic looks after {pt:titled}, {age}, a {job} with {abfirm}, here for {abspan} on a visit visa.
Home GP: {abgp:titled_full}, {absurg2}, {abtown2}, {abtel}; NHS letter in English enclosed.
{He} fell at the pool on {abd:-2}; urgent care at {abhosp2:short}; X-ray: {finding}; Aspen collar, no scaphoid.
Takes {abdrug} (sold at home as {abdrug}), Nolotil caused a rash; INR 2.4 last week.
Insurance asks if the Graves disease was pre-existing: no. EHIC, GHIC or S1 do not cover the taxi.
Fit to fly from {abd:6}, with {kin:full} as escort, seat at the front, {airline} ref {refno}.
Invoice {acct} for 420, paid by card ending {card4}; bank {iban}.
{kin:given} ({word}) is at the hotel {venue}, {abarea2}; WhatsApp {abcell2}; mail {abmail}.
The consulate ({someone:titled}) and the children's school, {abschool}, have been told.
Ramadan fasting, Spanish flu jokes, Maltese cross on the badge: none of this matters.
Sponsor: {abfirm2}, licence {cert}; pre-employment screen negative for TB, HIV, hep B.
The pink card for {abdrug} ran out on {abd:-20}; pharmacist at {pharmacy} will not give more.
@one
SIGNED
@maybe
COPIES
"""

_OWN = r"""
@one
{abd}\nTo: {abgp:titled_full}, {absurg}
{abaddr:block}\n{abmail}\n{abd}
Dear [[Doctor|Sir|Madam|Sir or Madam|Dr]],
To the Manager, {abhosp}, {abtown}
@told
I, {pt:full}, {age} years, of {abaddr}, am writing about my {word} {kin:given} who is [[admitted|lying]] at
    {abhosp:short}.
My number there is {abhno} and my card is {abid}, please check as the clerk wrote another.
I went on {abd:-20} and again on {abd:-6}, the doctor (I think {abdr:titled}) was on leave.
They gave me {abdrug} and said come after {abspan}. Till now nobody called {abcell}.
My {word2} {kin2:given} is working at {abfirm} in {abtown2} and cannot take leave every time.
Sister {abnu:given} was very kind, God bless her. The lady at counter 4 was not.
I have no bus fare from {abarea}. From my place to {abtown2} is {num:12-90} km.
The insurance people, {abpayer}, say the paper must have {abdr2:titled}'s chop and reg number.
My late {word3} {kin3:given} was your patient since {year:-20}; you came to the wake, we don't forget.
Please excuse my English, I studied in [[Tamil|Swahili|Maltese|Spanish|Afrikaans|Hausa]] medium.
Kindly write to my employer for light work, the boss is {someone:titled_full}, {abdesk}.
If possible to send result to my email {abmail} or WhatsApp my neighbour {friend:given} {abcell2}.
I am hoping for your grace. With faith and patience we wait; may this find you well.
Pressure was 170/100, sugar 14 at the chemist.
@one
Yours obedient,\n{pt:full}
Thanking you,\n{pt:titled_full}\n{abcell}
[[Yours faithfully|I remain|Regards]]\n{pt:short}
Thumb print of {pt:given}, written by {kin:short}, {word}
"""

_CERT = r"""
@one
{abhosp:upper} - MEDICAL CERTIFICATE
{absurg}, {abany}, {abtel}
MEDICAL CERTIFICATE   No. {id}
@some
This is to certify that {abhon} of {abaddr} was seen by me on {abd} and is unfit for [[work|school|duty|court]]
    from {abd} to {abd:5}.
Certify {pt:full}, {abid}, {age}/{sex}, fit to [[resume at {abfirm}|sit the exam at {abschool}|travel to
    {abtown2}]] wef {abd:3}.
Diagnosis: [[withheld|URTI|{dx}|medical condition]]. Light duty for {abspan}.
Not valid for court attendance. Any alteration voids it. Backdating not allowed.
To: {abfirm}, Attn {someone:titled_full}
[[Attendant|Came with]] {kin:full} ({word}); a child is in class 4 at {abschool}.
MC issued once; tel to verify {abtel}; e-MC code {docid}.
@one
{abdr:titled_full}, {abcred}, {abreg}
[[Signature & stamp|Chop|Rubber stamp]]: {abdr:full} {abreg} {abhosp:short}
"""

_MATERNITY = r"""
@one
HEADS
@one
[[ANC card|Maternity notes|Antenatal book|Handover to community midwife]]   {abd}   {abhno}
{abd}\n{abnew:titled_full}\n{abhosp2}
@one
{pt:full}, {age}, {abaddr}, {abid}
Name {abhon} Age {age} {abaddr:short} Tel {abcell} {abid}
@told
{age} yr old para 1+0, 31/40 by dates, LMP {abd:-217}, EDD {abd:63}, booked at {absurg} with {abnu:given}.
Seen {abd:-4} at {abhosp:short}; SFH 29 cm, growth on the 10th centile, AFI 9, Doppler ok.
Previous LSCS at {abhosp2} in {year:-3} by {abdr:titled}, Pfannenstiel, healthy {babykind}, 2.9 kg.
Partner, {friend:full}, drives for {abfirm}; cousin {someone:given} came from {abtown2}.
O pos, Hb 92 g/L, RPR NR, HIV NR, GTT 8.9 mmol/L; {abdrug} stopped, aldomet started.
No cousins married; thal trait; Braxton Hicks at night; Rhesus and Kleihauer n/a.
Student midwife {abnu2:short} palpated; {abdr2:titled} scanned, probe broken, rebook {abd:6}.
If waters break go to {abhosp2:short} and ring {abtel}; birth partner {friend:given} {abcell2}.
She wants {someone:given} for a girl and {kin:given} for a boy, after her {word}.
Fetal kicks chart given, iron and folate {abspan}; NEWS n/a, MEOWS 1.
Leave from {abschool} starts {abd:30}; form for {abpayer} stamped by {absec:given}.
PPH last time: 1.2 L, 2 pints, Bakri balloon, Apgars 7 and 9.
TT2 given, SP x2, net issued by {charity}; clinic in {abarea2} on {weekday}s.
@one
{abnu:short}, [[RM|midwife|KRCHN|CMW]], {abreg}
{abdr:titled_full} {abreg}
"""

LINES = templates(r"""
{abid}; {abhno}; {abreg}
{pt:full} {abid}
{abdr:full}, {abcred}, {abreg}, {abhosp:short}
{abid} (expired, new one applied for at {abtown})
{abdr:titled_full} | {abreg} | {abtel}
[[Ring|Call|WhatsApp|Text]] {abcell2} or {abtel}, not after 6
{abaddr} / {abcell} / {abmail}
{abaddr:wrap}
{abany}
{abany:block}
{abhosp} • {abany} • {abtel} • {abdesk}
{absurg2}, {abarea2} ([[next to the mosque|opp. the chemist|above the bank]])
{abhno} was {abhno} before the merger
{abid} {abid}
{abnu:short}, [[charge nurse|health visitor|sister]], {abbay}, bleep {bleep}
[[Lives at|Now at|c/o]] {abany}; school {abschool}; work {abfirm}
{abpayer} {plan} / {claim}
{pt:initial_last} {abarea} {abcell}
[[Seen|Booked]] {abd} {abhosp2}, next {abspan}
Wd round: {abdr:family}, {abdr2:family}, {abnu:given}; 6 obs, 2 TTOs
{kin:given} ({word}) {abcell2} {abarea2}
GP {abgp:family} {absurg:short} {abtel}
A&E {abhosp:short} {abd:-1} {time}
{abnew:titled_full} {abhosp3}
""")
CLEAN = templates(r"""
GMC, NMC, HCPC or AHPRA number to be entered
NHS No: ______  NI No: ______
Minicom, fax and switchboard: see poster
Obs 4 hourly, NBM, TTOs, TCI, DNA, PIFU
bloods {abspan}, script at the chemist, review {abspan}
HbA1c 58 mmol/mol; chol 5.1 mmol/L; Cr 96 umol/L
{abdrug} tds {abspan}; {abdrug} prn
{abbody} form attached
EDI, MCR, MCNZ, PPSN: ask if unsure
R/v {abspan} SOS; f/u OPD
Fx clinic, # clinic, POP 6/52, NWB
10th centile, 9th centile, 50th centile
Gravida 2 para 1+0, 31/40
Kia ora, fáilte, croeso, sawubona, karibu, namaste
Yours sincerely
Is mise le meas
Ngā mihi
Dictated but not signed
Consultant's secretary
Whom it may concern
Ward clerk to fax; casualty card lost
UHID / IP no. / Regd no. - nil
ID seen Y/N; Medicare card seen Y/N
W/o glasses 6/12, with 6/9
12/F no lift; G/F shop
Ta; cheers; no bother; righto; can lah
PACT, CBOC, SOPD, GOPC, PHC, CHC, H/C
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("abroad-india-letter", letter("IN adult", _INDIA), 1.8),
    NoteType("abroad-africa-letter", letter("NG KE ZA NG KE adult", _AFRICA), 1.7),
    NoteType("abroad-east-letter", letter("SG HK PH adult", _EAST), 1.6),
    NoteType("abroad-gulf-letter", letter("AE AE EU MT worker", _GULF), 1.3),
    NoteType("abroad-own-letter", letter("IN NG KE ZA MT CB PH AE SG worker", _OWN), 1.6),
    NoteType("abroad-certificate", letter("IN NG KE ZA SG HK PH CB AE worker", _CERT), 1.3),
    NoteType("abroad-maternity", letter("IN NG KE ZA PH GB IE AU woman", _MATERNITY), 1.3),
    NoteType("abroad-lines", writer(LINES, LINES, CLEAN, least=2, most=9), 1.5),
    NoteType("abroad-lines-plain", writer(CLEAN, least=3, most=10), 1.2),
)
