"""Notes about the end of life, and forms for moving between hospitals."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.hospital_course import EVENTS, FOLLOWUP, LEAVING, NOTIFIED, PLAIN_RESULT, PLANNED
from corpus.notes.hospital_kit import Form, Part
from corpus.notes.hospital_story import ARRIVAL, OPENING, PAST, SOCIAL
from corpus.notes.hospital_text import rows

_PRESENT = rows("""
[[Present|Attendees|In attendance]]: {kin:full} ({word}), {kin2:short} ({word2}), {dr:titled}, {nurse:given} RN, \
{staff:short} [[SW|chaplain|MSW]].
[[Present|Participants]]: {kin:given}, {kin2:given} [[and|&]] {kin3:given} (by phone from {town}); {dr:family}, \
{dr2:family}, {staff:given}.
{kin:titled}, {kin2:titled}, [[pastor|Rabbi|Fr.]] {someone:family} of {church}, {dr:titled_full}.
[[By phone|On speaker|Zoom]]: {kin3:short}, {kinphone}. In [[person|room]]: {kin:given}, {dr:family}.
Pt [[participated|asleep]]. Family: {word} {kin:nick}, {word2} {kin2:nick}, [[granddaughter|nephew]] {someone:given}.
[[Interpreter|ASL]]: {staff:short} #{badge}.
""")

_TALK = rows("""
{kin:given} [[began by describing|told us about]] {his} life as a {job} in {hometown}.
We [[reviewed|explained]] that {pt:titled} has {dx} and [[time may be short|is unlikely to recover]].
{kin2:given} asked {dr2:titled} [[whether|if]] dialysis would help; {dr2:family} [[felt|explained]] it would not.
"[[He|She]] always said no machines," {kin:given} [[said|told us]], [[and|while]] {kin2:nick} [[agreed|wept|disagreed]].
{kin3:given}, who [[lives in|drove from]] {town}, [[wanted|asked for]] more time [[until|till]] {date:3}.
[[Living will|Advance directive|MOLST]] [[dated|signed]] {date:-600}, witnessed by {someone:short} and \
{someone:short}, [[reviewed|on chart]].
[[Previously|Earlier]], on {date:-4}, {dr4:titled} met with {kin:titled} and [[left|deferred]] code status.
Agreed: DNR/DNI, [[no escalation|comfort focus]], hospice referral to {hospice} ([[contact|liaison]] {staff:short}, \
{phone}).
{pt:nick} [[loves|enjoyed]] [[fishing near|dancing at|singing at]] {place}; {kin:given} will bring \
[[music|photos|the dog]].
[[Attorney|Lawyer]] {lawyer:titled} of {firm} [[has the|to fax]] POA papers ([[fax|f]] {fax}).
[[Plan to|Will]] meet again {weekday} [[{date:2}|]] at {time} in {dept}.
{He} [[hopes|wants]] to see {his} [[grandson|granddaughter]] {someone:given} graduate from {school} [[in|]] {month:90}.
{kin:titled} and {kin2:titled} [[had|expressed]] [[no further questions|conflicting views]].
Prognosis: [[weeks|days to weeks|months]]. PPS 30%. {neg}
{symptom} managed with {sig}; [[bowel regimen|haloperidol]] added. {todo}
[[Spent|Total time]] 55 minutes, [[over half|most]] in counseling {kin:given}/{kin2:given}.
""")

MEETING = Form(
    "palliative-meeting",
    "[[Palliative Care Family Meeting|Goals of Care|GOC Note|Family Conference|Palliative Consult|Advance Care "
    "Planning Note|"
    "Serious Illness Conversation]]",
    (
        Part("[[Reason|Summary|ID]]", OPENING, 1, 1, 0.7, 0.3),
        Part("[[Present|Participants|Attendees|Who was there]]", _PRESENT, 1, 2, 0.95, 0.0),
        Part("[[Discussion|Meeting|Summary of discussion|What was said]]", _TALK, 2, 6, 0.98, 0.2),
        Part("[[Social|About the patient|Background|Values]]", SOCIAL, 1, 3, 0.5),
        Part("[[Symptoms|Symptom assessment|ESAS]]", PLAIN_RESULT, 1, 2, 0.4),
        Part("[[Outcome|Plan|Recommendations|Decisions]]", PLANNED, 1, 3, 0.7, 0.2, "list"),
        Part("", NOTIFIED, 1, 2, 0.4),
    ),
    most=4,
)

_CALLED = rows("""
[[Called|Asked|Paged]] [[by {nurse:given} RN |by {nurse:short} |]]to [[pronounce|see]] {pt:titled} [[at|@]] {time}.
[[No|Absent]] heart sounds or respirations for 2 minutes, pupils fixed. [[Time of death|TOD|Pronounced]]: {time}, \
{fulldate}.
{pt:full}, {age}, [[died|expired|passed away]] on {date} at {time} [[with|surrounded by]] {kin:given} [[and \
{kin2:given} |]]at bedside.
[[Patient|Pt]] [[pronounced|declared]] dead at {time12} on {textdate} by {dr3:short}, {cred2}.
[[Next of kin|NOK|Family]] {kin:full} ({word}) [[notified|called]] at {kinphone} [[at|@]] {time}.
{county} [[Medical Examiner|ME|Coroner]] notified, [[spoke to|investigator]] {officer:short}, \
[[declined|accepted]], case [[#|no.]] {caseno}.
[[Autopsy|PM exam]] [[offered to|declined by|requested by]] {kin:titled}.
[[Organ bank|OPO|Eye bank]] called {time}, ref {id}, [[coordinator|rep]] {staff:short}, [[not a \
candidate|referral]].
[[Funeral home|Mortuary]]: {someone:short}, {street}, {town}, {phone}.
[[Attending|PCP]] {dr:titled} [[and|/]] {pcp:titled} notified {time}.
[[Body released to|Released to]] {someone:short} of the funeral home {stamp}.
Death certificate [[signed|to be completed]] by {dr:family} (lic. {cert}).
[[Cause|Immediate cause]]: {dx} [[due to|2/2]] {dx}.
{kin3:given} [[and|with]] [[chaplain|Fr.]] {someone:family} [[arrived|prayed]] {time}.
[[Belongings|Ring, watch]] given to {kin:short}. {neg}
May {he} rest; our condolences to the {pt:family} family.
""")

DEATH = Form(
    "death-note",
    "[[Death Note|Pronouncement Note|Death Pronouncement|Expiration Note|Note of Death|Deceased]]",
    (
        Part("[[Note|Event|Pronouncement|]]", _CALLED, 2, 6, 1.0, 0.12),
        Part("[[Background|Summary]]", OPENING, 1, 1, 0.4, 0.3),
        Part("[[Course|Events]]", EVENTS, 1, 2, 0.3),
    ),
    most=3,
)

DEATH_SUMMARY = Form(
    "death-summary",
    "[[Death Summary|Expiration Summary|Discharge Summary - Deceased|Summary of Death|Mortality Review]]",
    (
        Part(
            "[[Causes|Diagnoses|Cause of Death]]",
            ("{dx}", "{dx} [[due to|2/2]] {dx}", "{dxs}", "{dx} ({code})"),
            1,
            2,
            0.7,
            0.0,
            "list",
        ),
        Part("[[HPI|Presentation|Reason for Admission]]", OPENING, 1, 1, 0.9, 0.4),
        Part("", ARRIVAL, 1, 2, 0.5),
        Part("[[PMH|Past History]]", PAST, 1, 3, 0.5, shape="list"),
        Part("[[Hospital Course|Course]]", EVENTS, 2, 5, 0.95, 0.4),
        Part("[[Family Meeting|Goals of care]]", _TALK, 1, 3, 0.6),
        Part("[[Death|Events of death|Pronouncement]]", _CALLED, 2, 5, 0.95, 0.1),
        Part("[[Notifications|Communication]]", NOTIFIED, 1, 2, 0.4),
    ),
    (("[[Date of Death|DOD|Expired|Date/Time of death]]", "[[{fulldate:4}|{fulldate:4} {time}|{stamp}]]"),),
    weight=0.6,
)

_TRANSFER = rows("""
[[From|Sending facility|Transferring]]: {site} [[({sitephone})|, {citystate}|]]
[[To|Receiving facility|Destination]]: {site3}, {town}, {stateab} [[unit {dept}|bed {bed}|]]
[[Accepting|Accepting physician|Accepted by]]: {newdr:titled_full} [[at|@]] {time} [[on {date}|]]
[[Report called|RN report]] [[by {nurse:short}|]] to {newdr:given} RN, {phone}, {time}
[[Reason for transfer|Reason]]: [[{proc}|higher level of care|family request ({kin:given})|no {dept} bed]]
[[Mode|Transport]]: [[BLS|ALS|CCT|air]], {town} [[EMS|Fire|Ambulance]], [[run|trip]] # {caseno}, ETA {time}
[[Accompanied by|With]]: {kin:short} ({word}), [[RN|medic]] {newdr:family}
[[Consent|Patient/representative signature]]: {kin:full}, {word}, {fulldate} {time}
[[Sent with patient|Enclosed]]: chart copy, imaging disc ([[#|acc]] {accession}), MOLST, [[glasses|dentures]]
[[Transfer center|Logistics]]: {phone}, [[agent|coordinator]] {staff:given}, [[log|ref]] {id}
[[Insurance|Auth]]: {payer} [[auth|authorization]] {claim}, [[rep|by]] {staff:first_initial}
[[Isolation|Precautions]]: [[MRSA {date:-100}|none|contact]]
[[Last dose|Last given]]: {drug} {time}, {drug} {time}
[[Family notified|Notified]]: {kin:given} {kinphone} [[y|yes]] {time} [[by|per]] {nurse:initials}
[[Home facility|Lives at]]: {nursinghome}, {street}, [[admin|DON]] {staff:short}
[[PCP aware|PCP]]: {pcp:short}, {drphone}
[[Bed hold|Return plan]]: [[yes|until {date:7}|n/a]]
[[Valuables|Property]]: [[with {kin:given}|safe, envelope {id}|none]]
[[Vitals|V/S]] [[at|@]] {time}: {vitals}
""")

TRANSFER = Form(
    "transfer",
    "[[Interfacility Transfer Form|Transfer Summary|Transfer Form|EMTALA Transfer|Transfer Note|Patient Transfer "
    "Record|W-10|"
    "Inter-Agency Referral|ICU Transfer Summary|Accept Note]]",
    (
        Part("[[Transfer Details|Logistics|Transfer|]]", _TRANSFER, 3, 8, 0.95, 0.05, "lines"),
        Part("[[HPI|Summary|Brief history]]", OPENING, 1, 1, 0.8, 0.4),
        Part("", ARRIVAL, 1, 2, 0.4),
        Part("[[Course|Hospital Course|Events]]", EVENTS, 1, 4, 0.7),
        Part("[[PMH|History]]", PAST, 1, 3, 0.4, shape="list"),
        Part("[[Results|Data]]", PLAIN_RESULT, 1, 3, 0.4, shape="lines"),
        Part("[[Plan|Recommendations|Pending]]", PLANNED, 1, 3, 0.5, shape="list"),
        Part("[[Disposition|Departure]]", LEAVING, 1, 2, 0.4),
        Part("[[Appointments|Follow-up]]", FOLLOWUP, 1, 2, 0.3, shape="list"),
    ),
    weight=1.2,
)

TYPES: tuple[NoteType, ...] = tuple(f.note_type() for f in (MEETING, DEATH, DEATH_SUMMARY, TRANSFER))
