"""Heads, feet and sentences with identifiers that are added to a real note."""

# ruff: noqa: E501 - a template is a line
from __future__ import annotations


def _templates(block: str) -> tuple[str, ...]:
    return tuple(line.strip().replace("\\n", "\n") for line in block.strip().splitlines())


HEADS = _templates(
    r"""
    {site}\n{dept}\n\nPatient: {pt:full}\n{mrn:labelled}\nDOB: {dob}\nDate: {fulldate}\nProvider: {dr:titled_full}\n\n
    Name: {pt:last_first}\nMRN: {mrn}\nDate of service: {numdate}\n\n
    {pt:upper}  {mrn}  {dob}  {sex}\n\n
    PATIENT NAME: {pt:upper_full}\nACCOUNT #: {acct}\nADMITTED: {numdate:-3}\nDISCHARGED: {numdate}\nATTENDING: {dr:upper_full}, {cred}\n\n
    RE: {pt:full}, DOB {dob}\n\nDear {dr2:titled},\n\n[[Thank you for referring|I had the pleasure of seeing|I saw]] {pt:titled} [[today|on {date}|in clinic on {fulldate}]].\n\n
    {clinic}\n{address:block}\nPhone: {sitephone} Fax: {sitefax}\n\n{fulldate}\n\n
    {date} {time}\n{dr:family}\n\n
    Pt: {pt:short} ({agesex})\nPCP: {pcp:titled}\nVisit: {numdate}\n\n
    [[Encounter|Visit|Office visit|Telephone encounter]] {numdate} - {dr:full}, {cred}\n{pt:last_first} - {mrn}\n\n
    {pt:short}\n{address}\nHome: {phone}\nEmergency contact: {kin:short} ({word}), {kinphone}\n\n
    Dictated by: {dr:full}, {cred}\nDate dictated: {numdate}\nJob number: {docid}\n\n
    Admitting [[physician|doctor]]: {dr:titled}\nRoom: {room}\nInsurance: {payer} {plan}\n\n
    {pt:given}, {age} {sex}, {city}\n
    [[Progress note|Consultation|H&P|Follow-up]] - {site:alias} - {shortdate}\n
    From: {dr:full}\nTo: {pcp:full}\nSent: {fulldate} {time12}\nSubject: {pt:initials} {mrn:labelled}\n\n
    {fulldate}\n\nTo whom it may concern:\n\nRe: {pt:full}, {address}\n\n
    Historian: {kin:short} ({word}). [[Interpreter|Translator]]: {staff:short}, ID {badge}.\n
    {stamp} {nurse:family}, {nursecred}:
    {pt:family_upper}, {pt:given}   {dob}   Ward: {dept}   Bed {bed}\nConsultant: {dr:titled}\n\n
    """
)

FEET = _templates(
    r"""
    \n\nElectronically signed by {dr:full}, {cred} on {numdate} at {time}
    \n\n{dr:full}, {cred}\n{dept}\n{site}
    \n\nSincerely,\n\n{dr:short}, {cred}\n{drphone}
    \n\ncc: {pcp:titled_full}, {pcpsite}\n    {dr2:titled_full}
    \n\nDICTATED BY: {dr:upper_full}, {cred}\nD: {numdate} T: {numdate:1}\n{dr:initials}/{author:initials}
    \n\nSigned: {dr:family} {shortdate} {time}
    \n\n{dr:titled}\npager {pager}
    \n- {dr:initials}
    \n\nSeen and discussed with {dr2:titled}.\n{dr:short}, {cred2}, {fulldate}
    \n\nScribed by {staff:short} for {dr:full}, {cred} at {time12} on {date}.
    \n\n{nurse:short}, {nursecred} {numdate} {time}
    \n\nThanks,\n{dr:given}\n{dremail} | {sitephone}
    \n\nCopies to: {pcp:full}, {address}; {pt:full}
    \n\nNext appointment: {fulldate:30} {time12} with {dr:titled}, {site}. Questions: {sitephone}.
    \n\nReviewed by {dr2:full}, {cred2}. {docid}
    \n\nPrinted {numdate} {time} by {username}   Page 1 of 2   {mrn}
    \n\nPharmacy: {pharmacy}, {address:nozip}, {sitephone}
    \n\nEmergency contact: {kin:full} ({word}) {kinphone}
    """
)

# Between two sentences of a note.
SENTENCES = _templates(
    r"""
    [[Seen|Evaluated|Examined]] by {dr:titled_full} on {date}.
    [[Case|Plan]] discussed with {newdr:titled}[[ and {newdr:titled}|]].
    {He} can be reached at {phone}.
    Records [[requested|received]] from {newsite}[[ on {date:-4}|]].
    {Word} {kin:given} [[at bedside|present|here today]].
    Accompanied by {word} {kin:short}.
    Pharmacy is {pharmacy}, {sitephone}.
    Insured through {payer}, member {plan}.
    {pt:titled} [[agrees|verbalized understanding|is aware]].
    [[Per|According to]] {kin:titled}, no change since {date:-7}.
    Last seen {date:-90} by {dr2:titled}.
    Transferred from {newsite} on {fulldate:-2}.
    Moved here from {hometown} in {year:-4}.
    Lives at {address}.
    Lives with {kin:given} and {kin2:given} in {city}.
    Works at {employer}.
    [[Referral|Referred]] to {newdr:titled} at {newsite}.
    [[Contact|NOK|Next of kin]]: {kin:short}, {kinphone}.
    Labs drawn {numdate:-1} {time}.
    [[Paged|Called|Texted]] {newdr:family} at {time}.
    {mrn:labelled}.
    Interpreter {staff:given} [[used|on the phone]].
    [[Her|His|The]] {word} {kin:given} [[called|rang]] on {date:-1}.
    RN {nurse:given} notified at {time}.
    {pt:given} [[is doing well|did not attend|has no questions]].
    {dr:titled} to follow.
    [[Fax|Send]] results to {pcp:titled}, {fax}.
    Follow up with {dr:titled} [[on|]] {date:14}.
    Social worker {staff:short} involved, ext {ext}.
    Spoke to {kin:given} ({word}) and {friend:short}.
    Previously under {dr3:titled}, {site2}.
    [[Message|Portal message]] from {pt:given} {shortdate}: see above.
    """
)

# Between two turns of a dialogue.
TURNS = _templates(
    r"""
    And your [[date of birth|birthday]]?[[ It's| That's|]] {dob}.
    Can you [[confirm|spell|tell me]] your name? [[It's|Yes,|Sure,]] {pt:short}.
    My name is {pt:short}.
    I'm {dr:titled}, I work with {dr2:titled}.
    I saw {newdr:titled} [[back in {month}|on {date:-20}|at {newsite}]].
    My {word} {kin:given} [[drove me|came with me|told me to come]].
    I live in {town} now.
    I work at {employer}.
    You can call me at {phone}.
    Let's see you again on {date:14}.
    [[Dr.|Doctor]] {dr3:family} will see you at {newsite}.
    That was {date:-30}, I think.
    I grew up in {hometown}.
    We send it to {pharmacy}, right?
    Please ask for {nurse:given} at the desk.
    """
)
