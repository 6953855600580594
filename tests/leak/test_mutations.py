"""Mutation tests: removing any invariant makes a proof fail, and all proofs pass without mutations.

Each mutation breaks one thing in the product, in this process only, over a hand-made source. The proofs that hold over
the sample sink must then find the result.
"""

from __future__ import annotations

import copy
import itertools
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import redactor.unicode_fold
from redactor.assemble.runs import build_run
from redactor.dates import Move
from redactor.dates.move import constant_move
from redactor.keys import Keyring
from redactor.policy.date_shift import DateShift
from redactor.policy.tag_replacer import TagReplacer
from redactor.run.runner import run
from redactor.settings import Settings, load_settings
from redactor.unicode_fold import Folded
from schemas.documents import registry
from schemas.documents.compile import compile_document
from schemas.documents.registry import Registry
from schemas.engine import apply
from schemas.engine.references import References
from schemas.engine.walk import Walker
from tests.leak import ages, links, mini, proof, search, times, validity
from tests.leak.reading import Gold, Release

Patch = pytest.MonkeyPatch
# The student could catch what a mutation lets through, which would hide the mutation.
RULES = ("patterns", "known")
DEFAULT = Settings.model_fields["detectors"].default


class Bench:
    """Runs the hand-made source in this process and reports which proofs fail."""

    def __init__(self, root: Path, keyring: Path) -> None:
        self.root, self.keyring = root, keyring
        self.gold: list[Gold] = mini.write(root)
        self._runs = itertools.count()

    def run(self, profile: str, **settings: Any) -> Release:
        place = self.root / f"run-{next(self._runs)}"
        folders = {"home": place / "home", "schema_dirs": (self.root / "schemas",)}
        made = load_settings(profile=profile, keyring=str(self.keyring), **folders, **{"detectors": RULES} | settings)
        release = Release(self.root / "records", place / "out", place / "state", self.keyring)
        run(*build_run(made, release.source, release.out, release.state))
        return release

    def verdict(self, profile: str, **settings: Any) -> set[str]:
        """Names of the proofs that fail after a run."""
        return self.failures(self.run(profile, **settings), profile)

    def failures(self, release: Release, profile: str) -> set[str]:
        """Names of the proofs that fail."""
        wanted = {g.value: g.entity for g in self.gold if g.entity not in search.KEPT[profile]}
        failed = {f"leak of {found.value}" for found in search.leaks(release, self.gold, profile, wanted)}
        if links.broken_references(release.pairs)[0]:
            failed.add("references")
        if ages.surviving_ages(release.pairs, self.gold, release.as_of)[0]:
            failed.add("over 89")
        if validity.invalid(release.resources):
            failed.add("validity")
        if {p.name for p in release.pairs if p.outcome == "withheld"} != {mini.RESTRICTED}:
            failed.add("withheld")
        if profile == "hips":
            shifts, wrong, _ = times.structured_moves(release.pairs)
            if wrong:
                failed.add("dates")
            if times.text_shifts(release.pairs, self.gold, shifts)[0]:
                failed.add("dates in text")
        return failed


@pytest.fixture
def bench(tmp_path: Path, keyring_path: Path) -> Bench:
    return Bench(tmp_path, keyring_path)


@pytest.mark.parametrize("detectors", [RULES, DEFAULT], ids=["rules", "default"])
@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips", "redactor"])
def test_all_proofs_hold_without_mutation(bench: Bench, profile: str, detectors: tuple[str, ...]) -> None:
    release = bench.run(profile, detectors=detectors)
    assert bench.failures(release, profile) == set()
    assert {p.outcome for p in release.pairs} == {"released", "withheld", "quarantined"}
    assert release.manifest["reasons"] == {"schema-not-approved": 1}, "what is restricted is not told"


# -- mutations


def _rule_passes(patch: Patch) -> None:
    """Changes the rule of HumanName.family to passThrough, in a document whose digest still fits.

    Passing values are not compared with the known ones either: the comparison withholds the name by itself.
    """
    patch.setattr(apply, "withhold_known", lambda *_: None)

    def loosened(form: Any, resolver: Callable[[str], Any], digest: str, references: str) -> Any:
        def resolve(file: str) -> Any:
            document = copy.deepcopy(dict(resolver(file)))
            if "HumanName" in document.get("$defs", {}):
                leaf = document["$defs"]["HumanName"]["properties"]["family"]
                document["$defs"]["HumanName"]["properties"]["family"] = {"type": leaf["type"], "rule": "passThrough"}
            return document

        return compile_document(form, resolve, digest)

    patch.setattr(registry, "compile_document", loosened)
    patch.setattr(registry, "_COMPILED", {})


def _no_fold(patch: Patch) -> None:
    """Leaves texts unfolded."""

    def plain(text: str, *, caseless: bool = False) -> Folded:
        return Folded(text.lower() if caseless else text)

    original = redactor.unicode_fold.fold
    for module in list(sys.modules.values()):
        if (
            getattr(module, "__name__", "").startswith(("redactor", "schemas"))
            and getattr(module, "fold", None) is original
        ):
            patch.setattr(module, "fold", plain)


def _no_resolver(patch: Patch) -> None:
    """Passes the detectors' spans to the replacer unresolved, only sorted."""
    patch.setattr("redactor.detect.steps.resolve", lambda text, spans: tuple(sorted(set(spans), key=lambda s: s.start)))


def _no_default_deny(patch: Patch) -> None:
    """Lets a field without a rule through."""
    fields = Walker.fields

    def open_fields(self: Walker, node: Any, data: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        out = fields(self, node, data, *args, **kwargs)
        return out | {k: v for k, v in data.items() if k not in node.children}

    patch.setattr(Walker, "fields", open_fields)


def _references_stay(patch: Patch) -> None:
    patch.setattr(References, "_reference", lambda self, value: value)


def _no_approval(patch: Patch) -> None:
    patch.setattr(Registry, "_status", lambda self, file: "approved")


def _no_shift(patch: Patch) -> None:
    patch.setattr(DateShift, "move", lambda self, subject: constant_move(0))


def _a_shift_a_call(patch: Patch) -> None:
    weeks = itertools.count(1)
    patch.setattr(DateShift, "move", lambda self, subject: constant_move(7 * next(weeks)))


def _days_not_weeks(patch: Patch) -> None:
    patch.setattr(DateShift, "days", lambda self, subject: 10)


def _wide_jitter(patch: Patch) -> None:
    patch.setattr(DateShift, "_jitter", lambda self, subject, first: 5)


def _text_stays_behind(patch: Patch) -> None:
    """Shifts dates in texts by a week more than those in fields."""
    from redactor import dates

    shift_text = dates.shift_text

    def later(value: str, move: Move, **more: Any) -> str | None:
        return shift_text(value, Move(lambda day: move.days(day) + 7, lambda day: move.coarse(day) + 7), **more)

    patch.setattr(dates, "shift_text", later)


def _no_over_89(patch: Patch) -> None:
    patch.setattr(TagReplacer, "_over_89_from", lambda self, mention: None)
    patch.setattr("redactor.policy.tag_replacer.age_up_to_89", lambda value, unit=None: value)


def _no_labels(patch: Patch) -> None:
    patch.setattr("schemas.engine.apply.add_security_labels", lambda data, walk: None)


MUTATIONS: list[tuple[str, Callable[[Patch], None], str, dict[str, Any], set[str]]] = [
    ("a schema's rule becomes passThrough", _rule_passes, "hipaa-safe-harbor", {}, {"leak of Quillfeather"}),
    ("the fold is removed", _no_fold, "hipaa-safe-harbor", {}, {"leak of ２０６‑５５５‑０１４７"}),
    ("the resolver is skipped", _no_resolver, "hipaa-safe-harbor", {}, {"leak of xylobrandt"}),
    ("unknown fields pass", _no_default_deny, "hipaa-safe-harbor", {}, {"leak of Rumpelstilzkin"}),
    ("references are not rewritten", _references_stay, "hipaa-safe-harbor", {}, {"leak of a1926", "references"}),
    ("nobody need approve", _no_approval, "hipaa-safe-harbor", {}, {"leak of Perpetua Zanzibarski"}),
    ("dates shift by nothing", _no_shift, "hips", {}, {"dates"}),
    ("each date shifts on its own", _a_shift_a_call, "hips", {}, {"dates"}),
    ("dates shift by days", _days_not_weeks, "hips", {}, {"dates"}),
    ("the jitter is too large", _wide_jitter, "hips", {}, {"dates"}),
    ("text shifts otherwise than fields", _text_stays_behind, "hips", {}, {"dates in text"}),
    ("known values are off", lambda patch: None, "hips", {"detectors": ("patterns",)}, {"leak of Blennerhasset"}),
    ("over 89 is not judged", _no_over_89, "hipaa-safe-harbor", {}, {"over 89"}),
    ("nothing says what was done", _no_labels, "hipaa-safe-harbor", {}, {"validity"}),
    ("restricted records leave", lambda patch: None, "hipaa-safe-harbor", {"withhold_labels": ()}, {"withheld"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mutate", "profile", "settings", "expected"), [m[1:] for m in MUTATIONS], ids=[m[0] for m in MUTATIONS]
)
def test_a_broken_invariant_is_detected(
    bench: Bench, monkeypatch: Patch, mutate: Callable[[Patch], None], profile: str, settings: dict[str, Any],
    expected: set[str],
) -> None:  # fmt: skip
    mutate(monkeypatch)
    assert expected <= bench.verdict(profile, **settings)


def test_pseudonyms_without_the_recipient_are_detected(bench: Bench, monkeypatch: Patch) -> None:
    def shared() -> set[str]:
        texts = [proof.release_text(bench.run("hips", recipient=r).out) for r in ("one", "other")]
        mine, theirs = (set(re.findall(r"(?<![a-z0-9])[a-z2-7]{32}(?![a-z0-9])", t)) for t in texts)
        assert len(mine) > 10
        return mine & theirs

    assert shared() == set()
    pseudonym = Keyring.pseudonym
    monkeypatch.setattr(Keyring, "pseudonym", lambda self, purpose, recipient: pseudonym(self, purpose, "anyone"))
    assert shared()
