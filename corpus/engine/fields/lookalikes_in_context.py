"""Ratios that read as dates, parts, allergens, trials, products and roles: none of them identifies.

All fields are plain but {sbpt}, {sbdr} and {sbdr:bare}, which give the word of the last {sbtwin} as somebody's name,
and {sbday}, which gives the digits of the last {sbpair} as a date.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.words import listed, words
from redactor.entities import Entity
from redactor.sample.marked import Piece, join, mark

# "word: phrases that hold it and name nobody".
_TWINS = {
    word.strip(): listed(phrases.replace(",", ";"))
    for word, _, phrases in (
        line.partition(":")
        for line in """
Timothy: Timothy grass 4+, Timothy pollen, Timothy hay for the guinea pig
Johnson: Johnson grass 3+, Stevens-Johnson ruled out, Johnson & Johnson gauze
Gray: Code Gray overhead, 50 Gray in 25, Gray-white junction kept, Gray stool
Brown: Code Brown again, Brown fat uptake, Brown-Séquard picture, Brown urine
Crowe: Crowe II hip, Crowe sign in the axilla
Leopold: Leopold: back on left, Leopold manoeuvres
Shaffer: Shaffer 3 angles, Shaffer grade 2
Bishop: Bishop 7, Bishop score 4, Bishop's weed
Grace: GRACE 112, Grace period of 3 days, Amazing Grace played
Hope: Hope Scale 22, Hope for the best, Hope is up
Mark: Mark the site, Mark on the wrist, Mark each box, Mark IV pump
Will: Will void by 0100, Will recheck, Living Will on file, Will Rx
May: May sip, May shower, May use either arm, May sit up
Bill: Bill as 99214, Bill per unit, Bill of rights given
Rose: Rose bengal stain, Rose spots, Rose bush scratch, Rose to 39.1
Frank: Frank blood, Frank breech, Frank pus, Frank talk on weight
Chase: Chase the film, Chase the lactate, Chase with water
Hunter: Hunter criteria met, Hunter splint, Hunter-gatherer diet
Carol: Carol service in the day room, Carol singers on the ward
Summer: Summer sores, Summer camp form, Summer rash
Angel: Angel dust x1, Angel wing board, Angel food cake
Christian: Christian Science reader, Christian hymn on, Weber-Christian panniculitis
Art: Art therapy, Art line d3, Art group
Gene: Gene panel sent, Gene therapy arm, Gene dose 3
Faith: Faith strong, Faith healer seen, Faith group on Sundays
Pat: Pat dry, Pat test done, Pat slide for transfer
Rich: Rich in iron, Rich diet, Rich media
Sandy: Sandy grit on the lens, Sandy gait mat
Drew: Drew 3 tubes, Drew a clock, Drew back from touch
Jack: Jack knife position, Car jack fell on foot, Union Jack mug
Dale: Dale trach tie, Dale Foley holder
Wade: Wade test, Wade in slowly
Penny: Penny on the film, Penny-sized wound, Spend a penny q2h
Ruby: Ruby spots, Ruby stent, Ruby laser
Dean: Dean fluorosis index 2, Dean's letter needed
Major: Major depression, Major bleed none, Major trauma call
Price: Price list, Price precautions with ice
Young: Young mania 13, Young clot, Young onset
Long: Long QT, Long leg cast, Long COVID clinic, Long axis
White: White plaque, White coat effect, White cell scan
Black: Black stools, Black box warning, Black eschar
Green: Green bile, Green zone on the peak flow, Green tube on ice
Bush: Bush tea, Bush-Francis 14
Wood: Wood lamp neg, Wood splinter, Wood units 3.2
Stone: Stone protocol CT, Stone free, Stone in the UVJ
Rice: RICE at home, Rice water stool, Rice cereal
Bean: Bean bag under hip, Bean plaster, Bean counting
Fish: FISH negative, Fish oil 1 g, Fish mouth incision, Fish bone
Bird: Bird beak sign, Bird fancier lung, Bird ventilator
Day: Day 3 of 7, Day case, Day room
Winter: Winter itch, Winter vomiting bug, Winter pressures bed
Love: Love handles, Puppy Love on TV
Pain: Pain 3, Pain clinic, Pain free
Baker: Baker cyst, Baker tube, Baker Act hold
Bell: Bell in reach, Bell palsy, Bell rung after cycle 6
Bruce: Bruce stage 3, Bruce protocol 9 min
Allen: Allen test brisk, Allen key, Allen stirrups
Graham: Graham patch, Graham Steell murmur, Graham crackers x2
Kelly: Kelly clamp x4, Kelly pad
Ross: Ross procedure, Ross heart-failure class II
Norton: Norton 14, Norton's plus
Morgan: Morgan lens OU, Morgan trace
Holmes: Holmes tremor, Holmes-Adie pupil
Murphy: Murphy neg, Murphy drip, Murphy bed
Phelps: Phelps sign, Phelps frame
Spencer: Spencer curve, Spencer Wells x6
Harris: Harris hip 48, Harris-Benedict 1,740 kcal
Thomas: Thomas splint, Thomas test 15, Thomas heel
Oliver: Oliver sign, Oliver tug
Nelson: Nelson scale, Nelson's syndrome
Ellis: Ellis class III, Ellis-van Creveld
Maddox: Maddox rod, Maddox wing 2 exo
Barlow: Barlow neg, Barlow mitral valve
Simmonds: Simmonds test, Simmonds' disease
Sister: Sister on nights, Sister Mary Joseph node
Holly: Holly berry eaten, Holly wreath on the door
Ivy: Poison Ivy, IVY index, Ivy rash
Heather: Heather honey, Heather on the moor
Olive: Olive felt, Olive oil drops, Olive tip
Clay: Clay stools, Clay shoveler fracture
Cliff: Cliff sign on VNG, Cliff edge of sleep
Rusty: Rusty sputum, Rusty nail
Skip: Skip lesions, Skip a dose
Miles: Miles operation, Miles walked 2
Reed: Reed cells, Reed instrument
Lance: Lance the boil, Lance-Adams jerks
Glen: Glen plaid sling
Dusty: Dusty job, Dusty loft
Star: STAR system 3.2, Star chart, Star fruit
Melody: Melody valve, Melody hummed
Iris: Iris hooks, Iris bombe, Iris scissors
Amber: Amber zone, Amber urine, Amber beads off
Crystal: Crystal arthropathy, Crystal meth, Crystal negative
Sterling: Sterling balloon 5 x 40
Pearl: Pearl index 0.3, Pearl on the drum
Daisy: Daisy form, DAISY award box, Daisy chain bags
""".strip().splitlines()
    )
}

_POLLEN = words("lookalikes_in_context", "pollen")
_TRIALS = words("lookalikes_in_context", "trials")
_WARES = words("lookalikes_in_context", "wares")
_HALVES = (
    listed("Care; Med; Heal; Chart; Clin; Dose; Vita; Nurse; Safe; Well; Path; Rad; Onco; Ped; Neo; Cardio; Sono"),
    listed("Bridge; Loop; Link; Pilot; Path; Works; Cast; Tree; Guard; Lane; Port; Scribe; Bay; Stone; Wise; Hart"),
)
_REAGENTS = words("lookalikes_in_context", "reagents")
_TOOLS = words("lookalikes_in_context", "tools")
_STATS = words("lookalikes_in_context", "stats")
_STAFF = words("lookalikes_in_context", "staff")
_ROLES = words("lookalikes_in_context", "roles")
_TONGUES = words("lookalikes_in_context", "tongues")
_THINGS = words("lookalikes_in_context", "things")
_MODELS = (
    "%#{3}-%#", "@%@@0%", "%#{3}@", "@@@%#", "%@%", "@@ %.5", "@@%", "%#{2}-%#{2}@", "@%#{3}-%#", "%#{5}", "@@-%#{3}/%",
    "%.%# x %#", "%#{3}", "@{3}-%#{3}", "%# Fr x %#", "%#@%#", "M%#{5}", "%#{2}.%#{2}.%#", "@%.%", "%#-%##",
)  # fmt: skip
_CPT = ("97%#0", "992%#", "99%##", "9%#{3}", "7%#{3}", "2%#{3}", "4%#{3}", "J%#{3}", "G0%##", "G2%##", "A4%##", "E0%##")


def _twin(c: Cast, spec: str) -> Piece:
    """A phrase that holds a word. spec: "lower"."""
    word = c.pick(tuple(_TWINS))
    c.once("sober words", lambda: dict[str, str]())["now"] = word
    said = c.pick(_TWINS[word])
    return said.lower() if spec == "lower" else said


def _twin_name(c: Cast) -> str:
    held = c.once("sober words", lambda: dict[str, str]())
    return held.get("now") or c.pick(tuple(_TWINS))


def _twin_dr(c: Cast, spec: str) -> Piece:
    name = _twin_name(c)
    title = "" if spec == "bare" else c.pick(("Dr. ", "Dr ", "Dr. ", "Doctor "))
    return join(title, mark(name, Entity.DOCTOR))


def _twin_pt(c: Cast, spec: str) -> Piece:
    """Somebody of that name. spec: "mr" with a title, "upper"."""
    name = _twin_name(c)
    title = c.pick(("Mr. ", "Mrs. ", "Ms. ", "Mr ", "Mrs ", "Miss ")) if spec == "mr" else ""
    return join(title, mark(name.upper() if spec == "upper" else name, Entity.PERSON))


def _pair(c: Cast, spec: str) -> Piece:
    """Two numbers that could be a month and a day. spec: what stands between, else one of / - and a point."""
    sep = spec or c.pick("////-.")
    said = f"{c.rng.randint(1, 12)}{sep}{c.rng.randint(1, 28)}"
    c.once("sober pairs", lambda: dict[str, str]())["now"] = said
    return said


def _day(c: Cast, spec: str) -> Piece:
    held = c.once("sober pairs", lambda: dict[str, str]())
    said = held.get("now") or f"{c.rng.randint(1, 12)}/{c.rng.randint(1, 28)}"
    return mark(said, Entity.DATE)


def _score(c: Cast, spec: str) -> Piece:
    """Points out of a whole that is written like a day. spec: the whole."""
    whole = int(spec) if spec else c.pick((4, 5, 5, 6, 7, 8, 9, 10, 10, 12, 14, 15, 16, 20, 21, 24, 27, 28, 30))
    return f"{c.rng.randint(0, whole)}{c.pick('///////-')}{whole}" if not spec else f"{c.rng.randint(0, whole)}/{whole}"


def _ware(c: Cast, spec: str) -> Piece:
    if c.chance(0.5):
        return c.pick(_WARES)
    return c.pick(_HALVES[0]) + c.pick(_HALVES[1])


def _made_trial(c: Cast) -> str:
    stem = "".join(
        c.pick(("VO", "RA", "TEN", "LU", "PRO", "MA", "CE", "DI", "SO", "KAL", "BE", "RIN")) for _ in range(3)
    )
    cut = c.rng.randint(1, len(stem) - 1)
    return c.pick(
        (stem, stem, stem[:cut] + stem[cut:].lower(), f"{stem}-{c.rng.randint(1, 9)}", stem.title()[:-1] + "X")
    )


def _trial(c: Cast, spec: str) -> Piece:
    return _made_trial(c) if c.chance(0.35) else c.pick(_TRIALS)


def _plain(options: tuple[str, ...]) -> Field:
    def say(c: Cast, spec: str) -> Piece:
        said = c.pick(options)
        return said.upper() if spec == "upper" else said.lower() if spec == "lower" else said

    return say


FIELDS: Mapping[str, Field] = MappingProxyType({
    "sbtwin": _twin,
    "sbdr": _twin_dr,
    "sbpt": _twin_pt,
    "sbpair": _pair,
    "sbday": _day,
    "sbscore": _score,
    "sbware": _ware,
    "sbtrial": _trial,
    "sbpollen": _plain(_POLLEN),
    "sbreagent": _plain(_REAGENTS),
    "sbtool": _plain(_TOOLS),
    "sbstat": _plain(_STATS),
    "sbstaff": _plain(_STAFF),
    "sbrole": _plain(_ROLES),
    "sbtongue": _plain(_TONGUES),
    "sbthing": _plain(_THINGS),
    "sbmodel": lambda c, _: one_of(c, _MODELS),
    "sbcpt": lambda c, _: one_of(c, _CPT),
})  # fmt: skip
