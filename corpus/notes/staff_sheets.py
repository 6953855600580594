"""Rosters, call lists, boards, blocks of signatures: many names close together, and cells that hold none."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import hurried
from corpus.notes.mended_kit import around, either, table, writer
from corpus.notes.staff_lines import NOT_INITIALS, SERVICES, THINGS
from redactor.sample.marked import Marked, join

_CALL_TITLES = templates(r"""
ON CALL {numdate}
CALL SCHEDULE - {month} {year}
[[Who's on|Tonight|Wkend coverage|Backup plan]]
{site} call roster, week of {date}
Coverage {weekday} to {weekday}
Service list ([[AM|PM|NOC]])
[[Rota|Roster|Take list]] w/c {date}
{dept} [[phone tree|cover|assignments]]
""")
_CALL = templates(r"""
{stserv}: {stwho} / fellow {stfam}
{stserv} {stwho} {pager}
{stserv}: {stwho} (until [[noon|1700|{hm}]]) then {stfam}
{stserv}   {stfam}   backup {stfam}
{stserv}: {stfam}/{stfam}
{stserv} none in house
{stserv} - see [[Amion|system|operator]]
{stserv}: [[NP on call|res on call|phone only|closed|n/a]]
[[Charge|House sup|Resource]]: {stgiv} [[4th flr|x{ext}|til 3]]
RT: {stgiv} / {stgiv}
[[MD|Attg|Attending]]: {stwho}, PGY{num:1-5} {stfam}, intern {stfam}
[[1st|2nd|3rd]] call {stsur}
[[Days|Nights|Swing|Long call|Short call|Jeopardy]]: {stfam}, {stfam}
NF {stfam} ([[floor|admits]]) NF {stfam}
{weekday} {stfam}  {weekday} {stfam}  {weekday} {stgiv}
{weekday} AM: {stfam}, {stfam}, {stgiv}
{weekday} PM: {stfam} / {stgiv} / float
{weekday}: {stfam} off - cover {stfam}
{weekday} N: {stgiv}, {stgiv}, agency x{num:1-3}
{weekday}: {sttwindr} & {stgiv}, MA: {sttwindr:upper}
{shortdate} {stfam} | {shortdate:1} {stfam} | {shortdate:2} {stfam} > swap {stfam}
{shortdate} {stini:upper}  {shortdate:1} {stini:upper}  {shortdate:2} {stini:upper}
Faculty: {stfam}, {stfam}, {stfam}, {stfam}
Fellows: {stfam}, {stfam}
Residents PGY3 {stfam} {stfam} {stfam}; PGY2 {stfam} {stfam}; PGY1 {stfam} {stfam} {stfam}
Students {stgiv}, {stwho}, {stwho}
[[Off|PTO|Vac|Conf|Post-call|Mat leave|Sick]]: {stfam}, {stgiv}
Service: {stfam} ([[purple|gold|red]]); {stfam} ([[silver|blue|green]]); blue team capped
{stfam:upper} - {stfam:upper} - {stfam:upper}
Chief {stwho}. APD {stwho}. Coord {stgiv}.
[[SpR|SHO|F1|Reg|Cons|Bleep 1|ANP]] {stsur} {bleep}
Cons of the week {stfam}; hot wk {stfam}; cold {stfam}
float pool: {stgiv}, {stwho}, none nights
[[HOLD|OPEN|??|VACANT|x]] {stserv}
""")
_OR = templates(r"""
{hm} {stfam} {proc} OR{num:1-9} / anes {stfam}
{hm} {stfam} {epo:operation}
{hm} {stfam}/{stfam} [[lap chole|hernia|ORIF|TKA|I&D|redo]] ({epo:operation})
{hm} {stfam} {proc} - anes {stfam}, CRNA {stgiv}
add on {stfam} [[I&D|washout|appy|{epo:operation}]]
[[hold|block|clean]] OR{num:1-9} Da Vinci [[service|broken|clean]]
PACU RN {stgiv}. Float {stgiv}. Board runner: {stgiv}.
Scrub {stgiv:upper} circ {stgiv:upper} relief {stgiv:upper} {hm}
scrub {stini:upper} circ {stini:upper} 1st asst {stwho}
[[1st asst|Assist|RNFA]] {stwho}   anes {stfam}   rep {pegiv} from {co}
Rm {num:1-12} {stfam} [[x{num:2-5}|to follow self|flip rm {num:1-9}]]
Rm {num:1-12}: {stfam} {epo:operation}, {epo:operation}, TF {stfam}
{stfam} late {num:10-50} min; {stfam} may go first
{stdev}, {stdev}, {stdev} x{num:2-6}. {stdev} tray to rm {num:1-9}
Pos: [[lithotomy|beach chair|prone, Wilson frame|lat, bean bag|Trendelenburg]]. {stdev}. SCDs.
{stdrug}, {stdrug} in room. TXA. {stabb:do}.
{stfam} took over from {stfam} {hm}; report to {stini:upper}
Proctor {stwho} for {stfam}; observer {stgiv}, MS{num:3-4}
Counts {stini:pair} x{num:2-3}
Lunch: {stgiv} for {stgiv}, {stgiv} for {stgiv}
perfusion {stwho}; neuromon {stgiv}; XR {stgiv}; cell saver n/a
Time out {hm}: {stfam}, {stfam}, {stgiv}, {stini}
CX {hm} {stfam} ([[no bed|ate|INR|pt NS]])
""")
_STAFF = templates(r"""
RN {stwho}; LPN {stwho}; CNA {stwho} / {stwho}; MT {stini:upper}; Unit Sec {stgiv}
RN: {stgiv}, {stgiv}, {stgiv} ([[float|agency|orient]])
{stgiv} {num:1-4} & {num:5-9}; {stgiv} {num:10-14}; {stgiv} {num:15-20} + admit
Chg {stgiv}. Tele {stgiv}. Sitter {stgiv} rm {num:3-20}.
{bed}-{bed} {stgiv:upper} | {bed}-{bed} {stgiv:upper}
CNA: {stgiv} L hall, {stgiv} R hall, none NOC
orientee {stgiv} w/ {stgiv}; student {stgiv} w/ {stfam}
[[Break|Lunch|Codes|Crash cart|Fridge|Narc count]]: {stgiv}, {stini}
Admit #1 {stgiv} #2 {stgiv} #3 {strole}
RT {stgiv:upper} / {stgiv:upper}   pharm {stwho}   SW {stgiv}
called out: {stgiv}, {stgiv}. registry {stgiv} 11-7
{strole} in at {hm}. {strole} out. 1:1 n/a. hoppers none.
ISO: MRSA {num:1-4}, CDIFF {num:1-3}. PREC: FALL. {stscore}. {stdev} x{num:2-6} avail
Acuity {num:1-4}. Census {num:12-30}. RN ratio 1:{num:4-6}. DC {num:2-6}. ADM {num:1-4}.
ALLERGIES: {stdrug:upper}, ASA. CODE: FULL. DIET: NPO.
PT {stgiv}, OT {stgiv}, SLP {stgiv}, RD {stwho}, CM {stfam}, MDS {stgiv}
DON {stwho}, ADON {stgiv}, [[Admin|SDC|IP]] {stfam}
meds A: {stgiv} cart {num:1-4}; meds B: {stgiv}; tx: {stini}
bath list {stgiv}: {num:2-9}, {num:11-20}, {num:21-40}
HK {stgiv} / kitchen {stgiv} / van {pegiv} / maint {pegiv}
[[SN|HCA|EN|AIN|RMN]] {stgiv} bay {num:1-4}; [[Sr|Sister|Matron|NIC]] {stfam} in charge
{stgiv} -> {stgiv} rpt {hm}
{stgiv} > {stgiv} [[swap|split|relief]] {hm}
""")
_SIGNS = templates(r"""
Cosigned: {stsur} {stcred}
Co-signer {stwho} [[on {stamp}|{hm}||e-sig]]
{stsur:upper}, {stcred}\n{stamp}
Scribed by {username} for Dr. {stfam}
Scribe: {stwho:lower}
I, {stwho}, am [[scribing|acting as scribe]] for {stwho}.
I, {stwho}, [[personally performed|was present for]] the [[above|key portions]].
[[Attestation|TP note|Att]] - I saw pt w/ Dr. {stfam} and agree. {stini:upper}
Resident: {stwho} | Attending: {stwho}
Operator: {stwho} (PGY{num:1-5})   Supervised by {stfam}
[[Proctor|Preceptor|Supervisor|Backup]] {stwho}
{stwho}, {stcred} / {stwho}, {stcred}
{stini:upper} PGY1 {pager}
{stini:upper} / {stfam}
- {stgiv}, {stcred}
-- {stfam}
~{stgiv} [[x{ext}||(nights)]]
Electronically signed: {stsur}, {stcred} {stamp}
[[Read|Interp|Over-read|Prelim]] by {stwho}; final {stwho}
Tech: {stini:upper}   Rad: {stwho}   Dict: {stini:lower}
Auth: {stsur}; Att: {stsur}; Ref: {stsur}
[[Ordered|Coll|Recd|Verified|Called to]] {stwho} {hm} by {stini}
[[cc|CC|Copy]]: {stwho}; {stwho}; {stgiv}; [[file|chart|pt]]
Witness {pewho}   Relationship [[wife|none|son]]   RN {stini}
Signed (pt) {pewho}
{stcred} {stfam}, {stcred} {stfam}, {stcred} {stgiv}
Bleep {bleep} {stwho} [[F1|CT2|SpR]] GMC {badge}
S/B {stfam} ([[cons|SpR|SHO]])   Imp: {dx}
Grade [[SHO|ST4|F2]] Sign {stini} Print {stsur:upper}
[[No|Awaiting|Needs]] cosign. [[MS3|PA-S|SN]] note. {strole} to attest.
Signature of [[RN|MD|witness|scribe]]: ________
DICTATED NOT READ
Time {num:20-60} min >50% [[counseling|coord]]. CPT {num:99202-99285}.
""")
_ROSTER = templates(r"""
{stsur} | {stcred} | {stini:upper} | {pager}
{weekday} | {stfam} | {stfam} | {stgiv}
{stserv} | {stwho} | {stwho} | [[in|home|phone]]
{hm} | {stwho} | {strole} | {stini}
{num:1-14} | {stfam} | {epo:operation} | {stfam} / {stgiv}
{bed} | {stgiv} | {stgiv} | {stscore}
{stgiv} | {stcred} | 7-3 | {stini}
{shortdate} | {stini} | [[LVM|PA|refill|faxed]] | {stdrug}
{stwho} | {stserv} | {year} | [[active|courtesy|locums]]
{stdrug} | {num:1-30} | {stini} | {stini}
{stdev} | [[ok|broken|QC]] | {stini} | {numdate}
{stfam}, {stgiv} | {stserv} | [[y|n]] | {ext}
{stwho:upper} | {stabb:serve} | {hm} | {hm}
""")
_HEADS = (
    "Name | Title | Init | Pager", "Day | 1st | 2nd | RN", "Svc | Day | Night | Where", "Time | Who | Role | Int",
    "Rm | Surgeon | Case | Anes/circ", "Bed | RN | CNA | Risk", "Staff | Lic | Shift | Sign", "Date | By | What | Re",
    "Provider | Dept | Since | Status", "Drug | Count | RN | Wit", "Item | Check | By | Date",
    "Name | Svc | RSVP | Ext",
    "STAFF | DEPT | IN | OUT",
)  # fmt: skip
_MEETING = templates(r"""
Present: {stwho} (MSW), {stsur} (interpreter), Fr. {stgiv} chaplain, pt's dtr {pegiv}, {stwho} PharmD,
    {stwho} RD
Present: {stini}, {stini}, {stini}, {stwho} (chair)
[[Attended|In attendance|On the call]]: {stwho}, {stwho}, {stwho} and {stgiv}
[[Facilitated|Led|Chaired|Minuted]] by {stwho}. Scribe: {stwho:lower}.
[[Excused|Apologies|Regrets|Absent]]: {stgiv}, {stsur}
Bedside RN {stgiv}, aide {stgiv}, sitter {stgiv}
{stgiv} off sick. {stgiv} covers rm {num:1-9}. {stfam} late.
Dr. {stgiv} double booked; Dr. {stfam:upper} w/ {stgiv}
{stini} to call. {stgiv} to order {stdev}. {strole} to check.
Med rec w/ {stgiv}. {stdrug} out of stock. {stdev} recalled.
[[Speaker|Grand rounds|Case|M&M]]: {stwho}, "{dx} and {stabb:do}"
{stfam} presented. {stfam} disagreed. {stgiv} asked re {stdrug}.
Action {stini}: {todo}
[[Kudos|Welcome|Bday|Farewell]]: {stgiv}, {stgiv}!
Team lead {stfam}; compressions {stgiv}, {stgiv}; airway {stfam}; meds {stgiv}; scribe {stini}
[[Rapid|Code|Stroke alert]] {hm}: Dr. {stfam}, RT {stfam}, chaplain {stgiv}, {strole}
{stdrug} {hm} {stini}, {stdrug} {hm} {stini}, shock {num:120-200}J
[[IT|HIM|Pharmacy|EVS|Fire marshal]] update: none
Sara Stedy broken, {stgiv} to tag it
[[Stryker|Baxter|Medline|Zoll|Smith pump|Bard]] and {stdev} reps [[rescheduled|banned|on zoom]]; {pegiv} from
    {vendor} ok
""")


_SIGNOUT = templates(r"""
{bed} {pefam} - {dx}. {stserv} - {stfam} - ok. Home tmrw
{bed} {pefam} - AMS, r/o CVA. {stdrug} {num:2-500} bid. {stdrug} [[held|prn]]. {stserv} ({stfam}) rec {stabb:do}
{bed} {pefam} : {stdev} out, {stdrug} off. {stfam} to call dtr
{num:1-40} {pefam} {agesex} {dx} / {stfam} / {stabb:do} pend
{pefam} {bed} {stabb:state} {stabb:state}, {stini} to check {hm}
{pefam:upper}, {bed}: NPO. {stdrug}. {stdev}. {stscore}.
{pesur} ({bed}) {symptom}; wife {pegiv}; {stfam:poss} pt
[[To do|TD|[ ]|*]] {stfam} check [[Hgb|K|lactate]] at {hm}
[[To do|TD|[ ]|*]] {stfam} family mtg w {pegiv}; {stgiv} to order {stabb:do}
[[If|Overnight if]] {pefam} [[spikes|drops|wakes]]: {stabb:do}, {stdrug}, call {stfam} not {strole}
{bed} EMPTY / {bed} HOLD {stserv} / {bed} dirty, EVS
{pefam} -> {stserv} ({stfam}); {pefam} -> home; {pefam} -> {stabb:serve}
dc: {pefam}, {pefam}. admits: {pefam} ({stini}), {pefam} ({stini}).
{pefam} [[POD|HD|PPD]]{num:1-9} {epo:operation}. {stdev} {num:20-200}. {stfam} following.
sick: {pefam}. less sick: {pefam}, {pefam}. rocks: {pefam} (placement)
nothing to do on {pefam} or {pefam}. {stdrug} levels only.
{bed} - {stdrug} gtt, {stabb:state}, {stsign} neg, [[mom|son|PD]] at bedside
""")


def _roster(titles: tuple[str, ...], lines: tuple[str, ...]) -> Callable[[Cast], Marked]:
    """Lines below one another, some of one template again and again, under a title or none."""

    def write(c: Cast) -> Marked:
        again = c.chance(0.35)
        few = [c.pick(lines) for _ in range(c.rng.randint(2, 4))]
        said = [c.say(c.pick(few if again else lines)) for _ in range(c.rng.randint(4, 13))]
        if titles and c.chance(0.75):
            said.insert(0, c.say(c.pick(titles)))
        note = join(*said, sep=c.pick(("\n", "\n", "\n", "; ", " | ", "\n\n", "  ")))
        return hurried(c, note) if c.chance(0.15) else note

    return write


_LISTS = ("Team {stfam} sign-out", "{stserv} list {shortdate}", "[[NF|Wkend|X-cover]] {stini} to {stini}", "Blue team")
_BOARD = ("OR BOARD {numdate}", "[[Main OR|ASC|L&D OR|Endo|Theatre 2]] {weekday} {numdate}", "{stserv} block")
_SHIFT = ("ASSIGNMENT {numdate} [[D|E|N]]", "{dept} staffing", "[[7a-7p|NOC|AM shift|Twilight]] {shortdate}", "Huddle")
_MINUTES = ("{dept} meeting {date}", "IDT rounds {numdate}", "[[Debrief|Huddle|MDT|Care conf]] {shortdate} {hm}")

TYPES: tuple[NoteType, ...] = (
    NoteType("staff-call-list", _roster(_CALL_TITLES, _CALL), 1.8),
    NoteType("staff-or-board", _roster(_BOARD, _OR), 1.4),
    NoteType("staff-assignment", _roster(_SHIFT, _STAFF), 1.5),
    NoteType("staff-signatures", writer(_SIGNS, _SIGNS, NOT_INITIALS, least=2, most=7, haste=0.05), 1.6),
    NoteType("staff-rows", either(table(_HEADS, _ROSTER), around(table(_HEADS, _ROSTER), SERVICES, THINGS)), 1.5),
    NoteType("staff-signout", _roster(_LISTS, _SIGNOUT), 1.5),
    NoteType("staff-meeting", _roster(_MINUTES, _MEETING), 1.3),
)
