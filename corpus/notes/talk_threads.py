"""What is typed to one another: ward chat, exported groups, portal threads with quotes, chains of mail, reminders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.talk_kit import some, thumbed
from corpus.notes.talk_plain import TYPED
from redactor.sample.marked import Marked, join, lines

_WARD = templates(r"""
anyone know what {lc:epodr} wants for bed {bed}
its {lc:dr2:family} on tonight not {lc:dr3:family}, they swapped
@{username} cbc clotted x2, resend purple pls
{lonedr} says no heparin till the Doppler
can {wordname:lower} go down for echo now, transport's here
whos {wordname:lower}? new intern? or the pt in {bed}
{worddr} is the intern. {wordname} is the pt. will someone write it on the board lol
bp 84/40 after 500 LR, starting levo, {ini} aware
got it. Levophed 0.05, map 66
fam asking for {worddr:lower}, tall, beard, does nights??
tell {lc:kin:given} visiting till 8
k
👍
👀
Zosyn due 1800 not hung, Alaris beeping upstream occlusion
{misspelt:pt:family} sorry {pt:family}, autocorrect
ok to dc Foley rm {room}? day 4
{fac} calling back about the txfr, wants {pt:initials} face sheet
pt {lc:pt:family} mews 5 u/o 10ml/h
+1
pls dont @ everyone
@{username} @{uname} huddle in 5 by the Pyxis
mr {lone:lower} pulled the NGT, mittens? 1:1?
{nurse:given}'s bday cake in breakroom 🎂
MRI screen done. pacer is a Medtronic Azure, conditional
dr {lc:lonedr} pls call {lc:lone} daughter of {bed}
bedside swallow failed, npo, SLP in am
stat gas: 7.21/68/55/26
repeat trop 44 -> 112, called {dr2:initials}
{dr2:given} on way, cath lab aware
that was for {caller} not {caller}, wrong chat
recalled: this message was deleted
{staff:given} (SW) found a bed @ {nursinghome}, they want covid neg + PASRR
{pharmacy:alias} closed. {lone} at {co} can deliver Lovenox by 7
C diff neg. MRSA nares pos. off contact precautions
hep gtt per Raschke, aPTT q6
going with {pt:nick} to CT, phone {ext} w/ {nurse2:given}
is mrs {lone:lower} the same {lone:lower} from {nursinghome:alias}
Wells 4.5, PERC no go. CTA?
who took the Glidescope
{ini} -> {ini} handing over the phone
need 2 RN verify PRBC, unit {serial}
{agesex} from {ftown}, found down, Narcan x2, eta 12
the Bair Hugger is in room 9 not 6
""")

_GROUP = templates(r"""
Morning all. Scan at 10. Will keep you posted x
which ward??
{dept}, same as {someone:given} was in
{kin2:nick} is bringing grapes, nobody likes grapes {kin2:nick}
He's out. {surgeon:titled} said it went "as well as could be hoped"
🙏🙏🙏
what does that MEAN
it means margins. wait for histology
home {dayinwords:3} if bloods ok
Missed voice call
<Media omitted>
{kin3:given} left
{kin:given} added {mobile}
This message was deleted
Messages and calls are end-to-end encrypted.
Can someone feed the hens at {street}
key is with {someone:given} next door, the red gate
who has auntie {someone:nick}s number
{phone}
ta
mum keeps asking for {lone}. Dad's first wife??? no her teacher, from {ftown}
{pt:nick} ate half a yoghurt!!!!
dr {lc:lonedr} rude again, {lc:lonedr} the young one is lovely
hes on oramorph and gabapentin, off the Fentanyl
physio says day 3 he'll stand
love you all. {pt:given} xx (typed by {kin:given})
visiting 2-4 and 6-8, two to a bed
Party for the big {kinage}?? hall at {church} is free the {nth}
{wordname} and {wordname:lower} are coming too
send me the {payer} letter pls
Rest easy {pt:nick} {dob} - {date} 💔
funeral {date:8} 11am {church}, then {co}
so sorry for your loss. from all next door and from {someone:given}
""")

_PORTAL = templates(r"""
[[Good day|Hi Dr|Dear office]], it is {pt:given} again, sorry. The cream burns. {kin:given} says wash it off.
I read my own MRI and it says Schmorl's node and Modic type 2. Am I dying?
You said Miralax, the girl at the {pharmacy} said Metamucil, my sister {someone:given} says prunes.
My BP log: 138/84, 142/90, 129/77, 151/88 (that was after {kin2:given} called).
Please don't put this in my chart but I lost my job at {employer} on {date:-5}.
{pt:titled}, an A1c of 6.9 is a good result. No change to Trulicity.
Per {dr2:titled}'s note of {numdate:-20} you were to have a Holter. Was it ever mailed by {co}?
I am answering for {dr:titled}, who is out through {date:6}. - {nurse:given}
Tried the number twice, your voicemail is full: {phone}.
This message is not monitored after hours. For emergencies dial your local emergency number.
{kin2:given} ({kinage}) has it too now. Same rash, same place. Can you see both of us on the {nth}?
I'll be at my daughter's in {town} from {daterange}, send it to the {pharmacy:alias} there.
Attached: IMG_{num:1000-9999}.jpg, knee2.jpg
The form wants your NPI and "Sig. of Physician". They want it by {date:4} or I lose my place at {school}.
FYI, the address on my bill is {lc:pt:given}'s old one, {street}. New: {otherstreet}, {city} {zip}.
Flonase two sprays, Zyrtec ten, and still like a tap.
Who is {newdr:full}? It says I saw {newdr:titled} on {date:-9}. I did not.
I cut the pill in half like {lonedr} told me. 12.5.
""")

_SIGNED = templates(r"""
{pt:given}
{lc:pt:given}
{pt:full}\n{mobile}
{kin:given} for {pt:nick}
{nurse:short}, {nursecred}\n{clinic}\nT {drphone}  F {sitefax}
{dr:initials}/{ini}
Warmly,\n{dr:given}
{staff:full}\nPatient Experience | {site}\n{address}\n{dremail}
-{dr:family}
Sent from my Galaxy
{pt:initials}.
{dr:full}, {cred}\nHe/Him | Office days Mon, Wed, Thu\nPager {pager}
""")

_NOTICES = templates(r"""
CONFIDENTIALITY NOTICE: this message may hold privileged information. If you got it in error, delete it.
Please consider the environment before printing this e-mail.
[EXTERNAL] Do not click links unless you know the sender.
This inbox is checked Monday to Friday, 8:30-16:30.
Encrypted by {made} - open at {url}
Reply above this line ##
""")

_MAIL_HEADS = templates(r"""
From: {dr:full} <{dremail}>\nSent: {stamp}\nTo: {dr2:last_first}; {nurse:short}\nCc: {staff:full}\nSubject: [[RE:
  |FW: |]]{pt:initials} {mrn}
-----Original Message-----\nFrom: {staff:last_first} [mailto:{email}]\nSent: {weekday}, {fulldate}
  {time12}\nSubject: {pt:family} / {payer} appeal
On {fulldate}, at {time12}, {kin:full} <{email}> wrote:
Von: {dr:full}\nGesendet: {numdate} {time}\nAn: {dr2:full}\nBetreff: Befund {pt:family}, {pt:given}
Le {numdate} à {time}, {kin:short} a écrit :
Begin forwarded message:\n\nFrom: "{pt:short}" <{email}>\nDate: {stamp}\nTo: Appointments
{dr2:given} {dr2:family_upper} | {dept} | {stamp}
From: Medical Records\nTo: All Clinical Staff\nSubject: Downtime {weekday} night - paper Kardex
Subject: Re: Re: Re: Grand Rounds: "Takotsubo, Kounis and Brugada"
""")

_MAIL = templates(r"""
{dr2:given} - can you squeeze in {pt:titled}? {ageold}, {dx}, {kin:given} is beside themselves. {dr:given}
Looped in {staff:given} from {lawyer:family}'s office, see thread below re {pt:initials}.
Happy to. {weekday} at 2, tell {him} to come to {fac} not {site:alias}.
Thx {dr:given}. Path says Gleason 3+4, PI-RADS 4. Let's present on the {nth}.
I'm cc'ing {lonedr} and {lonedr} since {epodr} is on paternity leave.
Any objection to Entyvio? She's failed Humira and Stelara.
Minutes of {date:-7}: present {ini}, {ini}, {ini}; apologies {lonedr}. Action: {ini} to email {payer}.
We billed 77067 and they paid 77066. Appeal no. {claim}, contact at {payer} is {someone:given}, {phone}.
The {school} nurse (a {someone:family}?) rang twice. See attached asthma plan for {pt:given} {pt:family}.
Grateful if someone could tell {kin:given} on {kinphone} that it's benign.
Below the line please find the K+ trend: 3.1, 3.4, 3.9, 4.2.
NICE NG28 and the ADA Standards agree on this one. Beers list does not.
I am in {abroad} until {date:9} with no signal. {dr3:given} has my patients.
Agreed. ++
Room 3.14 is booked, dial-in as before, PIN on the invite.
Has {pt:family} been told? I don't want {him} to read it in the app, the way {lone} did.
Kindly do the needful and revert. {pt:titled_full}, UHID {mrn}, admitted under Dr {lc:dr2:given} sir.
""")

_REMINDERS = templates(r"""
{site}: {pt:given}, appt {shortdate:2} {time12} w/ {dr:titled}. Reply Y to confirm, N to cancel, STOP to end.
Hi {pt:given}! Time for your cleaning at {clinic}. Book: {url}
{lc:pt:given} ur rx {rx} is ready @ {pharmacy}. Bring ID. Hrs 9-7
Your code was sent. It expires in 10 min. Do not share it.
{clinic:alias} - We missed you on {date:-1}. Fee $40. Call {sitephone}
{pcpsite:alias}: {pt:family} {pt:initials}, you're due a COVID booster. Book online or dial 119.
Y
yes will be there but late, {lc:kin:given} has the car
who is this
STOP
Namaste {pt:titled_given}, your report {accession} from {lab} is ready. PDF: {url}
Dose due: Warfarin 5 mg. Reply TAKEN.
taken at 7, nose bled a little
Wt today? >187.4> Thanks! Call if up 3 lb in a day
Ur blood donation of {shortdate:-6} was issued today to {fac}. Thank you, {charity}!
Survey: how likely are you to recommend {dr:titled}? 0-10
9. {lc:nurse:given} was grt
Fast from midnight. No Ozempic this wk. Driver needed. Qs {drphone}
Balance ${num:11-900}.{num:10-99} acct {acct}. Pay {portal}
[{clinic}] {dr2:titled} is running 40 min behind
{wordname}, this is {staff:given} w/ {agency}. Can you talk {date:1}?
ok. new number who dis
{school} nurse: {kin2:given} has a fever 101.2, pls pick up at front office
Sorry wrong person. I'm {lone}, not {lone}
Your {test} result has posted to the app. No action needed.
Flu + COVID + RSV walk-in this Saturday, no appt
{co}: your CPAP filters shipped. Track {order}
u home? {lc:dr:given} nurse called, sounds ok
Ride confirmed: {pt:given}, pickup {street} {time12}, to {fac}. Driver {wordname}, plate {plate}
We are outside. Silver Corolla
Reminder: Insulin Aspart 6 units with supper
ref {claim} approved by {payer} thru {shortdate:60}
Hi its {nurse:given} from {dr:titled}s office pls call wen u can {drphone}
Goedendag {pt:titled}, uw afspraak is op {textdate:5} om {time} bij {dr:titled}
Hola {pt:given}, su cita es el {numdate:4} a las {time}. Responda SI.
""")

_GROUP_PAGE = templates(r"""
{stamp} {dept} {bed} {ini}: pls eval, RR 32, ROX 3.9
GRP TRAUMA1: L1 {agesex} MVC, GCS 7, intubated, ETA 6, {co} Air 4
[{time}] ANES-ONCALL: epid rm {room} {lonedr}
ALL: EMR downtime 0200-0400. Use SBAR paper. -{ini}
STROKE ALERT {caller} {age} LKW {time} NIHSS 14 ED {bed} {dr2:family_upper}
{lone:upper}/{bed}/K 2.8/CB {bleep}
RE-PAGE x2: {lone} 4W, LOVENOX? {ext} {nurse:first_initial}
OB HEMORRHAGE RM {room} QBL 1400 MTP ON. {epodr} TO OR
CODE STEMI CANCELLED
Team C: {caller} {bed} dc'd, {caller} {bed} to {fac}, {caller} {bed} CMO {time}. {ini}
{lonedr} {lonedr} {lonedr} to OR 2 STAT
RRT 7N {bed} A/O x1 SBP 70 {ini}
NEURO: {lone}, {agesex}, tPA given {time}, Penumbra ready
L&D TRIAGE {bed} 38w2d SROM Category II {worddr} aware
Please call {caller} @{phone}, refuses to say why
AM LABS LATE. PHLEB x1. -{ini}
House Sup: 2 ICU, 0 Tele, 1 Peds. {fac} full
Anes: {epodr} breaks {worddr} {time}, {worddr} breaks {ini}
BG 31, Amp D50, Recheck 15
PHARM: Vanc trough 24.1, hold. {ini} x{bleep}
from: {username} to: ortho-consult. hip fx {lone} {agesex} NPO. Garden III
SEPSIS BPA: lactate 4.4 Bed 12 qSOFA 2
""")


def _chat(senders: Sequence[str], lines: Sequence[str], heads: Sequence[str]) -> Callable[[Cast], Marked]:
    """Messages of a few people, one or several in a row, with one way to show who wrote and when."""

    def write(c: Cast) -> Marked:
        head = c.pick(heads)
        people = c.rng.sample(list(senders), min(len(senders), c.rng.randint(2, 5)))
        out: list[Marked] = []
        for line in c.rng.sample(list(lines), min(len(lines), c.rng.randint(3, c.pick((8, 20))))):
            said = thumbed(c, c.say(line))
            out.append(said if out and c.chance(0.25) else join(c.say(head.replace("WHO", c.pick(people))), said))
        return join(*out, sep=c.pick(("\n", "\n", "\n\n")))

    return write


_STAFF = (
    "{dr:short}", "{nurse:given}", "{username}", "{dr2:last_first}", "{staff:first_initial}", "{ini}", "{nurse2:short}",
    "{lonedr}", "Charge RN", "bed mgmt", "{dr3:initial_last}", "pharm",
)  # fmt: skip
_KIN = (
    "{kin:given}", "{kin2:nick}", "{kin3:given}", "{mobile}", "{friend:short}", "{uname}", "Dad",
    "{kin:short} ({word})", "~{wordname}",
)  # fmt: skip
_CHAT_HEADS = (
    "WHO {time}: ", "[{time}] WHO: ", "WHO: ", "WHO\n", "{time} <WHO> ", "WHO ({shortdate} {time})\n", "WHO > ",
    "{stamp} | WHO | ", "@WHO ", "{time}  WHO\t",
)  # fmt: skip
_EXPORT_HEADS = (
    "[{numdate}, {time}] WHO: ", "{numdate}, {time} - WHO: ", "{numdate} {time12} - WHO: ", "WHO, [{stamp}]\n", "WHO: ",
)  # fmt: skip


def _quoted(c: Cast, text: Marked) -> Marked:
    """With a sign of quoting before each of its lines."""
    sign = c.pick(("> ", "> ", ">", "| ", "    "))
    return join(*(join(sign, line) for line in lines(text)), sep="\n")


def _thread(heads: Sequence[str], matter: Sequence[str]) -> Callable[[Cast], Marked]:
    """Messages, the newest on top, the older ones quoted or below a line."""

    def one(c: Cast) -> Marked:
        parts = [some(c, matter, 1, 5, c.pick((" ", " ", "\n", "\n\n")))]
        parts += [c.any(*_SIGNED)] if c.chance(0.75) else []
        parts += [c.any(*_NOTICES)] if c.chance(0.25) else []
        return join(*parts, sep=c.pick(("\n", "\n\n", "\n\n")))

    def write(c: Cast) -> Marked:
        note = join(c.any(*heads), "\n\n", one(c)) if c.chance(0.7) else one(c)
        for _ in range(c.pick((0, 1, 1, 2, 4))):
            below = join(c.any(*heads), "\n", one(c))
            note = join(
                note, c.pick(("\n\n", "\n\n________________\n", "\n")), _quoted(c, below) if c.chance(0.4) else below
            )
        return note

    return write


_PORTAL_HEADS = templates(r"""
[[To|From]]: {dr:titled_full} clinical pool\n[[From|To]]: {pt:full}\n[[Subject|Topic]]: [[Non-urgent question|Test
  result|Re: Rx|]]
{pt:last_first} ({dob}) - Patient Message - {stamp}
Me, {stamp}:
{nurse:short} {nursecred} routed conversation to {dr:last_first} {time}
{dr:titled} replied {ago}
You wrote on {numdate}:
MyHealth message #{order} [[proxy: {kin:full}|]]
""")


def _texts(c: Cast) -> Marked:
    return some(c, c.pick((_REMINDERS, _REMINDERS, _GROUP_PAGE)), 1, 7, c.pick(("\n", "\n", "\n\n", "\n---\n")))


TYPES: tuple[NoteType, ...] = (
    NoteType("talk-ward-chat", _chat(_STAFF, (*_WARD, *TYPED), _CHAT_HEADS)),
    NoteType("talk-family-group", _chat(_KIN, _GROUP, _EXPORT_HEADS)),
    NoteType("talk-portal-thread", _thread(_PORTAL_HEADS, _PORTAL)),
    NoteType("talk-mail-chain", _thread(_MAIL_HEADS, _MAIL)),
    NoteType("talk-reminders-pages", _texts),
)
