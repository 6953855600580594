"""The command `redactor config` shows the effective settings, and the JSON Schema of the settings file."""

from __future__ import annotations

import json as json_format
from dataclasses import asdict
from typing import Annotated

import typer

from redactor.cli.common import printable, printable_settings_file
from redactor.cli.messages import console, guarded, print_json, print_table
from redactor.settings import load_settings
from redactor.settings_table import SettingRow, effective_settings, settings_schema

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: redactor config --set")
@guarded
def config(
    is_set: Annotated[
        bool, typer.Option("--set", help="Leave out the settings that have their default value.")
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of redactor.toml, for editors and checks.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="For machines: the settings as JSON.")] = False,
) -> None:
    """Show every setting, its value, and where it comes from. Secrets and terms of the site are hidden."""
    if schema:
        print_json(settings_schema())
        return
    rows = effective_settings(load_settings())
    if is_set:
        rows = [row for row in rows if row.source != "default"]
    file = printable_settings_file()
    if json:
        print_json({"settings_file": file, "settings": [asdict(row) for row in rows]})
        return
    console().print(f"settings file: {file or 'none'}", soft_wrap=True)
    print_table(
        "Settings", ("setting", "value", "from"), [(row.name, _written(row.value), _origin(row)) for row in rows]
    )


def _written(value: object) -> str:
    """Return a value for the table: texts as they are, other values as JSON."""
    if value is None:
        return "none"
    return printable(value if isinstance(value, str) else json_format.dumps(value, ensure_ascii=False))


def _origin(row: SettingRow) -> str:
    if row.source == "environment":
        return str(row.variable)
    return f"line {row.line}" if row.line is not None else row.source
