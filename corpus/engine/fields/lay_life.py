"""What lay people and hurried staff write about: a small cast of people, goods, shows, exclamations.

{cvf1}, {cvf2}, {cvf3} are women, {cvm1}, {cvm2}, {cvm3} men of a tale, {cvsf1}, {cvsf2} and {cvsm1} staff, the same all
over it; those with one number share a surname. spec: a form of the name, or nickfull (Lin Perry), house (Perrys),
letter (L), slip (mis-spelled), givenlast (Lin P). {cvpair:1} is the couple. {cvage:70-90} is an age between the two,
{cvas:Grace} and {cvgiv:Grace} somebody whose given name is a word, with a surname and without.
The words of `_WORDS` name nobody; {cvwork} is one of the same shops as somebody's employer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.fields.spellings import FORMS, Person, recase
from redactor.entities import Entity
from redactor.sample.marked import Piece, join, mark

_SHOP_NAMES = (
    "Costa;Greggs;Asda;Tesco;Aldi;Lidl;Boots;B&M;Argos;Next;Primark;Morrisons;Sainsbury's;"
    "Wetherspoons;Nando's;KFC;Subway;Wendy's;Target;Kroger;Costco;Home Depot;Lowe's;"
    "Dollar General;Waffle House;Applebee's;Chick-fil-A;Taco Bell;Culver's;Tim Hortons;Walmart;"
    "Starbucks;Dunkin;Panera;IKEA;Halfords;Poundland;the Co-op;Iceland;Spar;Woolies;Bunnings;"
    "Kmart;Coles;Pick n Pay;Shoprite;Dunnes;Centra;Canadian Tire;Dairy Queen;Five Guys;Denny's;"
    "Wawa;Publix"
)
_SHOPS = tuple(_SHOP_NAMES.split(";"))
_WORDS: Mapping[str, tuple[str, ...]] = {
    key: tuple(text.split(";"))
    for key, text in {
        "cvcream": "Cavilon;Sudocrem;Conotrane;Proshield;Vaseline;E45;Aveeno;Diprobase;Nivea;Savlon;Vicks;Deep Heat;"
        "Tiger Balm;Germolene;Bengay;Desitin;Aquaphor;Cetraben;Dettol;Old Spice;Olay;Simple;Dove;Carex;Palmolive",
        "cvsong": "Bohemian Rhapsody;Danny Boy;Sweet Caroline;Delilah;Amazing Grace;Jolene;Abba;Queen;Elvis;"
        "Johnny Cash;"
        "Vera Lynn;Daisy, Daisy;Hey Jude;Eleanor Rigby;Billie Jean;Roxanne;Molly Malone;Bob Marley;"
        "Dolly Parton;Rihanna;"
        "Waltzing Matilda;Cher;Prince;Adele;Come On Eileen;Penny Lane;Maggie May;Galway Girl;Waterloo;Mamma Mia;Angie",
        "cvbrand": "Vicks;Deep Heat;Savlon;Sudocrem;Cavilon;Conotrane;Depends;TENA Lady;Pampers;Fairy Liquid;Dettol;"
        "Old Spice;Crocs;Skechers;Clarks;Levi's;Fitbit;Hoover;Dyson;Roomba;Stannah;Zimmer;Kindle;Xbox;"
        "Samsung;Tupperware;Velcro;Hello Kitty;Adidas;Converse;Uggs;Birkenstock;Hermes;Dr. Martens;Casio;"
        "Nokia;Tommee Tippee;Fisher-Price;LEGO",
        "cvtv": "Pointless;Countdown;Loose Women;Corrie;Emmerdale;EastEnders;Paw Patrol;Peppa Pig;Bluey;"
        "Homes Under the Hammer;Bargain Hunt;Judge Judy;Jeopardy;Wheel of Fortune;The Price Is Right;"
        "Gunsmoke;Murder, She Wrote;Home and Away;Neighbours;Fair City;Coronation Street;Strictly;"
        "Match of the Day;Grey's Anatomy;The Golden Girls;Dr. Phil;Good Morning Britain;Casualty;"
        "Call the Midwife;Vera;Poirot;Father Brown;Songs of Praise;Bake Off;The Crown;Love Island;"
        "The Archers;Desert Island Discs;Frozen;Shrek;Postman Pat;Fireman Sam;Thomas the Tank Engine;"
        "Bob the Builder;Minecraft;Fortnite;Roblox;Candy Crush;Wordle;Mario Kart;Bohemian Rhapsody;"
        "Danny Boy;Sweet Caroline;Delilah;Amazing Grace;Jolene;Vera Lynn records;Johnny Cash;Abba;Queen;"
        "Elvis;Daniel O'Donnell",
        "cvoath": "Jesus;Jesus wept;Christ;Lawd;Lord have mercy;God forbid;Gawd;OMG;Jeez;Jeepers;Blimey;Crikey;"
        "Gordon Bennett;Bloody Nora;Heavens to Betsy;Holy Moses;Jesus Mary and Joseph;Strewth;Sweet Jesus;"
        "Ay;Och;Bless;Bless her;Good grief;Hell's bells;Goodness gracious;Flipping Ada;Mercy;Glory be;Joy;"
        "Hallelujah;Oy vey;Wallah;Ya Allah;Inshallah;Aiyo;Hai Ram;Eish;Hurray;Yikes;Ugh;Phew;Bravo;Amen;"
        "Grrr;Typical;Right;Honestly;Happy days",
        "cvhi": "Hiya;Hi;hi;Hey;hey;Heya;Morning;Morning all;Hello;hello;Good morning;Evening;Hi there;Hi both;"
        "Hi all;Ey up;Howdy;G'day;Alright;Hola;Salaam;Dear all;Hi team;Hi Doc;hi doc;Hey lovely;Hi hun;"
        "Hey girl;Yo;Wotcha;Happy Easter y'all;Happy Friday;Hi folks;Hullo;Heyyy;Good day;Greetings;Hi hon;"
        "Hi sweetie",
        "cvend": "ta;Ta;ta very much;Cheers;cheers;thx;thanks;Thanks;Thank you;Many thanks;MTIA;tia;Rgds;KR;BW;Best;"
        "Kind regards;Yours;Regards;Warmly;Love;love;Lots of love;Luv;Take care;TC;Hugs;Ta-ra;Laters;Ciao;"
        "Night night;Gratefully;Yours in hope;God bless;Blessings;Peace;Soz again;Sorry again;Sincerely;"
        "Respectfully;Best wishes",
        "cvx": "x;xx;xxx;X;xo;xoxo;:);❤️;🙏;lol;;;",
        "cvapp": "WhatsApp;Outlook for iOS;FaceTime;Messenger;Facebook;Instagram;TikTok;Snapchat;Alexa;Siri;Google;"
        "Ring;Uber;Lyft;Deliveroo;Just Eat;DoorDash;Netflix;Zoom;Teams;Signal;Telegram;Duolingo;Strava;"
        "Headspace;Calm;Waze;PayPal;Vinted;eBay;Spotify;YouTube;Candy Crush;Tinder;Hinge;GoodRx;MyChart;"
        "Airmid;SystmOne;Epic;EMIS;Access;Nourish;Birdie",
        "cvrx": "mounjaro;monjaro;ozempic;the Wegovy;oxys;percs;benzos;zopis;gabbies;pregabs;subs;methadone;addys;"
        "vallies;jabs;water tablets;blood thinners;co-codies;cocodamol;the Oramorph;sleepers;steroids;"
        "the pill;Benadryl;Advil;Tylenol PM;Calpol;Nurofen;Motrin;Gaviscon;Rennies;Tums;Movicol;Senokot;"
        "Laxido;the Libre;the Dexcom;the blue inhaler;the brown one;Ventolin;Piriton;Lemsip;NyQuil;Xanax;"
        "bars;weed;ket;spice",
        "cvpet": "Fluffy;Mr. Whiskers;Mr Tibbs;Taco;Rex;Max;Bella;Pip;Sooty;Smudge;Tigger;Lady;Duke;Biscuit;Ziggy;"
        "Bailey;Charlie;Coco;Luna;Daisy;Poppy;Oscar;Milo;Bruno;Simba;Princess;Prince;Toto;Sir Barks-a-lot;"
        "Pickles;Peanut;Gizmo;Jasper;Molly;Ginger;Snowy;Dave;Kevin;Chairman Meow;Bandit;Ruby;Teddy;Murphy;"
        "Shadow;Mitzi;Tilly;Nala;Buster",
        "cvbeast": "cat;dog;cat;dog;chihuahua;budgie;parrot;hamster;rabbit;Jack Russell;labrador;lab;cockapoo;tabby;"
        "goldfish;pony;greyhound;cockatiel;tortoise;old collie;pug;staffie;pit mix;hen;goat;whippet;ferret;"
        "guinea pig",
        "cvnan": "Nan;Gran;Nana;Grandad;Gramps;Pop;Mam;Mum;Dad;Mom;Ma;Da;Nanna;Granny;Grandma;Pops;Mama;Papa;Poppy;"
        "Auntie;Abuela;Nonna;Oma;Opa;Nani;Dadi;Bubbe;Gogo;Baba;Mawmaw;Pawpaw;Meemaw;Granda;Taid;Sis;Bro;"
        "Hubby;Missus",
        "cvcare": "SU;O/A;o/a;L/n;l/n;p/care;pers care;a/l;A/L;MAR;Medi box;Medibox;Keysafe;K/S;BO;PU;NBM;Steady;"
        "Sara Steady;hoist;BNO;TLC;f/chart;Comm;Conveen;SO;S/O;N/A;NOK;POC;D/N;DNs;OOH;GP;CPN;OT;SALT;PEG;"
        "H/C;x2 care;DA;IDT;TTO;W/C",
        "cvfic": "Santa;Elsa;Spider-Man;God;the Lord;Postman Pat;Father Christmas;Sherlock Holmes;Mickey Mouse;"
        "Messi;Ronaldo;Beyoncé;Harry Potter;Florence Nightingale;Mother Teresa;Einstein;the Queen;"
        "Churchill;Houdini;Judge Judy;Batman;Taylor Swift;Ed Sheeran;Dr Google;Nurse Ratched;"
        "Jekyll and Hyde;Romeo and Juliet;Dr. Dre;Tom Jones;Barbie and Ken;Uncle Sam;Karen;Joe Public;"
        "Joe Bloggs;Jane Doe on the poster;Tom, Dick or Harry;the Grim Reaper;Lady Luck;Big Brother",
        "cvbible": "Phil. 4:13;John 3:16;Ps. 23;Psalm 91;Matthew 6:34;Isaiah 41:10;Ruth 1:16;James 1:2;1 Peter 5:7;"
        "Jer. 29:11;Mark 5:34;Rom 8:28;Surah 94:5;Job 1:21;Joshua 1:9;Luke 8:48;Prov 3:5;Gita 2:47",
        "cvcar": "Corolla;Transit;Fiesta;Astra;F-150;Silverado;Civic;Micra;Golf;Focus;Skoda;Jeep;Subaru;Tacoma;"
        "Hilux;Polo;Mini;Beetle;Camry;Kia;Yaris;Prius;Harley;Vespa;John Deere;Clio;Honda Jazz;Berlingo;"
        "Tesla",
        "cvfig": "5'11;5 ft 2;6'1;size 14;size L;XL;a 12;12-14;3 pks;$14.99;£4.80;€3;two for £5;wk 12;week 6;Wk 3;"
        "yr 4;Year 9;Form 3;P5;4 pints;2 rounds of toast;half a slice;1 1/2 cups;9 lbs;2st 4;64kg;39.4;"
        "101.2;6.1;98%;x2;x 3;1 in 4;10/10;7/10;2-1;3-0;nil nil;11 cans;40 a day;20 B&H;day 41;series 3;"
        "season 2 ep 5;ch 7;the 38 bus;no. 7 bus;bus 14;route 60;platform 2;bay 3;exit 12;gate 5;locker 9;"
        "table 4;10k steps;26.2 miles;24/7;50-50;3 of 7;90 quid;a tenner;4 by 4;2 ply;15 mins;3 sugars;"
        "1000 pieces;4G;a 5 litre;T-30;F5;v2;4.5 stars;4 out of 5;No. 1 fan;2nite;gr8;4ever",
        "cvhood": "in the snow;at the lights;by the till;in the car park;off the kerb;on the landing;"
        "in the big chair;at the sink;on the decking;by the bins;in the queue;on the bus;out back;"
        "in the garage;on the stairs;in bed;up the loft ladder",
        "cvfood": "Weetabix;Warburtons;Dairy Milk;Marmite;Jello;Hovis;Complan;Fortisip;Ensure;Boost;Pedialyte;"
        "Cheetos;Kit Kats;Ben & Jerry's;Uncle Ben's;Mr Kipling;Aunt Bessie's;Mrs. Dash;Dr Pepper;"
        "Fisherman's Friends;Werther's;Quality Street;Rich Tea;Jaffa Cakes;Vegemite;Tim Tams;Maltesers;"
        "Hershey's;Reese's;Campbell's soup;Heinz beans;Kraft Dinner;Eggos;Pop-Tarts;McVitie's;Oreo;"
        "Terry's Orange;Jacob's crackers;Sara Lee;Uncle Toby's;Walkers crisps;Pringles;Paxo;Lurpak;Anchor;"
        "Philadelphia;Dolmio",
        "cvdrink": "Fanta;Irn-Bru;Bovril;Horlicks;Stella;Guinness;Carling;Jack Daniel's;Bud Light;Lucozade;Ribena;"
        "Milo;Gatorade;Yorkshire Tea;PG Tips;Fireball;Captain Morgan;Johnnie Walker;Smirnoff;Sailor Jerry;"
        "Coors;Foster's;Tennent's;Baileys;Red Bull;Earl Grey;Bell's;Pimm's;Lambrini",
        "cvcash": "$14.99;£4.80;€3;two for £5;90 quid;a tenner;£12;$40;R120;50p;a fiver;$1,200;£2,300;three bucks;"
        "A$9;$6.50/hr",
        "cvtimes": "x2;x 3;twice;3 times;1000 times;twice over;24/7",
    }.items()
}
_LANDMARKS = (
    "the old {} dairy", "{} Park", "the {} estate", "the {} flats", "{} Mill", "the {} Arms", "{} Towers", "{} Green",
    "the {} roundabout", "{}'s Bridge", "the {} Trailer Court", "{} Point", "{} Hollow", "the {} place", "{} Fields",
    "{} Court", "the {} allotments", "{} Lock", "{} Common", "the {} ranch", "{} Gardens", "the old {} school",
)  # fmt: skip
_DEAR = ("Fr.", "Father", "Pastor", "Sister", "Rev", "Imam", "Rabbi", "Fr", "Deacon", "Brother", "Pastor", "Canon")


def _word(key: str) -> Field:
    """spec: lower or upper for its letters."""

    def field(c: Cast, spec: str) -> Piece:
        text = c.pick(_WORDS[key])
        return text.lower() if spec == "lower" else text.upper() if spec == "upper" else text

    return field


def _made(c: Cast, key: str, female: bool, entity: Entity) -> Person:
    house = c.once(f"chatter house {key}", lambda: names.household(c))
    age = c.rng.randint(24, 80)
    name = names.name(c, house, female, age)
    title = c.pick(("Mrs", "Mrs", "Ms", "Miss")) if female else "Mr"
    return Person(name, female, entity, title)


def _plural(family: str) -> str:
    return family + ("es" if re.search(r"(s|x|z|ch|sh)$", family) else "s")


def _slip(c: Cast, text: str) -> str:
    if len(text) < 4:
        return text
    at = c.rng.randrange(1, len(text) - 1)
    new = c.pick((text[at] * 2, "", text[at + 1] + text[at]))
    return text[:at] + new + text[at + (2 if len(new) > 1 and new[0] != new[1] else 1) :]


def _folk(key: str, female: bool, entity: Entity = Entity.PERSON) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        who = c.once(f"chatter {key}", lambda: _made(c, key[-1] + str(entity), female, entity))
        given, family = who.name.given or who.name.family, who.name.family
        call = who.name.nick or given
        if spec == "nickfull":
            return mark(f"{call} {family}", entity)
        if spec == "house":
            return mark(_plural(family), entity)
        if spec == "letter":
            return mark(call[0].upper(), entity)
        if spec == "slip":
            return mark(_slip(c, call), entity)
        if spec == "familyslip":
            return mark(_slip(c, family), entity)
        if spec == "givenlast":
            return mark(f"{call} {family[0].upper()}", entity)
        if spec == "dr":
            dr = c.once("chatter doctor", lambda: c.pick(("Dr", "Dr", "Dr.")))
            return join(f"{dr} ", mark(family, entity))
        if spec == "lownick":
            return mark(call.lower(), entity)
        if spec == "pastor":
            return join(f"{c.pick(_DEAR)} ", mark(given, entity))
        made = FORMS[spec or "given"](c, who)
        return recase(made, str.lower) if c.chance(0.03) else made

    return field


def _pair(c: Cast, spec: str) -> Piece:
    """Bob and Lin Perry, Lin & Bob, the Perrys: a couple with one surname; spec: its number."""
    man, woman = FIELDS[f"cvm{spec}"], FIELDS[f"cvf{spec}"]
    first, second = c.pick(((man, woman), (woman, man)))
    between = c.pick((" and ", " & ", " & ", " + ", "/", " n ", "&", " and "))
    last = c.pick(("nickfull", "nickfull", "nick", "given"))
    one = first(c, "nick" if last == "nickfull" else last)
    if c.chance(0.12):
        return join("the ", first(c, "house"))
    return join(one if one else first(c, "given"), between, second(c, last))


def _age(c: Cast, spec: str) -> Piece:
    least, _, most = spec.partition("-")
    return mark(str(c.rng.randint(int(least), int(most or least))), Entity.AGE)


def _borne(c: Cast, spec: str) -> Piece:
    """A person of a given name that is a word, with the surname of the first man; spec: the given name."""
    who = c.once("chatter cvm1", lambda: _made(c, "1" + str(Entity.PERSON), False, Entity.PERSON))
    return mark(f"{spec} {who.name.family}", Entity.PERSON)


def _tel(c: Cast, _: str) -> Piece:
    """A number in the ways that people type one: one figure at a time, in pairs, with oh for nought, cut by dots."""
    n = "0" + c.pick("71289") + "".join(c.pick("0123456789") for _ in range(c.pick((8, 9, 9))))
    short = "".join(c.pick("0123456789") for _ in range(c.pick((5, 6, 7))))
    a, b, d = n[:5], n[5:8], n[8:]
    text = c.pick((
        " ".join(n), f"{a} {b} {d}", f"{a}-{b}{d}", f"{n[:3]} {n[3:7]} {n[7:]}", n, f"{a}{b} {d}", f"{a}/{b}{d}",
        " ".join(n[i : i + 2] for i in range(0, len(n), 2)), f"{short[:3]}-{short[3:]}", short,
        f"({n[1:4]}){b}-{n[4:8]}",
        f"{n[1:4]}.{b}.{n[4:8]}", f"+44 (0){n[1:5]} {b}{d}", f"{short[:3]} {short[3:]}", f"1-{n[1:4]}-{b}-{n[4:8]}",
        " ".join("oh" if x == "0" else x for x in short), f"{n[:4]}  {n[4:7]}  {n[7:]}", f"{n[1:4]} {b} {n[4:8]}",
    ))  # fmt: skip
    return mark(text, Entity.TELEPHONE_NUMBER)


def _spot(c: Cast, _: str) -> Piece:
    """An estate, a park or an inn by which neighbours place somebody."""
    family = names.name(c, names.household(c), True, 40).family
    text = c.pick(_LANDMARKS).format(family)
    before, name = ("the ", text[4:]) if text.startswith("the ") else ("", text)
    return join(before, mark(name, Entity.LOCATION))


def _work(c: Cast, _: str) -> Piece:
    return mark(c.pick(_SHOPS).removeprefix("the "), Entity.ORGANIZATION)


FIELDS: Mapping[str, Field] = MappingProxyType({
    **{key: _word(key) for key in _WORDS},
    "cvshop": lambda c, spec: c.pick(_SHOPS).lower() if spec == "lower" else c.pick(_SHOPS),
    "cvwork": _work,
    **{f"cvf{i}": _folk(f"cvf{i}", True) for i in (1, 2, 3)},
    **{f"cvm{i}": _folk(f"cvm{i}", False) for i in (1, 2, 3)},
    **{f"cvsf{i}": _folk(f"cvsf{i}", True, Entity.DOCTOR) for i in (1, 2)},
    "cvsm1": _folk("cvsm1", False, Entity.DOCTOR),
    "cvpair": _pair,
    "cvas": _borne,
    "cvgiv": lambda c, spec: mark(spec.lower() if c.chance(0.1) else spec, Entity.PERSON),
    "cvage": _age,
    "cvtel": _tel,
    "cvspot": _spot,
})  # fmt: skip
