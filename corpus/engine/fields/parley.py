"""What comes up in talk besides the matter at hand: names that are words, numbers read out in groups across turns,
names told apart by a letter, wards called after birds; and shows, snacks, cries and sayings that name nobody.

{wg:a}, {wg:b}, ... are given names that are words, the same all over a note; {ring:1}, {ring:2}, {ring:3} are the
parts of one telephone number, {memb:1} to {memb:3} those of one member number; {with:FIELD} tells how FIELD is spelt.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.fields.towns import any_town
from redactor.entities import Entity
from redactor.sample.marked import Near, Piece, mark

_WORD_GIVEN = (
    "Precious", "Blessing", "Comfort", "Patience", "Grace", "Hope", "Faith", "Joy", "Mercy", "Honor", "Dawn", "April",
    "May", "June", "Summer", "Autumn", "Ivy", "Poppy", "Rose", "Lily", "Violet", "Daisy", "Fern", "Heather", "Olive",
    "Ruby", "Pearl", "Amber", "Jade", "Ginger", "Sandy", "Crystal", "Bill", "Mark", "Rob", "Pat", "Will", "Sue",
    "Jack", "Drew", "Rich", "Frank", "Art", "Chuck", "Gene", "Norm", "Dale", "Cliff", "Glen", "Ray", "Bud", "Chip",
    "Skip", "Guy", "Earl", "Duke", "Rocky", "Sonny", "Buddy", "Sunny", "Sky", "River", "Robin", "Wren", "Bird",
    "Blaze", "Chase", "Hunter", "Mason", "Tiny", "Happy", "Lucky", "Wally", "Bev", "Peg", "Dot", "Penny", "Melody",
    "Harmony", "Charity", "Constance", "Prudence", "Temperance", "Goodness", "Innocent", "Marvellous", "Sunday",
    "Friday", "Wisdom", "Gift", "Success", "Promise", "Miracle", "Angel", "Star", "Moses", "Jesus", "Israel",
    "Jordan",
    "Paris", "Chelsea", "Brooklyn", "Dallas", "Austin", "Savannah", "Sydney", "Florence", "Victoria", "Regina",
    "Jersey",
)  # fmt: skip
_WARDS = (
    "Kestrel", "Osprey", "Marigold", "Primrose", "Wren", "Nightingale", "Lavender", "Rowan", "Poppy", "Juniper",
    "Curie", "Florey", "Elgar", "Bluebell", "Heron", "Kingfisher", "Sorrel", "Hawthorn", "Puffin", "Beech",
    "Snowdrop",
    "{town}", "{family}", "{town} Ward", "{family} Ward", "Jubilee", "Victoria", "Albert", "Nelson", "Trafalgar",
    "Dolphin", "Starfish", "Rainbow", "Cedar", "Maple", "Sunflower", "{family} 2", "{town} B", "Sandpiper", "Robin",
)  # fmt: skip
_PLANS = (
    "Florida Blue", "Ambetter", "Bupa", "Aetna", "Cigna", "Humana", "UHC", "Oscar", "Kaiser", "Medibank", "Vitality",
    "Anthem", "Molina", "WellCare", "Centene", "AXA", "TRICARE", "HCF", "nib", "Sun Life", "Manulife", "Blue Shield",
    "CareSource", "Healthfirst", "Regence", "Premera", "Highmark", "{town} Mutual", "the union plan", "GEHA", "Moda",
)  # fmt: skip
_TELLY = (
    "Bake Off", "Strictly", "Corrie", "EastEnders", "Homes Under the Hammer", "Countdown", "Pointless", "The Chase",
    "Friends", "Frasier", "Judge Judy", "Jeopardy", "Wheel of Fortune", "Grey's Anatomy", "Columbo", "Matlock",
    "Murder She Wrote", "Golden Girls", "Casualty", "Holby", "Emmerdale", "Neighbours", "Home and Away", "Poirot",
    "Miss Marple", "Father Brown", "Peppa Pig", "Bluey", "Paw Patrol", "Thomas the Tank", "Postman Pat",
    "Bob the Builder",
    "Sesame Street", "Dora", "Hamish Macbeth", "Dr. Phil", "Dr. Oz", "Oprah", "Ellen", "Gardeners' World",
    "The Archers",
    "Last of the Summer Wine", "Call the Midwife", "Love Island", "Downton", "Bridgerton", "Yellowstone", "Gunsmoke",
    "Seinfeld", "Ted Lasso", "House", "Doc Martin", "Vera", "Heartbeat", "The Price Is Right", "Blue Bloods",
    "Bonanza",
)  # fmt: skip
_FIGURES = (
    "Joan of Arc", "Mother Teresa", "Florence Nightingale", "Usain Bolt", "Mo Farah", "Michael Jordan",
    "Rocky Balboa",
    "Lady Gaga", "Dolly Parton", "Elvis", "Clark Kent", "Mary Poppins", "Captain Hook", "Quasimodo",
    "Long John Silver",
    "Frankenstein", "Zebedee", "Darth Vader", "Tigger", "Eeyore", "Homer Simpson", "Kermit", "Charlie Chaplin",
    "Sherlock Holmes", "Houdini", "Rapunzel", "Sleeping Beauty", "Tom Brady", "Lazarus", "King Kong", "Humpty Dumpty",
    "Lady Muck", "Walter Mitty", "Victor Meldrew", "Mr. Bean", "Mr. Magoo", "Popeye", "Peter Pan", "the Tin Man",
    "Fred Flintstone", "Barney Rubble", "Rip Van Winkle", "Mrs. Doubtfire", "Paul Bunyan", "Nurse Ratched", "Columbo",
    "Dr. House", "Doctor Who", "Dr. Evil", "Old King Cole", "Jack the lad", "Rambo", "Ned Kelly", "Don Bradman",
)  # fmt: skip
_SNACKS = (
    "Dr Pepper", "Mr Kipling", "Mr. Pibb", "Earl Grey", "Jim Beam", "Jack Daniel's", "Captain Morgan",
    "Johnnie Walker",
    "Ben and Jerry's", "Campbell's", "Aunt Jemima", "Uncle Ben's", "Little Debbies", "Sara Lee", "Mrs. Butterworth",
    "Quaker Oats", "Weetabix", "Spam", "Goldfish", "Capri Sun", "Marmite", "Vegemite", "Bovril", "Kimchi", "Jollof",
    "Roti", "Menudo", "Pho", "Baba ganoush", "Spotted dick", "Cottage pie", "Chicken Kiev", "Victoria sponge",
    "Battenberg",
    "Eccles cakes", "Graham crackers", "Boston cream pie", "Doom Bar", "Stella", "Foster's", "Sam Adams", "Bud Light",
    "Pimm's", "Eggs Benedict", "Caesar salad", "Cobb salad", "Granny Smiths", "Cheerios", "Lucky Charms", "Ribena",
    "Lucozade", "Gatorade", "Ensure", "Fortisip", "Complan", "Monster", "Red Bull", "Mountain Dew", "Irn-Bru",
    "Tim Tams",
)  # fmt: skip
_CRIES = (
    "Oof", "Argh", "Ow ow ow", "Yikes", "Ouch", "Eek", "Brr", "Whoa", "Whoopsie", "Ooh", "Aww", "Ugh", "Eww", "Ick",
    "Jeez Louise", "Bloody Nora", "Flippin' Nora", "Gordon Bennett", "Holy Moly", "Holy Smoke", "Good Lord", "Lordy",
    "Jesus wept", "Judas", "Crikey Moses", "Strewth", "Stone the crows", "Heavens to Betsy", "Great Caesar's ghost",
    "My giddy aunt", "Saints alive", "Uff da", "Ay caramba", "Oy", "Aiyo", "Wallahi", "Ya Allah", "Dios mío",
    "Mamma mia",
    "Hey Presto", "Bob's your uncle", "Happy days", "Peachy", "Posh", "Champion", "Grand", "Lush", "Mint", "Magic",
    "Ace",
    "Amen", "Bingo", "Geronimo", "Hallelujah", "Cheers", "Ta", "Hiya", "Howdy", "Wotcha", "Ey up", "G'day", "Morning",
)  # fmt: skip
_ORDERS = (
    "Squeeze my fingers", "Ask {him} to cough", "Spell WORLD backwards", "Tuck your chin", "Look at my nose", "Shrug",
    "Point to the ceiling", "Close your eyes", "Breathe in, hold it", "Follow my pen", "Push against me",
    "Say ninety-nine",
    "Stick your tongue out", "Wiggle your toes", "Pop your arm up", "Hop up on the couch", "Roll your sleeve up",
    "Bear down",
    "Hold still", "Sharp scratch", "Chin up", "Mind the step", "Sit tight", "Drop your shoulders", "Grip my hand",
    "Smile",
    "Raise your eyebrows", "Puff your cheeks", "Count back from twenty", "Make a fist", "Swing your legs round",
    "Open wide",
)  # fmt: skip
_PLAYED = (
    "Arsenal", "Chelsea", "Everton", "the Vikings", "the Packers", "the Leafs", "the Sox", "Collingwood",
    "the Broncos",
    "Celtic", "Rangers", "Villa", "Leeds", "Forest", "Munster", "the Saints", "the Jets", "Kansas City", "Dallas",
    "Newcastle", "the Cardinals", "Boca", "Barcelona", "West Ham", "Burnley", "Carlton", "the Bulls", "Harlequins",
)  # fmt: skip
_RUNS = (
    "the Great North Run", "the Boston", "the London", "Parkrun", "a Turkey Trot", "the Grand National",
    "a Tough Mudder",
    "the Comrades", "a Spartan", "Ironman Wales", "the Three Peaks", "Couch to 5K", "the City2Surf",
    "the Tour de France",
)  # fmt: skip
_MEDS = (
    "zannies", "Zannies", "addies", "percs", "oxys", "benzos", "Gaviscon", "Rennies", "Calpol", "Nurofen",
    "Deep Heat",
    "Tiger Balm", "Tums", "Pepto", "Benadryl", "Bonjela", "Sudocrem", "Savlon", "Berocca", "Panadol", "Voltarol",
    "Piriton",
    "Imodium", "Dulcolax", "Vicks", "Olbas", "Lemsip", "Beechams", "Strepsils", "Bengay", "Icy Hot", "Epsom salts",
    "Aleve",
    "Tylenol PM", "Alka-Seltzer", "Milk of Magnesia", "Ventolin", "the brown puffer", "the blue one", "Oramorph",
    "Sinemet",
    "Tazocin", "Lovenox", "Clexane", "Keppra", "Ritalin", "Concerta", "Vyvanse", "Prozac", "Lexapro", "Zoloft",
    "Buscopan",
)  # fmt: skip
_RIDES = (
    "Silver Ranger", "white Equinox", "grey Fiesta", "blue Corsa", "red Tacoma", "black Escalade", "green Micra",
    "old Astra",
    "Transit van", "Honda Jazz", "Vauxhall", "Kia Soul", "Chevy Tahoe", "F-150", "Nissan Rogue", "Ford Focus",
    "Camry",
)  # fmt: skip
_TONGUES = (
    "Tigrinya", "Amharic", "Dari", "Pashto", "Sylheti", "Twi", "Yoruba", "Karen", "Hmong", "Nepali", "K'iche'",
    "Sorani",
    "Cantonese", "Toisan", "Haitian Creole", "Cape Verdean", "Marshallese", "Tongan", "Polish", "Lithuanian",
    "Farsi", "Mam",
)  # fmt: skip
_DIGITS = ("oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _one(options: tuple[str, ...]) -> Field:
    return lambda c, _: c.pick(options)


def _word_given(c: Cast, spec: str) -> Piece:
    name = c.once(f"parley word given {spec}", lambda: _other(c, spec))
    return mark(name, Entity.PERSON)


def _other(c: Cast, spec: str) -> str:
    """A name that no other letter of the note has."""
    taken: list[str] = c.once("parley taken", list)
    name = c.draw(lambda: c.pick(_WORD_GIVEN))
    while name in taken:
        name = c.pick(_WORD_GIVEN)
    taken.append(name)
    return name


def _named(options: tuple[str, ...], entity: Entity) -> Field:
    def made(c: Cast) -> str:
        shape = c.pick(options)
        family = names.name(c, names.household(c), False, 50).family if "{family}" in shape else ""
        return shape.format(town=any_town(c, c.pick(("US", "GB", "GB", "AU", "IE"))).name, family=family)

    def field(c: Cast, spec: str) -> Piece:
        text = c.once(f"parley {options[0]} {spec}", lambda: made(c)) if spec else made(c)
        return text if text.startswith("the ") else mark(text, entity)

    return field


def _spoken(c: Cast, digits: str) -> str:
    """A group of digits as it is read out: in words, in figures, or with "double"."""
    way = c.once("parley digits", lambda: c.pick(("words", "words", "figures", "apart")))
    if way == "figures":
        return digits
    if way == "apart":
        return " ".join(digits)
    out: list[str] = []
    i = 0
    while i < len(digits):
        if digits[i : i + 2] == digits[i] * 2 and c.chance(0.6):
            out.append(f"double {_DIGITS[int(digits[i])]}")
            i += 2
        else:
            out.append(_DIGITS[int(digits[i])])
            i += 1
    return " ".join(out)


def _parts(key: str, entity: Entity, shapes: tuple[tuple[int, ...], ...]) -> Field:
    """The parts of one number of the note, each marked on its own; spec: which part."""

    def made(c: Cast) -> tuple[str, ...]:
        return tuple(
            _spoken(c, "".join(str(c.rng.randint(0 if i or k else 2, 9)) for i in range(n)))
            for k, n in enumerate(c.pick(shapes))
        )

    def field(c: Cast, spec: str) -> Piece:
        return mark(c.once(f"parley {key}", lambda: made(c))[int(spec) - 1], entity)

    return field


def _with(c: Cast, spec: str) -> str:
    """How a name is told from one that sounds like it; the letters alone are no identifier."""
    text = [ch for ch in c.say(f"{{{spec}}}").text.lower() if ch.isascii() and ch.isalpha()] or ["e"]
    last, first = text[-1], text[0]
    twice = next((a for a, b in pairwise(text) if a == b), "")

    def an(ch: str) -> str:
        return f"{'an' if ch in 'aefhilmnorsx' else 'a'} {ch.upper() if c.chance(0.5) else ch}"

    ways = [f"with {an(last)} on the end", f"with {an(first)}", f"{last} at the end", f"starts with {an(first)}"]
    ways += [f"with two {twice}s", f"double {twice}"] * 3 if twice else [f"with {an(text[len(text) // 2])}"]
    return c.pick(ways)


def _orders(c: Cast, _: str) -> Piece:
    return c.say(c.pick(_ORDERS))


def _beds(c: Cast, _: str) -> Piece:
    return mark(c.pick((str(c.rng.randint(1, 34)), f"{c.rng.randint(1, 9)}{c.pick('ABCD')}")), Near.ROOM)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "wg": _word_given,
    "wardname": _named(_WARDS, Entity.HOSPITAL),
    "townsaid": _named(("{town}",), Entity.CITY),
    "planname": _named(_PLANS, Entity.ORGANIZATION),
    "ring": _parts("ring", Entity.TELEPHONE_NUMBER, ((3, 3, 4), (3, 3, 4), (5, 3, 3), (4, 3, 3), (4, 3, 3), (2, 4,
    4))),
    "memb": _parts("memb", Entity.HEALTH_PLAN_ID, ((3, 3, 4), (3, 2, 4), (4, 4, 2), (2, 3, 3))),
    "with": _with,
    "telly": _one(_TELLY),
    "figure": _one(_FIGURES),
    "snack": _one(_SNACKS),
    "cry": _one(_CRIES),
    "bidden": _orders,
    "played": _one(_PLAYED),
    "raced": _one(_RUNS),
    "pill": _one(_MEDS),
    "ridden": _one(_RIDES),
    "tongue": lambda c, _: c.once("parley tongue", lambda: c.pick(_TONGUES)),
    "bedsaid": _beds,
})  # fmt: skip
