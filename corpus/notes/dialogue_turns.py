"""What is asked and answered in consultations, at front desks and on the telephone: a question, ">>", an answer."""

from __future__ import annotations

from corpus.notes.compose import templates

# Who somebody is; most answers give no cue.
IDENTITY = templates(r"""
[[Can I have|May I get|What's]] your [[last name|surname|family name]][[, please|]]? >> {pt:family}. {spell:pt:family}.
Could you spell that for me? >> {spell:pt:family}.
How do you spell your first name? >> {spell:pt:given}, {pt:given}.
And your name is? >> {pt:given}. {pt:short}.
[[Who am I speaking with?|Who's calling?]] >> {kin:full}, I'm calling for my {word2}, {pt:given}.
What do you like to be called? >> Everybody calls me {pt:nick}.
What should I call you? >> {pt:titled} is fine. Or {pt:nick}.
Your [[date of birth|birthday|DOB]]? >> {dob}.
When were you born? >> [[Uh, |Um, ||]]{saiddate}.
And when is [[his|her|the baby's]] birthday? >> {saiddate}. [[He|She]]'s {saidyears}.
How old are you? >> {age}.
How old are you now? >> I'll be {saidyears} next month.
How old is she? >> She's {kinage}, [[she just turned {kinage}|going on {kinage}]].
How old is the little one? >> [[He's|She's]] {babyage}.
Where do you live? >> {street}. It's in {city}.
Could you confirm your address? >> It's {slow:street}. {city}, {stateab}.
What's the address? >> {aloud:street}, {city}, zip code {aloud:zip}.
And the zip? >> {slow:zip}.
Apartment number? >> {unit}.
Which town is that? >> {town}. Well, just outside of {town}.
Where are you from originally? >> {country}. We came here in {year:-20}.
Where did you grow up? >> {hometown}, my whole family is still there.
What's [[the best|a good]] number to reach you? >> {aloud:mobile}.
And a phone number? >> {slow:phone}.
Is that a cell? >> No, that's the house. My cell is {mobile}.
Do you have an email? >> {aloud:email}, all lower case.
Email? >> {email}.
What do you do for work? >> I work at {employer}. I'm a {job}.
Who's your employer? >> {employer}, over in {town}.
Are you working? >> I retired from {employer} in {year:-4}.
What school does [[he|she]] go to? >> {school}.
Who's your regular doctor? >> {pcp:titled}. Over at {pcpsite}.
Who is your primary? >> I used to see {pcp:titled_full}, now it's {newdr:titled}.
Who sent you here? >> {dr2:titled}, at {clinic}.
Where did you have the surgery? >> {site2}, in {town}. {surgeon:titled} did it.
Which pharmacy do you use? >> The {pharmacy} on {street}.
What's your insurance? >> {payer}. The number is {slow:plan}.
Member ID? >> {aloud:plan}.
Can you read me the group number? >> {groupno}.
Last four of your social? >> {slow:ssn4}.
What is your social security number? >> {aloud:ssn}.
And the medical record number, if you have it? >> It says {slow:mrn}.
What does the bracelet say? >> {pt:upper_full}, {mrn}.
Do you have a driver's license? >> Yeah, it's {license}.
Card number? >> {slow:card}.
What's the plate on the car? >> {spell:plate}.
Who's with you today? >> This is my {word}, {kin:given}.
And you are? >> I'm {kin:given}, the {word}.
Who lives at home with you? >> My {word} {kin:given}, and {kin2:given}, and the dog.
Do you have children? >> Two. {kin2:given} and {kin3:given}. {kin2:given} is in {town}.
Any kids? >> My daughter {kin2:given} is {kinage}, and {kin3:given} just turned {kinage}.
Brothers or sisters? >> {someone:given}, {someone:given} and {someone:given}. {someone:given} passed.
Who can we call in an emergency? >> {kin:full}. {kinphone}.
Who's your next of kin? >> That would be {kin:given}. {kin:short}.
Is there somebody who can drive you? >> {friend:given} can. From {church}.
Emergency contact is still {kin:given}? >> No, we split up. Put down {kin2:full}.
Are you Mrs. {someone:family}? >> No, {pt:family}. {pt:given}.
[[Is this|Am I speaking to]] {pt:full}? >> [[Speaking.|This is {pt:given}.|Yes it is.|Yep.]]
{pt:given}? {pt:short}? >> That's me.
What was your maiden name? >> {pt:maiden}.
What's your mother's maiden name? >> {someone:family}.
Do you have a user name for the portal? >> {username}, I think.
Which day can you come? >> [[Not Tuesday. |]]{date:5}? At {time12}?
When was that? >> {date:-40}. [[No, wait, {date:-39}.|I think.|]]
When did it start? >> [[Around|Maybe]] {monthonly}.
When was the baby due? >> {date:20}.
When was your last {test}? >> {month:-12}, at {site:alias}.
Have you traveled? >> We were in {abroad} until {date:-8}.
What's today's date? >> {fulldate}.
Do you know where you are? >> {site:alias}. In {city}.
Do you know who the president is? And who is this? >> That's my {word}. {kin:given}.
Is your husband's name {someone:given}? >> [[Was. He died {date:-900}.|Yes.|No, that's my brother.]]
""")

# The visit itself; some answers hold an identifier.
VISIT = templates(r"""
What brings you in today? >> I've had {symptom} for [[two weeks|a while]] now.
What brings you in? >> {dr2:titled} said I should come. About the {finding}.
How are you feeling? >> Better, thanks.
Any {symptom}? >> No. None at all.
Any allergies? >> {allergy}.
Are you taking anything for it? >> {sig}, and [[Tylenol|Advil|Aleve]] sometimes.
Which medications do you take? >> {drug}, {drug}, and the little white one.
On a scale from 0 to 10? >> [[Six.|A 7, maybe.|8 out of 10 at night.]]
Do you smoke? >> [[A pack a day for 30 years.|I quit in {year:-8}.|No.|{kin:given} does, I don't.]]
Do you drink? >> [[Two beers on the weekend.|Not since {date:-300}.|Never.]]
Is there any {dx} in the family? >> My {word} had it. [[{kin:given} died of it.|She was {kinage}.]]
Did the {drug} help? >> Not much.
Did {dr2:titled} go over the {test} with you? >> No, nobody called me.
Have you ever had {proc}? >> In {year:-7}, at {site2}.
How is {kin:given}? >> Oh, {kin:given} is fine. Busy at {employer}.
How was {holiday}? >> Quiet. {kin2:given} came up from {town}.
Did anything change at home? >> We moved to {town}. {street}.
What do you remember of the accident? >> I was driving on {street}, near {place}.
Take a deep breath for me. >> [[Okay.|Mm-hm.|Ow.]]
Squeeze my fingers. >> Like this?
Your blood pressure is {vitals}. >> Is that good?
I think this is {dx}. >> Is that serious, doctor?
We'll start {drug}, twice a day. >> With food?
I'd like to get {imaging}. >> When? I'm away from {daterange}.
I'm going to have {dr3:titled} take a look. >> Okay. Is that the tall one?
{nurse:given} will be in to draw blood. >> All right.
My name is {dr:titled}, I'm one of the doctors here. >> Hi, I'm {pt:given}.
I'm {nurse:given}, I'll be your nurse tonight. >> Nice to meet you, {nurse:given}.
See you on {date:14}. >> Thank you, {dr:titled}.
Do you feel safe at home? >> [[Yes.|Not when {kin3:given} drinks.]]
Who is {friend:given}? >> My sponsor. From the Tuesday meeting.
How is school? >> {teacher:titled} is mean.
And at work? >> My boss, {someone:given}, gives me a hard time.
Tell me more about that. >> It comes and goes. Like the last time.
How many weeks are you? >> {gest}.
Has she had her shots? >> All but the last ones. {pcp:titled} was out.
What did the baby eat? >> Four ounces at six, and again at nine.
How many wet diapers? >> [[Five or six.|Three since {time12}.]]
Does he wheeze at night? >> [[{kin:given} says so.|Sometimes.]]
Is there anything else? >> [[No, that's all.|Could you send it to {pharmacy}?|Will you call {kin:given}? {kinphone}.]]
{advice} >> [[Okay.|I'll try.|Sure.]]
{neg} >> [[Okay.|What does that mean?|Right.]]
Is it Parkinson's, like my uncle? >> We don't know yet. The exam shows [[cogwheeling|a positive Romberg]].
Was it a Baker cyst? >> That's what the ultrasound said.
I am reading from {site2}'s letter. It says {dx}. >> Never heard of it.
""")

# Without questions: talk between people at a bedside, in a meeting, in therapy.
TALK = templates(r"""
{kin:given}, come sit over here.
Don't forget your hat, {pt:nick}.
Mom, this is {nurse:given}.
I told {kin2:given} to wait in the car with {kin3:given}.
{pt:given}, can you hear me?
He works with {someone:given} at {employer}.
We drove up from {town} this morning.
That was at {site2}, not here.
They took {pt:given} to {dept}.
It's on {street}, across from {place}.
I was born in {hometown}, you know.
She'll be {saidyears} in {monthonly}.
Call me {pt:nick}.
Thank you, {nurse:given}.
{dr:titled}! Could you look at this?
{newdr:given} and {newdr:given} both think it is {dx}.
I used to teach at {school}.
The {job} next door found him.
You can text me, {mobile}.
I know, I know. Twenty milligrams.
It's the left one, doctor.
Not since the operation.
Yeah.
Hm.
I feel like a million bucks.
My ears ring like Big Ben.
""")
