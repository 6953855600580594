"""This module watches a drop folder: other programs put files into it, and each complete content is handed out once.

Files move by rename on one file system, so that a crash leaves every file whole in one place:

    DIR/**                        where files are dropped, also in folders; their paths below DIR are kept
    DIR/processing/ID/PATH        claimed: handed out, or about to be
    DIR/done/ID/PATH              finished, or with a content that was finished before
    DIR/failed/ID/PATH            failed, with its reason code in DIR/failed/ID.json

ID is a keyed hash of the content, so that logs and errors can refer to a file without its name. The content of a file
that holds one note counts with its name, which may say whose note it is: two patients can have the same note. Each file
has a folder of its own there: names never meet, a name of 255 bytes stays, and one rename moves whatever lies with the
file. A second file of one content gets the folder ID.RANDOM. Names like .part and hidden ones are left until they are
renamed. To try a failed file again, move it back into DIR.

A claim is journaled by content. A finished content is marked in the journal before its file moves to done/; a file that
a crash leaves in processing/ is handed out again, or moved on if its content is done.
"""

from __future__ import annotations

import contextlib
import errno
import heapq
import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from redactor.errors import RunError
from redactor.files.paths import Version
from redactor.keys import DerivedKey
from redactor.run.contracts import FileReason
from redactor.run.drop_files import (
    FolderEvents,
    Found,
    Pending,
    Settling,
    content_digest,
    is_being_written,
    opened_file,
    opened_folder,
    walk,
)
from redactor.run.drop_layout import (
    DONE,
    EXHAUSTED,
    ITEM,
    NEW,
    PROCESSING,
    RESERVED_NAMES,
    DropJournal,
    DropLayout,
    errors_without_names,
)
from redactor.run.intake.kinds import content_identity
from schemas.engine.records import Reason

_SHORTEST_WAIT = 0.05  # seconds


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim is a complete file in processing/. Only id and number may be logged.

    id: a keyed hash of the content. number: the number of the content, the same under any name and after any restart.
    size: bytes. digest: SHA-256 in hex. name: its path below DIR, with "/"; PHI.
    """

    id: str
    number: int
    size: int
    digest: str = field(repr=False)
    name: str = field(repr=False)
    folder: Path = field(repr=False)
    version: Version = field(repr=False)

    @property
    def path(self) -> Path:
        """The file lies here until it is finished or failed."""
        return self.folder / self.name


class DropFolder:
    """A `DropFolder` is the one reader of a drop folder.

    Every method raises RunError, without a file name, if the disk fails.

    path: DIR, which must exist. state: a local folder outside of DIR, for the journal; drop folders may share it. key:
    for ids and the journal's seal. settle_seconds: a file is complete if it has not changed for so long and, if the
    system can tell, nobody has it open for writing. clock: seconds, never set back. max_claims: how many files may be
    handed out and unfinished, at about 2.5 KB of memory each; a scan hands out the first of those that wait. identity:
    returns what tells contents apart, from the digest and the name below DIR.
    """

    def __init__(
        self,
        path: Path,
        state: Path,
        key: DerivedKey,
        settle_seconds: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
        max_claims: int = 100_000,
        identity: Callable[[str, str], tuple[str, ...]] = content_identity,
    ) -> None:
        self.pending = Pending()
        self._path, self._key, self._max_claims, self._identity = path, key, max_claims, identity
        self._settling = Settling(settle_seconds, clock)
        self._claimed: dict[str, str] = {}  # content id -> its folder in processing/
        self._events: FolderEvents | None = None
        if state.resolve().is_relative_to(path.resolve()):
            raise RunError("the state lies in the drop folder; name a state folder outside of it")
        with contextlib.ExitStack() as made, errors_without_names():
            self._layout = DropLayout(path)
            made.callback(self._layout.close)
            self._journal = DropJournal(state, key)
            made.callback(self._journal.close)
            self._open = made.pop_all()

    def __enter__(self) -> DropFolder:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if self._events is not None:
            self._events.close()
        self._open.close()

    # -- handing out

    def scan(self) -> list[Claim]:
        """Claim every complete file, in the order of their names' bytes; `pending` then counts what was left."""
        with errors_without_names():
            self.pending = Pending()
            self._settling.begin_scan()
            self._take_settled()
            return self._claim_items()

    def wait(self, timeout: float) -> None:
        """Return after `timeout` seconds, or sooner if the next file can have settled or watchdog sees a change."""
        if self._events is None:
            self._events = FolderEvents(self._path)
        settles = self._settling.next_in()
        self._events.wait(timeout if settles is None else min(timeout, max(settles, _SHORTEST_WAIT)))

    def is_unchanged(self, claim: Claim) -> bool:
        """Return whether the file still has the claimed content. Ask after reading it, before that takes effect."""
        folder, _, name = claim.name.rpartition("/")
        try:
            with (
                self._layout.item(claim.folder.name) as item,
                opened_folder(item, folder) as inner,
                opened_file(inner, name) as file,
            ):
                return claim.version == Version.from_stat(os.fstat(file)) or content_digest(file) == claim.digest
        except OSError:
            return False

    def finish(self, claims: Sequence[Claim]) -> list[Claim]:
        """Move files to done/, so that their contents are never handed out again; return those that changed after the
        claim.

        Changed files stay, and a later scan hands out their new content.
        """
        with errors_without_names():
            changed = [c for c in claims if not self.is_unchanged(c)]
            others = {c.id for c in changed}
            self._journal.mark_done([c.id for c in claims if c.id not in others])
            items = [(c.id, self._claimed.pop(c.id)) for c in claims]
            for content, item in items:
                if content in others:
                    continue
                self._layout.move(item, DONE, content)
                self._layout.drop_stale_reason(content)
            return changed

    def fail(self, claim: Claim, reason: Reason | FileReason) -> bool:
        """Move a file to failed/ with its reason; return False if the file changed after the claim.

        A changed file stays, and a later scan hands out its new content. A failed content is handed out again if it is
        dropped again.
        """
        with errors_without_names():
            is_same = self.is_unchanged(claim)
            item = self._claimed.pop(claim.id)
            if is_same:
                self._layout.fail(item, claim.id, reason)
            return is_same

    # -- from DIR to processing/

    def _take_settled(self) -> None:
        room = self._max_claims - len(self._claimed)
        files = walk(self._layout.root, self.pending, frozenset(RESERVED_NAMES))
        settled = heapq.nsmallest(max(room, 1), self._settled(files), key=lambda f: f.order)[:room]
        self.pending.waiting -= len(settled)
        for file in settled:
            self._take(self._layout.root, file)

    def _settled(self, files: Iterator[Found]) -> Iterator[Found]:
        """Yield the settled files, and count all as waiting."""
        for file in files:
            self.pending.waiting += 1
            if self._settling.is_settled(file):
                yield file

    def _take(self, root: int, file: Found) -> None:
        """Move a file below the open folder `root` into a new folder in processing/, unless it is being written."""
        folder, _, name = file.name.rpartition("/")
        item = NEW + secrets.token_hex(8)
        target = self._layout.processing / item / file.name
        try:
            with opened_folder(root, folder) as inner:
                if not _is_complete(inner, name, file.version):
                    self._settling.restart(file)
                    self.pending.waiting += 1
                    return
                target.parent.mkdir(parents=True)
                os.rename(name, target, src_dir_fd=inner)
        except OSError as e:
            self._layout.remove_empty(item)
            if e.errno in EXHAUSTED:
                raise
            self.pending.irregular += e.errno != errno.ENOENT  # else the producer has renamed or deleted it
            return
        with contextlib.suppress(FileNotFoundError):
            renamed = Version.from_stat(target.lstat())
            if renamed.has_content_of(file.version):
                self._settling.carry(file, Found(f"{item}/{file.name}", renamed))

    # -- in processing/

    def _claim_items(self) -> list[Claim]:
        room = self._max_claims - len(self._claimed)
        claims: dict[str, tuple[str, str, Found]] = {}  # content id -> folder in processing/, digest, file
        for item, file in sorted(self._items(), key=lambda x: (x[1].order, x[0])):
            if len(claims) == room:
                self.pending.waiting += 1
                continue
            try:
                digest = self._digest(item, file)
            except FileNotFoundError:
                continue
            except OSError as e:
                if e.errno in EXHAUSTED:
                    raise
                self._layout.fail(item, self._key.token("unreadable", item), FileReason.UNREADABLE)
                continue
            if digest is None:
                self._settling.restart(Found(f"{item}/{file.name}", file.version))
                self.pending.waiting += 1
                continue
            content = self._key.token(*self._identity(digest, file.name))
            if self._journal.is_done(content):
                self._layout.move(item, DONE, content)
                continue
            named = item if item.startswith(content) else self._layout.move(item, PROCESSING, content)
            if content in claims or content in self._claimed:
                self.pending.waiting += 1
            else:
                claims[content] = named, digest, file
        numbers = self._journal.numbers(list(claims))
        self._claimed.update((content, item) for content, (item, _, _) in claims.items())
        return [
            Claim(content, number, file.version.size, digest, file.name, self._layout.processing / item, file.version)
            for number, (content, (item, digest, file)) in zip(numbers, claims.items(), strict=True)
        ]

    def _items(self) -> Iterator[tuple[str, Found]]:
        """Yield the settled files in processing/ that are not handed out, each with its folder there."""
        held = set(self._claimed.values())
        with os.scandir(self._layout.processing) as entries:
            items = [entry.name for entry in entries if entry.name not in held]
        for item in items:
            if (match := ITEM.fullmatch(item)) is None:
                self.pending.irregular += 1
            elif match[1] in self._claimed:  # waits for the file of the same content
                self.pending.waiting += 1
            elif (file := self._file_of(item)) is not None:
                if self._settling.is_settled(Found(f"{item}/{file.name}", file.version)):
                    yield item, file
                else:
                    self.pending.waiting += 1

    def _file_of(self, item: str) -> Found | None:
        """Return the file in a folder of processing/, and give any further files folders of their own."""
        inside = Pending()
        try:
            with self._layout.item(item) as folder:
                files = sorted(walk(folder, inside), key=lambda f: f.order)
                for file in files[1:]:
                    self._take(folder, file)
        except NotADirectoryError:
            self.pending.irregular += 1
            return None
        if files:
            return files[0]
        if inside.irregular:  # a link or a pipe took the file's place just before it was moved
            self._layout.fail(item, self._key.token("unreadable", item), FileReason.UNREADABLE)
        elif inside.temporary:
            self.pending.waiting += 1
        else:
            self._layout.remove_empty(item)
        return None

    def _digest(self, item: str, file: Found) -> str | None:
        """Return the SHA-256 of a file in hex, or None if it is being written. Raises OSError if it cannot be read."""
        folder, _, name = file.name.rpartition("/")
        with (
            self._layout.item(item) as whole,
            opened_folder(whole, folder) as inner,
            opened_file(inner, name) as opened,
        ):
            if Version.from_stat(os.fstat(opened)) != file.version or is_being_written(opened):
                return None
            digest = content_digest(opened)
            return digest if Version.from_stat(os.fstat(opened)) == file.version else None


def _is_complete(folder: int, name: str, version: Version) -> bool:
    """Return whether a settled file is still the version that was seen, and nobody has it open for writing."""
    try:
        with opened_file(folder, name) as file:
            return Version.from_stat(os.fstat(file)) == version and not is_being_written(file)
    except PermissionError:  # moved all the same, and fails as unreadable
        return True
