"""Sentences that may stand in a note of any type: identifiers in many places of a sentence, with and without a cue."""

from __future__ import annotations

from corpus.notes.compose import templates

RELATIVES = templates(
    r"""
{kin:given} [[drove|brought]] {him} [[in|here today]].
{His} {word}, {kin:full}, [[was present|provided the history|is at the bedside|waited in the car]].
[[Lives|Resides]] with {word} ({kin:given}, {kinage}) and {word2} ({kin2:given}).
{kin:given} and {kin2:given} are [[worried|coping|not on speaking terms|taking turns]].
[[Per|According to]] {kin:given}, {he} has been [[sleeping|eating]] [[less|poorly|well]].
{kin:given}'s [[number|cell]] is {kinphone}.
{kin:titled} (the {word}) [[signed|declined]], {kin2:given} [[did not|agreed]].
"[[I can't|We can't]] do this [[any more|alone]]," {kin:given} said.
Three children: {kin:given}, {kin2:given} and {kin3:given}.
Kids: {kin:given} ({kinage}), {kin2:given} ({kinage}), {kin3:given} ({kinage}).
Son/daughter {someone:given}/{someone:given} [[live nearby|help out]].
{kin:short}, {his} {word}, [[died of {dx}|passed away]] [[at {kinage}|at age {kinage}|in {month:-400}]].
{kin:poss} {spouse} {kin2:given} [[works at|is employed by]] {employer}.
[[Family|FHx]]: {word} {kin:given} [[d.|died]] {kinage} {dx}; {word2} {kin2:given} alive {kinage}.
{His} late {word} used to say "{pt:given}, [[eat something|slow down]]".
No contact with {kin:given} since {date:-900}.
{word} [[aged|age]] {kinage}, {word2} {kinage}, both [[well|healthy]].
Grandchildren {someone:given}, {someone:given}, {someone:given} [[visit on Sundays|keep {him} busy]].
Neighbor {friend:given} [[checks in|has a key|found {him} on the floor]].
{friend:full} ([[friend|roommate|landlord|sponsor|pastor]]) [[called 911|gave a ride|left a message]].
[[Ask for|Speak to]] {kin:given} if {he} does not pick up.
[[POA|HCP|Proxy|NOK]] is {kin:last_first}, {kinphone}.
{kin:given}, not {kin2:given}, is the one to [[call|ask]].
{kin:upper_full} IS THE [[CONTACT|NEXT OF KIN]].
Twin of {someone:given}.
[[Named for|Named after]] {his} grandfather {someone:given}.
A cousin in {town} [[has|had]] {dx}.
[[Stays|Staying]] at {kin:poss} [[place|house|apartment]] in {town}.
{kin:given} [[texted|e-mailed]] a photo of the rash [[{date:-1}|last night]].
[[Baby|Newborn]] {kin2:given} is [[{babyage}|feeding well]].
[[Mom|Dad|Gran|Auntie]] ({kin:given}) [[here|present|on the phone]].
Spoke w/ {kin:given}; {kinhe} [[agrees|will call back|wants everything done]].
"""
)

WORK = templates(
    r"""
[[Works|Worked]] [[as a {job}|{duration}]] [[at|for]] {employer}.
[[A retired|Retired|Former]] {job}[[, last at {employer}|, {employer}|]].
{employer} [[let {him} go|laid {him} off|moved {him} to nights]] [[{ago}|in {month:-60}]].
[[Shift|Job]] at {employer} [[starts at|ends at]] {time12}.
{He} [[teaches|studies]] at {school}.
[[Attends|Goes to|In 4th grade at|A junior at]] {school}.
{school} [[called|sent {him} home]] [[{date:-2}|twice this month]].
[[Her|His]] teacher, {teacher:titled}, [[noticed squinting|has noted inattention|is supportive]].
[[Boss|Supervisor|Foreman]] {someone} [[is aware|refused light duty|signed the form]].
{job} by trade; [[no asbestos|some solvents|noise exposure]].
[[Served|Deployed]] in {abroad} [[{year}|from {year:-9} to {year:-6}|twice]].
[[Coworker|Colleague]] {someone:given} [[tested positive|had the same cough]].
Volunteers at {church}[[ on weekends| since {year:-5}|]].
[[Attends|Sings in the choir at|Member of|Baptized at]] {church}.
Left {employer} for {agency}.
{agency} [[sends an aide|pays for transport|closed the case]].
On leave from {employer} until {date:20}.
[[Between jobs since|Unemployed since]] {month:-200}.
"""
)

PLACES = templates(
    r"""
[[Born|Grew up|Raised]] in {hometown}[[, moved here in {year:-5}|, came to {city} at {kinage}|]].
[[Lives|Resides|Now living]] in {city}[[ near {place}| off {street}|]].
[[Moved|Relocated]] [[from {town} to {city}|to {town}|here from {abroad}]] [[{ago}|in {year}]].
[[Just back|Recently returned]] from {abroad}[[, {daterange}|]].
Found [[down|confused|wandering]] [[at|near]] {place}.
[[House|Apartment|Mobile home]] on {street}[[, {unit}|]], [[two steps|no stairs|with stairs]].
[[Drives|Commutes]] [[to {town}|from {town}]] [[daily|for work]].
{town} is [[two hours|40 minutes]] away, so [[telehealth|local labs]] [[preferred|where possible]].
[[Winters|Spends the winter]] in {state}.
Mail to {address}.
[[New address|Moved to]]: {address:nozip}.
The fall was on the ice outside {place}.
[[Airlifted|Transferred]] from {town}.
[[A farm|A cabin]] outside {town}, {county}, [[well water|no heat]].
{street}
c/o {kin:full}, {street}, {city} {zip}
{citystate} [[is home|for now]].
Originally {hometown}.
Ticks [[common|endemic]] around {town}.
ZIP {zip}.
Crashed at [[the corner of|]] {place}, [[restrained|unrestrained|helmeted]].
"""
)

CLINICIANS = templates(
    r"""
{newdr:family} [[agrees|to see|will scope|wants an MRI]].
[[D/w|Discussed with|Spoke with|Paged]] {dr2:family}[[, who agrees| at {time}| ({pager})|]].
{dr2:titled} ({dept}) and {dr3:titled} ({site:alias}) [[concur|disagree|aware]].
[[Followed|Followed closely]] by {dr2:full}[[, {cred2},|]] at {site2} [[since {month:-300}|for {dx}]].
[[Surgery|{proc}]] by {surgeon:family} at {site:alias}, {month:-200}.
[[Per|As per]] {dr2:family}'s note of {date:-10}, [[hold|continue]] {drug}.
[[Appt|Appointment]] [[with|w/]] {dr2:family} {shortdate}.
[[Old records|Records]] from {site3} [[requested|reviewed|not available]].
{site:abbr} [[admission|stay]] {daterange}[[ for {dx}|]].
Was at {newsite} [[in {town}|]] [[last {weekday}|{date:-6}|in {monthonly}]].
[[Interpreter|Chaperone]]: {staff}.
[[Nurse|RN|Sister|MA]] {nurse:given} [[gave the vaccine|drew labs|called report]].
{dr2:initials} [[aware|to f/u|will call]].
[[Saw|Has seen]] {dr2:family}, {dr3:family} and {newdr:family} [[without an answer|over the years]].
"{dr2:titled_given} [[told me to stop it|said it's fine]]."
[[Thanks|Thank you]], {dr2:given}.
{dr2:family}/{dr3:family} [[following|clinic]].
[[Wants|Requests]] a second opinion ({newdr:full}, {newsite}).
{pcp:family} [[started|stopped|increased]] {drug} [[{date:-30}|in {monthonly}|{ago}]].
[[Not|No longer]] [[happy with|a patient of]] {pcp:titled}; [[new PCP|now sees]] {newdr:full}.
Flown to {site2}; {surgeon:titled} [[accepted|on call]].
"""
)

CONTACTS = templates(
    r"""
[[Call|Reach {him} at|Best number]] {phone}[[ after {time12}| or {mobile}|, ok to leave a message|]].
[[Text|SMS]] [[reminders|results]] to {mobile}.
[[Fax|Faxed]] [[records|form]] to {fax}[[, attn {author}|]].
[[E-mail|Email|Mail]] [[is|on file]] {email}.
[[Portal|MyChart]] [[user|login|id]] {username}.
[[Send|Sent]] link to {email}[[ on {date}|]].
[[Office|Clinic]] line {drphone}, ext {ext}.
[[Page|Beep]] {pager} [[overnight|with questions]].
[[Posts|Streams|Blogs]] [[about {dx}|]] as {handle}.
[[Read about it|Found it]] on {url}.
[[Landline|Old number]] {phone} disconnected.
{phone} (h), {mobile} (c)
[[Pharmacy|Rx to]]: {pharmacy}[[, {sitephone}|]].
[[Picks up|Refills]] at {pharmacy}[[ on {street}|]].
Photos sent from {email}; device IP {ip}.
[[Ring|Ring back]] {kin:given} on {kinphone}.
[[Bills|Statements]] go to {kin:titled_full}, {address}.
{lab} [[drew|ran]] [[labs|the panel]] {shortdate} ({accession}).
"""
)

TIMES = templates(
    r"""
[[Symptoms|Pain|Cough]] [[began|started]] {date:-9}.
[[First seen|Seen]] {date:-40}, [[again|and then]] {date:-20} and {date:-3}.
{date:-30} [[MRI|CT|echo]]: {finding}.
[[Last|LMP|Last period|Last dose]] {shortdate}.
[[Off|On]] [[antibiotics|steroids]] {daterange}.
RTC {date:60}.
[[Back|Follow up]] {shortdate} [[or sooner|prn]].
[[Diagnosed|Dx'd]] {year:-5}, [[relapse|recurrence]] {month:-100}.
[[Colonoscopy|Mammogram|Pap|DEXA|Eye exam]] {month:-200}[[, {finding}|]].
[[Since {holiday}|Around {holiday}|After {holiday}]] [[more short of breath|{he} has been worse|no seizures]].
[[Due|Next due]] {textdate:90}.
Turned {age} [[{ago}|in {monthonly}]].
{ageold} {man}[[ with {dx}|, {job}|]].
[[In {decade}|{ageword}]], [[fit|frail|looks well]].
{stamp} note opened.
{proc} {numdate:-300}, {numdate:-100}.
{time} - {symptom} [[again|, settled]].
Began in the {season}[[, worse by {season}|]].
Smoked from {kinage} to {age}.
[[Fifty|Forty]] pack years; [[quit|cut down]] {season}.
[[Mid|Late|Early]] {month:-150}: [[first episode|hospital stay]].
The [[visit|scan]] on {textdate:-5} was [[cancelled|moved to {textdate:5}]].
"""
)

NAMED = templates(
    r"""
{pt} [[is well|looks tired|left before the end|was late]].
{pt:given} [[feels|says {he} is]] "[[fine|the same|a bit better]]".
{pt:family} [[seen|examined]][[ with {dr2:family}| alone|]].
[[Pt|Patient]] {pt:initials} [[aware|agrees]].
[[Prefers|Goes by|Likes to be called]] {pt:nick}.
{mr} {pt:family} [[understands|declined|prefers to wait]].
[[Not the same as|Do not confuse with]] {someone:full} [[(MRN {mrn})|in the next bed]].
[[Formerly|née|nee|maiden name]] {pt:maiden}.
{pt:poss} [[pain|sleep|mood|glucose log]] [[is better|is unchanged|was reviewed]].
[[Device|Pump|Pacemaker]] {model}, [[S/N|serial]] {serial}.
[[Case|Ref|Our ref]] {caseno}.
[[Has|Carries]] card with ID {id}.
[[Drives a car|Car]], plate {plate}.
{pt:upper_full} {dob}
{pt:short}: [[to do|call back|results]]
[[Name|Band|Label]] checked: {pt:full}, {dob}.
Handed to {pt:titled}.
"""
)

ANY = RELATIVES + WORK + PLACES + CLINICIANS + CONTACTS + TIMES + NAMED
