"""Chat as people type it: secure messages, channels with bots, shift swaps, pages, families, social posts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.sent_words import CLEAN, GIVEN
from corpus.notes.talk_kit import some, thumbed
from redactor.sample.marked import Marked, join

WARD = templates(r"""
hey {lc:nurse:nick} can u peek at {chumpt:family} in {bed}, bp soft 88/50
{chumdr} wants pressors if map <60 but cant reach him on {looseline}
thx, {bye:nurse}
{bye:nurse2} here, on {chumdr}'s phone
{lc:dr:family} is scrubbed til 4, try {chumdr:nick} or {chumdr:nick}
{chum:nick} said? no {lc:nurse2:nick} said
who took {chumpt:family}'s chart
is {lc:pt:nick} the pt or the daughter
[[mr|mrs|ms|miss]] {chumpt:family} pulled his iv again
old [[mr|mrs]] {chumpt:family} ([[bed|rm]] {bed}) spiked 39.1, cx sent
{chumpt:given} slept. {chumpt:given} did not. {chumpt:given} sang
can someone spot {lc:nurse:given} for lunch
back from lunch - {bye:nurse}
{petdr} ok'd it, read back done
told {petdr}, no new orders
{petdr} is at {shorty} til noon
[[over at|coming from|txf to|accepted at]] {shorty}, {looseday}
{shorty} on divert, {shorty} taking
{shorty} ed full. {shorty} has 1 tele
pt from {shorty} has no paperwork, call {shorty} {loosephone}
hold the {shorty} bed til {time}
{lc:town} ems bringing {agesex} from {lc:town}, eta 12
call me on {loosephone} after 5
my [[vocera|spectra|ascom|phone|cell]] is {looseline}
{looseline} if urgent, else leave it til am
ring {looseline}, not {looseline}, thats the fax
was {looseline} now {looseline}, they moved us
fam # {loosephone} (ask for {chum:cap})
daughter is {lc:kin:given}, son is {chum:given}, the ex is {chum:given}, careful
dc plan {looseday}, {lc:kin:nick} picks up
next check on {looseday}
{looseday} is fine, {looseday} is not
mri slot {looseday} 0730, who signs
{initpair} per 2nd check
per {ini}: ok to give. {ini} verified. {ini} to call fam
{ini}/{ini} handoff done
{bye:dr} pls cosign
@{chat:nurse} did u chart it
@{chum:nick} @{chum:nick} huddle
@here need hands in {room}
@{chat:dr} trop neg x2, can {lc:pt:family} go
@{dr:given} {dr:family} fyi k 5.9
lol {lc:nurse:nick} ate the last bagel
{chum:nick} called off, {chum:nick} is late, {chum:nick} can stay til 11
need [[swap|cover]] {looseday}, will trade {looseday} - {bye:nurse}
i can do {looseday} if {chum:given} takes {looseday}
{lc:nurse2:given} u r a star
gn all, {bye:nurse}
cheers {chumdr:nick}
{chumdr}: yes. {chumdr}: no. so?
{chumdr:family} vs {chumdr:family}, who's on?
{epodr} is on call, not {lonedr}
{lone:lower} fell. {lone:lower}'s roommate saw
{lc:kin:nick} at bedside, wants {lc:dr:family} now
no name on board for hall 3
board says unknown {agesex}. pd running prints, found on {lc:street}
transport took {chumpt:given} to ct w/ {chum:nick}
rt {chum:nick} coming, vent in {bed}
pharmd {chum:nick} says renally dose it
{chum:nick} from dietary, {chum:nick} from evs, both waiting
lab: {lc:pt:family} clotted, redraw. {bye:staff}
accession {accession} lost, {lc:staff:nick} looking
wrong mrn, its {mrn} not {mrn}
he's {kinage} she's {age}, same last name {lc:pt:family}
pic sent to {chat:dr}, deleted from my phone
{lc:payer:abbr} p2p {looseday} 1130, {loosephone} opt 3
{shortpayer} denied again, {lc:staff:nick} is on it
meds to beds: {shortpharm} or ours?
coumadin clinic at {shorty} wants the inr by {looseday}
""")
CHANNEL = templates(r"""
Bed {bed} CLEAN | EVS {chum:nick} | TAT 41 min
Bed {bed} -> {pt:initials} assigned by {chat:nurse}
ALERT: {pt:last_first} {mrn} MEWS 5, ack {chat:nurse} {time}
reminder: [[flu shots|badges|huddle|parking passes]] {looseday}
{chat:nurse2} has joined the channel
{chat:nurse2} set the topic: night crew, text {bye:nurse}
{chat:dr} pinned a message
{chat:staff} uploaded IMG_{num:1000-9999}.jpg
{chat:staff} reacted with 🙏
{dr:short} is out of office til {looseday}
On-call changed: {dr2:short} -> {dr3:short}, {looseday} 0700
Schedule bot: {chum:cap} needs cover {looseday} 7p-7a
ticket {ticket} opened by {chat:staff}
{ticket} resolved, thx {chum:nick}
auto-reply: this channel is not for emergencies
Poll: {looseday} ({chum:nick}, {chum:nick}) vs {looseday} ({chum:nick})
Kudos to {nurse:given} {nurse:family} from {nurse2:given} for the save on {looseday}
[[Welcome|Please welcome]] {newdr:full}, [[starts|first day]] {looseday}
RIP pyxis 2, {looseday}. gone too soon
Bed board refreshed. 4 clean 2 dirty 1 blocked
Downtime 0200-0400 tonight
""")
PAGER = templates(r"""
{pt:family_upper} {room} K 2.7 MG 1.4 REPLETE? {nurse:given} {looseline}
{looseline} {caller} {bed} PAIN 9/10 PLS CALL
CALL {looseline} RE {caller} -{bye:nurse}
{petdr} CB {loosephone}
{time} {caller}/{bed}/HR 142 AF/{bye:nurse} {looseline}
FAM OF {caller} WANTS UPDATE {loosephone} ASK FOR {chum:cap}
ED: {chumpt:family}, {agesex}, NSTEMI, {chumdr:family} ACCEPTING
L/M {looseline}
PLS COME BED {bed} NOW
NURSE {chum:cap} {dept} {looseline} NON URGENT
{chumdr:family}: TRANSFER FROM {shorty:cap} {loosephone}
consult {chumpt:family} {mrn} re: bleeding. {bye:dr} {pager}
CODE STROKE {bed} LKW {time}
admit {chumpt:family} {ageold}, cellulitis, no rush -ed {bye:dr2}
pt {lc:pt:initials} bed {bed} wants to leave ama {looseline}
RE-PAGE {caller} X2 {looseline}
""")
FAMILY = templates(r"""
hows our {lc:pt:nick}??
ward 7 still. {petdr} came, nice fella. tummy bug not appendix
home {looseday} hopefully
{petkin} still owes me a pint 😂
{petkin} is driving up from {lc:town}
{petkin} and {petkin} are here
{petkin}'s hip went fine, {shorty}, room {room}
visiting {looseday} only two at a time says {lc:nurse:given}
dont tell {petkin} about the scan
{chum:nick} u coming or what
{lc:kin:given} has his keys and {chum:nick} has the dog
can {chum:given} take the kids {looseday}
she's at [[the |]]{lc:nursinghome:alias} not {shorty}
bring his glasses. and the {chum:given} cardigan (the one {petkin} knitted)
its {chum:given}s birthday {looseday} remember
{kin:nick} says her sugars are up again. {kin2:nick} stop feeding her cake
dr said {looseday}. dr always says {looseday}
ring {loosephone} if no answer ring {lc:kin:given} {loosephone}
{wordname:lower} is sleeping. {wordname} is not
xx {bye:kin}
love from {lc:kin:nick} n {chum:given} n all at home
🙏🙏 for {lc:pt:given}
she asked for mam. she asked for {chum:given}, thats her first husband
they moved her to {shorty} {looseday} without telling us
{lc:pt:nick} said his first word after the stroke, it was bum
prayers for {petkin} surgery @ {shorty} {looseday}
""")
SOCIAL = templates(r"""
So proud of our cath team at {shorty}! First TAVR {looseday}. cc @{chat:dr} @{chat:nurse}
RT @{chat:dr}: they saved my husband {chum:cap} {looseday}. Bless u
Reply from @{chat:kin}: waited 6 hrs at {shorty}, {petdr} was a gem tho
★☆☆☆☆ {shorty}: {chum:cap} at the desk hung up on me. - {chat:kin}
★★★★★ Thank you {dr:titled} and nurse {nurse:given} at {site:alias}! - {kin:first_initial}
Review of {clinic}: {dr:titled} listens. {chum:cap} up front is rude. Parking is a joke.
pls share: {pt:given} ({age}) missing since {looseday}, last seen {lc:street}, {lc:city}. call {loosephone}
{petkin} needs O neg, {shorty} blood bank, dm me @{chat:kin}
GoFundMe for {pt:given} {pt:family}, {age}, {employer} family rallies
{handle} hope ur ok. {handle} who is this
tagged @{chat:kin} @{chat:nurse} in a photo at {shorty}
{employer} 5k {looseday}, run for {pt:nick}! dm {chum:nick} or {loosephone}
anyone else get a bill from {shortpayer} after {shorty}?? acct {acct}
the nurses at {shorty} deserve better. signed {bye:nurse}
happy nurses week {chum:cap} {chum:cap} {chum:cap} and the whole floor
#throwback to {looseday} w/ {chum:cap} before chemo
""")

_SENDERS = (
    "{chat:nurse}", "{bye:nurse}", "{lc:nurse2:given}", "{chat:dr}", "{nurse:given}", "{nurse2:nick}", "{lc:dr:family}",
    "{dr:given} {dr:family}", "{bye:staff}", "{nurse:first_initial}", "{chat:staff}",
)  # fmt: skip
_FAMILY_SENDERS = (
    "{kin:given}",
    "{lc:kin2:nick}",
    "{kin3:nick}",
    "{petkin}",
    "{chat:kin}",
    "{petkin}",
    "{friend:given}",
)
_HEADS = (
    "WHO: ", "WHO: ", "[{time}] WHO: ", "{hm} WHO> ", "WHO {hm:colon}\n", "<WHO> ", "@WHO: ", "WHO - ",
    "WHO ({looseday}): ", "[{stamp}] WHO\n", "WHO\t", "WHO | ",
)  # fmt: skip
_EXPORTS = ("[{numdate}, {time}] WHO: ", "{numdate}, {time} - WHO: ", "WHO: ", "[{time}] ~WHO: ", "WHO\n")


def _chat(
    senders: Sequence[str], heads: Sequence[str], *pools: Sequence[str], most: int = 12
) -> Callable[[Cast], Marked]:
    """Messages of two to four people; some lines in a row belong to one, most stand alone."""

    def write(c: Cast) -> Marked:
        head = c.pick(heads)
        people = c.rng.sample(list(senders), min(len(senders), c.rng.randint(2, 4)))
        bare = c.chance(0.3)  # without senders
        amid = c.pick((0.0, 0.25, 0.5))
        out: list[Marked] = []
        for _ in range(c.rng.randint(2, c.pick((5, most)))):
            if c.chance(amid):
                said = thumbed(c, c.say(c.pick(c.pick((CLEAN, CLEAN, GIVEN)))))
            else:
                said = thumbed(c, c.say(c.pick(c.pick(pools))))
            who = head.replace("WHO", c.pick(people))
            out.append(said if bare or (out and c.chance(0.2)) else join(c.say(who), said))
        return join(*out, sep=c.pick(("\n", "\n", "\n\n")))

    return write


def _pages(c: Cast) -> Marked:
    head = c.pick(("", "", "PAGE {looseline} {hm}: ", "{hm} ", "{stamp} TO {pager}: ", "FROM {chat:nurse}: "))
    out = [join(c.say(head), c.say(t)) for t in c.rng.sample(PAGER, c.rng.randint(1, 6))]
    return join(*out, sep=c.pick(("\n", "\n\n", "\n--\n")))


def _posts(c: Cast) -> Marked:
    return thumbed(c, some(c, SOCIAL, 1, 5, c.pick(("\n", "\n\n", "\n---\n"))))


def _channel(c: Cast) -> Marked:
    """A channel's log, its bots and people in between."""
    name = c.say("#[[ed-flow|4w-nights|rheum-triage|icu-huddle|bed-board|peds-oncall|swap-shifts]]\n")
    return join(name, _chat(_SENDERS, _HEADS, CHANNEL, WARD, most=14)(c))


TYPES: tuple[NoteType, ...] = (
    NoteType("sent-ward-chat", _chat(_SENDERS, _HEADS, WARD, most=16), 2.0),
    NoteType("sent-ward-one", _chat(_SENDERS, ("WHO: ",), WARD, most=3), 1.6),
    NoteType("sent-channel", _channel, 1.3),
    NoteType("sent-pages", _pages, 1.2),
    NoteType("sent-family", _chat(_FAMILY_SENDERS, _EXPORTS, FAMILY), 1.4),
    NoteType("sent-social", _posts, 1.1),
)
