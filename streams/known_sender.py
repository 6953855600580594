"""Sends values and links to phi.known.v1, and the joins that charts are joined at."""

from __future__ import annotations

from collections.abc import Collection

from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from streams.known_topic import KnownMessage, KnownMessages, least_link
from streams.sender import Message, Sender
from streams.topics import KNOWN, name_of


class KnownSender:
    """Not for use by several threads at a time. The senders that it is given may change in between."""

    def __init__(self, streams: StreamsSettings, keyring: Keyring) -> None:
        self._topic = name_of(streams, KNOWN)
        self._made = KnownMessages(keyring, self._topic)
        self._has_new = False
        self._least = b""  # key of the links since the last join
        self._joined: int | None = None

    def send(self, sender: Sender, messages: Collection[KnownMessage]) -> None:
        """Send values and links. Raises as `Sender.send`."""
        sender.send(self._topic, [self._sealed(m) for m in messages])
        self._has_new = self._has_new or bool(messages)
        self._least = min(filter(None, (self._least, least_link(messages))), default=b"")

    def join(self, sender: Sender) -> int:
        """Await all acknowledgements, and send a join if there is anything new. Returns the offset of the last join.

        Raises as `Sender.send_last`.
        """
        sender.flush()
        if self._has_new or self._joined is None:
            self._joined = sender.send_last(self._topic, self._sealed(self._made.join(self._least)))
            self._has_new, self._least = False, b""
        return self._joined

    def _sealed(self, message: KnownMessage) -> Message:
        return Message(message.key, self._made.seal(message), 0)
