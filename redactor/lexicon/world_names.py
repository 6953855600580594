"""Hold first and family names by origin, for `redactor sample`, from Faker's locales and short lists of this project.

Those of the locales are in data/sample_lists.txt, which is generated (redactor.lexicon.build).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from redactor.lexicon import data_files


@dataclass(frozen=True, slots=True)
class Origin:
    """An origin has first and family names.

    race: the us-core code that most of its bearers would give. hispanic: whether most would give that ethnicity.
    """

    female: tuple[str, ...]
    male: tuple[str, ...]
    family: tuple[str, ...]
    race: str = "2106-3"
    hispanic: bool = False


# locale, weight among the origins, race, hispanic
LOCALES: tuple[tuple[str, int, str, bool], ...] = (
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


@cache
def world_names() -> tuple[tuple[Origin, int], ...]:
    """Return origins and their weights among the people of a sample; the US census stands apart."""
    lists = data_files.table("sample_lists.txt")

    def listed(locale: str, race: str, hispanic: bool = False) -> Origin:
        female, male, family = (lists[f"{locale} {part}"] for part in ("female", "male", "family"))
        return Origin(female, male, family, race, hispanic)

    chinese = Origin(_CHINESE_GIVEN, _CHINESE_GIVEN, lists["zh_CN family"], "2028-9")
    weighted = [(listed(locale, race, hispanic), weight) for locale, weight, race, hispanic in LOCALES]
    weighted += [(_VIETNAMESE, 4), (_KOREAN, 3), (_POLISH, 4), (_ARABIC, 4), (_NATIVE, 1), (chinese, 5)]
    weighted.append((listed("ja_JP", "2028-9"), 2))
    return tuple(weighted)
