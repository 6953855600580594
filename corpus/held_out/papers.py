"""Forms, lists and boards, and prose that tells of patients to readers outside the ward, for validation only."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.held_out.shapes import either, few, maybe, one, rows, stack

_BOARD = stack(
    one("{oward} WHITEBOARD {oday}", "BED STATE {osite:abbr} {oclock}", "Bed|Who|Cons|EDD|Tasks", "night list {oday}"),
    either(
        rows(
            4,
            9,
            "{oroom:new} | {someone:family} | {newdr:family} | [[{oday:2}|{oday:4}|?]] | [[PT"
            " OT|TTO|NBM|falls++|echo|]]",
        ),
        rows(
            4,
            9,
            "{oroom:new}\t{someone:upper_full}\t{newdr:initials}\t[[MRSA neg|DNAR|2:1|home {oday:1}]]",
        ),
        rows(
            4,
            8,
            "{oroom:new} - [[EMPTY|closed|{someone:initial_last} ({newdr:family}), {dx}|{someone:family} {omrn:new}]]",
        ),
        rows(3, 6, "[ ] {someone:last_first}, {omrn:new}, {newdr:family}, await {imaging}"),
    ),
    maybe(
        0.6,
        "Charge: {nurse:given}. Bleep {oext}",
        "Docs: {newdr:given} / {newdr:given} / {newdr:given}",
        "Out: {pt:family} -> {newsite}",
    ),
)

_ROSTER = stack(
    one(
        "ROTA wk commencing {oday}",
        "Who works when ({oward})",
        "{site:abbr} on-call, {month}",
        "Theatre list {oday}, suite {oroom}",
    ),
    either(
        rows(4, 8, "{oday:any}\t{newdr:family}\t{newdr:family}\t[[{ext}|leave|nights|{newdr:initials}]]"),
        rows(4, 7, "[[Mon|Tue|Wed|Thu|Fri|Sat|Sun]]: {newdr:family}/{newdr:family} (2nd {newdr:given})"),
        rows(3, 6, "{oclock}  {someone:last_first}  {proc}  {newdr:family}/{newdr:family}  [[GA|spinal|LA]]"),
        rows(3, 6, "{newdr:short}, {pager}, [[early|late|long day]], covers {newdr:initials}"),
    ),
    maybe(0.6, "Swaps to {staff:given} ({email}) before {oday:-3}.", "locum: {newdr:titled_full} via {ofirm}"),
)

_CARDEX = stack(
    one("KARDEX (pencil!)", "MEDICINES CHART 2 of 2", "Drug round sheet - {oward}"),
    one("{oname:pt} . {obirth} . {omrn} . {oroom} . {dr:family}", "{pt:upper}\nDOB {obirth}\nALLERGY: {allergy}"),
    rows(
        3, 6, "{sig}   given {oclock} [[{nurse:initials}|{nurse2:initials}|omitted|{nurse:initials}/{nurse2:initials}]]"
    ),
    few(
        1,
        4,
        "Diet {diet}. Mobilises with frame. Dentures in.",
        "NOK {kin:given} {ophone}",
        "{kin2:short} may have info; NOT {kin3:short}",
        "Chaplain: {someone:titled}, {church}",
        "pharm screened {staff:initials} {oday}",
        "Braden 15; turn 2-hourly; Foley 16 Fr",
        sep="\n",
    ),
)

_TICKS = stack(
    one(
        "AMBULANCE PATIENT REPORT  run {oid}",
        "[x] emergency [ ] urgent  CAD {oid}  {oday}",
        "PCR sheet, vehicle {plate}",
    ),
    one("Pt: {oname:pt}  {oagesex}  [x] conscious [ ] not", "Name {pt:short} Age {age} Sex {sex} SSN {ssn}"),
    few(
        4,
        8,
        "Scene: {address}",
        "Call {oclock} / on scene {oclock} / away {oclock}",
        "Crew: {newdr:family} ({badge}), {newdr:given}",
        "[ ] stroke  [x] chest pain  [ ] trauma  FAST negative  GCS 4+5+6",
        "Pupils 3/3  BM 7.4  SpO2 [x] air [ ] O2",
        "Informant: {kin:given} ({word}) [x] rode with us",
        "To: {osite}  ([x] nearest [ ] requested by {kin:family})",
        "Handed to {nurse:given}, sig. {nurse:initials}",
        "Police: {officer}, car reg {plate}",
        "Refused [ ]  witness {someone:full}",
        "Insurer {payer}, no. {oplan}",
        sep="\n",
        ordered=True,
    ),
)

_CONSENT = stack(
    one("AGREEMENT TO TREATMENT (form 3)", "CONSENT & REFUSAL SLIP", "Photography release"),
    one("I, {pt:full} of {address},", "Patient: {oname:pt} ({obirth})\nResponsible adult: {kin:full}, {word}"),
    few(
        2,
        5,
        "agree to {proc} as explained by {surgeon:titled} on {oday:-2}.",
        "I understand that {newdr:titled} may assist and that {someone:given}, a rep for {ofirm}, will be in the room.",
        "Risks named: bleed 1 in 50, infection 2%, Horner syndrome, Frey syndrome.",
        "I do not want {kin2:short} told.",
        "Interpreter {staff:full}, id {badge}, by phone {ophone}.",
        "Picture file {oid:new} may be used in teaching at {site2}.",
    ),
    one(
        "Signed {pt:initial_last}   Date {oday}   Witness {nurse:short}",
        "X ________ ({pt:short})  {oday}  {oclock}\nX ________ ({dr:short})",
        "pp {kin:short} {oday}",
    ),
    sep="\n\n",
)

_BAND = one(
    "{pt:upper} {obirth} {omrn} ALLERGY {allergy}",
    "{oname:pt}*{omrn}*{sex}*{obirth}*{dr:family}",
    "BABY OF {kin:family_upper} {oday} {oclock} 3140 g {omrn} {nurse:initials}",
    "{obench}\n{pt:last_first}\n{oid}\ncoll {oday} {oclock} {nurse:initials}\nEDTA 3 mL",
    "{ochemist} {ophone}\n{pt:short}\nTAKE ONE TWICE A DAY\n{drug} 56 tabs {oday} rx {rx} {dr:initial_last}",
    "IMPLANT STICKER {model} SN {serial} LOT {odevice} -> {pt:family} {surgeon:family} {oday}",
    "{pt:last_first} : {ssn} : {plan} : {payer}",
    "VISITOR {someone:full} for {pt:family} {oroom} {oday}",
)

_LOOSE = stack(
    one("Belongings", "Sign-in sheet, {oward}, {oday}", "Transport requests", "Who to phone", "Interpreter bookings"),
    either(
        rows(3, 7, "{someone:full}, {phone}"),
        rows(3, 6, "{oclock}, {someone:family}, {town} -> {newsite}, {newdr:given} driving"),
        rows(3, 6, "- {someone:first_initial} [[visitor|contractor|student]] in {oclock} out {oclock}"),
        few(
            3,
            5,
            "ring -> {kin:given}",
            "watch, engraved '{kin2:given}'",
            "cash box {oid}",
            "bus pass {license}",
            "phone PIN sealed, {nurse:initials}/{nurse2:initials}",
            sep="\n",
        ),
        few(
            3,
            5,
            "{word}: {kin:given}, {kinphone}",
            "{word2}: {kin2:short}, {town}",
            "GP: {pcp:family}",
            "vicar: {someone:titled}",
            "boss: {someone:short}, {ofirm}, {ophone}",
            sep="\n",
        ),
    ),
)

_NEWS = stack(
    one(
        "{town} -- A {oage} {ojob} is recovering at {osite} after a wall fell on {him} in {street} on {weekday}.",
        "{pt:full}, {age}, of {street}, {town}, walked out of {osite} yesterday to applause.",
        "Doctors in {town} say an outbreak of {organism} has reached {county}.",
    ),
    few(
        3,
        6,
        '"{pt:given} was grey when I got there," said {friend:full}, a {job} who runs {ofirm}.',
        "{surgeon:titled_full}, who led the team, put it down to luck.",
        "{His} {word}, {kin:given}, {kinage}, had flown in from {abroad}.",
        "{officer:titled_full} asked anyone near {place} on {oday:-3} to call {ophone}.",
        "{pt:family} has raised money for the hospital since {oyear}.",
        "A spokesperson, {someone:full}, declined to say whether the family would sue {agency}.",
        "The couple, {kin2:given} and {kin3:short}, were not hurt.",
    ),
    sep="\n\n",
)

_EULOGY = stack(
    one("For {pt:given}", "Words spoken at {church}, {oday}", "{pt:full}, {oyear:-70} to {oyear:0}"),
    few(
        4,
        7,
        "{pt:given} was born in {hometown}, the last of nine, and never let {kin:given} forget it.",
        "At {school} {he} met {kin2:given}; they were married at {place} in {oyear:-40}.",
        "For thirty summers {he} was a {ojob} with {ofirm}, and the whole of {street} set its clocks by {him}.",
        "When the Parkinson's came {he} called it Mr P and argued with it.",
        "{nurse:given} of {hospice} sat with {him} on {holiday}.",
        "{He} leaves {kin:given}, {kin2:given}, {kin3:given}, and a garden in {town} gone wild.",
        "{dr:titled} told us on {oday:-20} and {pt:given} said, well, {dr:given}, so that's that.",
    ),
    ages=(60, 95),
)

_INCIDENT = stack(
    one(
        "Incident {oid}, {oward}, {oday} {oclock}",
        "What happened:",
        "Statement of {nurse:short}",
        "Near-miss account, anonymous reporter",
    ),
    few(
        4,
        7,
        "At {oclock} I handed {someone:titled} the tablets meant for {pt:titled}; both were in room {oroom} that day.",
        "{nurse2:given} had the keys. {newdr:given}, the agency nurse from {ofirm}, did not know the code.",
        "{pt:family} slid from the chair; {someone:given}, visiting from {town}, caught {his} arm.",
        "I told {dr:titled} at {oclock} and {dr2:family} at {oclock}. Neither came.",
        "CCTV (clip {oid:new}) shows {officer:family} at the door.",
        "Pump {serial} alarmed twice; biomed has it.",
        "I rang {kin:given} on {ophone} myself and said sorry.",
        "Duty of candour letter to {pt:titled}, {street}, went on {oday:3}.",
    ),
    one(
        "I believe this to be true. {nurse:short}, {oday:1}", "{nurse:initials}", "Handler: {staff:titled_full}, {oext}"
    ),
)

_CORONER = stack(
    one(
        "RECORD OF INQUEST touching the death of {pt:full}",
        "{county} coroner, finding {caseno}",
        "Narrative conclusion",
    ),
    few(
        4,
        7,
        "{pt:titled} was {age} and lived at {address}.",
        "On {oday:-9} {he} was found by {kin:given}, {his} {word}, beside {place}.",
        "{newdr:titled_full}, pathologist, gave the cause as 1a {dx}, 1b {dx}.",
        "{pt:given} had been discharged from {osite} by {dr2:titled} on {oday:-11} without {drug}.",
        "I heard from {someone:full}, from {officer:titled}, and from {newdr:family}, whom I found evasive.",
        "The toxicologist ({obench}, {oid:new}) found {drug} at 0.4 mg/L.",
        "Letters between {dr:family} and {dr2:family} of {oyear} were lost.",
        "{He} had worked as a {ojob}; {ofirm} sent a representative, {someone:titled}.",
        "A report to prevent future deaths goes to {agency} by {oday:40}.",
    ),
    one("{someone:short}, sitting at {town}, {oday}", "HM Coroner {someone:titled_full}", "Concluded {oday}."),
    sep="\n",
)

_VIGNETTE = one(
    "A {oage} {ojob} comes to the clinic with {symptoms}. {He} moved here from {country} in {oyear}. {exam} What next?",
    "Case 3. {pt:given} is a {oage} {man} whose {word} has Huntington disease. On {oday} {he} asks {dr:titled} for"
    " the test.",
    '"I see bees," {pt:titled} told {newdr:titled}. The ward laughed. {friend:given} from {ofirm} did not; {he}'
    " kept hives"
    " in {town}. The lesson {dr2:family} drew was to ask.",
    "We report a {oage} {man} treated at {osite} between {oday:-60} and {oday}. {finding}. The patient, {pt:initials},"
    " consented. Correspondence: {dr:short}, {dremail}.",
    "{dr:short} and {dr2:short} ({osite}, {town}) thank {staff:full} for the drawings. Funding: {ofirm}, grant"
    " {study}.",
    "Lesson of the week: two men named {someone:family}, one ward. {someone:given} got the {drug}; the other,"
    " {age}, got"
    " nothing until {oday:2}.",
    'It was {weekday} when {kin:given} and {kin2:given} carried {pt:nick} into {osite}. "Not here," said the porter.'
    ' "Round to {oward}." By {oclock} {surgeon:family} had {his} belly open.',
)

TYPES = (
    NoteType("form-board", _BOARD),
    NoteType("form-roster", _ROSTER),
    NoteType("form-kardex", _CARDEX),
    NoteType("form-ambulance", _TICKS),
    NoteType("form-consent", _CONSENT),
    NoteType("form-band", _BAND, 0.8),
    NoteType("form-loose-list", _LOOSE),
    NoteType("prose-news", _NEWS),
    NoteType("prose-eulogy", _EULOGY),
    NoteType("prose-incident", _INCIDENT),
    NoteType("prose-coroner", _CORONER),
    NoteType("prose-vignette", _VIGNETTE),
)
