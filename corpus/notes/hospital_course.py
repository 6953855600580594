"""Sentences about what happens in hospital: who was told, who came, what was found and what comes next."""

from __future__ import annotations

from corpus.notes.hospital_text import rows

NOTIFIED = rows("""
[[Discussed|D/w|Reviewed]] with {dr2:titled} [[at|@]] {time}, [[who agrees|agrees|in agreement]].
{dr2:titled} [[notified|aware|paged|called]] at {time} ([[pager|pgr|p]] {pager}), no new orders.
[[Spoke with|Called|Reached]] {kin:titled} ({word}) at {kinphone} [[and gave an update|re: plan|]].
{nurse:given} RN [[notified|made aware|to recheck]]; {dr3:family} [[to bedside|at bedside|came by]] {time}.
[[Family|Fam mtg]]: {kin:given}, {kin2:given} and {kin3:given} [[present|at bedside|updated by phone]].
RN {nurse:family} [[notified|paged|texted]] [[MD|Dr]] {dr3:family} [[at|@]] {time}; [[orders received|TORB|read back]].
[[Left message|LM|Voicemail left]] for {kin:given} at {kinphone}, [[call back|awaiting return call]].
Case [[reviewed|discussed]] with {dr2:titled}, {dr4:titled} and {newdr:family} [[on rounds|at tumor board \
{date:2}|this AM]].
[[Critical value|Critical result|Panic value]] [[called|phoned]] to {nurse:short} by {author:short} at {time}, read \
back.
[[Seen with|Rounded with|Examined with]] {dr:family}, {dr3:family}, {newdr:given} ([[pharmacy|PharmD|SW]]) and \
{nurse:given}.
{kin:given} [[asked|wants to know|is asking]] [[whether|if]] {pt:given} can [[go home|eat|have visitors]] before \
{date:3}.
[[Per|As per]] {dr2:family}, hold {drug} [[until|til]] {shortdate:2}.
{dr2:titled}'s [[team|fellow]] ({newdr:family}, [[x|ext]] {ext}) [[will see|to see]] today.
Message sent [[to|via secure chat to]] {dr4:short} and [[cc|copied to]] {pcp:short}.
{pt:poss} {word}, {kin}, [[called the unit|phoned]] at {time} from {kinphone}.
[[Text page|Paged]] {pager} x2 {time}, {time}; [[no response, escalated to|then]] {dr4:titled}.
[[Email to|E-mailed]] {dremail} [[with images|re f/u|]].
Interpreter {staff:short} ([[ID|#]] {badge}) [[used throughout|by video|present]].
[[SW|Social work]] {staff:given} [[working on|following for]] placement at {nursinghome}; [[bed offered|accepted]] \
{date:2}.
[[Chaplain|Fr.|Rev.]] {someone:family} [[visited|called]] at {kin2:poss} request.
[[Updated|Informed]] {kin:given}/{kin2:given} [[in person|by phone|at bedside]].
"{pt:nick} [[hates needles|never complains|was fine yesterday]]," [[said|per]] {kin:given}.
[[Risk management|Patient relations]] ({staff:short}, {phone}) [[aware|notified]].
[[{kin:given}|{kin:titled}]] - {kinphone} - [[wants a call before any procedure|call first|is primary contact]].
{dr4:family} [[covering for|on for|signing out to]] {dr:family} [[tonight|until {weekday}|{shortdate:1}-{shortdate:3}]].
Officer {officer:family}, {city} [[PD|Police]], [[badge|#]] {badge}, [[at bedside|took a statement]] {time}.
""")

EVENTS = rows("""
On {date} {he} [[underwent|had]] {proc} [[by|with|under]] {surgeon:titled} [[without complication|uneventfully|]].
[[CT|MRI|US]] {shortdate} [[showed|with|c/w]] {finding}.
{date}: [[febrile|hypotensive|in AF with RVR|confused overnight]], [[cultures sent|2L LR|dilt gtt|sitter at bedside]].
[[Extubated|Intubated|Trached|Cath'd|Dialyzed]] {date:1} [[by|with]] {newdr:family}[[, tolerated well|]].
[[Blood cultures|Urine|Sputum]] from {shortdate} grew {organism}; {sig} [[started|through {shortdate:7}]].
[[Transferred|Moved|Stepped down]] to {dept} [[room {room} |]]on {date:1}.
{pt:family} [[remained|was]] afebrile [[from|after]] {date:1} [[on|and]], and [[lines were removed|foley out \
{shortdate:1}]].
[[Evaluated by|Seen by]] {dr2:titled} of [[neurology|cardiology|ID|{dept}]], who [[recommended|suggested]] {drug}.
{newdr:titled} ({dept}) [[placed|removed|exchanged]] [[the PICC|a chest tube|the drain]] on {numdate:1}.
[[PT/OT|Speech]] ({staff:given}) [[cleared|recommended rehab for]] {him} {date:2}.
[[Repeat|F/u]] {test} on {date:2} [[was improved|stable|pending at discharge]].
[[Weaned|Off]] pressors {shortdate} {time}, [[off O2|to RA]] {shortdate:1}.
By [[hospital day|HD|POD]] 3 {he} was [[walking|tolerating diet|back to baseline]].
{course}
{pt:given} [[did well|had a rocky course|improved]] and [[by|on]] {weekday} [[was eating|asked to leave]].
[[PM interrogation|Device check]] {shortdate} ({model}, [[S/N|serial]] {serial}): [[normal|no events]].
[[Transfused|Given]] 2 units [[pRBC|PRBCs]] {date} ([[unit|DIN]] {id}), Hgb 6.8 -> 8.9.
[[Biopsy|Path]] ({accession}) [[from|of]] {date:1} [[pending|c/w {dx}]]; {dr4:family} [[to follow|following]].
[[Stress test|TTE|EEG]] {date:1} read by {newdr:family}: {finding}.
[[Goals of care|Code status]] [[discussed|addressed]] {date} with {kin:given} [[and|&]] {kin2:given}; [[full code|DNR]].
[[Left AMA|Eloped]] {date:-300} [[from|at]] {site2:alias}, [[per|according to]] {pcp:family}.
The {date:-2} [[film|study|scan]] from {site2} was [[uploaded|re-read by {newdr:titled}]].
{neg} {neg}
[[Renal|GI|ID]] ({dr4:family}) [[signed off|following]] {shortdate:2}.
{agency} [[was contacted|notified]] [[by {staff:short}|]] {date:1}, [[intake|ref]] # {caseno}.
[[Overnight|o/n]] {date}-{shortdate:1}: {symptom}, [[NF|cross-cover]] {newdr:family} gave {sig}.
""")

PLANNED = rows("""
[[F/u|Follow up]] with {pcp:titled} on {date:7} at {time12}.
{drug} [[until|through]] {date:10}.
[[Consult|Await recs from]] {dr4:titled} ({dept}).
[[Will d/w|Discuss with]] {dr2:family} [[and|/]] {dr4:family} [[in AM|on rounds]].
[[Dispo|DISPO]]: {nursinghome} [[vs|or]] home with {kin:given}, [[likely|target]] {date:2}.
{todo}
[[Repeat|Recheck]] {test} [[in AM|{weekday}|q6h|{shortdate:1}]].
[[OR|Cath|IR]] [[tomorrow|{weekday}|{shortdate:1}]] with {surgeon:titled}, NPO p MN.
[[Obtain|Request]] records from {site2} ([[fax|f]] {fax}) [[and|,]] {newsite}.
[[Keep|Family wants]] {kin:given} [[updated daily|in the loop]] ({kinphone}).
[[Needs|Arrange]] [[dialysis chair|home O2|VNA]] [[via|through]] {hospice}, {phone}.
[[PPX|Prophylaxis]]: SQH, PPI. Code: [[full|DNR/DNI per {kin:given}]].
{dx}: {drug}, {neg}
[[Call|Page]] {dr3:family} {pager} for [[SBP < 90|fever > 38.3|questions]].
[[Transfer|Accepting]] to {site3} [[when bed available|today]], [[accepting MD|accepted by]] {newdr:titled}.
[[Home|D/C]] {shortdate:1} if [[stable|afebrile|Cr down]]; [[ride|pick-up]] by {kin2:given}.
[[Outpt|Outpatient]] {test} at {labsite} {monthonly}.
{advice}
[[Rx|Scripts]] to {pharmacy}, [[#|Rx ]]{rx}.
{neg}
[[Wean|Titrate]] {drug}; goal per {dr:family}.
""")

FOLLOWUP = rows("""
{pcp:titled_full}, {pcpsite}, {date:7} at {time}. [[Phone|Tel|Ph]]: {drphone}
{dr2:titled} ({dept}) - {numdate:14} {time12}, {street}, {unit}
[[Wound check|Staple removal|Suture removal]] with {nurse2:given}, {nursecred}, {weekday} {shortdate:10}
{clinic}: {fulldate:21} @ {time}, [[bring|please bring]] [[pill bottles|this form|a list of medications]]
[[Call|Please call]] {sitephone} [[with any questions|if fever over 101|to confirm]].
[[Labs|Blood work]] at {labsite} on {date:5}; results to {dr:titled} ([[fax|f]] {fax}).
[[Home nursing|VNA|Home PT]]: {hospice}, [[intake|contact]] {staff:short}, {phone}, start {date:2}
[[MyChart|Portal|Video visit]]: {portal} ([[login|user]] {username})
{surgeon:titled} in [[two|2|six]] weeks, {weekday} [[the {textdate:14}|{date:14}]]
[[Appointment|Appt]] with {newdr:short}, {cred2}, {newsite}, {citystate}, {date:30}
[[Cardiac rehab|Pulm rehab]] at {site2:alias} {monthonly}, [[contact|ask for]] {staff:given} [[x|ext ]]{ext}
[[If|When]] [[worse|symptoms recur]] go to {site3} ED or call 911.
[[Pending|Results pending]]: {test} ({accession}) - {dr:family} will call {phone}
[[Equipment|DME]]: walker from {employer}, order {order}
{pt:given} [[to see|will see|sees]] {dr4:family} {shortdate:12} and {newdr:family} [[after that|{shortdate:20}]].
[[PCP|PMD]] [[to|please]] recheck {test} [[in 1 week|by {date:9}]].
[[Reminder|Transport]] booked [[with|through]] {county} [[transit|ambulette]], pickup {time} from {street}, conf {id}
{advice}
""")

LEAVING = rows("""
[[Discharged|D/c'd|Released]] home with {his} {word} {kin:given} [[on|]] {date:4}.
[[Discharged|Going]] to {nursinghome}, {street}, {town} [[under|c/o|accepting]] {newdr:titled}.
[[Left|Departed]] the unit at {time} [[by wheelchair|via stretcher|ambulatory]] with {kin:titled}.
[[Home|To home]] at {address}, [[tel|phone]] {phone}, with services from {hospice}.
[[Transferred|Sent]] to {site3} by {county} [[EMS|ambulance]], [[report to|RN report given to]] {newdr:given} at \
{sitephone}.
[[Condition|Cond]]: [[stable|good|fair|guarded]]. {vitals}
[[Meds reconciled|Teaching done]] with {kin2:given}, who [[verbalized understanding|repeated back]].
[[Staying|Will stay]] with {kin2:given} in {town} until {date:20}.
[[Hospice|Home hospice]] with {hospice} ({phone}), [[liaison|RN]] {staff:short}.
[[Belongings|Valuables]] [[returned to|signed for by]] {kin:short}, [[receipt|tag|envelope]] {id}.
{pt} [[was given|received]] a copy of [[these instructions|the AVS]], signed {date:4} {time}.
[[Rx|Meds]] sent to {pharmacy} ([[phone|ph]] {phone}).
[[Ride|Transport]]: {kin2:short}, {kinphone}, {time12}.
[[Self-care|Activity]]: no lifting > 10 lb until seen. {advice}
[[Return to|Back to]] [[work|school]] ({employer}) [[after|not before]] {date:14}.
""")

PLAIN_RESULT = rows("""
{labs}
{labline}
{vitals}
{exam}
{finding}.
{imaging}: {finding}.
{neg}
[[Heart|CV]]: RRR, no m/r/g. [[Lungs|Pulm]]: clear. [[Abd|Abdomen]]: soft, NT/ND.
{test} {shortdate}: {finding}.
[[CXR|KUB|CT head|EKG]] {date:-1} [[(read by {newdr:family})|at {site2:alias}|]]: {finding}.
{labs} ([[drawn|collected]] {numdate} {time}, {labsite}).
[[Prior|Baseline]] Cr 1.4 ({month}, {site2:abbr}).
Hgb 9.8 ([[was|from]] 11.2 [[on|]] {shortdate:-3}), Plt 188, INR 1.1.
{score}. {neg}
[[Trop|Lactate]] 0.04 -> 0.03 ({time}, {time}).
[[Micro|Cx]]: {organism} ({specimen}, {shortdate:-2}).
""")
