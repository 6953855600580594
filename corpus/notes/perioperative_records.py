"""Records kept minute by minute around an operation: anaesthesia, recovery, the blood bank."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.hospital_ends import ending
from corpus.notes.hospital_heads import header
from corpus.notes.hospital_kit import Form, Part, assembled, headed, sized
from corpus.notes.hospital_text import grid, mixed, rows
from corpus.notes.nursing import SHIFT, SIGNS
from redactor.sample.marked import Marked, Piece, join

_EVENTS = rows("""
{time} [[In room|Patient in OR {room}|Anesthesia start]]
{time} [[Monitors on|Preox]], [[ID|band]] verified {pt:last_first}
{time} Induction: propofol 150, fent 100, roc 50
{time} ETT 7.5, grade 1 view, MAC 3, {dr3:family} [[x1|second attempt by {dr4:family}]]
{time} [[Incision|Cut]] - {surgeon:family}
{time} [[Relief|Break]]: {newdr:short} CRNA for {staff:given}
{time} [[Attending|Staff]] {dr4:titled} [[present|in room]] [[for induction|for emergence]]
{time} [[Ancef|Cefazolin]] 2 g; redose {time}
{time} A-line L radial {dr3:initials}
{time} Phenylephrine 100 mcg. {vitals}
{time} [[1 u PRBC|FFP]] [[unit|#]] {id} checked {nurse:initials}/{staff:initials}
{time} [[ABG|TEG]]: {labs}
{time} Emergence, sugammadex 200, extubated
{time} [[To PACU|To ICU bed {bed}]], report to {nurse2:given} RN
{time} [[Handoff|Care transferred]] {dr4:family} -> {newdr:family}
{time} Block: [[ISB|TAP]] {dr4:initials}, 20 mL ropi 0.5%, [[machine|US]] {serial}
{time} surgeon {surgeon:titled} notified of {symptom}
""")

_SIDE = rows("""
[[Anesthesiologist|Anes attending]]: {dr4:titled_full}   [[CRNA|Resident]]: {staff:short}
[[Procedure|Op]]: {proc}   [[Surgeon|Surg]]: {surgeon:family}
ASA 3E, GA. [[Airway|Mallampati]] II. [[Teeth|Dentures]] [[out, given to {kin:given}|intact]].
[[Machine|Monitor]] {model} [[SN|S/N]] {serial} checked {time} {staff:initials}
{pt:titled}, {ageold}, 82 kg, {dx}. [[Last ate|NPO]] {time} {shortdate:-1}.
[[Totals|I/O]]: LR 1800, EBL 150, UOP 320. {neg}
[[Post-op visit|POD1]] {date:1}: [[no complaints|sore throat]], {dr4:initials}
[[Consent|Risks]] [[d/w|discussed with]] {pt:given} and {kin:titled} {time}. {neg}
[[Narcotic waste|Waste]] fentanyl 50 mcg {staff:initials}/{nurse:initials} {time}
""")


def _anaesthesia(c: Cast) -> Marked:
    """Events by the minute, in order or not."""
    count = {"short": (3, 5), "middle": (5, 9), "long": (8, 15)}[sized(c)]
    chosen = sorted(c.rng.sample(range(len(_EVENTS)), c.rng.randint(*count)))
    events = join(*(c.say(_EVENTS[i]) for i in chosen), sep=c.pick(("\n", "\n", "; ")))
    parts: list[Piece] = [headed(c, "[[Events|Timeline|Record]]", events)]
    if c.chance(0.85):
        parts.insert(c.rng.randint(0, 1), headed(c, "[[Summary|Details|]]", c.some(_SIDE, 1, 5, c.pick(("\n", " ")))))
    title = "[[Anesthesia Record|Anesthesia Note|Intraoperative Record|Anesthesia Summary|OR Record]]"
    return assembled(c, header(c, title, (), 3), parts, ending(c) if c.chance(0.5) else None)


_RECOVERY = rows("""
[[Arrived|Received]] from OR {room} at {time} with {staff:short} CRNA and {dr3:family}. {vitals}
[[Report|Handoff]] from {dr4:titled}: {proc}, EBL 50, {sig} [[at|given]] {time}.
Aldrete [[7|8]] -> 10 at {time}. Pain 6/10, {sig} {time}.
{kin:given} ({word}) [[to bedside|brought back]] {time}; [[prefers|asks staff to call {him}]] {pt:nick}.
[[Nausea|Shivering]] {time}, [[anesthesia|MDA]] {newdr:family} called, {sig}.
[[Surgeon|Dr]] {surgeon:family} [[in to see pt|spoke with {kin:titled}]] {time}.
[[Discharge|Phase II]] {time} [[home with|escort]] {kin2:short}, [[phone|tel]] {kinphone}; instructions \
[[given|signed]] {kin2:initials}.
[[To floor|Transfer]] {dept} {room}, report to {nurse2:given} {time}, [[via|with]] {staff:given}.
Dressing CDI, JP 30 mL. [[Block|Spinal]] T10. {neg}
[[Held for bed|Boarding]] until {time}, [[charge|sup]] {nurse2:family} aware.
Call-back {date:1} {phone}: [[doing well|no answer, LM with {kin:given}]], {nurse:initials}
[[Glasses|Hearing aids|Dentures]] [[returned|found, labeled {pt:family}]] {time}.
[[Jehovah's Witness|Interpreter]] [[card|]] - {staff:short}. {neg}
""")

PACU = Form(
    "pacu",
    (
        "[[PACU Note|Recovery Room Record|Post-Anesthesia Care Note|PACU Nursing Note|Phase II Discharge|Post "
        "Anesthesia Evaluation]]"
    ),
    (
        Part("[[Recovery|Course|Notes|]]", _RECOVERY, 2, 7, 1.0, 0.15),
        Part("[[Assessment|Vitals]]", ("{vitals}", "{exam}", "{neg}", "{vitals} at {time}"), 1, 2, 0.5),
        Part("[[Nursing|Interventions]]", SHIFT[:12], 1, 2, 0.4),
    ),
    signs=SIGNS,
    most=3,
)

_BANK = rows("""
[[Type and screen|T&S]] [[collected|drawn]] {stamp} by {nurse:initials}, [[armband|BB band]] {id}. A POS, Ab screen neg.
[[Antibody|Alloantibody]]: anti-K, anti-E [[identified|per]] {labsite} {date:-30}; [[card|wallet card]] issued to \
{pt:titled}.
[[Unit|DIN]] {id} PRBC issued {time} to {nurse2:short}, [[returned|started]] {time}.
[[Crossmatch|XM]] compatible x2, expires {numdate:3}. [[Tech|MT]] {author:initials}
[[Reaction|Suspected transfusion reaction]] {date} {time}: temp 37.1 -> 38.6, [[rigors|hives]]; {dr:titled} \
notified. DAT neg.
[[Pathologist|Transfusion medicine]] {dr2:titled_full} [[reviewed|interprets]]: febrile nonhemolytic.
[[History|Prior]]: transfused {year:-2} {site2}, [[under|as]] {pt:maiden}; [[sample|ABO]] confirmed {shortdate}.
[[MTP|Massive transfusion]] activated {time} by {newdr:family}, [[runner|tech]] {staff:given}, deactivated {time}. \
8:8:2.
[[Mislabelled|WBIT]]: tube labelled {someone:last_first}, [[recollect|rejected]] {time} {author:given}.
[[Donor|Directed donor]] {kin:full} ({kin:poss} [[unit|donation]] {id}), [[collected|drawn]] {date:-4} at {labsite}.
[[Consent|Transfusion consent]] {shortdate} signed {pt:initials}, [[witness|by]] {nurse:family}.
Rh immune globulin 300 mcg [[lot|#]] {id} [[given|issued]] {time} ({gest}). {neg}
Hgb 6.4 -> 8.1. {labs}
[[Supplier|Shipment]] {lab} [[PO|order]] {order}, [[driver|courier]] {someone:first_initial} {time}
""")


def _blood(c: Cast) -> Marked:
    """Page of the blood bank, with or without a list of units."""
    least, most = {"short": (1, 3), "middle": (3, 6), "long": (5, 9)}[sized(c)]
    parts: list[Piece] = [join(*mixed(c, _BANK, least, most, 0.12), sep=c.pick(("\n", "\n", " ")))]
    if c.chance(0.5):
        table = grid(
            c,
            ("[[Unit|DIN|Unit #]]", "[[Product|Comp]]", "[[Issued|Start]]", "[[By|Issued to|Verified]]"),
            c.rng.randint(2, 6),
            (
                ("{id}",),
                ("PRBC", "FFP A", "Plt", "Cryo 10u", "RBC LR IRR"),
                ("{time}", "{shortdate} {time}", "{stamp}"),
                (
                    "{nurse:initials}/{nurse2:initials}",
                    "{nurse:family}",
                    "{author:initials}",
                    "{nurse2:last_first}",
                    "{username}",
                ),
            ),
        )
        parts.insert(c.rng.randint(0, 1), table)
    title = "[[Blood Bank Report|Transfusion Record|Transfusion Reaction Workup|Transfusion Service|Blood Bank Log]]"
    return assembled(c, header(c, title, (), 4), parts, ending(c) if c.chance(0.5) else None)


TYPES: tuple[NoteType, ...] = (
    NoteType("anaesthesia", _anaesthesia),
    PACU.note_type(),
    NoteType("blood-bank", _blood, 0.7),
)
