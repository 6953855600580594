"""Notes of intensive care: the day by systems, and the handoff from one team to the next."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.hospital_course import EVENTS, NOTIFIED, PLAIN_RESULT, PLANNED
from corpus.notes.hospital_ends import ending
from corpus.notes.hospital_heads import header, titled
from corpus.notes.hospital_kit import Form, Part, assembled, sized
from corpus.notes.hospital_story import OPENING
from corpus.notes.hospital_text import PLAIN, rows
from redactor.sample.marked import Marked, Piece, join

_NEURO = rows("""
RASS -2, [[propofol|fentanyl]] 25 mcg/hr, CAM+. [[Opens eyes to|Follows commands for]] {kin:given}.
GCS [[11T|6T|15]], pupils 3 mm reactive. EEG {shortdate} ([[read|prelim]] {newdr:family}): no seizures.
Calls for "{kin2:nick}" [[at night|when awake]], [[redirectable|Seroquel 25 qHS]]. {neg}
ICP 12-18, EVD @ 10, placed {shortdate:-2} by {surgeon:family}. {drug}
CTH {shortdate} {time}: {finding}. NSGY ({newdr:titled}) [[aware|following]].
{neg}
""")

_RESP = rows("""
AC 16/400/50/8, ABG 7.36/44/82. [[Vent day|ETT day]] 4, 7.5 ETT 22 @ lip, placed {date:-4} by {newdr:family}.
[[Trach|Bronch]] {shortdate:1} [[with|by]] {surgeon:titled}, consent [[from|by]] {kin:titled}.
HFNC 40L/50%. [[SBT|PSV trial]] [[failed|passed]] {time} ([[RT|RRT]] {staff:given}).
[[BAL|Sputum]] {shortdate:-1}: {organism}. {neg}
Proned {stamp}, supine {time}. [[P/F|PF]] 112 -> 168.
CXR {date}: ETT 3 cm above carina, {finding}.
""")

_CV = rows("""
Levo 8 mcg/min, MAP > 65. TTE {shortdate} EF 35%, [[compared with|prior 50% at]] {site2:abbr} {year:-2}.
s/p PCI LAD {date:-1} ({dr2:family}), DAPT x 12 months. {neg}
[[IABP|Impella]] ([[S/N|serial]] {serial}) [[placed|day 2]], wean per {dr2:titled}.
PPM {model} interrogated {shortdate} by [[rep|device rep]] {someone:short} of {employer}: {finding}.
AF, amio load {time}; [[hold AC|heparin]] per {surgeon:family}. {labs}
Lactate 4.1 -> 2.2. [[Art line|A-line]] R radial {shortdate:-1} ({dr3:family}).
""")

_REST = rows("""
Renal: CRRT via R IJ [[placed|since]] {shortdate:-2}, UF 50/hr, [[Nephrology|renal]] ({dr4:family}). Net -1.2 L.
ID: {organism} [[in blood|sputum]] {date:-3}; {sig} [[D4/14|until {date:10}]]. [[ID|Recs]]: {newdr:titled}.
Heme: Plt 44, [[HIT panel sent|HIT Ab]] {shortdate}. 1 u PRBC ([[unit|#]] {id}) {time}.
GI: TF at goal ([[RD|nutrition]] {staff:given}). LFTs down. {diet}
Endo: insulin gtt, A1c 9.1 ({month:-60}, {pcpsite:alias}).
Skin: [[sacral DTI|stage 2 coccyx]], WOCN {nurse2:given} [[saw|following]] {shortdate}.
Lines: R IJ TLC {shortdate:-3}, L rad A-line {shortdate:-1}, Foley {shortdate:-4}.
[[Proph|PPX]]: SQH, PPI, HOB 30. Code: [[full|DNR, MOLST {date:-30} w/ {pcp:family}]].
[[Contact|Family]]: {word} {kin:short} {kinphone}, [[updated|visited]] {time}; {word2} {kin2:given} [[flying in \
from|driving from]] {town}.
[[Dispo|DISPO]]: ICU. [[LTACH|SNF]] referral {nursinghome} ([[liaison|contact]] {staff:short}, {phone}).
{neg} {neg}
[[Social|SW]]: {staff:given} [[reached|found]] {kin3:given} in {town} [[via|through]] {agency}.
""")

ICU = Form(
    "icu-systems",
    "[[ICU Progress Note|MICU Daily Note|SICU Progress Note|CVICU Note|Critical Care Daily Progress|Neuro ICU Rounds|"
    "ICU Attending Note|{dept} Daily Note]]",
    (
        Part("[[ID|One-liner|Summary|HPI]]", OPENING, 1, 1, 0.8, 0.2),
        Part("[[24h events|Interval|Overnight]]", EVENTS, 1, 3, 0.8),
        Part("[[Neuro|NEURO|N]]", _NEURO, 1, 2, 0.9),
        Part("[[Resp|Pulm|PULM|R]]", _RESP, 1, 2, 0.9),
        Part("[[CV|Cardiovascular|CARDS]]", _CV, 1, 2, 0.9),
        Part("[[Other systems|GI/GU/ID/Heme|Remaining|Systems]]", _REST, 2, 6, 0.95, 0.2, "lines"),
        Part("[[Data|Labs|Micro]]", PLAIN_RESULT, 1, 2, 0.5, shape="lines"),
        Part("[[Plan|To do|Goals today]]", PLANNED, 1, 4, 0.6, 0.2, "list"),
        Part("[[Family|Communication]]", NOTIFIED, 1, 2, 0.5),
        Part(
            "[[Critical care time|Time|CCT]]",
            (
                "35 min, exclusive of procedures.",
                "[[CCT|Critical care]] 45 minutes, {dr:family}.",
                "Total 60 min [[with|incl.]] family [[({kin:given})|]].",
            ),
            1,
            1,
            0.5,
            0.0,
        ),
    ),
    most=4,
    weight=1.5,
)

_SEVERITY = rows("""
[[Illness severity|I|Severity]]: [[Watcher|Stable|Unstable]]
I - [[watcher|sick|stable]] ({pt:family})
[[WATCHER|STABLE|UNSTABLE]]: {pt:last_first}, {agesex}, [[rm|bed]] {room}
[[I|Illness]]: [[stable|watch closely]], [[full code|DNR]] ([[confirmed|signed]] {date:-1}, {kin:given})
""")
_SUMMARY = rows("""
[[P|Patient summary]]: {agesex} {dx}, {dx}, [[admitted|adm]] {date:-2} [[from|via]] {site2:alias}. {neg}
P - {pt:titled} {ageold} {sex}, {dx}. [[OR|Cath|IR]] {shortdate:-1} ({surgeon:family}). {course}
[[Patient summary|P]]: {pt:nick} ([[goes by|prefers]] {pt:nick}), {age}, {dx} s/p {proc} {shortdate:-3}, \
[[primary|attg]] {dr:family}, PCP {pcp:family}.
[[P|Summary]]: {pt:initials}, {agesex}, {dxs}. {symptom} [[overnight|{time}]].
{agesex} from {city} w {dx}; {word} {kin:given} [[difficult|very involved|calls q shift]] ({kinphone})
""")
_ACTIONS = rows("""
[[A|Action list]]: [[f/u|check]] {test} [[@|at]] {time}, [[call|page]] {dr2:family} ({pager}) [[if|with]] {finding}
[ ] {test} {time}  [ ] {drug} level {time}, [[lab|RN]] {nurse:given} aware
A - [[call|update]] {kin:given} [[after|re]] {test}; recheck [[K|Hgb]] {time}
[[To do|A]]: 1) {todo} 2) {test} {time} 3) [[tuck in|talk to]] {nurse:given}
A: NTD. {neg}
[[Action|A]]: consent {kin2:short} for {proc} [[by|before]] {time12}
""")
_SITUATION = rows("""
[[S|Situation awareness]]: if {symptom}, {sig}. [[Seen before|Last time]] {shortdate:-2}, [[responded|no response]].
S - [[d/w|spoke to]] {dr4:titled}: no {drug} [[til|until]] {shortdate:1}. {neg}
[[If/then|Contingency]]: K > 5.5 -> shift, call [[renal|HD RN]] ({newdr:given}, {pager}).
S: [[ex-spouse|estranged son]] {someone:given} NOT to get information (password "{kin:nick}").
[[S|Contingencies]]: [[goes into RVR|desats]] w/ turning. [[RT|NP]] {staff:given} knows {him}.
""")
_SYNTHESIS = rows("""
[[S|Synthesis]]: [[read back|received]] by {dr3:family} {time}
Synthesis by receiver - {dr3:given}/{dr2:given}, {shortdate} {time}
[[Handed off|Given]] {dr3:family} -> {newdr:family} {time}
[[Receiver|Accepted]]: {dr4:initials}  [[Giver|Given]]: {dr:initials}  {stamp}
""")


def _one(c: Cast) -> Marked:
    """A patient of the list as I-PASS has it; letters are left out now and then."""
    parts: list[Piece] = [c.any(*_SUMMARY)]
    if c.chance(0.8):
        parts.insert(0, c.any(*_SEVERITY))
    for told, odds in ((_ACTIONS, 0.9), (_SITUATION, 0.7), (_SYNTHESIS, 0.6)):
        if c.chance(odds):
            parts.append(c.any(*told))
    return join(*parts, sep=c.pick(("\n", "\n", " ")))


_OTHERS = rows("""
{room} {someone:family} {kinage}[[F|M]] {dx} - [[stable|NTD]], {newdr:family}
[[bed|rm]] {bed}: {someone:short}, {dx}, [[f/u|check]] {test}
{someone:last_first} [[to|going to]] {dept} {shortdate:1}, [[report|s/o]] {newdr:given}
{someone:initials} ({room}) - {dx}, {todo}
{bed} | {someone:last_first} | {dx} | {newdr:family} | [[full|DNR]]
{room}  {someone:family_upper}  {dx}  [[PCP|attg]] {newdr:family}  d/c {shortdate:1} to {nursinghome}
[[New|Incoming]]: {someone:titled}, {ageold}, from {newsite}, {dx}, ETA {time}
""")


def _handoff(c: Cast) -> Marked:
    """A handoff of one patient, or a list of several."""
    title = (
        "[[I-PASS|IPASS Handoff|ICU Handoff|Sign-out|Night signout|Transfer of care|Cross-cover list|Shift handoff]]"
    )
    if c.chance(0.5):
        return assembled(c, header(c, title, (), 3), [_one(c)], ending(c) if c.chance(0.5) else None)
    many = c.rng.randint(2, 5) if sized(c) != "short" else 1
    lines: list[Piece] = [c.any(*_OTHERS) for _ in range(many)]
    lines.insert(c.rng.randint(0, len(lines)), _one(c))
    if c.chance(0.5):
        lines.append(c.any(*PLAIN))
    top = c.any(
        "{dept} {fulldate} [[nights|days]]",
        "{shortdate} {dr:family}->{dr3:family}",
        "[[List|Team]] B {stamp} {username}",
    )
    return assembled(c, join(titled(c, title), "\n", top), lines, ending(c) if c.chance(0.3) else None)


TYPES: tuple[NoteType, ...] = (ICU.note_type(), NoteType("icu-handoff", _handoff))
