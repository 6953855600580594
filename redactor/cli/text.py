"""The command `redactor text` de-identifies one text."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.assemble.facade import Redactor
from redactor.cli.messages import console, fail, guarded, print_json

if TYPE_CHECKING:
    from redactor.engine import Redacted

app = typer.Typer(add_completion=False)


@app.command(epilog='Example: redactor text "Seen by Dr. Adam Wilson on 3/4/2024"')
@guarded
def text(
    value: Annotated[str, typer.Argument(metavar="[TEXT | -]", help="The text, or - to read it from stdin.")] = "-",
    profile: Annotated[str | None, typer.Option(help="Profile: a shipped name or a .json file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines: text and spans as JSON.")] = False,
) -> None:
    """De-identify one text and show what was found."""
    original = sys.stdin.read() if value == "-" else value
    redacted = Redactor(profile=profile, keyless=True).text(original)
    if not redacted.complete:
        fail("the detectors could not read the text in full; nothing is shown")
    if json:
        spans = [
            {"start": s.start, "end": s.end, "label": s.entity.value, "source": "+".join(s.sources)}
            for s in redacted.spans
        ]
        print_json({"text": redacted.text, "spans": spans})
        return
    typer.echo(redacted.text)
    if sys.stdout.isatty():
        from rich.text import Text

        console().print(Text(_entity_counts(redacted), style="dim"))


def _entity_counts(redacted: Redacted) -> str:
    return ", ".join(f"{n} {e}" for e, n in sorted(redacted.entities.items())) or "nothing found"
