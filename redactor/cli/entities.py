"""The command `redactor entities` lists what can be found, and what a profile makes of it."""

from __future__ import annotations

from typing import Annotated

import typer

from redactor.cli.messages import guarded, print_json, print_table
from redactor.entities import DESCRIPTIONS, Entity
from redactor.policy.profiles import load_profile
from redactor.settings import load_settings

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: redactor entities --profile limited-dataset")
@guarded
def entities(
    profile: Annotated[str | None, typer.Option(help="Profile: a shipped name or a .json file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines: the entities as JSON.")] = False,
) -> None:
    """List the entities: HIPAA's letter, what each is, and the action of the profile."""
    settings = load_settings(profile=profile)
    found = load_profile(settings.profile, settings.profile_dirs)
    rows = [
        {
            "entity": entity.value,
            "hipaa": None if entity.info.hipaa is None else entity.info.hipaa.value,
            "is": DESCRIPTIONS[entity],
            "action": found.action(entity).value,
        }
        for entity in Entity
    ]
    if json:
        print_json({"profile": f"{found.name}@{found.version}", "entities": rows})
        return
    columns = ("entity", "HIPAA", "what it is", "action")
    print_table(f"Entities under the profile {found.name}", columns, [[c or "-" for c in row.values()] for row in rows])
