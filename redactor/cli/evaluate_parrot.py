"""`redactor evaluate parrot`: whether a missed name can be told from stand-ins, beside structured records."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.cli.evaluate_tables import without_nan
from redactor.cli.messages import fail, guarded, print_json, print_table

if TYPE_CHECKING:
    from redactor.evaluate.parrot import Attack
    from redactor.evaluate.parrot_sample import Attacked
    from redactor.evaluate.relex_pairs import Rate

EPILOG = "Example: redactor evaluate parrot --patients 120 --decoys 0.05"


@guarded
def parrot(
    patients: Annotated[int, typer.Option(min=2, help="Generated patients.")] = 120,
    seed: Annotated[int, typer.Option(help="Of the patients and of the misses; stand-ins differ with each call.")] = 7,
    missed: Annotated[str, typer.Option(help="Percentages of the names in notes that are left original.")] = "0.5,1,3",
    decoys: Annotated[float, typer.Option(min=0, max=1, help="The share relex.decoys of the second row.")] = 0.05,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Attack stand-ins: a name in a note that structured records do not show is taken for an original.

    Precision: how many of the names taken were originals. Recall: how many of the originals were taken.
    """
    from redactor.evaluate.parrot import Attacker
    from redactor.evaluate.parrot_sample import Setup, measure

    try:
        shares = [float(part) / 100 for part in missed.split(",")]
    except ValueError:
        fail("--missed needs percentages with commas between them, as in 0.5,1,3")
    if not all(0 < share <= 1 for share in shares):
        fail("--missed needs percentages over 0, up to 100")
    setups = [Setup("hips"), Setup("hips", decoys), Setup("hips-markov")]
    results = list(measure(patients, setups if decoys else setups[::2], shares, seed))
    if json:
        print_json(without_nan([asdict(r) for r in results]))
        return
    print_table(
        f"{results[0].names:,} names in the notes of {patients:,} generated patients: precision at recall",
        ["profile", "missed", *Attacker],
        [[_name(r), f"{share:.1%}", *map(_at_recall, r.attacks[share].values())] for r in results for share in shares],
    )
    print_table(
        "the price: names in notes",
        ["profile", "pairs of mentions of one name that agree", "coherence"],
        [[_name(r), _rate(r.consistency), _rate(r.coherence)] for r in results],
    )


def _name(result: Attacked) -> str:
    return result.setup.profile + (f", decoys {result.setup.decoys:g}" if result.setup.decoys else "")


def _at_recall(found: Attack) -> str:
    return f"{_rate(found.precision)} at {found.recall.value:.3f}"


def _rate(rate: Rate) -> str:
    return "-" if math.isnan(rate.value) else f"{rate.value:.3f} [{rate.low:.3f}, {rate.high:.3f}]"
