"""Short forms of given names, and the one name that a form stands for.

A form that several names share ("Katie": Katherine, Kathleen, ...) or that is as often a name of its own ("Jack")
stands for none by itself: only a household can tell, by `redactor.detect.known.nicknames`.
"""

from __future__ import annotations

from functools import cache

from redactor.detect.known.nicknames import nicknames
from redactor.detect.known.words import word_set

# The name, then its short forms, the commonest first. No form stands twice.
_TABLE = """
abigail abby; abraham abe; agnes aggie; albert bertie; alexander xander; alexandra lexi; amanda mandy; andrew andy;
anthony tony; archibald archie; arthur artie; augustus gus; barbara barb barbie babs; bartholomew bart; benjamin ben
benny benji; bernard bernie; bradley brad; bridget biddy; calvin cal; cameron cam; carolyn caro; catherine cathy;
cecilia cece; charles chuck charlie chas; charlotte lottie; chester chet; christopher topher; clifford cliff; clinton
clint; constance connie; cynthia cindy; daniel danny dan; danielle dani; david dave davey; dennis denny; dominic dom;
donald don donnie; dorothy dot dottie; douglas doug; edgar eddy; edith edie; edward ted eddie teddy; eleanor nora;
elizabeth liz betty beth lizzie betsy libby eliza; emanuel manny; ernest ernie; esther essie; eugene gene; ezekiel zeke;
florence flo flossie; frances fran frannie; francisco paco pancho; franklin frankie; frederick fred freddie fritz;
gabriel gabe; gabrielle gabby; geoffrey geoff; gerald gerry; gilbert gil; gordon gordy; gregory greg; guadalupe lupe
lupita; guillermo memo; gwendolyn gwen; harriet hattie; henry hank; herbert herb; howard howie; ignacio nacho; isaac
ike; isabella izzy bella; jacob jake; jacqueline jackie; james jim jimmy jamie; janet jan; jeffrey jeff; jennifer jenny
jen; jesus chuy; john johnny johnnie; jonathan jon; jose pepe; joseph joe joey; josephine josie; joshua josh; judith
judy; julian jules; kathleen kath; kenneth ken kenny; kevin kev; kimberly kim; lawrence larry; leonard len lenny;
lillian lil; louise lou; lucille lucy; madeline maddie; malcolm mal; manuel manolo; margaret peggy maggie meg marge;
marjorie margie; martin marty; marvin marv; mary molly; matilda tilly; matthew matt matty; maxwell maxie; melvin mel;
michael mike mikey mick micky; michelle shelly; mildred millie; mitchell mitch; montgomery monty; nancy nan; nathan
nate; nicholas nick nicky; norman norm; oliver ollie; olivia livvy; oscar ozzy; pamela pam; patricia patty trish tricia;
penelope penny; percival percy; peter pete; philip phil; priscilla cilla; rafael rafa; randall randy; raymond ray;
rebecca becky becca; reginald reg reggie; richard rick dick rich ricky richie; robert bob rob bobby robbie; roberta
bobbie; roberto beto; rodney rod; roger rog; ronald ron ronnie; rosalind roz; roxanne roxy; rudolph rudy; russell russ
rusty; salvador chava; samuel sammy; sandra sandy; sebastian seb; solomon sol; sophia sophie; stanley stan; stephanie
steph; steven steve; stuart stu; susan sue susie; suzanne suzy; tabitha tabby; terence terry; thaddeus thad; theodore
theo; theresa tess; thomas tom tommy; timothy tim timmy; tobias toby; valerie val; vanessa nessa; victor vic; victoria
vicky tori; vincent vince vinny; virginia ginny; vladimir vlad; wallace wally; walter walt; wesley wes; wilhelmina mina;
william bill will billy willie; winifred winnie; yolanda yoli; zachary zach zack
"""

# Shared with other names, or given to children as they are: they render a name and do not lead back to it.
_OWN = word_set(
    "archie percy bart monty terry penny toby connie gus larry randy fred freddie mina rudy judy ollie sophie bella "
    "izzy betty beth lucy bobbie frankie jackie nora sol margie marge kim gene jon cathy ray steve tony eddie eddy jan "
    "willie ronnie sue susie suzy josie marty jules lou phil sandy sammy ted teddy bernie rod mandy wally jamie "
    "charlie theo rick gerry nate nicky manny millie fran mel nan tess will molly eliza chava maxie bertie "
    "caro lexi tori matty"
)


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    return {root: tuple(short) for root, *short in (entry.split() for entry in _TABLE.split(";"))}


@cache
def _roots() -> dict[str, str]:
    return {short: root for root, forms in _forms().items() for short in forms if short not in _OWN}


def root_of(given: str) -> str:
    """The name that a folded given name is a short form of; itself where it is none, or stands for several."""
    return _roots().get(given, given)


def nickname_of(root: str) -> tuple[str, ...]:
    """Short forms of a folded given name, the commonest first; () where it has none."""
    return _forms().get(root, ())


def akin(a: str, b: str) -> bool:
    """Whether two folded given names can be one person's: equal, of one root, or one a short form of the other."""
    if a == b:
        return True
    one, other = root_of(a), root_of(b)
    return one == other or b in nicknames(a) or other in nicknames(a) or one in nicknames(b)
