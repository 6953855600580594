"""Papers, leaflets, lessons and talk that are about nobody, or hold one real identifier amid what looks like one."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.alike_kit import HIDDEN, document

_POSTER = r"""
@form
[[QI POSTER|Nursing Grand Rounds|Practice Brief|EVIDENCE-BASED PRACTICE FELLOWSHIP]]: [[Reducing|Eliminating|Driving
    Down]] {al:acronym}
    [[on a Medical-Surgical Unit|in Step-Down|in a Community Hospital]] [[Using the Plan-Do-Study-Act Model|With the
    Iowa Model| - A Lean Journey]]
@prose Background
Hospital-acquired {al:acronym} costs health care billions. {al:law} no longer pays. Our unit sat at {dec:1.0-6.0} per
    1,000.
The Magnet Council and Shared Governance chose this as their Project. {al:stat} theory framed the change.
@prose Aim
Reduce {al:acronym} from {dec:2.0-6.0} to {dec:0.1-1.9} by Q{num:1-4}; sustain for {num:3-12} months.
@list Methods
Champions on Days and Nights; huddles at the Daisy board; Gemba walks
Bundle: {al:device}, {al:wound}, {al:device}; bare below the elbows
Badge Buddies, Kamishibai cards, Just Culture debriefs, Secret Shoppers
{al:stat} and {al:stat} tests; Shewhart chart with Nelson rules; {al:stat} corrected
Survey on a Likert scale (Strongly Agree to Strongly Disagree); alpha = 0.{num:70-95}
@list Results
{num:20-80}% fall (p < 0.0{num:1-5}); kappa 0.{num:50-92}; n = {num:40-900} of {num:901-2400}
Compliance {num:50-80}% to {num:81-99}%; {al:scale} documented in {num:80-99}%
{al:crew} and {al:crew} pulled fewer calls; {al:acronym} unchanged
@list Lessons Learned
Nurses drive change. Leaders round. Patients teach.
Make the right thing easy: stock {al:device} by the door.
{al:hand} build took {num:2-9} months; {al:hand} report now free
@form Acknowledgements
{al:crew}, {al:crew}, the Evidence Council, every Night Shift Champion. No Conflicts. IRB: Exempt (not Human Subjects).
"""
_LESSON = r"""
@form
[[MODULE|Lesson|Unit|Slide Deck]] {num:1-12}: [[{al:disease} and Friends|Shock for Dummies|The Cranky Kidney|Reading
    the EKG|Gram Negatives]]
[[Objectives|By the end you will]]: [[list|name|draw]] the {al:part}; tell {al:disease} from {al:disease}; score
    {al:scale}
@list [[Quick Facts|Pearls|High Yield|Board Buzzwords]]
{al:sign} sign = {dx}
{al:sign} and {al:sign}: think {al:disease}
{al:origin} comes from a bite; {al:origin} does not
{al:genus} loves {al:food}; {al:genus} loves cat litter
{al:disease} got his name on it; {al:disease} did the work
Rule of 15; Rule of Nines; Law of Laplace; Frank-Starling; Henderson-Hasselbalch; Ohm
"Wet, Wobbly, Wacky"; "Some Anatomists Like Freaky Sex"; "MONA greets all"; "Never Let Monkeys Eat Bananas"
Name the nerve: Long Thoracic of Bell; Vidian; Jacobson; Arnold; Nervus intermedius of Wrisberg
@prose [[Vignette|Case A|Case of the Week]]
[[A teacher|A farmer|A cook|A retired mason]] has {symptom} and {symptom}. {al:scale} is {num:1-9}. {al:kitco} is
    positive. On {al:brand} and {al:nutrition}.
[[Uncle|His mother|Her boss]] blames {al:food}. Which part is injured: {al:part}, {al:part} or {al:part}?
@list [[Knowledge Check|Quiz|Question {num:1-20}]]
A. {al:disease} syndrome
B. {al:disease} disease
C. {al:genus} and {al:genus}
D. {al:origin}
E. Both A and C; None of the Above
Correct! Click Next. Incorrect: Try Again. Drag the Label to the {al:part}.
@list [[Rationale|References|Further Reading]]
{al:trial}, {al:trial}, {al:trial}; {al:trial} was stopped early
{al:hand} chapter on {al:disease}; Robbins; Harrison's; Nelson; Bates; Netter; Gray's; Schwartz; Tintinalli
ADA Standards; Joslin; {al:law}; GOLD; GINA; KDIGO; Surviving Sepsis
True or False: {al:stat} assumes normality
@form
Your Score: ___/{num:5-20}   Certificate: pending   Contact Hours: {dec:0.5-2.0}   Evaluation: Agree / Disagree /
    Neutral
"""
_KIT = r"""
@form
[[{al:kitco} {alpart}|QUICK REFERENCE|Instructions for Use|Collection Guide|How to Use Your {al:device}]]
[[For In Vitro Diagnostic Use|Rx Only|For Single Use|Sterile EO]]   {alpart}   [[Sterile|Non-Sterile|Class II]]
@list [[Kit Contents|In the Box]]
{num:10-50} {al:kitco} cassettes, {num:1-2} bottle buffer, dropper tips
Swab ({al:kitco}), tube with Red Cap, Biohazard Bag, Return Box UN 3373
Lancets, {al:wound} pad, {al:device} charger, quick card
@list [[Steps|Procedure|Directions]]
Wash hands. Peel the {al:kitco} pouch at the notch.
Insert swab {num:1-3} cm, rotate {num:5-20} seconds. Snap at score line.
Add {num:2-5} drops to S well. Read at {num:10-20} minutes; not after {num:21-40}.
Press and hold Power until Green. Blue = pairing. Amber = low battery. Error E-{num:1-30}: call Support.
Label with Name, Date of Birth, Date and Time of Collection. Sign the Requisition.
Place {al:device} on the upper arm; start Sensor in the {al:hand} app.
@list Storage
Store 2-8 C; excursions to {num:25-30} C; Do Not Freeze. LOT and EXP on the pouch.
Ship ambient same day by Courier. Do not drop off on {weekday}.
@list Limitations
False positives with {al:genus}, {al:genus}, {al:genus} and Biotin
Not for use with {al:kitco}, {al:device} or under {num:2-18} years
Results by {al:kitco} and {al:kitco} may differ; confirm by {al:kitco}
{al:disease}, Vaseline, Nasal sprays ({al:brand}) may interfere
@form Symbols
Consult IFU   Caution   CE Mark   Keep Dry   Authorized Representative   Manufacturer   Latex Free   Use By   Batch Code
IP22   Type BF   MR Conditional 1.5 T   FCC Class B   Qty {num:1-50}   {alpart}   Patent Pending
"""
_FORMULARY = r"""
@form
[[FORMULARY UPDATE|P&T Newsletter|Drug Shortage Bulletin|Pharmacy Tips|Look-Alike / Sound-Alike List]]
@list [[Additions|Added]]
{al:brand} ({al:crew} only)
{al:brand}, {al:brand}: Tier {num:1-5}, PA, ST
{al:vaccine} replaces {al:vaccine}
{al:nutrition} {num:237-1000} mL
@list [[Deletions|Removed]]
{al:brand} {num:10-300} mg/{num:2-5} mL MDV
{al:brand}, {al:wound}
@list Interchange
{al:brand} > {al:brand}
{al:brand} {num:5-40} = {al:brand} {num:10-80}
{al:brand/caps} to {al:brand/caps} on {weekday}
@list Confused Pairs
{al:brand} - {al:brand}
{al:brand/caps} / {al:brand/caps}
Celebrex, Celexa and Cerebyx; Zantac and Xanax; Lamictal and Lamisil
hydrALAZINE / hydrOXYzine; DOBUTamine / DOPamine; {al:brand} XL v SR v CR
@list Shortages
Lidocaine 1% 5 mL: use {num:10-50} mL. D50: Abboject back order. {al:brand}: conserve.
{al:kitco}, {al:device} tubing, {al:suture} {num:2-5}-0: allocated
@prose [[From the Counter|Reminders]]
Beers list and STOPP/START apply. Tall Man letters. Do not crush {al:brand}, {al:brand} or {al:brand}. {al:brand}
    REMS; {al:brand} REMS.
{al:nutrition} binds {al:brand}: space by {num:2-4} h. Grapefruit, {al:food} and St. John's wort: see {al:hand}.
{al:law}: {alrule}; {al:law}: {alrule}. J-code J{num:1000-9999}, NDC crosswalk, waste JW / JZ.
"""
_ABSTRACT = r"""
@form
[[Title|TITLE]]: {al:disease} [[disease|syndrome]] After {al:brand}: [[A Cohort|The {al:trial} Trial|An Umbrella
    Review|Case-Control Study]]
@prose [[Objective|Aims|Purpose|Importance]]
To compare {al:suture} with {al:suture}, or {al:device} with {al:device}, in {dx} at [[a tertiary centre|two county
    hospitals|one Level I trauma center]].
@prose [[Methods|Materials and Methods|Design]]
{num:40-900} adults; {num:12-80} controls; {num:2-40} sites. {al:scale}, {al:scale} and {al:scale} at baseline.
    {al:trial} criteria.
{al:stat} and {al:stat}; {al:stat} for survival; {al:stat} plots. Analyses in Stata and R. {al:kitco}, lot-matched.
Search of {al:hand}, {al:hand} and {al:hand}; Newcastle-Ottawa; Jadad; GRADE; PRISMA; Egger
@prose Results
HR 0.{num:50-99} (95% CI 0.{num:30-49} to 1.{num:10-60}); NNT {num:8-90}; I2 {num:10-80}%; p = 0.0{num:10-49}.
Relapse {num:5-15}% v {num:16-40}%; {al:genus} in {num:2-30}; {al:disease} in {num:1-9}. {al:scale} fell by {num:2-9}.
    Crossover {num:2-12}%.
Alpha thalassemia, Hb Barts and {al:origin} were excluded. Caucasian {num:40-80}%, Hispanic {num:5-30}%.
@prose [[Conclusions|Interpretation|Relevance]]
{al:device} was not inferior. As in the {al:trial} trial, {al:brand} failed. {al:trial} may answer it.
@form
Funding: [[None|Investigator-initiated|Department funds]]. Keywords: {al:disease}; {al:part}; {al:brand}; Quality of
    Life. Level [[II|III|IV]].
Abbreviations: {al:acronym}, {al:acronym}, {al:acronym}
"""
_COUNSEL = r"""
@form
[[COUNSELLING|Patient Counseling|At the counter|MTM session]]
@form
RPh: This one is {al:brand}. [[One puff each morning|One tablet at night|Half with food]]. OK?
Pt: [[Mm hm|Right|Is that like {al:brand}?]]
RPh: Stop {al:brand}. Stop {al:brand}. Keep {al:brand} handy.
Pt: Can I have {al:food} with it? My [[sister|mate|wife]] says no.
RPh: {al:food} is fine. Not {al:nutrition}; two hours apart.
Pt: And my {al:device}?
RPh: Leave it on. Bring it to [[the clinic|the diabetes nurse|Cardiology]].
Pt: I saw {al:fame} talk about {al:brand} on [[TV|Facebook]].
RPh: That is for {al:disease}, you have {dx}.
Pt: [[Did the doctor|Did the surgery|Did the insurance]] sort the refill? [[The lady said {weekday}.|]]
RPh: {al:law} wants a PA. {al:hand} sent it back. Try GoodRx.
Pt: And the shot? {al:vaccine}, was it?
RPh: {al:vaccine} today, left arm; {al:vaccine} in {num:2-6} months. Sore arm, use {al:brand}.
Pt: OK, thanks, love. [[God bless.|See you in the spring.|Ta ra.|Mind how you go.]]
@form
[[RPh|Tech|Intern]] initials: ____   Accepted [ ]  Declined [ ]   {al:law} log done
"""
_DIET = r"""
@form
[[RENAL DIET|Low Sodium Shopping List|CARB COUNTING|Gout and Food|Warfarin and Vitamin K|Bariatric Stage 3|Elimination
    Diet]]
@list [[Choose More|Best Bets|Green Light]]
{al:food}, {al:food}
{al:nutrition} 1/day; {al:nutrition} if not hungry
{al:food} ({num:8-60} g carb)
Unsweet tea, {al:food}, {al:food}
@list [[Choose Less|Limit|Red Light]]
{al:food} ({num:200-900} mg Na)
{al:food}; {al:food}; {al:food}
Canned, cured, Kosher or Seasoned; most of {al:food}
@rows [[Sample Day|Menu]]
Breakfast: {al:food}, {al:food}, coffee
Lunch: {al:food} on rye, {al:food}
Dinner: {al:food}, {al:food}, {al:food}
Snack: {al:food} or {al:nutrition}
@prose [[Tips|Dining Out|Label Reading]]
Read the Nutrition Facts. Serving Size comes first. At a Chinese, Thai, Indian or Mexican place ask for no MSG. Rinse
    {al:food}.
The Mediterranean, Atkins, Ornish, Pritikin, South Beach and Scarsdale diets differ. So do Keto and Paleo.
Take {al:brand} with meals. Season with Mrs. Dash, lemon, Old Bay Lite. Weigh on {weekday}.
Kids: {al:fame} plates help. No {al:food} under {num:2-5}. {al:origin} and {al:origin} do not come from dinner.
"""
_POLICY = r"""
@form
[[POLICY|PROTOCOL|Standard Work|Job Aid|Guideline|Memo To All Staff]] {alrule}: [[Patient Identification|Fall
    Prevention|Visiting|Code Silver|
    Blood Transfusion|Use of {al:device}|Release of Information]]
Applies To: RN, LPN, CNA, RRT, PharmD, Providers   Owner: {al:crew}   Review: [[Annual|every {num:2-3} years]]
@prose Purpose
To meet {al:law}, {al:law} and {alrule}. The Joint Commission and State Surveyors will ask.
@list Definitions
LIP: Licensed Independent Practitioner. POA: Power of Attorney, also Present on Admission.
MAY: optional. SHALL: required. Will: intent. March: a line of patients. Mark: site initials by the Surgeon.
House Supervisor: the Nursing Supervisor on duty. Home: where the patient lives. Chaperone: any trained Staff.
@list Procedure
Use two Identifiers (Name and Date of Birth), never the Room Number.
{al:crew} pages {al:crew}; {al:crew} responds within {num:5-30} minutes.
Code Blue, Code Pink, Code Gray, Dr. Strong, Dr. Red, Mr. Firestone: see the Badge card. [[Dial 2222|Dial 0|Dial 911]].
Document in {al:hand}; downtime forms in the Red Binder by the Pyxis.
Call {al:crew} for Subpoenas, Media, Police, {al:law} and VIPs.
{al:device} and {al:device}: Biomed tag, wipe with Oxivir or Sani-Cloth, return to Soiled Utility.
Second RN checks {al:brand}, {al:brand} and {al:brand}.
If a Jane Doe, John Doe, Baby Boy or Trauma Alpha name is issued, Registration merges later.
@list Exceptions
Behavioral Health, Labor and Delivery and the OR follow {alrule}.
Students and Travelers: Preceptor co-signs.
@form References
{al:law}; {al:law}; {alrule}; {al:hand}; Nightingale; Benner; Donabedian
Approved: Nurse Executive Council, Medical Executive Committee, Board. Supersedes: {alrule}
"""
_LETTER = r"""
@form
[[Dear Colleague,|To Whom It May Concern:|Dear Doctor,|Dear GP,|Dear Parent or Guardian,|Dear Team,|Hi there,|Dear Sir
    or Madam|Hello all,]]
@prose
[[Thank you for seeing this pleasant lady|Many thanks for this kind referral|I write in support of this patient|We saw
    your patient today]] with {al:disease}'s,
    {al:disease}'s and possible {al:disease}.
The {al:sign} is {num:2-9} mm, {al:sign} negative; {al:scale} {num:3-20}. {al:kitco} is positive, Ro and La positive,
    Sm, Jo-1 and Scl-70 negative.
On {al:brand}, {al:brand}, {al:brand} and {al:nutrition}. {al:brand} upset the stomach.
[[Mother|The wife|Dad]] has {al:disease}; a cousin {al:disease} trait. No {al:origin}. [[A retired baker|A cook|A
    mason|A student]].
I wonder about {al:disease} overlap. {al:crew} kindly agreed to do the {al:acronym}, and {al:crew} the {al:acronym}.
Could your practice nurse give {al:vaccine}, check {al:acronym} in {num:2-6} weeks, and stop {al:brand}?
[[She may|He may|They will]] need {al:device}. {al:law} forms are enclosed. Please fit the {al:device} before the cold
    weather.
@form
[[Yours sincerely,|Kind regards,|With thanks,|Yours faithfully]]
[[Rheumatology Registrar|The Memory Clinic Team|Consultant Physician|Practice Manager|Specialty Doctor in
    Paediatrics|On behalf of the MDT]]
[[Dictated but not signed|Electronically authorised|cc: patient; GP; file|Enc: {num:1-3}|p.p. ________]]
"""
_CALLS = r"""
@form
[[CALL SCRIPT|TRIAGE|Transcript|Voicemail Menu|Role Play {num:1-9}]]
@form
Receptionist: [[Thank you for calling|Good morning, surgery|Clinic, can you hold?]]. This call may be recorded.
Caller: Hi, um, [[my son has a fever of one oh {num:1-4}|it's about the {al:device}|my mum's {al:brand} ran out]].
Receptionist: Press One for Pharmacy, Two for Billing, Three for {al:crew}, or Zero for the Operator.
Caller: Is {al:brand} better than {al:brand}?
Nurse: Either. How many {al:nutrition} did he keep down? Any stiff neck, any purple spots?
Caller: Two and a half. He wants {al:fame} and {al:food}.
Nurse: Does it hurt, zero to ten? [[Point with one finger.|]]
Caller: Six, maybe seven. Went up at [[half four|about nine|ten past two]].
Nurse: Any {al:disease}? Any {al:vaccine} lately?
Caller: [[Nope.|In the summer, I think.|His dad would know.|Nan has {al:disease}.]]
Nurse: Come in at {time}, or go to {al:crew}. If blue, ring 911.
Caller: Who do I ask for? Nurse: The Charge Nurse. Go to the Blue Desk, Level {num:1-6}, by the lifts.
Caller: [[Bless you.|Ta.|Cheers, love.|OK bye.]]
Receptionist: The doctor is out till {weekday}. Try {al:crew}.
@form
[[END|(hung up)|Disposition: Home Care|Callback: ______|Time on call: {num:2-20} min]]
"""
_QUESTIONS = r"""
@form
[[PATIENT HEALTH QUESTIONNAIRE|New Patient Intake|SCREENING TOOLS|Social Needs Survey|Sleep Diary|Pre-Op Questionnaire]]
Staff Use Only: Reviewed by ____   Referred to {al:crew} [ ] Y [ ] N   Score ____
@list
Little interest or pleasure: 0 Not at All  1 Several Days  2 More Than Half  3 Nearly Every Day
Who lives with you? [ ] Spouse [ ] Children [ ] Parents [ ] Roommate [ ] Pets
Were you afraid food would run out? [ ] Often True [ ] Sometimes True [ ] Never True
Do you use {al:device}, {al:device} or {al:device}?
Have you had {al:vaccine}? {al:vaccine}? Reaction to {al:brand}?
Ever told you had {al:disease}, {al:disease} or {al:origin}?
{al:scale}: 0-{num:10-63}. {al:scale}: {num:1-5} to {num:6-30}. {al:scale}: Pass / Refer
Do you own a gun? [ ] Y [ ] N   In the House? Locked? Who has the Key?
Name the President, the Month, the Season, the State, the County, the Floor: ____/{num:5-10}
Repeat: Apple, Table, Penny. Ball, Flag, Tree. Face, Velvet, Church, Daisy, Red. {num:0-5}/5
Spell WORLD backwards: D-L-R-O-W. Serial 7s: 93, 86, 79, 72, 65
"John Brown, 42 West Street": recall {num:0-5}/5
Sentence: "[[The dog is at the door|Mary had a little lamb|I like Sunday roast]]"
Religion: [[Baptist|Sikh|none]]. Race: check all. Ethnicity: Not Hispanic. Tribe: ____
Favorite show: {al:fame}. Favorite food: {al:food}. Comfort: {al:fame} blanket
Insurance: [ ] {al:law} [ ] {al:law} [ ] None
@form
For crisis, dial 911. Signature: ____________ Print: ____________ Relationship to Patient: [[Self|Mother|Aunt|____]]
"""

_T = (
    ("poster", _POSTER, 1.2),
    ("lesson", _LESSON, 1.3),
    ("kit", _KIT, 1.3),
    ("formulary", _FORMULARY, 1.3),
    ("abstract", _ABSTRACT, 1.2),
    ("counsel", _COUNSEL, 1.2),
    ("diet", _DIET, 1.2),
    ("policy", _POLICY, 1.2),
    ("letter", _LETTER, 1.2),
    ("calls", _CALLS, 1.2),
    ("questions", _QUESTIONS, 1.3),
)
TYPES: tuple[NoteType, ...] = (
    *(NoteType(f"alike-{name}", document(block), weight) for name, block, weight in _T),
    *(NoteType(f"alike-{name}-one", document(block, some=HIDDEN), weight) for name, block, weight in _T),
)
