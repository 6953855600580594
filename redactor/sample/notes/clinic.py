"""Templates of the notes written outside the wards: clinic, telephone, portal, letters, social work."""

from __future__ import annotations

from redactor.sample.notes.writer import Kind

PROGRESS = Kind(
    "progress",
    "11506-3",
    "Progress note",
    (
        ("PROGRESS NOTE - {date}\n{pt:full} (MRN {mrn})", "{fulldate} {time}\nPt: {pt:last_first}   DOB: {dob}"),
        (
            "S: {pt:titled} returns for {dx}. Since {date:-60} {he} has had {symptom}. {His} {word} {kin:nick} came "
            "along. {He} still "
            "works as a {job}.",
            "SUBJECTIVE: {age}yo {man} w/ {dx}, doing well. Saw {other} at {site:alias} on {date:-14}. Travelled to "
            "{hometown} in "
            "{month:-90}.",
        ),
        ("O: {vitals}. {labs}. {neg}", "OBJECTIVE: {vitals}\n{neg}\n{neg}"),
        (
            "A/P: {dx}: continue {drug}. RTC {date:90}. Labs at {lab} before then.",
            "ASSESSMENT: {dx}. PLAN: refill {drug} at {pharmacy}; call {mobile} with results. {neg}",
        ),
        ("{dr:short}, {cred}", "Signed, {dr:titled} {fulldate}", "{dr:initials}/{nurse:initials}"),
    ),
    "\n",
)

CONSULT = Kind(
    "consult",
    "11488-4",
    "Consult note",
    (
        (
            "CONSULTATION\nRequesting: {pcp:titled_full}\nConsultant: {dr:titled_full}\nPatient: {pt:full}, "
            "{mrn}\nDate: {fulldate}",
            "NEUROLOGY CONSULT for {pt:upper}\n{fulldate}",
        ),
        (
            "REASON: {symptom}. Thank you, {pcp:titled}, for asking us to see {pt:titled}, a {age}-year-old "
            "right-handed "
            "{race} {man}.",
            "Asked by {pcp:family} to evaluate {pt} for {symptom}. {He} lives with {word} {kin:given} in {city}.",
        ),
        (
            "HISTORY: Onset about {date:-40}. {neg} {His} {word} ({kin:full}, {kinage}) has a similar tremor. "
            "Employed by {employer}.",
            "HISTORY: {dx} diagnosed {month:-700} at {pcpsite}. {neg}",
        ),
        ("EXAM: {vitals}. {neg} UPDRS 22. MoCA 24/30.", "EXAM: Romberg absent. Hoffmann negative. {neg}"),
        ("RECOMMENDATIONS: {drug}. Follow up with {other:titled} by {date:30}.\n\n{dr:short}, {cred}   {drphone}",),
    ),
)

TELEPHONE = Kind(
    "telephone",
    "34748-4",
    "Telephone encounter Note",
    (
        ("TELEPHONE ENCOUNTER {fulldate} {time}", "Phone call - {date}"),
        (
            "Caller: {kin:full} ({word} of {pt:full}, DOB {dob}). Callback {kinphone}.",
            "{pt:titled_full} called from {mobile}. Verified by DOB {dob} and last 4 SSN {ssn4}.",
        ),
        (
            "States {he} has {symptom} since {date:-2}. Took {drug}. {neg} Message sent to {dr:titled}.",
            "Wants refill of {drug} to {pharmacy}. Address confirmed: {address}.",
            "Left voicemail for {pt:given} at {phone}; {kin:nick} will have {him} call back before {date:2}.",
        ),
        ("{nurse:short} RN, ext. {pager}", "{nurse:initials}"),
    ),
    "\n",
)

LETTER = Kind(
    "referral-letter",
    "57133-1",
    "Referral note",
    (
        ("{site:block}\nTel {sitephone}  Fax {sitefax}\n\n{fulldate}",),
        ("{pcp:titled_full}\n{pcpsite:block}",),
        ("RE: {pt:full}\nDOB: {dob}\nOur ref: {mrn}\n{address}", "Re: {pt:titled_full}, d.o.b. {dob}, {address}"),
        (
            "Dear {pcp:titled},\n\nThank you for referring this pleasant {age}-year-old {job}, whom I saw on {date} "
            "with {his} {word} "
            "{kin:titled}. As you know, {pt:titled} has {dx}. {neg}",
            "Dear {pcp:given},\n\nI had the pleasure of seeing {pt} in clinic on {date}. {He} tells me that "
            "{symptom} began while "
            "visiting {hometown} around {date:-45}. {neg}",
        ),
        (
            "{labs}. I have started {drug}. I will see {him} again on {date:60}. {His} mobile is {mobile}.",
            "{vitals}. {neg} {neg}",
        ),
        ("Sincerely,\n\n{dr:full}, {cred}\n{dremail} | NPI {npi}", "With kind regards,\n{dr:titled_full}\n{drphone}"),
        ("cc: {other:titled_full}; {pt:titled_full}, {address}", "cc: {kin:full}\nenc."),
    ),
)

PORTAL = Kind(
    "portal-message",
    "68834-1",
    "Patient message",
    (
        ("From: {pt:short} <{email}>\nTo: {dr:titled_full}\nSent: {fulldate} {time}\nSubject: {symptom}",),
        (
            "Hi {dr:titled},\n\nI've had {symptom} since {date:-3}. Can I keep taking {drug}? My {word} {kin:nick} "
            "thinks I should come "
            "in. I can be reached at {mobile} or {email}.",
            "Good morning, I could not log in to {portal} as {username} (it said my IP {ip} was blocked). Please "
            "charge the copay to "
            "card {card}. We moved to {address} on {date:-10}.",
        ),
        ("Thanks,\n{pt:given}", "{pt:nick} {pt:family}\n{phone}", "Best, {pt:initials}"),
        ("--- Reply from {nurse:short}, RN ({date:1}): {pt:titled}, {dr:titled} can see you on {date:5} at {time}.",),
    ),
)

SOCIAL_WORK = Kind(
    "social-work",
    "28653-4",
    "Social work Note",
    (
        ("SOCIAL WORK ASSESSMENT\n{pt:full}  {mrn}  {fulldate}", "SW NOTE {date} re {pt:titled}"),
        (
            "{pt:given} is a {age} y.o. {race} {man}, born in {hometown}, who lives at {address} with {his} {word}, "
            "{kin:full} ({kinage}). "
            "{He} is a {job} employed by {employer}.",
            "Met with {pt:nick} and {his} {word} {kin:given} on {date}. Home: {city}, {county}, {state} {zip}. "
            "Income from {employer}.",
        ),
        (
            "Insurance: {payer}, member {plan}. SSN {ssn}. Bank transfer to account {account} failed on {date:-5}.",
            "HCP/POA: {kin:full}, {kinphone}. Referred to {other:short}. PHQ-9 score 11.",
        ),
        (
            "Plan: home visit {date:7}; call {kin:titled} at {kinphone}. {neg}",
            "Plan: Meals on Wheels from {date:2}. {neg}",
        ),
        ("{nurse:full}, LCSW", "{nurse:initial_last}"),
    ),
)

TELEHEALTH = Kind(
    "telehealth",
    "75496-0",
    "Telehealth Note",
    (
        ("VIDEO VISIT {fulldate} {time}   {pt:last_first}   {mrn}",),
        (
            "Connected from {ip}; patient at home in {city}, {state}. Provider at {site}. Identity confirmed: "
            "{pt:full}, {dob}.",
            "{pt:titled} ({age}) joined by phone from {mobile} with {his} {word}, {kin:short}.",
        ),
        ("{symptom} since {date:-8}. {neg} {labs}.", "{dx}: no change. {neg}"),
        ("Time spent 18 minutes. {dr:short}, {cred}",),
    ),
    "\n",
)
