"""Sentences of medical prose: case reports, stories of an illness, incident reports, minutes, abstracts."""

from __future__ import annotations

from corpus.notes.compose import templates

CASE = templates(r"""
A {ageold} {man} presented to [[our hospital|{site}|the emergency department of {site}]] in {month:-10} with {symptom}.
We report [[the case of|]] a {ageold} {race} {man} with {dx}.
The patient, a {ageold} {job} from {town}, had been well until {date:-30}.
We describe {pt:initials}, a {agesex} with {dx}, seen at {site} between {daterange}.
Mr. {someone:family} gave written consent to publication.
On admission ({date}), {labs}.
{imaging} [[showed|revealed]] {finding}.
{His} family had emigrated from {country} in {year:-40}.
Two weeks before, {he} had travelled to {abroad}.
{He} was transferred to {site2} in {town}, where {surgeon:titled} performed {proc}.
[[Cultures|Blood cultures]] grew {organism}.
{drug} was started; the fever resolved within 48 hours.
{neg}
{hpi}
{course}
{eponym} was absent.
The differential diagnosis included {dxs}.
At follow-up on {date:60} {he} was asymptomatic.
The case was presented by {dr:full} at the grand rounds of {site3}.
Sequencing found a variant in {gene}.
The patient's {word}, aged {kinage}, carried the same variant.
To our knowledge this is the third report since {year:-12}.
{dr:family} and {dr2:family} reviewed the slides.
The histology ({accession}) was read by {dr3:full}, {lab}.
The authors thank {newdr:full} ({newsite}, {town}) for the images.
Correspondence: {dr:full}, {dept}, {site}, {address}; {dremail}
She weighed 61 kg, height 1.64 m.
""")

STORY = templates(r"""
In {month:-20} my {word} {kin:given} and I drove to {town}, and that is where it began.
I remember {dr:titled} sitting on the edge of my bed at {site:alias}.
"You are lucky, {pt:given}," [[she|he]] said.
My name is {pt:full} and I am {age} years old.
I am {pt:given}, a {job} from {citystate}, and I have {dx}.
{kin:given} was only {kinage} when [[it happened|{he} fell ill]].
On {textdate} they wheeled me into [[surgery|the operating room]].
The nurse, {nurse:given}, held my hand.
We had moved from {hometown} to {city} in {year:-9}, to a house on {street}.
My friends {friend:given} and {someone:given} came every Sunday.
At {church} they prayed for me.
I lost my job at {employer} that {season}.
By {holiday} I could walk to {place} again.
{dr2:titled}, the surgeon, had trained in {abroad}.
I still take {drug} every morning.
The word cancer hung in the room.
It was raining, and nobody spoke.
I learned what {dx} means.
{kin2:given}, our youngest, drew a picture for the ward.
Then came {site2}, {dept}, and more {drug}.
My old teacher {teacher:titled} wrote to me from {town}.
I was thirty pounds lighter.
You can write to me at {email}.
Hope is a stubborn thing.
May was warm that year; in {monthonly} I went home.
""")

INCIDENT = templates(r"""
On {date} at {time} {pt:titled} (MRN {mrn}) was found on the floor of {room} by {nurse:full}.
{nurse2:full}, {nursecred}, gave {sig} to {pt:family} instead of {someone:family}.
Two patients on {dept}, {pt:full} and {someone:full}, wore each other's wristbands.
{dr:titled} was notified at {time} and examined the patient. {exam}
The family ({kin:full}, {kinphone}) was informed by {dr:family} on {date}.
Witnesses: {nurse:full}, {staff:full}, {someone:full} (visitor).
Security officer {officer:full}, badge {badge}, arrived at {time}.
Device {model}, serial {serial}, was sequestered.
Report no. {caseno}, filed by {username} from {ip} on {stamp}.
[[Visitor|Employee]] {someone:full} slipped near {place}; taken to {dept}.
Root cause: similar names. {todo}
The pump alarm was off. {neg}
No injury. Vital signs {vitals}.
Forwarded to {agency} under number {caseno}.
Reviewed by {dr2:full}, {cred2}, on {date:4}.
The call light worked.
""")

MINUTES = templates(r"""
Present: {dr:full}, {dr2:full}, {nurse:full}, {staff:full}. Excused: {dr3:titled}.
Minutes of the [[tumor board|M&M conference|ethics committee]], {site}, {fulldate}, {time}
Case 1: {pt:initials}, {agesex}, {dx}, presented by {dr2:family}. Decision: {proc}.
Case {counts}: {mrn}, {ageold} {man}, {finding}.
{dr3:family} asked about {drug}; {dr:family} answered that {neg}
{nurse:given} will call {kin:given}.
Action: {dr2:given} to write to {newsite} by {date:10}.
{dr:titled} welcomed {newdr:full} from {newsite}.
The fall rate on {dept} was 2.1 per 1,000 bed days.
Next meeting {date:28}, {time}, {room}.
Minutes approved. Recorded by {staff:initials}.
Budget: item 4.2 deferred.
{agency} will visit in {month:3}.
Vendor {firm} showed the new {model}.
The policy was last revised in {year:-3}.
""")

# No identifiers but years; cohort sizes, eponyms, centres in general, statistics.
ABSTRACT = templates(r"""
Background: {dx} is a leading cause of morbidity in adults.
Methods: In this multicentre, double-blind trial, 1,204 patients at 38 centres were randomised 1:1 to {drug} or placebo.
We searched MEDLINE and Embase from inception to {year}.
We reviewed 312 charts from {year:-9} to {year:-2}.
Patients aged 18 to 75 years with {dx} were eligible.
Of 86 participants, 41 (48%) were women; the median age was 63 years (IQR 54-71).
Results: The primary outcome occurred in 12.4% and 15.1% (HR 0.81; 95% CI 0.68-0.97; P = 0.02).
{test} fell by 1.3 mmol/L (SD 0.4).
Kaplan-Meier curves were compared with the log-rank test; a Cox model was adjusted for sex.
We used the Mann-Whitney U test, Fisher's exact test and Bonferroni's correction.
The Cochran-Mantel-Haenszel odds ratio was 1.4.
Bland-Altman plots showed good agreement.
Conclusions: {drug} did not reduce {symptom}.
Secondary outcomes were {score} and {test} at week 12.
{gene} expression was associated with {dx} (r = 0.42).
Funding: none.
{eponym} was present in 7 of 9.
{dx} was defined by the criteria of {year:-12}.
The Hosmer-Lemeshow test was not significant.
Trial phase 2b; NNT 34.
Nodules of {measure} were followed.
{neg}
Participants were recruited at {newsite}, {town}, {country}.
{newdr:full}, {newdr:full}, {newdr:full}
From the {dept}, {newsite}, {town} ({newdr:initials}, {newdr:initials})
Address correspondence to {newdr:full} at {dremail}.
Registered as {study}.
""")
