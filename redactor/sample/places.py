"""Invent places of care and their staff: hospitals and clinics, laboratories, pharmacies, payers, clinicians."""

from __future__ import annotations

import random
from dataclasses import dataclass

from redactor.entities import Entity
from redactor.sample import numbers
from redactor.sample.forms import Address, Name, Who
from redactor.sample.people import ascii_letters_of, draw_address, draw_name
from redactor.sample.pools import Pools

SPECIALTIES = (
    ("208D00000X", "General Practice Physician"), ("207R00000X", "Internal Medicine Physician"),
    ("207RC0000X", "Cardiovascular Disease Physician"), ("208600000X", "Surgery Physician"),
    ("2084N0400X", "Neurology Physician"), ("2085R0202X", "Diagnostic Radiology Physician"),
    ("207ZP0102X", "Anatomic Pathology Physician"), ("163W00000X", "Registered Nurse"),
    ("207P00000X", "Emergency Medicine Physician"), ("1041C0700X", "Clinical Social Worker"),
)  # fmt: skip
_NURSE, _SOCIAL_WORKER = 7, 9  # indices of SPECIALTIES
_HOSTS = ("ehr", "fhir", "epicprd01", "cerner-p2")
_MRN_SHAPES = ("########", "MRN-#######", "@########", "##-##-##", "E#########", "#######", "@@######")


@dataclass(frozen=True, slots=True)
class Site:
    """A hospital, clinic, laboratory, pharmacy or payer: one Organization, and one Location unless it is a payer."""

    id: str
    location: str
    name: str
    alias: str
    entity: Entity
    home: Address
    phone: str
    fax: str
    host: str
    mrn_shape: str
    npi: str

    @property
    def subject(self) -> str:
        """Return the reference to the site's Organization."""
        return f"Organization/{self.id}"

    @property
    def mrn_system(self) -> str:
        """Return the namespace of the site's record numbers, on the hospital's host."""
        return f"https://{self.host}/fhir/mrn"

    @property
    def base(self) -> str:
        """Return the base URL of the site's FHIR server."""
        return f"https://{self.host}/fhir"


@dataclass(frozen=True, slots=True)
class Doctor:
    """A clinician at a site."""

    id: str
    role: str
    name: Name
    female: bool
    npi: str
    dea: str
    specialty: int
    phone: str
    email: str
    pager: str
    site: Site

    @property
    def subject(self) -> str:
        """Return the reference to the clinician's Practitioner."""
        return f"Practitioner/{self.id}"

    @property
    def is_physician(self) -> bool:
        """Tell whether the clinician is neither a nurse nor a social worker."""
        return self.specialty not in (_NURSE, _SOCIAL_WORKER)

    @property
    def credentials(self) -> str:
        """Return the credentials after the name in a signature."""
        return {_NURSE: "RN", _SOCIAL_WORKER: "LCSW"}.get(self.specialty, "MD")

    @property
    def who(self) -> Who:
        """Return the clinician as a text refers to the clinician."""
        return Who(self.name, self.female, Entity.DOCTOR, self.subject, "Dr." if self.is_physician else "")


@dataclass(frozen=True, slots=True)
class World:
    """All sites and clinicians. Its size is bounded for any number of patients."""

    care: tuple[Site, ...]
    labs: tuple[Site, ...]
    pharmacies: tuple[Site, ...]
    payers: tuple[Site, ...]
    staff: tuple[tuple[Doctor, ...], ...]

    @property
    def sites(self) -> tuple[Site, ...]:
        """Return all sites."""
        return self.care + self.labs + self.pharmacies + self.payers


def _draw_care_name(rng: random.Random, pool: Pools, city: str) -> tuple[str, str]:
    saint = rng.choice(("St. Mary", "St. Luke", "St. Elizabeth", "Our Lady of Mercy", "Sacred Heart"))
    family = pool.family(rng, None)
    names = (
        f"{saint}{'' if ' of ' in saint or 'Heart' in saint else chr(39) + 's'} Medical Center",
        f"{city} General Hospital", f"{family} Memorial Hospital", f"{city} Family Medicine", f"Mercy Clinic of {city}",
        f"University Hospital of {city}", f"{family} & Sons Family Practice", f"{city} Children's Hospital",
        f"{family}-{pool.family(rng, None)} Cancer Institute", f"{city} VA Medical Center",
    )  # fmt: skip
    name = rng.choice(names)
    alias = "".join(w[0] for w in name.replace("&", "").split() if w[0].isupper())
    return name, alias if len(alias) > 2 else name.split()[0]


def _draw_site(rng: random.Random, pool: Pools, kind: Entity) -> Site:
    home = draw_address(rng, pool)
    if kind is Entity.HOSPITAL:
        name, alias = _draw_care_name(rng, pool, home.city)
    else:
        family = pool.family(rng, None)
        name = {
            Entity.DIAGNOSTIC_LABS: rng.choice((f"{home.city} Diagnostics", f"{family} Reference Laboratory")),
            Entity.PHARMACY: rng.choice((f"{family}'s Pharmacy", f"{home.city} Drugs #{rng.randrange(10, 9000)}")),
        }.get(kind, rng.choice((f"{home.state} Blue Shield", f"{family} Health Plan", f"Mutual of {home.city}")))
        # The alias distinguishes the site from others of its kind, which "Mutual" alone does not.
        alias = f"{home.city} Mutual" if name.startswith("Mutual of ") else name.split()[0]
    return Site(
        id=numbers.random_uuid(rng),
        location=numbers.random_uuid(rng),
        name=name,
        alias=alias,
        entity=kind,
        home=home,
        phone=numbers.phone_digits(rng, home.state),
        fax=numbers.phone_digits(rng, home.state),
        host=f"{rng.choice(_HOSTS)}.{ascii_letters_of(name)}.{rng.choice(('org', 'com', 'net'))}",
        mrn_shape=rng.choice(_MRN_SHAPES),
        npi=numbers.npi(rng),
    )


def _draw_doctor(rng: random.Random, pool: Pools, site: Site, specialty: int) -> Doctor:
    origin = pool.origin(rng)
    female = rng.random() < 0.5
    name = draw_name(rng, pool, origin, pool.family(rng, origin), female)
    domain = site.host.split(".", 1)[1]
    return Doctor(
        id=numbers.random_uuid(rng),
        role=numbers.random_uuid(rng),
        name=name,
        female=female,
        npi=numbers.npi(rng),
        dea=numbers.dea(rng, name.family),
        specialty=specialty,
        phone=numbers.phone_digits(rng, site.home.state),
        email=f"{ascii_letters_of(name.given)[0]}{ascii_letters_of(name.family)}@{domain}",
        pager=numbers.random_digits(rng, 5),
        site=site,
    )


def build_world(rng: random.Random, pool: Pools, patients: int) -> World:
    """Build the world for a number of patients: 3 to 60 places of care with 10 to 40 clinicians each."""
    care = tuple(_draw_site(rng, pool, Entity.HOSPITAL) for _ in range(max(3, min(60, patients // 25))))
    size = max(1, min(4, patients // 200))
    staff = tuple(
        tuple(_draw_doctor(rng, pool, site, s) for s in range(len(SPECIALTIES)) for _ in range(size)) for site in care
    )

    def draw_sites(kind: Entity, n: int) -> tuple[Site, ...]:
        return tuple(_draw_site(rng, pool, kind) for _ in range(n))

    return World(
        care,
        draw_sites(Entity.DIAGNOSTIC_LABS, 3),
        draw_sites(Entity.PHARMACY, 4),
        draw_sites(Entity.ORGANIZATION, 4),
        staff,
    )
