"""Notes of nurses: shifts, flowsheets, medicines given, wounds."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.hospital_course import LEAVING, NOTIFIED
from corpus.notes.hospital_ends import ending
from corpus.notes.hospital_heads import header
from corpus.notes.hospital_kit import Form, Part, assembled, sized
from corpus.notes.hospital_text import blocks, grid, rows
from redactor.sample.marked import Marked, Piece

SHIFT = rows("""
[[Assumed care|Received pt|Took report]] at {time} from {nurse2:given} [[RN|]]. {vitals}
{time} [[Pt|Patient]] [[resting|asleep|up in chair]], [[call bell in reach|bed low, alarm on]].
{time} {pt:family} c/o {symptom}, {sig} given, [[relief|pain 3/10]] at {time}.
{time} Dr {dr3:family} [[notified of|paged for]] {symptom}, [[order|TORB]] {sig}.
{pt:titled} [[refused|declined]] {sig} [[this AM|at {time}]], [[states|says]] "{kin:given} told me not to take that".
[[Bath|Linen|Mouth care]] done with [[PCT|CNA|tech]] {staff:given}. {neg}
{Word} {kin:given} [[in to visit|at bedside|called]] {time}, [[brought|left]] [[glasses|dentures|phone charger]].
[[ID band|Wristband]] [[verified|checked x2]]: {pt:full}, {dob}, {mrn}.
[[IV|PIV]] L FA 20g [[placed|restarted]] {shortdate} {time} {nurse:initials}, [[R hand d/c'd|old site clean]].
[[Fall|Found on floor]] at {time} in room {room}, [[no injury|VS stable]], {dr3:titled} and {kin:titled} \
[[notified|aware]].
{time} [[To|Off unit to]] {imaging} [[via|by]] [[transport|stretcher]] ([[transporter|with]] {staff:given}), back \
{time}.
[[Report given|Handoff]] to {nurse2:short}, {dept}, at {time}.
{nurse:given} [[and|&]] {nurse2:given} [[2 RN skin check|dual sign-off heparin|turned pt]] {time}.
[[Restraint|Sitter]] [[renewed|in place]]: [[sitter|1:1]] {staff:first_initial}, order {dr3:family} {stamp}.
[[Glucose|FSBG]] 241 at {time}, [[meter|glucometer]] {serial}, 4u lispro per scale.
[[Foley|NG]] [[removed|d/c'd]] {time} [[per|by order of]] {dr2:family}, DTV {time}.
{pt:given} [[tearful|anxious|cheerful]], [[talked about|misses]] {his} {word2} {kin2:given} and [[the dog|home in \
{hometown}]].
[[Password|Code word]] for phone updates: [[last 4 of MRN|given to]] {kin:given} only; {someone:given} [[not|NOT]] \
to receive info.
[[Blood|Unit]] #{id} started {time}, [[verified with|2nd RN]] {nurse2:initials}, no reaction.
[[Pt's|Patient's]] [[roommate|neighbor in bed {bed}]] [[loud|coughing]], [[moved to|requests]] room {room}.
[[Spouse|Caregiver]] {kin:short} [[educated on|taught]] [[drain care|insulin|Lovenox]], [[return demo|needs \
reinforcement]].
MAEW, PERRLA, lungs diminished bases, BS+ x4.
[[Ate|Took]] 50% of breakfast, 240 mL PO. I/O 1200/950.
[[Page|Text]] {time} to {pager}: "{pt:family} {room} HR 140s pls call {ext}". [[Callback|Returned]] {time} {dr3:given}.
[[Wallet|Purse|Cell phone]] [[to security|locked up]], [[receipt|bag]] {id}, [[witness|w/]] {staff:short}.
[[Home meds|Bottles from]] {pharmacy} sent home with {kin2:given}.
[[Will continue|Plan]] to monitor. Endorsed to [[oncoming|night]] RN {nurse2:given}.
[[Charge|House sup]] {nurse2:family} [[aware|notified]] of [[staffing|bed request]]. {neg}
[[Admission|Arrived]] from {dept} at {time} on {date} per [[stretcher|w/c]], oriented to room {room}, [[wears|has]] \
{his} own hearing aids.
{kin:given}, {kin2:given}, and [[a friend, |neighbor ]]{friend:given}, [[visiting|left at {time}]].
""")

SIGNS = blocks("""
{nurse:short}, {nursecred}

{nurse:initial_last} {nursecred} {time}

{nurse:initials} {nursecred}

--{nurse:given} {nurse:family}, {nursecred} {shortdate} {time}

[[Signed|Charted by|Entered by]]: {nurse:last_first} {stamp}

{nurse:family} {nursecred} / {nurse2:family} {nursecred}

{nurse:upper}, {nursecred} [[badge|ID]] {badge}

[[Electronically signed|e-signed]] {nurse:short} {nursecred} {stamp}

[[Nurse|RN]] [[Signature|sig]]: {nurse:short}    [[Init|Initials]]: {nurse:initials}
[[Nurse|RN]] [[Signature|sig]]: {nurse2:short}    [[Init|Initials]]: {nurse2:initials}

{nurse:given} x{ext}

[[Cosign|Preceptor]]: {nurse2:short}; [[student|orientee]]: {staff:short} SN
""")

NOTE = Form(
    "nursing-shift",
    "[[Nursing Note|RN Shift Note|Nursing Progress Note|Shift Summary|End of Shift Note|Night RN note|Nurses Notes|"
    "Narrative Nursing Note|Plan of Care Note]]",
    (
        Part("[[Note|Narrative|Shift summary|]]", SHIFT, 2, 8, 1.0, 0.12),
        Part(
            "[[Assessment|Systems]]",
            ("{exam}", "{vitals}", "{neg}", "{neg} {neg}", "Braden 17, Morse 45.", "[[Skin|Wound]]: intact."),
            1,
            2,
            0.4,
        ),
        Part("[[Family|Communication|Provider notification]]", NOTIFIED, 1, 3, 0.5),
        Part(
            "[[Plan|Goal]]",
            ("{todo}", "{advice}", "[[Goal|Plan]]: [[ambulate|OOB]] x3 with {staff:given} {shortdate:1}.", "{neg}"),
            1,
            2,
            0.3,
        ),
        Part("[[Discharge|Transfer]]", LEAVING, 1, 3, 0.25),
    ),
    signs=SIGNS,
    most=3,
    weight=2.0,
)

_WOUND = rows("""
[[Seen for|Consulted for]] [[sacral|R heel|L BKA]] wound, [[referral|order]] {dr:family} {date}.
[[Wound #1|Site A]]: {measure}, [[granulating|slough 30%|eschar]], moderate serosang. drainage.
[[Photo|Image]] taken {stamp}, [[file|img]] {docid}, [[label|sticker]] {pt:last_first} {mrn}.
[[VAC|NPWT]] {model} [[S/N|serial]] {serial} @ -125, changed M/W/F by {hospice} [[RN|nurse]] {newdr:given}.
[[Debrided|Sharp debridement]] by {surgeon:titled} {date:-2}, {newdr:family} [[to follow|repeat {shortdate:5}]].
[[Present on admission|POA]]: yes, from {nursinghome}, [[documented|noted]] {date:-1} by {nurse2:short}.
{neg} [[Braden|BRADEN]] 14.
[[Ordered|Supplies from]] {employer}, order {order}, [[rep|contact]] {someone:short} {phone}.
{kin:given} ({word}) [[does|taught]] [[dressing changes|packing]], [[demo'd|needs help]].
[[Ostomy|Stoma]] pink, [[1 1/4|35 mm]] inch, {model} pouch [[changed|applied]] {time}.
{pt} [[tolerated|premedicated with {sig},]] [[fair|well]]. Pain 4/10.
[[Prior|Seen at]] [[wound center|clinic]] {site2} {date:-30} ({newdr:titled}).
[[Next|Reassess]] {shortdate:3} [[or prn|]]; [[questions|call]] WOCN {nurse:given} [[x|pager ]]{ext}
ABI 0.7 R, 0.9 L ({shortdate:-10}). {labs}
[[Heels|Offload]] floated, [[mattress|bed]] {model} [[asset|#]] {serial}.
""")

WOUND = Form(
    "wound-care",
    "[[Wound Care Note|WOCN Consult|Ostomy Nursing|Wound Assessment|Skin/Wound Consult|Pressure Injury Note]]",
    (
        Part(
            "[[Reason|Referral|History|]]",
            (*_WOUND[:1], _WOUND[5], _WOUND[11], "{pt:titled}, {age}, [[with|has]] {dx}. {neg}"),
            1,
            2,
            0.9,
        ),
        Part("[[Assessment|Wound|Findings]]", _WOUND[1:], 2, 5, 1.0, 0.15),
        Part(
            "[[Plan|Recommendations|Dressing]]",
            ("{todo}", "Cleanse NS, Aquacel Ag, Mepilex q3d.", *_WOUND[7:9], _WOUND[12], "{advice}"),
            1,
            3,
            0.7,
        ),
    ),
    signs=SIGNS,
    most=3,
    weight=0.7,
)


_FLOW = (
    ("[[Time|Date/Time|TIME]]", ("{time}", "{stamp}", "{shortdate} {time}", "{numdate} {time}")),
    ("[[BP|NIBP]]", ("118/64", "142/88", "97/51", "104/60 (art)")),
    ("[[HR|Pulse]]", ("72", "98", "110 AF", "64")),
    ("[[SpO2|Sat]]", ("97% RA", "94% 2L", "91% 4L NC", "100% vent")),
    (
        "[[Comment|Notes|Event]]",
        (
            "{neg}",
            "MD {dr3:family} aware",
            "{symptom}",
            "to {dept}",
            "{kin:given} at bedside",
            "",
            "turned L",
            "held per {dr:family}",
            "{sig}",
            "lab called {newdr:given}",
            "PO 120",
            "d/w {kin:titled}",
            "[[chaplain|SW]] {staff:given} in",
        ),
    ),
    (
        "[[Init|By|RN|Initials]]",
        (
            "{nurse:initials}",
            "{nurse2:initials}",
            "{nurse:initials}/{nurse2:initials}",
            "{nurse:family}",
            "{nurse:first_initial}",
            "{username}",
        ),
    ),
)

_LEGEND = rows("""
{nurse:initials} = {nurse:short}, {nursecred}; {nurse2:initials} = {nurse2:short}
[[Initials|Sig key]]: {nurse:initials} {nurse:full}   {nurse2:initials} {nurse2:full}   {staff:initials} {staff:short}
[[Monitor|Pump|Bed]] [[S/N|asset tag]] {serial}   [[verified|checked]] {nurse:initials} {shortdate}
[[Reviewed by|Cosign]] {dr3:titled} {stamp}
[[Attending|MD]]: {dr:family}   [[Allergies|ALL]]: {allergy}   [[Code|Diet]]: {diet}
[[Weight|Wt]] 71.2 kg ([[bed scale|standing]]) {shortdate:-1}: 72.0
""")


def _flowsheet(c: Cast) -> Marked:
    """Readings in rows, the nurse's initials after each."""
    lines = {"short": c.rng.randint(2, 4), "middle": c.rng.randint(4, 9), "long": c.rng.randint(8, 20)}[sized(c)]
    stamp = [c.pick(_FLOW[0][1])]
    some = [_FLOW[0], *c.rng.sample(_FLOW[1:4], c.rng.randint(1, 3)), *_FLOW[4:]]
    cells = (tuple(stamp), *(cell for _, cell in some[1:]))
    table = grid(c, tuple(name for name, _ in some), lines, cells)
    head = header(c, "[[Nursing Flowsheet|Vital Signs Flowsheet|ICU Flowsheet|I&O Record|24 Hour Flowsheet]]", (), 3)
    legend: list[Piece] = [c.some(_LEGEND, 1, 3, "\n")] if c.chance(0.7) else []
    return assembled(c, head, [table, *legend], ending(c, SIGNS) if c.chance(0.3) else None)


_MAR = (
    ("[[Medication|Drug|Order]]", ("{sig}", "{sig}", "{sig}", "{drug}", "{sig} (home med, {pharmacy} Rx {rx})")),
    ("[[Sched|Due|Time due]]", ("{time}", "{time} {time}", "PRN", "qHS", "now x1")),
    (
        "[[Given|Admin time|Charted]]",
        (
            "{time} {nurse:initials}",
            "{time} {nurse2:initials}",
            "held, {dr3:family} aware",
            "refused {time} {nurse:initials}",
            "{stamp} {username}",
            "{shortdate} {time} {nurse:first_initial}",
            "not given - NPO",
            "{time} {nurse:initials}/{nurse2:initials}",
            "{time} [[L delt|RUQ|PIV]] {nurse:family}",
        ),
    ),
    (
        "[[Prescriber|Ordered by|MD]]",
        (
            "{dr:family}",
            "{dr3:family}",
            "{dr:initials}",
            "{dr2:last_first}",
            "Dr. {dr:family} VO",
            "{pcp:family} (home)",
        ),
    ),
    ("[[Start|Ordered|Order #]]", ("{shortdate:-1}", "{numdate:-2}", "{order}", "{shortdate} {time}")),
)


def _mar(c: Cast) -> Marked:
    """The record of medicines given."""
    lines = {"short": 2, "middle": c.rng.randint(3, 6), "long": c.rng.randint(6, 14)}[sized(c)]
    some = [*_MAR[:3], *(_MAR[3:] if c.chance(0.6) else _MAR[3:4])]
    table = grid(c, tuple(name for name, _ in some), lines, tuple(cell for _, cell in some))
    title = "[[Medication Administration Record|MAR|MAR Summary|eMAR|Medication Record|PRN Administration]]"
    notes: list[Piece] = [c.some((*_LEGEND, *SHIFT[2:5]), 1, 3, "\n")] if c.chance(0.7) else []
    return assembled(c, header(c, title, (), 4), [table, *notes], ending(c, SIGNS) if c.chance(0.3) else None)


TYPES: tuple[NoteType, ...] = (
    NOTE.note_type(),
    WOUND.note_type(),
    NoteType("nursing-flowsheet", _flowsheet),
    NoteType("mar", _mar),
)
