"""The command `redactor streams compact` gives disk space back."""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from redactor.assemble.home import answers_path, index_path, known_values_path
from redactor.cli.common import printable, require_kafka_client
from redactor.cli.messages import fail, guarded, print_json, print_table, warn
from redactor.errors import RunError
from redactor.settings import load_settings


@guarded
def compact(
    state: Annotated[
        list[Path] | None,
        typer.Option(help="State of an exporter that has another home; repeatable. Those of this home are found."),
    ] = None,
    audit_days: Annotated[
        int | None,
        typer.Option(min=1, help="Remove the audit of days before that many days ago; nothing is removed without it."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Pack the audit of days that are over, and rebuild databases that have much free space.

    End the exporter before, and for the databases of home the other processes of this home. What is in use is left as
    it is: exit code 1, or 2 if that is everything. It needs neither Kafka nor a keyring.
    """
    with require_kafka_client():
        from streams.compaction import Compacted, compact_home, compact_state, exporter_states, users_of_home
    settings = load_settings()
    done: list[Compacted] = []
    left: list[str] = []
    for one in exporter_states(settings.home, state or ()):
        try:
            done += compact_state(one, audit_days, dt.datetime.now(dt.UTC).date())
        except RunError as e:
            left.append(f"{printable(str(one))}: {e}")
    if users := users_of_home(settings.home):
        left.append(f"{printable(str(settings.home))}: in use by {', '.join(users)}; end what uses it first")
    elif settings.home.is_dir():
        names = [path(settings).name for path in (known_values_path, index_path, answers_path)]
        done += compact_home(settings.home, names)
    if left and not done:
        fail("; ".join(left))
    if json:
        files = [asdict(c) | {"folder": str(c.folder)} for c in done]
        print_json({"files": files, "freed": sum(c.before - c.after for c in done), "left": left})
    else:
        rows = [(printable(str(c.folder)), c.what, c.before, c.after, c.left) for c in done]
        print_table("Bytes before and after", ("folder", "what", "before", "after", "space left in it"), rows)
        for line in left:
            warn(line, "in-use")
    if left or any(c.left for c in done):
        raise typer.Exit(1)
