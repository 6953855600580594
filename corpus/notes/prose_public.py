"""Sentences of public and legal prose about people: obituaries, news, court papers, lives."""

from __future__ import annotations

from corpus.notes.compose import templates

OBITUARY = templates(r"""
{pt:full}, {age}, of {citystate}, [[died|passed away peacefully|went home to the Lord]] on {date} at {site}.
{pt:nick_quoted} was born on {dob} in {hometown} to {kin:given} and {someone:full}.
{pt:upper_full}
{He} is survived by {his} {word} {kin:given}; {his} children {kin3:given} of {town}
  and {someone:full} of {town}; and four grandchildren.
{He} was preceded in death by {his} {word2}, {kin2:full}.
{pt:given} worked for {employer} for 31 years and was a member of {church}.
{He} graduated from {school} in {year:-50}.
A service will be held at {church}, {street}, on {date:4} at {time12}.
Visitation {date:3}, {firm}, {address:nozip}.
In lieu of flowers, give to {hospice}.
{He} loved {place}, bowling and strong coffee.
The family thanks {dr:titled} and nurse {nurse:given} of {hospice}.
Born in {country}, {pt:given} came to {state} in {year:-45}.
{He} served in the army from {year:-55} to {year:-50}.
{someone:full} will officiate.
{pt:family} fought {dx} with grace.
Burial will be private.
He never missed a game.
""")

NEWS = templates(r"""
{city} - A {ageold} {man} from {town} was [[flown|taken]] to {site} after a crash [[near|on]] {place} on {weekday},
  {officer:titled} said.
{pt:full}, {age}, was in critical condition, [[a spokesman|spokeswoman {someone:full}]] for {site} said.
"We did what we could," said {dr:titled_full}, chief of surgery at {newsite}.
{pt:family} was discharged on {date}.
The {county} coroner named the victim as {someone:full}, {age}, of {street}.
{employer} said {someone:full} would replace {someone:full} as chief executive on {date:20}.
{firm} will open a [[plant|store|warehouse]] in {town}, {state}, in {month:8}.
Nurses at {site2} voted to strike, their first since {year:-14}.
{newdr:full} of {newsite} was elected to the board of {agency}.
Neighbours on {street} raised money for {kin:short} and {kinhis} family.
The outbreak at {nursinghome} sickened 14 residents.
{school} was closed on {date} and {date:1}.
The health department has not named the source.
Shares rose 3.2 percent.
Police in {town} arrested {someone:full}, {age}, after a chase down {street}.
{someone:family} told {agency} that {someone:given} had left for {abroad}.
{town} beat {town} 3-1; {someone:family} scored twice.
Officials in {county} expect 12,000 doses by {date:9}.
The bill passed 52-48.
Temperatures fell to minus 11.
Photo: {someone:full}
{someone:full}, a {job}, lives in {town} with two cats.
""")

COURT = templates(r"""
The applicant, {mr} {pt:full}, was born in {year:-60} and lives in {city}.
The applicant was represented by {lawyer:titled}, a lawyer practising in {town}.
On {textdate:-900} the district court of {town} dismissed the action.
IN THE MATTER OF {pt:upper_full}, Case No. {caseno}
{lawyer:full}, {firm}, for the plaintiff; {someone:full} for the defendant.
Plaintiff {pt:full} resides at {address}.
Defendant {newdr:titled_full} is a physician licensed in {state}, license no. {license}.
[[Defendant|Respondent]] {newsite} denies paragraphs 4 to 9.
Q. State your name. A. {newdr:full}, {spell:newdr:family}.
The court relies on Article 8 and on section 12(3) of the Act.
See also §§ 110-114 and Rule 26(b)(1).
In {year:-8} the Supreme Court held otherwise.
Judge {someone:family} granted the motion on {date:-20}.
The policy ({plan}) was issued by {payer} on {date:-700}.
The minor child, {kin:initials}, born {date:-2000}, lives with {kin2:full}.
{officer:titled} testified that the vehicle, plate {plate}, VIN {vin}, was found at {place}.
Damages of $250,000 are claimed.
Sworn before me on {textdate}, {someone:full}, notary, {county}, {state}.
{pt:titled} suffered {finding} and was treated at {site} by {dr:full}.
The parties shall bear their own costs.
He was detained at {place} from {daterange}.
It was not disputed that {drug} was given at {time}.
Exhibit C, pages 12 to 31.
""")

LIVES = templates(r"""
{someone:full} ({dob} - {date}) was a {job} from {country}.
{someone:full} (born {dob} in {town}) is a {job}.
{someone:family} was born in {town}, {state}, the third of five children.
After {school}, {someone:given} moved to {abroad} and worked for {employer}.
In {year:-30} [[he|she]] founded {firm} with {someone:full}.
[[He|She]] married {someone:full} on {date:-9000}; they had two sons, {someone:given} and {someone:given}.
{someone:full} studied medicine in {abroad} and joined {newsite} in {year:-20}.
[[She|He]] retired to {town} in {year:-5} and died there on {date}.
{someone:short} has lived in {town} since {year:-11}.
The syndrome was described in {year:-60}.
[[His|Her]] daughter, {someone:full}, is a {job} in {town}.
Little is known of the early years.
{someone:full} speaks at {school} on {date:7}.
The collection is kept at {school}, {town}.
{someone:family}'s first book sold 4,000 copies.
{someone:full} of {employer} was named {job} of the year {year}.
{firm} was founded in {town} in {year:-70}.
{country} and {country} signed the treaty in {month:-100}.
""")
