"""English given names and their short forms, both ways: who is William on the card is Bill in the notes."""

from __future__ import annotations

from functools import cache

_TABLE = """
abigail abby gail; abraham abe bram; adelaide addie; adrienne adri; agnes aggie; albert al bert bertie; alexander alex
alec sandy xander sasha lex; alexandra alex alexa lexi sandra sasha; alfred al fred alf; alice allie; alison allie
ali; amanda mandy amy; amelia amy millie mia; andrew andy drew; andrea andie; angela angie; ann annie nan; anna annie;
anne annie; annette annie netta; anthony tony ant; antonio tony toni; antonia toni; archibald archie; arnold arnie;
arthur art artie; augustus gus; barbara barb barbie babs; bartholomew bart; beatrice bea trixie; benjamin ben benny
benji; bernard bernie; bernadette bernie; bradley brad; brandon bran; brenda bren; brian bri; bridget biddy; calvin
cal; cameron cam; candace candy; carl charlie; caroline carrie carol caro; carolyn carrie carol lynn; cassandra cass
cassie; catherine cathy cat kate katie kitty; cecilia cece celia; charles charlie chuck chas chip; charlotte lottie
charlie char; chester chet; christina chris chrissy tina christy; christine chris chrissy tina christy; christopher
chris kit topher; clarence clare; clifford cliff; clinton clint; constance connie; cornelius neil; curtis curt;
cynthia cindy; daniel dan danny; danielle dani; david dave davey; deborah deb debbie; debra deb debbie; dennis denny;
derek rick; dominic dom nick; donald don donnie; dorothy dot dottie dolly; douglas doug; edgar ed eddie; edith edie;
edmund ed ned ted; edward ed eddie ned ted teddy; edwin ed eddie; eleanor ellie nell nora; elizabeth liz lizzie beth
betty betsy eliza lisa libby bess; ellen ellie nell; emanuel manny; emily em emmy; emma em; eric rick; ernest ernie;
esther essie; eugene gene; evelyn evie; ezekiel zeke; florence flo flossie; frances fran frannie; francesca fran;
francis frank; francisco paco pancho frank; franklin frank; frederick fred freddie fritz; gabriel gabe; gabrielle
gabby; gary gaz; geoffrey geoff; george georgie; gerald jerry gerry; geraldine gerry; gilbert gil; gordon gordy; grace
gracie; gregory greg; guadalupe lupe; guillermo memo; gustavo gus; gwendolyn gwen; harold harry hal; harriet hattie;
helen nell nellie; henrietta etta; henry hank harry hal; herbert herb bert; howard howie; hubert hugh bert; ignacio
nacho; irene rene; isaac ike zac; isabel izzy bella belle; isabella izzy bella; isaiah zay; jacob jake jay; jacqueline
jackie; james jim jimmy jamie; jane janie; janet jan; janice jan; jasmine jazz; jason jay; jean jeanie; jeffrey jeff;
jennifer jen jenny; jeremy jerry; jerome jerry; jesse jess; jessica jess jessie; joan joanie; joanna jo; jocelyn joss;
john jack johnny jon; jonathan jon johnny; jose pepe; joseph joe joey; josephine jo josie; joshua josh; juan juanito;
judith judy; julia julie; julian jules; juliana julie; justin jus; katherine kathy kate katie kat kay; kathleen kathy
kate katie; kathryn kathy kate katie; kenneth ken kenny; kevin kev; kimberly kim; kristen kris; kristina kris tina;
kristopher kris; lawrence larry; leonard leo len lenny; leonardo leo; leroy roy; leslie les; lewis lew lou; lillian
lily lil; linda lindy; lorraine lori rain; louis lou louie; louise lou; lucille lucy; luis lucho; lucas luke; lydia
liddy; mabel mae; madeline maddie; magdalena maggie lena; malcolm mal; manuel manny; marcia marcy; marcus marc;
margaret peggy maggie meg marge margie daisy greta rita peg; margarita rita; maria mia; marianne mary; marilyn mary;
marjorie marge margie; martha marty patty; martin marty; martina tina; marvin marv; mary molly polly mae; matilda
tilly; matthew matt matty; maurice moe; maximilian max; maxwell max; melanie mel; melissa mel missy lissa; melvin mel;
mercedes mercy; michael mike mick mickey micky mikey; michelle shelly missy; mildred millie; miranda mandy; miriam
mimi; mitchell mitch; mohammed mo; muhammad mo; monica mona; montgomery monty; morris moe; nancy nan; natalie nat;
natasha tasha; nathan nate nat; nathaniel nate nat; nicholas nick nicky; nicole nicky nikki; norman norm; oliver
ollie; olivia liv ollie livvy; oscar ozzy; pamela pam; patricia pat patty tricia trish; patrick pat paddy rick; paula
polly; pauline polly; penelope penny; percival percy; peter pete; philip phil pip; phillip phil pip; priscilla cilla;
rachel rae; ramona mona; randall randy; randolph randy; raphael rafe; rafael rafa; raymond ray; rebecca becky becca;
reginald reg reggie; reuben ben; ricardo rico rick; richard rick ricky dick rich richie; robert rob bob bobby robbie
bert; roberta bobbie; roberto beto; roderick rod; rodney rod; roger rog; roland rollie; ronald ron ronnie; rosalind
roz; rosemary rose rosie; roxanne roxy; rudolph rudy; russell russ rusty; ruth ruthie; salvador sal; salvatore sal;
samantha sam sammy; samuel sam sammy; sandra sandy; sarah sadie sally; sebastian seb; sergio checo; sharon shari;
shirley shirl; sidney sid; simon si; solomon sol; sophia sophie; stanley stan; stephanie steph; stephen steve stevie;
steven steve stevie; stuart stu; susan sue susie suzy; susanna sue susie; suzanne sue suzy; sylvester sly; sylvia syl;
tabitha tabby; teresa terry tess; theresa terry tess tracy; terence terry; thaddeus thad; theodore ted teddy theo;
thomas tom tommy; timothy tim timmy; tobias toby; valerie val; vanessa nessa; veronica ronnie; victor vic; victoria
vicky tori; vincent vince vinny; virginia ginny ginger; vivian viv; vladimir vlad; wallace wally; walter walt wally;
wesley wes; wilfred will fred; wilhelmina mina; william bill billy will willie liam; winifred winnie; winston win;
yolanda yoli; yvonne vonnie; zachary zach zack; zacharias zach
"""


@cache
def _links() -> dict[str, tuple[str, ...]]:
    links: dict[str, set[str]] = {}
    for entry in _TABLE.split(";"):
        formal, *short = entry.split()
        links.setdefault(formal, set()).update(short)
        for nick in short:
            links.setdefault(nick, set()).add(formal)
    return {name: tuple(sorted(others)) for name, others in links.items()}


def nicknames(given: str) -> tuple[str, ...]:
    """Other forms of a folded given name, sorted; () for a name the table does not hold."""
    return _links().get(given, ())
