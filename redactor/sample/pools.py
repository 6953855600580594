"""Names of people, places and streets of many origins, drawn from lists.

Sources: Faker's locale providers, the US census of 1990 and the cities of `redactor.lexicon`, and short lists of
shapes that those lack (particles, hyphens, apostrophes, names that are also words or diseases).
Everything is loaded once and chosen from with the caller's own random.Random.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from redactor.lexicon.names import CensusList, as_written, census
from redactor.lexicon.places import sample_cities


@dataclass(frozen=True, slots=True)
class Origin:
    """First and family names of one origin. race, ethnicity: the us-core codes most of its bearers would give."""

    female: tuple[str, ...]
    male: tuple[str, ...]
    family: tuple[str, ...]
    race: str = "2106-3"
    hispanic: bool = False


@dataclass(frozen=True, slots=True)
class City:
    """A US city. postcodes: the range of its state's ZIP codes. offset: hours from UTC, roughly."""

    name: str
    state: str
    county: str
    latitude: float
    longitude: float
    postcodes: tuple[int, int]

    @property
    def offset(self) -> int:
        return max(-10, min(-5, round(self.longitude / 15)))


RACES = MappingProxyType({
    "2106-3": "White",
    "2054-5": "Black or African American",
    "2028-9": "Asian",
    "1002-5": "American Indian or Alaska Native",
    "2131-1": "Other Race",
})  # fmt: skip

# locale, weight among the origins, race, hispanic
_LOCALES: tuple[tuple[str, int, str, bool], ...] = (
    ("es_MX", 12, "2131-1", True), ("es_ES", 3, "2106-3", True), ("de_DE", 4, "2106-3", False),
    ("fr_FR", 3, "2106-3", False), ("it_IT", 3, "2106-3", False), ("nl_NL", 2, "2106-3", False),
    ("sv_SE", 2, "2106-3", False), ("pt_BR", 3, "2131-1", True), ("tr_TR", 3, "2106-3", False),
    ("en_IN", 6, "2028-9", False), ("yo_NG", 2, "2054-5", False), ("ig_NG", 1, "2054-5", False),
    ("en_KE", 2, "2054-5", False), ("en_IE", 3, "2106-3", False), ("cs_CZ", 1, "2106-3", False),
    ("hr_HR", 1, "2106-3", False), ("hu_HU", 1, "2106-3", False), ("fi_FI", 1, "2106-3", False),
    ("id_ID", 2, "2028-9", False), ("uz_UZ", 1, "2106-3", False), ("ro_RO", 1, "2106-3", False),
)  # fmt: skip
_CENSUS_WEIGHT = 40

_VIETNAMESE = Origin(
    ("Lan", "Thu Hà", "Ngọc Anh", "Mỹ Linh", "Hương", "Phương", "Thảo", "Tuyết", "Kim Chi", "Bích"),
    ("Minh", "Hùng", "Quang", "Đức", "Tuấn", "Văn Dũng", "Thành", "Bảo", "Khánh", "An"),
    ("Nguyễn", "Trần", "Lê", "Phạm", "Huỳnh", "Hoàng", "Vũ", "Đặng", "Bùi", "Đỗ", "Ngô", "Dương", "Nguyen", "Tran"),
    "2028-9",
)
_CHINESE_GIVEN = ("Wei", "Xiaoming", "Li Na", "Jing", "Mei-Ling", "Hui", "Yan", "Ying", "Xiu", "Fang", "Qing", "Lei")
_KOREAN = Origin(
    ("Ji-woo", "Seo-yeon", "Min-ji", "Eun-ji", "Soo-jin", "Hye-jin"),
    ("Min-jun", "Ji-hoon", "Sung-ho", "Young-soo", "Dong-hyun", "Jae-won"),
    ("Kim", "Lee", "Park", "Choi", "Jung", "Kang", "Cho", "Yoon", "Jang", "Lim", "Han", "Oh", "Seo", "Shin"),
    "2028-9",
)
_POLISH = Origin(
    ("Małgorzata", "Agnieszka", "Katarzyna", "Elżbieta", "Zofia", "Jadwiga", "Beata", "Grażyna"),
    ("Krzysztof", "Paweł", "Wojciech", "Stanisław", "Łukasz", "Zbigniew", "Grzegorz", "Jan"),
    ("Nowak", "Kowalczyk", "Wiśniewski", "Wójcik", "Kamiński", "Lewandowski", "Zieliński", "Szymański", "Woźniak"),
)
_ARABIC = Origin(
    ("Fatima", "Aisha", "Layla", "Noor", "Hanan", "Rania", "Zainab", "Salma"),
    ("Ahmed", "Omar", "Khalid", "Yusuf", "Ibrahim", "Abdul Rahman", "Tariq", "Hassan"),
    ("al-Masri", "Haddad", "el-Sayed", "Abu Bakr", "bin Laith", "Al Fayed", "Nasser", "Khoury", "Abd al-Rahman"),
)
_NATIVE = Origin(
    ("Winona", "Kaya", "Aiyana", "Sequoia"),
    ("Dakota", "Elan", "Chayton", "Nodin"),
    ("Begay", "Yazzie", "Two Bulls", "Red Cloud", "Whitehorse", "Tsosie"),
    "1002-5",
)
# Shapes and words that detectors trip over.
_HARD_FAMILY = (
    "de la Cruz", "van der Berg", "O'Neil", "O’Sullivan", "D'Angelo", "St. John", "von Trapp", "Smith-Jones",
    "García-Márquez", "MacDonald", "Le Blanc", "van den Heuvel", "de los Santos", "Di Pietro", "Ng", "Wu", "Xu", "Yi",
    "Parkinson", "Hodgkin", "Graves", "Addison", "Bell", "Crohn", "Barrett", "Paget", "Cushing", "Foley", "Child",
    "May", "March", "Young", "Long", "White", "Black", "Brown", "Rice", "Bacon", "Love", "Small", "Strong", "Day",
    "Hope", "Grace", "Church", "Bishop", "Butler", "Washington", "Lincoln", "Houston", "Paris", "London", "Miller",
    "Pain", "Wall", "Hand", "Foot", "Hart", "Bone", "Savage", "Moody", "Weeks", "Best", "Will", "Guy", "Chase",
)  # fmt: skip
_HARD_FEMALE = (
    "Grace", "Hope", "Faith", "Joy", "April", "May", "June", "Rose", "Dawn", "Summer", "Destiny", "Charity", "Iris",
    "Mary-Jo", "Anne-Marie", "Zoë", "Chloé", "D'Asia", "Chelsea", "Virginia", "Carolina", "Florence", "Sydney", "Eve",
)  # fmt: skip
_HARD_MALE = (
    "Will", "Mark", "Frank", "Bill", "Art", "Chase", "Guy", "Rich", "Jack", "Dean", "Christian", "Jesus", "Angel",
    "Jean-Luc", "D'Andre", "Ja'Marcus", "Nico", "Bo", "Ty", "Drew", "Pat", "Grant", "Austin", "Israel", "Jordan",
)  # fmt: skip

NICKNAMES: MappingProxyType[str, str] = MappingProxyType({
    "William": "Bill", "Robert": "Bob", "Richard": "Dick", "James": "Jim", "John": "Jack", "Michael": "Mike",
    "Charles": "Chuck", "Thomas": "Tommy", "Edward": "Ted", "Joseph": "Joe", "Margaret": "Peggy", "Elizabeth": "Betty",
    "Katherine": "Kate", "Patricia": "Patty", "Barbara": "Barb", "Susan": "Sue", "Jennifer": "Jen", "Dorothy": "Dot",
    "Francisco": "Paco", "José": "Pepe", "Jose": "Pepe", "Guadalupe": "Lupe", "Alexander": "Sasha", "Rebecca": "Becky",
    "Anthony": "Tony", "Daniel": "Danny", "Christopher": "Chris", "Deborah": "Debbie", "Samuel": "Sam", "Mary": "Molly",
})  # fmt: skip


def _census(part: CensusList) -> tuple[tuple[str, ...], tuple[float, ...]]:
    shares = census(part)
    return tuple(map(as_written, shares)), tuple(accumulate(share + 0.0005 for share in shares.values()))


def _latin(values: Any) -> tuple[str, ...]:
    return tuple(sorted({v for v in values if v.strip() and all(ord(c) < 0x250 or c in "’ʻ" for c in v)}))


def _origin(locale: str, race: str, hispanic: bool) -> Origin:
    provider = import_module(f"faker.providers.person.{locale}").Provider
    return Origin(
        _latin(provider.first_names_female),
        _latin(provider.first_names_male),
        _latin(provider.last_names),
        race,
        hispanic,
    )


@dataclass(frozen=True, slots=True)
class Pools:
    """All lists. cumulated: weights of `origins`; the census origin is drawn by its own weights and stands apart."""

    origins: tuple[Origin, ...]
    cumulated: tuple[float, ...]
    census: MappingProxyType[CensusList, tuple[tuple[str, ...], tuple[float, ...]]]
    cities: tuple[City, ...]
    abroad: tuple[tuple[str, str], ...]
    jobs: tuple[str, ...]
    street_suffixes: tuple[str, ...]

    def origin(self, rng: random.Random) -> Origin | None:
        """Where a family comes from; None for the census lists."""
        if rng.randrange(100) < _CENSUS_WEIGHT:
            return None
        return rng.choices(self.origins, cum_weights=self.cumulated)[0]

    def family(self, rng: random.Random, origin: Origin | None) -> str:
        """A family name, now and then of a hard shape whatever the origin."""
        if rng.random() < 0.06:
            return rng.choice(_HARD_FAMILY)
        if origin is None:
            values, weights = self.census["family"]
            return rng.choices(values, cum_weights=weights)[0]
        family = rng.choice(origin.family)
        if origin.hispanic and rng.random() < 0.25:
            joiner = "-" if rng.random() < 0.5 else " "
            return f"{family}{joiner}{rng.choice(origin.family)}"
        return family

    def given(self, rng: random.Random, origin: Origin | None, female: bool) -> str:
        """A first name."""
        if rng.random() < 0.05:
            return rng.choice(_HARD_FEMALE if female else _HARD_MALE)
        if origin is None:
            values, weights = self.census["female" if female else "male"]
            return rng.choices(values, cum_weights=weights)[0]
        return rng.choice(origin.female if female else origin.male)

    def street(self, rng: random.Random) -> str:
        """A street's name, without a number."""
        if rng.random() < 0.2:
            return f"{rng.choice(_NUMBERED)} {rng.choice(('Street', 'Avenue', 'St', 'Ave'))}"
        if rng.random() < 0.5:
            return f"{self.family(rng, None)} {rng.choice(self.street_suffixes)}"
        return f"{rng.choice(_STREET_WORDS)} {rng.choice(self.street_suffixes)}"


_NUMBERED = ("2nd", "3rd", "5th", "W 12th", "East 42nd", "N. 7th", "SW 143rd", "1st")
_STREET_WORDS = (
    "Oak", "Maple", "Cedar Hill", "Lakeview", "Sunset", "Martin Luther King Jr.", "Old Mill", "Church", "Park", "River",
    "Washington", "Lincoln", "Elm", "Prospect", "Hickory", "Cherry Blossom", "Spring", "Mission", "Camino Real", "Hill",
)  # fmt: skip


def _cities() -> tuple[tuple[City, ...], tuple[tuple[str, str], ...]]:
    from faker.providers.address.en_US import Provider as UsAddress

    codes = UsAddress.states_postcode
    home, abroad = sample_cities()
    cities = (City(name, state, near, float(lat), float(lon), codes[state]) for name, state, near, lat, lon in home)
    return tuple(cities), tuple((name, country) for name, country in abroad)


@cache
def load() -> Pools:
    """Read every list once (about half a second)."""
    from faker.providers.address.en_US import Provider as UsAddress
    from faker.providers.job import Provider as Job
    from faker.providers.person.ja_JP import Provider as Japanese
    from faker.providers.person.zh_CN import Provider as Chinese

    chinese = Origin(_CHINESE_GIVEN, _CHINESE_GIVEN, _latin(Chinese.last_romanized_names), "2028-9")
    japanese = Origin(
        _latin(Japanese.first_romanized_names_female) if hasattr(Japanese, "first_romanized_names_female")
        else _latin(Japanese.first_romanized_names),
        _latin(Japanese.first_romanized_names),
        _latin(Japanese.last_romanized_names),
        "2028-9",
    )  # fmt: skip
    weighted = [(_origin(loc, race, hispanic), weight) for loc, weight, race, hispanic in _LOCALES]
    weighted += [(_VIETNAMESE, 4), (_KOREAN, 3), (_POLISH, 4), (_ARABIC, 4), (_NATIVE, 1), (chinese, 5), (japanese, 2)]
    cities, abroad = _cities()
    return Pools(
        tuple(o for o, _ in weighted),
        tuple(accumulate(float(w) for _, w in weighted)),
        MappingProxyType({"female": _census("female"), "male": _census("male"), "family": _census("family")}),
        cities,
        abroad,
        tuple(job.split(",")[0].lower() for job in Job.jobs),
        (*UsAddress.street_suffixes, "St", "Ave", "Rd", "Blvd", "Dr", "Ln", "St.", "Ave."),
    )
