"""Published by courts and offices: judgments, decisions on asylum, inquiries, contracts, wills, lines out of
rulings."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.press_kit import pieces, story

STRASBOURG = story(
    r"""
[[CASE OF {za:fupper} v. {zland:upper}|CASE OF {za:fupper} AND OTHERS v. {zland:upper}|FOURTH SECTION\nCASE OF
  {za:fupper} v. {zland:upper}]]
~
(Application no. {zappno1})
~
? [[JUDGMENT\n{zfar:upper}\n{zday:-10}|JUDGMENT\n(Merits)\n{zfar:upper}\n{zday:-8}\nFINAL {zday:90}|DECISION]]
~
In the case of {za:family} v. {zland},
? The Court (Third Section), sitting as a Chamber composed of: {zc:last}, President, {znew:last},
  {znew:last}, {znew:last}, judges, and {zd:last}, Section Registrar,
? Having deliberated in private on {zday:-30}, delivers the following judgment:
~
The case originated in an application (no. {zappno1}) against {zland} lodged with the Court under {zlaw} by a {zadj}
  national, {za:mr_full} ("the applicant"), on {zday:-1900}.
~
The applicant, who had been granted legal aid, was represented by {ze:mr_last}, a lawyer practising in {zt1}. The {zadj}
  Government ("the Government") were represented by their Agent, {zf:mr_last}, of {zmin}.
~
? The applicant alleged, in particular, that the proceedings before {zcourt1} had been unfair and relied on {zlaw}.
? On {zday:-1400} the application was communicated. The Government did not object to the examination by a Committee.
~
? THE FACTS\nI. THE CIRCUMSTANCES OF THE CASE
~
The applicant was born in {zborn} and lives in {zt2}. [[At the material time {zhe} was employed by {zfirm}.|{zHe} is a
  retired {job}.|{zHe} is currently detained in {zt1}.]]
~
On the night of {zday:-2900} {zhe} was taken to {zhosp1} by officers of {zbody1}. The duty doctor, {zdr:init}, noted
  bruises measuring 4 x 6 cm on the left thigh.
? {zdr:init} recommended an X-ray, which was not performed. A nurse, {znew:full}, later confirmed this.
~
? {zb:full}, the applicant's {zbspouse}, went to {zbody1} on {zdm:-2899} and was told that nobody of that name was held.
? According to the applicant, {zb:family} was insulted by two officers, {zc:init} and {znew:init}, and sent away.
~
On {zdm:-2890} {za:family} was brought before {zcourt1}, which remanded {zhim} in custody (case no. {zcase}).
? An appeal by the applicant's counsel, {ze:family}, was dismissed on {zday:-2870} by {zcourt2}.
~
? A report drawn up on {zday:-2500} by {znewdr:mr_full}, of the department of forensic medicine at {zuni}, concluded
  that the
  lesions could not be dated.
? A second opinion, by {znewdr:last} and {znewdr:last} of {zhosp2}, was ordered on {zday:-2400} and never delivered.
~
? On {zday:-2200} {zcourt1} convicted the applicant of fraud and sentenced {zhim} to two years' imprisonment and a
  fine of
  {zcash}. {znew:partial} and {znew:partial} were acquitted for lack of evidence.
~
? The judgment was quashed on {zday:-2100} and the case remitted to {zcourt2}, sitting in {zt3}.
? Between {zdm:-2090} and {zday:-2060} no hearing was held, the presiding judge, {znew:family}, being on leave.
~
? On {zday:-1990} {zmin} informed the applicant that {zhis} complaint (file no. {zcase}) had been archived.
? The newspaper {zpaper} published an article on the case. {znew:full}, a deputy of {zparty}, put a question to the
  Minister.
~
? THE LAW\nALLEGED VIOLATION OF ARTICLE 3 OF THE CONVENTION
~
The Government contested that argument. They maintained that domestic remedies had not been exhausted.
? The Court reiterates that ill-treatment must attain a minimum level of severity (see {zcited}, § 91, and {zcited}).
? It notes that {zlaw} enshrines one of the most fundamental values of a democratic society.
~
? {za:family} claimed {zcash} in respect of non-pecuniary damage. The Government considered the claim excessive.
~
FOR THESE REASONS, THE COURT, UNANIMOUSLY, Declares the complaint admissible and holds that there has been a violation
  of {zlaw}.
~
? Done in English, and notified in writing on {zday}, pursuant to Rule 77 §§ 2 and 3 of the Rules of Court.
? \n{zd:last}\t{zc:last}\nRegistrar\tPresident
? In accordance with {zlaw}, the separate opinion of Judge {znew:family} is annexed to this judgment. {zc:glued}
  {zd:glued}
""",
    signs=("{}.  ", "{}. ", "", ""),
)

FAMILIES = story(
    r"""
THIRD SECTION
~
{za:fupper} AND OTHERS v. {zland:upper} (dec.), no. {zappno1}, {zday}
~
The applicants are {zadj} nationals: 1) {za:full}, born in {zborn}; 2) {zb:full}, {zhis} {zbspouse}, born in {zborn:-2};
  3) {zkid1:given}, 4) {zkid2:given} and 5) {zkid3:full}, their children. They live in {zt1}.
~
? They are represented before the Court by {zc:mr_full} and {zd:mr_full}, lawyers with {zngo}, an organisation based in
  {zfar} and {zt2}.
~
? A. The disappearance of the first applicant's {zsib}
~
At about 5 a.m. on {zday:-3300} armed men in two UAZ vehicles drove up to the {za:family} house. The second applicant
  and
  {zkid1:given} were asleep.
{zc:partial}, a neighbour, looked through the fence and saw {za:given} pushed against the wall.
~
? {zb:given} ran after the cars as far as the mill. At the checkpoint on the {zt2} road a soldier who called himself
  {znew:given} told {zbhim} to go home.
~
? On {zdm:-3290} {zb:family} complained to {zbody1}. The file was given the number {zcase}.
? The investigation was suspended on {zday:-3100}, resumed on {zday:-2900}, again suspended on {zday:-2700}.
~
? On {zday:-2650} the investigator, {znew:last}, questioned {znew:init}, {znew:init} and {znew:family}, who had seen
  nothing.
~
? {zhosp1} replied on {zdm:-2600} that no person named {za:family} had been admitted between {zmy:-3300} and
  {zmy:-3200}.
? {zdr:full}, the head of the morgue, stated the same to the Memorial volunteers.
~
? B. The Government's submissions
~
The Government submitted that the {za:family} {zsurnoun} had never been known to the police and that {zpaper} had
  misquoted
  the Minister.
? They referred to {zcited} and to the materials of {zinst}.
~
? The Court observes that the applicants fled to {zfarland} and then to {zfarland}; {zkid2:given} now studies in {zfar}.
? It does not lose sight of {zera}, in which such practices were common, nor of {zlaw}.
~
For these reasons, the Court by a majority declares the application inadmissible.
""",
    signs=("{}. ", "", "{}.\t"),
)

ENGLISH_BENCH = story(
    r"""
[[Neutral Citation|Citation No.]]: {zcase}
~
IN {zcourt1:upper}\n[[Before|Coram]]: {zc:fupper} J[[\nBetween:|]]
~
[[{za:upper}  Claimant\n- and -\n{zfirm1:upper}  Defendant|{za:fupper} (by {zhis} litigation friend {zb:fupper}) v
  {zhosp1:upper}|R (on the application of {za:init}) v {zmin}]]
~
? {zd:full} (instructed by {zfirm2}) for the Claimant; {ze:full} KC and {znew:full} for the Defendant
~
? Hearing dates: {zdm:-40}, {zdm:-39} and {zday:-38}
~
{za:family} was {zaage} when the cataract in the right eye was removed at {zhosp1}. This is the trial of {zhis} claim.
~
The claimant gave evidence. I found {za:family} a careful witness, {zb:family} less so.
? Of the experts, {zdr:family} was the more measured; {zdr2:family}, who practises in {zt1}, had not read the notes.
~
? In {zmy:-900} {za:full} consulted {zdr:full} at {zhosp2}, who noted "no view of fundus".
? {zdr:family} wrote to {zdr2:family} on {zdm:-890}. The letter, dictated to {znew:given}, was typed on {zdm:-880}.
~
? On the way home from {zt1} to {zt2} the claimant stopped at the house of a colleague, {zc:full}, and slept.
? By morning, {zc:family} said, {zhe} could not find the stairs.
~
The law is not in doubt: {zcited}; {zcited}; and, on causation, {zcited}. See also {zlaw}.
? Counsel took me to {zcited} as well, which is about sheep.
~
? {zd:family} submitted that the consent form was signed in the lift. {ze:family} answered that nothing turned on it.
? I do not accept that {zinst} adds anything to the common law of England.
~
? As to quantum: past losses of {zcash}; care by {zb:given}, {zcash}; {zaward} that {zhe} might have won, nil.
~
It follows that the claim succeeds against {zfirm1} and fails against {zhosp1}.
? {zc:fupper} J, {znew:fupper} and {znew:fupper} LJJ: We agree.
? [[{zt1}, {zday}|Handed down at {zt1} on {zday}]]
""",
    signs=("{}. ", "[{}] ", "", "{}  "),
)

ASYLUM = story(
    r"""
[[UPPER TRIBUNAL (Immigration and Asylum Chamber)|Communication No. {zcase}|DECISION AND REASONS|Refugee
  Review]]\nAppeal
  Number: {zcase}
~
? Heard at {zfar} on {zdm:-60}. Decision promulgated {zday:-20}. Before {zc:full}
~
{za:init} is a citizen of {zland}, a {zfaith} of {ztongue} mother tongue. [[An anonymity direction is made.|{zHe}
  appeals
  with permission granted by {znew:full}.]]
~
{zHis} account, in short: {zhe} was born in {zt1}, grew up in {zt2} with an aunt, {znew:given}, and worked for {zfirm}.
~
? On {zday:-1500} {zhis} {zsib} {zkid1:given} was conscripted to {zt3} and not seen again.
? Men came for {za:init} on {zdm:-1400}. {znew:given}, who opened the door, was beaten; {znew:family}, a lodger, fled
  over the
  roof.
~
? {za:init} was held for five weeks at {zbody1}. An officer called {znew:family} burned {zhis} forearms.
? {zb:given} paid a bribe of {zcash} through {znew:given}, who had contacts in {zparty}.
~
? From {zt1} {zhe} crossed to {zfarland}, and by way of {zfar} and {zfar} reached {zfarland} on {zday:-1200}, using
  the passport
  of one {znew:full}.
~
? A medical report by {zdr:mr_full}, of {zhosp1}, dated {zday:-300}, finds six scars "highly consistent" under {zinst}.
? {zdr2:full} disagreed and thought of lichen planus.
~
{zmin} refused the claim on {zday:-700}: the appellant had confused {zt2} with {zt3} and could not name a psalm.
~
? {zmin} relied on country information about {zland} and on a report of {zngo}, and cited {zcited}.
~
? In evidence the appellant spoke {ztongue}; the interpreter was {znew:mr_full}. {zd:full}, a cousin, confirmed the
  account,
  as did the pastor, {znew:family}.
~
I find {znew:family} truthful. I place little weight on the letter from {zpaper}.
? Whether {zhe} is {zfaith} or merely attended with {zd:given} does not matter in view of {zlaw}.
~
? Notice of Decision: the appeal is allowed on protection grounds. {zc:last}, Judge of the Upper Tribunal, {zdm}
""",
    signs=("{}. ", "", "4.{} ", "({}) "),
)

INQUIRY = story(
    r"""
THE {za:fupper} INQUIRY\nReport into events at {zhosp1}, {zmy:-1500} to {zmy:-1400}
~
? Chair: {zc:full}. Panel: {znew:full}, {znewdr:full}, {znew:full}. Secretary: {zd:full}
~
The Inquiry was set up by {zmin} on {zday:-600}, after {zpaper} printed the story of {za:full}.
? It held its hearings in {zt1} and {zt2} and received papers from {zbody}, {zngo} and {zbank}.
~
1. {za:family} was sixty days from retirement. {zb:family}, {zhis} {zbspouse}, had already bought the caravan.
~
2. {za:family} came to the ward on {zday:-1500} under {zdr:family}. {zdr:family} was covering for {zdr2:family}, who
  was in
  {zfar} at a conference on {zera}.
? That night the registrar, {zdr3:full}, saw {zhim} once. Nobody told {zb:given} that {zhe} had been moved.
~
3. On {zdm:-1498} the agency nurse, {ze:full}, hung the wrong bag. {ze:family} said as much to {zf:given} at handover;
  {zf:family} does not remember it.
? We do not think that {zf:family} lied. We think that {zf:given} was very tired.
~
4. {znew:full}, the manager, telephoned {zc:family} & Co., the Trust's solicitors, before telephoning {zb:family}.
? We regard this as a matter for the Board.
~
5. Similar failures were found at {zhosp2} in {year:-12} and at {zhome} in {year:-9}. Nothing had been learned in {zt1}.
? A memorandum of {zday:-2200} by {znew:last}, headed "Bags", was found in the {zf:family} files, unread.
~
6. Ministers, the Ministry and the Government of the day come out of this badly; so does the doctrine in {zcited}.
~
Recommendations\n7. The Board should adopt {zinst} in full. 8. Section 20 of the Act should be amended.
? 9. A plaque for {za:full} should stand at the gate. 10. {ze:family} should be told that we are sorry.
? \nSigned at {zt1} this {zdm}\n{zc:upper}
""",
)

CONTRACT = story(
    r"""
[[THIS AGREEMENT is made on {zday}|SERVICE AGREEMENT dated {zday}|LEASE\nDate: {zday}|DEED OF SETTLEMENT, {zday}]]
~
BETWEEN:\n(1) {zfirm1:upper}, a company registered in {zland} under number {raw}, whose seat is at {zt1} ("the
  Supplier");
  and
~
(2) {za:upper}, of {street}, {zt2} ("the [[Customer|Consultant|Tenant|Releasor]]").
~
? WHEREAS {zhosp1} has engaged {zfirm1:bare} to maintain its autoclaves, and {za:family} has inspected them;
~
In this Agreement "Premises" means the ground floor of {zhosp1}; "Goods" has the meaning given in Schedule 3.
? 1.1 The Supplier shall deliver the Goods to the Customer at {zt2} not later than {zday:60}.
? 1.2 Time is of the essence. {zconcept:Cap} shall mean what it says in clause 14.2.
~
2. The price is {zcash}, payable to {zbank}, {zt1}, IBAN {iban}, in two instalments on {zdm:90} and {zdm:180}.
~
? 3. Notices shall be sent to {zc:full} for the Supplier and to {za:last} ({email}) for the Customer.
? 4. Neither {zc:family} nor any servant of the Supplier shall discuss {zconcept} with the press.
~
? 5. The governing law is that of {zland}; disputes go to {zcourt}. {zinst:Cap} does not apply.
? 6. On termination the keys are returned to {znew:full}, caretaker, or in that person's absence to the desk.
~
SIGNED by {zc:upper} for and on behalf of {zfirm1:bare}\nin the presence of: {znew:full}, {job}, {zt1}
? SIGNED by {za:full}\nWitness: {znew:last}, {zt2}
? {zd:full}, Notary Public, {zt1}. My commission expires {zday:700}.
""",
)

WILL = story(
    r"""
[[THIS IS THE LAST WILL AND TESTAMENT of me|I,]] {za:upper} of {street}, {zt1}, [[{job}|widowed|retired]], and made on
  {zday}.
~
I REVOKE all former Wills, [[above all the one drawn by {zfirm} in {year:-8}|including any made in {zfarland}]].
~
I APPOINT {zb:full} of {zt1} and {zc:full} of {zfar} to be the Executors and Trustees of this my Will; if {zc:family}
  will not act, then {zd:full}.
~
I GIVE free of tax: to {zkid1:full} my piano; to {zkid2:given} the boat; to {zkid3:given}, who has had enough, {zcash}.
? To {znew:full}, who nursed me at {zhosp1}, the clock. To {znew:given} at the pharmacy, my bees.
? To {zngo} the sum of {zcash}, to {zschool} my books, among them {zwork} and {zwork}, and to {zparty} nothing.
? The portrait of {zthink} goes to {zuni}; the {zbeast} at the gate is not to be cut.
~
? I FORGIVE {znew:full} the debt of {zday:-4000}.
~
? I DESIRE that my body be buried at {zt2} beside {zb:given}'s people, by {zfaith} rite, and that nobody wear black.
~
? All the rest I leave to such of {zkid1:given}, {zkid2:given} and {zkid3:given} as survive me, in equal shares.
  Section 33
  of the Act shall not apply.
~
SIGNED by the said {za:full} in our presence and then by us in {zhis}: {znew:full}, clerk, {zt1}; {znew:full}, of the
  same.
? Proved at {zcourt} on {zday:800}, no. {zcase}. Effects {zcash}.
""",
)

RULINGS = pieces(
    r"""
{za:family} v. {zhosp1}. By a decision of {zday:-300} {zcourt} dismissed the claim; {za:family} appealed; {zcourt}
  quashed it
  on {zdm:-90}.
{znew:family}, {znew:family} and {znew:family} JJ. {znew:family} J, dissenting: I would follow {zcited}.
On {zday:-70} {zcourt} ordered that {znew:init} be examined at {zhosp}; {znew:init}'s counsel, {znew:full}, objected.
Cases cited: {zcited}; {zcited}; {zcited}. Statutes: {zlaw}; {zlaw}.
The {znew:family} {zsurnoun} were heard first, then {znew:full}, {zage}, of {zt}, then {znew:family} again.
{znew:full}, born in {year:-50}, {znew:full}, born in {year:-44}, and {znew:full}, born in {year:-19}, live in {zt},
  {zt} and
  {zt} respectively.
Article 8 provides that everyone has the right to respect for private life. {zconcept:Cap} may not interfere.
The defendant, {znew:full}, {zage}, admitted stealing from a patient at {zhosp} on {zdm:-50}. {znew:family},
  mitigating for
  {znew:given}, blamed Valium.
{zconcept:Cap} observes that {zconcept} did not dispute {zlaw}; nor did {zconcept}.
Registrar: {znew:last}. President: {znew:last}. Interpreters: {znew:full} ({ztongue}), {znew:full} ({ztongue}).
The petitioner, {za:family}, asserts that the judge ignored {zb:full}'s affidavit. {za:family}'s expert,
  {zc:full},
  of {zuni}, opined that {zbody} seldom acts. File {zcase}.
By an indictment of {zday:-800} {zbody} charged {zc:letter} with neglect. {zc:letter}'s counsel, {znew:full}, sought
  {zcash}.
{zcourt} ({zcase}) found for {znew:family}; {zcourt} ({zcase}) reversed; a higher court restored the order.
See {zcited} at [41]; {zlaw}; and the remarks of {zthink} on {zera}.
The bailiff, {znew:full}, served the writ on {znew:family} at {zt} on {zdm:-5}; {znew:family}'s {zson} signed.
Having regard to {zinst}, to {zlaw} and to the reports of {zngo} and {zngo}, the Committee finds no violation.
Mr {ztwinp}, for the hospital, relied on {zcited}. Nothing in {ztwin} himself, if one reads him, supports Mr {ztwinp}.
It was {ztwinp} who signed, not {znew:family}. [[The {ztwin} test is not met.|No {ztwin} defence was run.]]
Between {zdm:-30} and {zdm:-10} {znew:family} wrote to {zmin}, {zmin} and {zbody}. [[None replied.|Only {znew:last}
  replied.]]
Upon hearing {znew:full} for the applicant and {znew:full} for {zmin}, IT IS ORDERED that paragraph 2 be stayed.
A stay was granted under {zlaw}; costs were fixed at {zcash}; nobody appeared.
""",
    2,
    7,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("a judgment of a court of many countries", STRASBOURG, 2.0),
    NoteType("a decision on a family's application", FAMILIES, 1.5),
    NoteType("a judgment on a claim against a hospital", ENGLISH_BENCH, 1.5),
    NoteType("an asylum decision", ASYLUM, 1.5),
    NoteType("a report of a public inquiry", INQUIRY, 1.2),
    NoteType("a contract in full", CONTRACT, 1.0),
    NoteType("a will in full", WILL, 1.0),
    NoteType("sentences out of rulings", RULINGS, 1.8),
)
