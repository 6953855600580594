"""Questions that clinicians type and the dense notes of unusual services, for validation only."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.held_out.shapes import few, maybe, one, rows, stack

_QUERY_WITH = one(
    "[[Can you|Could you|pls]] draft a discharge letter for {pt}, {oagesex}, {omrn}? Admitted {oday:-4} [[under|with]]"
    " {dr:titled}, home on {drug}.",
    "{oname:pt} {obirth} K+ back at 6.1, what do I do before the renal reg rings back",
    "what was {pt:poss} last creatinine? seen at {osite} around {oday:-40}",
    "summarise this: {oage} {ojob} from {town}, {symptoms}, saw {pcp} on {oday:-9}, nobody has rung {kin:given} back",
    "Is it ok to give {sig} to {pt:titled}? allergy says {allergy}, [[chart|record]] {omrn}",
    "{pt:family} {oroom}, lactate rising, {dr2:family} wants pressors. Thoughts on [[order|sequence]]?",
    "Differential for {oage} with {symptoms}? [[History taken from|Background per]] {word} {kin:given}.",
    "rewrite for the family in plain words, address it to {kin:titled}: {proc} on {oday:-1} by {surgeon:titled} went"
    " well",
    "Need a referral to {osite} for {pt:short} (DOB {obirth}), question is {dx}. Copy to {pcp:titled_full}.",
    "did anyone book the {imaging} for {pt:given}, it was promised for {oday:5} and {kin:given} keeps phoning {ophone}",
    "{pt:initials}, {agesex}, INR 5.2 no bleeding, on warfarin since {oyear}. Hold or vit K?",
    "My patient {pt:full} moved from {citystate}; which vaccines count in {state}?",
    "code this for me please - {oage} {gender}, {dx}, consult by {dr:titled} at {osite:abbr} on {oday}",
    "Handover said {pt:given} was reviewed by {nurse:given} at {oclock}, there is no entry, how do I word the"
    " addendum?",
    "Translate into Spanish: Dear {pt:titled}, your appointment on {oday:14} at {oclock} with {dr:titled} is"
    " cancelled.",
    "{pt:family} again. Third fall since {oday:-20}. Lives alone in {town}. Who do I call?",
    "convert to SOAP: {pt:given} [[rang|called]], {symptom} since {onth:-2}, using {drug}, {exam}",
    "is {drug} covered by {payer} for member {oplan}? {pt:last_first}",
    "Who is covering for {dr:family} / {dr2:family} this weekend? Pager {pager} goes nowhere",
    "check dose: {pt:given} 14.2 kg, amoxicillin 90 mg/kg/day, mum {kin:given} on the phone",
    "Write a sick note {oday} to {oday:7} for {oname:pt}, works at {ofirm}",
    "{newdr:given} asked for feedback: {oage}, GCS 9, tube at {oclock}, scanned {oday}. Was {osite} the right place?",
    "Before rounds: {someone:family} {oroom:new}, {someone:family} {oroom:new}, {someone:family} {oroom:new}. Rank"
    " by risk.",
    "{He} says {newdr:titled} in {abroad} put in a {model}, card reads {odevice}. MRI safe?",
    "Obituary line for the staff newsletter about {newdr:full}, {oward}, with us since {oyear}",
    "Why would {obench} reject {oid}? Tube was labelled {pt:last_first}, {obirth}.",
    "{kin:given} and {kin2:given} disagree about the feeding tube for {pt:titled}; draft minutes of {oday}.",
    "{pt:full} is at {address}. Nearest wound clinic?",
    "Explain {dx} to a {oage} {ojob}; {he} reads little English, {kin:given} will read it out",
    "Please de-identify: {oname:pt}, {obirth}, {omrn}, {ophone}, seen {oday} by {dr:initials}",
    "what is {payer} going to ask about claim {claim} for {pt:given}'s {proc}",
    "email {dremail} that the biopsy of {pt:titled} ({oid}) is benign",
)

_QUERY_BARE = one(
    "{pt:full} {omrn}",
    "{pt:given}",
    "{dr:family} or {dr2:family}?",
    "{pt:family}/{newdr:family}/{oroom}",
    "{town} to {osite} how long by road",
    "letter {kin:titled} {oday}",
    "{pt:initials} {oagesex} {dx}",
    "{ophone} whose is this",
    "is {ochemist} open {oday}",
    "{someone:family}, {someone:family}, {someone:family}: order for theatre",
    "{email} bounced, other address for {pt:given}?",
    "{pcp:family} retired?",
    "list: {omrn:new}, {omrn:new}, {omrn:new} due {test}",
    "notes {pt:last_first} {obirth}",
    "{oname:pt} {oday} bloods?",
    "{dr:family} clinic list {oday:1}",
    "ring {kin:given} {ophone}",
    "find {pt:family} {town}",
    "{pt:lower} {oward} [[obs|weight|cannula]]",
    "{omrn} + {oid} same patient?",
    "{pt:given} or {kin:given} - who consented?",
    "{osite} fax",
    "who's {newdr:family}",
    "beds {oward} {oday}",
)

_LINES_STORY = (
    "{mr} {pt:family}, a {oage} {ojob} who lives in {town}, was brought by {word} {kin:given}.",
    "Known to {osite} since {oyear}; last seen there {oday:-60} by {dr2:titled}.",
    "Symptoms began on {oday:-6}: {symptoms}.",
    "{pt:given} had {proc} in {month} at {newsite}, records awaited.",
    "{dr:family}/{dr2:family} both saw the films and agree on {dx}.",
    "Takes {sig}, {sig}; {kin:given} fills the pillbox.",
    "Born in {hometown}, came to {town} in {oyear}. Retired from {ofirm}.",
    "Contact is {kin:short} ({word}), {ophone}; if no answer {kin2:given} ({word2}) on {kinphone}.",
    "{He} stopped {drug} on {holiday} without telling {pcp:titled}.",
    "{finding}. {exam}",
)

_ICU = stack(
    one(
        "TRANSFER OUT OF INTENSIVE CARE // {osite} // {oday}",
        "~~ ICU STEP-DOWN ~~ {oday} ~~ to {oward}",
        "Critical care discharge | unit no {omrn} | stay {ovisit}",
    ),
    one(
        "Who: {oname:pt} . {oagesex} . {omrn}\nFrom bed {oroom} to {oward}; accepting: {dr2:titled_full}",
        "{pt:upper} ({obirth}) hosp no {omrn} leaves us for {oward}. Parent team {dr:family}.",
        "Name ... {pt:full}\nBorn ... {obirth}\nNumber ... {omrn}\nConsultant ... {dr:short}",
    ),
    few(3, 6, *_LINES_STORY),
    few(
        2,
        4,
        "A> tube out {oday:-2} {oclock}, stridor nil",
        "B> 2 L nasal, drains removed by {nurse:given}",
        "C> off noradrenaline since {oday:-1}, line day 6, art line lot {odevice}",
        "D> RASS 0, CAM-ICU negative, sleeps badly, wants {kin:given} near",
        "E> sacrum grade 2, photographed {oday:-3} ({oid})",
        "F> even balance, urine 45 mL/h",
        "G> NG feed 60 mL/h, dietitian {staff:given} aware",
        sep="\n",
        ordered=True,
    ),
    maybe(0.6, "Ceiling of care discussed {oday:-1} with {kin:given} and {kin2:given}; for full escalation."),
    one("Written {oclock} {newdr:initials}", "-- {newdr:family}, bleep {oext}", "SpR {newdr:short} {oday} {oclock}"),
)

_PSYCH = stack(
    one(
        "LEAVING THE UNIT: a summary for {pcp:titled}",
        "Discharge from {oward}, {osite}\nLegal status on leaving: informal",
        "Inpatient psychiatry, end-of-stay account",
    ),
    one(
        "{pt:full} (likes to be called {pt:nick}), {obirth}, {address}\nIn: {oday:-31}. Out: {oday}. Key nurse:"
        " {nurse:short}.",
        "Client {oname:pt} * number {omrn} * in {oday:-12} * out {oday} * under {dr:titled}",
    ),
    few(
        4,
        8,
        "On arrival {pt:given} believed that neighbours at {street} were filming {him}.",
        "Police ({officer:titled}, incident {oid}) had found {him} near {place}.",
        "{His} {word} {kin:given} described weeks without sleep after losing the job at {ofirm}.",
        "Mental state: guarded, pressured, Schneiderian first-rank symptoms absent, insight partial.",
        "Section papers signed by {dr2:titled_full} and {dr3:titled} on {oday:-30}.",
        "Lithium level 0.7 on {oday:-3}; olanzapine down to 10 mg at night.",
        "{nurse:given} and {staff:given} did the relapse plan: first sign is that {pt:given} stops answering"
        " {kin2:given}.",
        "HoNOS 14 at start, 5 at end. PANSS 61.",
        "Leave to {town} with {kin:given} on {onth:-8} went well.",
        "Tribunal of {oday:-10} was withdrawn by {lawyer}.",
        "{He} follows {handle} and asked us not to write to {church}.",
    ),
    one(
        "Follow-up: {staff:short}, {oday:5}, {oclock}, tel {ophone}.",
        "Crisis line {phone}; care coordinator {staff:short} ({email}).",
    ),
    maybe(0.7, "cc {pcp:titled_full}, {address}", "Copies: {pt:titled}; {pcp}; {lawyer:short}"),
)

_TUMOUR = stack(
    one(
        "Minutes, {site:alias} Upper GI tumour board, {oday}, {oclock}",
        "MDM OUTCOMES {oday}\nRoom {oroom}, chair {dr:titled}",
        "Sarcoma panel - {osite} - week of {oday}",
    ),
    one(
        "Present: {newdr:family}, {newdr:family}, {newdr:family} (path), {newdr:family} (onc); notes {staff:given}",
        "In the room: {newdr:titled}, {newdr:titled}, CNS {nurse:short}. Dialled in: {newdr:short}. Sorry:"
        " {newdr:family}",
        "{newdr:initials} {newdr:initials} {newdr:initials} {newdr:initials} present",
    ),
    rows(
        2,
        4,
        "[[#|No. |]]{omrn:new} {someone:full}. {stage} {anatomy}. Histology {oid:new}: {finding}. -> {proc},"
        " {newdr:family}[[ by {oday:14}|]]",
        sep="\n\n",
    ),
    few(
        1,
        3,
        "{pt:family}: PET of {oday:-5} shown; KRAS wild type, MSI-high. Agreed pembrolizumab; {dr2:titled} to tell"
        " {him}.",
        "{pt:titled} wishes no more chemo ({kin:given} present when asked). Hospice referral, {nurse:given}.",
        "{oname:pt}, {oage}, Whipple {oday:-21}, R0, 2/19 nodes. FOLFIRINOX at {newsite}.",
        sep="\n\n",
    ),
    one("Next meeting {oday:7}.", "Minutes approved: {dr:initials}, {oday:2}", "Typed by {author} - amend by {oday:3}"),
)

_PAIN = stack(
    one("PAIN SERVICE . first visit", "Persistent Pain Programme\nIntake interview", "Pain clinic note (2nd of 3)"),
    one(
        "{pt:titled_full} / {omrn} / {oday} / {dr:family}",
        "Seen: {oday}   Patient: {oname:pt}   Ref by: {pcp:titled}, {pcpsite}",
    ),
    few(
        4,
        7,
        *_LINES_STORY,
        "Oswestry 48%, PainDETECT 21, Waddell signs 1 of 5.",
        "Claim {claim} against {ofirm} is open; adjuster {someone:titled} phones weekly.",
        "The belt that caught {pt:poss} coat on {oday:-400} was {model}.",
        "Epidurals by {surgeon:family} in {month:-360} and by {newdr:family} in {oyear}, neither lasted.",
        "PDMP checked {oday}: oxycodone from {dr3:family} ({ochemist}) and {dr4:family} ({pharmacy}).",
    ),
    few(
        1, 3, "1) {todo}", "2) Graded exposure with {staff:given}.", "3) Letter to {employer}.", sep="\n", ordered=True
    ),
    one("{dr:short}, {cred}", "Signed {dr:initials} {oday} {oclock}", "{dr:family_upper}/{author:initials}"),
)

_FEET = stack(
    one("PODIATRY chairside", "Diabetic foot - wound round", "Nail surgery record & feet check"),
    one("{oname:pt}  {obirth}  {omrn}  {oward}", "pt {pt:short} dob {obirth} gp {pcp:family} chemist {ochemist}"),
    few(
        3,
        7,
        "L hallux: {measure}, probes to bone, photo {oid:new}",
        "R 5th MTP callus pared, 10-g monofilament [[0/10|7/10]]",
        "ABPI 0.62 / 0.88. Doppler monophasic DP",
        "Offloading boot {device:labelled} fitted by {staff:given}, {oday:-14}",
        "dressed alt days by {nurse:given} at {clinic}; {kin:given} does Sundays",
        "SINBAD 4, Texas 2B, Charcot excluded on MRI of {oday:-11}",
        "walks dog on {place}, will not stop",
        "swab {specimen} grew {organism}, {dr:family} started {sig}",
        "vascular ({surgeon:family}) seeing {onth:9}",
        sep="\n",
    ),
    one("back {oday:14} [[w|with]] {staff:given}", "NV {oday:7} / {newdr:initials}", "{nurse:first_initial} {oclock}"),
)

_DIALYSIS = stack(
    one("HAEMODIALYSIS RUN SHEET station {oroom}", "{osite} renal satellite - session no. 412", "HD log {oday}"),
    one("{oname:pt} {omrn} dry wt 71.5", "Pt={pt:last_first};DOB={obirth};Neph={dr:family};Shift=twilight"),
    one("Machine {serial}, dialyser lot {odevice}, fistula L BC made {oday:-800} by {surgeon:family}"),
    rows(
        3,
        6,
        "{oclock}\t[[142/80|118/66|97/51|165/90]]\tQb [[300|350]]\tVP [[140|180]]\t{nurse:initials}[[\t|\tcramp,"
        " saline 200|]]",
    ),
    few(
        1,
        3,
        "{pt:given} asks to swap Friday for {oday:3}: granted by {nurse2:given}.",
        "Transport: {ofirm}, driver {someone:given}, {ophone}.",
        "On the list at {site2}, coordinator {staff:short}, {sitephone}.",
        "Kt/V 1.38, URR 71%. Epo 4000 u given. Heparin 2500.",
        "Holiday dialysis at {newsite}, {abroad}, from {oday:20}.",
        sep="\n",
    ),
    one("off {oclock} {nurse:initials}/{nurse2:initials}", "Closed by {nurse:short}, PIN {badge}"),
    ages=(25, 85),
)

_NICU = stack(
    one("High-risk infant follow-up", "Baby clinic: NICU graduates", "Developmental check after prematurity"),
    one(
        "{pt:full}, {babyage} (corrected less 10 weeks), b. {dob} at {osite}, {gest}, twin II",
        "Baby {pt:short}; mother {kin2:short}, {kinphone}; number {omrn}",
    ),
    few(
        4,
        7,
        "Surfactant twice, ventilated until {oday:-70}, caffeine until {oday:-50}.",
        "Ligation by {surgeon:titled}. ROP stage 2, lasers by {newdr:family} on {oday:-45}.",
        "{kin2:given} feels that {pt:given} follows light and startles at the dog.",
        "Bayley composite 88; Hammersmith 61; head 41.2 cm, tracks the 9th centile.",
        "Home oxygen (0.1 L) from {agency}, cylinder {odevice}.",
        "Palivizumab given {oday:-28}, {oday:-1}; next {oday:28}.",
        "Older sibling {someone:given} had RSV over {holiday}.",
        "Newborn screen {accession} clear at {obench}.",
        "{staff:given} will visit {address}.",
    ),
    one(
        "{dr:titled} / dictated {oday}, typed {oday:3} {author:initials}",
        "Thank you {pcp:titled} for sharing {pt:given}.",
    ),
    ages=(1, 1),
)

_FIELD = stack(
    one(
        "SICK BAY LOG - off {place}",
        "PRISON HEALTHCARE TRANSFER\nSending: jail, {county}. Receiving: {osite}",
        "Battalion aid station . sick call . {oday} {oclock}",
        "TEAM DOCTOR'S TOUCHLINE NOTE {oday}",
    ),
    one(
        "[[Inmate|Seaman|Private|Player|Crew]] {oname:pt}, {oagesex}, no. {oid}, of {hometown}",
        "{pt:upper_full}\t{obirth}\tID {oid}\tblood O neg",
    ),
    few(
        4,
        7,
        *_LINES_STORY,
        "Reported {oclock} by {someone:titled}; {officer:titled} witnessed.",
        "Radio advice from {dr2:titled_full} ({osite}), call sign not kept; call back {ophone}.",
        "Lachman 2+, McMurray positive, Ottawa ankle negative, SCAT6 22.",
        "Escorts {officer:family} and {officer:given} stay at the door.",
        "Next port {town}, {country}, {oday:2}; agent {someone:short}, {email}.",
    ),
    one("Fit / unfit: unfit until {oday:6}. {dr:short}", "{newdr:family_upper} {oclock} {oday}", "MO: {dr:initials}"),
    ages=(19, 60),
)

_DENTAL = stack(
    one(
        "ORAL SURGERY THEATRE RECORD",
        "Allergy clinic challenge sheet",
        "I.D. consult (third visit)",
        "Frailty hub review",
    ),
    one("{pt:short} ({agesex}) | {omrn} | {oday}", "re: {oname:pt}, {address:nozip} {ozip}, tel. {ophone}"),
    few(
        4,
        8,
        *_LINES_STORY,
        "48 and 38 out, lingual nerve seen, 3-0 Vicryl. GA by {newdr:titled}.",
        "Skin prick: peanut 9 mm, histamine 4 mm; dose 5 at {oclock}, lip tingle, adrenaline given by {nurse:given}.",
        "Cultures of {oday:-3} ({accession}): {organism}. Line of {oday:-15} to come out.",
        "Back from {abroad} {onth:-12}; {kin:given}, same trip, is well.",
        "Clinical Frailty Scale 6, AMT 7/10, Timed Up & Go 31 s. Carer {friend:given} twice a day.",
        "Exposed contacts: {someone:short}, {someone:short}, {someone:given}.",
        "Power of attorney {kin2:full}, deed {docid}.",
    ),
    one(
        "pp {dr:titled}",
        "{dr:short} {cred} NPI {npi}",
        "Seen & agreed {dr2:family}",
        "e-signed {username} {oday} {oclock}",
    ),
)

_BOOKLET = stack(
    one(
        "ADMISSION BOOKLET   {osite}   {oday}",
        "=== {oward} / full clerking / {oday} {oclock} ===",
        "Rehab stay, final summary",
    ),
    one("{oname:pt}\n{obirth}, {oagesex}\n{omrn} (visit {ovisit})\n{address:block}\n{ophone}"),
    few(6, 10, *_LINES_STORY),
    one("BEFORE THIS", "Earlier", "(ii) past", "History >>"),
    rows(3, 6, "[[*|-|o]] {oday:any}: {proc}, {newdr:family}, {newsite}"),
    one("Drugs on arrival (from {kin:given}'s list)", "TABLETS"),
    rows(4, 9, "{sig}"),
    one("Story of the stay", "Course, by day", "WHAT WE DID"),
    rows(
        4,
        8,
        "{oday:any} [[{oclock} |]]{newdr:family}: [[{finding}|{labs}|{todo}|{neg}|{course}|spoke to {kin2:given} on"
        " {ophone}]]",
    ),
    few(2, 4, "{course}", "{exam}", "{hpi}", "Barthel 14, FIM 88, Berg 41; {staff:given} agrees.", sep="\n"),
    one("People", "Who is who:"),
    rows(2, 4, "{someone:short} ([[cousin|landlord|carer|priest|neighbour]]) {phone}"),
    few(
        2,
        4,
        "Next: {dr2:titled}, {oday:21} {oclock}, {oward}.",
        "{agency} told on {oday:-1}.",
        "{advice}",
        "Van {plate} parked at {place}.",
    ),
    one(
        "{dr:full}, {cred}\ncc {pcp:titled_full}, {pcpsite}; {newdr:short}",
        "{newdr:family_upper} / {oday} / page 4 of 4",
    ),
)

TYPES = (
    NoteType("note-booklet", _BOOKLET, 4.0),
    NoteType("query-named", _QUERY_WITH, 2.0),
    NoteType("query-bare", _QUERY_BARE, 1.0),
    NoteType("note-icu-transfer", _ICU),
    NoteType("note-psychiatric-stay", _PSYCH),
    NoteType("note-tumour-board", _TUMOUR),
    NoteType("note-pain", _PAIN),
    NoteType("note-feet", _FEET),
    NoteType("note-dialysis-run", _DIALYSIS),
    NoteType("note-preterm-review", _NICU),
    NoteType("note-away-from-home", _FIELD),
    NoteType("note-chairside", _DENTAL),
)
