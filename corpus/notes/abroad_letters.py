"""Letters as clinics of Britain, Ireland, Australia, New Zealand, Canada and the United States write them."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.abroad_kit import letter

_CLINIC = r"""
@one
HEADS
@one
DATES
@one
TO
@one
DEAR
@one
ABOUT
@some
[[Diagnosis|Diagnoses|Problems]]: {dx}; {dx}[[; osteoporosis on {abdrug}|]]
[[Current medication|Medication|Meds]]: {abdrug}, {abdrug} {num:5-80} mg OD, {abdrug} PRN
[[Plan|Actions for GP|GP to do]]: reduce by 1 mg every {abspan}; [[U&Es|FBC|LFTs]] in {abspan}; TTO for {abspan}
@told
[[Many thanks for referring|Thank you for asking me to see|I reviewed]] this [[pleasant|delightful|stoical]]
    {ageold} [[retired |former |]]{job}, who came [[today|to the {weekday} clinic]] with {his} {word} {kin:given}.
{He} has had {symptom} for {abspan}, [[worse on the stairs|worst in the mornings|off and on since {monthonly}]].
I note the [[A&E attendance|casualty card|ED presentation]] at {abhosp2:short} on {abd:-30}, when the
    [[SHO|registrar|duty doctor]], {abnew:titled}, found nothing amiss.
Obs stable, sats 97% on air, chest clear. {vitals}
Bloods were NAD bar a ferritin of {num:5-11} and CRP <5; HbA1c {num:38-81} mmol/mol.
Our specialist nurse, {abnu:short}, has given {him} {abcell2} as a helpline and will ring in {abspan}.
I discussed the images with {abdr2:titled} ([[radiology|vascular surgeon]]), who sees no [[Baker's cyst|Pancoast
    tumour|Charcot joint]].
{pt:given} works at {abfirm} and is anxious not to lose shifts; {he} smokes 10 a day and likes a stout.
{kin:given}, who is {kinage}, does the shopping and the lifts to {abtown2}.
In line with [[NICE|SIGN|{abbody}]] advice I have not started {abdrug}.
I have discharged {him} back to your care with an SOS appointment, valid {abspan}.
{pt:titled} asked that a copy go to {abhosp3}, as {he} is moving to {abarea2} on {abd:30}.
Should {he} not attend (DNA) we shall not send another.
The {test} done on {abd:-9} is still awaited[[, {absec:given} is chasing it|]].
{abpayer} have authorised [[two|three]] visits under {claim}.
@one
SIGNED
@maybe
COPIES
"""

_MISSED = r"""
@one
HEADS
@one
{abd}\n\n{pt:titled_full}\n{abaddr:block}
{pt:titled}\n{abaddr:wrap}\n{abd}\n{abid}
To: {pt:short}, {abaddr}\n{abid}  {abhno}\n{abd}
@one
Dear {pt:titled}
Dear {pt:given},
Dear Parent/Guardian of {pt:full}
@told
Our records show that you did not attend (DNA) your [[appointment|telephone slot]] with {abdr:titled}'s team on
    {abd:-4} at {time}.
Under the access policy you have been [[discharged to {abgp:titled} at {absurg}|taken off the list|put back
    {abspan}]].
If you were unwell, or the letter went to {abany}, phone {absec:given} on {abtel} within 14 days.
Missed slots cost the clinic about 120 a time.
[[We have your mobile as|The number we hold is]] {abcell}; please tell reception if it is wrong.
You can also write to {abdesk} quoting {abhno}.
Parking is in {abstreet}; the lift in the [[old|new|east]] block is out of order.
Bring your glasses, your tablets and a urine sample.
Nothing to eat from midnight; sips of water until 6 am.
An interpreter in [[Polish|Urdu|Mandarin|Irish|Punjabi|Cantonese]] can be booked free.
Transport: ring {abtel} by noon the day before. NHS 111, Healthline or your chemist can advise meanwhile.
@one
{absec:full}\n[[Booking clerk|Grade IV|Outpatient coordinator|Medical typist]]
Central Appointments, {abhosp:short}
{absec:short} for {abdr:titled_full}, {abreg}
[[Is mise le meas|Ngā mihi|Yours faithfully|Le gach dea-ghuí|Yn gywir|Regards]],\n{absec:short}
"""

_SCREENING = r"""
@one
{abhosp:upper} SCREENING OFFICE, {abany}
[[Bowel|Breast|Cervical|Retinal|AAA|Newborn hearing]] screening - [[hub|programme|service]], {abtown2}. Freephone
    {abtel}
@one
{pt:titled_full}\n{abaddr:block}\n\n{abd}
{abd}   {abid}   Kit no. {specimen}\n{pt:full}, {abaddr}
@told
Dear {pt:titled}, you are invited because you are aged {age} and registered with {absurg}.
Your [[kit|mammogram|slot|scan]] is booked for {abd:20} at {time}[[ in the van behind {abfirm}|, {abhosp:short}]].
Most people (about 98 in 100) have a normal result. FIT above 10 means a second look.
The test looks for [[polyps|bleeding|changes]], not for [[Crohn's|Barrett's|Paget's disease]].
If you have had it done at {abhosp2} since {abd:-300}, tell us on {abtel} or {abdesk}.
You may be called again every [[two|three|five]] years until 74.
Someone may come with you; {kin:given} is down as your contact, {abcell2}.
Do not bring the sample to {absurg} or to the chemist.
{abgp:titled} will get the result within {abspan}.
Ask for Easy Read, Welsh, Gaelic, te reo or large print.
@maybe
{abnew:titled_full}, [[Director of screening|Public health consultant]]
"""

_BUSH = r"""
@one
{absurg}, {abany}. [[Ph|Phone]] {abtel} [[Fx|Fax]] {abfax} [[EDI {username}|HealthLink {username}|]]
{abdr:titled_full} {abcred}, {abany}. {abreg}. Ph {abtel}
@one
{abd} Re: {pt:full} ({sex}) {dob}. {abid}. {abaddr}. {abcell}
RE {pt:upper_full} {dob} {abid} / {abaddr:wrap}
@one
Dear {abgp:given}
{abgp:titled},
Hi {abgp:given},
@told
[[Ta|Thanks|Cheers]] for seeing {pt:given}, {age}, [[another of the {pt:family} mob|who you know]], crook for
    {abspan} with {symptom}.
Script for {abdrug} from the locum, {abnew:titled}, no joy; chemist at {abarea2} gave {abdrug}.
Was {abfirm}, now on [[comp|ACC|the pension|workers' comp]], {claim}; bloke there had Q fever.
Lives [[out past {abarea2}|on the home block|in {abtown2}]]; {kin:given} ({word}) drives, {abcell2}.
[[Mum|Nan]] helps; {someone:given}, the youngest, attends {abschool}; NKDA; imms UTD; a fit little tacker otherwise.
BP 128/76, BSL 11.4 mmol/L, ACR 40, eGFR {num:20-80}, BMI 31; obs otherwise fine.
Family: Huntington's no, haemochromatosis in {kin2:given}, Kāi Tahu descent, te reo at home.
Whānau hui with {abnu:given} from {abhosp2:short} on {abd:-5}; kai and a cuppa, kia ora to all.
{abpayer} won't cover a second MRI; PBS item for {abdrug} needs authority.
[[Retinal screening|Spiro]] {abd:-60} at {abhosp2}: grade R3 M2, Jardiance SA approved.
If {he} ends up in ED at {abhosp:short} ask for {abdr2:titled} on {abtel}.
No bother if you'd sooner do telehealth: {he} has one bar at the woolshed.
Swag of results attached; RFDS note says Glasgow 15, Wells low.
@one
[[Regards|Cheers|Ngā mihi|Kia ora anō]]\n{abdr:given}[[ {abdr:family}|]]\n{abreg}
{abdr:short} {abcred} {abreg}
@maybe
COPIES
"""

_CANADA = r"""
@one
HEADS
@one
DATES
@one
ABOUT
@told
Dear {abgp:titled}, this {ageold} {man} from {abarea2} was seen [[in consultation|by video|at the nursing
    station]] on {abd:-3}.
Health card checked, {abid}; old version code on the chart.
{He} drives a grader for {abfirm}, hurt {his} back on {abd:-40}; WSIB claim {claim}, adjudicator {someone:titled}.
No LU code for {abdrug}; tried {abdrug} and Gravol.
CT at {abhosp2} ({accession}) shows {finding}; Canadian C-spine rule negative; Ottawa ankle n/a.
MedEvac from {abtown2} by {responder}, nurse {abnu:short} on board, left 0410.
{kin:given} ({word}) has the spare key; call {abcell2} or {abmail}.
Family [[came from {country}|is from {abtown2}]]; speaks French, Cree or Punjabi at home.
A1C 8.2%, LDL 2.4 mmol/L, Cr 141 umol/L, CCS class II.
Will see {him} at {abhosp:short} in {abspan}; ODSP form done, no charge to {abpayer}.
{pt:given} is with {abschool} for retraining; a letter to {abfirm2} was not sent.
Timbits and double doubles are to stop, says {abnu:given}.
{abdr2:titled} will take over the INR; {abpayer} does not pay for strips.
@one
SIGNED
@maybe
COPIES
"""

_COUNTY = r"""
@one
{abhosp:upper}\n{abany:block}\n{abtel}
{abhosp} - {abany} - Phone {abtel} - Fax {abfax}
@one
{abd}\n{pt:full}\n{abaddr:block}
{abd}\nDear {pt:titled}:\n[[RE|Subj]]: {abhno}
@told
Dear {pt:titled}: we missed you on {abd:-3}. Call {abtel} or send a message to your PACT team.
Your PACT RN is {abnu:given}; your new PCP is {abdr:titled_full}, replacing {abdr2:titled}.
This is to let you know that your [[stool test|A1c|TB skin test]] from {abd:-12} was negative.
A 10-10EZ and last four {ssn4} are needed by {abd:20}; Choice and Community Care are not the same office.
The Agent Orange, Gulf War and burn pit exams are free; C&P is at {abhosp2}.
WIC, SNAP and the car seat class meet at {abschool}, {weekday} at {time}.
Your {word}, {kin:given}, may drive you; travel pay is 41.5 cents a mile.
Bring the Medicaid card ({abid}) and the shot record; Vaccines for Children covers the rest.
If you feel hopeless press 1 for the crisis line, day or night.
The clinic in {abarea2} is closed for {holiday}; the lab stays open.
@one
{abdr:full}, {abcred}
Sincerely,\n{absec:full}, MSA\n{abhosp:short}
"""

_THANKS = r"""
@one
{abd}\n{abaddr}
[[To|For]] {abnu:given} and all at {abhosp:short}
{abaddr:block}\n{abmail}
@told
[[Just a wee note|A quick line|I wanted]] to thank everyone on {abbay} at {abhosp:short} for looking after
    [[our|our lovely|poor old]] {pt:given} in {his} last days.
Especially {abnu:given}, big {abnew:given} the porter, {abnu2:given} on nights and {abdr:titled}.
{abdr:titled} sat on the bed and held {kin:given}'s hand, which I shall not forget.
{pt:given} was a terror for {his} crossword and called the tea lady Sister.
The girl from {abarea2} who brought the Marmite toast never gave her name.
We have given {his} Bakelite radio to the day room and a cheque for {cash} to the Friends.
The funeral is at {church} on {abd:9} at {time}, black not required, then {venue}.
{kin:given}, {kin2:given} and the bairns send love from {abtown2}.
I still hear the trolley with the squeaky wheel. Grace and hope, that's all.
PS the lost dentures, {his} best, were in the Quality Street tin.
@one
From {kin:given}, {kin2:given} and all the {pt:family} family
{kin:full}\n({pt:poss} {word})
Yours, {kin:titled_full}, {abcell2}
Love, {kin:given} xx
"""

_COMPLAINT = r"""
@one
Complaints & Patient Relations, {abhosp}, {abany}\n{abd}   [[Ref|Our ref]]: {caseno}
{abhosp:upper}\nOffice of the Chief Executive\n{abd}\n{kin:titled_full}\n{abaddr:block}
@one
Dear {kin:titled}
Dear {kin:given}
Re: your letter of {abd:-20} about {pt:titled_full}, {abhno}
@told
Thank you for your letter of {abd:-20} concerning the care of {pt:titled_full} on {abbay} between {abd:-40} and
    {abd:-33}.
May I first say how sorry I am for {pt:poss} death, and that my [[reply|inquiry]] has taken {abspan} longer than
    it should.
I have spoken to {abdr:titled_full}, Consultant, to Sister {abnu:family} and to the bank nurse, {abnu2:short}, who
    now works at {abhosp2}.
The fall happened at 02.10 while one nurse was on break; the buzzer had been left out of reach.
{abdr:titled} accepts that the {test} should have been repeated. {abdr2:titled} rang {kin2:given} at {time} on
    {abcell2}, not you.
The drug chart shows {abdrug} given twice; a duty of candour letter went to {abany} by mistake.
Waterlow, MUST and NEWS2 scores were not done for {abspan}.
As to the missing ring, security ({officer:titled}) searched the laundry at {abfirm}; we shall refund {cash}.
You may ask the [[Ombudsman|Health & Disability Commissioner|Patient Ombudsman]] to look into it, or write to
    {agency}.
{absec:given} can arrange a meeting: {abtel}, {abdesk}.
@one
Yours sincerely\n\n{abnew:full}\nChief Executive
pp {absec:short}\n{abnew:titled_full}, [[Director of Nursing|Medical Director]]
"""

_WORK = r"""
@one
Occupational Health, {abfirm}, {abany}
{abnew:titled_full} {abcred}\n[[Independent|Accredited Specialist in]] Occupational Physician, {abreg}\n{abany}
@one
To: HR Manager, {abfirm}\n{abd}\n[[Employee|Re]]: {pt:full}, payroll {badge}, {dob}
Re {pt:titled} {pt:given} v {abfirm2}; {abpayer} claim {claim}\nYour ref {refno}   DOI {abd:-200}
@told
I examined {pt:titled}, {age}, a {job} of {abaddr:short}, at {absurg} on {abd:-5}, passport {passport} seen.
The GP notes of {abgp:titled}, pp 1-88, and the ED card of {abhosp2:short} ({abd:-200}) were before me.
At about {time} {he} slipped in the yard at {abfirm} and was driven to {abhosp2:short} by {someone:full}.
{He} was off {abspan}, then on half shifts; sick note to {abd:-100} signed by {abgp:family}.
Waddell 1/5, Lasegue negative, Phalen positive, Colles fracture united; VAS 3.
Report of {abdr:titled_full} for the insurer, {abpayer}, dated {abd:-30}, puts it at two years; I say {abspan}.
Fit with adjustments: no lifting above 10 kg, no nights, review {abspan}.
Witness {someone:full} of {abany} saw the oil; solicitors are {firm}.
{pt:given}'s {word} {kin:given} now does the garden; the dog at {abarea2} is walked by {friend:given}.
Case law on eggshell skulls is for counsel. I understand my duty under CPR Part 35.
DVLA has been told; group 2 licence {license} suspended.
@one
{abnew:full} {abcred}\n{abreg}\n{abd}
{abnew:titled_full}, {abreg}
"""

_HOME = r"""
@one
[[To|FAO]]: [[Housing Options|Allocations|Rent Office|Blue Badge Unit|Admissions Panel]], {abtown}\n{abd}
{absurg}\n{abany}\n{abd}\n[[TO WHOM IT MAY CONCERN|To whom it may concern]]
@one
Re: {pt:titled_full} {dob}\n{abaddr:wrap}
{pt:full}, {abaddr}, {abid}, tel {abcell}
@told
I am {pt:poss} GP. {He} has {dx} and cannot manage the five flights at {abaddr:short}.
There is black mould in the box room where {kin2:given} sleeps; [[Environmental Health|the landlord,
    {someone:titled},]] called on {abd:-30}.
The school, {abschool}, wants a note for the days {kin2:given} missed, {daterange}.
{He} needs a ground floor flat near {abarea2}, where {his} {word} {kin:given} lives.
Please allow travel with needles: {abdrug} pens, flight to {abtown2} on {abd:20}, booking {refno}.
MRC dyspnoea 4, FEV1 38%, GOLD D, CAT 29; walks 20 yards.
{abpayer} have been asked to pay the cancelled cruise, policy {plan}.
A charge of 25 is payable at reception. I cannot write again for {abspan}.
{abnew:titled}, social worker at {agency}, {abtel}, knows the family.
We lost {kin3:given} last year, and {pt:given} has been low; I offer my condolences again.
@one
{abgp:titled_full} {abcred} {abreg}
Yours faithfully\n{abgp:full}\n{absurg} stamp
"""


TYPES: tuple[NoteType, ...] = (
    NoteType("abroad-clinic-letter", letter("GB GB GB IE adult", _CLINIC), 2.0),
    NoteType("abroad-clinic-letter-far", letter("ZA MT EU AE AU NZ SG HK CB adult", _CLINIC), 1.4),
    NoteType("abroad-missed", letter("GB GB IE AU NZ CA", _MISSED), 1.5),
    NoteType("abroad-screening", letter("GB GB IE AU NZ CA MT adult", _SCREENING), 1.2),
    NoteType("abroad-bush-letter", letter("AU AU NZ", _BUSH), 1.6),
    NoteType("abroad-canada-letter", letter("CA worker", _CANADA), 1.4),
    NoteType("abroad-county-letter", letter("US adult", _COUNTY), 1.0),
    NoteType("abroad-thanks", letter("GB GB IE AU NZ CA adult", _THANKS), 1.2),
    NoteType("abroad-complaint-answer", letter("GB IE AU NZ ZA adult", _COMPLAINT), 1.2),
    NoteType("abroad-work-report", letter("GB IE AU NZ ZA CA worker", _WORK), 1.3),
    NoteType("abroad-home-letter", letter("GB GB IE AU CB adult", _HOME), 1.2),
)
