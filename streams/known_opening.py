"""This module opens what a host has fetched of phi.known.v1, and sorts out what is not genuine.

A message that was not written under the keyring is skipped and kept for a person: one such message must not stop every
worker. Under another keyring none opens, and then nothing counts: the reader stops. It also stops at a genuine message
that it cannot open, since a name could be missing: under a key that its keyring lacks, or of another version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aiokafka import ConsumerRecord

from redactor.errors import ForgedMessageError, OtherKeyringError
from redactor.keys import Keyring
from redactor.run.state.skipped import FORGED, REPEATED, Skips
from streams.known_topic import Change, KnownMessages

Message: TypeAlias = ConsumerRecord[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Opened:
    """Holds the changes of the genuine messages, in order, and what was skipped."""

    changes: list[Change]
    skips: Skips
    _genuine: list[Message]

    def note_repeated(self, number: int) -> None:
        """Counts a change as skipped. number: its place among the changes, from 0."""
        _skip(self.skips, self._genuine[number], REPEATED)


class KnownOpening:
    """Opens the messages of one topic from one position on. An instance is not for use by several threads at a time."""

    def __init__(self, keyring: Keyring, topic: str) -> None:
        self._topic = topic
        self._messages = KnownMessages(keyring, topic)
        self._unproven = Skips()
        self._may_be_of_another_keyring = False

    def open(self, messages: Sequence[Message], is_proven: bool, is_end: bool) -> Opened | None:
        """Returns what counts of messages, and of those that did not count before; None while nothing may count.

        is_proven: whether a message of the topic has opened earlier. is_end: whether these are the last of the topic.
        Raises ForgedMessageError at the end of a topic of which no message opens, and as `KnownMessages.open` for
        genuine messages.
        """
        changes: list[Change] = []
        genuine: list[Message] = []
        for message in messages:
            try:
                changes.append(self._messages.open(message.key, message.value))
                genuine.append(message)
            except ForgedMessageError as e:
                self._may_be_of_another_keyring |= isinstance(e, OtherKeyringError)
                _skip(self._unproven, message, FORGED)
        if not (changes or is_proven) and self._may_be_of_another_keyring:
            if is_end:
                raise ForgedMessageError(
                    f"no message on {self._topic} was written under this keyring; check REDACTOR_KEYRING, and who may "
                    "write to the topic"
                )
            return None
        skips, self._unproven = self._unproven, Skips()
        return Opened(changes, skips, genuine)


def _skip(skips: Skips, message: Message, reason: str) -> None:
    skips.add(message.offset, reason, message.timestamp, message.key, message.value)
