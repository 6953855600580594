"""Join addresses of mail and web as they are spoken: "john dot smith at gmail dot com", "w w w dot"."""

from __future__ import annotations

from collections.abc import Sequence

from redactor.detect.spoken.units import Gap, Kind, Unit, word_at, words_before
from redactor.detect.spoken.words import SpokenWords

_HOST_WORDS = 3  # words of a host that is spoken without dots: "saint lukes dot edu"
_MAIL_CUE = 8  # words between "email" and an address
_MAILBOX_WORDS = 3  # words of a mailbox that is spoken without dots, where a cue announces it


def write_links(units: list[Unit], words: SpokenWords) -> None:
    """Join the parts of addresses, in place."""
    done = 0
    for i, unit in enumerate(units):
        written = unit.gap is Gap.DOT and unit.word in words.top_domains
        if i <= done or not (written or (_is_dot(units, i, words) and _is_top_domain(units, i + 1, words))):
            continue
        start = _host_start(units, i, words, done)
        if start == i:
            continue
        end = _end_of_address(units, i + 1 if written else i + 2, words)
        mailbox, at = _mailbox(units, start, words, done)
        if at >= 0:
            _connect(units[at], "@")
            for k in range(at + 1, start):
                _connect(units[k], "")
            start = mailbox
        for k in range(start, end):
            _write_part(units, k, start, words)
        done = end
    _join_underscores(units, words)


def _join_underscores(units: Sequence[Unit], words: SpokenWords) -> None:
    """Join the units beside an underscore, in place: nothing but names of users and files has one."""
    for k, unit in enumerate(units[1:-1], 1):
        following = units[k + 1]
        beside = unit.gap is not Gap.WIDE and following.gap is not Gap.WIDE
        if beside and unit.kind is Kind.WORD and words.links.get(unit.word) == "_" and not unit.changed:
            _connect(unit, "_")
            following.glued = following.changed = True


def _is_dot(units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    return word_at(units, i) == words.dot and units[i].gap is not Gap.WIDE


def _is_top_domain(units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    return word_at(units, i) in words.top_domains and units[i].gap in (Gap.SPACE, Gap.COMMA)


def _is_link(units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    return word_at(units, i) in words.links or (i < len(units) and units[i].kind is Kind.SIGN)


def _is_number_or_letters(units: Sequence[Unit], i: int) -> bool:
    return units[i].kind in (Kind.NUMBER, Kind.LETTERS)


def _belongs_to_unit_before(units: Sequence[Unit], i: int) -> bool:
    """Return whether a unit and the unit before belong together without a link: "smith forty two"."""
    return units[i].gap is Gap.SPACE and (_is_number_or_letters(units, i) or _is_number_or_letters(units, i - 1))


def _may_be_part(unit: Unit, words: SpokenWords) -> bool:
    """Return whether a unit may be a part of an address that no link announces: not "at", "is", "it's"."""
    return unit.word != words.at and unit.word not in words.no_mailbox and "'" not in unit.word


def _chain_start(units: Sequence[Unit], i: int, words: SpokenWords, floor: int) -> int:
    """Return where the chain of parts that ends with units[i] begins; links, numbers and letters join parts."""
    while i - 1 >= floor and units[i].gap is not Gap.WIDE:
        if units[i].gap is Gap.DOT:
            i -= 1
        elif _is_link(units, i - 1, words) and i - 2 >= floor and units[i - 1].gap is not Gap.WIDE:
            i -= 2
        elif _belongs_to_unit_before(units, i) and _may_be_part(units[i - 1], words):
            i -= 1
        else:
            break
    return i


def _host_start(units: Sequence[Unit], i: int, words: SpokenWords, floor: int) -> int:
    """Return where the host before the dot at units[i] begins; i if there is no host."""
    if i - 1 < floor or word_at(units, i - 1) == words.at:
        return i
    start = _chain_start(units, i - 1, words, floor)
    if word_at(units, start) == words.web:
        return start
    mail = any(word in words.mail_cues for word in words_before(units, start, _MAIL_CUE))
    # Words without links between them, back to "at" or "www dot".
    for k in range(start, max(floor, start - _HOST_WORDS), -1):
        if units[k].gap is Gap.DOT and word_at(units, k - 1) == words.web:
            return k - 1
        if units[k].gap is not Gap.SPACE or (word_at(units, k) in words.no_mailbox and not mail):
            break
        if words.at in (
            word_at(units, k - 1),
            word_at(units, k - 2) if word_at(units, k - 1) in words.at_signs else "",
        ):
            return k
        if word_at(units, k - 1) == words.dot and k - 2 >= floor and word_at(units, k - 2) == words.web:
            return k - 2
    return start


def _mailbox(units: Sequence[Unit], host: int, words: SpokenWords, floor: int) -> tuple[int, int]:
    """Return where the mailbox before a host begins, and the index of its "at"; -1 if there is none."""
    at = host - 1
    if word_at(units, at) in words.at_signs:
        at -= 1
    if at - 1 < floor or word_at(units, at) != words.at or units[at].gap is Gap.WIDE:
        return host, -1
    if word_at(units, at - 1) in words.no_mailbox:
        return host, -1
    start = _chain_start(units, at - 1, words, floor)
    if not any(word in words.mail_cues for word in words_before(units, start, _MAIL_CUE)):
        return start, at
    for _ in range(_MAILBOX_WORDS - 1):
        before = word_at(units, start - 1)
        if start - 1 < floor or units[start].gap is not Gap.SPACE or before in words.mail_cues:
            break
        if before in words.no_mailbox or before in (words.at, words.of, words.the, words.and_, "to", "address"):
            break
        start -= 1
    return start, at


def _end_of_address(units: Sequence[Unit], i: int, words: SpokenWords) -> int:
    """Return the end of an address from behind its domain on: more domains, a path."""
    while i + 1 < len(units):
        slash = words.signs.get(word_at(units, i)) == "/"
        if not slash and not (_is_dot(units, i, words) and _is_top_domain(units, i + 1, words)):
            break
        if units[i].gap is Gap.WIDE or units[i + 1].gap is not Gap.SPACE:
            break
        i += 2
    return i


def _connect(unit: Unit, sign: str) -> None:
    unit.text, unit.changed, unit.glued = sign, True, True


def _write_part(units: Sequence[Unit], k: int, start: int, words: SpokenWords) -> None:
    unit = units[k]
    unit.glued = k > start and unit.gap is not Gap.DOT
    if unit.kind is Kind.LETTERS:
        unit.text = unit.text.lower()
    elif unit.kind is Kind.WORD and unit.word in words.links and k > start:
        _connect(unit, words.links[unit.word])
    elif unit.kind is Kind.WORD and words.signs.get(unit.word) == "/":
        _connect(unit, "/")
