"""Names of keys that hold where somebody was born: "birthplace", "naissance_lieu", "Geburtsland", "cityOfBirth".

A word for birth and one for a place make one, in either order, apart or run together.
"""

from __future__ import annotations

from collections.abc import Sequence

from redactor.entities import Entity

_BIRTHS = tuple(
    "birth geburts geburt nacimiento nacido naissance nascita nascimento geboorte fodsels fodsel fodelse "  # noqa: SIM905
    "urodzenia narozeni syntyma szuletesi dogum".split()
)
_KINDS = {
    word: entity
    for entity, words in (
        (Entity.COUNTRY, "country nation land pais pays paese kraj"),
        (Entity.STATE, "state province provincia bundesland provincie"),
        (Entity.COUNTY, "county departement kreis landkreis district"),
        (Entity.HOSPITAL, "hospital facility clinic klinik krankenhaus maternity"),
        (
            Entity.CITY,
            "place location city town village municipality locality parish ort stadt lugar ciudad lieu ville "
            "commune luogo comune citta local cidade municipio plaats gemeente stad sted plats kommune miejsce misto "
            "paikka hely yeri",
        ),
    )
    for word in words.split()
}
# Words that say it alone: Portuguese and Spanish, an abbreviation, Danish.
_WHOLE = frozenset({"pob", "naturalidade", "naturalidad", "fodested", "fodeby"})


def birth_place(words: Sequence[str]) -> Entity | None:
    """What kind of place the words of a key name as that of a birth; None if they do not.

    A place of no kind is a town: what a profile keeps of states and countries must be told by its name.
    """
    if not _WHOLE.isdisjoint(words):
        return Entity.CITY
    is_birth, kinds = False, []
    for word in words:
        birth = next((b for b in _BIRTHS if word.startswith(b) or word.endswith(b)), None)
        is_birth = is_birth or birth is not None
        rest = word.removeprefix(birth).removesuffix(birth).removesuffix("of") if birth else word
        if rest in _KINDS:
            kinds.append(_KINDS[rest])
    if not is_birth or not kinds:
        return None
    return next((kind for kind in kinds if kind is not Entity.CITY), Entity.CITY)
