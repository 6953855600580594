"""Notes in which a name, a street or a number is labelled as a place, and notes with places that may stay.

The marked words are what a detector found: [CITY:Lincoln]. `gone` must not survive under `limited-dataset`, `kept`
must. known: what the structured records say of the patient.
"""

from __future__ import annotations

from dataclasses import dataclass

from redactor.entities import Entity, Role
from redactor.text import KnownValue


@dataclass(frozen=True, slots=True)
class Trap:
    marked: str
    gone: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    known: tuple[KnownValue, ...] = ()


def patient(given: str, family: str) -> KnownValue:
    return KnownValue(f"{given} {family}", Entity.PATIENT, Role.PATIENT, (("given", given), ("family", family)))


def relative(given: str, family: str) -> KnownValue:
    return KnownValue(f"{given} {family}", Entity.PERSON, Role.RELATIVE, (("given", given), ("family", family)))


def clinician(given: str, family: str) -> KnownValue:
    return KnownValue(f"Dr. {given} {family}", Entity.DOCTOR, Role.CLINICIAN, (("given", given), ("family", family)))


def number(value: str) -> KnownValue:
    return KnownValue(value, Entity.MEDICAL_RECORD_NUMBER, Role.PATIENT)


def home(line: str, city: str, state: str, zip_code: str) -> KnownValue:
    parts = (("line", line), ("city", city), ("state", state), ("zip", zip_code))
    return KnownValue(f"{line}, {city}, {state} {zip_code}", Entity.ADDRESS, Role.PATIENT, parts)


SURNAMES = (
    Trap("[PERSON:Mr. Lincoln] was seen today. [CITY:Lincoln] tolerated the procedure well.", ("Lincoln",)),
    Trap("[CITY:Lincoln] reports less pain than last week.", ("Lincoln",), (), (patient("Amos", "Lincoln"),)),
    Trap("[CITY:Houston] was discharged home in stable condition.", ("Houston",), (), (patient("Whitney", "Houston"),)),
    Trap("[CITY:Jackson] denies chest pain. Lives in [CITY:Worcester], [STATE:MA].", ("Jackson",), ("Worcester", "MA")),
    Trap("Seen with [CITY:Madison], who helps with insulin.", ("Madison",), (), (relative("Madison", "Reyes"),)),
    Trap("[CITY:Austin] is a 7 y/o boy with asthma.", ("Austin",)),
    Trap("[CITY:Chelsea] is a 34 y/o female with migraine.", ("Chelsea",)),
    Trap("[CITY:Dallas] c/o back pain x 3 days.", ("Dallas",), (), (patient("Dallas", "Winters"),)),
    Trap("Discussed with [CITY:Florence] and her daughter.", ("Florence",)),
    Trap("[CITY:Paris] Hilton called the clinic at noon.", ("Paris",)),
    Trap("[PERSON:Paris Hilton] called. [CITY:Paris] wants her results.", ("Paris", "Hilton")),
    Trap("Abraham [CITY:Lincoln] presents for follow up.", ("Lincoln",)),
    Trap("Referred by Dr. [CITY:Cleveland] for evaluation.", ("Cleveland",)),
    Trap("Dr. [CITY:Columbus] reviewed the films.", ("Columbus",), (), (clinician("Ada", "Columbus"),)),
    Trap("per Mrs. [CITY:Augusta], pain is worse at night", ("Augusta",)),
    Trap("[CITY:Lincoln], Amos  DOB 1950", ("Lincoln",), (), (patient("Amos", "Lincoln"),)),
    Trap("[CITY:BEVERLY], [PERSON:ANNE]  72F  admitted", ("BEVERLY", "ANNE")),
    Trap("Daughter [CITY:Savannah] at bedside.", ("Savannah",)),
    Trap("His son [CITY:Camden] drove him here.", ("Camden",)),
    Trap("Signed electronically: [CITY:Raleigh], RN", ("Raleigh",)),
    Trap("Nurse [CITY:Lancaster] to call back.", ("Lancaster",)),
    Trap("[CITY:Lincoln]'s wound is clean and dry.", ("Lincoln",)),
    Trap("Pt [CITY:Boston] states he fell.", ("Boston",), (), (patient("Will", "Boston"),)),
    Trap("[CITY:Rochester] tolerates diet. [CITY:Rochester] walks 100 ft.", ("Rochester",)),
    Trap("c/o pain, per [CITY:Orlando].", ("Orlando",)),
)
COUNTRIES_AND_STATES = (
    Trap("[COUNTRY:Chad] is a 12 y/o with fever.", ("Chad",)),
    Trap("[COUNTRY:Jordan] reports pain 5/10.", ("Jordan",), (), (patient("Michael", "Jordan"),)),
    Trap("[COUNTRY:Israel] Gomez was seen in clinic.", ("Israel",)),
    Trap("Spoke with [COUNTRY:Georgia] about home care.", ("Georgia",)),
    Trap("[STATE:Georgia] lives with her son.", ("Georgia",), (), (patient("Georgia", "Pratt"),)),
    Trap("[STATE:Virginia] was started on 5 mg.", ("Virginia",)),
    Trap("Mother [STATE:Carolina] consents.", ("Carolina",)),
    Trap("[STATE:Dakota] is doing well at school.", ("Dakota",)),
    Trap("[COUNTRY:China] Alvarez, 4 y/o, immunizations given.", ("China",)),
    Trap("[COUNTRY:Kenya] had a normal spontaneous delivery.", ("Kenya",)),
    Trap("Mrs. [STATE:Washington] ambulates.", ("Washington",)),
    Trap("[STATE:Montana] and his wife were counselled.", ("Montana",), (), (patient("Joe", "Montana"),)),
    Trap("[STATE:MA] is a 34 y/o woman.", ("MA",), (), (patient("Maria", "Alvarez"),)),
    Trap("[COUNTRY:India] James signed the consent.", ("India",)),
    Trap("Seen by [PERSON:Chad] today. Parent of [COUNTRY:Chad] agrees.", ("Chad",)),
    Trap("[COUNTRY:Holland] denies alcohol.", ("Holland",), (), (patient("Tom", "Holland"),)),
)
MISSPELT = (
    Trap("lives in [CITY:Wrocester], [STATE:MA]", ("Wrocester",)),
    Trap("from [CITY:Springfeild] originally", ("Springfeild",)),
    Trap("moved to [CITY:Bostn] last year", ("Bostn",)),
    Trap("lives in [CITY:Okonkwo], alone", ("Okonkwo",)),
    Trap("lives in [CITY:Abernathy-Voss]", ("Abernathy",)),
    Trap("resides in [CITY:Boston Abernathy], [STATE:MA]", ("Abernathy",)),
    Trap("resides in [CITY:Boston 555-0123]", ("555",)),
    Trap("came from [COUNTRY:Phillipines] in 1990", ("Phillipines",)),
    Trap("came from [COUNTRY:Oyelaran]", ("Oyelaran",)),
    Trap("home in [STATE:Massachusets]", ("Massachusets",)),
)
STREETS = (
    Trap("lives at 12 [CITY:Chelsea] Rd", ("Chelsea",)),
    Trap("lives at 400 [CITY:Lincoln] Avenue, [CITY:Worcester], [STATE:MA]", ("Lincoln",), ("Worcester",)),
    Trap("corner of [CITY:Boston] St and Main", ("Boston",)),
    Trap("home: 9 [STATE:Georgia] Ave", ("Georgia",)),
    Trap("lives on [CITY:Cambridge] near the school", ("Cambridge",), (), (
        home("12 Cambridge St", "Worcester", "MA", "01608"),)),
    Trap("1600 [STATE:Pennsylvania] Avenue", ("Pennsylvania",)),
    Trap("[CITY:Salem] Towers apt 4B", ("Salem",)),
    Trap("transferred from [CITY:Houston] Methodist", ("Houston",)),
    Trap("resident of [CITY:Lincoln] Manor", ("Lincoln",)),
    Trap("works for [CITY:Boston] Scientific", ("Boston",)),
)  # fmt: skip
NUMBERS = (
    Trap("MRN [ZIP:60612]", ("60612",), (), (number("60612"),)),
    Trap("MRN: [ZIP:02139]-77 admitted", ("02139",), (), (number("02139-77"),)),
    Trap("acct [ZIP:30301] balance", ("30301",)),
    Trap("chart no. [ZIP:94110]", ("94110",)),
    Trap("pager [ZIP:60601]", ("60601",)),
    Trap("ID [ZIP:606121234]", ("606121234",)),
    Trap("policy [ZIP:10001-4432]", ("10001",)),
    Trap("[ZIP:00000]", ("00000",)),
    Trap("specimen [ZIP:99999] received", ("99999",)),
    Trap("[CITY:Worcester], [STATE:MA] [ZIP:99501]", ("99501",), ("MA",)),
    Trap("lives at [ZIP:SW1A 1AA]", ("SW1A",)),
    Trap("[CITY:Ottawa] [ZIP:K1A 0B1]", ("K1A",)),
    Trap("ext [ZIP:02139]", ("02139",)),
    Trap("[CITY:Worcester], [STATE:MA] [ZIP:01608]", ("01608",), ("Worcester",), (number("01608"),)),
)
PLACES = (
    Trap("Lives in [CITY:Worcester], [STATE:MA] [ZIP:01608].", (), ("Worcester", "MA", "01608")),
    Trap("Lives in [CITY:Lincoln], [STATE:NE] [ZIP:68502].", (), ("Lincoln", "NE", "68502")),
    Trap("Moved to [CITY:Boston] in the spring.", (), ("Boston",)),
    Trap("Born in [CITY:Los Angeles], [STATE:California].", (), ("Los Angeles", "California")),
    Trap("Travelled to [COUNTRY:Mexico] and [COUNTRY:Guatemala].", (), ("Mexico", "Guatemala")),
    Trap("[CITY:Philadelphia], [STATE:PA] [ZIP:19104-4399]", (), ("Philadelphia", "PA", "19104-4399")),
    Trap("She grew up in [COUNTRY:Jordan] and moved here.", (), ("Jordan",)),
    Trap("Originally from [COUNTRY:Vietnam], here since 1990.", (), ("Vietnam",)),
    Trap("Address: 12 Elm St, [CITY:San Diego], [STATE:CA]", (), ("San Diego", "CA")),
    Trap("He lives in [CITY:New Orleans].", (), ("New Orleans",)),
    Trap("Lives in [CITY:Boston], [STATE:MA]", ("Will",), ("Boston", "MA"), (
        home("1 Elm St", "Boston", "MA", "02118"), patient("Will", "Reed"))),
    Trap("He lives in [STATE:Texas] and works in [STATE:Oklahoma].", (), ("Texas", "Oklahoma")),
)  # fmt: skip
SECOND_LOOK = (  # written after the rule, against it
    Trap("Emotional state: [STATE:Virginia] is calm.", ("Virginia",)),
    Trap("trip to [CITY:Paris] Hilton's villa", ("Paris",)),
    Trap("lives in [COUNTRY:Jordan]'s basement", ("Jordan",)),
    Trap("LIVES WITH [CITY:CHELSEA] AND A DOG", ("CHELSEA",)),
    Trap("LIVES IN [CITY:CHELSEA] WITH HER HUSBAND", (), ("CHELSEA",)),
    Trap("Seen by [CITY:Lancaster], [STATE:PA]", ("Lancaster",)),
    Trap("[CITY:Jackson], [STATE:Georgia] 45F", ("Jackson", "Georgia")),
    Trap("Kin: [STATE:Georgia], [STATE:Virginia]", ("Georgia", "Virginia")),
    Trap("Lives in [CITY:Lincoln Burrows]", ("Lincoln",)),
    Trap("lives in [CITY:Rose Hill], which is noisy", (), ("Rose Hill",)),
    Trap("[CITY:Rose Hill] is here for her shots", ("Rose",)),
    Trap("J. [CITY:Lincoln] called", ("Lincoln",)),
    Trap("Baby [COUNTRY:Israel] is feeding well", ("Israel",)),
    Trap("[STATE:Washington]-Bell, 8 y/o", ("Washington",)),
    Trap("lives in [CITY:Ｌｉｎｃｏｌｎ], [STATE:NE] [ZIP:68502]", (), ("68502",)),
    Trap("[CITY:Lincoln]\u200b Burrows called", ("Lincoln",)),
    Trap("user [CITY:dallas]_winters", ("dallas",)),
    Trap("[ZIP:60612]1234", ("60612",)),
    Trap("He was [COUNTY:Jackson] before", ("Jackson",)),
    Trap("lives in [COUNTY:Middlesex County], [STATE:MA]", (), ("Middlesex County",)),
    Trap("Retired to [CITY:Emery County].", (), ("Emery County",)),
    Trap("Apt. 2\n[CITY:Monroe], [STATE:MI] [ZIP:48050]", (), ("Monroe", "48050")),
    Trap("Ms. [PERSON:Reed] of Southaven, [STATE:MS] 39032", (), ("MS",)),
    Trap("[CITY:Virginia] took her pills", ("Virginia",)),
    Trap("[COUNTY:Jackson], GA on file", ("Jackson",)),
    Trap("[OCCUPATION:Baker] denies chest pain", ("Baker",), (), (patient("Ann", "Baker"),)),
    Trap("works as a [OCCUPATION:baker]", (), ("baker",)),
    Trap("[AGE:Seventyn] reports pain", ("Seventyn",)),
    Trap("is [AGE:72 years old]", (), ("72 years old",)),
    Trap("lives in [CITY:Worcester, MA Okonkwo]", ("Okonkwo",)),
    Trap("lives in [CITY:Worcester, MA 01608]", (), ("Worcester, MA 01608",)),
    Trap("seen by the dr, [CITY:Lincoln] left", ("Lincoln",)),
    Trap("[CITY:Boston] Ave. Lives in [CITY:Boston].", ("Boston Ave",)),
)
TRAPS = (*SURNAMES, *COUNTRIES_AND_STATES, *MISSPELT, *STREETS, *NUMBERS, *PLACES, *SECOND_LOOK)
