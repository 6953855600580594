"""The command `redactor evaluate release` writes the data card of a release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.cli.common import printable, require_evaluate_extra
from redactor.cli.evaluate_tables import without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.cli.verify import keys_of_sender
from redactor.evaluate.release_card.card import Card, Sender, Unknown, build_card
from redactor.evaluate.release_card.state import Canaries
from redactor.files.atomic_file import write_text
from redactor.settings import load_settings

_PAGE, _TWIN = "release.html", "release.json"
EPILOG = "Example: redactor evaluate release out --state state --report card"


@guarded
def release(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder that a run or an exporter has released.")],
    state: Annotated[
        Path | None, typer.Option(help="The state of the run: what only the sender may know is in the card, too.")
    ] = None,
    public_key: Annotated[
        str | None, typer.Option(help="The sender's public key, or a file that holds it; instead of the keyring.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write release.html and release.json into this folder.")
    ] = None,
    name_codes: Annotated[
        bool, typer.Option("--name-codes", help="Name the codes that few patients have: for the steward alone.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Write the data card of a release: one page without PHI that a privacy board can read and sign.

    Exit code 1 if OUT is not as its run left it.
    """
    if report is not None:
        _check_apart(report, {"OUT": out, "the state": state})
        with require_evaluate_extra():
            import redactor.evaluate.pages  # noqa: F401  (before the work, which is then not in vain)
        for name in (_PAGE, _TWIN):  # a card of before must not be taken for one of an OUT that gets none
            (report / name).unlink(missing_ok=True)
    settings = load_settings()
    sender = Sender(*keys_of_sender(public_key, settings))
    canaries = None if state is None else _canaries_of_workers(settings.home, state)
    card = build_card(out, state, sender, settings, name_codes=name_codes, canaries=canaries)
    if report is not None:
        _write(card, report)
    if json:
        print_json(_as_json(card))
    else:
        _print(card)
    if card.faults:
        raise typer.Exit(1)


def _canaries_of_workers(home: Path, state: Path) -> Canaries | None:
    """Return what the workers of a stream found in canaries; None where none were measured. state: its exporter's."""
    from streams.processes import canaries_beside

    found = canaries_beside(home, state)
    if not found:
        return None
    entities = sorted({entity for one in found for entity in one.recall})
    recall = {entity: min(one.recall.get(entity, 1.0) for one in found) for entity in entities}
    return Canaries(
        len(found), sum(one.read for one in found), recall, tuple(sorted({e for f in found for e in f.alarm}))
    )


def _check_apart(report: Path, folders: Mapping[str, Path | None]) -> None:
    """Exit if the report would lie in a folder that holds what a run has written, and nothing else."""
    for name, folder in folders.items():
        if folder is not None and report.resolve().is_relative_to(folder.resolve()):
            fail(
                f"--report lies in {name}, which holds what the run has written, and nothing else; name another folder"
            )


def _write(card: Card, folder: Path) -> None:
    from redactor.evaluate.pages import encode_twin, render_page

    page = render_page("release.html", card=card)
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / _PAGE, page)
    write_text(folder / _TWIN, encode_twin(asdict(card)))
    console().print(f"{folder / _PAGE} and {_TWIN} are written", soft_wrap=True)


def _as_json(card: Card) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(card))
    return plain


def _print(card: Card) -> None:
    made, counts = card.configuration, card.counts
    for fault in card.faults:
        console().print(f"not as its run left it: {fault}", soft_wrap=True)
    for warning in card.warnings:
        console().print(f"warning: {warning}", soft_wrap=True)
    withheld = {} if isinstance(counts.withheld, Unknown) else counts.withheld
    rows = [*counts.outcomes.items(), *counts.reasons.items(), *withheld.items()]
    print_table(
        f"release {card.identity.number} to {printable(card.identity.recipient)}, profile {printable(made.profile)}",
        ["outcome or reason", "records"],
        rows,
    )
    if not isinstance(card.anonymity, Unknown):
        print_table(
            f"{card.anonymity.patients} patients: classes of patients that are alike",
            ["over", "classes", "smallest", "patients in classes under 5", "under 11"],
            [[row.over, row.classes, row.smallest, row.under_5, row.under_11] for row in card.anonymity.rows],
        )
        rare = card.anonymity.rare
        print_table(
            "codes of conditions, procedures, drugs and reasons for visits",
            ["of", "codes"],
            [["all patients", rare.codes], ["fewer than 11", rare.under_11], ["fewer than 5", rare.under_5]],
        )
        for system, code in rare.named or ():
            console().print(f"rare: {system} {printable(code)}", soft_wrap=True)
    for line in _told(card):
        console().print(line, soft_wrap=True)


def _told(card: Card) -> Iterator[str]:
    """Yield what has no table."""
    attack, drift = card.dates.attack, card.drift
    if isinstance(attack, Unknown):
        yield f"dates: {attack.why}"
    else:
        yield (
            f"dates: the best guess of a shift is right with a mean probability of {attack.best:.1%} "
            f"({attack.subjects} of {attack.of} patients)"
        )
    if isinstance(drift, Unknown):
        yield f"drift: not known, since {drift.why}"
    else:
        yield f"drift: {drift.strange.value:.1%} of {drift.texts:,} texts are unlike the notes of training"
    if isinstance(card.canaries, Unknown):
        yield f"canaries: not known, since {card.canaries.why}"
    else:
        lowest = min(card.canaries.recall, key=card.canaries.recall.__getitem__, default="")
        yield (
            f"canaries: in {card.canaries.notes:,} synthetic notes, the lowest recall of a worker is "
            f"{card.canaries.recall.get(lowest, 1.0):.1%} ({lowest})"
        )
    if isinstance(card.run, Unknown):
        yield f"not known: withheld patients, dropped fields and the day of the run, since {card.run.why}"
