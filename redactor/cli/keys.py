"""The commands `redactor keys` create, rotate and show a keyring. No command shows a secret."""

from __future__ import annotations

from typing import Annotated

import typer

from redactor.cli.messages import console, guarded, print_json, print_table
from redactor.keys import Keyring

app = typer.Typer(
    help="Create, rotate and show a keyring.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor keys init keys.json",
)

_BACKUP_ADVICE = (
    "Back it up apart from the data: without it, encrypted data is lost and pseudonyms cannot be reproduced."
)

KeyringPath = Annotated[str, typer.Argument(metavar="PATH", help="The keyring file.")]
AsJson = Annotated[bool, typer.Option("--json", help="The result as JSON on stdout.")]


@app.command(epilog="Example: redactor keys init keys.json")
@guarded
def init(path: KeyringPath, json: AsJson = False) -> None:
    """Create a keyring with new random keys. An existing file is never overwritten."""
    keyring = Keyring.generate()
    keyring.save(path)
    if json:
        print_json({"path": path, "key_id": keyring.key_id, "epoch": keyring.epoch})
        return
    console().print(f"keyring created: {path}; use it with: export REDACTOR_KEYRING={path}", soft_wrap=True)
    console().print(_BACKUP_ADVICE, soft_wrap=True)


@app.command(epilog="Example: redactor keys rotate keys.json")
@guarded
def rotate(path: KeyringPath, json: AsJson = False) -> None:
    """Add a new encryption key. Older data stays readable; no pseudonym changes."""
    keyring = Keyring.change(path, Keyring.rotated)
    _print_change(path, keyring, json, "a new encryption key is in use; pseudonyms do not change.")


@app.command("new-epoch", epilog="Example: redactor keys new-epoch keys.json")
@guarded
def new_epoch(path: KeyringPath, json: AsJson = False) -> None:
    """Add a new pseudonym key. Every pseudonym and date shift changes: new releases cannot be joined to older ones."""
    keyring = Keyring.change(path, Keyring.next_epoch)
    _print_change(
        path, keyring, json, "a new epoch has begun: records released from now on cannot be joined to earlier ones."
    )


@app.command(epilog="Example: redactor keys show keys.json")
@guarded
def show(path: KeyringPath, json: AsJson = False) -> None:
    """Show ids and epochs of the keys, never the keys."""
    rows = Keyring.load(path).rows()
    if json:
        print_json(rows)
        return
    print_table(
        "keyring",
        ["use", "id", "epoch", "format", "current"],
        [[r["use"], r["id"], r["epoch"], r["format"], r["in_force"]] for r in rows],
    )


@app.command(epilog="Example: redactor keys public keys.json > sender.pub")
@guarded
def public(
    path: KeyringPath,
    recipient: Annotated[
        str | None, typer.Option(help="Whose manifests it checks; by default that of the settings.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Show the public key with which a recipient checks what it was sent: redactor verify OUT --public-key."""
    from redactor.settings import load_settings  # no other command of the group needs settings, which take 0.1 s

    name = recipient or load_settings().recipient
    key = Keyring.load(path).public_key(name)
    if json:
        print_json({"recipient": name, "public_key": key})
    else:
        typer.echo(key)


def _print_change(path: str, keyring: Keyring, json: bool, effect: str) -> None:
    if json:
        print_json({"path": path, "key_id": keyring.key_id, "epoch": keyring.epoch})
        return
    console().print(effect, soft_wrap=True)
    console().print(_BACKUP_ADVICE, soft_wrap=True)
