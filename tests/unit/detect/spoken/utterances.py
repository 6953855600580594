"""Utterances as recognisers write them. PHI: what must be covered stands in square brackets. CLINICAL holds none.

Both lists were written before the rules that read them ran for the first time.
"""

PHI = """
my phone number is [five five five oh one four two]
call me at [six one seven five five five oh one nine nine]
you can reach her at [six one seven, five five five, oh one nine nine]
call [five five five dash one two one two] after noon
her cell is [four one five double five five two three triple one]
My number is [Four. One. Five. Five. Five. Five. Zero. One. Four. Two.]
phone [eight hundred five five five twelve twelve]
call us on [one eight hundred five five five nineteen eighty four]
my number is [five five, uh, five oh one four two]
the number is [5 five 5 oh one 4 two]
fax it to [two one two five five five oh one seventy three]
you can call [nine one seven, um, five five five, er, forty two eleven]
pager number [four four oh one two]
extension [forty five twelve]
m r n [one two three four five six]
the medical record number is [eight eight oh four one seven]
MRN [seven double oh three nine one]
her m r n is [twenty three forty five sixty seven]
medical record number [nought four nought nine eight eight two]
chart number [nine nine one two three five]
social security number [one two three, forty five, sixty seven eighty nine]
my social is [five one five dash three two dash nine eight seven six]
s s n [five one five three two nine eight seven six]
last four of her social [nine eight seven six]
Social Security number is [Five, one, five, three, two, nine, eight, seven, six].
the last four digits are [forty four seventeen]
date of birth [april twelfth nineteen fifty three]
born [april twelve nineteen fifty three]
he was born on [the third of may nineteen eighty]
date of birth is [twelve slash four slash sixty one]
d o b [oh four oh three fifty three]
date of birth [four twelve fifty three]
birthday is [july fourth]
d o b [ten twenty two nineteen forty eight]
date of birth [zero four one two one nine five three]
she was admitted on [march twenty first two thousand nineteen]
seen on [november third]
surgery was on [january thirty first twenty twenty one]
he died on [the twenty second of june two thousand and three]
discharged [december the fifth two thousand twelve]
appointment on [february the fourteenth]
last seen [september nineteen eighty four]
diagnosed in [nineteen eighty-four]
it happened back in [two thousand and three]
she is an [eighty-nine years old] woman
[ninety two years old] male with chest pain
she's [ninety two]
he is [ninety four] and lives alone
mom turned [one hundred and one] last week
aged [eighty seven]
email is [john dot smith at gmail dot com]
her e-mail is [jane underscore doe forty two at yahoo dot com]
write to [m dash jones at mercy hospital dot org]
email me at [j smith at hotmail dot com]
go to [w w w dot mercy clinic dot org]
the site is [www dot harbor health dot com slash portal]
look at [facebook dot com slash mary jones]
contact [records at saint lukes dot e d u]
last name is spelled [S M I T H]
last name [s as in sam, m as in mary, i as in ida, t as in tom, h as in henry]
my last name is [j o h n s o n]
surname [sierra mike india tango hotel]
that's [b as in boy, r, o, w, n], last name
last name [double u i l s o n]
zip code [oh two one three nine]
zip code is [nine four one one oh]
Boston Massachusetts [oh two one one five]
zip [six oh six one four dash two two one one]
lives at [one twenty three main street apartment four b]
her address is [four fifty six oak avenue]
he lives at [twelve hundred elm street]
address [nineteen ninety west maple drive unit seven c]
[two oh five park avenue] in the city
policy number [seven seven one four two nine three]
member i d [x y z four four one two nine eight]
account number [thirty three forty four fifty five]
license plate [a b c one two three four]
driver's license number [d four four one two nine eight seven]
my insurance group number is [eight eight one two three]
accession number [twenty one dash four five six seven]
credit card [four one one one one one one one one one one one one one one one]
the i p address is [one ninety two dot one six eight dot one dot forty four]
passport number [five three one double two seven eight oh four]
serial number [four four eight one two two nine six]
case number [nineteen oh four twenty seven]
room [four twelve] bed b
call back number is [three oh five, five five five, eighteen hundred]
he'll be [ninety one] in [april]
""".strip().splitlines()

CLINICAL = """
blood pressure is one twenty over eighty
b p one thirty eight over eighty six
twenty milligrams of lisinopril daily
take zero point five milligrams of lorazepam at bedtime
point two five milligrams twice a day
hemoglobin a one c of seven point two
a1c was six point eight
temperature one oh one point five
temp ninety eight point six
heart rate of seventy two and respirations sixteen
pulse eighty eight, respirations eighteen
oxygen saturation ninety six percent on room air
sats ninety two percent on two liters
one thousand milligrams of tylenol every six hours
five hundred milligrams by mouth three times a day
metoprolol twenty five milligrams twice a day
levothyroxine one twelve micrograms
sodium one thirty eight potassium four point one
potassium of three point two
creatinine one point one
white count eleven point four
platelets two hundred and twelve thousand
hematocrit thirty nine point five
glucose one eighty five fasting
i n r two point four
t s h of two point three
troponin zero point zero four
ejection fraction of fifty five to sixty percent
weight is one hundred eighty two pounds
height five foot nine
b m i of twenty seven point five
pain is seven out of ten
pain four, five, six out of ten
vision is twenty over forty in the right eye
vision twenty twenty bilaterally
fracture of the fifth metatarsal
tenderness at the third rib
l four l five disc herniation
c five six radiculopathy
t twelve compression fracture
cranial nerves two through twelve are intact
he smokes one pack a day for thirty years
two glasses of wine a night
follow up in two weeks
come back in three to four months
symptoms for the past five days
ten units of insulin glargine
titrate from five to ten to twenty milligrams
five, ten, and twenty milligram tablets
take one or two tablets every four to six hours
no one in the family has diabetes
one of the wounds is healing
first dose was given and the second dose is due
lesion measures two point five by three centimeters
a two by three centimeter mass
the mass is four millimeters by six millimeters
oh no I feel fine
oh okay one more thing about the medication
strength is five over five in all extremities
reflexes two plus throughout
g c s fifteen
apgar scores eight and nine
gravida three para two
p o two tablets p r n
the m r i showed a one centimeter nodule
stage three chronic kidney disease
type two diabetes for ten years
give one liter of normal saline over four hours
p s a of four point seven
e k g shows normal sinus rhythm at eighty
vitamin b twelve one thousand micrograms
c d four count of three fifty
he may take two at night
they march five times a week
dot phrase and slash marks are fine at the end
she looks at the dot on the wall
q i d dosing for ten days
count backward from one hundred by seven
ninety three eighty six seventy nine seventy two
serial sevens ninety three, eighty six, seventy nine
repeat after me one two three four five
draw a clock at ten past eleven
double the dose to forty milligrams
triple therapy for h pylori
""".strip().splitlines()
