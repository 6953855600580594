"""Finds the names of known people inside user names and addresses, whose other words are numbers or inventions.

"jdoe82" of Jane Doe is an initial, a family name and a number; if the people are known, its stand-in follows from
theirs. A run of letters that is nobody's name becomes a HANDLE part.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from redactor.entities import Role
from redactor.lexicon import names as name_lists
from redactor.lexicon.nicknames import root_of, short_forms
from redactor.text import Mention
from relex.generators._shared.numbers import number_pieces
from relex.generators._shared.spelling import base_characters, canonical, is_space_or_punctuation
from relex.identity.clinicians import with_clinician
from relex.identity.people import Context, Person
from relex.parts import Kind, Level, Part, Pieces
from relex.text_forms import folded

_TOKEN = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f'\u2019](?=[^\W\d_]))*[\u0300-\u036f]*|\d+|[\W_]")
_MAX_RUNS = 24  # runs; a text with more is no user name
_MAX_RUN_LENGTH = 64
_MIN_INNER_NAME = 4  # letters of a name that is recognised inside a run
_MIN_PREFIX = 3  # letters of a name that is recognised when cut short

# Generic words: of mailboxes, roles and file types; beside telephone numbers; of web pages and their parameters.
_MAILBOX_WORDS = """
info records medicalrecords frontdesk intake appointments appointment billing help noreply reply no referrals referral
office pharmacy admin hr scheduling schedule nurses nurse contact mail email mailto support team staff doctors doctor
dr patient patients feedback careers svc adm user users at dot com org net edu gov
pdf docx txt rtf html jpg jpeg png gif tif tiff dcm xml csv xls xlsx zip
"""
_TELEPHONE_WORDS = """
a b c d f h m o p t v w x am pm tel telephone fax phone cell mobile home work ext extn extension xtn pager pin beeper
page call ask for to on at or and after before text voice voicemail vm sms desk direct main line number no num toll
free is the emergency office business day night evening clinic nurse nurses front dial press option mailto
"""
_PAGE_WORDS = """
www http https ftp sftp file index html htm php aspx asp jsp pdf docs doc api portal mychart my login id pid mrn token
ref q pt view profile members member in default new results labs forms form about us find providers provider our
locations directions news blog events faq visit video telehealth join survey pay paybill biz status physician shop
secure home authentication fhir urn uuid oid tel search top section en es de fr records appointments billing help
referrals office pharmacy scheduling schedule contact support team staff doctors doctor dr patient patients feedback
careers user users
"""
MAILBOX_WORDS = frozenset(_MAILBOX_WORDS.split())
TELEPHONE_WORDS = frozenset(_TELEPHONE_WORDS.split())
PAGE_WORDS = frozenset(_PAGE_WORDS.split())


@dataclass(frozen=True, slots=True)
class _KnownNames:
    """Holds the canonical names of some people; `roots` maps given names and short forms to the full names."""

    people: tuple[Person, ...]
    roots: Mapping[str, str]
    families: frozenset[str]


@lru_cache(maxsize=4_096)
def _known_names(people: tuple[Person, ...]) -> _KnownNames:
    """Map given names and their short forms to root names, and collect the family names."""
    roots: dict[str, str] = {}
    given = {g for p in people for g in p.given if len(g) > 1}
    for name in sorted(given):
        root = root_of(name)
        roots[name] = name if root != name and root in given else root
    for root in sorted(set(roots.values())):
        for short in short_forms(root):
            roots.setdefault(short, root)
    return _KnownNames(people, roots, frozenset(f for p in people for f in p.family if len(f) > 1))


class NameReader:
    """Reads runs of letters against the names of known people."""

    __slots__ = ("_known", "_met_household", "_met_site", "_site", "_treating")

    def __init__(self, context: Context) -> None:
        self._known = _known_names((*context.household, *context.record))
        self._site = context.site
        treating = {n for p in context.record if p.role is Role.CLINICIAN for n in (*p.given, *p.family)}
        self._treating = treating - {n for p in context.household for n in (*p.given, *p.family)}
        # Whether the text named somebody of the household or the note, and somebody who belongs only to the site.
        self._met_household = self._met_site = False

    def level(self) -> Level | None:
        """Return the site's level if all people named so far belong only to the site, else None."""
        return Level.SITE if self._met_site and not self._met_household else None

    def read(self, text: str, silent: frozenset[str] = MAILBOX_WORDS) -> Iterator[str | Part]:
        """Yield the pieces of a text: separators and the words in `silent` stay; names, numbers and handles
        are parts.
        """
        tokens = _TOKEN.findall(text) if len(text) <= _MAX_RUN_LENGTH * 4 else []
        runs = [t for t in tokens if base_characters(t[0])]
        if "".join(tokens) != text or len(runs) > _MAX_RUNS or any(len(run) > _MAX_RUN_LENGTH for run in runs):
            yield from number_pieces(text)
            return
        found = {run: self._split_run(run) for run in runs if base_characters(run[0])[:1].isalpha()}
        kinds = {kind for names in found.values() for _, kind, _, _ in names or ()}
        for token in tokens:
            if token not in found:
                yield from _without_names(token)
            elif found[token] is None and token.lower() in silent:
                yield token
            elif (names := found[token]) is not None:
                at = 0
                for size, kind, key, subkind in names:
                    yield Part(kind, key, token[at : at + size], subkind)
                    at += size
            elif len(token) == 1 and token.isalpha() and kinds & {Kind.GIVEN, Kind.FAMILY}:
                side = "" if Kind.FAMILY in kinds else "family"
                yield Part(Kind.LETTER, name_lists.canonical(token) or token, token, side)
            else:
                yield _handle_part(token)

    # -- names within a run

    def _kind_of_name(self, key: str) -> tuple[Kind, str] | None:
        """Return kind and canonical form of a word that is a known person's name, or None."""
        known = self._known
        if key in known.families:
            self._record_met(key)
            return Kind.FAMILY, key
        if key in known.roots:
            self._record_met(key)
            return Kind.GIVEN, known.roots[key]
        people = self._site.get(key, ())
        if len(key) > 1 and people:
            self._met_site = True
            family = any(key in p.family for p in people)
            return (Kind.FAMILY, key) if family else (Kind.GIVEN, root_of(key))
        return None

    def _record_met(self, key: str) -> None:
        """Remember that a treating clinician (of the site), or somebody else (of the household), was named."""
        if key in self._treating:
            self._met_site = True
        else:
            self._met_household = True

    def _split_run(self, run: str) -> list[tuple[int, Kind, str, str]] | None:
        """Return (length, kind, canonical form, subkind) of the names that make up a run, or None if it
        contains none.
        """
        key = name_lists.canonical(run)
        if len(key) < 2:
            return None
        if whole := self._kind_of_name(key):
            return [(len(run), *whole, "")]
        if len(key) != len(run):
            return None
        return (
            self._two_names(key)
            or self._name_with_initials(key)
            or self._shortened_names(key)
            or self._name_inside(key)
        )

    def _two_names(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        """Split a run into two known names, or return None."""
        before = self._met_household, self._met_site
        for at in range(2, len(key) - 1):
            first = self._kind_of_name(key[:at])
            second = self._kind_of_name(key[at:]) if first else None
            if first and second:
                return [(at, *first, ""), (len(key) - at, *second, "")]
            self._met_household, self._met_site = before
        return None

    def _name_with_initials(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        """Split one or two initials before a family name, or one behind a name."""
        for lead in (1, 2):
            if len(key) - lead >= 2 and (name := self._kind_of_name(key[lead:])):
                side = "" if name[0] is Kind.FAMILY else "family"
                return [*((1, Kind.LETTER, c, side) for c in key[:lead]), (len(key) - lead, *name, "")]
        if len(key) > 2 and (name := self._kind_of_name(key[:-1])):
            return [(len(key) - 1, *name, ""), (1, Kind.LETTER, key[-1], "" if name[0] is Kind.FAMILY else "family")]
        return None

    def _shortened_names(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        """Split the beginnings of a person's two names ("smitjoh"), or of the family name."""
        for person in self._known.people:
            for family in person.family:
                if len(key) >= _MIN_INNER_NAME and family.startswith(key):
                    self._met_household = True
                    return [(len(key), Kind.FAMILY, family, "")]
                for given in person.given:
                    if parts := _name_beginnings(key, given, family, self._known.roots.get(given, given)):
                        self._met_household = True
                        return parts
        return None

    def _name_inside(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        """Split a run around a known name inside it, or return None."""
        names = {*self._known.families, *self._known.roots}
        contained = [name for name in names if len(name) >= _MIN_INNER_NAME and name in key]
        if not contained:
            return None
        name = min(contained, key=lambda n: (-len(n), n))
        kind = self._kind_of_name(name)
        at = key.index(name)
        out: list[tuple[int, Kind, str, str]] = []
        for text in (key[:at], name, key[at + len(name) :]):
            if text == name and kind:
                out.append((len(name), *kind, ""))
            elif text:
                out.extend(self._split_run(text) or [(len(text), Kind.HANDLE, text, "")])
        return out


def _name_beginnings(key: str, given: str, family: str, root: str) -> list[tuple[int, Kind, str, str]] | None:
    """Split a run into the beginnings of a given and a family name, or return None."""
    for at in range(1, len(key)):
        first, last = key[:at], key[at:]
        if len(last) >= _MIN_PREFIX and given.startswith(first) and family.startswith(last):
            return [_given_beginning(first, root), (len(last), Kind.FAMILY, family, "")]
        if len(first) >= _MIN_PREFIX and family.startswith(first) and given.startswith(last):
            return [(len(first), Kind.FAMILY, family, ""), _given_beginning(last, root)]
    return None


def _given_beginning(text: str, root: str) -> tuple[int, Kind, str, str]:
    return (1, Kind.LETTER, text, "") if len(text) == 1 else (len(text), Kind.GIVEN, root, "")


def _without_names(token: str) -> Iterator[str | Part]:
    """Yield the pieces of a token that names nobody."""
    if not base_characters(token[0]) and is_space_or_punctuation(token):
        yield token
    elif base_characters(token[0])[:1].isdigit():
        yield from number_pieces(token)
    else:
        yield _handle_part(token)


def _handle_part(token: str) -> Part:
    return Part(Kind.HANDLE, canonical(token).lower() or folded(token) or unicodedata.normalize("NFKC", token), token)


_MAX_LENGTH = 1_024  # characters; a longer value is one opaque part


def contact_pieces(
    mention: Mention, context: Context, read: Callable[[str, NameReader], Iterator[str | Part]]
) -> Pieces:
    """Return the pieces that `read` finds, with at least one part wherever the value has anything to replace.

    The level is the site's where every person whom the value names belongs only to the site.
    """
    value, reader = mention.value, NameReader(context)
    items = tuple(number_pieces(value) if len(value) > _MAX_LENGTH else read(value, reader))
    has_characters = bool(canonical(value))
    if has_characters and not any(isinstance(item, Part) for item in items):
        items = tuple(number_pieces(value))
    elif not has_characters and not all(map(is_space_or_punctuation, value)):
        items = (Part(Kind.HANDLE, unicodedata.normalize("NFKC", value), value),)
    level = reader.level()
    return Pieces(with_clinician(items, context) if level is Level.SITE else items, level)
