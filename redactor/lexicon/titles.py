"""Hold words that stand beside a name or inside it: titles, credentials, kin, professions, suffixes, particles.

The patterns read the first part, relex the second, whose words are canonical (see names.canonical). Degrees tell the
class of a role.
"""

from __future__ import annotations

from collections.abc import Iterable

from redactor.lexicon.words import word_set

DOCTOR_TITLES = word_set("dr drs dra doctor doc prof professor nurse dott dottor docteur surgeon")
NON_DOCTOR_TITLES = word_set(
    "mr mrs ms miss mister mx sir lady dame rev reverend fr father pastor rabbi imam sister brother "
    "sr sra srta señor "
    "señora señorita senor senora don doña herr frau fräulein mme mlle monsieur madame mademoiselle signor "
    "signora officer "
    "detective sergeant sgt captain capt lt lieutenant col colonel judge attorney "
    "chaplain hon shri "
    "smt sri mevrouw meneer dhr mw pan pani"
)
# Titles never abbreviated with a full stop. A full stop after one ends the sentence.
UNABBREVIATED_TITLES = word_set(
    "doctor professor nurse surgeon lady father sister brother officer detective sergeant captain lieutenant colonel "
    "judge attorney pastor rabbi imam dame chaplain"
)
# written out, these are words as well: they need a capital and a name that is no ordinary word
TITLES_THAT_ARE_WORDS = UNABBREVIATED_TITLES | word_set("doc don sir mister miss pan fr col gen maj sr sri hon mw")
# Titles, written so, that only a name follows. "MS" and "MR" are abbreviations of medicine.
BEFORE_SURNAMES_ALONE = frozenset({"Mr", "Mrs", "Ms", "Mx"})
CREDENTIALS = word_set(
    "MD DO RN NP PA PhD PHD FACS FACP FACC FACOG FAAP MBBS MBChB FRCP FRCS FRCPC FRCSC LPN LVN CNA APRN "
    "ARNP FNP DNP CRNA CNM CNP "
    "PharmD RPh DDS DMD DPM DC OD PT DPT OT OTR LCSW MSW LMSW LMFT PsyD RD RDN CCC SLP BSN MSN MPH EMT "
    "RT RRT CMA AuD LPC ACNP AGNP PNP WHNP "
    "MHS MBA MSc FACEP FASN FCCP DVM BDS MRCP MRCS MRCGP MDCM PAC"
)
DOTTED = frozenset(["M", "D", "R", "P", "Ph"])
KIN = word_set(
    "wife husband spouse partner son daughter mother father mom dad mum brother sister sibling grandson "
    "granddaughter "
    "grandmother grandfather grandma grandpa niece nephew aunt uncle cousin stepson stepdaughter stepfather "
    "stepmother fiance "
    "fiancé fiancée fiancee boyfriend girlfriend friend neighbor neighbour roommate caregiver carer guardian "
    "girl boy baby "
    "twin twins child children surrogate proxy daughter-in-law son-in-law mother-in-law father-in-law "
    "ex-wife ex-husband"
)
# Kin in other languages, without what is a name or an English word too ("zia", "mae", "brat", "far"): a name may stand
# behind these in a field that is otherwise English.
KIN_ABROAD = word_set(
    "tante oncle nonc parrain marraine nanan nénaine padrino madrina compadre comadre madrinha padrinho peetoom "
    "frere frère soeur sœur mère père fils fille épouse époux nièce neveu cousine mamie papy tonton tata "
    "grand-mère grand-père belle-mère beau-père belle-fille beau-frère belle-soeur voisine voisin "
    "tía tío abuela abuelo abuelita madre padre hermana hermano hija hijo esposa esposo marido sobrina sobrino "
    "suegra suegro nuera yerno vecina vecino cuñada cuñado tio mãe irmã irmao irmão filha filho avó avô "
    "neta neto sogra sogro vizinha vizinho cunhada cunhado sobrinha sobrinho "
    "nonna nonno zio fratello sorella figlio figlia moglie marito cugina cugino nipote suocera suocero cognata cognato "
    "oma opa moeder vader broer zus dochter zoon oom neef echtgenoot echtgenote schoonmoeder schoonzoon "
    "schoondochter buurvrouw buurman kleinzoon kleindochter "
    "søster soster bror syster datter dotter mormor morfar farmor farfar bestemor bestefar moster morbror svigermor "
    "babcia dziadek ciocia wujek siostra matka ojciec córka żona mąż babushka dedushka vanaema äiti mummo baba eşi"
)
# German kin stand apart, since German gives capitals to all nouns: "Mutter Hypertonikerin".
KIN_BEFORE_NOUNS = word_set(
    "onkel mutter vater schwester bruder sohn tochter ehemann ehefrau lebensgefährte lebensgefährtin enkel "
    "enkelin neffe nichte schwager schwägerin schwiegertochter schwiegersohn schwiegermutter schwiegervater nachbar "
    "nachbarin großmutter großvater"
)
CLINICIANS = word_set(
    "surgeon cardiologist oncologist neurologist physician hospitalist intensivist nephrologist pulmonologist "
    "psychiatrist "
    "psychologist urologist dermatologist radiologist pathologist anesthesiologist gastroenterologist endocrinologist "
    "rheumatologist therapist pharmacist counselor interpreter resident intern fellow pcp attending midwife "
    "paediatrician "
    "pediatrician gynecologist obstetrician ophthalmologist orthopedist podiatrist dentist internist consultant"
)

# Names as records write them, and their parts.
RECORD_TITLES = word_set(
    "mr mrs ms mx miss mister dr doctor prof professor sir dame lady lord rev reverend fr father sr sister br "
    "brother hon judge capt captain col colonel lt lieutenant sgt sergeant maj major gen general pastor rabbi imam "
    "herr frau monsieur madame mme mlle senor senora srta don dona"
)
RECORD_SUFFIXES = word_set("jr sr ii iii iv junior senior")
DEGREES = word_set(
    "md do mbbs mbchb phd dphil psyd dds dmd dpm dc od pharmd rph rn np fnp dnp aprn crnp crna lpn lvn bsn msn cns "
    "cnm pa pac pt dpt ot otr lcsw lmsw msw lpc lmft rd ldn mph ma ms ba bs mba facp facs faap facc esq cma emt bc"
)
# Words inside family names that name nobody by themselves.
FAMILY_PARTICLES = word_set(
    "de la las los le les del della di da das do dos du des van von der den ter ten zu zum zur af av al el ul ibn "
    "bin ben bint abu abd ap mac mc o d l st san santa y e i und and"
)

# What may precede a name. Words that are also names ("Don", "Judge", "Pan") are excluded.
NAME_PREFIXES = (
    frozenset(DOCTOR_TITLES | NON_DOCTOR_TITLES | KIN | CLINICIANS)
    | word_set(
        "madam madame baby infant newborn bb auntie uncle grandma grandpa mum mummy daddy patient rn np lpn lvn cna "
        "aprn crna pt pts client decedent deceased widow widower the late both "
        "мр др госпожа господин доктор врач السيد السيدة الدكتور الدكتورة דר מר גב"
    )
) - word_set("don doña dona judge pan pani sri pastor imam col hon friend mw")
UNAMBIGUOUS_TITLES = word_set("dr mr mrs ms mx prof doctor professor mister miss")
# With a full stop these are titles wherever they stand, and nobody's name.
ABBREVIATED_TITLES = word_set("dr mr mrs ms prof")
CLINICIAN_TITLES = frozenset(DOCTOR_TITLES | CLINICIANS) | word_set("rn np lpn lvn cna aprn crna доктор врач др")
# Titles of people who are called by their given names.
GIVEN_NAME_TITLES = frozenset(KIN) | word_set(
    "sister brother father fr nurse baby auntie aunt uncle grandma grandpa miss"
)
# Words before a name that say nothing of which name follows.
LEADING_WORDS = word_set("the late both pt pts client decedent deceased")
# Words in lower case behind a family's name.
TRAILING_WORDS = word_set(
    "family families household twins triplets children boys girls brothers sisters siblings parents couple residence "
    "home account"
)
MALE_TITLES = word_set("mr mister sir herr monsieur senor señor brother father uncle son husband")
FEMALE_TITLES = word_set(
    "mrs ms miss madam madame mme mlle senora señora sra srta frau sister mother aunt daughter wife lady"
)
SUFFIXES = word_set("jr sr ii iii iv junior senior 2nd 3rd esq esquire")
# Short enough to be initials or names as well: their capitals and their place must speak for them.
AMBIGUOUS_CREDENTIALS = word_set("do ma pa pt ot rd dc od rt ms ba bs bc")
CREDENTIAL_KEYS = frozenset(c.lower() for c in CREDENTIALS) | DEGREES | word_set("mbchb ccc slp acnp agnp pmhnp")
JOINERS = word_set("and und et or")
BIRTH_NAME_MARKERS = word_set("nee née born maiden formerly fka geb")
PARTICLES = (FAMILY_PARTICLES - word_set("mac mc and und")) | word_set(
    "ste saint lo vom im het t dal dalla dela delos vander vanden vd бен بن ابن آل"
)
# Given names and surnames of their own when they stand first and in capitals.
PARTICLES_THAT_ARE_NAMES = word_set("ben al van le di san da do del abu abd bin la lo les im den")
VIETNAMESE = word_set("nguyen tran le pham huynh hoang vu vo dang bui do ngo duong ly ho phan truong dinh trinh")
CJK_TITLES = ("先生", "女士", "小姐", "太太", "医生", "醫生", "大夫", "教授", "さん", "さま", "様", "氏", "씨", "님")
CJK_DOUBLE = word_set("欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 尉迟 令狐 慕容 皇甫 남궁 황보 선우 제갈 독고")
PATRONYMIC = ("ович", "евич", "ьич", "овна", "евна", "ична")


# The first of these classes that a person has is written; without these degrees there is none. The names of the classes
# are degrees that FHIR's schemas let pass (schemas/fhir_build/codes.py).
_DEGREES_BY_CLASS = {
    "MD": word_set("md do mbbs mbchb mdcm bmbs"),
    "DDS": word_set("dds dmd"),
    "PharmD": word_set("pharmd rph"),
    "PA": word_set("pa pac"),
    "NP": word_set("np cnp crnp fnp dnp acnp agnp pnp whnp pmhnp aprn arnp crna cnm cns"),
    "RN": word_set("rn lpn lvn bsn msn"),
    "PT": word_set("pt dpt ot otr slp"),
    "LCSW": word_set("lcsw lmsw msw lpc lmft"),
    "PhD": word_set("phd dphil psyd"),
}
_CLASS_OF_DEGREE = {degree: name for name, degrees in _DEGREES_BY_CLASS.items() for degree in degrees}
_CLASS_ORDER = list(_DEGREES_BY_CLASS)


def role_class(degree: str) -> str:
    """Return the class of a degree in lower case without signs ("pac"); "" for one without a role: FACS, MPH."""
    return _CLASS_OF_DEGREE.get(degree, "")


def role_class_of(degrees: Iterable[str]) -> str:
    """Return the class of somebody with these degrees; "" for none."""
    found = {role_class(degree) for degree in degrees}
    return next((name for name in _CLASS_ORDER if name in found), "")
