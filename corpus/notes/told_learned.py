"""Told by scholars and offices: case reports, methods and thanks, lives, ethics and incident reports, references."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.told_kit import numbered, told

CASE_HEADS = templates(r"""
CASE REPORT\n{dx} presenting as {symptom} in a {ageold} {man}\n{newdr:full}, {newdr:full},
  {newdr:full}\n{oddsite}, {abroad}
Lesson of the Month\n{newdr:short} and {newdr:short}
Clinical Problem-Solving
A Red Herring in the Right Iliac Fossa
Correspondence to {newdr:titled_full}, {oddbody}, {address:nozip}; {dremail}
Case 4\n
""")
CASE = templates(r"""
A {ageold} {man} presented to {oddsite} with {symptom} of {duration} duration.
The patient, a {job} at {oddco}, had been well until the {nth} of the month, when {he} ate raw crab in {abroad}.
{He} had returned from {abroad} on {date:-30}, where {he} was treated at {oddsite} for presumed malaria.
Past history was notable for Hashimoto thyroiditis, a Billroth II in {year:-30} and a penicillin rash.
Blood pressure was 84/50, pulse 128, saturation 91% in air. Kernig and Brudzinski signs were absent.
The initial film, read as normal at an outside facility, was reviewed by {newdr:initials} and shows a deep
  sulcus sign.
Serum was sent to {oddlab} in {town} and to {oddlab}; both were positive for Leptospira, Icterohaemorrhagiae, 1:800.
16S rRNA sequencing at {oddlab} gave Capnocytophaga canimorsus. The dog, asked about for the first time on day
  9, had licked a blister.
On hospital day 6 (corresponding to {date}) the patient was transferred to {oddsite} for ECMO.
Genetic testing ({oddlab}) found a heterozygous MYH7 c.1988G>A, class 5.
Figure 2. Axial T2, {numdate:-9}; arrow, abscess. (Courtesy of {newdr:full}, {oddsite}.)
We thought of Still disease, Whipple disease, Behçet syndrome and Sweet syndrome, in that order and wrongly.
Sections were reviewed by {newdr:titled} at {oddbody}, who favoured Rosai-Dorfman.
{He} was given Rocephin, then Merrem, then, at the suggestion of {newdr:titled} (Infectious Diseases,
  {oddsite}), doxycycline alone.
To our knowledge eleven cases have been described since the first, in {year:-70}.
In the series from {oddsite} (n = 34) mortality was 6%; in that from {abroad}, 41%.
The CURB-65 was 3, the qSOFA 2, the Rockall 5. None of them changed our minds.
At six months {he} was back at {oddschool}, without fever and with half a toe fewer.
Consent: written, from the patient's {word}. Nothing in the text has been altered.
Patient's perspective: "Everyone asked what I had eaten and no one asked about the dog."
Learning point: Travel is not only abroad. {town} has ticks.
The emergency department, the ward and the laboratory had each written half of the answer.
""")
METHOD_HEADS = templates(r"""
METHODS
Materials and Methods\nSetting and participants
ACKNOWLEDGEMENTS
Funding, Ethics, Contributors
Supplement 3: Sites and investigators
Author affiliations: 1 {oddbody}; 2 {oddsite}; 3 {oddschool}; 4 {oddbody}
""")
METHOD = templates(r"""
Patients were recruited at {oddsite}, {oddsite} and the {oddclinic:bare} between {month:-900} and {month:-300}.
Adults aged 18 to 65 with a Hamilton score of 17 or more were eligible.
Enrolment opened at {oddsite} on {fulldate:-900}; the last patient's last visit was on {fulldate:-100} in {town}.
The trial was run by {oddbody} and paid for by {oddbody} (grant {raw}) with placebo from {oddco}.
Ethics approval: {oddbody}, ref. {caseno}; {oddsite}, {id}; {oddschool}, pending.
Blood was spun at 3000 g within two hours, stored at -80 °C and flown monthly to {oddlab}.
Controls came from the rolls of {oddschool} and, when these ran out, from {oddclub}.
Randomisation was by sealed envelope held at {oddpharm}.
Cognition was measured with the Addenbrooke's, the Stroop and the Boston Naming Test, mood with the Beck.
Assays used the Roche Elecsys; sequencing, the Illumina NovaSeq 6000; statistics, Stata 17 and a Cox model.
Means were compared by Student's t, proportions by Fisher's exact test, survival by Kaplan-Meier.
We thank {someone:full}, {someone:full} and the porters of {donor} for moving the freezer.
We are grateful to {newdr:titled} for slides, to {someone:initials} for coffee and to our patients, some of whom
  did not live to read this.
{newdr:initials} and {newdr:initials} saw the patients; {newdr:initials} drew the figures; {newdr:initials}
  wrote the first draft. All authors fought over the last.
{newdr:full} holds shares in {oddco} and has had lecture fees from {oddco} and {oddco}. The others declare nothing.
Presented in part at the meeting of {oddbody}, {town}, {textdate:-60}.
Site 07: {oddsite}, PI {newdr:last_first}, 14 enrolled, 2 lost. Site 08: {oddsite}, PI {newdr:last_first}, 0 enrolled.
Interviews were held at {oddco}, because no one wished to come back to the hospital.
Two of us ({newdr:initials} and {someone:initials}) coded the transcripts independently; kappa was 0.71.
This work is dedicated to the memory of {newdr:full}, {years}.
Data from the regional registry were linked by NHS number; small cells were suppressed.
Declaration of Helsinki, Good Clinical Practice, CONSORT, STROBE.
Reprints: {newdr:full}, {oddschool}, {pobox}, {abroad}; {email}.
""")
LIFE_HEADS = templates(r"""
{pt:full} ({year:-90}–{year:-12}), physician
Lives of the Fellows: {pt:full}
About the author
{pt:family_upper}, {pt:given}, M.B., b. {dob}, {hometown}; d. {fulldate:-900}, {town}
Speaker biography
""")
LIFE = templates(r"""
{pt:given} {pt:family} was born over the family shop, {oddco}, in {hometown}, the third child of a saddler.
Educated by monks and at {oddschool}, {he} went up to read chemistry and came down with tuberculosis.
Two years on a balcony at {oddsite} made a doctor of {him}.
{He} qualified from {oddschool} in {year:-60} and did house jobs at {oddsite} and the {oddsite:bare}, under
  {newdr:titled_full} of the Thomas splint.
From {year:-55} to {year:-51} {he} was regimental medical officer to the {oddarmy:bare} and was mentioned in
  despatches.
With {newdr:family} and {newdr:family} {he} described the sign that medical students still confuse with Murphy's.
A Fulbright took {him} to {oddsite} in {abroad}, where {he} met {kin:full}, a ward sister with views.
{pt:family} was appointed consultant at {oddsite} in {year:-44}; {he} saw private patients at {oddclinic} every
  {weekday} and sent no bills to nuns.
{He} founded {oddclub}, chaired {oddbody} and was twice locked in the {oddschool:bare} library.
{His} textbook ran to six editions. {His} handwriting ran to litigation.
{He} was not an easy colleague. {someone:family}, {his} registrar, asked to be moved to pathology, "where they
  lie still".
{kin:given} died in {year:-20}. {pt:given} gave up driving after an encounter with {oddpharm}'s window.
{He} had a coronary bypass by {surgeon:titled} at {oddsite}, corrected the discharge summary in green ink and
  went home.
{kin2:given}, {kin3:given} and five grandchildren survive; one, {someone:given}, is a houseman at {oddsite}.
{His} papers are in {oddbody}, {his} microscope at {oddschool}, {his} appendix in a jar at {oddsite}.
{newdr:full} lives in {town} with three hens and is professor of palliative care at {oddschool}.
{pt:poss} poems have appeared in {news}; {he} trained at {oddsite} and at the {oddsite:bare}.
Three dead professors hung on {his} wall, and beneath them a photograph of {someone:given}, the tea lady.
Chronic bronchitis took {him}, as it had taken {his} patients.
""")
ETHICS_HEADS = templates(r"""
CLINICAL ETHICS CONSULTATION\nRequested by: {dr:short}, {dept}, pager {pager}\nConsultants: {staff:short},
  {newdr:short}
Ethics committee, {oddsite}, minutes {numdate}
Moral distress debrief — {donor}
Question: May we stop?
""")
ETHICS = templates(r"""
{pt:titled} is a {ageold} {man} with {dx} who has been on {donor} for {num:9-140} days.
The request came from {nurse:titled_given}, on behalf of the night shift, and not from {dr:titled}.
{kin:full}, the {word}, holds the power of attorney; {kin2:full} says the paper was signed at {oddbank} under
  pressure.
{pcp:titled}, who has known {pt:given} since {year:-25}, recalled {him} saying "no tubes, not even for a week".
The family pray with {someone:titled} of {church} each evening and hope for a sign.
We met on {date} at {time} in the {donor} conference room: {dr:family}, {nurse:given}, {staff:given}
  (chaplaincy), {kin:given}, and {kin2:given} by phone from {abroad}.
{oddhome} will take {him} with a tracheostomy and {oddhome} will not.
{oddpayer} authorised the LTACH through {shortdate:9}. We do not regard this as an ethical argument, though it
  was made.
Autonomy: {pt:given} spoke clearly, once, to {friend:given}, in a canoe.
Beneficence, Nonmaleficence and Justice were considered. So were the stairs.
The Jehovah's Witness hospital liaison, {someone:full}, was present at the patient's wish.
Legal counsel ({lawyer:short}) sees no bar under state law. Risk Management would like a note.
A county guardian was sought by the social worker; the court will not sit until {date:20}.
The resident asked whether withdrawing is killing. This took most of the hour.
A time-limited trial is recommended, to {date:10}, with {dr2:titled} as the one voice to the family.
Older cases were mentioned, unhelpfully.
No one has told {kin3:given}, who draws dialysis machines.
Capacity varies through the day; morning visits please.
""")
INCIDENT_HEADS = templates(r"""
INCIDENT {id}   Severity 2   Status: closed
Root Cause Analysis, {oddsite}, {donor}
Datix {raw}: {dept}, {numdate}, {time}
Serious Incident Requiring Investigation\nCommissioned by: {staff:full}\nInvestigators: {newdr:short}; {nurse:short}
What Went Well / Even Better If
""")
INCIDENT = templates(r"""
At {time} the pump alarmed and was silenced by {nurse:short}, who was looking after eight patients.
The bag had been made up by {oddpharm} for {someone:last_first}, bed {bed}, and hung for {pt:last_first}, bed {bed}.
Both patients were called {pt:family}; both had come from {oddhome}.
{dr:titled} was informed at {time} and wrote "noted".
The agency nurse ({oddco}) had not been shown the crash trolley. Her first shift; {someone:given} ___, surname
  not recorded.
{oddlab} telephoned the potassium of 7.1 to an extension that has been a broom cupboard since {month:-40}.
The specimen, {specimen}, was labelled in the corridor.
{oddco} (contractor, lifts) attended at {time}; the lift had stopped between 3 and 4 with {pt:given} inside it.
{kin:given} was told by {nurse2:given} that night and by {dr2:titled}, in writing, on {date:5}. Duty of Candour
  letter sent.
No harm came of it. The patient was amused. The patient's {word} was not.
CCTV from the {donor} entrance was over-written after 28 days.
Swiss cheese: four slices, four holes. See Appendix B (Ishikawa).
Similar event at {oddsite} in {year:-3}, shared then in a Safety Alert that nobody on the ward had seen.
Never Event? No. Reportable to {oddagency}? Yes, by {staff:initials}, {shortdate:1}.
Recommendation 3: remove concentrated KCl from Ward stock; owner {staff:short}; due {date:60}.
Staffing: 2 RN, 1 HCA, 1 student; template 4 and 3. Bank shift unfilled.
{staff:given} from Estates found the valve shut. Painted shut.
Medication: Humulin R read as Humalog; Celebrex for Celexa; Lamictal for Lamisil.
Braden 13, MUST 2, falls 4, mattress: foam.
The alert went to {oddclinic}; the patient is registered with {oddclinic}.
""")
REFERENCE_HEADS = templates(r"""
TO WHOM IT MAY CONCERN
Reference for {pt:titled_full}, candidate no. {id}
{oddschool}\nReport for {pt:full}, {monthonly}
Letter of recommendation, {newdr:full}
Dear Selectors,
END OF YEAR REPORT  {pt:last_first}   Tutor: {teacher:initials}
""")
REFERENCE = templates(r"""
I have known {pt:titled} since {month:-1200}, when {he} joined {oddco} as a junior {job}.
{pt:given} worked under me on the {donor} from {daterange:-400} and was late once, because of a swan.
I had no hesitation in leaving {him} in charge of {oddclinic} when {dr:titled} was on leave.
{pt:family} came to us from {oddsite}, where {newdr:titled} speaks well of {him}; before that {he} was at {oddco}.
In the year of the accident {pt:given} missed 71 days and still passed Chemistry.
{pt:given} has had a difficult term. {His} {word}, {kin:given}, is in {oddsite} and {pt:given} cooks for the others.
Mathematics B+ ({teacher:family}). English C, "dreams". Physical Education: excused, see note from {pcp:titled}.
{teacher:titled} reports that {pt:given} has made friends with {someone:given} {someone:family} and, less
  happily, with {someone:given}.
Reading age two years ahead; Conners T-score 72; Ritalin at noon with the school nurse, {nurse:given}.
An Education, Health and Care Plan is held by {oddwelfare}; the link worker is {staff:short}, {phone}.
{He} swam for {oddclub} and played second horn in {oddclub}.
Sickness in the past year: four days (back). No disciplinary matters. Reason for leaving: {oddco} closed.
I am told that {oddpayer} would be {his} employer of record. They would be lucky.
Sergeant {pt:family} served in the {oddarmy:bare} under my command in {abroad}; {his} conduct under fire was
  exemplary.
{He} volunteers with {oddclub} every {weekday} and gives blood.
Punctuality good, tidiness fair, handwriting legible to God.
{pt:given} speaks three languages and is silent in all of them before ten.
The epilepsy ({dx}) has never been a bar; staff know where the Buccolam is.
Class teacher: {teacher:full}. Head: {someone:titled}. Form 5K. Attendance 88%.
Please ring me on {mobile} if you want to know the rest.
""")
REFERENCE_ENDS = templates(r"""
Yours faithfully,\n{newdr:full}\n{oddsite}
{someone:full}\nProprietor, {oddco}\n{phone}
{teacher:full}, Head of Year, {oddschool}
Signed {someone:initial_last}, Capt., {oddarmy}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("told-case-report", told(CASE_HEADS, CASE)),
    NoteType("told-methods", told(METHOD_HEADS, METHOD)),
    NoteType("told-life", told(LIFE_HEADS, LIFE), 0.7),
    NoteType("told-ethics", told(ETHICS_HEADS, ETHICS)),
    NoteType("told-incident", numbered(INCIDENT_HEADS, INCIDENT)),
    NoteType("told-reference", told(REFERENCE_HEADS, REFERENCE, ends=REFERENCE_ENDS)),
)
