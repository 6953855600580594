"""Recipes of docs/architecture/, followed in a copy of the packages: as many files as a recipe names suffice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import Command

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("audio", "redactor", "relex", "schemas", "streams")
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
RULES = '["patterns"]'


class Copy:
    """A copy of the packages, of links to each file; `edit` and `write` put other files in the place of links."""

    def __init__(self, root: Path, keyring: Path, command: Command) -> None:
        self.root, self._command = root, command
        self.changed: list[str] = []
        self._env = {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "REDACTOR_DETECTORS": RULES}
        self._env |= {"REDACTOR_KEYRING": str(keyring), "REDACTOR_HOME": str(root / "home")}
        for package in PACKAGES:
            for path in sorted((ROOT / package).rglob("*")):
                if path.is_file() and path.suffix != ".pyc":
                    link = root / path.relative_to(ROOT)
                    link.parent.mkdir(parents=True, exist_ok=True)
                    link.symlink_to(path)

    def holding(self, folder: str, text: str) -> str:
        """The name of the one module below the folder that holds the text."""
        found = [p for p in (ROOT / folder).rglob("*.py") if text in p.read_text("utf-8")]
        assert len(found) == 1, (text, found)
        return str(found[0].relative_to(ROOT))

    def write(self, name: str, content: str) -> None:
        """A file of this name."""
        path = self.root / name
        path.unlink(missing_ok=True)
        path.write_text(content, "utf-8")
        self.changed.append(name)

    def edit(self, name: str, *insertions: tuple[str, str]) -> None:
        """The file with each second text behind its first, which it must hold."""
        content = (self.root / name).read_text("utf-8")
        for place, added in insertions:
            assert place in content, (name, place)
            content = content.replace(place, place + added, 1)
        self.write(name, content)

    def redactor(self, *arguments: str | Path, **env: str) -> str:
        """What the command of the copy prints."""
        done = self._command(*arguments, env=self._env | env, cwd=self.root)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def check_against(self, page: str, recipe: str) -> None:
        """The recipe names every changed file or its folder, and as many files as changed."""
        text = (ROOT / "docs" / "architecture" / page).read_text("utf-8")
        found = re.search(rf"^### {re.escape(recipe)}: (\w+) files?\n(.*?)(?=^##)", text + "\n##", re.M | re.S)
        assert found is not None, recipe
        assert len(self.changed) == NUMBERS[found[1]], self.changed
        named = set(re.findall(r"`([\w./]+)`", found[2]))
        assert all(named & {name, f"{Path(name).parent}/"} for name in self.changed), (self.changed, named)


@pytest.fixture
def copy(tmp_path: Path, keyring_path: Path, command: Command) -> Copy:
    return Copy(tmp_path, keyring_path, command)


def test_an_entity(copy: Copy) -> None:
    copy.edit(
        "redactor/entities.py",
        ('    USERNAME = "USERNAME"\n', '    LOYALTY_CARD = "LOYALTY_CARD"\n'),
        (
            "INFO: dict[Entity, EntityInfo] = {\n",
            '    _E.LOYALTY_CARD: _info(_H.OTHER, "ID", "ID", "GUID", "IDNUM", "UNIQUE"),\n',
        ),
        ("_E.EMAIL, _E.URL,", " _E.LOYALTY_CARD,"),
    )
    copy.edit(
        copy.holding("redactor/detect/patterns", '"keypad-code"'),
        (
            "\nRULES = (\n",
            '    Rule("loyalty-card", Entity.LOYALTY_CARD, r"loyalty card ([A-Z]{2}-[0-9]{3}-[0-9]{3})", "loyalty"),\n',
        ),
    )
    copy.edit("redactor/prompts/extract.md", ("- USERNAME:", " logins. LOYALTY_CARD: cards of shops."))
    copy.edit(
        copy.holding("relex/generators", "_E.SSN_OR_TAXPAYER"), ("    entities = frozenset({\n", "_E.LOYALTY_CARD, ")
    )
    text = "She left her loyalty card QX-482-113 at the desk. Warfarin 5 mg daily."
    assert copy.redactor("text", text) == "She left her loyalty card [LOYALTY_CARD] at the desk. Warfarin 5 mg daily.\n"
    replaced = copy.redactor("text", text, "--profile", "hips")
    assert re.fullmatch(
        r"She left her loyalty card [A-Z]{2}-\d{3}-\d{3} at the desk\. Warfarin 5 mg daily\.\n", replaced
    )
    assert "QX-482-113" not in replaced
    copy.check_against("detect.md", "Add an entity")


def test_a_detector(copy: Copy) -> None:
    copy.write(
        "redactor/detect/ships.py",
        '''
import re
from collections.abc import Sequence
from redactor.entities import Entity
from redactor.text import Note, Reading, Span


class Ships:
    """Names of ships."""

    name, version = "ships", "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        found = [re.finditer(r"\\bMV [A-Z][a-z]+", note.text) for note in notes]
        return [Reading(tuple(Span(*m.span(), Entity.ID, sources=("ships:name",)) for m in each)) for each in found]
''',
    )
    copy.edit(
        "redactor/assemble/detectors.py",
        ("from redactor.detect.wrappers import RoutedDetector\n", "from redactor.detect.ships import Ships\n"),
        ("    makers: dict[str, Callable[[], Detector]] = {\n", '        "ships": Ships,\n'),
    )
    text = "He was taken off the MV Zephyrine by the crew."
    assert copy.redactor("text", text, REDACTOR_DETECTORS='["ships"]') == "He was taken off the [ID] by the crew.\n"
    copy.check_against("detect.md", "Add a detector")


def test_a_profile(copy: Copy) -> None:
    profile = {
        "profile": "phones-stay",
        "version": "1.0.0",
        "description": "Telephone numbers stay.",
        "claim": "none",
        "tags": "entity",
        "default": "tag",
        "actions": {"TELEPHONE_NUMBER": "keep"},
    }
    copy.write("redactor/policy/shipped/phones-stay.json", json.dumps(profile))
    text = "Call Dr. Tarquil Vexholm at (617) 555-0142."
    assert copy.redactor("text", text, "--profile", "phones-stay") == "Call Dr. [PERSON] at (617) 555-0142.\n"
    copy.check_against("policy-and-engine.md", "Add a profile")


PATIENTS = """\
resourceType: Patient
id: p-77310
gender: female

resourceType: Patient
id: p-77311
gender: male
"""


def test_an_input_format(copy: Copy, tmp_path: Path) -> None:
    copy.write(
        "redactor/run/intake/stanzas.py",
        '''
from collections.abc import Iterator
import msgspec
from redactor.run.intake.files import ByteSource


def stanzas(source: ByteSource) -> Iterator[bytes]:
    """Records of lines `name: value`, with an empty line between them, as JSON."""
    held: dict[str, str] = {}
    content = b"".join(iter(source.read, b"")).decode()
    for line in [*content.splitlines(), ""]:
        if line:
            name, _, value = line.partition(": ")
            held[name] = value
        elif held:
            yield msgspec.json.encode(held)
            held = {}
''',
    )
    copy.edit(
        "redactor/run/intake/kinds.py",
        ("Kind = Literal[", '"stanzas", '),
        ("_KINDS: dict[str, Kind] = {\n", '    ".stanzas": "stanzas",\n'),
    )
    reader = copy.holding("redactor/run/intake", "def records(self) -> Iterator[RawRecord]:")
    copy.edit(
        reader,
        (
            "from redactor.run.intake.tables import Table, is_utf16\n",
            "from redactor.run.intake.stanzas import stanzas\n",
        ),
        (
            "        file = self._file\n",
            """\
        if file.kind == "stanzas":
            self.form = "ndjson"
            with ByteSource(file, self._content) as source:
                for n, data in enumerate(stanzas(source), 1):
                    yield self._raw(data, n)
                self.consumed = source.consumed
            return
""",
        ),
    )
    (tmp_path / "ehr").mkdir()
    (tmp_path / "ehr" / "people.stanzas").write_text(PATIENTS)
    copy.redactor("run", tmp_path / "ehr", tmp_path / "out", "--state", tmp_path / "state")
    released = [json.loads(line) for line in (tmp_path / "out" / "records-00001.ndjson").read_text().splitlines()]
    assert [r["gender"] for r in released] == ["female", "male"]
    assert not {r["id"] for r in released} & {"p-77310", "p-77311"}
    copy.check_against("commands-and-runs.md", "Add an input format")


def test_an_output(copy: Copy, tmp_path: Path) -> None:
    copy.write(
        "redactor/run/output/counted.py",
        '''
from redactor.run.contracts import OutputFile
from redactor.run.output.folder import FolderMark, FolderOutput


class CountedFolder(FolderOutput):
    """A folder whose state counts the files that became visible. Sealing a unit again leaves the same count."""

    def seal(self, unit: int, mark: FolderMark) -> list[OutputFile]:
        files = super().seal(unit, mark)
        (self._state / f"sealed-{unit}").write_text(str(len(files)))
        return files
''',
    )
    runner = "redactor/run/runner.py"
    content = (copy.root / runner).read_text("utf-8")
    content = content.replace("output.folder import FolderOutput", "output.counted import CountedFolder")
    copy.write(runner, content.replace("= FolderOutput(", "= CountedFolder("))
    (tmp_path / "ehr").mkdir()
    (tmp_path / "ehr" / "Patient.ndjson").write_text('{"resourceType":"Patient","id":"p1"}\n')
    copy.redactor("run", tmp_path / "ehr", tmp_path / "out", "--state", tmp_path / "state")
    assert (tmp_path / "out" / "records-00001.ndjson").is_file()
    assert (tmp_path / "state" / "sealed-1").read_text() == "1"
    copy.check_against("commands-and-runs.md", "Add an output")
