"""Whole documents in which real houses and places stand beside generic ones, departments, programmes and bodies."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.press_kit import story

MEMORY = story(
    r"""
[[{site:upper}\nMEMORY CLINIC|Older Adults Mental Health\n{site}|{hodept}, {site}]]\n[[Typed|Dictated|Clinic date]]:
  {date}
~
[[Re|RE|Regarding]]: {pt:full}, [[d.o.b.|DOB|born]] {dob}, {address}[[\nNHS No {nhs}|\nHospital number {mrn}|]]
~
Dear [[{pcp:titled}|Doctor|Colleague]],
~
{pt:titled} was sent to the Memory Clinic by the GP at {pcpsite} after the Community Nursing Team had found {him}
  twice
  in {his} night clothes on {street}.
? {He} came with {his} {word}, {kin:full}, who does most of the talking.
? The referral came by way of the Single Point of Access and was triaged by {hodept}.
~
{He} has lived at {hobare:home}, a residential home on the edge of {city}, since {month:-8}. Before that {he} was in
  Extra Care Housing, and before that in a house in {town} that {kin:given} still pays the rates on.
? The Home tell us that {he} walks about at night; the Manager of the Home, {staff:full}, has kept a chart.
? {kin:given} would like {him} nearer {town}, but the Council has said that the Home meets {his} needs.
? Adult Social Care closed the case in {month:-2}; Continuing Healthcare was screened and not met.
~
? {He} left school at {otherage:14-16}, worked {num:20-40} years for {hoorg:l1} and later drove a van for {works}.
? {He} was in the Army, is Church of England and speaks English and a little Welsh.
? {His} wedding was at {church}; the Day Centre takes {him} to Church services on a Sunday.
~
On the Addenbrooke's {he} scored {num:50-88}; the [[Montreal|Bristol scale|Edinburgh form]] was not done. {pt:titled}
  did not know the Prime Minister, gave the place as "the Hospital" and the town as "somewhere near {town}".
? CT at {site2} on {date:-30} showed Fazekas 2 change; it was read by {dr2:titled} in the Department of Radiology.
? Bloods from the Surgery are normal. An ECG was done in the Outpatient Department.
~
[[Impression|Diagnosis|Formulation]]: [[mixed dementia|Alzheimer's disease, NICE NG97 criteria|Lewy body disease]].
? I discussed [[driving|Lasting Power of Attorney|Attendance Allowance]] with {kin:given}, and gave leaflets.
~
Plan: Falls Prevention Programme; Admiral Nurse; Occupational Therapy home visit; Audiology for the hearing aids.
? The Community Pharmacy ({pharmacy}) will put the donepezil into the weekly trays.
? Cognitive Stimulation group in the Day Hospital, Zone [[B|C|2]], ten weeks.
? If things go wrong out of hours please ring the Crisis Team, not this Clinic.
~
Yours sincerely,\n{dr:full}\n{horole}, {hodept}
? cc {kin:full}; the Manager, {hobare:home}; the Surgery; {nurse:full}, Community Matron
""",
)

REHAB = story(
    r"""
[[DISCHARGE SUMMARY|Discharge Summary - Hospital Medicine|Transfer of Care Summary]]\n{pt:last_first}  MRN {mrn}
  DOB {dob}
? Facility: {site}   Service: HOSPITALIST TEAM [[A|B|C]]   Unit: {hodept}
~
Admitted {date:-7}, discharged {date}. Attending {dr:titled}. PCP {pcp:full}, {pcpsite}.
~
{pt:titled} is a {age}-year-old from {hometown} who was brought to the Emergency Department by {responder} from the
  parking lot of {hoorg:l1}.
? {He} had been seen the day before at {hoorg:c1}, where the Urgent Care physician thought of Lyme disease.
? An outside hospital ({hobare:b}) had scanned {him} in {month:-1}; the Outside Records arrived on hospital day 2.
~
Trauma Bay, CT, then the Neuro ICU. A Philadelphia collar was changed for a Miami J. Glasgow Coma Scale was 14
  throughout; the San Francisco syncope rule was positive.
? Interventional Radiology was called at {time}, Anesthesia at {time}; consent came from {kin:given} ({word}).
? Step Down on {shortdate:-4}; General Medicine Floor on {shortdate:-3}.
? Physical Therapy advised Acute Rehab. Speech Pathology passed {him} on the Yale swallow.
? Case Management ({staff:given}) sent referrals to {hobare:c}, {nursinghome} and {hoorg:c2}.
~
{hobare:c} declined: no bed. {nursinghome} wanted prior authorization. {hoorg:c2} accepted {pt:titled} for
  Skilled Nursing under Medicare Part A.
? {payer} first denied, then approved after a peer to peer with their Medical Director.
? {kin:given} toured {hoorg:c2} and did not like the Memory Care wing, but liked the Rehab Gym.
? Home Health was offered as well; the family chose the Facility because there are stairs at home.
~
? Course otherwise as per the Enhanced Recovery Pathway; CHA2DS2-VASc 4; ACC/AHA class I for anticoagulation.
? The Ethics Committee was not involved. Spiritual Care visited, and {pt:given}'s pastor came from {church}.
~
Follow up: Primary Care in one week; {hodept} in two; {dr2:titled} at {clinic} on {date:14}.
? Pending at discharge: send-out test at {lab}. The Hospital Lab will call the Facility.
~
Pharmacy: meds to beds from the Outpatient Pharmacy; refills at {pharmacy} on {street}.
? The Receiving Facility was given report at {time}: {nurse:full} to {someone:given}, charge nurse at {hoorg:c2:head}.
""",
)

TRANSFER = story(
    r"""
[[INTERFACILITY TRANSFER FORM|Critical Care Transport - narrative|EMTALA Transfer Certificate]]\nRun {run}   {stamp}
~
Sending Facility: {hobare:a} ([[Critical Access Hospital|Community Hospital|Freestanding ED]])
  [[ED Bed {bed}|Room {room}]].\nReceiving Facility: {site}, {hodept}.
? Accepting Physician: {dr:titled}. Sending Physician: {dr2:titled}.
? Reason: higher level of care; Cardiac Cath Lab not available at Sending Facility.
~
Crew {staff:initial_last} and {nurse:initial_last} left Base at {time} and reached {hobare:a} by way of {roadname}.
? Weather held at {town} so Flight was stood down; Ground went.
? On the way in the Supervisor rang: {site3} closed to Majors, {hobare:b} on divert, so {site} it was.
~
{pt:titled}, {age}, was in Resus. A Minnesota tube was in place, the balloon up, the Sending Nurse holding traction.
? {His} {word} {kin:given} had signed the form in the Waiting Room; {kinhe} would drive to {city} by {his} own car.
? History from the Sending Facility: varices banded at {site2} in {year:-2}, lives at {nursinghome}.
? West Nile was on the list of the ED doctor because of mosquitoes on the river; nobody else believed it.
~
{hm} departed {hobare:a}. {hm} passed {town}. {hm} hypotensive, second unit from the Blood Bank cooler.
? {hm} spoke to Medical Control, {dr3:titled}; {hm} norepinephrine up.
? {hm} held at a level crossing near {hoorg:l1}.
? {hm} Ambulance Bay, {site}. {hm} through Triage to Medical ICU.
~
Report to ICU nurse {nurse2:given} and the GI Fellow. Belongings: a coat, a Bible, a set of keys to {hoorg:l2}.
? Copies of Medical Records and the CD from Radiology left with the Unit Clerk.
? Bill to {payer}, secondary Medicaid; no Charity Care form.
~
Critique: the Sending Facility did well. Handover could follow the [[SBAR|I-PASS|ATMIST]] form. QI Committee to see
  the times between {hm} and {hm}.
? Vehicle back In Service at Station {num:2-19}, {hm}. {staff:family}, Paramedic, licence {license}.
""",
)

MINUTES = story(
    r"""
{site}\n[[Minutes of the {hocom}|{hocom:upper} MINUTES|{hocom} - notes and actions]]\n{fulldate}, {time12},
  [[Board Room|Conference Room B|the Education Centre|by Zoom]]
~
Present: {dr:full} (Chair); {dr2:full}, {horole}; {nurse:full}, {horole}; {staff:full}, {horole}.
? Apologies: {dr3:full}, {hodept}; the Director of Finance; the Patient Representative.
? In attendance: {someone:full} (minutes); a guest from the Department of Health; two from {vendor}.
~
1. Minutes of the last meeting, {date:-28}, were agreed. Matters arising went to the {hocom}.
~
2. Patient story. {nurse:titled} told the [[Committee|Board|group]] about {pt:titled}, {age}, who came to the
  Emergency
  Department from {hobare:a}.
? {pt:titled} lay in the Corridor for {num:6-20} hours; the Site Manager had no beds in {hodept} or in {hodept}.
? {kin:full}, {his} {word}, wrote to PALS on {date:-12} and asked why {hoorg:c1}, which had room, was not rung.
? The Chief Executive has written to {kin:titled}. {pt:titled} is back at {hobare:a}.
~
3. [[Antimicrobial Stewardship|Hand Hygiene|Hip Fracture Programme]]. Audit against {hobody}: [[green|amber|94%]].
? {hodept} is below the [[Trust|system|State]] mean; {hodept} is above it.
? {dr2:titled} said that {hobody} and {hobody} disagree and that the Formulary follows neither.
~
4. Incidents. SI {caseno}: wrong side block in the Day Surgery Unit. Datix {docid}: fall on the Rehab Ward.
? A nurse of {hoorg:c2} had rung the wrong Pharmacy; the Home and the Hospital will share one form.
? Medication error on the {town} campus: {staff:initial_last} to bring the Root Cause Analysis.
~
5. Recalls. FDA class II for the {homake}; MHRA on the {homake}. The Supplies Department has pulled both.
? No stock was held at {hobare:b}.
~
6. Accreditation. The Joint Commission window opens in {month:2}; CQC Well Led in the same week as Magnet.
? {someone:titled} reminded the Council that the Fire Department visit by {responder} is due.
~
7. Awards. The DAISY Award went to {nurse2:full} of {hodept}, the Chair's Award to the Stroke Unit.
? A gift from {hoorg:l1} has paid for the Sensory Room; {church} gave the blankets.
~
8. AOB. Car Park B; the Canteen; Flu Clinic; {hoprog}. {hoprog} starts in the New Year.
? Next meeting {date:28}, {time12}, same place. Papers to {someone:given} ({ext}).
""",
)

CAREER = story(
    r"""
[[CURRICULUM VITAE|About the author|Speaker biography|Appointment to the medical staff]]\n{dr:full}, {cred}
~
{dr:titled} was born in {abroad} and [[grew up|went to school]] in {town}, where {dr:family}'s father ran {hoorg:l1}.
? At {school} the prize was the Science Cup; in {year:-30} it was a place to read Medicine at {zuni}.
? A Gap Year was spent with a Vaccine Programme and on a French course.
~
House jobs at {site} and at {hobare:a}; Senior House Officer in the Emergency Department of {hobare:b}.
? Foundation Year, Core Training and a Certificate of Completion of Training followed.
? One year of Research at {site2} on the [[Framingham score|Geneva score|Milan criteria]] gave the degree of MD.
? Fellowship in Intensive Care Medicine at {site3}, {town}; Visiting Scholar, {zuni2}.
~
Since {month:-60} {dr:family} has been {horole} in
  {hodept}, {site:alias}, and Chair of the Medical Board since {year:-2}.
? {dr:family} sits on the Ethics Committee, goes to {hocom} and {hocom}.
? Before the merger it was {hobare:c}; people in {city} still call it that.
~
Courses: Advanced Trauma Life Support, Good Clinical Practice, Safeguarding Level 3, Train the Trainer.
? Awards: Best Registrar, {year:-9}; Chief Resident Teaching Award; Excellence in Care.
? Languages: English, French, some Arabic. Interests: Nordic walking, Swiss chess openings, Turkish cooking.
~
? Trials: site lead for HALO, RESCUE-ASDH, REMAP-CAP; DSMB of {cltrial}.
? Reviewer for BMJ Open, the Lancet, Thorax. Cochrane Heart Group.
~
Lives in {town} with {kin:full}, a teacher at {newschool}, and a Labrador.
? Outside work {dr:given} is a Governor of the same School and plays the organ at {church}.
? Referees: {dr2:full}, {horole}, {site}; {dr3:full}, {hobare:b}.
? GMC {license}; MDU {plan}.
""",
)

SCHOOLDAY = story(
    r"""
[[HEALTH OFFICE LOG|School Nurse daily notes|Student health record]] - {school}, {date}
~
Student: {pt:full}, Grade {num:1-9}, [[Homeroom|Form tutor|teacher]] {teacher:titled}. Emergency contact
  {kin:full}
  (parent), {kinphone}.
? Plans on file: Asthma Action Plan, 504 Plan, Individualized Health Plan. IEP meeting {date:20}.
~
{time} {pt:given} walked in from PE with {friend:given}. Wheeze, used the inhaler kept in the Health Office.
? The PE Teacher had sent {him} first to the Main Office, then to the Nurse's Office, then back to Class.
? {pt:given} said that the School was hot and the Bus smelled of paint.
~
{time} called {kin:given} at {hoorg:l1}; the Warehouse put me on hold. {time} called {kin2:given} at {works}.
? {kin2:given} is a lunch aide here at the School, so {kinhe} was down in the Cafeteria all along.
~
? {time} rang {pcp:titled} at {pcpsite}; the Clinic was at lunch. The After Hours Line said the Emergency Room.
? {time} School Based Health Center is not open on {weekday}s; the Community Health Center is, but {pt:given} is not
  a patient.
? {hoorg:c1} could see {him} at {time}; {kin:given} drove.
~
Doctor's note back by {weekday}: seen by {newdr:titled} at {hoorg:c1:head}, prednisone, no PE for a week.
? The note says Lyme titer sent, as {pt:given} camps near {town} with the Cubs.
? The Principal, the School Psychologist and the District were told. Nothing for the School Board.
~
? {friend:given}, {otherage:6-14}, came too with a nosebleed from Dodgeball and a French fry up it.
? Later: Head Start twins sent by {hoorg:l2} for Vision Screening. Both passed. Forms to {hoorg:l2}.
? State immunization audit: {counts} of {teacher:titled}'s class lack Tdap. Local Health Department will hold a
  clinic.
~
{staff:full}, RN, School Nurse. [[cc: Student Services|Copy: 504 file|Sent by portal to {kin:given}]]
""",
)

TRAVEL = story(
    r"""
[[INFECTIOUS DISEASE CONSULT|Travel and Tropical Medicine|ID - first visit]]   {date}\n{pt:full}, {gender}.
  Asked by {dr:titled}, {hodept}.
~
{num:4-12} days of fever after a trip. {pt:titled} flew from {city} to {country}, then by road to {abroad}, and home
  by
  way of {zfar}.
? {He} stayed with {kin:full}, {his} {word}, who farms near {zfar}, and one night at {hoorg:l1}.
? The Travel Clinic at {hoorg:c1} had given Typhoid and Japanese encephalitis vaccines and Malarone.
? No Hajj, no Mass Gathering, no Fresh Water but the river.
~
At home {he} lives in {town} on {street} and works for {works}; deer ticks, Norwegian scabies in the {word}'s kitchen,
  a Persian cat.
? Eats Brazil nuts, Swiss cheese and, on the trip, a Mexican salad that {he} regrets.
? The dog came from {hoorg:l2} and has Rocky Mountain spotted fever antibodies, the Vet says.
~
{hobare:a} sent {him} home with Tamiflu on {date:-5}. {site2} kept {him} overnight and called it {hobug}.
? The ED at {site:alias} drew cultures and rang the State Health Department.
? CDC has the blot; the Public Health Laboratory has the slides; {lab} has the rest and is slow.
~
Differential: {hobug}; {hobug}; {hobug}; less likely {hobug} or {hobug}. Nothing for Ebola: no stay in an outbreak
  district.
? St. Louis encephalitis and West Nile cross react. Q fever if {his} sheep are real.
? Valley fever: one week at {hoorg:l1:head} in the dust of {town} may be enough.
~
Told {pt:titled} and {kin:given}: wait. Doxycycline covers Lyme and the Mediterranean fevers.
? Isolation in Negative Pressure; Infection Prevention has put the sign up. EVS told.
? If Marburg is raised again by the Floor, call me, not the Health Authority.
~
? Addendum {shortdate:3}: PCR for {hobug} back, positive. {dr2:titled} was right. {hobare:a} told.
? Reported to the County under the Notifiable Disease list; contact tracing by {staff:given}, who knows {kin:given}.
~
{dr3:full}, MD, Infectious Diseases, pager {pager}
""",
)

WARD_ROUND = story(
    r"""
[[WARD ROUND|CPA review|MDT on the acute ward]] {date}\nPresent: {dr:titled}; {nurse:given} (Named Nurse);
  {staff:given}
  (OT); [[Pharmacist|Ward Manager|IMHA]]; {pt:given}.
~
{pt:titled}, {age}, section [[3|37|2]], in {donor} since {date:-40}; came by way of the Section 136 Suite at
  {hobare:a}.
? {officer:titled} found {him} on {roadname} in slippers, on the way, {he} said, to {hofoodin} for the Queen.
? Crisis House had no bed and the Home Treatment Team no car.
~
Nursing: leave to the Grounds, then to {phraseco} and to the Garden Centre with {nurse:given}, back on time.
? Slept in the Quiet Room; ate in the Dayroom; one row by the Clinic hatch with a peer, {someone:given}.
? Attends Hearing Voices, OT Kitchen and a Recovery College course, "Living Well with Pain".
~
Family: {kin:full} ({word}) visits from {town} by train. {kin2:given} in {zfarland} rings the Ward phone.
? {kin:given} spoke to the Carers' Lead and to Advocacy; {kinhe} wants {him} at {hobare:b}, not in the Community.
? Flat: {hoorg:l1} will hold the tenancy to {date:30}. The Council wants a letter.
~
Physical: clozapine, ZAPONEX clinic; HbA1c up; Bristol stool chart 1; Glasgow antipsychotic scale {num:8-30}.
? Seen in {site} for the chest: X-ray Department, then Ambulatory Care, not admitted.
~
Risk: HCR-20. A High Secure bed was spoken of in {year:-6}, not since; restriction order lapsed.
? Tribunal {date:9}. Solicitor {lawyer}, {firm}. Nearest Relative told.
~
[[Plan|Actions|Agreed]]: Care Coordinator from Early Intervention to come; Recovery Plan; Depot at {pcpsite}; move
  to {hobare:b} with support from {charity}.
? Section 17: overnight at {kin:given}'s in {town}, {weekday} to {weekday}.
? Ward Clerk to send TTOs to {pharmacy}; Community Mental Health Team copied.
~
{dr:initials}/{inits:lower} Typed by the Ward Administrator
""",
)

HOUSING = story(
    r"""
[[SOCIAL WORK ASSESSMENT|Psychosocial - Medical Social Work|Homeless Outreach contact note]]  {date}
  {pt:last_first}  {mrn}
~
Met {pt:given} at bedside in {hodept}. {He} goes by "{pt:given}" and asks that nobody use the name {pt:family}.
~
Housing: {hobare:s} shelter since {month:-3}; before that a car behind {hoorg:l1}; before that {kin:given}'s couch
  in {town}.
? The Navigation Center on {street} is City-run and wants a TB test; a Safe Haven bed takes two weeks.
? Section 8 list closed. Rapid Rehousing by way of {charity}; case manager {staff:full} there since {year:-1}.
? Mail comes to General Delivery and, for the Court, to {hoorg:l2}.
~
Income: General Assistance, SNAP; SSI pending. Was a {job} at {works} until the Plant closed.
? Union card still in the wallet; Unemployment ran out in {month:-5}.
? Banks at {oddbank}; a Payday Loan shop has {his} title.
~
Insurance: Medi-Cal pending; Financial Counselor {someone:given} has the form. No Medicare until {otherage:65-66}.
? {payer} lapsed with the job.
~
Care: a Free Clinic in a van, the Methadone Clinic at {hoorg:c1}, Needle Exchange, the ER of {hobare:g}
  every week, {he} says.
? Dental by a school of Dentistry, glasses from a charity day, feet by Street Medicine.
? Buprenorphine from {newdr:titled} at {oddclinic}; picks up at {pharmacy} on {shortdate:3}.
~
Legal: Public Defender {lawyer:family}; two tickets at {oddcourt}; no Probation. Hospital Police have no hold.
? Restraining order against {friend:full}, who sleeps at the same Shelter.
? Veteran of the Navy, Other Than Honorable, so no VA; a Veterans Service Officer is looking at it.
~
Supports: {kin:full} ({word}, {kinphone}); an AA sponsor, {someone:given}; {church} for Sunday breakfast.
? Sister {kin2:given} in {abroad}; they last met at the bus station.
~
[[Plan|Recs|Disposition]]: Medical Respite at {hoorg:c2} vs Board and Care vs street. {hoorg:c2} will call by
  {time12}.
? Taxi voucher from the Transfer Center; clothing from the Volunteer closet; Adult Protective Services not needed.
? {staff:given} from {charity} to meet {him} in the Discharge Lounge.
~
{nurse:full}, LCSW, Care Coordination, x{ext}
""",
)

HOSPICE = story(
    r"""
[[HOSPICE IDG|Interdisciplinary Group review|IDT 14-day update]]  {date}\n{pt:full}  {age}  SOC {date:-60}  Recert
  {date:2}
  Medical Director {dr:titled}
~
Lives in {hobare:h}, a Board and Care in {city} with six beds. Assisted Living at {hoorg:c1} let {him} go when {he}
  began to fall.
? {kin:full} ({word}) is POA; {kin2:given} flies in from {abroad} for the Family Meeting.
~
RN CM {nurse:given}: FAST 7c, PPS 30, weight down. Comfort kit came from {pharmacy}; DME (bed, Hoyer) by {vendor}.
? HHA 5x/week; the Aide, {someone:given}, also does nights at {hoorg:c2}.
? Facility staff turn {him}; the Facility wants an order for the Texas catheter.
~
MSW {staff:initial_last}: Medicaid waiver approved; VA Aid and Attendance asked for; Medicare Hospice Benefit,
  period {num:2-6}.
? Mortuary: {donation}; {kin:given} has paid them. The brain goes to a Tissue Program, not yet chosen.
~
Chaplain: Methodist, sang at {church}. Last rites not wished. The Hymn Circle comes on {weekday}.
? Volunteer Coordinator has found a retired {hoorg:l1} man who talks to {pt:titled} of boilers.
~
Physician: LCD criteria met. LOCUS none. Morphine 5, no ICU, no Hospital; {hobare:z} ED on {date:-9} was a mistake
  of the night aide.
? PCP {pcp:titled} of {pcpsite} signs orders and would not go back to Home Health.
~
Plan: Respite at {hoorg:c2} {shortdate:5} to {shortdate:10}; Bereavement Services; POLST at the door of the Home.
? Goals of Care again when {kin2:given} lands. Tuck-in call on Friday.
""",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("houses-memory-letter", MEMORY, 1.5),
    NoteType("houses-rehab-discharge", REHAB, 1.8),
    NoteType("houses-transfer", TRANSFER, 1.5),
    NoteType("houses-minutes", MINUTES, 1.3),
    NoteType("houses-career", CAREER, 1.0),
    NoteType("houses-school-day", SCHOOLDAY, 1.2),
    NoteType("houses-travel", TRAVEL, 1.3),
    NoteType("houses-ward-round", WARD_ROUND, 1.2),
    NoteType("houses-housing", HOUSING, 1.3),
    NoteType("houses-hospice", HOSPICE, 1.3),
)
