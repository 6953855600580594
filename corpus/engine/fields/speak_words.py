"""The words that the fields of speak are made of."""

from __future__ import annotations

from collections.abc import Mapping

NUMBERED = (
    "Route {n}", "Highway {n}", "old {n}", "A{n}", "Route {n} north", "County Road {n}", "I-{n}", "State Route {n}",
    "{n}th Street", "Hwy {n}", "M{n}",
)  # fmt: skip
SAINTS = (
    "Joe", "Luke", "Mary", "John", "Anne", "Vincent", "Francis", "Bridget", "Jude", "Alban", "Elizabeth", "Michael",
    "Thomas", "Barnabas", "Agnes", "Columba", "Rita", "Raphael", "Peter", "Catherine", "Monica", "Brendan", "George",
)  # fmt: skip
# "the ~" stands outside of the mark.
SITES = (
    "St. {saint}'s", "Saint {saint}'s", "St {saint}'s", "{town} General", "the ~{town} General", "Mercy", "the ~Mercy",
    "the ~Mater", "the ~Royal", "{town}", "the ~{town}", "{family} Memorial", "the ~{family}", "the ~{given}",
    "{given}",
    "County", "the ~General", "the ~Infirmary", "University", "the ~{town} one", "Good Sam", "Sacred Heart",
    "the ~Women's",
    "the ~Children's", "Providence", "Baptist", "Methodist", "the ~{family} Center", "{town} Mercy", "Holy Cross",
    "the ~{town} Royal", "{family} Clinic", "the ~{family} Clinic", "Presby", "Deaconess", "the ~Prince {man}",
    "Queen's", "King's", "the ~Q.E.", "Memorial", "{town} Regional", "{town} District", "Grace", "Hope", "Trinity",
    "the ~Eye and Ear", "the ~{town} Memorial", "Saints", "Christ Hospital", "Bon Secours", "the ~Western", "Unity",
)  # fmt: skip
HOMES = (
    "Maple Glen", "{family} House", "{family} Court", "The Laurels", "The Beeches", "Holy Rosary", "{town} Manor",
    "{town} Rehab", "{road} Lodge", "{given} House", "Fair Havens", "The Cedars", "Sunny Bank", "{family} Gardens",
    "Orchard Lea", "{town} Place", "St. {saint}'s", "Autumn Ridge", "Brookhaven", "Golden Acres", "{road} Terrace",
    "the ~{family} Home", "Little Sisters", "Harvest Hill", "Rose Cottage", "The Willows", "Heritage Point",
)  # fmt: skip
SCHOOLS = (
    "St. {saint}'s", "Saint {saint}'s", "{family}", "{family} Elementary", "{family} High", "{town} High",
    "{town} Tech",
    "P.S. {n}", "Lincoln", "{town} State", "Our Lady of Lourdes", "{town} Comp", "{town} Academy", "Holy Name",
    "{family} Middle", "{town} Girls", "{town} Grammar", "Roosevelt", "{road} Primary", "{road} Road", "Sacred Heart",
    "{town} Community", "{town}", "{family} College", "the ~{town} Montessori", "East", "North", "Central",
)  # fmt: skip
KIDPLACES = (
    "Little Acorns", "Busy Bees", "Tiny Tots", "Little Sprouts", "{given}'s", "Bright Horizons", "KinderCare",
    "Rainbow Room", "{family} Day Care", "Noah's Ark", "The Puddle Club", "{town} Playgroup", "Teddy Bears",
    "Wee Ones", "The Treehouse", "Happy Feet", "Sunbeams", "{road} Nursery", "Miss {given}'s",
)  # fmt: skip
CHURCHES = (
    "St. {saint}'s", "Saint {saint}", "Holy Rosary", "First Baptist", "Our Lady of Sorrows", "Bethel", "Mount Zion",
    "{town} Methodist", "Calvary", "Grace Lutheran", "Holy Trinity", "New Hope", "{road} Baptist", "St {saint}'s",
    "Ebenezer", "the ~{town} mosque", "Beth Shalom", "Christ Church", "{town} Gospel Hall", "Immanuel",
    "Corpus Christi",
    "Good Shepherd", "the ~{town} gurdwara", "Faith Chapel", "All Saints", "First Pres",
)  # fmt: skip
FIRMS = (
    "{family}'s", "{family}'s", "the ~Ford plant", "{family} and {family}", "Kroger", "Trader Joe's", "{town} Steel",
    "{family} Tool and Die", "Amazon", "the ~{town} Co-op", "Tesco", "Home Depot", "the ~{family} place", "Costco",
    "{family} Brothers", "{town} Transit", "Aldi", "{given}'s", "the ~{town} mill", "{family} Trucking", "Bunnings",
    "Tim Hortons", "the ~{town} Arms", "{family} Logistics", "Centrelink", "Boeing", "the ~{town} Gazette", "FedEx",
    "Publix", "{family} Roofing", "Walmart", "the ~Crown and Anchor", "Nando's", "Genentech", "the ~{town} shipyard",
    "Dollar General", "Greggs", "the ~Legion", "{town} Council", "the ~{family} farm",
)  # fmt: skip
OATHS = (
    "Jesus", "Jesus Christ", "Christ", "Good Lord", "Oh Lord", "Lord", "God", "My God", "Oh my God", "Gosh", "Crikey",
    "Jeez", "Holy Moses", "Mother of God", "Good God", "Sweet Jesus", "Heavens", "For Pete's sake", "Blimey", "Strewth",
    "Geez Louise", "Holy Mary", "Bloody Nora", "Great Scott", "Gordon Bennett", "Dear Lord", "Holy Toledo",
    "For Christ's sake", "Jesus, Mary and Joseph", "By Jove", "Hail Mary", "Good grief", "Lordy", "Crumbs", "Jaysus",
    "Allah", "Inshallah", "Ay Dios", "Wallah", "Sakes alive", "Judas Priest", "Hell's bells", "Cripes", "Oy vey",
)  # fmt: skip
HUHS = (
    "Hiya", "Mmf", "Ta", "Mm-hm", "Uh-huh", "Yep", "Nope", "Aye", "Och", "Eh", "Righto", "Cheers", "Okey-doke", "Yup",
    "Nah", "Grand", "Smashing", "Fab", "Perfect", "Lovely", "Ow", "Ouch", "Ooh", "Phew", "Oops", "Hmm", "Wow", "Fun",
    "Sweet", "Bingo", "Correct", "Exactly", "Totally", "Roger", "Gotcha", "Cool", "Beauty", "Sure thing", "Too right",
    "Bless", "Go on", "You what", "Come again", "Pardon", "Sorry", "Thanks", "Amen", "Fair dos", "Morning", "Evening",
    "Hullo", "Hewwo", "Yesh", "Noooo", "Whoops", "Steady", "Easy", "Ready", "Gently", "Present", "Here", "Done",
    "Same", "Ditto", "Deal", "Sí", "Gracias", "Oui", "Merci", "Nein", "Achcha", "Haan", "Shukran", "Spasibo",
    "Obrigada",
    "Morning, love", "Ta, love", "Hello, flower", "All right, duck", "Night, pet", "Thanks, hun", "Yes, boss",
)  # fmt: skip
SIGHS = (
    "(laughs)", "[laughter]", "(sighs)", "[crosstalk]", "[inaudible]", "(coughs)", "[pause]", "(crying)", "[door]",
    "<unk>", "[phone rings]", "(nods)", "[overlapping]", "((laughing))", "[00:00 silence]", "(in Spanish)", "[?]",
    "(...)",
)  # fmt: skip
EYES = ("D", "F", "N", "P", "T", "H", "Z", "E", "C", "O", "L", "V", "K", "R", "S", "U", "X", "A", "B")
TEETH = (
    "upper right six, MOD amalgam", "lower left seven, occlusal", "four, five, sound", "eight unerupted",
    "upper left two, peg lateral", "six, crown, margins good", "three, two, three, bleeding on probing",
    "lower right E, caries", "one to eight, watch the five", "BPE two, one, three, two, two, star", "seven missing",
    "upper left Bs are mobile", "UR four, fractured cusp", "lower fives rotated", "root of six, grade one furcation",
)  # fmt: skip
RECALL = (
    "face, velvet, church, daisy, red", "apple, table, penny", "rose, chair, river", "lemon, key, ball",
    "ivy, hammer, hope, train, May", "banana, sunrise, chair", "fern, buck, teller, crown, april",
    "lily, captain, robin, mitten, sage", "leg, cotton, school, tomato, white", "violet, desk, penny, king, jack",
)  # fmt: skip
CUES: Mapping[str, tuple[str, ...]] = {
    ch: tuple(words.split("/"))
    for ch, words in {
        "a": "apple/Adam/Alpha", "b": "boy/Bravo/Bob", "c": "cat/Charlie", "d": "dog/David/Delta", "e": "Edward/egg",
        "f": "Frank/Foxtrot/fish", "g": "George/golf", "h": "Henry/hotel/house", "i": "India/ice", "j": "Juliet/John",
        "k": "kilo/king/kite", "l": "Larry/Lima/love", "m": "Mary/Mike/mother", "n": "Nancy/November/nose",
        "o": "Oscar/orange", "p": "Peter/Papa/pig", "q": "queen/Quebec", "r": "Robert/Romeo", "s": "Sam/sugar/Sierra",
        "t": "Tom/Tango/toast", "u": "uncle/uniform", "v": "Victor/van", "w": "William/whiskey/water", "x": "x-ray",
        "y": "yellow/Yankee/yoghurt", "z": "zebra/Zulu",
    }.items()
}  # fmt: skip
