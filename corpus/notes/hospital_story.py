"""Sentences about how a patient came to hospital, and who and where the patient is."""

from __future__ import annotations

from corpus.notes.hospital_text import rows

OPENING = rows("""
{pt} is [[a|a pleasant|an unfortunate]] {ageold} {man} with [[a history of |h/o |PMH of |known ]]{dxs} who \
[[presents|presented|comes in|was brought in]] with {symptom}.
{pt:titled} is a {age} year old {gender} [[admitted|seen|evaluated]] for {symptom} of {duration}.
[[This is a|Pt is a]] {ageold} {gender} [[from|of|who lives in]] {citystate} [[with|c/o]] {symptom}.
{ageold} {man} with {dx}, [[followed by|patient of|known to]] {pcp:titled}, [[here for|presents w|p/w]] {symptom} x \
{duration}.
{agesex} w/ {dx}, {dx}, [[s/p|status post]] {proc} {year:-6}, [[p/w|here with]] {symptoms}.
{pt:given} is a {ageold} [[right-handed |left-handed |previously healthy ||]]{man} [[well known to our \
service|known to {dept}|well known to me]], [[last seen by|last admitted under]] {dr2:titled} {date:-90}.
[[Asked to see|We were asked to evaluate|Called to see]] {pt:titled_full}, [[a|our]] {ageold} {job}, for {symptom}.
{He} is a {ageword} {man} who [[was in {his} usual state of health|felt well|was doing well]] until {date:-3}, when \
{he} [[developed|noticed]] {symptom}.
{pt:family} is a {age} [[y/o|yo|y.o.]] {man} [[transferred from|sent over from|direct admit from]] {site2} for \
[[higher level of care|further management of {dx}|{proc}]].
The patient, {pt:short}, [[aged {age}|{age}|{ageold}]], [[is a resident of|comes to us from|lives at]] \
{nursinghome}, [[and was sent in|sent in]] for {symptom}.
{pt:titled}, {age}, [[retired|a retired|currently works as a]] {job}, [[noted|reports]] {symptom} \
[[since|starting]] {date:-5}.
Mr./Ms. {pt:family} is a {age}-[[year|yr]]-old {gender} with {dxs}.
{pt:upper_full} is a {age} y/o {gender} [[presenting to|seen at]] {site:abbr} [[ED |]]with {symptom}.
[[Patient|Pt]] is a {ageold} [[G3P2|widowed|married|single|divorced]] {man}, [[born in|originally from]] \
{hometown}, [[with|who has]] {dx}.
{pt:nick}, as {he} likes to be called, is {age} and has {dx}.
{ageword} {man}, {pt:last_first}, [[seen on|evaluated on]] {date} [[at bedside|in {dept}|in room {room}]].
{pt:initials} is a {ageold} {man} with {dx} [[on|maintained on]] {drug}.
{ageold} {sex} [[d/c'd from|recently discharged from|just left]] {newsite} on {date:-6}, [[back|returning|now]] \
with {symptom}.
[[HPI obtained from|History per|History obtained through]] {word}, {kin:short}, [[as|because|since]] {pt:titled} \
[[is intubated|is confused|cannot give a history]].
{pt} [[turned|will be]] {age} [[last month|this {weekday}|on {date:-10}]] and [[until then|before that]] [[was \
independent|drove a truck|walked daily]].
I had the pleasure of seeing {pt:full}, a {ageold} {man}, in [[consultation|follow-up]] [[today|on {date}]].
In brief, {pt:titled} is {age} with {dx}, [[originally seen at|first diagnosed at]] {site2:alias} in {month}.
{age}{sex} {dx}, {dx}. [[Found by|Seen by|Lives w/]] {word} {kin:given}. {symptom}.
[[Briefly|In summary|To recap]]: {ageold} {man}, {dx} dx'd {year:-4}, [[s/p|had]] {proc} at {site3} \
{monthonly}, [[now with|now]] {symptom}.
[[Patient|{pt:given}]] is {decade}, [[appears stated age|looks older than stated]], [[and|who]] goes by {pt:nick}.
""")

ARRIVAL = rows("""
[[EMS|Medics|911]] was called by {his} {word} [[{kin:given}|{kin}]] at [[approximately |about |]]{time} on {date}.
{He} was found [[down|unresponsive|on the floor]] by {kin:titled} [[at|in]] {address:nozip}, last known well \
{date:-1} [[at|around]] {time12}.
{kin:given} [[called|phoned|rang]] {pcp:titled}'s office on {date:-1}, [[who advised|and was told to come to]] the ED.
[[Transferred|Transported|Airlifted]] from {site2} in {town} by [[{town} Fire|ground|helicopter|critical care \
transport]], arriving {date} at {time}.
{pt} [[drove {himself}|was driven|took a cab]] to {site2:alias} [[first|on {date:-1}]], where CT was [[read as \
|]]negative, then came here.
[[Initially|First]] seen at an urgent care in {town} on {date:-2} and [[given|prescribed]] {sig}.
[[OSH|Outside hospital]] ({newsite}) [[labs|records|course]] reviewed: {labs}.
{He} presented to {pcpsite} on {date:-1}; {pcp:family} [[sent|referred]] {him} [[here|to {site:alias}|in]].
While [[visiting|staying with]] {kin2:given} in {town}, {he} [[developed|had]] {symptom} [[and|but]] [[did not seek \
care|was seen at {newsite}]].
{pt:titled} was [[at work at|on the job at|working at]] {employer} [[around|at about]] {time} when [[this|the \
{symptom}]] began.
[[The accident occurred|Fell|Was struck by a car]] [[near|at]] {place} on {date}[[, {city} PD officer \
{officer:family} on scene (badge {badge})|]].
{pt:given}'s neighbor {friend:short} [[heard the fall|noticed the papers piling up|checked on {him}]] and called \
[[911|{kin:given}]].
[[Per|According to]] {kin:given} ({word}), {he} [[has not been eating|was not acting right|missed dialysis]] since \
{date:-4}.
{someone:short}, a [[coworker|friend|bystander]], [[started CPR|gave aspirin|drove {him} in]].
[[Came|Brought]] in by {county} [[EMS|Ambulance|Fire]] from {nursinghome}; [[facility RN|charge nurse]] {newdr:given} \
[[reports|gave report]].
[[Symptoms|Sx]] began {date:-7} [[on a flight from|after returning from|during a trip to]] {abroad}.
[[Seen|Evaluated]] {date:-14} at {clinic} by {dr4:titled}, [[who started|started on]] {drug}.
[[Moved|Relocated]] from {town}, {stateab} in {month} and [[has not established care|is establishing with \
{pcp:titled}]].
{His} {word2} [[{kin2:given} |]]says {he} [[woke at|got up at]] {time} and [[could not speak|was sweating|was \
short of breath]].
[[Direct admission|Direct admit]] arranged by {pcp:titled} [[with|through]] {dr:titled} [[via|through]] the \
transfer center ({phone}).
[[No one|Nobody]] witnessed [[the event|the fall|this]]; {kin:titled} [[arrived|got there]] at {time}.
[[Last hospitalized|Last admission]] {daterange} at {site2} for {dx}.
{He} [[called|phoned]] the nurse line [[twice|at {time}]], [[spoke to|talked with]] {nurse2:given}, and was told to \
come in.
""")

PAST = rows("""
{dx} ([[dx|diagnosed]] {year:-8}), {dx}, {dx}.
[[Appendectomy|Cholecystectomy|Hernia repair|C-section x2|Right TKA|CABG x3|Hysterectomy]] {year:-15}, {site2}.
[[s/p|S/P|status post]] {proc} {date:-400} ({surgeon:family}).
[[Pacemaker|ICD|Insulin pump|Loop recorder|Deep brain stimulator]] [[placed|implanted]] {month} by {dr4:titled} at \
{site3}, [[serial number|S/N|serial]] {serial}.
{dx}, followed by {dr2:titled} [[at|of]] {clinic}.
[[Last colonoscopy|Colonoscopy|EGD|Mammogram|DEXA]] {date:-700} [[at|done at]] {site2:alias}[[, normal| showed two \
polyps|]].
[[TTE|Echo|Stress test]] {shortdate:-60}: EF 55%, [[no WMA|mild MR|grade I DD]].
{dx} - sees {newdr:family} ([[cards|renal|onc|endo|pulm]]) [[q6mo|yearly|next {date:40}]].
[[Hospitalized|Admitted]] at {newsite} {year:-2} for {dx}.
[[Received|Completed]] chemotherapy [[under|with]] {dr4:titled_full} in {town}, [[last cycle|finished]] {date:-150}.
[[Hepatitis B|PCV20|Flu shot|COVID booster|Tdap]] [[given|received]] {date:-200} [[at|@]] {pharmacy}.
{dx} since [[age {age}|childhood|college|{year:-20}]].
[[Stroke|MI|DVT|TIA]] {monthonly} {year:-3}, [[treated at|tPA at|stented at]] {site3:alias}.
[[Blood transfusion|Transfused 2u]] {date:-800}, no reaction.
{neg}
{dxs}.
[[Prior intubation|ICU stay]] at {site2:abbr} {year:-1}; [[trach|extubated]] {date:-380}, decannulated {date:-340}.
[[Knee scope|ORIF L wrist|Tonsils out]] as a [[teen|child]] in {hometown}.
[[Left|Right]] hip [[replacement|arthroplasty|THA]] {year:-7} ([[Dr|Dr.]] {surgeon:family}, {site2}), {model}, lot {id}.
[[Kidney transplant|Liver transplant|BMT]] {date:-1200}, [[coordinator|txp coordinator]] {staff:short} {phone}.
[[Allergies|All]]: {allergy}.
[[Wears|Has]] hearing aids ([[serial|SN]] {serial}), glasses, upper dentures.
Seizure in {season:-3}, [[saw|worked up by]] {newdr:titled} at {newsite}, EEG neg.
[[OB hx|OB]]: G4P3, [[last delivery|SVD]] {year:-9} at {site2}.
Old chart ([[under|filed as]] {pt:maiden}, {pt:given}) [[reviewed|requested]]: {dx}.
""")

SOCIAL = rows("""
Lives in {city} with {his} {word} {kin:given}[[, age {kinage}|, {kinage}|]].
[[Married to|Partner of|Lives with]] {kin2:given} [[for 31 years|since {year:-12}|]]; [[two|three|no]] children.
[[Works as|Employed as|Is]] a {job} at {employer}.
Retired {job}, [[worked for|35 years at|formerly with]] {employer}.
[[Born and raised in|Born in|Grew up in|Native of]] {hometown}, [[moved|came]] to {city} in {year:-20}.
[[Emigrated from|Came from|Arrived from]] {abroad} in {year:-15}.
[[Attends|Active member of|Member of]] {church}; [[pastor|chaplain]] {someone:short} [[visits|has visited|may visit]].
[[Student|Sophomore|Senior]] at {school}[[, lives in dorm|, plays soccer|]].
[[Served in|Army veteran, stationed at|Veteran, was at]] {place} {year:-40}[[-{year:-37}|]].
{kin:given} and {kin2:given} [[live nearby|are involved|visit daily]]; {kin3:given} [[is in|lives in|moved to]] {town}.
[[Lives alone at|Lives alone in a second floor apartment at|Resides at]] {street}, [[has home health from|VNA \
through|aide from]] {hospice}.
[[Smokes|Smoked]] 1 ppd x 20 y, [[quit|stopped]] {year:-5}. EtOH [[rare|2/wk|denies]].
Denies tobacco, alcohol, or illicit drug use.
[[Divorced|Widowed|Separated]] [[since|in]] {year:-6}; [[ex-husband|ex-wife|late spouse]] {someone:given}.
[[Currently homeless|Unhoused|Couch surfing]], [[stays near|sleeps by|mail goes to]] {place}.
[[Cares for|Raising]] {kin3:given} ({kinage}), [[who attends|a pupil at|in 4th grade at]] {school}.
[[Two dogs|A cat|Chickens]] at home, no birds. [[Travelled to|Recent trip to]] {abroad} [[in|]] {month}.
[[Incarcerated at|In custody of]] {agency} until {date:-60}, [[PO is|parole officer]] {officer:short} ({phone}).
[[Uses|Has]] [[a cane|a walker|home O2]] at baseline; drives a [[car|truck]] ([[tag|plate]] {plate}).
[[Applied for|On]] disability through {agency}, case [[#|no. |number ]]{caseno}[[, attorney {lawyer:short}|]].
[[HCP|Health care proxy|POA]]: {kin:full}, {kinphone}; [[alternate|2nd]]: {kin2:short}.
[[Best reached|Reach {him}]] at {mobile} or {email}.
[[Gets meds at|Fills at|Uses]] {pharmacy} [[on {street}|in {town}|]].
Ambulates independently, [[drives|does not drive]], manages own finances.
[[Farms|Ranches|Keeps bees]] [[near|outside]] {place}, [[well water|exposure to hay]].
[[Was|Used to be]] a {job} in {county} before [[the fall|retirement|the stroke]].
[[Speaks|Primary language]] Mandarin; interpreter {staff:short} ([[ID|#]] {badge}) [[used|present]].
""")

FAMILY = rows("""
[[Father|Mother|Brother]] died of [[MI|CVA|colon cancer]] [[at|at age]] {kinage}.
{Word} {kin:given} [[has|with]] {dx}, {word2} {kin2:given} [[is healthy|A&W|well]].
[[Mother|Father]], {kinage}, [[alive with|has]] {dx}.
[[Sister|Brother]] {kin3:given} [[carries|positive for|tested + for]] {gene} ([[seen at|tested by]] {clinic}).
No family history of sudden death or bleeding.
[[Maternal grandmother|Paternal grandfather|An aunt]] had {dx}; {pt:given} [[had symptoms|was tested]] {decade}.
{kin:given} ({word}) had the same surgery with {surgeon:family} [[in|]] {year:-2}.
[[Twin|Younger sib]] {kin2:nick} [[also affected|unaffected|died in {year:-10}]].
Non-contributory. {neg}
[[Cousin|Nephew|Niece]] {someone:given} [[followed at|treated at]] {newsite} for {dx}.
{dx} in {his} {word} ({kin:given}, {kinage}) and {word2}.
[[FHx|FH]]: {dx} ([[dad|mom]], {kinage}), {dx} ([[sib|bro]] {kin2:given}).
Adopted; [[birth records|no records]] from {agency}.
[[Daughter|Son]] {kin3:nick}, {kinage}, [[is a nurse at|works at]] {newsite}.
""")
