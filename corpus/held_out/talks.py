"""What is spoken and typed between people: calls, counters, chats, e-mails between wards, for validation only."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.held_out.shapes import few, maybe, one, rows, stack

_TRIAGE = stack(
    one(
        "Call taker: [[Helpline|Out-of-hours]], {staff:given} speaking, who am I talking to?",
        "T: you're through to {osite}, this is {nurse:given}",
        "[{oclock}] AGENT {nurse:given}: hello, nurse line",
    ),
    one("Caller: {kin:short}, I'm ringing about {pt:given}, I'm the {word}.", "C: {pt:short}. It's for me."),
    few(
        4,
        9,
        "Call taker: And the date of birth? Caller: {obirth}.",
        "Caller: It's {pt:family}, as in {pt:family} with {pt:given} first, not {newdr:family}.",
        "T: Whereabouts are you? C: {address:nozip}, past {place}.",
        "C: Since {oday:-2}, {symptoms}. T: Any blood? C: No, none.",
        "Call taker: Best number if we are cut off? Caller: {ophone}, or {kin2:given} on {kinphone}.",
        "C: We saw that {dr:titled} on {onth:-5}, the tall one at {newsite}.",
        "T: Is {pt:given} breathing normally? C: sort of, {he} is talking to {kin2:given}.",
        "Caller: {His} Medicare is {oplan}. Do you want the {drug} bottle read out? It says {rx}.",
        "T: I'm sending a crew to {street}. Put the porch light on, {someone:given} next door has the key.",
        "C: Hang on. {kin2:given}! Where's the blue folder? ... {kin2:given} says {drug}.",
        "Call taker: how old? Caller: {age}.",
        "Caller: {he} turned {age} on {holiday}.",
        "T: Are you the {word}? C: Yes, {kin:given}. {kin:family}. I did say.",
        sep="\n",
    ),
    one("Call taker: Ref {oid}. Ring back after {oclock}.", "T: Bye {kin:given}.", "[ends {oclock}, wrap code green]"),
)

_COUNTER = stack(
    one("At the counter, {ochemist}, {weekday} {oclock}", "(recorded for training, {pharmacy})", "Till 2:"),
    few(
        5,
        9,
        "- Name? - {pt:short}. - Address? - {street}. - Ta.",
        "- Collecting for {kin:given}. - And you are? - {kin2:given}, the {word2}.",
        "- We owe you 14 {drug}, come back {oday:2}.",
        "- {staff:given}, have you seen the bag for {pt:family}? - Which one, {pt:initials} or the other {pt:family}?",
        "- {dr:titled} wrote {sig}. I'll have to ring {dr:family} about that.",
        "- Group {groupno}, member {oplan}, and they still bounced it. - Who are you with? - {payer}.",
        "- It's rx {rx}. - Not that one, that's {someone:titled}.",
        "- You're not {pt:given}! - I'm {his} {word}.",
        "- Can {someone:given} drive it over to {town}? - Not before {oclock}.",
        "- Card? - ends {ssn4}, no wait, that's the social. - {card}.",
        "- Any allergies? - {allergy}.",
        sep="\n",
    ),
    maybe(0.4, "- Next! - {someone:full}.", "- Cheers {staff:given}."),
)

_INTERVIEW = stack(
    one(
        "Transcript {oid}, {oday}",
        "REMOTE CONSULT {oday} {oclock}\nHost: {dr:short}\nGuest: {pt:short}",
        "<visit begins>",
    ),
    few(
        6,
        10,
        "{dr:family_upper}: Morning {pt:given}, can you hear me?",
        "{pt:given}: You froze. {kin:given}, what did I press?",
        "{dr:family_upper}: You wrote on {oday:-3} that the {symptom} was back.",
        "{pt:given}: Yes, at my {word}'s in {town}. {kin:given} had to drive me to {newsite}.",
        "{dr:family_upper}: I have a letter from {newdr:titled}... and one from {newdr:family}.",
        "{pt:given}: I was a {ojob} until {oyear}, now I do the books for {ofirm}.",
        "{kin:given}: {he} won't tell you but {he} fell by {place}.",
        "{dr:family_upper}: Any of these: Raynaud, Sjogren dryness, Gottron papules?",
        "{pt:given}: Call me {pt:nick}. Everyone does.",
        "{dr:family_upper}: I'd like {imaging} and {test}. {nurse:given} will text you on {mobile}.",
        "{pt:given}: {drug} makes me feel like cardboard.",
        sep="\n",
    ),
    one("<visit ends {oclock}>", "{dr:family_upper}: Bye now.", "[hangs up]"),
)

_CHAT = stack(
    maybe(0.7, '[[Group|Chat]] "[[Nights|On call|Theatre]] {oward}"'),
    rows(
        4,
        8,
        "[[[{oday}, {oclock}] {dr:given}: |{oclock} - {nurse:short}: |{dr2:given}: |~{nurse2:nick}:"
        " |{newdr:initials}> |]]"
        "[[{pt:family} {oroom} spiked 39.1|cultures gone from {pt:given}|anyone got {surgeon:family}'s number|yes"
        " {ophone}|{kin:given} ({word}) is at the desk and very upset|try {pager}|k|{drug} or {drug}?|ask {handle}"
        "|{pt:initials} 4 theatre {oclock}|thx {dr:given}|not me, {newdr:given}|swap me {oday:3} for {oday:5}?"
        "|lab rang, {organism} in 2 bottles, {oid:new}|bed {oroom:new} free when {someone:family} goes|omg"
        "|{osite} wont take {him} till {oday:1}|{kin2:given} can be told, {kin3:given} can NOT|🙏|crash trolley checked"
        "|who clerked {someone:titled}?|use ddimer only if wells <2]]",
    ),
)

_WARDMAIL = stack(
    one(
        "From: {dremail}\nTo: {dremail}\nSubject: {pt:family} - bed {oroom}\nSent: {oday} {oclock}",
        "{dr:given} <{dremail}> wrote on {oday} at {oclock}:",
        "FW: FW: re {pt:initials} {omrn}",
        "TO {oward}; CC {newdr:family}, {newdr:family}; RE discharge delays",
    ),
    one("Hi {nurse:given},", "{dr2:given} / {dr3:given} -", "All,", "Dear {dr2:titled},"),
    few(
        2,
        5,
        "{pt:titled} came across without the drug chart; {nurse2:given} at {oext} says it left with the porter.",
        "Could someone ring {kin:titled} on {ophone}? {kinhe} was told {oday:1} by {dr3:family}, and {oday:4} by"
        " pharmacy.",
        "The swab ({oid}) was somebody else's: {someone:full}, {omrn:new}.",
        "Please add {newdr:short} and {newdr:short} to the rota from {oday:10}; {newdr:given} leaves on {oday:9}.",
        "I have booked {imaging} through {username}'s login since mine is locked.",
        "Social work ({staff:short}, {ext}) will take {him} home to {street}, {town}.",
        "Nothing else is outstanding: MRSA negative, VTE form done, Waterlow 14.",
        "Shared folder {url}, pin by the kettle.",
    ),
    one(
        "Thanks\n{dr:given}",
        "{dr:short}, {cred}\n{oward}, {osite}\n{ophone}",
        "-{dr:initials}",
        "Kind regards {nurse:first_initial}",
    ),
    sep="\n\n",
)

_VOICEMAIL = one(
    "hi this is uh {kin:short} calling for {staff:given} about my {word} no sorry about {pt:short} um the"
    " number here is {ophone} and it's about the bill from {oday:-30} thanks bye",
    "Message 1 of 3, {oclock}. {newdr:titled} from {newsite}. Regarding {pt:titled_full}, born {obirth}. The marrow is"
    " back. Please page me, {pager}.",
    "{pt:given} here again. I've run out of {drug}. {ochemist} says {dr:family} never answered. I'm at {kin:poss} place"
    " in {town}, so ring {kinphone}. It's urgent, ok? {pt:given}.",
    "Mailbox of {dr:short}. Saved message. \"{dr:given}, it's {dr2:given}. {pt:poss} {imaging} was read by"
    " {newdr:family},"
    " {finding}. I'm off from {onth:1}. Ta.\"",
    "voicemail transcript confidence low: good morning is is {someone:full} from {payer} reference {oid} we need the"
    " notes of {oday:-8} faxed to {fax} attention {someone:given} again {oid}",
    "Missed call {ophone} {oclock}. Text says: {pt:short} {obirth} can't come {oday:1}, {kin:given} has the car",
)

_PAGE = one(
    "{oroom} {pt:family}: SBP 82, MEWS 6, {nurse:given} {oext}",
    "Pls call {oward} re {pt:initials}. {nurse:family} x{oext}",
    "{oname:pt} - K 2.6 - {oclock} - {ext}",
    "FYI {kin:given} arrived. {oward}.",
    "STAT anaes {oroom}, {surgeon:family} scrubbed",
    "{omrn} consent unsigned, theatre waiting. {staff:given}",
    "Transfer line: {newsite} accepts {pt:family} under {newdr:family}, wheels {oclock}",
    "[[Reminder|REMINDER]]: {pt:given}, see {dr:titled} {oday:3} {oclock}, {oward}. Reply Y. Stop? {siteurl}",
    "{pt:nick} ur results r in. {portal}",
    "Pharm: {dr:family} wrote {sig} for {pt:family}, eGFR 19 - {staff:initials}",
    "relief {oward} {oday}: {nurse:given}, {nurse2:given}, {newdr:given}?",
)

_MAIL_HOME = stack(
    one("Subject: {pt:given}'s pump", "Re: your query of {oday:-2}", "To whoever answers {siteurl}"),
    one("Good evening,", "Hello {dr:titled},", "hi {nurse:given}", "Dear team"),
    few(
        3,
        6,
        "{pt:given} has been on the new pump (serial {serial}) since {oday:-9} and {word} {kin:given} and I are"
        " worn out.",
        "The readings went to {email} but {nurse:given} says nothing came from {handle}.",
        "School ({school}; {teacher}) will not give glucagon unless you send form {oid}.",
        "We are away in {abroad} from {oday:12}; is there a {newsite} equivalent?",
        "I pay {payer} every month. Claim {claim}. My bank says {account} was charged twice.",
        "{He} is {age} now, not a baby, please write to {him} directly.",
        "My own number changed, use {ophone}.",
        "{friend:given} next door is a {ojob} and thinks it is coeliac.",
    ),
    one("{kin:given}", "Yours, {kin:short} & {kin2:given}", "{pt:initials}", "{kin:nick} x\nSent from {address:nozip}"),
    sep="\n\n",
)

TYPES = (
    NoteType("dialogue-triage-call", _TRIAGE),
    NoteType("dialogue-counter", _COUNTER),
    NoteType("dialogue-remote-visit", _INTERVIEW),
    NoteType("message-group-chat", _CHAT),
    NoteType("message-ward-mail", _WARDMAIL),
    NoteType("message-voicemail", _VOICEMAIL),
    NoteType("message-page", _PAGE),
    NoteType("message-from-home", _MAIL_HOME),
)
