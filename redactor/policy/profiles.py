"""Read profiles, the documents that map each entity to an action.

A profile is a JSON document: {"profile", "version", "description", "claim", "tags": "entity" | "redactor", "default",
"standins": "consistent" | "markov", "keep_structure": false, "dates": {"level": ...}, "release_voice": {"by", "basis"},
"voice": "resynthesise", "approvers": 1 | 2, "actions": {entity: action}, "paths": {path of a field: action},
"tag_texts": {entity: text}}.
`redactor.policy.date_levels` describes the levels of dates, `redactor.policy.tag_texts` the texts of tags, and
`schemas.engine.path_actions` which fields a path may name. The actions are:

tag         `[PERSON]`; a typed field cannot hold a tag, so that the record engine omits the field
hash        a keyed token, the same for the same value and recipient
surrogate   a realistic stand-in (`relex`); the tag replacer writes the tag
shift       dates move as the level of dates says; any other value becomes a tag
generalize  dates keep their year, ages over 89 become "90+", US ZIP codes three digits; any other value becomes a tag
keep        the value as written, date-times in UTC

Dates without a single subject are generalised under every profile that does not tag them. Impossible and unreadable
dates become tags. Ages over 89 are judged at `as_of`, never by the clock; without `as_of`, birth dates become tags.

A voice is an identifier (45 CFR 164.514(b)(2)(i)(P), "voice prints"), and muted words leave the voice in. Sound leaves
only under a profile with `release_voice`, which states who answers for that and on what basis. Under a profile with
`voice` an engine speaks the redacted transcript, and no sound of the recording leaves. No shipped profile has either.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from redactor.entities import DATES, DEMOGRAPHICS, PLACES, Entity
from redactor.errors import ProfileError
from redactor.policy.date_levels import DateLevel, DatePolicy, read_date_policy
from redactor.policy.tag_texts import entity_named, read_tag_texts
from redactor.text import Action

SHIPPED = Path(__file__).parent / "shipped"
_FIELDS = {"profile", "version", "description", "claim", "tags", "default", "standins", "dates", "release_voice"}
_FIELDS |= {"actions", "keep_structure", "tag_texts", "paths", "voice", "approvers"}
_PATH = re.compile(r"\w+(?:\.\w+)+")
_PATH_ACTIONS = (Action.TAG, Action.HASH, Action.GENERALIZE, Action.KEEP)  # a stand-in or a shift goes by the entity
_KEPT_BY_FORM = PLACES | DATES | DEMOGRAPHICS | {Entity.AGE}  # other checks decide whether one of these stays
_LONGEST_REASON = 500  # characters of each field of release_voice; the manifest repeats them


@dataclass(frozen=True, slots=True)
class ReleaseVoice:
    """The decision that sound may leave with the voices in it: by whom, and on what basis."""

    by: str
    basis: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile names the action for each entity.

    digest: the SHA-256 (hex) of the document's canonical JSON, to which approvals are bound. release_voice: without it
    no sound leaves. keep_structure: whether stand-ins of clinicians keep the number of names, hyphens, particles and
    degrees; otherwise they have one given name, one family name and the class of the role. tag_texts: the texts of tags
    that differ from the entity's name in brackets. paths: the actions of single fields of records. resynthesises: an
    engine speaks the redacted transcript in place of the sound. approvers: how many people have to approve the profile,
    and the schemas under which records are released with it, unless the settings ask for more.

    Example:

        profile = load_profile("hips")
        profile.action(Entity.PERSON)   # Action.SURROGATE
    """

    name: str
    version: str
    claim: str
    tags: Literal["entity", "redactor"]
    default: Action
    actions: tuple[tuple[Entity, Action], ...]
    digest: str
    standins: Literal["consistent", "markov"] = "consistent"
    dates: DatePolicy = DatePolicy(DateLevel.YEARS)  # noqa: RUF009 (frozen)
    release_voice: ReleaseVoice | None = None
    keep_structure: bool = False
    tag_texts: tuple[tuple[Entity, str], ...] = ()
    paths: tuple[tuple[str, Action], ...] = ()
    resynthesises: bool = False
    approvers: int = 1

    @property
    def simplifies_names(self) -> bool:
        """Tell whether clinicians get stand-ins of one given and one family name."""
        return not self.keep_structure and self.action(Entity.DOCTOR) is Action.SURROGATE

    @property
    def held_entities(self) -> frozenset[Entity]:
        """The entities that leave as they are unless a value is known of a patient or a relative: clinicians' names,
        numbers, contacts, streets and organisations.
        """
        return frozenset(e for e in Entity if e not in _KEPT_BY_FORM and self.action(e) is Action.KEEP)

    @property
    def keeps_paths(self) -> bool:
        """Tell whether any field leaves as it is by its path."""
        return any(action is Action.KEEP for _, action in self.paths)

    @property
    def shifts_dates(self) -> bool:
        """Tell whether any date leaves shifted; under `surrogate` dates are shifted, too."""
        return any(self.action(e) in (Action.SHIFT, Action.SURROGATE) for e in DATES)

    def action(self, entity: Entity) -> Action:
        """Return the action for an entity."""
        return dict(self.actions).get(entity, self.default)


def profile_digest(document: dict[str, Any]) -> str:
    """Return the SHA-256 (hex) of the document with sorted keys and no white space."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def parse_profile(document: dict[str, Any]) -> Profile:
    """Check a document and return its profile. Raises ProfileError that names the wrong field."""
    unknown = set(document) - _FIELDS
    if unknown:
        raise ProfileError(f"unknown field {sorted(unknown)[0]!r}; see docs/guide/policies.md")
    try:
        name, version = str(document["profile"]), str(document["version"])
        if not all(text.strip() and text.isprintable() for text in (name, version)):
            raise ValueError("profile and version must each be one line of text, which the manifest repeats")
        default = _action("default", document["default"])
        tags = document.get("tags", "entity")
        if tags not in ("entity", "redactor"):
            raise ValueError("tags must be entity or redactor")
        standins = document.get("standins", "consistent")
        if standins not in ("consistent", "markov"):
            raise ValueError("standins must be consistent or markov")
        keep_structure = document.get("keep_structure", False)
        if type(keep_structure) is not bool:
            raise ValueError("keep_structure must be true or false")
        approvers = document.get("approvers", 1)
        if type(approvers) is not int or approvers not in (1, 2):
            raise ValueError("approvers must be 1 or 2, the number of people who have to approve")
        if default is Action.KEEP:
            raise ValueError("the default may not be keep: an entity without an action would pass")
        actions = {entity_named(k, "actions"): _action(k, v) for k, v in document.get("actions", {}).items()}
        if Action.KEEP in (actions.get(Entity.PERSON), actions.get(Entity.PATIENT)):
            raise ValueError("PERSON and PATIENT may not be keep: they are patients and relatives; keep DOCTOR alone")
        policy, date_actions = read_date_policy(document.get("dates"), actions)
        pairs = tuple((date_actions | actions).items())
        voice = _checked_release_voice(document["release_voice"]) if "release_voice" in document else None
        if document.get("voice", "resynthesise") != "resynthesise":
            raise ValueError('voice must be "resynthesise"; leave it out to release transcripts without speech')
        if "voice" in document and voice is not None:
            raise ValueError("voice and release_voice exclude each other: the sound is replaced, or it leaves")
        paths = _checked_paths(document.get("paths", {}))
        texts = tuple(read_tag_texts(document["tag_texts"]).items()) if "tag_texts" in document else ()
    except KeyError as e:
        raise ProfileError(f"the field {e} is missing") from None
    except (ValueError, AttributeError, TypeError) as e:
        raise ProfileError(str(e)) from None
    claim = str(document.get("claim", "-"))
    return Profile(
        name, version, claim, tags, default, pairs, profile_digest(document), standins, policy, voice, keep_structure,
        texts, paths, "voice" in document, approvers,
    )  # fmt: skip


def _action(name: str, given: object) -> Action:
    if given not in [*Action]:
        raise ValueError(f"the action of {name} is {str(given)[:20]!r}, and must be one of {', '.join(Action)}")
    return Action(str(given))


def _checked_paths(given: object) -> tuple[tuple[str, Action], ...]:
    """Check the form of the field "paths"; schemas tell whether a field exists. Raises ValueError or TypeError."""
    if not isinstance(given, dict):
        raise TypeError('paths must be an object such as {"Patient.address.city": "keep"}')
    for path, action in given.items():
        if not _PATH.fullmatch(path):
            raise ValueError("paths must name fields such as Patient.address.city: a type, and keys with dots between")
        if action not in _PATH_ACTIONS:
            raise ValueError(f"paths.{path} must be one of {', '.join(_PATH_ACTIONS)}")
    return tuple((path, Action(action)) for path, action in given.items())


def _checked_release_voice(given: object) -> ReleaseVoice:
    """Check the field. Raises ValueError: false, null and an empty name never count as a decision."""
    if not isinstance(given, dict) or set(given) != {"by", "basis"}:
        raise ValueError('release_voice must be {"by": who decided, "basis": why}; leave it out to keep sound in')
    for key, text in given.items():
        if not isinstance(text, str) or len(text) > _LONGEST_REASON or not any(map(str.isalnum, text)):
            raise ValueError(f"release_voice.{key} must be a text of 1 to {_LONGEST_REASON} characters")
        if not text.isprintable():
            raise ValueError(f"release_voice.{key} must be one line without control characters")
    return ReleaseVoice(given["by"].strip(), given["basis"].strip())


def load_profile(name: str, dirs: Sequence[Path] = ()) -> Profile:
    """Load a profile by its name, from the user's folders first, then from the shipped ones, or by a path that ends in
    .json.

    Raises ProfileError.
    """
    return parse_profile(read_profile(name, dirs))


def read_profile(name: str, dirs: Sequence[Path] = ()) -> dict[str, Any]:
    """Read the document of a profile that is found as `load_profile` finds it. Raises ProfileError."""
    given = Path(name)
    places = [given] if given.suffix == ".json" else [d / f"{name}.json" for d in (*dirs, SHIPPED)]
    for path in places:
        if path.is_file():
            try:
                document = json.loads(path.read_text("utf-8"), object_pairs_hook=_without_duplicates)
            except (ValueError, RecursionError):
                raise ProfileError(f"the profile {name} is not JSON, or names a key twice") from None
            if not isinstance(document, dict):
                raise ProfileError(f"the profile {name} is not a JSON object")
            return document
    shipped = ", ".join(sorted(p.stem for p in SHIPPED.glob("*.json")))
    raise ProfileError(f"no profile {name}; shipped: {shipped}; your own: a .json file in one of `profile_dirs`")


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate keys")  # the reviewer may have read the other of two actions for an entity
    return found
