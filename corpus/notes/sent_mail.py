"""Messages between offices and patients: mail with quotes, in-basket, slips, pharmacy and helpdesk calls, reminders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.sent_words import CLEAN, FAMILY, GIVEN
from corpus.notes.talk_kit import heard, some, thumbed
from redactor.sample.marked import Marked, join, lines

SIGNS = templates(r"""
{bye:nurse}
-{bye:nurse}
/{bye:staff}
- {bye:staff}
thx, {bye:nurse}
thx {bye:staff}
ta, {bye:nurse}
Cheers,\n{bye:dr}
Best,\n{bye:dr}
Rgds {bye:dr}
BW\n{bye:dr}
KR, {bye:staff}
xx {bye:kin}
~{bye:kin}
ty!! {bye:pt}
blessings, {bye:pt}
Yours, {bye:kin} (for {bye:pt})
(dictated, {bye:dr}:{bye:author})
{bye:nurse}, {nursecred}\n{loosephone}
{dr:given}\n\n{dr:full}, {cred}\n{dept}, {shorty:cap}\nT {loosephone} | x{ext}
Sent from my phone pls excuse typos. {bye:dr}
ps {chumdr} says hi. {bye:nurse}
""")
OFFICE = templates(r"""
{chum:cap} rang from {shorty} re {pt:titled}'s INR. Call back {loosephone} after 5.
Due next check on {looseday}. Put it in the book pls.
{chum:cap} ({pt:given}'s [[husband|wife|aunt|neighbour]]) dropped off FMLA forms. Will pick up {looseday}.
{kin:given} may be late, coming from {town}. Cell ends {phone4}.
Card shows {shortpayer} but she says {shortpayer}.
L/M for {chum:cap} @ {shortpayer} ref {claim}. P2P set {looseday} 1130 w {petdr}, opt 3.
If no call by 1145 ping {chumdr} or {chumdr}.
{pt:titled} called x3, wants {petdr} only. No other doc will do.
Spoke to {chum:cap} at {shortpharm}: early fill by 6d, last {looseday}. {petdr} ok'd.
rx# {rx}, {shortpharm} on {lc:street}, tech {chum:nick}
{shortpharm} out of stock. {shortpharm} {loosephone} has 30.
Verbal from {petdr}, read back by {bye:nurse}.
Prior auth {claim}, good thru {looseday}.
Walk-in: {chumpt} says {petdr} told {him} to just come.
{chumpt:family}, {chumpt:given} both no show. rebook {looseday}
Moved {pt:titled} to {looseday}, {dr2:titled} is at {shorty} that day.
Employer note for {shortwork}, out {looseday} to {looseday}.
School form for {kin2:given} faxed to {school} attn {chum:cap}.
Ms {chum:cap} from {shortwork} HR needs a fax by {looseday}.
[[Mr|Mrs]] {chumpt:family} dropped a pie for {nurse:given}. It's in the fridge.
Mail: letter from {lawyer:family}, file it for {petdr}.
Pls ring {kin:given} (not {kin2:given}) on {kinphone}, {kinhe} works nights.
Copay collected. Receipt {ticket}. Cash drawer off by $5.
{chum:cap} covering the desk {looseday}. {chum:cap} on leave til {looseday}.
Transferred to {looseline}, voicemail full, tried {looseline}.
Mail order from {shortpharm} went to {street}, needs {otherstreet}.
Ref to {shorty}, fax {fax}, they want the MRI on disc.
Sister-in-law {chum:cap} is POA now, papers scanned {looseday}.
{epodr} wants {pt:family} seen before {looseday}
Advised ER. Pt declined. Spouse {kin:nick} aware.
{pt:nick} lost the script. I shredded the old one. {bye:staff}
Med list updated. {drug:title} off, {drug:title} on.
Pt on hold 20 min, apologised.
L/M x2 for {chum}, {chum} c/b {hm}, tx to {looseline}
{chum} pls call {lc:pt:family}; {chum}, pls fax {shorty}
FMLA for {chumpt}, SNF list for {chumpt}. ps {chum} has both
called {kin:given} ×3, then {kin2:given} ×1
Triage: cough x3 d, no fever, drinks ok. Home care advised.
""")
PORTAL = templates(r"""
Hello Dr, its {bye:pt}. I seen {petdr} at {shorty} in the ER {looseday} and got a z pack.
now my baby {kin2:given} got it too
The {shortpharm} is out. Can u call it in to {shortpharm} instead??
my # is {loosephone} call or text
Hi {petdr}, {bye:kin} here for {lc:pt:given}. {pt:nick} is seeing double since {looseday}.
{chumdr} said to message u about the cream
do i take it w food or no. also is {kin:given} allowed grapefruit
my old doc was {petdr} in {town}, she has the records
i live w {petkin} now, {otherstreet}, pls change it
{kin:given} has poa, {loosephone} is her new number
who is {newdr:full}? says i saw them {looseday} i did not
work note for {shortwork} pls, back {looseday}
same insurance {shortpayer}, id {plan}
i'll be in {town} til {looseday}, then {hometown}
thank {lc:nurse:given} for squeezing me in {looseday}
can {lc:kin3:nick} come in with me, english not good
u know me, bp log 138/84 142/90 129/77
no rush. i know ur busy. god bless
sorry this is long
it's fine now nvm
Hi {pt:given}, {bye:nurse} here for {petdr}. All good, see you {looseday}.
Reply from {nurse:given}: {petdr} says stop the ibuprofen, call {looseline} if black stools.
Labs look fine. {bye:dr}
I spoke to {chumdr:cap} at {shorty}. They'll ring you on {loosephone}.
You asked about the {shortpayer} form. {chum:cap} faxed it {looseday}.
Please bring the bottles on {looseday}.
""")
MAIL = templates(r"""
{dr2:given},
Fine by me. Can {chum:cap} ring mum ({kin:given}, {loosephone}) and say {looseday} not {looseday}.
may need a CT before, art line not needed lol
pls look at {lc:pt:given} {pt:initials} films from {shorty}, they came on a disc. ok to book?
{chum:nick} has the clinic list, {chum:nick} has the letters
Per {petdr} we swap {looseday} with {looseday}.
See {chumdr}'s comments below, then mine in red. {bye:dr}
Sorry for the radio silence, was at {shorty} all wk.
+{staff:given}, +{nurse:given} for visibility
[[Adding|Looping in|Cc'ing]] {chum:cap} from {shortwork}.
Who is {chum:cap}? The new {shortwork} rep or the {shorty} one?
any objection to {looseday} at 2, room by the lifts
agree w {chumdr}
{chumdr} will chase
bill and rich items: bill for {looseday}, rich text stripped by the gateway
The {shorty} letter says {looseday}, the {town} one says {looseday}. Which?
Referral {ticket} was closed by {chat:staff} in error.
{initpair} to action: {ini} coding, {ini} appeals, {ini} nothing.
Away {looseday} to {looseday}, {chumdr} covers, {looseline}
I would rather {lonedr} saw {lone}, they know each other from {town}.
""")
MAIL_HEADS = templates(r"""
From: {dr:last_first} <{dremail}>\nSent: {weekday} {shortdate} {time}\nTo: {dr2:short}; {nurse:short}
From: {nurse:given}\nTo: {chat:dr}\nCc: {chum:cap}\nSubject: Re: FW: {lc:pt:given} - {ticket}
From: {chat:staff}\nTo: {chat:dr}, {chat:nurse}\nDate: {looseday}\nSubject: {pt:initials}
On {looseday}, {chum:nick} wrote:
On {numdate}, {dr2:given} <{email}> wrote:
{chumdr:nick} at {hm} said:
Subject: RE: {pt:family} {pt:initials} {ticket}
To: {staff:given}; {chum:cap}\nRe: {shorty} list, {looseday}
-----Original Message-----\nFrom: {chat:nurse}\nSubject: the {chum:cap} thing
""")
HELPDESK = templates(r"""
Ticket {ticket} | Opened by {chat:nurse} | [[Cannot print wristbands|VPN drops|Dragon mic dead|Two charts open]]
User {nurse:full} ext {looseline}, asset {assettag}
Called {chum:cap} back at {looseline}, LVM.
Reassigned from {chat:staff} to {chat:dr2}, see {ticket}.
Worked w/ {chum:nick} on site, swapped roll, resolved {looseday}.
Password reset for {chat:nurse}, verified last 4 {phone4}.
{lonedr} cannot sign notes in {shorty} context, epic team {ticket}
Workaround: use the other Zebra.
Cert expired. Reboot x2. Closed as dupe of {ticket}.
Requester: {chum:cap} ({dept}), callback {loosephone}
IP {ip}, host not on domain, owner {chat:staff}
Proxy {lone} sees the wrong chart {mrn}, merge req {ticket}. {bye:staff}
Biomed: pump {serial}, tag {assettag}, from {room}. {bye:staff} picked up {looseday}.
Badge {badge} for {newdr:full} not active at {shorty}
Note: user was rude. {bye:staff}
On hold w vendor {vendor}, case {caseno}, tech {chum:nick}
Dup user {chat:nurse} / {chat:nurse2}
Printed to the wrong printer, PHI bin, {chum:nick} shredded
Priority 4, will review at stand-up
KB article updated
""")
REMINDERS = templates(r"""
ur appt w {petdr} is {looseday} @ 2:15. reply C to confirm. {shorty} {loosephone}
{shorty}: {pt:given}, see you {looseday} with {dr:titled}. Running late? {loosephone}
yes
ok will be there. {bye:pt}
can {chum:given} come too she has the same cough
wrong # this is {chum:cap} not {lc:pt:given}
{shortpharm}: {pt:nick}, refill {rx} ready. Hrs 9-7
ok {bye:kin} will get it
Hi its {nurse:given} w {petdr}. call {loosephone} re ur labs
hi {lc:nurse:given}, cant talk at {lc:shortwork}, after 5?
K. {bye:nurse}
[[bot|auto]]: sorry i did not get that. reply Y or N
{shortpayer} approved {claim} thru {looseday}
Your ride: {chum:cap}, plate {plate}, to {shorty}, {looseday}
thx {lc:nurse:nick} ur the best
STOP
recall: {pt:given}, dentist {looseday}, {shorty}
is this {petdr}s office? i need {lc:kin:given}'s shot record for camp by {looseday}
sent it. {bye:staff}
""")
VOICEMAIL = templates(r"""
hi um this is {lc:chum:given} uh {lc:chum:given}'s sister um he's at {shorty} and they said he fell again {looseday}
yeah can {petdr} call me back, {loosephone}, thanks bye
this is {chum:cap} from {shortpharm} about {pt:given} {pt:family}, rx {rx}, call {loosephone}
it's {bye:kin}, {pt:nick}'s [[wife|dad|friend|boss]] at {shortwork}, um, call me
message for {petdr}. {chumdr:cap} over at {shorty}. ring me on {looseline}
hi {lc:nurse:given}, it's {lc:pt:given} again, i spelled it wrong, {cued:pt:family}
born {borninwords}, i was in {looseday}
i'll be at {town} till {looseday} so use {grouped:mobile}
nobody's answering. i'll try {shorty}
sorry wrong extension, i wanted {looseline}
press two for appointments
""")
TELEHEALTH = templates(r"""
{dr:first_initial} joined
Guest_{chum:cap} joined
{pt:given}: can u hear me
{dr:titled}: Yes. Can you confirm your DOB?
{pt:given}: {dob}
{pt:given}: {lc:kin2:given} is here w me hes {kinage}
{dr:titled}: Hi {kin2:given}! bp 150/92, will bump lisinopril
{pt:given}: link broke. try {email} or {loosephone}
{lc:pt:given}: my pharmacy is {shortpharm} on {lc:street}
{bye:nurse}: room is open, {petdr} is 10 behind
{pt:given} left. {pt:given} rejoined
{lc:pt:given}: im in {lc:town}, at {petkin}'s
{petdr}: are you driving? please pull over
{lc:pt:nick}: {lc:kin:given} is driving
{bye:nurse}: front desk will call {looseday}, {loosephone}
Interpreter {chum:cap} {badge} connected
Poor connection. Audio off.
guest: hello? hello?
moderator ended the session
""")


def _quoted(c: Cast, text: Marked) -> Marked:
    sign = c.pick(("> ", "> ", ">", "| ", ">> ", "   "))
    return join(*(join(sign, line) for line in lines(text)), sep="\n")


def _thread(c: Cast) -> Marked:
    """The newest on top, the older ones quoted."""
    pool = c.pick((MAIL, MAIL, OFFICE))

    def one(head: bool) -> Marked:
        said = some(c, pool, 1, 5, c.pick((" ", "\n", "\n\n")))
        said = thumbed(c, said) if c.chance(0.5) else said
        parts = [said, c.any(*SIGNS)] if c.chance(0.85) else [said]
        sent = join(*parts, sep=c.pick(("\n", "\n\n", "  ")))
        return join(c.any(*MAIL_HEADS), c.pick(("\n", "\n\n")), sent) if head else sent

    out = one(c.chance(0.8))
    for _ in range(c.pick((0, 1, 1, 2, 3))):
        below = one(True)
        out = join(out, "\n\n", _quoted(c, below) if c.chance(0.6) else below)
    return out


def _slips(
    pool: Sequence[str], least: int, most: int, signs: float, *more: Sequence[str], plain: float = 0.3
) -> Callable[[Cast], Marked]:
    """Notes of a few lines each, some of them signed, as one or several slips."""

    def write(c: Cast) -> Marked:
        bits: list[Marked] = []
        for _ in range(c.pick((1, 1, 2, 3))):
            said = [c.say(t) for t in c.rng.sample(pool, min(len(pool), c.rng.randint(least, most)))]
            said += [c.say(c.pick(c.pick((CLEAN, *more)))) for _ in range(2) if c.chance(plain)]
            note = thumbed(c, join(*said, sep=c.pick((" ", " ", "\n", " / "))))
            bits.append(join(note, c.pick(("\n", " ", " ")), c.any(*SIGNS)) if c.chance(signs) else note)
        return join(*bits, sep=c.pick(("\n\n", "\n---\n", "\n")))

    return write


def _text(pool: Sequence[str]) -> Callable[[Cast], Marked]:
    """Short messages back and forth, a line each."""

    def write(c: Cast) -> Marked:
        return thumbed(c, some(c, pool, 2, 12, c.pick(("\n", "\n", "\n\n"))))

    return write


def _voice(c: Cast) -> Marked:
    head = c.pick(("", "", "voicemail from {loosephone}: ", "VM {stamp} {looseline}\n", "Transcript ({looseline}): "))
    return join(c.say(head), heard(c, some(c, VOICEMAIL, 1, 4, " ")))


TYPES: tuple[NoteType, ...] = (
    NoteType("sent-mail-thread", _thread, 1.7),
    NoteType("sent-desk-slips", _slips(OFFICE, 1, 5, 0.7, GIVEN, FAMILY), 1.8),
    NoteType("sent-portal", _slips(PORTAL, 2, 6, 0.7), 1.4),
    NoteType("sent-helpdesk", _slips(HELPDESK, 1, 5, 0.4), 1.2),
    NoteType("sent-reminders", _text(REMINDERS), 1.2),
    NoteType("sent-telehealth", _text(TELEHEALTH), 1.0),
    NoteType("sent-voicemail", _voice, 1.0),
)
