"""Small talk and medical talk without identifiers, or with one in passing: what most of a consultation is made of."""

from __future__ import annotations

from corpus.notes.compose import templates

PLAIN = templates(r"""
[[When did it start?|How long has this been going on?|Since when?]] >> [[A couple of days.|Two weeks, give or
  take.|Since the weekend.|{ago}.|I don't remember.]]
Where does it hurt? >> [[Right here.|In my {anatomy}.|All over.|It moves around.]]
[[Does it|Do they]] [[wake you up|get worse when you walk|come back at night]]? >> [[Sometimes.|Every night.|Not
  really.|When I lie flat.]]
What makes it better? >> [[Heat.|Sitting down.|Nothing.|{drug}, a little.]]
And what makes it worse? >> [[Stairs.|Coffee.|Cold air.|My mother-in-law.]]
Have you had this before? >> [[Once, years ago.|Never.|Last winter, maybe.|As a child, I think.]]
Any trouble breathing? >> [[A little on the stairs.|No.|Only when I laugh.]]
[[Any nausea or vomiting?|Fevers, chills?|Night sweats?|Weight loss?]] >> [[No.|Ten pounds in two months.|I threw up
  twice.|I was sweating last night.]]
How is your [[appetite|sleep|mood|energy]]? >> [[Fine.|Terrible.|Up and down.|Better than last time.]]
How many pillows do you sleep on? >> [[Two.|Three now, it used to be one.|I sleep in the recliner.]]
What dose are you on? >> [[I take {sig}.|Forty, I think. Or twenty.|Half a tablet.|Whatever it says on the bottle.]]
Did you bring your medications? >> [[They're in the bag.|I forgot them.|My list is here: {drug}, {drug} and {drug}.]]
Do you check your [[sugars|pressure]] at home? >> [[It runs about one forty.|This morning it was 182.|My machine is
  broken.|Twice a day.]]
You have a history of {dx}, right? >> [[Yes.|That's what they tell me.|And {dx}.|Since I was a kid.]]
Have you had any surgeries? >> [[{proc}.|My gallbladder.|{proc}, and the tonsils.|None.]]
Does anyone in the family have {dx}? >> [[My grandfather did.|Not that I know of.|Both parents.|An aunt.]]
How much do you drink in a week? >> [[A glass of wine on Fridays.|Maybe a six pack.|I stopped.|Too much.]]
Any drugs? >> [[Just weed.|No, sir.|In college.]]
Are you sexually active? >> [[Yes.|Not lately.|With my husband.]]
When was your last period? >> [[Three weeks ago.|It's late.|I'm past that.]]
Are you still working? >> [[Part time.|I'm retired.|I was laid off.|Nights.]]
Follow my finger with your eyes. >> [[Like that?|It's blurry.|Okay.]]
Push against my hand. Good. And pull. >> [[It's weak on this side.|Ow, ow.|Fine.]]
Say "ninety-nine". >> Ninety-nine.
I'm going to press on your belly. >> [[Cold hands!|That's sore.|Go ahead.]]
Open wide and say ah. >> Aaah.
Lungs are clear, heart is regular. {exam} >> [[Good.|So what is it?|Uh-huh.]]
Your {test} came back. {labs}. >> [[Is that high?|What should it be?|Okay.]]
The {imaging} shows {finding}. >> [[Oh no.|Is that from the fall?|Can it be fixed?]]
Let's increase the {drug} to twice a day. >> [[Does it come as a liquid?|The last one made me sick.|Fine by me.]]
I'd like to [[order|repeat]] a {test}. >> [[Today?|Again?|Do I have to fast?]]
It could be {dx}, but I doubt it. >> [[My friend had that.|I read about it online.|Okay.]]
The risks of {proc} are bleeding and infection. >> [[And if I don't?|How long am I in for?|Let's do it.]]
Any questions for me? >> [[Can I drive?|When can I shower?|No, you covered it.|What about exercise?]]
{todo} >> [[All right.|Got it.|Write that down for me, please.]]
{advice} >> [[I hate that.|I've tried.|Yes, doctor.]]
Any side effects from the {drug}? >> [[Dry mouth.|{symptom}, at first.|None.|I stopped it, actually.]]
How far can you walk? >> [[To the mailbox.|Two blocks.|A mile, slowly.]]
Is she eating solids? >> [[Bananas, mostly.|A little cereal.|She spits it out.]]
Is he sleeping through the night? >> [[Ha! No.|From nine to five.|Finally.]]
Does she say words yet? >> [["Mama" and "ball".|About twenty.|Not yet.]]
Who lives in the house? >> [[Just us two.|Me and the kids.|My in-laws, too.]]
Are you feeling down or hopeless? >> [[Some days.|Since the funeral.|No.]]
Any thoughts of hurting yourself? >> [[No.|I used to.|Not today.]]
That must be hard. >> [[It is.|You get used to it.|(cries)]]
We'll see you in [[six weeks|three months|a year]]. >> [[Thank you.|Do I call, or do you?|Okay, bye.]]
Can you rate the pain? >> [[Four.|It was an eight, now it's a three.|Ten!]]
Are you up to date on your shots? >> [[I think so.|I had the flu one.|All but tetanus.]]
Sorry to keep you waiting. >> [[No problem.|I have to be at work by {time}.|It's been an hour.]]
[[Mm-hm.|Right.|Go on.|I see.]] >> [[And then it just stopped.|So I called.|Anyway.|You know how it is.]]
""")

# One identifier in passing, without a cue.
PASSING = templates(r"""
How was the drive? >> [[Long. We came from {town}.|{street} was closed.|{kin:given} drove.|Fine, {place} was empty.]]
What happened? >> [[I fell at {place}.|{kin:given} found me on the floor.|I slipped on {street}.|It happened on
  {date:-3}, at {employer}.]]
Who prescribed that? >> [[{dr2:family}.|Doctor {dr2:family}, the heart doctor.|They did at {site2}.|{pcp:titled}, back
  in {year:-3}.]]
Who told you so? >> [[{nurse:given}.|{dr3:titled}.|My neighbor {friend:given}.|The man at {pharmacy}.]]
Who found it? >> [[{dr3:titled}, in {month:-8}.|A young woman at {newsite}. {newdr:family}, I think.|{kin:given} did.]]
When did you quit? >> [[{year:-11}.|{date:-200}.|At {kinage}.|When {kin2:given} was born.]]
What did you do before? >> [[I drove for {employer}.|{employer}. Thirty years.|I was a {job} in {hometown}.]]
Where is {kin:given} now? >> [[{town}.|Over in {abroad}.|At {nursinghome}.|With {kin2:given}.]]
When did he pass? >> [[{date:-500}.|In {year:-6}.|On {holiday}.|At {kinage}.]]
How old was he? >> [[{kinage}.|{saidyears}.|About {kinage}.]]
Which hospital? >> [[{site2}.|The one in {town}.|{site3}, no, {site2}.|{site2:alias}.]]
What's the name on the bottle? >> [[{someone:upper_full}.|{pt:upper_full}, {drug}.|It says {newdr:family}.]]
Did you have help at home? >> [[{someone:given} comes on Mondays.|From {agency}.|{kin:given} and {kin2:given} take
  turns.]]
What grade is {kin3:given} in? >> [[Second. At {school}.|She's only {babyage}.|{kin3:given}? Kindergarten.]]
Is that your daughter? >> [[That's {kin2:given}.|No, {someone:given}.|{kin2:given}, say hello.]]
Where were you born? >> [[{hometown}.|{country}.|Right here in {city}.|{town}, {state}.]]
Do you still see {dr4:titled}? >> [[{dr4:family} retired.|Twice a year.|No, {newdr:titled} now.]]
Should I call {kin:given}? >> [[Please. {kinphone}.|No, call {kin2:given}.|{kin:given} knows.]]
Where should I send it? >> [[{address}.|{pharmacy}, on {street}.|{email}.|To {pcp:titled}.]]
Any trips planned? >> [[{abroad}, in {monthonly}.|We're off to {town} for {holiday}.|{state}, to see {kin2:given}.]]
""")
