"""More utterances in the same form, written when the rules stood and before they read any of these."""

PHI = """
My number is [five-five-five, oh-one-four-two].
It's [S-M-I-T-H], that's my surname.
The name's [M. C. K. A. Y.], spelled like that.
Send it to [mary.jones at gmail.com] please.
My email is [tom underscore b nineteen seventy at outlook dot com].
It's [bob hyphen lee at saint johns dot co dot uk].
phone: [4 1 5, 5 5 5, 2 6 7 1]
Call [six one seven. Five five five. Oh one double nine.]
reach me on [oh seven seven double oh nine hundred one two three]
my fax number is [three one two, five five five, ninety eight seventy six]
mobile [plus one six one seven five five five oh one two three]
Date of birth, [July the second, nineteen forty-five].
She was born [Feb nine sixty two].
Born on [the 3rd of June nineteen seventy]
D.O.B. is [oh one oh nine nineteen thirty eight]
his birthday is [the twenty ninth of february]
admitted on [may first twenty twenty three]
date of birth [seven dash four dash seventy six]
follow up on [june twenty ninth at three thirty p m]
expired on [august ninth two thousand one]
it was [october thirteenth, two thousand twenty two]
I'm [ninety-three years old] now
he's a [hundred and two years old] gentleman
her husband is [ninety one], and frail
M-R-N is [four four oh nine one two three]
MRN is [seventy seven twelve thirty]
my social security is [four four three, two one, nine nine one two]
social [seven seven one. Twenty two. Thirty four fifty six.]
Medicare number [one e g four t e five m k seven three]
insurance policy number is [w x two nine nine oh one four]
zip is [two two one oh one]
My address is [twenty-two Baker Street], [apartment nine]
she lives at [seven fourteen north highland avenue]
I live at [fifteen oh two cedar lane]
plate number [seven k l m four four two]
her badge number [triple nine two one]
the device serial number is [a b nine nine one two four seven]
website is [www.harbor clinic dot com]
visit [harborclinic dot org]
the patient's name is spelled [n as in nancy, g, u, y, e, n]
""".strip().splitlines()

CLINICAL = """
Blood pressure was one-thirty over eighty-five.
Pulse is sixty-six and regular.
Started on fifty micrograms, then seventy-five, then one hundred.
Increase gabapentin from one hundred to three hundred three times daily.
Vitamin D fifty thousand units once weekly.
The drug is spelled m e t o p r o l o l.
Hydrocodone acetaminophen five three twenty five.
Oxycodone five three twenty five one tablet every six hours.
Insulin thirty units in the morning, twenty two at night.
Heparin five thousand units subcutaneously every eight hours.
Her INR ranged from one point eight to three point five.
L three through S one fusion.
The c t of the abdomen and pelvis was negative.
The patient had a t i a and a c v a.
He weighs two hundred and twenty-five point five pounds.
Platelets one hundred fifty thousand.
Ferritin twelve hundred.
Troponins were point oh four, point oh six and point one two.
Bili was one point two, a l t forty, a s t thirty eight.
Sodium one forty, potassium four, chloride one oh two, bicarb twenty four, b u n fourteen, creatinine point nine.
p h seven point three five, p c o two forty, p o two ninety.
She takes five milligrams on Monday, ten on Tuesday.
It hurts one day out of five.
I'd say four, maybe five times a day.
Around a twenty minute drive from the clinic.
It is a two way street with the physical therapist.
A dozen eggs and two slices of bread.
Blood sugars one twenty, one thirty five, one eighteen, two hundred and four.
Sugars have been one ten one twenty one fifteen.
Her vitals: temp ninety-eight four, pulse seventy, b p one ten over seventy.
Visual acuity twenty over thirty and twenty over fifty.
Second-degree burns over nine percent of the body.
He has a first-degree heart block.
One to two weeks after the third injection.
Oh, five years ago maybe.
Oh, I see, one more question.
Zero pain today.
At a rate of one twenty five an hour.
Between the fifth and sixth rib.
Twenty twenty vision.
F E V one was one point nine liters.
Take one a day.
Q four hours p r n.
A one to ten scale.
Ten, nine, eight, seven, six, five, four.
One, two, three, four, five, six, seven, eight, nine, ten.
I may take one or two.
""".strip().splitlines()
