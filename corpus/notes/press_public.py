"""Public and semi-public prose: papers, releases, appeals, minutes, newsletters, speeches, reviews, references,
statements."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.press_kit import pieces, story

WITNESS = story(
    r"""
[[STATEMENT OF WITNESS|Witness Statement (CJ Act 1967, s.9)|AFFIDAVIT|Staff statement]]\nStatement of: {za:full}\nAge if
  under 18: Over 18\nOccupation: [[caregiver|{job}|bus driver]]
~
I, {za:upper}, make this statement of my own knowledge.[[ I live in {zt1} with {zb:given} and the kids.|]]
~
On [[Sunday|the Friday]] I got to work about ten to two. {zc:given} was on. {zd:mr} was in the big chair by the telly.
{zc:given} told me {zd:family} had gone over "a bit" in the night, nothing much.
~
? I have known {zc:given} since {zt2}. We came over on the same boat, me and {zc:given} and {znew:given}.
? I went to {zd:family}. I said "{zd:given}, love, where does it hurt?" and {zdhe} said "cold".
~
About three {ze:given} rang from the office. {ze:family} does not like a fuss. I said I was going to ring the doctor,
  and
  {ze:given} said, "Ring {zf:given} first."
? {zf:given} was at the match (2-1), no signal. So I rang {zhosp1} myself and got a {znew:given} on the switchboard.
~
? {zdr:family} came at half past five. Dr {zdr:family} is the tall one, from {zfar}. {zdr:family} looked and said a
  word.
? The ambulance lads were called {znew:given} and {znew:given}. I never got their other names.
~
? I signed the book and so did {zc:given}, but the page for {zdm:-3} is not in it now.
? The {zd:family} {zsurnoun} turned up at six, all of them. {zkid1:given} was not there.
~
I did not speak to {ze:family} again. I was moved to {zhome} on {zdm:10}, and {zc:given} went back to {zt2}.
~
? This is true to the best of my knowledge and belief.\n{za:last}\t{zday}
? Taken by {zg:full}, {zbody1}, at {zt1}. Read over in {ztongue} by {znew:full}.
""",
)

ROOTS = story(
    r"""
[[ROOT CAUSE ANALYSIS|Serious Incident Narrative|RCA-2 summary|After Action Review]]: wrong blood in tube, {zhosp1}
~
? Reference {zcase} | Team: {zc:full} (lead), {zd:last}, {znew:full}, {znew:given} from the lab
~
0352: {za:family} labels two sets of tubes at the desk. 0358: {zb:given} takes both to the chute.
0410: The second tech on shift, {ze:family}, scans one. The scanner (Zebra, firmware 9.19) is slow that night.
~
? 0415: {ze:family} rings the ward and gets {zf:given}. {zf:given} thinks {ze:family} means Bay 2. {zf:family} means
  Bay 3.
~
? {zg:family} assumed {za:family} had the patient. {za:family} assumed the float did. {zb:family}, who did, was on
  break.
~
What went well: {zf:given} spoke up. What did not: {zdr:family} was paged twice and {zdr2:family} not at all.
? None of {za:family}, {zb:family} or {ze:family} had been shown the new form. {znew:full}, who wrote it, left for
  {zhosp2} in
  {zmy:-100}.
~
? Five whys: (1) Two sets. (2) One printer. (3) Budget. (4) The Board. (5) {zera:Cap}, as {zdr:family} put it.
~
? Human factors: fatigue, alarms, a game on the radio ({zsport}). Not a factor: language; {zb:given} speaks {ztongue}
  and
  English.
~
Actions: {zc:given} to fix the printer by {zdm:20}; {zd:family} to write to the {za:family} {zsurnoun}; {znew:last}
  to revise
  the policy; {znew:given} and {znew:given} to run drills, first {zdm:30}.
? Closed {zday:60}, {zc:init}/{zd:init}.
""",
)

MINUTES = story(
    r"""
[[MINUTES of the|Minutes:]] {zngo1:bare} [[held|on]] {zday} [[at|in]] {zhosp1}
~
Present: {za:full} (Chair), {zb:last}, {zc:full}, {zd:given} (Treasurer), {ze:full}, {zf:family}
? Apologies: {znew:given}, Canon {znew:family}, {znew:init}. In attendance: {zg:full} (minutes)
~
1. Minutes of {zdm:-30} were proposed {za:init}, seconded {zd:init}.
~
? 2. Matters arising. {zd:given} had written to {zbank1}; {zbank1:bare} had not written to {zd:given}.
? Arising from 4(b): {zc:family} has the key. {zf:family} had thought {ze:family} had it.
~
3. Defibrillator. {zd:given} reported a balance of {zcash}. {za:given} to ask {zhosp2:bare}, {ze:given} to ask {zfirm1}.
? {ze:family} wished it minuted that {zf:family} had been against it.
~
? 4. Correspondence: (a) {znew:full}, {street}, about the drains; (b) {zbody}; (c) {zpaper}, for a photograph; (d)
  {zmin}.
~
? 5. Outing. {zt1} or {zt2}? {zb:given} for {zt1}, {zc:given} for {zt2}, {zg:given} for staying at home. {zt2} it is,
  {zdm:40}.
? Twinning. {znew:full} of {zfar} will come in {zmy:100}. {zb:given} offered a bed.
~
? 6. Sport. We lost to {zt3} {zsport}. {zf:given}'s knee will be seen to at {zhosp1:bare}.
~
7. AOB. The roof. The {ztongue} lessons. {zinst:Cap}, which {zf:family} has on a tea towel.
? Action: {za:init} roof; {zd:init} bank; {zf:init} {zf:init} apology to {ze:init}.
~
Next meeting: {zdm:28}, 7.30, at {zc:given}'s. Signed {za:full} {zdm:28}
""",
)

NEWSLETTER = story(
    r"""
[[Newsletter|The Ward Sister|In Touch|News & Views]], [[Winter|Spring|Summer]]
~
Welcome to {zdr:full}, who joins us from {zhosp1:bare}, to {znew:given} in Records and to {za:full}, our new chaplain
  ({zfaith}, plays the tuba).
? Goodbye to {zb:given} on the desk (26 years!). {zb:family} came for a fortnight in {year:-26}.
~
? Congratulations to {zc:given} and {zd:given} on baby {znew:given}, 7 lb 2; to {ze:full} on {zaward}; to
  {znew:given} on turning
  {zage}.
? And to {znew:family} of Theatres, who ran {zt1} in 2:58:04.
~
Flu clinic: Saturdays. Bring your red book. Flu jabs do not give you flu.
? {zmin} has changed the form again. {zd:full} explains it on page 3, then gives up.
~
? The raffle raised {zcash} for {zngo1}. {zf:full} won the hamper; {znew:given}'s mum the King Edward potatoes.
? {zngo1:bare}'s {zg:full} came to fetch it and stayed for {zwork}, the film of the month.
~
? Where are they now? {znew:full} (Porters) is in {zfar}. {znew:full} (X-ray) is in {zfarland}. {znew:family}
  (Pharmacy) is in clover.
~
? From the archive: on {zday:-20000} {znew:full} drove the first ambulance from {zt2}, {znew:family} walking in front
  with a lamp.
? Those were {zera}. Nobody wore gloves.
~
? Quiz: who wrote {zwork}? Who said "{zsaying}"? Answers to {za:last}, {email}, by {zdm:20}.
Christmas hours overleaf.
""",
)

LETTERS = pieces(
    r"""
Sir, – {za:full} ({zdm:-9}) writes that {zhosp1} is full. It was full in {year:-40}, when I trained there under
  {zc:family}. What is
  new is the parking. – Yours, etc,\n{zb:upper},\n{zt1}.
Dear Editor, {znew:family}'s piece on {zera} was a joy. But {znew:given}, not {znew:given}, rang the bell.
  {znew:full}, {zt}
Madam: May I correct {znew:full} ("{zwork} and Us", {zdm:-5})? {zthink} never set foot in {zt}. {znew:last}, {zt},
  {zland}
Am I alone in missing {znew:full} on the wireless? {znew:family}, {zt}
{znew:full} is wrong (Letters, {zdm:-3}); {znew:full} was wrong before. {zlaw:Cap} says nothing of dogs. Name and
  address supplied.
To the night staff of {zhosp}: thank you. To {znew:given}, who found my teeth: thank you. {znew:full}, {zage}, {zt}
SIR – {zaward:Cap} for {znew:full}? For {znew:family}? {znew:fupper}, Col. (retd), {zt}
Re bins, {zdm:-8}: {zbody} promised; {zbody} lied. J. {znew:family}.
We, the undersigned, deplore the closure of {zhosp}: {znew:full}, {znew:full}, {znew:full}, {znew:full}, {zngo},
  {zparty}, {zschool}.
I have heard a {zbeast} here as early as February. Can any reader better that?
My late {zspouse}, {zb:family}, used to say: read {zwork}, and wash your hands.
It is not {zconcept} that should apologise but {znew:family}.
""",
    1,
    5,
)

RELEASE = story(
    r"""
[[FOR IMMEDIATE RELEASE|PRESS RELEASE|Media statement – embargoed]]
~
{zt1:upper}, {zland}, {zday} – {zfirm1:bare} today named {za:full} as chief executive. {za:family} joins from
  {zfirm2:bare}.
~
"Testing must be boring," said {za:family}. "{zb:given} and I were bored in {zt2} for years."
? {zb:full}, who founded {zfirm1} with {zc:full} in {year:-11}, remains on the board.
~
? In {zmy:-100} {zfirm1:bare} sold its scanners to {zhosp1}, {zhosp2} and {zhosp}. Shares fell 4% to {zcash}.
~
? The appointment follows the resignation of {zd:full} on {zdm:-40}. {zd:family} and {zfirm1} parted friends.
? {zpaper} had reported that {zd:family}, {zage}, fell out with {zc:family} over {zfar}.
~
? {ze:full}, analyst at {zbank1}, called {za:family} "no {zfic}".
~
About {zfirm1}: We make things in {zt1}, {zt2} and {zfar}. ISO 13485. Nothing here is advice.
~
[[Contact|Media enquiries|Notes to editors: call]]: {zf:given}, {phone}, {email}
? {zg:full}, {zuni}, is available for interview in {ztongue} and {ztongue}.
""",
)

APPEAL = story(
    r"""
[[Will you help {za:given}?|Our Winter Appeal|Meet {za:given}.]]
~
{za:given} was born in {zt1} with a cleft lip. {zb:given}, {zhis} {zbparent}, [[sells noodles|mends nets|sweeps the
  bank]].
~
When {zngo1} came up the river to {zt2}, {zb:given} queued two days. {zcash} mends a smile.
? Our surgeon {zdr:full} remembers: "{zb:family} held out the child like bread."
~
? At {zhosp1} {za:given} lay beside {zkid1:given}, {zkid2:given} and a boy from {zt3} called {znew:given}.
? {znew:given} went first. {za:given} went second. {zkid2:given} hid under the bed with Sister {znew:family}.
~
? Today {za:given} says {zb:given}'s name, and yours would be next: {ztongue} has the sounds for it.
~
Last year, with friends like {zc:full} of {zfar}, {zschool1} in {zfarland} and {zfirm1}, {zngo1} reached {zt}, {zt}
  and {zt}.
? {zc:given} gave up chocolate. {zschool1:bare} danced. {zfirm1:bare} matched every penny.
~
{zcash} buys thread. {zcash} buys a night's milk. {zcash} buys the boat its oil.
? Registered charity no. {cert}. Patron: {zd:full}. Gifts to {zbank1}, {zt2}.
? With love from all of us – {ze:given}, {zf:given}, Dr {zdr:given} and the crew.
""",
)

SPEECH = story(
    r"""
[[Remarks at the opening of|Speech by the Minister at|Address,]] {zhosp1}, {zt1}, {zday}
~
Honourable {za:family}, Chief {zb:family}, Comrade {zc:family}, Your Grace, ladies and gentlemen: {zsaying}.
~
When {zd:full} fell ill there were two machines in the whole of {zland}. One was in {zt2}. One was in
  pieces.
? {zd:given}'s {zdparent}, our friend {ze:family}, walked to {zpaper} and told them so.
~
? As {zthink} said, and {zthink} said better, health is what we miss. As {zfic} might have said: where is the door?
? I am no {zthink}. My teacher, {zf:full} of {zschool1}, would confirm it.
~
I thank {zfirm1}. I thank {zngo}. I thank {zfarland}, and its ambassador, {zg:full}, and {zg:family}'s driver,
  {znew:given}, who knew
  the road.
? I do not thank {zparty}.
~
? To the {ztongue}-speaking people of {zt3} I say: your turn will come. To {zbody1} I say: yours too.
? In {zera} our grandfathers built a wall here. {znew:family} built a gate in it. Today {za:full} has
  opened the gate.
~
May grace go with you. May {zd:given} see {zage}. God bless {zt1}, God bless {zland}!
? (Applause. {zc:family} does not rise.)
""",
)

REVIEW = pieces(
    r"""
The Thin Blue Ward, by {za:full} ({zpub}, 288 pp, {zcash}). {za:family}'s third novel is set in a hospital in {zt1}.
  The hero, Dr Faraday,
  is no {zfic}.
Readers of {zwork} will know the altitude. {za:family} knows it too, and so does {zc:family}, whose Breath ({zpub})
  came first.
{za:full} has written {zwork} over again, with nurses. [[{zthink} would have wept.|One longs for {zfic}.]]
The translator, {znew:full}, does what can be done with {zsaying}.
In the title part {znew:full} sang below the note; {znew:full} conducted {zwork} as if it were {zwork}. {zt} cheered.
{znew:full}'s documentary follows {znew:given}, {znew:given} and old {znew:family} through one night at {zhosp}.
{ztitle}, at {zschool}: {ztitlep:full}, as it happens, plays {ztitle}, and {znew:given} the horse.
The chapter on {zera} draws on {znew:family} ({year:-9}) and on the {znew:family} diaries at {zuni}; that on {zlaw}
  draws on nothing.
Shortlisted with {znew:full} and {znew:full} for {zaward}, {za:family} stayed at home in {zt2} with a {zbeast}.
A biography of {znew:full} by {znew:full}: {znew:family} on {znew:family}. [[The index lists {zt} twice.|Why?]]
What does {zfic} die of? Scholars say TB. {zthink} said boredom.
The exhibition moves to {zt} in {zmy:60}; the catalogue ({zpub}) is by {znew:full} with {znew:last} and {znew:last}.
Four stars. {znew:full}
""",
    1,
    5,
)

REFERENCE = story(
    r"""
[[To whom it may concern|Confidential reference|Dear Dean|Personal statement]]
~
{za:full} [[worked in our kitchen|nursed on our top floor|taught our juniors]] from {zmy:-2000} to {zmy:-30}.
~
I met {za:given} through {zb:given}, who kept our books. {za:family} came in a borrowed coat, from {zt1}, by way of
  {zfar}.
? Before that {zhe} was with {zfirm1} under {zc:full} and at {zhome1} under {zd:full}. {zc:family} will confirm
  dates; {zd:family} has died.
~
? {za:given} is {zfaith} and speaks {ztongue}. {zHe} took the {zt2} certificate, CHEM 231 and a lot of nonsense from
  {ze:family}.
? When {ze:family} threw the pan, {za:given} read {zhim} Article 8.
~
? Of the 140 students in the year at {zuni1}, {za:family} ranked third, behind {znew:full} and {znew:full}.
? {zHe} shadowed at {zhosp1:bare} and at {zhosp2:bare}, held {zaward} and rowed for {zt3}.
~
{zvirtue:Cap} under pressure is rare. {za:given} had it; {zvirtuep}, the other cook, had only the name.
? I would have {za:mr} back tomorrow. So would {zf:given} in the office, and so would old {zg:family}.
~
{znew:full}\n[[{zhome1}, {zt1}|{zschool1}, {zt1}|{zuni1}]]\n{zday}
""",
)

LOCAL_NEWS = pieces(
    r"""
{za:full}, {zage}, of {zt1}, tore a tendon at {zt2} ({zsport}) and was operated on at {zhosp1} by {zdr:mr_full}.
  "{za:given} will play in
  April," said {zc:family}, {zhis} coach.
{zpaper}: {znew:full} sworn in at {zt}. {znew:full} fined {zcash}. {znew:full} missing since {zdm:-4}.
Fire destroyed {zfirm} in {zt} on {zdm:-1}. {znew:full} and {znew:given}, {zkidage}, got out. Firefighter
  {znew:family} did not need treatment.
{zparty} has picked {znew:full} for {zt}. {znew:family}, a nurse at {zhosp}, beat {znew:full} of {zbody}.
By {znew:full} in {zt} | Additional reporting: {znew:full}, {znew:last} | {zdm}
Births: to {znew:full} and {znew:full}, a son, {znew:given}. Deaths: {znew:fupper}, {znew:given}, {zmy:-1}. Thanks:
  the {znew:family} family.
Police named the dead as {znew:full}, {zage}; {znew:full}, {zage}; and {znew:full}, an infant, all of {zt}.
{zt} {zsport} {zt}. Scorers: {znew:family} (12, 40), {znew:family}. Sent off: {znew:family}. Att. 412.
{ztwinp} scored twice. [[No {ztwin} quotations, please, said the manager.|{ztwin}, the philosopher, had no left foot.]]
{znew:full} has walked from {zt} to {zt} and from {zt} to {zfar} for {zngo}; {zpaper} met the {zold} in {zt} and
  {znew:given} in {zt}.
The wards, Ward 4 and Ward 5, reopen on {zdm:5}. {zvirtuep:full}, the cleaner, said {zvirtue} had nothing to
  do with it.
A {zbeast} stopped traffic. Nobody was hurt. The Council has been told.
The inquest heard that {znew:family} had been brought by {znew:given} to {zhosp}. Pathologist {znew:full} gave the
  cause. The jury's
  foreman was {znew:full}.
{zfar:upper} — {zngo} says that {zage} is too young. {znew:full}, whose {zson} {znew:given} died, disagrees.
  {zinst:Cap} is silent.
Court list: {znew:comma}; {znew:comma}; {znew:comma}. Before {znew:family} and {znew:family}.
Correction: {znew:full} was not arrested in {zt} on {zdm:-2}. It was {znew:full}. We apologise to {znew:family} and
  to {zt}.
{zera:Cap} ended today for the bakery: {znew:full} sold it to {zfirm}.
""",
    2,
    8,
)

SCHOOL = story(
    r"""
[[Year 4 report|School report|End of term]]: {zkid1:full}, [[Oak|Kestrel|Nightingale|Mandela]] class. {zschool1}, {zt1}
~
{zkid1:given} has had a super term! {zkHe} has read {zwork} and {zwork} and loves {zera} and volcanoes.
~
Maths: expected. English: greater depth. {ztongue:Cap}: can say "{zsaying}" and count to forty.
? PE: scored in the match with {zt2} ({zsport}). Music: third triangle.
~
? {zf:mr} ({znew:given} while {zf:mr} was in {zfar}) writes: {zkid1:given} missed nine days for tonsils, at
  {zhosp1:bare}.
? {zkHe} sits with {zkid2:given}, {zc:given} and {zd:given}. {zc:given} and {zkid1:given} chatter; {zd:given} does not.
~
? Role in the play: {zfic}. {ze:full} was the donkey.
? Targets: neater hands; fewer facts about {zthink}; be kind to {zd:given}.
~
Head's comment: Well done, {zkid1:given}. {zg:full}, {zdm}
? Parents' evening {zdm:9}. {zb:mr} came, {zkhis} {zbparent}; the nurse, {znew:family}, spoke about the pen.
""",
)

CLEAN = pieces(
    r"""
{zconcept:Cap} may refuse where {zlaw} so provides. {zconcept:Cap} shall give reasons.
See {zcited}; {zcited}; contrast {zcited}. The test in {zcited} is objective.
{zera:Cap} left its mark on nursing. So did {zera}.
{zthink} and {zthink} agree on little. {zthink} wrote that custom is king.
{zwork}, {zwork} and {zwork} were borrowed most; nobody borrowed {zwork}.
{zfic} has a cough. {zfic} has gout. {zfic} has, perhaps, syphilis.
The menu was in {ztongue} and {ztongue}; the Mass was in Latin; the film was dubbed into {ztongue}.
{zaward:Cap} is not {zaward}. Neither pays {zcash}.
The {zbeast}, the {zbeast} and the {zbeast} share a habitat.
Final scores: {zsport}; {zsport}; {zsport}. Highest break 112.
{zinst:Cap} was drafted in haste. {zlaw:Cap} was not.
Fees: {zcash} for members, {zcash} for guests. Children free.
[[He|She|They]] said "{zsaying}" and left. "{zsaying:Cap}" is carved on the beam.
A {zadj} {zfaith} of {zfaradj} descent may apply; so may anyone.
Hodgkin's, Crohn's and Paget's are named for doctors; Christmas disease is not named for the feast.
Paragraphs 4 to 9, 12 and 31 are withdrawn. Figure 2 shows {clepo}.
Students may take {ztongue} with Latin, or {ztwin} with {zthink}. There is no set text but {ztitle}.
The study followed 1,204 adults for nine years and used {clscale}. {clbug} grew in three.
The Board met, the Committee met, the Working Group met. The kettle broke.
Nobody under this heading is named. Persons, places and dates have been left out.
The applicants complain under {zlaw} and {zlaw}. {zconcept:Cap} contests this.
""",
    2,
    8,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("minutes of a village committee", MINUTES, 1.2),
    NoteType("a newsletter of a hospital", NEWSLETTER, 1.2),
    NoteType("letters to the editor", LETTERS, 1.2),
    NoteType("a press release with people", RELEASE, 1.0),
    NoteType("a charity's appeal", APPEAL, 1.0),
    NoteType("a speech at an opening", SPEECH, 1.0),
    NoteType("reviews of books and films", REVIEW, 1.3),
    NoteType("a reference for a job or a place", REFERENCE, 1.2),
    NoteType("items of a local paper", LOCAL_NEWS, 1.6),
    NoteType("a school report with names", SCHOOL, 1.0),
    NoteType("a witness's own statement", WITNESS, 1.3),
    NoteType("a root cause narrative with many actors", ROOTS, 1.2),
    NoteType("prose that names nobody", CLEAN, 1.5),
)
