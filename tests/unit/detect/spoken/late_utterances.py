"""A third list in the same form: attacks on the rules, written before they ran on any of them."""

PHI = """
the callback is [nine seven eight] [five five five] [zero zero four four]
Uh, yeah, it's [four-one-five, five-five-five, two-six-seven-one].
my cell, [six oh two; five five five; oh one four four]
number is [area code two oh six five five five three three one one]
[five oh three five five five seven thousand] is the front desk phone
call [one, eight seven seven, five five five, oh one oh one]
her phone number is [triple five oh one double four]
reach him at [five five five. Oh. One. Four. Two.]
you can text me at [two oh two five five five oh one one oh]
MRN: [zero zero one two, three three, four]
medical record number is [M as in Mary, four four two, nine one eight]
MRN is [A B, four four one two nine]
the patient ID is [nine eight dash seven seven six five]
account number [one hundred twenty three four fifty six]
S.S.N. [two one nine, oh nine, nine nine nine one]
the last four of the social are [one nine oh seven]
Dob [one eleven fifty five]
born [on the fifteenth of august nineteen forty seven]
born [nineteen forty seven]
date of birth [may the fourth, seventy seven]
date of birth is [the tenth of december, nineteen hundred]
she passed away on [sunday, march third, two thousand and nineteen]
she was seen [june thirtieth] and [july second]
he had surgery in [october of twenty nineteen]
date of service [eleven slash two slash twenty twenty two]
admitted [december thirty first, nineteen ninety nine]
the baby was born [september twenty-third]
my birthday's [nine nine ninety]
a [ninety-seven-year-old] woman
age [one hundred three]
my e-mail address is [kate at the lake house dot com]
it's [r dot patel one nine eight eight at aol dot com]
e-mail is [a b c one two three at yahoo dot com]
our portal is at [my chart dot mercy dot org slash login]
his name is spelled [J, A, Y, space, P, A, T, E, L]
that is spelled [capital D, e, l, a, c, r, u, z]
name is [T as in Tom, R as in Robert, A as in apple, N as in Nancy]
spelled [bravo oscar yankee delta]
surname is spelled [v for victor, o for orange, s for sugar, s for sugar]
she lives at [nine hundred and ten south maple street], [apartment twelve c]
address is [one oh one first avenue]
they live on [forty second street]
[two hundred elm road], [suite three hundred]
zip code [seven oh one one five]
driver's license [s five five nine one two three four five]
plate is [delta hotel kilo four four two]
vehicle identification number is [one h g c m eight two six three three a zero zero four three five two]
member number [eight hundred one two two three four]
policy [g h j seven seven two nine]
ip address [ten dot zero dot zero dot seventeen]
""".strip().splitlines()

CLINICAL = """
Give four milligrams i v push now.
Patient received two units of packed red cells.
Put him on five l of oxygen by nasal cannula.
Dose was one point two five milligrams, one tablet, every other day.
Amlodipine ten, lisinopril twenty, metformin five hundred b i d.
Hemoglobin dropped from twelve to nine to seven point eight.
Her sugars are two fifty, three hundred, one ninety.
Tidal volume four fifty, rate sixteen, PEEP five, F i O two forty percent.
A B G seven thirty two, forty eight, eighty eight.
A point zero five percent solution.
Eighty over fifty, then ninety over sixty.
One and a half tablets.
The a one c went from nine point one to seven.
Lasix forty twice a day, potassium twenty once a day.
Creatinine clearance is forty five m l per minute.
She is gravida two para one zero zero one.
Contractions are three to four minutes apart, lasting sixty seconds.
The fetus is thirty two weeks and four days.
Cervix is four centimeters, eighty percent effaced, minus two station.
Sutures out in ten to fourteen days.
Grade two over six systolic murmur at the left upper sternal border.
Motor five out of five, sensation intact in c five through t one.
Follow up with physical therapy two or three times weekly for six weeks.
The second and third toes are numb.
First things first, one second please.
I'd rate it a six, sometimes a seven, never a ten.
Count down from twenty: twenty, nineteen, eighteen, seventeen.
About half past three in the afternoon.
She drinks one or two beers, maybe three, a week.
Twenty-five hundred calories a day.
Two thousand milligrams of sodium restricted diet.
Total cholesterol one ninety eight, l d l one twenty, h d l forty five, triglycerides one sixty five.
Set at one twenty, one forty, one sixty kilovolts.
Give epinephrine one to ten thousand.
Zero to one drinks per day.
P E R R L A.
He may march in two parades.
I saw a mike and a tango dancer in a golf hotel.
His step count is ten thousand two hundred.
It's ninety, ninety-five degrees outside.
""".strip().splitlines()
