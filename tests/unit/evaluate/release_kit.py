"""Releases of patients whose classes are worked by hand, and what `redactor evaluate release` says of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from tests.conftest import Command

Json = dict[str, Any]
_FAST = {"REDACTOR_DETECTORS": '["patterns","known"]'}
_A_SYSTEM = "http://hl7.org/fhir/sid/icd-10-cm"


def patient(id_: str, born: str, sex: str, state: str, postal: str) -> Json:
    address = [{"state": state, "postalCode": postal}]
    return {"resourceType": "Patient", "id": id_, "birthDate": born, "gender": sex, "address": address}


def condition(id_: str, subject: str, code: str) -> Json:
    coded = {"coding": [{"system": _A_SYSTEM, "code": code}]}
    return {"resourceType": "Condition", "id": id_, "subject": {"reference": f"Patient/{subject}"}, "code": coded}


def known_patients() -> list[Json]:
    """25 patients: five women of 1950, six men of 1950 of whom two moved, three women of 1961, eleven of 1970."""
    found = [patient(f"a{n}", f"1950-03-{n + 1:02d}", "female", "MA", "02134") for n in range(5)]
    found += [patient(f"b{n}", f"1950-04-{n + 1:02d}", "male", "MA", "02139") for n in range(4)]
    found += [patient(f"m{n}", f"1950-05-{n + 1:02d}", "male", "CT", "06510") for n in range(2)]
    found += [patient(f"c{n}", f"1961-03-{n + 1:02d}", "female", "NY", "10025") for n in range(3)]
    found += [patient(f"d{n}", f"1970-03-{n + 1:02d}", "female", "TX", "75201") for n in range(11)]
    found += [condition(f"x{n}", f"d{n}", "E11.9") for n in range(11)]
    return [*found, condition("x11", "a0", "E11.9"), condition("y", "d0", "G30.9")]


class Release:
    """A release in a folder, with what the command said of it."""

    def __init__(self, folder: Path, command: Command, keyring: Path) -> None:
        self.folder, self._command, self._keyring = folder, command, keyring
        self.out, self.state = folder / "out", folder / "state"
        self.env = {"REDACTOR_KEYRING": str(keyring), "REDACTOR_HOME": str(folder / "home"), **_FAST}

    def copied(self, folder: Path) -> Release:
        """The release in another folder, which a test may change; home and input stay behind."""
        shutil.copytree(self.out, folder / "out")
        shutil.copytree(self.state, folder / "state")
        return Release(folder, self._command, self._keyring)

    def run(self, source: Path, profile: str) -> Json:
        given = (source, self.out, "--state", self.state, "--profile", profile, "--json")
        done = self._command("run", *given, env=self.env)
        assert done.returncode in (0, 1), done.stderr
        return dict(json.loads(done.stdout))

    def say(self, *more: str | Path, env: dict[str, str] | None = None) -> Any:
        return self._command("evaluate", "release", self.out, *more, env=self.env | (env or {}))

    def card(self, *more: str | Path) -> Json:
        done = self.say("--json", *more)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))
