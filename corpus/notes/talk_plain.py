"""Talk and typing that names nobody: what most of a conversation is, with words that look like names or codes."""

from __future__ import annotations

from corpus.notes.compose import templates

TURNS = templates(r"""
D: Deep breath in. And out. Again. // P: Like that? // D: Just like that. Any pain here? // P: No. // D: Here? // P: Ow.
D: So the MRI shows a bit of a bulge at L4-L5, nothing pressing on the cord. // P: So no surgery? // D: No surgery.
D: We could try Cymbalta or we could try gabapentin. // P: Which one makes you fat? // D: Gabapentin can. // P: Then no.
P: I googled it and it said Addison's. // D: Your cortisol's fine. // P: Or Wilson's. // D: Also fine.
D: Grade three systolic, no rub, no gallop. // P: Is that my heart? // D: That's your heart.
D: Sit to stand five times, arms crossed. Good. Fourteen seconds.
P: Will it hurt? // D: A sharp scratch, then pressure. // P: You said that last time. // D: And it was true.
D: Follow my finger. Don't move your head. Up, down. Smile. Puff your cheeks. // P: [laughs]
D: Your Mallampati's two, ASA two, you'll do fine.
D: Do you mark things off, like, may I read it to you? Over the last two weeks, how often. // P: Several days.
D: Little interest or pleasure? // P: More than half. // D: Feeling down? // P: Nearly every day.
D: I'd like a DEXA, a vitamin D and a Tdap while you're here. // P: Why not the flu? // D: That too.
D: One tablet twice a day for seven days, with food, no alcohol. // P: None? // D: None.
P: The Tylenol Three made me sick as a dog. // D: Okay. We'll put codeine on the list.
D: Romberg's fine. Now heel to toe. // P: I'd fail this sober. // D: Most people do.
N: Any metal? Pacemaker, clips, shrapnel, hearing aids? // P: Fillings. // N: Fillings are fine.
N: One sixty eight centimetres, seventy one point two kilos. Shoes on. // P: Take off a kilo.
N: Little pinch. Hold the cotton ball. // P: That's it? // N: That's it.
N: On a scale of nought to ten? // P: Six at rest, eight when I move.
N: Right arm, one thirty two over eighty four, pulse seventy six, sats ninety eight on room air.
D: The Epley worked? // P: For a day. // D: We'll do it again.
D: So that's the Bell's. It gets better by itself in most people, three months or so.
K: Can she have grapefruit? // D: Not with the Lipitor. // K: Marmalade? // D: Marmalade's fine.
D: Well, the good news is the Helicobacter's gone. // P: And the bad? // D: There isn't any.
P: I quit. // D: Smoking? // P: The gym. // D: Ah.
D: Baker's cyst, it's only fluid. A friend of the arthritis.
D: It's A fib, your CHA2DS2-VASc is four, so I'd want you on a blood thinner. // P: Rat poison? // D: Not that one.
D: Any recent change in stool? Blood? Black, like tar? // P: No. // D: Weight? // P: Down ten pounds.
D: Sleep? // P: Four hours. // D: Caffeine? // P: Don't start.
D: Okay so plan: stop the Mobic, start the PPI, recheck the hemoglobin in two weeks.
K: Is it hereditary? // D: Sometimes. About one in eight.
D: Which hand do you write with? // P: Left. // D: Squeeze both. Harder.
O: Please hold. // C: I've been holding. // O: I understand. Please hold.
O: Is the patient changing colour? // C: No. // O: Is there any bleeding? // C: No. // O: Good. Stay on the line.
O: For quality this call is recorded. Press one for English. // C: One.
O: That'll be ready after four. // P: Today? // O: Today.
O: The code is J3301 and the modifier is RT. // P: I don't speak that. // O: It's the knee.
N: Under three months any fever goes in. Over three months it depends. // C: Okay.
N: Wet the bed? Neck stiff? Light bother the eyes? // C: No, no and no.
N: Don't drive. Don't eat. Bring the bottles. // C: All of them? // N: All of them.
D: Can you still hear me? You're on mute. // P: [muted] // D: Still on mute.
I: The interpreter will now leave. // D: Thanks so much.
D: Let's just sit with that for a second. // P: ... // D: Take your time.
""")

TYPED = templates(r"""
lactate 2.1 -> 1.4 nice
NPO after MN, CHG bath x2, T&S sent
anyone seen the Doppler
Vanc AUC 512, next level with am labs
CT neg. PE neg. bill neg. kidding
UA: LE 2+, nit neg, WBC 10-20, epi many = dirty
restraints renewed q4h, see Flowsheet > Safety
can we get a Purewick in 8
ok
Kerlix, ABD, Coban. bring the big tape
new policy: Two-Person Skin Check On Admission
Foley day 5. why
RASS -2, Precedex 0.4
Murphy neg, McBurney pos, Rovsing pos. call surg
q: is Entresto held for SBP <100 or <90
bladder scan 640, straight cath'd for 700
FSBG 54 -> D50 -> 148
CIWA 18, Ativan 2 given, 2 more prn
who ate my yogurt
ETA?
5 min
rate 12, PEEP 8, FiO2 40, plat 24
the good glucometer is in 12, the bad one everywhere else
Hgb 6.8 x2 confirmed. 2u PRBC ordered, consent done
""")
