"""The command `redactor text` de-identifies one text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.assemble.facade import TOO_LONG, Redactor
from redactor.cli.messages import announce_stdin, console, fail, guarded, print_json
from redactor.files.paths import is_path, read_regular

if TYPE_CHECKING:
    from redactor.settings import Settings

app = typer.Typer(add_completion=False)


@app.command(epilog='Example: redactor text "Seen by Dr. Adam Wilson on 3/4/2024", or: redactor text --file note.rtf')
@guarded
def text(
    value: Annotated[
        str | None, typer.Argument(metavar="[TEXT | -]", help="The text; without it, or for -, stdin is read.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Read a file of plain text, RTF or HTML in place of TEXT.")
    ] = None,
    profile: Annotated[str | None, typer.Option(help="Profile: a shipped name or a .json file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines: text and spans as JSON.")] = False,
) -> None:
    """De-identify one text and show what was found."""
    if file is not None and value is not None:
        fail("give either TEXT or --file FILE")
    redactor = Redactor(profile=profile, keyless=True)
    if file is not None:
        original = _text_of(file, redactor.settings)
    else:
        original = _text_of_stdin() if value in (None, "-") else str(value)
        if is_path(original) and Path(original).is_file():
            typer.echo(
                "warning: this text is the path of a file, and is read as a text; to read the file: "
                "redactor text --file FILE",
                err=True,
            )
        elif original.startswith("{\\rtf"):
            typer.echo(
                "warning: this text is RTF, and is read as plain text; to read it as RTF: redactor text --file FILE",
                err=True,
            )
    redacted = redactor.text(original)
    if redacted.why == TOO_LONG:
        fail(
            f"the text has more than {redactor.settings.max_text_chars:,} characters; split it, or raise max_text_chars"
        )
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

        found = ", ".join(f"{n} {e}" for e, n in sorted(redacted.entities.items())) or "nothing found"
        console().print(Text(found, style="dim"))


def _text_of_stdin() -> str:
    """Return the text with its line ends as they are, so that offsets are those of the original."""
    announce_stdin("a text")
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        fail("stdin is not UTF-8; convert it (iconv -t UTF-8), or put it into a file: redactor text --file FILE")


def _text_of(file: Path, settings: Settings) -> str:
    """Return the text of a file, decoded as a run decodes notes. Exits where a run would quarantine the file."""
    from redactor.run.intake.note_text import read_note  # parsers that a text needs not

    found = read_note(read_regular(file, settings.max_record_bytes)[0], file.suffix.lower(), settings.notes.encoding)
    if not isinstance(found, str):
        fail(f"the file cannot be read as a text: {found[0].value}; for records and other formats: redactor run IN OUT")
    return found
