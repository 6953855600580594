"""Values of dense hospital sheets: sign-offs in initials, clocks of four digits, ages of others, firms that deliver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import towns
from corpus.engine.fields.addresses import the
from corpus.engine.fields.facilities import invented
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Marked, Near, Piece, join, mark

_LETTERS = "AAABBBCCCDDDEEEFFGGGHHIJJJKKKLLLMMMMNNOPPPQRRRSSSSTTTUVWWXYZ"
_VENDORS = (
    "{f} Medical Supply", "{f} Home Oxygen", "{m} Staffing", "{m} Perfusion", "{t} Interpreting Services",
    "{f} Prosthetics & Orthotics", "{m} Wound Care", "{m} Infusion", "{t} Transport", "{t} Cab", "{m} Biologics",
    "{m} Devices Inc", "{m} TPA", "{t} Dialysis Supply Co.", "{m} Sleep Solutions", "{f} Respiratory", "{m} Genomics",
    "{m} Transcription", "{f} & {f} Reporting", "{t} Home Care", "{m} Health", "{m} Mobility", "{f} Orthotics",
    "{m} Couriers", "{t} Visiting Angels", "{m}Med", "{m} GmbH", "{m} Pty Ltd", "{f} Homecare Ltd",
)  # fmt: skip
_WORKS = (
    "{f} Electric", "{t} Concrete", "{f} Brothers Roofing", "{m} Logistics LLC", "{m}, Inc.", "{t} Feed & Grain",
    "{f} Shipyards", "{f} Foundry", "{t} Bottling Co", "{m} Pty Ltd", "{f} Haulage Ltd", "{m} GmbH", "{m} plc",
    "{f} Estates (Pvt) Ltd", "{t} Tea Estate", "{t} Colliery", "{f} Abattoir", "{m} Air", "{f} & Sons",
    "{t} Poultry", "{t} Quarry", "{m} Semiconductor", "{f} Nurseries", "{t} Transit", "{f}'s Diner", "{t} Lumber",
    "{m} Chemicals", "{t} Water Board", "{f}-{f} Construction", "{t} Steel", "{m} Retail Group", "{t} Council",
)  # fmt: skip
_RESPONDERS = (
    "{t} Fire & Rescue", "{t} EMS", "{t} Police", "{f} Ambulance", "{t} PD", "{t} Sheriff's Office", "{t} Fire Dept",
    "{t} Volunteer Ambulance Corps", "{f} Air Ambulance", "{t} Lifeboat", "{t} Garda Station", "{t} SES",
)  # fmt: skip
_DONATION = (
    "{t} Tissue Bank", "{t} Eye Bank", "{m} Donor Network", "{t} Organ Procurement", "{f} Mortuary", "{f} & Sons",
    "{f} Funeral Home", "{f}-{f} Funeral Chapel", "{t} Cremation Society", "{f} Undertakers",
)  # fmt: skip
_HOSPITALS = (
    "CHU de {a}", "Klinikum {a}", "Hospital General de {a}", "Ospedale di {a}", "{a} District Hospital",
    "{a} Base Hospital", "{a} Royal Infirmary", "{a} Cottage Hospital", "Govt Medical College, {a}",
    "{f} Nursing Home, {a}", "{a} Community Health Centre", "{a} Mission Hospital", "Our Lady of {a} Hospital",
    "University Hospital {a}", "{a} Teaching Hospital", "{a} Referral Hospital", "PHC {a}", "{a} Children's",
    "{f} Memorial", "{a} General", "{f} Institute of Oncology", "{a} Burns Centre", "Clínica {f}", "Hôpital {f}",
    "{a} Provincial Hospital", "{a} Health Sciences Centre", "{f}-{f} Pavilion", "{a} Universitätsklinik",
    "{a} Kreiskrankenhaus", "Policlinico {f}", "{a} Sykehus", "{a} Polyclinic", "{a} MPS", "{f} Clinic",
    "{a} Dialysis East", "{f} Hospice House", "{a} LTACH", "{a} Surgicenter", "{a} Endoscopy", "{a} Medical",
)  # fmt: skip
_VETERANS = (
    "{t} VAMC", "{t} VAMC", "{t} VA Medical Center", "VA {t}", "{t} CBOC", "{t} Vet Center", "{f} VA",
    "{f} Army Health Clinic", "Naval Hospital {t}", "{f} Army Medical Center", "{t} Soldiers' Home", "NMC {t}",
)  # fmt: skip
_PRISONS = (
    "{t} Correctional Institution", "HMP {t}", "HMP {f}", "USP {t}", "FCI {t}", "{f} Unit", "{t} County Jail",
    "{f} Detention Center", "{t} Remand Centre", "{f} Correctional Centre", "{t} SCI", "{f} Youth Facility",
    "{t} Women's Prison", "MCC {t}",
)  # fmt: skip


def _initials(c: Cast, spec: str) -> Piece:
    """Initials of somebody of the staff, new at each use. spec: "upper" or "lower" to hold to one case, two to four."""
    n = c.pick((2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4))
    text = "".join(c.pick(_LETTERS) for _ in range(n))
    if spec == "lower" or (not spec and c.chance(0.3)):
        text = text.lower()
    elif not spec and c.chance(0.1):
        text = ".".join(text) + "."
    elif c.chance(0.03):
        text = c.pick(("Mc", "O'")).join((text[:-1], text[-1]))
    return mark(text, Entity.DOCTOR)


def _clock(c: Cast, spec: str) -> Piece:
    """Four digits of a clock. spec: "colon" sets the minutes off."""
    return mark(f"{c.rng.randrange(24):02d}{':' if spec == 'colon' else ''}{c.rng.randrange(60):02d}", Near.CLOCK)


def _age(c: Cast, spec: str) -> Piece:
    """Somebody's age as a number, new at each use. spec: "least-most" years; none for a grown-up."""
    least, _, most = (spec or "19-96").partition("-")
    return mark(str(c.rng.randint(int(least), int(most))), Entity.AGE)


def _named(c: Cast, shape: str) -> str:
    pool = pools.load()
    while "{" in shape:
        at = shape.index("{")
        kind = shape[at + 1]
        value = {
            "f": lambda: c.draw(lambda: pool.family(c.rng, None)),
            "m": lambda: invented(c),
            "t": lambda: towns.any_town(c).name,
            "a": lambda: (towns.abroad(c) if c.chance(0.6) else towns.any_town(c)).name,
        }[kind]()
        shape = shape[:at] + value + shape[at + 3 :]
    return shape


def _organisation(shapes: tuple[str, ...], entity: Entity) -> Field:
    def field(c: Cast, spec: str) -> Marked:
        name = _named(c, c.pick(shapes))
        change: Callable[[str], str] = str.upper if spec == "upper" else str
        return the(change(name), entity)

    return field


def _pair(c: Cast, spec: str) -> Piece:
    """Who dictated and who typed, or who came on and who went off: "DSM/PCB", "ksm:pt", "RJT/jw"."""
    shapes = (("upper", "upper"), ("lower", "lower"), ("upper", "lower"), ("upper", "lower"))
    first, second = c.pick(shapes)
    between = c.pick(("/", "/", "/", ":", "/", "-", "\\", " / "))
    return join(_initials(c, spec or first), between, _initials(c, spec or second))


FIELDS: Mapping[str, Field] = MappingProxyType({
    "inits": _initials,
    "initpair": _pair,
    "hm": _clock,
    "otherage": _age,
    "vendor": _organisation(_VENDORS, Entity.ORGANIZATION),
    "works": _organisation(_WORKS, Entity.ORGANIZATION),
    "responder": _organisation(_RESPONDERS, Entity.ORGANIZATION),
    "donation": _organisation(_DONATION, Entity.ORGANIZATION),
    "farsite": _organisation(_HOSPITALS, Entity.HOSPITAL),
    "vamc": _organisation(_VETERANS, Entity.HOSPITAL),
    "prison": _organisation(_PRISONS, Entity.LOCATION),
})  # fmt: skip
