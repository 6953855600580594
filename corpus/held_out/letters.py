"""Letters that general practices, complaint desks, tribunals and patients write, for validation only."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.held_out.shapes import few, maybe, one, stack

_HEAD = one(
    "{osite}\n{street}\n{town}\n{ozip}\n\nTel {ophone}\n{oday}",
    "{dr:short}, {newdr:short}, {newdr:short}\nThe Surgery, {street}, {town}\nFax: {fax}",
    "{oday}\n\nOur ref: {dr:initials}/{author:initials}/{oid}\nYour ref: {claim}",
    "{siteurl}  *  {sitephone}\n{address:block}",
    "{oday}",
)

_REFERRAL = stack(
    _HEAD,
    one(
        "Dear {dr2:titled}\n\nre {pt:titled_full}, {obirth}, {address:nozip}, NHS {omrn}",
        "Dear Colleague,\n\n{oname:pt} - {obirth} - {ophone}",
        "{dr2:given},\n{pt:short} ({oage})",
    ),
    few(
        3,
        6,
        "I would be glad of your view on this {ojob}, whose {symptom} has not shifted since {month:-90}.",
        "{pt:titled} was under {newdr:titled} at {newsite} until {oyear}, when {dx} was thought likely.",
        "{His} {word}, {kin:given}, died of the same at {kinage} in {abroad}.",
        "On {oday:-6} my partner {newdr:family} found {finding}.",
        "Bloods ({obench}, {oid:new}): {labs}.",
        "{He} takes {sig} and, from the health shop, St John's wort.",
        "English is not {pt:poss} first language; {kin2:given} interprets, though a booked interpreter would be"
        " fairer.",
        "Tinel and Phalen are positive, Romberg negative, Epworth 17.",
        "{He} lives above {ofirm} on {street}.",
    ),
    one(
        "Yours sincerely\n\n{dr:short}\n{cred}\nGMC {cert}",
        "With best wishes\n{dr:given}",
        "Dictated, not read: {dr:initials}:{author:initials}",
        "{dr:full} {cred} for {newdr:titled}",
    ),
    maybe(0.4, "Copy: {pt:titled}, {town}", "cc. {newdr:family}, {newdr:family}; {kin:titled}; file"),
    sep="\n\n",
)

_COMPLAINT = stack(
    _HEAD,
    one(
        "[[Dear|DEAR]] {kin:titled}\n\nYour complaint about the care of {pt:titled_full} - file {oid}",
        "Dear {pt:titled}\n\nComplaint {oid}, received {oday:-38}",
    ),
    few(
        4,
        7,
        "Thank you for meeting me and {staff:titled_full} at {osite} on {oday:-12}; I am sorry for what your family"
        " went"
        " through.",
        "You asked why {nurse:titled} could not be found between {oclock} and {oclock}. {nurse:given} had been sent to"
        " {oward}.",
        "{newdr:titled} recalls telling your {word2} {kin2:given} that the scan of {oday:-60} was clear. It was not.",
        "The porter, {someone:titled}, no longer works for {ofirm}, and we could not trace him.",
        "As to the ring, no entry exists in property book {oid:new}; we enclose a cheque drawn on {account}.",
        "Bed {oroom} has since been moved nearer to the nurses' station.",
        'You wrote that "{dr:family} never once looked at {pt:given}". {dr:titled} accepts this and apologises.',
        "The falls score had been copied from the day before, which is against our policy.",
    ),
    one(
        "If you remain unhappy write to {agency}, {address}.",
        "You may contact {someone:short} on {ophone} or {email} by {oday:28}.",
    ),
    one(
        "{staff:full}\nPatient Relations",
        "Signed in the absence of {newdr:titled_full}",
        "{newdr:short}\nMedical Director, {osite:abbr}",
    ),
    sep="\n\n",
)

_TRIBUNAL = stack(
    one(
        "IN THE TRIBUNAL AT {town}\nCase {oid}\nAppellant: {pt:full}",
        "Medical evidence for an appeal. Ref {oid}. {pt:upper_full}, {ssn}",
        "To: The Clerk, {agency}\nFrom: {dr:short}\nAbout: {oname:pt}",
    ),
    few(
        4,
        7,
        "1. I, {dr:full}, have been [[his|the]] GP since {oyear} and hold licence {cert}.",
        "2. The appellant, aged {age}, worked as a {ojob} at {ofirm} until {oday:-700}.",
        "3. {pt:titled} scored 2 points; I would award 15. {He} cannot walk 20 metres, see {newdr:poss} report of"
        " {oday:-80}.",
        '4. The assessor, {someone:titled}, wrote that {pt:family} "arrived alone"; {kin:short} drove {him}'
        " from {town}.",
        "5. {His} representative is {lawyer:short} of {firm} ({email}).",
        "6. Spirometry on {oday:-20} at {newsite}: FEV1 41%. MRC 4. Borg 7.",
        "7. A decision of {oday:-200}, {claim}, is in the bundle at page 14.",
        "8. Since the birth of {kin2:given} in {month:-900} {he} has also cared for {kin3:given}.",
        sep="\n",
        ordered=True,
    ),
    one("[[Sworn|Signed]] {oday} at {town}, {dr:short}", "Statement true. {dr:initial_last}, {oday}"),
    sep="\n\n",
)

_FROM_PATIENT = stack(
    maybe(0.6, "{street}\n{town}\n{weekday}", "{oday}", "{pt:short}, {street}, {city} {ozip}"),
    one("To {dr:titled},", "Dear Doctor,", "Dear {nurse:titled} and all on {oward},", "Hello again {dr:given}"),
    few(
        3,
        6,
        "its {pt:short} here from the {oday:-7} clinic, you will remember me by the hat.",
        "You told {kin:given} I was to stop the {drug}. {kin:given} says you said the other one.",
        "My neighbour {friend:full} takes me to {newsite} on Thursdays but the clutch has gone.",
        "I am {age} and I was a {ojob} so I know when something is wrong.",
        "On {holiday} I was sick as a dog at {kin2:poss}.",
        "They lost my blood. I was told this by {someone:given}, or {someone:given}, one of the two.",
        "Please ring not write, {ophone}, I cant read your letters since the cataract.",
        "the pain is here and here and goes down, I give it 8.",
        "What is Sjogren's? Nobody tells you.",
        "{kin3:given} found my old card, the number is {omrn} if thats any use.",
    ),
    one("Yours truly {pt:titled_full}", "{pt:first_initial}", "from {pt:given} and {kin:given}", "{pt:nick_quoted}"),
    sep="\n\n",
)

_CARD = one(
    "To {nurse:given}, {nurse2:given}, {newdr:given} and the one with the plaits on {oward}. Thank you for looking"
    " after our"
    " {pt:given}. {kin:given}, {kin2:given}, {kin3:given} and the dog",
    "{dr:titled}, you gave me back my {word}. {kin:given} walked to {church} on {oday:-1}. God bless. {pt:short}",
    "Best physio in {town}!! {staff:given} you're a star. {pt:nick}, {oroom}",
    "In loving thanks from the family of {pt:full}, who left us on {oday:-4}. Special thanks to {nurse:short} and"
    " {hospice}.",
    "{pt:family} family, {town}. {oday}. We shall not forget {surgeon:family} or {osite}.",
    "thank you {nurse:given} for the biscuits and the cannula. xx {pt:initials}",
    "Happy retirement {dr:given}! From {newdr:given}, {newdr:given}, {nurse:first_initial}, {staff:given} +"
    " {author:initials}"
    " ({oward}, {oyear} to {oyear:0})",
)

_SCHOOL = stack(
    maybe(0.5, "{school}", "{ofirm}"),
    one("TO WHOM IT MAY CONCERN {oday}", "Fit note {oid}", "For the attention of {teacher}, {school}"),
    few(
        2,
        4,
        "{pt:full} (born {obirth}) was at {osite} from {oday:-4} to {oday} and may return on {oday:3}.",
        "{pt:titled} should lift nothing above 5 kg until {onth:13}.",
        "{pt:given} carries {drug}; {kin:given} has signed plan {oid:new}.",
        "I have not examined {him} since {oday:-30}.",
        "Any question to {newdr:short} on {ophone} or {fax}.",
    ),
    one("{dr:full}", "{dr:short} {cred}, {osite}, stamp no. {cert}", "{dr:family_upper} {oday}"),
)

TYPES = (
    NoteType("letter-practice", _REFERRAL),
    NoteType("letter-complaint", _COMPLAINT),
    NoteType("letter-tribunal", _TRIBUNAL),
    NoteType("letter-from-patient", _FROM_PATIENT),
    NoteType("letter-card", _CARD),
    NoteType("letter-certificate", _SCHOOL),
)
