"""The command `redactor streams skipped` shows the messages of known values that this home did not use."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from redactor.assemble.home import known_head_path, known_values_path
from redactor.cli.common import require_kafka_client
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.keys import Keyring
from redactor.run.state.known_store import KnownStore
from redactor.run.state.skipped import SkippedMessage
from redactor.settings import Settings, load_settings


@guarded
def skipped(
    show: Annotated[int | None, typer.Option(help="Print the message at this offset, which may hold PHI.")] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Forget them: `status` is silent again.")] = False,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """List the messages of phi.known.v1 that were not written under the keyring, or erase a second time.

    Nothing of them is used. The last 100 are kept, encrypted. Needs the keyring, and no Kafka.
    """
    with require_kafka_client():
        from streams.topics import KNOWN, name_of
    settings = load_settings()
    topic = name_of(settings.streams, KNOWN)
    if not known_values_path(settings).is_file():
        fail("this home has no copy of the known values; run the command in the home of a worker")
    with _open(settings, read_only=not forget) as store:
        count, kept = store.skipped.count(topic), store.skipped.messages(topic)
        if show is not None:
            _print_message(next((m for m in kept if m.position == show), None))
        elif json:
            rows = [{"offset": m.position, "reason": m.reason, "time": m.time / 1000} for m in kept]
            print_json({"count": count, "messages": rows})
        else:
            print_table("Skipped messages", ("offset", "why", "time"), [_row(m) for m in kept])
            console().print(f"{count:,} skipped; the last {len(kept):,} are kept", soft_wrap=True)
        if forget:
            with store.transaction(topic, store.position(topic), store.topic_id(topic)):
                store.skipped.forget(topic)


def _open(settings: Settings, *, read_only: bool) -> KnownStore:
    path: Path = known_values_path(settings)
    keyring = Keyring.load(settings.keyring)
    head = known_head_path(settings) if not read_only else None
    return KnownStore.open(path, keyring, read_only=read_only, head_file=head)


def _row(message: SkippedMessage) -> tuple[str, str, str]:
    time = dt.datetime.fromtimestamp(message.time / 1000, dt.UTC)
    return f"{message.position:,}", message.reason, time.isoformat(timespec="seconds")


def _print_message(message: SkippedMessage | None) -> None:
    if message is None:
        fail("no such message is kept; see: redactor streams skipped")
    for name, data in (("key", message.key), ("value", message.value)):
        typer.echo(f"{name}: {'none' if data is None else data.decode('utf-8', 'backslashreplace')}")
