"""Told to the law: court and tribunal reports, inquests, police and child-protection reports, guardians, asylum."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.told_kit import numbered, told

COURT_HEADS = templates(r"""
{pt:family_upper} v {oddsite:upper}\nBefore: {someone:family} J\nJudgment: {textdate}
[[Tribunal decision|Award|Appeal]]\nClaimant: {pt:full}   Respondent: {oddco}\nRef. {caseno}
Between: {pt:upper_full}, Plaintiff, and {surgeon:upper_full} and {oddsite:upper}, Defendants
In re the Estate of {pt:full}, Deceased
Reasons for Decision
{pt:family} et al. v. {oddpayer}, No. {caseno}
""")
COURT = templates(r"""
The claimant, now {age}, worked as a {job} at the [[respondent's|first defendant's]] premises in {town} until
  {date:-900}.
On {textdate:-905} the claimant slipped on a wet ramp at {oddco} and was conveyed by {oddcrew} to {oddsite}.
Mr Justice {someone:family} gave directions on {date:-60}; the parties agreed the chronology, and I adopt it.
The second defendant, {surgeon:titled_full}, held practising privileges at {oddsite} and at {oddclinic}.
It is common ground that {surgeon:family} did not see the scan of {numdate:-899} before operating.
{pt:titled} told me, and I accept, that {he} was in a hospital corridor for most of that night.
The midwife, {nurse:titled_full}, had twenty-one years' experience. She was an impressive witness.
I preferred the evidence of {newdr:titled}, instructed for the claimant, to that of {newdr:titled}, who had not
  read the nursing notes.
Under Bolam a doctor is judged by a responsible body of opinion; Montgomery governs what a patient must be told.
{newdr:titled}, orthopaedic surgeon, of {oddclinic}, {town}, reported on {date:-200}: "a Weber B fracture with
  talar shift".
{oddpayer} stopped weekly payments from {date:-400}, relying on surveillance at {oddclub}.
The video, timed at {time}, shows a {man} lifting a child's bicycle. Counsel for the insurer, {lawyer:titled},
  made much of it.
{kin:full}, who is the claimant's {word}, kept a diary. The entry for the {nth} reads "leg black".
The claim is for past care, loss of earnings at {oddco} and a stairlift. Interest runs at 8 per cent.
In cross-examination {dr:titled} agreed that the Wells score had not been written down.
I do not find that the hospital, the ambulance service or the general practitioner could have known.
The claimant's employer had no accident book. Its safety officer, {someone:full}, left in {month:-700} for {oddco}.
He had previously been awarded 15% whole person impairment under the AMA Guides, fifth edition.
The regulator in {state} suspended certificate {cert} on {date:-300}.
The panel considered the DSM-5, ICD-10 F43.1 and the Diagnostic and Statistical history of the category.
{pt:given} is a protected party and sues by {his} litigation friend, {kin2:full}.
The child, to whom I shall refer as {pt:initials}, was delivered by ventouse at {oddsite} with Apgars of 2, 4 and 6.
Liability having been admitted by letter of {date:-120}, only quantum remained.
The county jail's own policy required a nurse to look in every fifteen minutes. Nobody did.
The tribunal sat in {town} with {someone:titled} and {newdr:titled} as members; an interpreter attended from {oddco}.
The notice of appeal was lodged at {oddcourt}, out of time, by a friend of the family.
""")
COURT_ENDS = templates(r"""
There will be judgment for the claimant. I will hear {lawyer:titled} and Mr {someone:family} on costs.
Appeal dismissed.\n{someone:full}, Presiding Member\n{fulldate}
{lawyer:full}, instructed by {firm}, for the appellant; {someone:full} for {oddagency}.
SO ORDERED this {nth} day of {monthonly}.
""")
INQUEST_HEADS = templates(r"""
CORONERS ACT\nFinding into the death of {pt:full}\nDelivered on: {fulldate}\nDelivered at: {oddcourt}
Regulation 28: Report to Prevent Future Deaths\nTO: the Chief Executive, {oddsite}
INQUEST touching the death of {pt:upper_full}, aged {age}
Record of Inquest\nName of deceased: {pt:full}\nMedical cause of death: 1a {dx} 1b {dx}
Findings of {someone:full}, Deputy State Coroner
""")
INQUEST = templates(r"""
{pt:full} was born on {dob} and lived alone at {address:nozip}, with a telephone that {he} did not answer.
{He} was last seen alive at about {time} on {date:-300} by a neighbour, {someone:full}, putting out bins.
At {time} officers of {oddpolice}, among them {officer:titled}, forced the rear door.
Life was pronounced extinct at {oddsite} at {time} by {newdr:titled_full}, a registrar.
A post mortem was made on {date:-298} by {newdr:titled_full} at {oddlab}.
{newdr:family} found a massive saddle embolus, old scars of the left ventricle and no injury.
Toxicology showed codeine 0.4 mg/L, diazepam in therapeutic range and no alcohol.
I heard from {pcp:titled}, of {oddclinic}, who had prescribed {drug} by telephone on {date:-310} and again on
  {date:-304}.
{kin:given}, {his} {word}, told the court that {pt:given} "was frightened of that place", meaning {oddsite}.
The triage nurse, {nurse:full}, entered a category 3. An hour later the waiting room was, in her words, full to
  the doors.
The consultant on call was at home. He was not telephoned until after the arrest.
The trust's own inquiry was led by {staff:titled_full}; I found it candid in every part but the last.
{pt:given} had been discharged from {donor} on {date:-305} with a leaflet and a bus ticket.
Police attended under the Mental Health Act and then stood down, believing the crisis team to be on its way.
The crisis team believed that the police had {him}.
The Emergency Department had 71 patients and 46 cubicles.
{oddhome} sent no paperwork. {oddhome} said that it had been faxed to the wrong {oddsite}.
The deceased wore a pendant alarm supplied by {oddco}; its battery was flat.
The driver, {someone:full}, {kinage}, employed by {oddco}, had been at the wheel for thirteen hours.
The lorry's log was seized by {oddpolice} and is exhibit {raw}.
I am satisfied that an earlier CT would not, on the balance of probabilities, have changed the outcome.
In my opinion there is a risk that future deaths will occur unless action is taken.
Copies have been sent to {kin:titled}, to {oddagency} and to {oddbody}.
The matters of concern: (1) there was no rota, (2) the Early Warning Score was added up wrongly twice, (3)
  nobody read page 2.
{pt:given} was a gifted trombonist. I offer my condolences to {kin:given}, to {kin2:given} and to the players of
  {oddclub}.
""")
INQUEST_ENDS = templates(r"""
Conclusion: misadventure.\n{someone:full}, Assistant Coroner, {county}
You are under a duty to respond within 56 days, namely by {date:56}.
I return an open finding.
""")
POLICE_HEADS = templates(r"""
INCIDENT REPORT  {caseno}\nReporting: {officer:titled}, badge {badge}\nAgency: {oddpolice}
NARRATIVE ({officer:last_first}, {stamp})
Occurrence {id} — Supplementary — {officer:short}
Pocket notebook of {officer:titled}, {oddpolice}, {date}
Wellness check, {street}
""")
POLICE = templates(r"""
On {numdate} at {time} hrs I was dispatched to {oddpharm}, {street}, for a man down in the aisle.
Upon arrival I observed {pt:full} (DOB {dob}) seated against the blood pressure machine, pale and sweating.
{pt:upper} stated {he} takes Klonopin and Suboxone from {oddclinic} and had "maybe two beers" at {oddco}.
R/P {someone:upper_full}, manager, tel {phone}, advised he is a regular.
{oddcrew} medic {num:2-40} transported to {oddsite}; I followed in my unit.
At the hospital I spoke with {nurse:titled} ({donor}) and with {newdr:titled}, who said the injuries were not
  life threatening.
Blood drawn at {time} by {staff:short}, kit {id}, sealed in my presence. Kit logged to {oddlab}.
Vehicle: silver {year:-9} sedan, plate {plate}, registered to {kin:full} of {address:nozip}; towed by {oddco}.
{kin:given} arrived at {time} and was upset. Said a guy named {someone:given} from {oddhome} gave him a ride.
Subject has prior contacts: {date:-300} (trespass, {oddco}), {date:-90} (5150 hold, {oddsite}).
Negative on the breath test, .000. Horizontal gaze nystagmus 0 of 6 clues.
Knife (kitchen, black handle) placed in property locker {raw}.
{officer:family} and I then cleared. No further action. Body camera on.
The female half, identified by her {stateab} license {license} as {someone:full}, refused aid.
Next of kin notified by {officer:short} in person at {oddco}, {town}.
Detention officers at the county jail refused the prisoner until medically cleared.
Naloxone 4 mg nasal x2, one from Engine crew, one from the security guard.
Weather clear, road dry, no skid marks.
Neighbor at apartment {bed} heard nothing. Neighbor across the hall, {someone:last_first}, heard "a bang, then
  the dog".
""")
CHILD_HEADS = templates(r"""
CHILD PROTECTION CONFERENCE — REPORT OF SOCIAL WORKER\nChild: {pt:full}, {age} yrs, {oddschool}
{oddwelfare} Intake {caseno}\nVictim child(ren): {pt:short}
Section 47 enquiry: chronology
Strategy discussion {date}. Present: {staff:short} (chair), {officer:titled}, {nurse:given} (health visitor),
  {teacher:full} ({oddschool})
GAL report to {oddcourt} re {pt:initials}
""")
CHILD = templates(r"""
The referral came from {oddschool} on {date:-20}: {teacher:titled} saw marks above the sock line.
{pt:given} said "{kin:given} did it" and then that {he} fell off the trampoline at {oddclub}.
{pt:given} lives with {kin:full} ({word}), {kin2:full} and a lodger known only as {someone:nick}.
The family is known to {oddwelfare} from {date:-1400}, when a sibling, {someone:given}, went to foster carers in
  {town}.
{newdr:titled}, community paediatrician, examined {him} at {oddsite} with {nurse:given} as chaperone. Body map
  attached, marks 1 to 9.
The skeletal survey was normal. Vitamin D low. Coagulation, copper and Factor XIII normal.
Mother presented as flat and would not say where the baby's red book was.
Mr {someone:family}, {kin:poss} partner, is on licence from {oddjail}; his probation officer is {someone:full}
  ({phone}).
Home conditions: no bedding, two Staffordshire terriers, a full fridge.
The GP surgery has not seen the child since the 12-month jabs.
School attendance is 61%. {He} comes in {weekday}s only, for the swimming.
{someone:titled}, the maternal grandmother, of {street}, {town}, puts herself forward and has been DBS checked.
An out-of-county placement was found through {oddco} and broke down on the {nth}.
The foster father, {someone:full}, took {him} to {oddclinic} with {symptom}; the practice nurse gave Calpol.
Danger statement: We are worried that {kin:given} will leave {pt:given} with people when drunk.
{oddclub} offers a place at the breakfast club, {oddhome} one at the mother and baby unit.
Signs of Safety scaling: mother 7, school 3, health 4, police 2.
Legal: {lawyer:short} of {firm} advises the threshold is met.
Pronouns he/they; likes Minecraft, dinosaurs, beans.
{oddpolice} checks: nothing recorded against {kin2:short}.
""")
WARD_HEADS = templates(r"""
COURT VISITOR'S REPORT\nIn the Matter of the Guardianship of {pt:full}, an Alleged Incapacitated
  Person\n{oddcourt}, {caseno}
Best interests assessment: {pt:titled_full}
Report of the Special Visitor on {pt:full}, {dob}
Annual report of guardian, year ending {date}
""")
WARD = templates(r"""
I called on {pt:titled} at {oddhome} on {date:-7}, unannounced, and found {him} at a jigsaw.
{He} knew {his} name and that the King, or possibly the Queen, was on the money.
Asked the year, {pt:given} said "{year:-40}"; asked the town, "{hometown}".
The petitioner, {kin:full}, {kinage}, is {his} {word} and lives at {address:nozip}.
Cross-petitioner {someone:full}, a niece, runs {oddco} and lives in {abroad}.
The estate: house at {street}; {oddbank} account {account}; shares in {oddco}; a plot at {church}.
Between {date:-200} and {date:-150} eleven cheques were drawn on {oddbank} to one {someone:full}, a window cleaner.
{newdr:titled}, of {oddclinic}, certifies Alzheimer's, MoCA 11, and that {pt:family} cannot weigh risk.
{pt:titled} was moved from {oddsite} to {oddhome} on {date:-90} without an order. Social Services say that it
  was urgent.
{He} told me three times that {he} would like to go home and once that {he} was home.
{oddpayer} is paid up to {month:6}. The Veterans pension is paid into {oddbank}.
A letter in {his} hand, dated {date:-2000}, gives the dog to {friend:given} and "nothing to the {oddclub:bare} crowd".
Restrictions: keypad, bed rail, covert medication (crushed Seroquel in jam).
The RPR was not consulted. The IMCA, {staff:full}, objects.
I recommend a limited guardianship, with {oddbank} or a fiduciary of the court's choosing to hold the purse.
The home smelt of polish. Lunch was fish.
""")
ASYLUM_HEADS = templates(r"""
WITNESS STATEMENT OF {pt:upper_full}
Declaration in support of Form I-589
Psychological evaluation for immigration purposes: {pt:full}, A# {id}
Port reference {raw}. Statement of evidence, interpreter {staff:given}
""")
ASYLUM = templates(r"""
I, {pt:full}, born {dob} in {hometown}, make this statement through an interpreter of {oddco}.
I am the fourth child of {kin:full}, who taught at {oddschool}, and of {kin2:full}, who sold cloth.
In {month:-1400} men of the {oddarmy:bare} came to the shop and asked for my brother {someone:given}.
I was kept for {num:5-60} days in a cellar under the {oddpolice:bare}. I know the date because of {holiday}.
They beat the soles of my feet. I was taken, with a bag over my head, to {oddsite}, where a doctor whose badge
  said {newdr:family} sewed my scalp without asking anything.
I left {country} on {textdate:-1200}, in the boot of a taxi, with passport {passport}, which was not in my name.
From {abroad} we walked to {abroad}. There we were four months in a stadium.
My {word}, {kin:given}, stayed behind. I speak to {kin:given} on Sundays when there is current.
At the reception centre in {town} the nurse wrote that I was {ageold}. I was two years younger.
I have been seen by {dr:titled} at {oddclinic} and by a counsellor, {staff:given}, of {oddclub}.
I take sertraline and prazosin. I sleep with the light on.
On examination {he} has eleven circular scars, 8-10 mm, "highly consistent" (Istanbul Protocol, para 187).
PHQ-9 21, PCL-5 58, Harvard Trauma Questionnaire 3.1.
In my opinion the diagnosis is PTSD. Malingering was considered (M-FAST 2).
{pt:given} washes dishes at {oddco} without papers; {his} employer does not pay {him} every week.
I fear that if I am returned the same people will meet me at the airport.
My church here, {church}, has written a letter, and so has the captain of {oddclub}.
The letter of refusal of {date:-30} calls me {someone:full}. That is not me.
""")
ASYLUM_ENDS = templates(r"""
I believe that the facts stated in this witness statement are true.\nSigned {pt:short}, {date}
Sworn at {oddcourt}, {numdate}, before {someone:full}
{newdr:full}, PhD, license {cert}, {oddclinic}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("told-court", numbered(COURT_HEADS, COURT, ends=COURT_ENDS)),
    NoteType("told-inquest", numbered(INQUEST_HEADS, INQUEST, ends=INQUEST_ENDS)),
    NoteType("told-police", told(POLICE_HEADS, POLICE, haste=0.12)),
    NoteType("told-child-protection", told(CHILD_HEADS, CHILD, haste=0.08)),
    NoteType("told-guardianship", told(WARD_HEADS, WARD), 0.7),
    NoteType("told-asylum", numbered(ASYLUM_HEADS, ASYLUM, ends=ASYLUM_ENDS), 0.7),
)
