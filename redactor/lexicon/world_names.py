"""First and family names by origin, from Faker's locales and short lists of our own.

For `redactor sample` and the build of the lexicon: nothing else may load Faker.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Origin:
    """First and family names of one origin. race, ethnicity: the us-core codes most of its bearers would give."""

    female: tuple[str, ...]
    male: tuple[str, ...]
    family: tuple[str, ...]
    race: str = "2106-3"
    hispanic: bool = False


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


@cache
def world_names() -> tuple[tuple[Origin, int], ...]:
    """Origins and their weights among the people of a sample; the US census stands apart."""
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
    return tuple(weighted)
