"""Words that look like names and are none, bare and by the dozen, and texts in which the same words are names."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.brief_facts import BEDSIDE, CLERKS, SCIENCE
from corpus.notes.compose import templates
from corpus.notes.haste import hurried, raised
from corpus.notes.mended_kit import Pool, laid_out
from redactor.sample.marked import Marked, join

ANATOMY = templates(r"""
ampulla of Vater
sphincter of Oddi
Hesselbach triangle
Calot's triangle, critical view
Gerota's fascia
space of Retzius
Batson plexus
circle of Willis
Sylvian fissure
Broca, Wernicke intact
aqueduct of Sylvius
foramen of Luschka
Meckel's cave
Guyon canal
Dorello
Lister's tubercle
Gerdy's
ligament of Treitz, 20 cm distal
Denonvilliers
Cloquet node
Waldeyer ring
Kiesselbach's plexus
crista of Scarpa
Tenon's
Schlemm
Bowman's layer
Descemet folds
Zinn
Henle loop
Peyer patches
Langer lines
Purkinje
His bundle 48 ms
Koch triangle
Chiari network
Eustachian valve
Bachmann
Hoffa
Kager fat
Chopart jt
Shenton line broken
Hilgenreiner, Perkin
Blumensaat
Bohler angle 12
Wormian
Adamkiewicz
Winslow
Riolan arc
wall of Hartmann pouch
Skene, Bartholin wnl
""")

LABELS = templates(r"""
Question {num:1-9}
Stage [[I|II|IIIA|IIIB|IV]]
Type [[1|2|II|A]]
Grade {num:1-4}
Room Air
Visit {num:1-6}
Part [[A|B|C]]
Bay {num:1-8}
Section {num:1-9}
Figure {num:1-6}
Cycle {num:1-8} Day {num:1-21}
Dose {num:1-3}
Group [[A|B]]
Page {num:1-4} of {num:5-9}
Level {num:2-5}
Zone [[I|II|III]]
Class [[II|III]]
Lead [[II|aVF]]
Segment [[IVa|VI|VIII]]
Item {num:1-21}
Chapter {num:2-40}
Unit {num:1-3}
Lot: n/a
Tube {num:1-4}
Slide {num:1-9}
Block [[A1|B3]]
Phase [[1|2b]]
Step {num:1-5}
Port {num:1-3}
Med List
Review Of Systems
Plan Of Care
Chief Complaint
Lab Results
Skin Warm And Dry
Sharp Dull
Fall Risk
Pain Goal {num:0-4}
Total Score {num:2-60}
Heart Rate {num:50-130}
Blood Sugar {num:60-400}
Peak Flow {num:15-55}0
Air Entry
Last Meal
Blood Loss {num:5-90} mL
Cold Ischemia {num:20-90} min
Mental Status
Gross Description
Final Diagnosis
Code Blue
Level Of Care
Home Health
Advance Directive
Active Hospital Problems
Resident Physician
Charge Nurse
Night Float
Attending Of Record
Team {num:1-6}
""")

FRACTIONS = templates(r"""
{num:0-5}/5
{num:0-5}/5 R, {num:0-5}/5 L
{num:1-12}/{num:1-30}
{num:80-190}/{num:40-110}
{num:1-10}/10
L{num:1-4}/{num:2-5}
C{num:3-6}-{num:4-7}
T{num:1-12}
20/{num:20-80}
{num:1-12}:1
1:{num:2-64}0
{num:1-6}+{num:1-6}
{num:1-7}/7
{num:1-6}/52
{num:1-12}/12
{num:24-41}+{num:0-6}
{num:1-9}.{num:10-99}
Fr {num:8-24}
{num:1-3}/{num:4-6} SEM
G{num:1-6}P{num:0-4}
{num:1-4}-0 PDS
{num:14-24}g x2
{num:5-9}.{num:0-9}/{num:20-40}
Apgar {num:4-9}/{num:8-9}
{num:2-15}/{num:15-30} MMSE
dose {num:1-3}/3
{num:60-99}%/{num:2-6}L
({num:10-25}-{num:26-60})
x{num:2-8}
#{num:1-9}
q{num:2-12}h
I-II/VI
2-3/wk
5-0-0-5
0/4
4/4 STEP
+1/-1
AxO {num:1-4}/4
{num:3-8}/{num:3-8} mm
9-5 pm?
M-F
24/7
1st/2nd MTP
2-hole
V1-V{num:2-6}
""")

BARE = templates(r"""
{twin:person}
{twin:person}
{twin:person}
{twin:town}
{twin:town}
{twin:site}
{brand}
{brand:caps}
{epo:sign}
{epo:operation}
{epo:tool}
{epo:fluid}
{bug}
{gene}
{model}
{stagename}
""")

_POOLS: tuple[Pool, ...] = (ANATOMY, LABELS, FRACTIONS, BARE, BARE, SCIENCE, BEDSIDE, CLERKS)

# One word in both its senses, the clinical one first or last; the field of the sense follows that of the phrase.
PEOPLE = templates(r"""
{twin:person} - Dr. {twindr}
{twin:person}\n{twindr} paged {time}
{twin:person}, per {twindr:initial}
Pt: {twinpt}. {twinmore:person}.
{twin:person}; {twinpt:upper} in {bed}
[{twinmore:person}] // {twinpt}, {agesex}
{twin:person} | {twindr}/{ini}
{twinman:initial} (spouse) asks: "{twinmore:person}?"
{twinmore:person}. Mrs {twinman} declined.
c/o {symptom}. {twinmore:person}. {twindr} to see
{twin:person}? Ask {twindr}, not me
Surg: {twindr:upper}   Proc: {proc}   {twinmore:person}
{time} {twinmore:person}  {time} {twindr} at bedside
{twin:person}\n\n{twindr:initial}, {cred2}
attn {twindr:lower}: {twinmore:person}
{twinpt}, {age}: {twinmore:person}, {twinmore:person}
sitter {twinman}. {twinmore:person} since {shortdate}
{twindr} ({dept}) - {twinmore:person}
Sig: {twindr:initial} {shortdate}. {twinmore:person}
Mr {twinpt} - {dx}, {twinmore:person}
dw {twindr} & {dr2:family}; {twinmore:person}
{twindr:upper}, {dr3:family_upper}: {brand}; {twinmore:person}
{twin:person}, saw {twindr} {monthonly}
son {twinman}, RN, worried. {twinmore:person}
""")

TOWNS = templates(r"""
{twin:town}; lives {twintown}
From {twintown}. {twinmore:town}
{twintown}, {stateab}. {twinmore:town}
{twin:town} vs flew in from {twintown} {shortdate:-2}
tx {twintown} -> {town}; {twinmore:town}
{twin:town}\n{twintown:upper} {zip}
b. {twintown}, {job}; {twinmore:town}
{agesex}, {twintown}, {twinmore:town}
{twinmore:town}. Daughter in {twintown} {kinphone}
moved to {twintown} {month:-9}. {twinmore:town}
{twinmore:town} (pt drove {twintown}-{town})
{twin:town}? not seen since {twintown} clinic closed
EMS {twintown} run {id}: {twinmore:town}
""")

SITES = templates(r"""
{twin:site}. Seen @ {twinsite} {shortdate:-20}
tx from {twinsite}: {twinmore:site}
{twinsite} records req {numdate}; {twinmore:site}
{twin:site} - 2nd opinion at {twinsite}
{twinsite} {dr2:family}, {twinmore:site}
{twinmore:site}. Bx at {twinsite}
w/u {twinsite} {year:-2} neg. {twinmore:site}
{twinsite:upper} ED {time}, {twinmore:site}
{twinmore:site}; accepts {twinsite}, bed {bed}
prior {twinsite} pt ({newdr:family}); {twinmore:site}
""")

_SENSES: tuple[Pool, ...] = (PEOPLE, PEOPLE, PEOPLE, TOWNS, SITES)


def _list(c: Cast) -> Marked:
    """One sort of bare words as a list, a row or a run."""
    pool = c.pick(_POOLS)
    said = [c.say(t) for t in c.rng.choices(pool, k=c.rng.randint(1, 24))]
    note = laid_out(c, said) if c.chance(0.6) else join(*said, sep=c.pick((", ", "\n", "\n", " | ", "\t", "  ")))
    return raised(note) if c.chance(0.08) else hurried(c, note) if c.chance(0.1) else note


def _sheet(c: Cast) -> Marked:
    """Headings, numbers and bare words of a form nobody filled in with a name: long."""
    lines: list[Marked] = []
    for _ in range(c.rng.randint(4, 14)):
        head = c.say(c.pick(LABELS)) if c.chance(0.7) else c.say("{heading}")
        pool = c.pick(_POOLS)
        said = [c.say(c.pick(pool)) for _ in range(c.rng.randint(0, 7))]
        below = join(*said, sep=c.pick((", ", "\n", "; ", "  ")))
        lines.append(join(head, c.pick((": ", "\n", " - ", "\n")), below) if said else head)
    return join(*lines, sep=c.pick(("\n", "\n\n", "\n")))


def _twins(c: Cast) -> Marked:
    """Lines with a word in both senses, one or many, and bare words between."""
    lines: list[Marked] = []
    for _ in range(c.pick((1, 1, 2, 4, 9, 16))):
        lines.append(c.any(*c.pick(_SENSES)))
        lines += [c.any(*c.pick(_POOLS)) for _ in range(c.pick((0, 0, 1, 2)))]
    return laid_out(c, lines) if c.chance(0.4) else join(*lines, sep="\n")


def _roster(c: Cast) -> Marked:
    """Who is on, under whom, and what for, where names and clinical words share the columns."""
    sep = c.pick((" | ", "\t", "  ", ", ", " - "))
    rows = templates(r"""
{bed}~{twinpt:upper}~{twinmore:person}~{ini}
{twinman:initial}~{brand}~{twinmore:person}~{agesex}
{twindr}~{proc}~{time}~{twinmore:person}
{eponym}~{twin:person}~{brand}~{num:1-5}/5
{someone:family}~{twin:town}~{age}~{signed:one}
{twintown}~{twinmore:town}~{phone}~{twinsite}
{stagename}~{gene}~{twin:site}~{bug}
{model}~{twin:person}~{test}~{num:1-12}/{num:1-28}
{twinsite}~{twinmore:site}~{shortdate}~{twindr:initial}
{dx}~{twin:person}~Room Air~Type {num:1-3}
""")
    return join(*(c.say(c.pick(rows).replace("~", sep)) for _ in range(c.rng.randint(3, 22))), sep="\n")


TYPES: tuple[NoteType, ...] = (
    NoteType("brief-bare-list", _list),
    NoteType("brief-bare-sheet", _sheet),
    NoteType("brief-twins", _twins),
    NoteType("brief-twin-rows", _roster),
)
