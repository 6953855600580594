"""Messages in which a word is somebody here and a plain word there, and messages that name nobody."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.talk_kit import some, thumbed
from redactor.sample.marked import Marked, join

GIVEN = templates(r"""
{mw:given}. {mwname:given} [[agrees|says hi|is on it|has the list]]
[[tell|ask|text|ping]] {mwname:given+} - {mwsame:given}
[[is|was]] {mwname:given+} [[back|in today|on nights|still here]]? also {mwsame:given}
{mwdr:given+} says {mwsame:given}
pls let {mwpt:given+} know: {mwsame:given}
{mw:given}... and no, not our {mwname:given} lol
{mwname:given.lower} [[can|could]] you cover til 3? {mwsame:given}, {mwsame:given}
that's {mwname:given} the [[tech|sitter|float]], not "{mwsame:given}"
{mwpt:given+}'s [[mom|wife|ride|son]] called. {mwsame:given}
{mwsame:given} -{mwname:given}
thx {mwname:given+.lower}! {mwsame:given}
ty {mwname:given+}, {mwsame:given}
cc {mwname:given+} {chum}
{mwname:given+.lower} n {chumdr} r swapping {looseday}
can {mwpt:given+.lower} [[come in|be seen|go home]] {looseday}? {mwsame:given}
gave {mwpt:given+.lower} the tylenol at 6, {mwsame:given}
re {mwpt:given+}: {mwsame:given}
{mwpt:given+} {mwpt:family+} in {bed}: {mwsame:given}, {mwsame:family}
is it {mwname:given+.lower} or {mwname:given+.lower} on call
note says "{mwsame:given}" but {mwdr:given+} never saw her
FYI {mwpt:given+.upper} IN {room} IS NPO. {mwsame:given}
{mwname:given+} wants off {looseday}, {mwname:given+} said ok
happy bday {mwname:given+}!! 🎂 {mwsame:given}
{mwname:given+}?? [[u there|you up|lunch|where r u]]
no {mwname:given+} today, {mwsame:given}
the new grad is {mwname:given+.lower}, be nice. {mwsame:given}
[[love|luv|xo|xx|best|cheers]], {mwname:given+}
auto-correct: i meant {mwname:given+.lower}, {mwsame:given}
""")
FAMILY = templates(r"""
[[mr|mrs|ms|Mr.|Mrs.|Ms.]] {mwpt:family+} [[fell|left ama|wants to go|is asking]], {mwsame:family}
{mwpt:family+.lower} in {bed}: {mwsame:family}
{mwpt:family+.upper}/{room} {symptom} CALL {looseline}
{mwdr:family+} [[rounding|scrubbed|ok w/ that|paged x2]]. {mwsame:family}
dr {mwdr:family+.lower} said [[hold|give|wait]]. {mwsame:family}
Dr. {mwdr:family+} -> {mwsame:family}
the {mwname:family+} family is here, {mwsame:family}
{mwpt:family+}, {mwpt:given+} ({age}) - {mwsame:family}
{mwsame:family} and Mrs {mwpt:family} wants a word
[[who|what team]] has {mwpt:family+.lower}? {mwsame:family}
{mwpt:family+} K 2.8. {mwsame:family}
swap {mwpt:family+} and {mwpt:family+}, {mwsame:family}
{mwsame:family} - thx, {bye:nurse} / {mwdr:family}
""")
PLACES = templates(r"""
{mw:site}. bed at {mwplace:site} tho
[[over at|sent to|back from|down at]] {mwplace:site+}. {mwsame:site}
the {mwplace:site+} records came by fax, {mwsame:site}
{mwplace:site+.lower} has a bed, {mwsame:site}
they moved him from {mwplace:site+} to {shorty}, {mwsame:site}
{mwsame:site} ...heard it at {mwplace:site} first
""")
CLEAN = templates(r"""
{mw:given}
{mw:given}, {mw:given}
{mw:family}
{mw:family}; {mw:given}
{mw:site}
ok / {mw:family}
k. {mw:given}. {mw:family}
{mw:given} pls
fyi: {mw:given}
[[lol|lmao|omg|tbh|idk|smh|ugh|nvm|brb|fwiw]] {mw:family}
q: {mw:given}?
{mw:family} [[asap|today|stat|thx]]
*{mw:given}*
L/M x2, will try again
TX changed, pt aware
LVM to c/b
lol ok ty
brb, code brown
sx x3 d, no tx yet
WNL. NAD. NKDA. OK.
hx of DM, HTN, HLD. rx sent. dx unclear
norco, percs, dilly at hs
mag 2g, k rider x2, bicarb amp
BMP mag phos AM
vanc/zosyn -> cefepime/flagyl
levo up to 8, prop off
dilaudid 0.5 prn, toradol 15 x1
pred taper, z-pak, tussi
"little blue pill", the pink one, water pill
can't find the dyna, the zoll is in 3
1:1 sitter, q15 checks
sats 88 ra -> 94 on 2L
pt req pain meds, MD notified, NNO
OT signed off. PT to eval. ST following. RT at bs
CM working on SNF auth. SW aware. RD consult in
RN to RN given
eod pls
oof, mondays
lunch is in the breakroom, first come
badge reader on the med room is dead
pyxis discrepancy, 1 ativan, recount
who left the crash cart open
huddle moved to the north nook
tele box 14 battery low
glucometer QC due
printer jam again, third time
FYI survey rumor, tidy halls
snacks = pizza, zero veg
the big scale drifts 2 kg
stat trop, ekg, cxr
pt states "I'm fine", tachy 118
no s/s of infx
incont x2, cdi drsg
d5half at 75
d/c tele, d/c foley, d/c drama
+BM x1, finally
2 RN verify done
NS bolus in, bp 104/60
peds dose 15 mg/kg, max 1 g
LWBS x4, wait 3h
6 boarders, 2 holds, 11 in WR
cath lab activated / cancelled
ED full, yellow status
census 24, 3 pending dc, 2 adm
PO intake poor, magic cup tid
Subject: FW: RE: parking
RE: FW: FW: staff lot, pls read
PAGE [[held|expired|failed]], re-send pls
PAGE ALL: lift out of order
L/M x3, no c/b yet
tx, lvm for pt, pt. to c/b
ps the fax is jammed
PS: bring the form
called ×3, ×2 more after lunch, no answer
FMLA, STD and LTD forms are in bin 2
SNF vs HH vs IRF, CM to decide
4 boarders, 1 hold, 7 waiting
strength 5/5 all ext, DTR 2/4
teams 5/5 signed out
ophtho, ortho, pulm, neph, rheum, onc all consulted
ophtho pls, not optom
Norco #20, percocet none, soma no
peace and quiet pls
peace out, shift done
thx pls ty np yw
pls tx asap, hx per chart
EMS, EVS, HUC, PCT, CNA, LPN: huddle at 7
HIPAA, EMTALA, COBRA modules due
HUC at desk, PCT on break
NNO, NTE, TORB, VORB
APP, PA, NP and MD all paged
d/w pharm, d/w SW, d/w fam
c/o sob, c/w copd, w/o fever, s/p fall
OOO, WFH, PTO, EOD, COB
DM me, IM me, LMK, TTYL
MIA since lunch lol
grand total 12, all clear
sister unit is short, mother baby is full
st depression v4-6, st elevation none
dr to rn: hold. rn to dr: held
kit is expired, lo and behold
metro bus pass given
manor of speaking, sorry, manner
O2 tank low in the hall
scd's on, heels up
pain 8 -> 4 after tylenol
""")
IDIOMS = templates(r"""
Will Call tickets for the gala are at HR. Mark your calendar.
Chuck pads low on 4. Rob a box from the other side.
Jack up the bed before you transfer, then pat the skin dry.
Drew the rainbow at 6. Rose top, green top, gold top.
Bill primary first. Then the secondary.
Sue the vendor? Let legal think.
Frank blood in the tube. Rich in clot.
Grant access to the shared drive, see policy.
Price Check on the new pumps. Long waits, Short lists.
May contain nuts. May cause drowsiness. May repeat x1.
Faith in the process. Hope for a bed. Joy of nights.
Dawn phenomenon? Check a 3 am sugar.
Chip in for the card by noon. Skip the envelope, use the box.
Penny for your thoughts on the new template.
Drew a blank on the code. Ask at the desk.
Pat yourselves on the back, zero falls.
Nick on the left shin. Neosporin and a bandage.
Rob no one of sleep: cluster the cares.
Jack in the wall is dead. Use the next bay.
Rich text only. Plain text breaks the form.
Dash of salt is fine. Skip the gravy.
Hunter green scrubs for float staff from now on.
Reading glasses at the desk, one pair, brown case.
Ace wrap, not tape. Norm for this unit.
Sunny spot in the atrium is open to patients.
Baker on site at noon. King cake in the lounge.
Young stock pot plants need water.
Ward clerk needed. Day or night.
Rose early, slept late. Best so far.
Foster parents may visit. Child life is here.
Iris photo in the chart. Violet light off.
Major changes to the form. Case numbers stay.
Trip hazard by the lift. Cliff edge in the ramp.
Lance, pack, culture. Key card at the desk.
Frost on the ramp. Snow plan at 5.
Chase the urine. Mark it when done.
Star the message so you can find it.
Cliff notes: stop, drop, flush, wash.
Page timed out. Close the tab and Case re-opens.
Pierce the bag after the drip chamber is down.
Pearl of the day: treat the patient, not the number.
Bays 4 and 5 are closed for paint. Fresh as a daisy after.
Violet zone = chemo waste. Amber = sharps. Olive = linen.
Miles to go. Max 2 visitors. Van leaves at 4.
""")


def _mixed(*pools: Sequence[str], most: int = 7) -> Callable[[Cast], Marked]:
    """Lines of several pools, with senders before them, in one of the ways of a chat."""

    def write(c: Cast) -> Marked:
        head = c.pick(("", "", "", "{chat:nurse}: ", "{hm} ", "[{time}] ", "- ", "{bye:nurse2}: ", "• ", "> "))
        lines = []
        for _ in range(c.rng.randint(2, most)):
            said = thumbed(c, c.say(c.pick(c.pick(pools))))
            lines.append(join(c.say(head), said) if head and c.chance(0.8) else said)
        return join(*lines, sep=c.pick(("\n", "\n", "\n\n", " // ", "  ")))

    return write


def _clean(c: Cast) -> Marked:
    sep = c.pick(("\n", "\n", " / ", "\n\n", "; "))
    way = some(c, c.pick((CLEAN, CLEAN, (*CLEAN, *IDIOMS), IDIOMS)), 3, 12, sep)
    return thumbed(c, way) if c.chance(0.5) else way


TYPES: tuple[NoteType, ...] = (
    NoteType("sent-words-given", _mixed(GIVEN, GIVEN, CLEAN), 1.6),
    NoteType("sent-words-family", _mixed(FAMILY, FAMILY, CLEAN), 1.2),
    NoteType("sent-words-mixed", _mixed(GIVEN, FAMILY, PLACES, CLEAN, IDIOMS, most=12), 1.3),
    NoteType("sent-clean", _clean, 1.5),
)
