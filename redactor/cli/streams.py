"""`redactor streams`: what runs through Kafka."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from redactor.cli.messages import console, fail, guarded, print_json
from redactor.settings import load_settings

app = typer.Typer(
    help="De-identify records that come through Kafka: create the topics.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor streams init",
)

Json = Annotated[bool, typer.Option("--json", help="For machines.")]


@app.callback()
def group() -> None:
    """Keep the name of the only command."""


@app.command("init", epilog="Example: REDACTOR_STREAMS__SERVERS=kafka.example:9092 redactor streams init")
@guarded
def init(json: Json = False) -> None:
    """Create the topics that are missing, as the settings under `streams` say.

    Existing topics are checked and never changed: exit code 2 if one has other settings.
    """
    try:
        from streams.topics import create_topics, topics
    except ModuleNotFoundError as e:
        if (e.name or "").partition(".")[0] != "aiokafka":
            raise
        fail("Kafka's client is not installed: pip install 'clinical-redactor[streams]'")
    settings = load_settings().streams
    created = asyncio.run(create_topics(settings))
    existing = [t.name for t in topics(settings) if t.name not in created]
    if json:
        print_json({"created": created, "existing": existing})
        return
    for title, names in (("created", created), ("existing, as the settings want them", existing)):
        if names:
            console().print(f"{title}: {', '.join(names)}", soft_wrap=True)
