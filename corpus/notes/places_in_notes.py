"""Facilities, firms, schools, agencies in passing in clinical sentences, in every shape, amid words that are none."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer

CARE = templates(r"""
Tx'd from {oddsite} for higher level of care; {oddsite} had no neurosurgery and {oddsite} was on divert.
Cath'd at {oddsite} {year:-6}, films never made it over from {oddsite}.
Pt adamant {he} does NOT want to go back to {oddhome}.
Delivered x2 at {oddsite}, x1 in the car park of {oddco}.
Was over at {oddsite} all week with {kin:given}.
On the list at {oddsite}, the list at {oddsite} being shorter.
s/p L TKR ({oddsite}, {surgeon:family}, {year:-3}), R THR ({oddsite}, ?surgeon)
[[D/c'd|Dispo]] to {oddhome} w/ {oddhome} hospice following.
Sister hospital {oddsite} will do the PET.
Spoke w/ charge at {oddhome}: no fever there, eats well, on their thickened liquids.
{oddhome} resident, bedbound, A&O x1.
Accepted by {newdr:family} at {oddsite}. Bed there by {time}. Rotor from {oddcrew}.
Scope by {newdr:initial_last} of {oddclinic}: two TAs, 6 mm, hepatic flexure.
{oddclinic} stopped the warfarin; {oddclinic} started it again.
HD TTS at {oddclinic}, last full run {shortdate:-2}, EDW 71.5.
{He} gets {his} Botox at {oddclinic} and {his} Prolia here.
Old records requested from {oddsite}, {oddsite} and a hospital in {abroad}, name unknown.
Cardiac MRI, {oddsite}, {shortdate:-20}: no LGE.
PFTs at {oddclinic} [[reportedly|apparently]] "fine".
Never made it to {oddclinic}. Car.
Methadone 85 mg, confirmed with {oddclinic} (last dose {shortdate:-1}, two take-homes).
{oddpharm} says last fill {shortdate:-95}. {oddpharm} has nothing.
eRx → {oddpharm}; narcs to {oddpharm} only
Blister packs from {oddpharm}, delivered {weekday}s.
Compounded LDN from {oddpharm}.
{oddlab} hemolyzed it again, redraw.
Signatera ({oddlab}) 0.00; Guardant pending; {oddlab} germline neg.
{oddlab}'s TSH was 11, ours 4.2.
Slides to {oddlab} for a second look.
{oddpayer} wants a peer to peer by {time12} tomorrow.
Lost {oddpayer} in the divorce; now on {oddpayer}, which {oddsite} does not take.
{oddpayer} CM {staff:given} x{ext}
Born at {oddsite} at 31 weeks, stepped down to {oddsite}'s nursery.
the {donor} nurses know {him} well
Moved from {donor} to {donor} overnight for isolation.
Bx read at {oddsite}, over-read at {oddsite}.
{oddsite} ENT, not ours.
Psych: {oddsite} {year:-9}, {oddsite} x3, {oddsite} (involuntary) {season}.
Rehab: {oddhome}. Sober living: {oddhome}. Relapsed at {oddhome}.
Dr {newdr:family} ({oddsite}) → Dr {newdr:family} ({oddsite}, {abroad})
Had chemo in {abroad}, at {oddsite}, eight or nine cycles of "the red one".
BCG at {oddsite}. Measles in the camp.
Left AMA from {oddsite} {ago}, eloped from here, now back via {oddcrew}.
ROI signed for {oddsite}, {oddclinic}, {oddschool}.
{oddsite} and {oddsite} share {portal}; {oddclinic} faxes.
Second opinion at {oddsite} x {month:-2}: agrees.
echo {oddsite} 45-50%; echo here 35
LVAD coordinator at {oddsite} aware.
Prefers {oddsite} because it is not {oddsite}.
IVF: {oddclinic}, two transfers.
Tooth pulled at {oddclinic}, packed at the {oddsite:bare} ED.
{oddsite} NICU grad; EI thru {oddwelfare}; PT at {oddclinic}.
OT at {oddclinic} once a week until {oddpayer} ran out.
Awaiting {oddhome} / {oddhome} / {oddhome} (in order of preference)
PASRR to {oddhome:lower} pending
{oddsite:lower} er gave a gi cocktail and sent {him} home
{oddsite:slip} called back, no.
{site:alias} > {site2:alias} > here
Formerly of {site2}, now {site2:abbr}.
{His} {word} is at {site:abbr} right now w/ the same thing.
""")
LIFE = templates(r"""
SH: {job} at {oddco}, before that {oddco}, before that the {oddarmy:bare}.
Works nights at {oddco}, standing. Second job, {oddco}.
Let go from {oddco} in {monthonly}; COBRA'd; {oddbank} took the truck.
Hurt at work ({oddco}), seen by the company nurse, then {oddclinic}.
Retired off {oddco} w/ asbestos exposure, also sandblasted for {oddco}.
{oddschool} sophomore, plays for the {oddclub:bare}.
Held back at {oddschool}, better at {oddschool}.
[[Grad student|Postdoc|Adjunct]] at {oddschool}. Lives with two roommates and a ferret.
IEP at {oddschool} mtg {shortdate:8}
Daycare: {oddschool} (3 other kids w/ HFM).
Concussed playing for {oddclub}; sideline SCAT5 22; cleared by {oddclub}'s trainer, not by us.
Took the fall at {oddco} by the frozen peas.
Bit by a dog behind {oddco}.
Ate oysters at {oddco}; three others from {oddclub} ill.
Shrapnel L thigh, {abroad}, {oddarmy}.
Deployed x2 w/ {oddarmy}; blast exposure; 70% SC.
Commercial fisher, {oddco}, 3 mo at sea.
Card game at {oddclub} every {weekday}.
Sings in {oddclub}. Sober through {oddclub}. Rides with {oddclub}.
{oddpolice} brought {him} in on a hold, {officer:family} #{badge}.
Released from {oddjail} two days ago without meds.
PO at {oddagency} wants a letter.
{oddwelfare} has the kids until {date:14}.
Court date {oddcourt} {shortdate:11}, bring meds list.
Case open w/ {oddwelfare} ({staff:given}), closed w/ {oddwelfare}.
On disability thru {oddpayer}; STD via {oddco}; union ({oddclub}) rep helping.
POA is a trust officer at {oddbank}.
Direct deposit {oddbank}, rep payee {oddclub}.
Baptized {church}, buried a son from {church}.
Food: {oddclub} every {weekday}, {oddco} dumpster otherwise.
Rent by {oddclub}, lights by {oddbody}.
Scholarship from {oddbody}; study visit paid by {oddbody}.
Farm ({oddco}): dairy, bore water, calving now, Q fever?
Welder at {oddco} → metal fume; spouse hairdresser at {oddco}
Grew up over {oddco}, learned to smoke there.
Interpreter via {oddco}, ID {badge}.
Ride home: {oddco} van. Ride in: {oddcrew}.
O2 and bed through {oddco}; the wheelchair is {oddclub}'s.
Pump {oddco}, sensors {oddco}, supplies on autoship.
Sold insurance for {oddpayer}, irony noted.
Hx of gambling at {oddco}.
Truck ({oddco}) jackknifed on {roadname}; {oddcrew} on scene
Inmate, {oddjail}, shackled R ankle, two officers.
Wants to get back to {oddclub} by the {nth}.
Stripper at {oddco}, no IVDU.
Two cousins dead at {oddco} the same year.
""")
NONE = templates(r"""
Transferred from an outside hospital; outside facility records not available.
Lives in a nursing home. Nursing home staff report no falls.
[[The rehab hospital|The SNF|The LTAC|A skilled nursing facility]] has declined.
Her employer needs a note. His insurance denied it. Their school called.
To the Emergency Department by ambulance, then the Intensive Care Unit, then the Medical Floor.
Social Services, Case Management and Spiritual Care following.
Held at the county jail overnight, no meds given.
Went to urgent care twice and the walk-in once.
Pharmacy to dose. Lab to add on. Radiology to call. Dietary aware.
Police, EMS and the fire department on scene.
Seen by the school nurse, the team doctor and the athletic trainer.
Medicare Part A for the stay; Part B for the rest.
[[Medicaid|Medicare|Disability]] pending.
Works in a warehouse; wife works in a bank; son in the Navy.
Member of a church, a union and a bowling league.
Family will tour facilities this weekend.
Home Health, Hospice and Palliative Care consulted; Home Health accepted.
Adult Protective Services notified. Child Protective Services closed the case.
Discussed with the transfer center and the bed board.
Interventional Radiology, Nuclear Medicine, Wound Care, Infusion Center: all called.
Poison Control recommends 6 hours of observation.
Blood Bank has two units. Sterile Processing is behind.
Admit to Hospital Medicine, Team B, telemetry.
Follow up with Primary Care, Cardiology Clinic and the Anticoagulation Clinic.
Tylenol from the drugstore, Ensure from the grocery, Depends from the dollar store.
Labor and Delivery is full; Mother-Baby has one bed.
St. John's wort, Mercy killing debate, Providence of care, Good Samaritan law.
Mayo scissors, Cleveland Clinic FH score, Johns Hopkins Fall Risk Assessment Tool, Boston Bowel Prep Scale 8
Stanford type B; within Milan, beyond UCSF criteria; Barcelona B; King's College criteria not met; Leeds score 2
Denver II, Utah array, Miami J collar, Philadelphia collar, Memphis splint, Minnesota tube, Texas catheter
Charlson 4, Karnofsky 60, Barthel 45, Norton 12, Waterlow 18, Braden 14
Kansas City Cardiomyopathy Questionnaire 55; Pittsburgh Sleep Quality Index 11; Edinburgh 9; Oslo 3-item 8
Apple Watch alert, Fitbit, Dexcom, Omnipod, Medtronic pump, Boston Scientific device interrogated
The foster agency, the state, the judge and the guardian ad litem all agree.
[[Group home|Halfway house|Shelter|Sober living]] will not take him with oxygen.
The Court, the Board and the Union were mentioned.
University student, Army veteran, Navy retiree, Catholic, Local 12-step meetings.
Employee Health, Occupational Medicine, Infection Prevention, Risk Management
Advance Care Planning; Goals Of Care; Code Status: Full; Level Of Care: Acute
Same Day Surgery, Ambulatory Care, Day Hospital, Step Down, Swing Bed
Medical Center campus map given. Hospital gown. Clinic closes at 5. Pharmacy hours posted.
Home pharmacy: none. Preferred lab: none. Preferred hospital: any.
District nurse, health visitor, crisis team, out of hours, walk-in centre, minor injuries.
Sent to the big hospital in the city by the small one.
Primary school, high school, college x 2 yrs, trade school.
""")
HOSP_HISTORY = templates(r"""
PSH: chole ({oddsite}, {year:-20}); C/S x2 ({oddsite}, {oddsite}); hernia, mesh, {oddsite}
1. {dx} — {oddclinic} ({newdr:family}) 2. {dx} — {oddsite} ({newdr:family}) 3. {dx}, self-managed
{shortdate:-30} {oddsite} ED, {dx}; {shortdate:-12} {oddsite} obs, {dx}; {shortdate:-3} here
Imaging elsewhere: CT A/P {oddsite} {shortdate:-44}, MRI L-spine {oddclinic}, US {oddclinic} (CDs scanned)
Mammo {oddclinic} {month:-14} BI-RADS 2. DEXA {oddclinic}. Colo {oddsite}, Boston prep 9.
Vaccines: flu ({oddpharm}), Shingrix ({oddpharm}), Prevnar here, Boostrix at {oddsite} after the nail.
Care team: {newdr:short}, NP ({oddclinic}); {newdr:short}, NP ({oddsite}); {oddclinic} PT; {oddpharm}; {oddhome}
OB hx: G3, {year:-12} SVD {oddsite}; {year:-9} LTCS {oddsite}; {year:-4} VBAC {oddsite}, PPH
Transplant: listed {oddsite}, inactive at {oddsite}; HLA by {oddlab}
Cancer: bx {oddsite}, path {oddlab}, XRT {oddclinic}, chemo {oddclinic}, trial {oddsite} (Keytruda arm), hospice
  {oddhome}
Device: Micra, implanted {oddsite}, followed {oddclinic}, remote via Merlin.
Dialysis: {oddclinic} MWF, then {oddclinic} nocturnal; access by {newdr:family} @ {oddsite}
Psych admits (lifetime): {oddsite}, {oddsite}, {oddhome}, "the state"
Detox x4: {oddhome}, {oddhome}, county, {oddsite}
[[Childhood|Peds]]: {oddsite} for the heart, {oddsite} for the ears, {oddclinic} for everything else
Trauma {year:-15}: field {oddcrew} → {oddsite} → {oddsite} burn → {oddhome}
Wound: {oddclinic} weekly, Unna boots; home care {oddhome}; Santyl, Medihoney
NICU {num:4-90} d {oddsite}; back-transfer {oddsite}; f/u {oddclinic}; synagis at {oddclinic}
Sleep: PSG {oddclinic} AHI 34; CPAP by {oddco}; mask by {oddco}
Eye: cataracts {oddclinic} OD, {oddsite} OS; Eylea q8w {oddclinic}
Ortho: {oddclinic} (knee), {oddsite} (spine, {surgeon:family}, no more)
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("places-in-care", writer(CARE, CARE, NONE, haste=0.25)),
    NoteType("places-in-life", writer(LIFE, LIFE, NONE, haste=0.25)),
    NoteType("places-in-history", writer(HOSP_HISTORY, HOSP_HISTORY, CARE, NONE, most=6)),
    NoteType("plain-places", writer(NONE), 0.4),
    NoteType("places-in-all", writer(CARE, LIFE, HOSP_HISTORY, NONE, NONE)),
)
