"""Hand-offs, sign-outs, pharmacy call-backs and alerts of machines, where roles and initials stand side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.sent_words import CLEAN
from corpus.notes.talk_kit import some, thumbed
from redactor.sample.marked import Marked, join

HANDOFF = templates(r"""
{pt:family} (rm {room}) - [[f/u ophtho|dispo home|no blood|wait for trop]], {chumdr} knows
{bed} {lc:pt:family} {agesex}: sbo, ngt, kub am. fam {kin:nick} {loosephone}
{mwpt:family+} ({room}) - {mwsame:family}. {mwpt:given+} - {mwsame:given}
{caller}: nothing to do. {caller}: if HR >130 call {petdr}
{chumpt:given} in {bed} is a runner, alarm on
sick: {chumpt:family}. watch: {chumpt:family}, {chumpt:family}. rest ok
{pt:initials} {bed} DNR, {kin:given} on her way from {lc:town}, eta noon
{pt:initials}/{bed}/{age}/CHF: lasix 40, I/O strict. [[dc|snf]] {looseday}
txf from {shorty} {looseday}, records w/ {chum:nick}
accepting at {shorty} is {petdr}, transfer center {loosephone}
night float {chum:cap} has the phone {looseline}
days: {chumdr:cap}. nights: {chumdr:cap}. backup: {chumdr:cap} til 10
{ini} to call fam in AM. PT to eval. OT signed off. RT at bedside.
{ini}, {ini} - rounds done. CM, SW, RD - not yet.
per {ini} ok to give; {ini} verified; MD aware; NP aware
seen by {ini} and PT. Seen by ID. Seen by {bye:dr}.
PA paged. {petdr} answered for PA.
HO aware, {bye:dr2} aware, RRT not needed
dispo: {nursinghome:alias} vs {shorty}, CM {chum:cap} has {shortpayer} auth {claim}
{shorty} has bed {looseday} if covid neg
code status per {petdr} {looseday}: full
crit called to {bye:nurse} by {bye:staff} {hm}
report to {lc:nurse:given} at {shorty}, {looseline}
all {chumdr:nick}'s pts moved to {chumdr:nick} {looseday}
[[to do|todo|td]]: ask {chum:given} about the {chumpt:family} family mtg {looseday}
{lc:pt:family} vs {lc:someone:family} name alert!! both {bed}
fall {looseday}, ct neg, {chum:nick} did the report {ticket}
quiet night. nobody died. {bye:nurse}
coverage {looseday}: {chumdr:family} am / {chumdr:family} pm / {chumdr:family} on call
{chum:nick} orienting w {chum:nick}, {chum:given} floated to {dept}
keys to {chum:nick}, narc count ok {bye:nurse} {bye:nurse2}
if {symptom} -> {drug}, dont call {petdr} after 10
SBAR given. Read back ok. No questions.
""")
PHARMACY = templates(r"""
{shortpharm} on {lc:roadname}, spoke w/ {chum:cap} RPh. Norco for {pt:initial_last} early by 6d, last fill {looseday}
{petdr} ok'd. rx# {rx}. tx lvm for pt. /{bye:staff}
{shortpharm} {loosephone} - {chum:nick} says DAW or generic?
c/b {chum:cap} at {shortpharm} re {chumpt}: sig reads qd, {petdr} meant qid
transfer {rx} from {shortpharm} to {shortpharm}, {lc:town}
{lc:kin:given} will p/u for {lc:pt:given} after 5, has ID
{petdr}'s DEA? they have it on file. NPI {npi}
tramadol 50 #20 r0 phoned to {shortpharm}, {chum:nick} took it {hm}
{shortpharm} needs dx code for {lc:pt:family}'s strips, G-code no, ICD E11.9
denied {shortpayer}: refill too soon, {looseday} ok
vacation override {shortpayer} {loosephone} opt 4, {chum:cap}, ref {claim}
{chumpt} says {shortpharm} gave 28 not 30, count w/ {chum:nick}: 30 per cam
{lc:pt:titled} allergic to sulfa per {shortpharm}, not per us
compound at {shortpharm}, {chum:cap} needs cream % by {looseday}
voicemail full at {shortpharm}. fax {fax}
Blister packs for {chumpt:given} start {looseday}, driver {chum:nick}
clozapine REMS {ticket} exp {looseday}, {bye:staff} renewed
INR 3.4. hold x1, 5 mg after. Recheck {looseday}. {bye:staff}
PA for Ozempic sent. PA for Eliquis not needed.
norco != percs, pt confused. explained. {bye:staff}
Escribe failed x2. phoned. {bye:nurse}
""")
ALERTS = templates(r"""
[[CareBot|MedMinder|RoundsBot|TriageBot]]: {pt:given}, {kin:given} shared your device data {looseday}
ALERT {looseline}: {chat:nurse} acknowledged K 6.1 for {caller}
[auto] {dr2:short} delegated inbox to {dr3:short} thru {looseday}
[auto] {chat:dr} mentioned you: "{chumdr:nick} pls see {lc:pt:family}"
[auto] Chart {mrn} unlocked by {chat:staff} {stamp}
Escalation: {chat:nurse} -> {chat:dr} -> {looseline}, no ack in 10 min
{shorty:cap} capacity: red. Surge plan since {hm}
New message from {bye:pt} via proxy {lc:kin:given} ({looseday})
Glucose 54 at {hm}. Shared with {kin:nick}, {petkin}
Door forced, med room {bed}, badge {badge}
EHR upgrade {looseday} 0100-0400, ask {chum:cap} {looseline}
Login from new device: {chat:staff}, {city}, {ip}
Temp log freezer 2 out of range. Reset.
You have 3 results, 0 critical
Case request: {dr:family}, {looseday}, {shorty:cap}, room TBD
Item {ticket} due {looseday}, owner {bye:staff}
Low battery. Dock the device.
Reply STOP to opt out. Msg rates may apply.
""")


def _lists(pool: Sequence[str], most: int, plain: float) -> Callable[[Cast], Marked]:
    """Lines as bullets, numbers, slashes or alone; some that name nobody between."""

    def write(c: Cast) -> Marked:
        bullet = c.pick(("", "", "", "- ", "* ", "[ ] ", "• ", "n"))
        said: list[Marked] = []
        for i, template in enumerate(c.rng.sample(list(pool), c.rng.randint(2, most)), 1):
            said.append(join(f"{i}. " if bullet == "n" else bullet, thumbed(c, c.say(template))))
            if c.chance(plain):
                said.append(join("" if bullet == "n" else bullet, c.any(*CLEAN)))
        head = c.any("", "", "[[sign out|signout|handoff|SIGN-OUT]] {looseday} {bye:dr}\n", "[[am|pm|night]] crew:\n")
        body = join(*said, sep=c.pick(("\n", "\n", "\n", "\n\n", " / ", "; ")))
        tail = c.any("", "", "", "\n{bye:nurse}", "\n- {bye:dr}", "\nthx {bye:nurse}", "\npeace, {bye:nurse2}")
        return join(head, body, tail)

    return write


def _alerts(c: Cast) -> Marked:
    return some(c, ALERTS, 1, 7, c.pick(("\n", "\n\n", " | ")))


TYPES: tuple[NoteType, ...] = (
    NoteType("sent-handoff", _lists(HANDOFF, 8, 0.35), 1.6),
    NoteType("sent-pharmacy", _lists(PHARMACY, 5, 0.3), 1.2),
    NoteType("sent-alerts", _alerts, 1.0),
)
