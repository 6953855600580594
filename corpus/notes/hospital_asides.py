"""Sentences that can stand in any note of a hospital: odd places for names, dates, numbers and places."""

from __future__ import annotations

from corpus.notes.hospital_text import rows

ASIDES = rows("""
[[Last seen in good health|Last hugged {his} grandchildren|Sick contacts]] [[on|at]] {holiday}.
Has not smoked since {season:-3}.
{kin2:given} [[posts updates|shares photos]] on Facebook as {handle}; [[asked|reminded]] not to photograph staff.
[[Portal message|MyChart message]] from {username} {stamp}: "{symptom} again, can {dr:family} call me?"
[[Email|Sent]] {email} the [[brochure|link]] {url}.
{teacher:titled} at {school} [[called|wrote]] about absences since {date:-20}.
[[Claim|Auth]] {claim} [[denied|pending]] by {payer}; peer to peer {weekday} {time12}, [[call|dial]] {phone}, option 3.
{pt:given}, {kin:given}, {kin2:given} and {someone:given} all [[had|got]] the same [[stomach bug|cough]] after \
{holiday}.
Not to be confused with {someone:last_first} in [[room|bed]] {room}, same [[last name|DOB]].
[[Name alert|NAME ALERT]]: two patients named {pt:family} on {dept}.
[[Formerly|Previously]] {pt:maiden}. Chart merged {numdate:-400} ([[old|prior]] # {mrn}).
[[JW|Peds]] vs adult dosing [[per|d/w]] {newdr:initials}. {neg}
{dr2:initials}/{dr3:initials} [[rounding|aware]].
{newdr:family}, {newdr:family} & {newdr:family} [[rotate|share call]].
[[Per|From]] {newdr:family}'s note of {date:-8}: "{finding}".
{someone:given} (not {kin:given}) [[signed|answered the phone]].
{kin:given}'s number [[changed|is now]] {kinphone}, old one [[disconnected|was {phone}]].
{pt:given}? {pt:given} [[{kin:family}|{pt:family}]]? [[No answer to name|Opens eyes to voice]].
States [[name|own name]] as "{pt:given}", [[place|hospital]] as "{site2:alias}", year as {year:-3}.
[[Watches|Wants]] the game, [[went|drove]] to {town} for it [[last|in]] {monthonly}.
[[Flew|Bus]] {town}-{town} {date:-9}, [[9 hours|no stops]].
{town} [[fire|marathon|parade]] [[exposure|volunteer]] {monthonly}.
[[Plans|Hopes]] to [[retire to|visit]] {abroad} [[in|]] {year:2}.
[[Walks|Goes]] to {place} [[daily|with {friend:given}]].
Mail: {address}. [[Cell|Text]] {mobile}.
[[Hx|History]] per {pcp:family} {pcpsite:abbr} {numdate:-11}.
[[Care plan|Contract]] from {clinic} [[dated|of]] {textdate:-70} [[expired|on file]].
Device [[card|clinic]]: {model}, {serial}, [[implanted|in]] {month:-700}, {site3:abbr}.
[[Seen|Scanned]] at {newsite} ({town}) {shortdate:-6}, {newsite} {shortdate:-4}, now here.
{citystate} -> {citystate} [[{year:-2}|last year]] for work.
{kin:given} {kinage}, {kin2:given} [[adopted|foster]], {kin3:given} [[deceased|in service]].
{kinage} yo {word} [[also|]] [[here|admitted]] {room}.
[[Born|b.]] {dob}, [[so|now]] {age}, [[not|chart said]] 5 years older.
[[Turned|Will be]] {age} [[on|]] {date:-2}; [[cake|card]] from {nurse:given} and {nurse2:given}.
[[Ask|Try]] {friend:given} next door.
[[Witness|Notary]]: {someone:full}, comm. exp. {numdate:600}.
{lawyer:titled} ({firm}) requests records {daterange}, [[release|ROI]] # {docid}.
[[Parking|Towed]]: [[plate|tag]] {plate}, [[call|lot]] {phone}.
[[Tablet|Wi-Fi]] {mac} / {ip} [[issued|checked out]] {pt:initials}.
[[Study|Trial]] {study} ([[PI|P.I.]] {newdr:family}): [[coordinator|CRC]] {staff:given} x{ext} consented {pt:given} \
{shortdate:-1}.
[[Passport|ID]] {passport} [[copied|held]] for [[billing|embassy]], {country}.
{neg}
{neg} {neg}
{neg}
The {pt:family} [[family|boys|sisters]] [[brought lunch|asked for the chaplain]].
[["Call {kin:nick}," {he} kept saying.|"Where's {kin:nick}?"]]
[[Told|Told us]] {dr3:given} and {nurse2:given} {he} [[fell|slipped]] near {street} [[on the way to|outside]] {church}.
[[Old|Previous]] address {address:nozip}; [[now|moved]] {street}, {city} {zip}.
{his} [[boss|supervisor]] at {employer}, {someone:titled}, [[needs|wants]] a note [[for|covering]] {daterange}.
[[Coach|Professor]] {someone:family} ({school}) [[visited|emailed]].
Sgt. {officer:family} [[from|of]] the {county} sheriff [[called|came]] {time}, [[ref|case]] {caseno}.
[[cf|See]] {newdr:family} {shortdate:-3}, {newdr:family} {shortdate:-1}.
{kin:given}/{kin2:given} split [[nights|weekends]].
({kin:given}) {kinphone}; ({kin2:given}) {mobile}; ({friend:given}, neighbor) {phone}
[[SSN|Social]] ends {ssn4}. [[Guarantor|Resp]] {kin:last_first}, DL {license}.
[[Copay|Deposit]] card {card} [[on file|declined]].
[[NB|Note]]: {pt:family_first} per passport, {pt:short} here.
[[aka|AKA]] {pt:nick_quoted}; answers to "{pt:nick}".
[[Tel|Ph]] {sitephone}, fax {sitefax}, {siteurl}
""")
