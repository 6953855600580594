"""Link subjects by what they share: an instant, a relative's birth, the order of records, the end of the release.

A link says that the shifts of its members differ by known numbers of days, up to one unknown that is common to all of
them. The unknown is integrated out: each member is told what the others, by all other evidence about them, say about
it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats, Grid, Ints, log_sum
from redactor.evaluate.date_attack.release import Life
from redactor.evaluate.date_attack.stamps import DAY_SECONDS
from redactor.evaluate.date_attack.units import Units

WEEK = 7
_HOLDS = 0.99  # probability that a link which passed its tests holds
_STRAY = 0.001  # probability that a link does not hold for one member
_WEEKS_GONE = 200.0  # mean weeks since subjects who have left care were seen
_IN_CARE = 0.7  # share of the subjects who are still in care
_LONGEST_WEEKS = 700  # weeks before the end of a release, at most, in which a subject was seen last


@dataclass(frozen=True, slots=True)
class Link:
    """A link between subjects.

    members: the subjects, each once. days: the released day by which each of them shows one true day. share: the
    probability that the link holds. near: the true days lie within so many weeks of each other. before: the true days
    instead lie before a common day, by gaps with one of these means in weeks.
    """

    members: Ints
    days: Ints
    share: float
    near: int = 0
    before: tuple[float, ...] = ()

    def kernels(self) -> list[Floats]:
        """Return hypotheses: each is the probability of a true day by its weeks before the common day."""
        if not self.before:
            return [np.full(2 * self.near + 1, 1 / (2 * self.near + 1))]
        weeks = np.arange(_LONGEST_WEEKS)
        falling = [np.exp(-weeks / mean) for mean in (*self.before, _WEEKS_GONE)]
        # The humps: a subject who is seen at fixed intervals has on average seen half of the present one go by.
        humps = [(weeks + 1) * np.exp(-2 * weeks / mean) for mean in self.before]
        *seen, gone = [gap / gap.sum() for gap in (*humps, *falling)]
        return [_IN_CARE * gap + (1 - _IN_CARE) * gone for gap in seen]


class LinkEvidence:
    """This evidence scores links between subjects."""

    def __init__(self, grid: Grid, links: Sequence[Link]) -> None:
        self._grid = grid
        self._links = links

    def score(self, others: Floats) -> Floats:
        """Return log likelihoods (subjects, candidates). others: the log belief without these links."""
        belief = np.exp(others)
        total = np.zeros(self._grid.shape)
        for link in self._links:
            for subject, row in zip(link.members, self._messages(link, belief), strict=True):
                total[subject] += row
        return total

    def _messages(self, link: Link, belief: Floats) -> Floats:
        """Return for each member the log likelihood of its candidates by what the others say."""
        grid = self._grid
        # The true days of the members by candidate, as weeks after the earliest of them.
        days = link.days[:, None] - grid.base[link.members][:, None] - grid.offsets[None, :]
        weeks = (days - days.min()) // WEEK
        own_belief = np.zeros((len(link.members), int(weeks.max()) + 1))
        np.add.at(own_belief, (np.arange(len(own_belief))[:, None], weeks), belief[link.members])
        messages, odds = zip(
            *(_messages_of_kernel(own_belief, weeks, kernel) for kernel in link.kernels()), strict=True
        )
        shares = np.exp(np.array(odds) - max(odds))
        mixed = np.tensordot(shares / shares.sum(), np.array(messages), 1)
        rows: Floats = np.log(link.share * mixed / mixed.mean(axis=1, keepdims=True) + 1 - link.share)
        return rows


def _messages_of_kernel(own: Floats, weeks: Ints, kernel: Floats) -> tuple[Floats, float]:
    """Return what each member is told about its candidates (members, candidates), and the log evidence of the kernel.

    own: (members, weeks), the belief of each member about its true day. weeks: (members, candidates), the weeks of its
    candidates.
    """
    # The common day lies later than that of each member by the kernel; full convolutions keep both ends.
    wide = np.array([np.convolve(row, kernel) for row in own])
    span = wide.shape[1]
    said = np.log((1 - _STRAY) * wide + _STRAY / span)
    together = said.sum(axis=0)
    rows = []
    for i in range(len(own)):
        others = np.exp(together - said[i] - (together - said[i]).max())
        others = np.convolve(others / others.sum(), kernel[::-1], "valid")
        rows.append((1 - _STRAY) * others[weeks[i]] + _STRAY / span)
    return np.array(rows), float(log_sum(together, 0))


# --- shared instants and births ---------------------------------------------------------------------------------------

_PRIOR_OF_ONE_EVENT = 1e-3  # prior probability that an instant which several subjects show in one element is one event
_SLOTS_AN_HOUR = 12  # times of an hour at which appointments begin
_SURE_LINK = 0.95  # links below this probability are dropped, since one false link would join two groups


def shared_event_links(lives: Sequence[Life], units: Units, grid: Grid) -> list[Link]:
    """Return a link for each group of subjects that shared instants and births join, directly or through others."""
    pairs = [*_shared_instants(lives, units, grid), *_shared_births(lives, units, grid)]
    pairs.sort(key=lambda found: -found[0])
    groups = _LinkedGroups(len(units))
    for _, days in pairs:
        first, *others = sorted(days)
        for other in others:
            groups.join(first, other, days[other] - days[first])
    width = int(grid.offsets.max() - grid.offsets.min())
    links = []
    for apart in groups.all():
        members = np.array(sorted(apart), dtype=np.int64)
        moved = np.array([apart[m] for m in members], dtype=np.int64)
        if np.ptp(moved) <= width:
            links.append(Link(members, moved + grid.base[members], _HOLDS))
    return links


class _LinkedGroups:
    """Groups of joined subjects, with the days by which each subject lies apart from the root of its group."""

    def __init__(self, subjects: int) -> None:
        self._root = list(range(subjects))
        self._apart = [0] * subjects
        self._members = [[i] for i in range(subjects)]

    def join(self, one: int, other: int, days: int) -> None:
        """Join two subjects of which `other` lies `days` later than `one`. A join that contradicts earlier joins is
        ignored.
        """
        a, b = self._root[one], self._root[other]
        if a == b:
            return
        moved = self._apart[one] + days - self._apart[other]
        for member in self._members[b]:
            self._root[member] = a
            self._apart[member] += moved
        self._members[a] += self._members[b]
        self._members[b] = []

    def all(self) -> Iterable[dict[int, int]]:
        """Yield the days by subject of each group of two or more."""
        return ({m: self._apart[m] for m in members} for members in self._members if len(members) > 1)


def _shared_instants(lives: Sequence[Life], units: Units, grid: Grid) -> Iterable[tuple[float, dict[int, int]]]:
    """Yield (log odds, day of each subject) of instants of one element at the same time of the same weekday.

    Shifts of whole weeks keep both. Whether it is one event or chance is judged by how many instants of that element
    could have met by chance.
    """
    found: dict[str, dict[float, dict[int, set[tuple[int, int]]]]]
    found = defaultdict(lambda: defaultdict(lambda: defaultdict(set)))
    for subject, life in enumerate(lives):
        for entry in life.entries:
            for stamp in entry.stamps:
                if stamp.precision == 4:
                    base = int(grid.base[units.of(subject, stamp.day)])
                    at = found[stamp.path][round(stamp.moment % (WEEK * DAY_SECONDS), 3)]
                    at[subject].add((int(stamp.moment // DAY_SECONDS) - base, stamp.day))
    for moments in found.values():
        hours: dict[int, int] = defaultdict(int)
        for moment, subjects in moments.items():
            hours[int(moment // 3600)] += sum(map(len, subjects.values()))
        values = sum(hours.values())
        regular = _subjects_with_fixed_second(moments)
        span = _span_in_weeks([day for subjects in moments.values() for days in subjects.values() for day, _ in days])
        for moment, subjects in moments.items():
            if len(subjects) > 1:
                granules = _SLOTS_AN_HOUR if regular & subjects.keys() else _moments_an_hour(moment)
                chance = hours[int(moment // 3600)] / granules / len(lives)
                again = sum(map(len, subjects.values())) / len(subjects) - 1
                odds, days = _odds_of_one_event(subjects, max(chance, again), min(span, values), grid)
                if odds > np.log(_SURE_LINK / (1 - _SURE_LINK)):
                    yield odds, {units.of(subject, shown): day for subject, (day, shown) in days.items()}


def _subjects_with_fixed_second(moments: Mapping[float, Mapping[int, object]]) -> set[int]:
    """Return the subjects most of whose instants have one second of the minute.

    Such a second comes from a clock that was moved by a constant, which two subjects may have in common, and from no
    reading of a clock.
    """
    seconds: dict[int, Counter[float]] = defaultdict(Counter)
    for moment, subjects in moments.items():
        for subject in subjects:
            seconds[subject][moment % 60] += 1
    return {
        subject for subject, found in seconds.items() if found.total() > 4 and max(found.values()) > found.total() / 2
    }


def _span_in_weeks(days: list[int]) -> int:
    """Return the weeks over which an element's days are spread."""
    found = sorted(days)
    cut = len(found) // 20
    return max(1, (found[-1 - cut] - found[cut]) // WEEK)


def _moments_an_hour(moment: float) -> int:
    """Return how many such times an hour has: 3,600 if seconds are written, 60 or 12 if they are round."""
    if moment % 60:
        return 3600
    return 60 if moment % 300 else _SLOTS_AN_HOUR


def _odds_of_one_event(
    subjects: dict[int, set[tuple[int, int]]], chance: float, span: int, grid: Grid
) -> tuple[float, dict[int, tuple[int, int]]]:
    """Return the log odds that the subjects show one event, and the day of each: (as compared, as released).

    chance: how many of a subject's instants meet this time by chance.
    """
    # A subject that shows the time twice counts with the day that lies nearest to those of the others.
    middle = int(np.median([day for days in subjects.values() for day, _ in days]))
    days = {m: min(found, key=lambda day: (abs(day[0] - middle), day)) for m, found in subjects.items()}
    width = int(grid.offsets.max() - grid.offsets.min())
    if max(days.values())[0] - min(days.values())[0] > width:
        return -np.inf, days
    # Each further member meets by one of the shifts, or by chance anywhere in the span.
    gain = np.log(span / (width // WEEK + 1)) - np.log(min(1.0, chance))
    return float(np.log(_PRIOR_OF_ONE_EVENT) + (len(days) - 1) * gain), days


def _shared_births(lives: Sequence[Life], units: Units, grid: Grid) -> Iterable[tuple[float, dict[int, int]]]:
    """Yield people whom the records of several subjects name with a birth date, which each record's shift moved."""
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for subject, life in enumerate(lives):
        for name, day in life.kin:
            unit = units.of(subject, day)
            found[name].setdefault(unit, day - int(grid.base[unit]))
    width = int(grid.offsets.max() - grid.offsets.min())
    for days in found.values():
        first = next(iter(days.values()))
        apart = [day - first for day in days.values()]
        if len(days) > 1 and not any(day % WEEK for day in apart) and max(apart) - min(apart) <= width:
            yield 4.0, days


# --- order of records -------------------------------------------------------------------------------------------------

_SORTED_SHARE = 0.97  # share of a subject's neighbouring records in order of time from which a file counts as sorted
_CHANGES_A_SUBJECT = 2.0  # changes of subject for each subject from which a file counts as interleaved
_FIT_ROUNDS = 30


def file_order_links(lives: Sequence[Life], units: Units, grid: Grid) -> list[Link]:
    """Return a link of all subjects for each file whose records stand in the order of their true days.

    If the records of many subjects alternate, and each subject's own ascend (or descend), the file is sorted by time.
    The true day is then a rising curve of the place in the file. Curve and shifts are fitted in turns, which leaves one
    unknown for all.
    """
    rows: dict[tuple[int, str], list[tuple[int, int, int]]] = defaultdict(list)
    for subject, life in enumerate(lives):
        for entry in life.entries:
            if entry.day is not None:
                unit = units.of(subject, entry.day)
                rows[entry.at[0], entry.kind].append((entry.at[1], unit, entry.day - int(grid.base[unit])))
    links = []
    for found in rows.values():
        table = np.array(sorted(found), dtype=np.int64)
        link = _fit_file_order(table[:, 1], table[:, 2], grid)
        if link is not None:
            links.append(link)
    return links


def _fit_file_order(subjects: Ints, days: Ints, grid: Grid) -> Link | None:
    changes = int((subjects[1:] != subjects[:-1]).sum())
    members, index = np.unique(subjects, return_inverse=True)
    if len(members) < 3 or changes < _CHANGES_A_SUBJECT * len(members):
        return None
    by_subject = np.argsort(subjects, kind="stable")
    same = subjects[by_subject][1:] == subjects[by_subject][:-1]
    steps = np.diff(days[by_subject])[same]
    if not len(steps) or max((steps >= 0).mean(), (steps <= 0).mean()) < _SORTED_SHARE:
        return None
    shifts = np.zeros(len(members))
    counts = np.bincount(index)
    width = max(3, len(days) // 200)
    kernel = np.ones(2 * width + 1)
    weight = np.convolve(np.ones(len(days)), kernel, "same")
    for _ in range(_FIT_ROUNDS):
        curve = np.convolve(days - shifts[index], kernel, "same") / weight
        moved = np.bincount(index, days - curve) / counts
        shifts = moved - moved.mean()
    spread = float(np.median(np.abs(days - shifts[index] - curve))) * 1.5 / np.sqrt(np.median(counts))
    weeks = np.rint(shifts / WEEK).astype(np.int64) * WEEK
    near = max(1, int(np.ceil(spread / WEEK)))
    return Link(members, weeks + grid.base[members], _HOLDS, near)


# --- the end of the release -------------------------------------------------------------------------------------------

# Means to choose from, in weeks between a subject's last day and the end of a release.
_GAP_MEANS = (
    8.0,
    16.0,
    32.0,
    64.0,
)


def release_end_links(lives: Sequence[Life], units: Units) -> list[Link]:
    """Return a link of all subjects: no true day lies after the end of the release, and most last days lie near it."""
    days = {}
    for subject, life in enumerate(lives):
        seen = [e.day for e in life.entries if e.day is not None and e.kind in _KINDS_OF_EVENTS]
        if seen:
            days[units.of(subject, max(seen))] = max(seen)
    if len(days) < 2:
        return []
    members = np.array(sorted(days), dtype=np.int64)
    return [Link(members, np.array([days[m] for m in members]), 0.8, before=_GAP_MEANS)]


_KINDS_OF_EVENTS = frozenset({
    "Encounter", "Observation", "Procedure", "DiagnosticReport", "Immunization", "DocumentReference", "Condition",
    "row",
})  # fmt: skip
