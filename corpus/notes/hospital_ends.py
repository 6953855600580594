"""Ends of hospital notes: signatures, stamps of electronic signing, transcription lines, copies and page feet."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.notes.hospital_text import blocks, rows
from redactor.sample.marked import Marked, Piece, join

SIGNED = blocks("""
[[Electronically signed by|E-signed by|Signed electronically by|Authenticated by|Signed by]] {dr:short}, {cred} \
[[on|at|]] {fulldate} [[at |]]{time}

[[Electronically Signed|Digitally signed]]: {dr:upper} {stamp}

{dr:short}, {cred}
[[Attending Physician|Hospitalist|Staff Physician|PGY-2|Attending, {dept}|{dept}]]
[[Pager|pgr|Beeper|p]] {pager}

{dr:initial_last}, {cred} [[x|ext. |ext ]]{ext}

{dr:full}, {cred}
{dept}, {site}
{drphone} | {dremail}

[[Signed|SIGNED|Sgd]]: {dr:titled_full} {fulldate} {time}

/s/ {dr:short}
{fulldate}

/es/ {dr:upper_full}, {cred}
[[Staff Physician|ATTENDING|Resident Physician]]
Signed: {stamp}

-{dr:given} {dr:family} {cred}, {time12}

{dr:family} {pager}

- {dr:initials}

{dr:initials}/{author:initials}

Thank you for [[allowing us to participate in|involving us in]] the care of [[{pt:titled}|{pt:given}|this {ageold} \
{man}|your patient]].
{dr:titled_full}

[[Attestation|ATTENDING ATTESTATION|Teaching physician note]]: I [[saw and examined|personally examined|evaluated]] \
{pt} with {dr3:titled} on {date} and agree [[with the above|with findings and plan|except as noted]]. {dr:family}, \
{cred}

Patient seen and discussed with [[attending|staff]] {dr:titled}, who agrees.
{dr3:short}, [[MS4|PGY-1|PGY-3|NP|PA-C]]

[[Seen with|D/w|Staffed with|Precepted with|Discussed with]] {dr:family}. {dr3:initial_last}, {cred2}

[[Scribe|Scribed]]: [[I, {author:full}, am acting as scribe|documentation by {author:short}]] for {dr:titled} \
{fulldate} {time}. I, {dr:short}, reviewed the above.

[[Cosigned|Co-signed|Cosigner]]: {dr:last_first} at {stamp}
[[Author|Written by]]: {dr3:last_first}

[[Reviewed and signed|Final|Verified]] by: {dr:family_upper}, {dr:given} [[NPI|npi]] {npi}

________________________
{dr:full}, {cred}    [[Date|Dated]]: {fulldate}  [[Time|At]]: {time}

[[Provider|Clinician]] ID {badge}   {dr:upper}

{dr:short} {cred}, {dr2:short} {cred2}

[[Sincerely|Regards|Respectfully submitted|With kind regards]],

{dr:full}, {cred}
{site}
[[Direct|Office|Tel]] {drphone}, [[fax|F]] {sitefax}

[[Best|Thanks|Cheers]],
{dr:given}

{dr:short}, {cred} (DEA {dea}, NPI {npi}, Lic. {cert})

[[Entered|Documented|Filed]] by {username} {stamp}

{nurse:short}, {nursecred} {time}
""")

TYPED = blocks("""
[[Dictated by|DICTATED BY|Dictating provider]]: {dr:titled_full}
[[D|DD|Dictated]]: {fulldate}  [[T|DT|TD|Transcribed]]: {fulldate:1}
[[Job|JOB|Doc|Conf]] #: {docid}

D: {stamp}
T: {stamp}
{dr:initials}/{author:initials}

{dr:initials}:{author:initials}:{docid}

[[Transcribed by|Transcriptionist|Typed by|T by]]: {author:short} [[on |]]{fulldate:1}

[[TR|TRANS]]: {author:initials} / {docid}   DD: {numdate}  TD: {numdate:1}  CC: {pcp:family}

{dr:family_upper},{dr:given}  {author:initials}  [[D|R]]:{numdate} {time} [[T|S]]:{numdate:1} {time}

[[cc|CC|Copies|Copy to|c]]: {pcp:titled_full}

[[cc|CC|Copies to]]: {pcp:short}, {cred2}; {dr2:short}, {cred2}; {dr4:titled_full} ([[fax|f]] {fax})

[[cc|CC]]: {pcp:titled_full}
    {pcpsite:block}

[[cc|Cc]]: {pcp:titled}, {dr2:titled}, [[medical records|chart|file]]

[[Dictated but not read|Dictated, not yet reviewed|Preliminary, not authenticated]]. {dr:initials} / \
{author:initials} {shortdate}

[[Addendum|ADDENDUM|Late entry|LATE ENTRY]] {fulldate:1} {time}: [[spoke with|called|reached]] {kin:titled} at \
{kinphone}, [[no change to the plan|aware|agrees]]. {dr:initials}

[[ADDENDUM|Addendum]] by {dr2:titled} {date:1}: {neg}

[[Electronically faxed|Faxed|Routed]] to {pcpsite} at {fax} on {numdate:1} [[by {author:given}|{author:initials}|]]

[[Copies sent to|Copy:]] {pcp:family}, {dr2:family} [[and|&]] {dr4:family} {shortdate}
""")

FEET = rows("""
[[Page|Pg|page]] 2 of 3   {pt:last_first}   {mrn:labelled}
{pt:upper} - {mrn} - [[Page 1 of 1|page 4 of 7|1/2]]
[[Printed|Print date|PRINTED]]: {stamp} [[by {username}|User: {username}|]]
{site} | {sitephone} | {siteurl}
[[Confidential|CONFIDENTIAL]]: [[contains|may contain]] [[protected health information|psychiatric information]]. \
[[If received in error call|Questions? Call|Errors: notify]] {sitephone}.
[[MR|Form|FORM]] 1127-B (rev. {year})    {pt:family_upper}    {mrn}
[[Document|Doc|Report]] ID {docid} [[v.|version]] 2
{site:block}
{pt:family}, {pt:given} {dob} {visit} [[end of report|END|***end***|- end of document -]]
[[After hours call|Patient line|For appointments]] {sitephone} [[or visit|or|]] {portal}
{uuid}
[[Scanned by|Indexed by|Scan]] {author:short} {numdate:2} [[batch|Batch #|]] {docid}
[[Chart copy|Original - chart|Page 3]]   {site:abbr}   {numdate}   [[acct|A#]] {acct}
[[Workstation|WS|Terminal]] {ip}   {username}   {stamp}
""")


def ending(c: Cast, signs: tuple[str, ...] = SIGNED) -> Marked | None:
    """What stands under a note: signature, transcription lines, page foot; None for nothing."""
    parts: list[Piece] = []
    if c.chance(0.85):
        parts.append(c.any(*signs))
    if signs is SIGNED and c.chance(0.1):
        parts.append(c.any(*SIGNED))
    if c.chance(0.3):
        parts.append(c.any(*TYPED))
    if c.chance(0.2):
        parts.append(c.any(*FEET))
    return join(*parts, sep=c.pick(("\n", "\n", "\n\n"))) if parts else None
