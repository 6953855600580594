"""Encodes what stores write: tokens in place of scopes, originals and stand-ins, and ciphertexts.

Tokens are HMACs under the home's key "index", 32 characters of [a-z2-7]. A ciphertext is bound to its row's token, so
that it does not decrypt in another row. Plaintexts are padded to whole blocks of 32 bytes to hide their lengths.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from redactor.errors import IndexMismatchError, KeyringError
from redactor.keys import DerivedKey, Keyring
from relex.index.contract import Entry, Roster
from relex.text_forms import folded

FORMAT = "redactor-index/2"
_PURPOSE = "index"
_BLOCK = 32


class IndexCodec:
    """Makes tokens and ciphertexts under one keyring.

    `check` is stored in clear and proves that a store has this format and keyring. Every ciphertext under the keyring's
    current key begins with `prefix`.
    """

    __slots__ = ("_keyring", "_mac", "check", "prefix")

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self._mac = _mac(keyring)
        self.check = self._mac.token("check", FORMAT)
        self.prefix = keyring.encrypt(_PURPOSE, b"").partition(b"\0")[0] + b"\0"

    # -- tokens

    def scope(self, scope: str) -> str:
        """Return the token of a roster."""
        return self._mac.token("scope", scope)

    def key(self, scope: str, kind: str, original: str) -> str:
        """Return the token of an entry."""
        return self._mac.token("key", scope, kind, original)

    def group(self, scope: str, kind: str) -> str:
        """Return the token that all entries searched together share."""
        return self._mac.token("group", scope, kind)

    def standin(self, scope: str, kind: str, standin: str) -> str:
        """Return the token of a stand-in; stand-ins that are equal when folded have the same token, which belongs to
        one original.
        """
        return self._mac.token("standin", scope, kind, folded(standin) or standin)

    def gram_key(self, scope: str, kind: str) -> bytes:
        """Return the 32-byte key of a group's n-grams; those of different groups cannot be compared."""
        return self._mac.digest("grams", scope, kind)

    def model(self, name: str) -> str:
        """Return the token of an embedding model, whose name may be a local path."""
        return self._mac.token("model", name)

    # -- ciphertexts

    def encrypt(self, data: bytes, token: str) -> bytes:
        """Encrypt data and bind it to the token."""
        return self._keyring.encrypt(_PURPOSE, data, token.encode())

    def decrypt(self, blob: bytes, token: str) -> bytes:
        """Decrypt data. Raises IndexMismatchError when no key fits or the data was changed or moved."""
        try:
            return self._keyring.decrypt(_PURPOSE, blob, token.encode())
        except KeyringError as e:
            raise IndexMismatchError(f"the index of stand-ins cannot be read: {e}") from None

    def encrypt_entry(self, entry: Entry, key: str) -> bytes:
        """Encrypt an entry and bind it to its token."""
        return self.encrypt(_padded_json([entry.scope, entry.kind, entry.original, entry.standin]), key)

    def decrypt_entry(self, blob: bytes, key: str) -> Entry:
        """Decrypt an entry. Raises IndexMismatchError."""
        return Entry(*json.loads(self.decrypt(blob, key)))

    def encrypt_roster(self, roster: Roster, token: str) -> bytes:
        """Encrypt a roster without its version, bound to the token of its scope. Raises ValueError for entries of
        another scope.
        """
        if any(e.scope != roster.scope for e in roster.entries):
            raise ValueError("an entry of another scope does not belong in the roster")
        entries = [(e.kind, e.original, e.standin, sorted(e.charts)) for e in roster.entries]
        return self.encrypt(_padded_json([roster.scope, entries, sorted(roster.retired)]), token)

    def decrypt_roster(self, blob: bytes, token: str, version: str) -> Roster:
        """Decrypt a roster. Raises IndexMismatchError."""
        scope, entries, retired = json.loads(self.decrypt(blob, token))
        held = tuple(Entry(scope, kind, original, text, frozenset(charts)) for kind, original, text, charts in entries)
        return Roster(scope, held, frozenset(retired), version)

    def without_entries(self, roster: Roster) -> Roster:
        """Return the roster without its entries, with the tokens of their stand-ins retired."""
        retired = {self.standin(e.scope, e.kind, e.standin) for e in roster.entries}
        return Roster(roster.scope, (), roster.retired | retired, roster.version)


def standin_token(keyring: Keyring, scope: str, kind: str, standin: str) -> str:
    """Return the token by which `Roster.retired` lists the stand-in of a forgotten original."""
    return _mac(keyring).token("standin", scope, kind, folded(standin) or standin)


def write_order(tokens: Sequence[tuple[str, str]]) -> list[int]:
    """Return the order in which to store the entries of one call, given the tokens of their keys and stand-ins: by key.

    Row numbers and sequence numbers then reveal nothing of the order of the call. Of several entries with one stand-in
    the caller's first comes first, and gets it.
    """
    claimed: dict[str, str] = {}
    late = [claimed.setdefault(standin, key) != key for key, standin in tokens]
    return sorted(range(len(tokens)), key=lambda at: (late[at], tokens[at][0]))


def chart_token(keyring: Keyring, subject: str) -> str:
    """Return the token by which `Entry.charts` lists a subject's chart: 40 bits, enough within a household."""
    return _mac(keyring).token("chart", subject)[:8]


@lru_cache(maxsize=8)
def _mac(keyring: Keyring) -> DerivedKey:
    return keyring.internal(_PURPOSE)


def _padded_json(data: object) -> bytes:
    # ASCII, because a lone surrogate must be stored too. White space after JSON is padding that needs no removal.
    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    return text + b" " * (-len(text) % _BLOCK)
