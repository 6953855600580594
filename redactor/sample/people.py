"""Invent households: people who share an address and mostly a surname. Some are patients, the others relatives."""

from __future__ import annotations

import datetime as dt
import random
import unicodedata
from dataclasses import dataclass, replace

from redactor.entities import Entity
from redactor.lexicon.world_names import Origin
from redactor.sample import numbers, pools
from redactor.sample.forms import Address, Name, Who
from redactor.sample.pools import Pools

TODAY = dt.date(2026, 6, 30)  # the last day of the sample; nothing reads the clock


@dataclass(frozen=True, slots=True)
class Person:
    """A person. patient: whether the person has a Patient resource. ordinal: the number among the patients, or -1."""

    id: str
    patient: bool
    ordinal: int
    name: Name
    female: bool
    birth: dt.date
    death: dt.datetime | None
    home: Address
    phone: str
    mobile: str
    email: str
    race: str
    hispanic: bool
    job: str
    employer: str
    birthplace: tuple[str, str, str]
    mothers_maiden: str
    ssn: str
    license: str
    passport: str
    plan: str
    account: str
    username: str
    married: bool

    @property
    def subject(self) -> str:
        """Return the reference that identifies this person throughout the gold."""
        return f"{'Patient' if self.patient else 'RelatedPerson'}/{self.id}"

    def who(self, entity: Entity) -> Who:
        """Return this person as a text refers to the person."""
        return Who(self.name, self.female, entity, self.subject)

    def age(self, on: dt.date) -> int:
        """Return the completed years on a day."""
        return on.year - self.birth.year - ((on.month, on.day) < (self.birth.month, self.birth.day))


@dataclass(frozen=True, slots=True)
class Tie:
    """The tie of a patient to a relative, who is the patient's `word` (mother). code: HL7 v3-RoleCode. id: of the
    RelatedPerson.
    """

    id: str
    patient: Person
    relative: Person
    code: str
    word: str


@dataclass(frozen=True, slots=True)
class Household:
    """People, and the ties that the patients among them have."""

    people: tuple[Person, ...]
    ties: tuple[Tie, ...]

    def ties_of(self, person: Person) -> tuple[Tie, ...]:
        """Return the ties in which the person is the patient."""
        return tuple(t for t in self.ties if t.patient.id == person.id)


_SUFFIXES = ("Jr.", "Sr.", "II", "III")
_DOMAINS = ("gmail.com", "yahoo.com", "outlook.com", "comcast.net", "icloud.com", "mail.example.com", "aol.com")
_FIRMS = ("Logistics", "Foods", "& Sons Roofing", "Credit Union", "Public Schools", "Auto Parts", "Software", "Farms")


def draw_address(rng: random.Random, pool: Pools) -> Address:
    """Draw the address of a home or a site in a random city."""
    city = rng.choice(pool.cities)
    unit = rng.choice(
        ("", "", "", f"Apt {rng.randrange(1, 40)}{rng.choice('ABC')}", f"Unit {rng.randrange(1, 300)}", "Apt. 2")
    )
    low, high = city.postcodes
    code = f"{rng.randrange(low, high + 1):05d}"
    if rng.random() < 0.15:
        code += f"-{rng.randrange(1, 10000):04d}"
    return Address(
        f"{rng.randrange(1, 19999)} {pool.street(rng)}",
        unit,
        city.name,
        city.county,
        city.state,
        code,
        round(city.latitude + rng.uniform(-0.08, 0.08), 6),
        round(city.longitude + rng.uniform(-0.08, 0.08), 6),
        city.offset,
    )


def ascii_letters_of(text: str) -> str:
    """Return the letters and digits of a text in lower-case ASCII, for user names, hosts and mail addresses."""
    text = text.replace("ł", "l").replace("Ł", "L").replace("đ", "d").replace("Đ", "D").replace("ı", "i")
    return "".join(c for c in unicodedata.normalize("NFKD", text).lower() if c.isascii() and c.isalnum()) or "user"


def draw_name(rng: random.Random, pool: Pools, origin: Origin | None, family: str, female: bool) -> Name:
    """Draw a person's name within a family."""
    given = pool.given(rng, origin, female)
    middle = pool.given(rng, origin, female) if rng.random() < 0.6 else ""
    suffix = rng.choice(_SUFFIXES) if not female and rng.random() < 0.07 else ""
    nick = pools.NICKNAMES.get(given, given[:4] if len(given) > 6 and given.isalpha() and rng.random() < 0.3 else given)
    maiden = pool.family(rng, origin) if female and rng.random() < 0.35 else ""
    return Name(given, middle, family, suffix, nick, maiden)


def _draw_person(
    rng: random.Random,
    pool: Pools,
    origin: Origin | None,
    family: str,
    home: Address,
    female: bool,
    age: int,
    ordinal: int,
) -> Person:
    name = draw_name(rng, pool, origin, family, female)
    # Three days of slack keep leap days from lowering the age by a year.
    birth = TODAY - dt.timedelta(days=age * 365 + age // 4 + rng.randrange(3, 362))
    race = origin.race if origin else rng.choice(("2106-3", "2106-3", "2106-3", "2054-5", "2131-1"))
    hispanic = origin.hispanic if origin else rng.random() < 0.05
    handle = ascii_letters_of(name.given)[0] + ascii_letters_of(name.family)[:9] + str(birth.year % 100)
    email = rng.choice((
        f"{ascii_letters_of(name.given)}.{ascii_letters_of(name.family)}@{rng.choice(_DOMAINS)}",
        f"{handle}@{rng.choice(_DOMAINS)}",
        f"{ascii_letters_of(name.nick)}{rng.randrange(10, 99)}@{rng.choice(_DOMAINS)}",
    ))  # fmt: skip
    foreign = origin is not None and rng.random() < 0.5
    town, land = rng.choice(pool.abroad) if foreign else (rng.choice(pool.cities).name, "US")
    id_ = numbers.random_uuid(rng)
    if rng.random() < 0.1:
        id_ = f"pt-{numbers.random_digits(rng, 8)}-{id_[:8]}"  # some systems number their patients
    working = 20 <= age < 70
    return Person(
        id=id_,
        patient=ordinal >= 0,
        ordinal=ordinal,
        name=name,
        female=female,
        birth=birth,
        death=None,
        home=home,
        phone=numbers.phone_digits(rng, home.state),
        mobile=numbers.phone_digits(rng, home.state),
        email=email,
        race=race,
        hispanic=hispanic,
        job=rng.choice(pool.jobs) if working else ("retired " + rng.choice(pool.jobs) if age >= 70 else "student"),
        employer=f"{pool.family(rng, None)} {rng.choice(_FIRMS)}" if working else "",
        birthplace=(town, "" if foreign else rng.choice(pool.cities).state, land),
        mothers_maiden=f"{pool.given(rng, origin, True)} {pool.family(rng, origin)}",
        ssn=numbers.ssn(rng),
        license=numbers.fill_pattern(rng, "@#######"),
        passport=numbers.fill_pattern(rng, "@########"),
        plan=numbers.fill_pattern(rng, rng.choice(("@@@#########", "INS-#########", "###########@", "W#########"))),
        account=numbers.random_digits(rng, 9),
        username=handle,
        married=False,
    )


def draw_household(rng: random.Random, pool: Pools, first: int, most: int) -> Household:
    """Draw a household with at least one patient and at most `most`, numbered from `first`.

    Quotas go by number instead of chance, so that the smallest sample holds one of each: patient 2 of every 25 is over
    89, patient 5 of every 15 has died.
    """
    origin = pool.origin(rng)
    family = pool.family(rng, origin)
    home = draw_address(rng, pool)
    oldest = first % 25 == 2
    age = rng.randrange(90, 104) if oldest else rng.randrange(24, 84)
    # A household ends before the ordinal reserved for a patient over 89.
    wanted = min(most, 1 if oldest else rng.choice((1, 1, 2, 2, 3)), (2 - first) % 25 or 25)
    numbered = [first + i if i < wanted else -1 for i in range(5)]

    def member(i: int, female: bool, years: int, surname: str = family) -> Person:
        return _draw_person(rng, pool, origin, surname, home, female, years, numbered[i])

    female = rng.random() < 0.5
    head = replace(member(0, female, age), married=True)
    # One spouse in five keeps their own surname.
    spouse_family = family if rng.random() < 0.8 else pool.family(rng, pool.origin(rng))
    spouse = replace(member(1, not female, max(20, age - rng.randrange(-6, 7)), spouse_family), married=True)
    child_age = max(0, min(70, age - rng.randrange(20, 38)))
    child = member(2, rng.random() < 0.5, child_age)
    people = [head, spouse, child]
    people = [_with_death(rng, p) if p.patient and p.ordinal % 15 == 5 else p for p in people]
    ties: list[Tie] = []
    for patient in (p for p in people if p.patient):
        for relative in rng.sample([p for p in people if p is not patient], k=1 if rng.random() < 0.4 else 2):
            code, word = _relation(people, patient, relative)
            ties.append(
                Tie(relative.id if not relative.patient else numbers.random_uuid(rng), patient, relative, code, word)
            )
    # A relative who is not a patient may appear in two families' records, with one RelatedPerson resource per tie.
    seen: set[str] = set()
    for i, tie in enumerate(ties):
        if tie.id in seen:
            ties[i] = replace(tie, id=numbers.random_uuid(rng))
        seen.add(ties[i].id)
    return Household(tuple(people), tuple(ties))


def _relation(people: list[Person], patient: Person, relative: Person) -> tuple[str, str]:
    a, b = (next(i for i, p in enumerate(people) if p.id == x.id) for x in (patient, relative))
    if a == 2:
        return ("MTH", "mother") if relative.female else ("FTH", "father")
    if b == 2:
        return ("DAUC", "daughter") if relative.female else ("SONC", "son")
    return ("WIFE", "wife") if relative.female else ("HUSB", "husband")


def _with_death(rng: random.Random, person: Person) -> Person:
    day = TODAY - dt.timedelta(days=rng.randrange(20, 900))
    day = max(day, person.birth + dt.timedelta(days=20))
    return replace(person, death=dt.datetime(day.year, day.month, day.day, rng.randrange(24), rng.randrange(60)))
