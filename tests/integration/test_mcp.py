"""The SDK's own client calls `redactor mcp` in a process of its own: each tool, hostile input, a client that goes."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import Client

from tests.conftest import Command
from tests.integration.mcp_kit import NOTE, PATIENT, PLANTED, ROOT, Call, RawServer, code_of, environment, talk


@pytest.fixture
def env(tmp_path: Path, keyring_path: Path) -> dict[str, str]:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "vexholm.txt").write_text(NOTE)
    return environment(tmp_path, keyring_path)


FILES = ("--root", "notes", "--out", "released")


def test_each_tool_answers_without_an_original(tmp_path: Path, env: dict[str, str]) -> None:
    lines = [json.dumps(PATIENT), "no json, by Quorvane", json.dumps({"resourceType": "Vexholm"})]
    (tmp_path / "notes" / "patients.ndjson").write_text("\n".join(lines))
    (tmp_path / "notes" / "patient.json").write_text(lines[0])

    async def work(client: Client, call: Call) -> None:
        offered = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert [*offered] == [
            "deidentify_text",
            "deidentify_record",
            "deidentify_file",
            "explain_spans",
            "list_profiles",
        ]
        assert all(tool.description and tool.input_schema["type"] == "object" for tool in offered.values())
        assert await call("deidentify_text", text=NOTE) == (
            False,
            "Mr. [PERSON], MRN [MEDICAL_RECORD_NUMBER], was seen by Dr. [PERSON] on 2024.",
        )
        is_error, text = await call("deidentify_record", record='{"resourceType":"Observation","id":"mrn-vex-77",'
            '"status":"final","code":{"coding":[{"system":"http://loinc.org","code":"718-7"}]},'
            '"valueQuantity":{"value":13.10,"unit":"g/dL"}}')  # fmt: skip
        assert not is_error and '"value":13.10' in text, text
        is_error, text = await call("explain_spans", text=NOTE)
        spans = json.loads(text)["spans"]
        found = {NOTE[s["start"] : s["end"]]: s for s in spans}
        assert found["4471923"]["label"] == "MEDICAL_RECORD_NUMBER" and found["4471923"]["detectors"] == ["patterns"]
        assert {key for s in spans for key in s} == {"label", "start", "end", "detectors", "score"}
        profiles = json.loads((await call("list_profiles"))[1])["profiles"]
        assert [(p["profile"], p["default"]) for p in profiles] == [("hipaa-safe-harbor", True), ("hips", False)]
        assert profiles[1]["actions"]["PERSON"] == "surrogate"
        _, text = await call("deidentify_file", path="vexholm.txt")
        again = await call("deidentify_file", path=str(tmp_path / "notes" / "vexholm.txt"))
        assert again == (False, text) and json.loads(text)["counts"] == {"released": 1}
        _, text = await call("deidentify_file", path="patients.ndjson", out="group-one")
        assert json.loads(text)["file"] == "group-one.ndjson"
        counts = json.loads(text)["counts"]
        assert counts["released"] == 1 and counts["malformed-json"] == 1 and sum(counts.values()) == 3
        _, text = await call("deidentify_file", path="patient.json")
        assert json.loads(text)["file"].endswith(".json")

    profiles = ("--profile", "hipaa-safe-harbor", "--profile", "hips")
    talk(tmp_path, env, work, *profiles, *FILES).holds_no_original()
    written = sorted((tmp_path / "released").iterdir())
    assert len(written) == 3
    for path in written:
        assert path.stat().st_mode & 0o777 == 0o600
        assert not any(planted.casefold() in f"{path.name} {path.read_text()}".casefold() for planted in PLANTED)


def test_stand_ins_agree_between_calls_tools_and_processes(tmp_path: Path, env: dict[str, str]) -> None:
    seen: list[str] = []

    async def work(_: Client, call: Call) -> None:
        _, first = await call("deidentify_text", text="Mr. John Quorvane called.", patient="mrn-vex-77")
        _, second = await call("deidentify_text", text="Mr. John Quorvane slept.", patient="mrn-vex-77")
        _, other = await call("deidentify_text", text="Mr. John Quorvane slept.", patient="another")
        assert first.removesuffix("called.") == second.removesuffix("slept.")
        assert "Quorvane" not in first and other != second
        _, record = await call("deidentify_record", record=json.dumps(PATIENT))
        assert json.loads(record)["name"][0]["family"] in first
        seen.append(first)

    for _ in range(2):
        talk(tmp_path, env, work, "--profile", "hips").holds_no_original()
    assert seen[0] == seen[1]


def test_what_a_run_learns_meanwhile_is_found_at_once(tmp_path: Path, env: dict[str, str], in_process: Command) -> None:
    text = "vexholm slept."
    (tmp_path / "ehr").mkdir()
    record = PATIENT | {"name": [{"family": "Vexholm", "given": ["Zorbel"]}]}
    (tmp_path / "ehr" / "patient.json").write_text(json.dumps(record))

    async def work(_: Client, call: Call) -> None:
        assert await call("deidentify_text", text=text, patient="mrn-vex-77") == (False, text)
        done = in_process("run", "ehr", "out", env=env, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert await call("deidentify_text", text=text, patient="mrn-vex-77") == (False, "[PERSON] slept.")

    talk(tmp_path, env, work)


def test_two_profiles_of_one_home_answer_in_turn(tmp_path: Path, env: dict[str, str]) -> None:
    async def work(_: Client, call: Call) -> None:
        for _ in range(2):
            for profile, family in (("hips", None), ("hipaa-safe-harbor", "[PERSON]")):
                is_error, text = await call("deidentify_record", record=json.dumps(PATIENT), profile=profile)
                assert not is_error and family in (None, json.loads(text)["name"][0]["family"])

    talk(tmp_path, env, work, "--profile", "hips", "--profile", "hipaa-safe-harbor").holds_no_original()


BAD_CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("Vexholm", {}, "unknown-tool"),
    ("deidentify_file", {"path": "a.txt"}, "unknown-tool"),  # no root is named
    ("deidentify_text", {}, "wrong-arguments"),
    ("deidentify_text", {"text": 4471923}, "wrong-arguments"),
    ("deidentify_text", {"text": ["Quorvane"]}, "wrong-arguments"),
    ("deidentify_text", {"text": "x", "Quorvane": 1}, "wrong-arguments"),
    ("deidentify_text", {"text": "x", "patient": {"id": "mrn-vex-77"}}, "wrong-arguments"),
    ("deidentify_text", {"text": "x", "profile": "limited-dataset"}, "unknown-profile"),
    ("deidentify_text", {"text": "x", "profile": "../Vexholm.json"}, "unknown-profile"),
    ("deidentify_text", {"text": "Quorvane " * 30_000}, "text-too-long"),
    ("explain_spans", {"text": "Quorvane " * 30_000}, "text-too-long"),
    ("list_profiles", {"Quorvane": "x"}, "wrong-arguments"),
    ("deidentify_record", {"record": PATIENT}, "wrong-arguments"),
    ("deidentify_record", {"record": "Quorvane"}, "malformed-json"),
    ("deidentify_record", {"record": "[1]"}, "not-an-object"),
    ("deidentify_record", {"record": '{"a":1,"a":"Quorvane"}'}, "duplicate-keys"),
    ("deidentify_record", {"record": '{"a":' * 50_000 + "1" + "}" * 50_000}, "too-deep"),
    ("deidentify_record", {"record": '{"a":"' + "x" * 3_000_000 + '"}'}, "too-large"),
    ("deidentify_record", {"record": '{"Quorvane":1}'}, "no-schema"),
    ("deidentify_record", {"record": '{"a":1}', "schema": "Vexholm"}, "unknown-schema"),
    ("deidentify_record", {"record": '{"resourceType":"Patient","id":["Quorvane"]}'}, "wrong-type"),
    ("deidentify_record", {"record": '{"resourceType":"Observation","id":"q","status":"entered-in-error"}'}, "deleted"),
    ("deidentify_record", {"record": '{"resourceType":"Bundle","type":"collection"}'}, "unsupported-resource-type"),
]


def test_hostile_calls_are_refused_by_a_code_and_the_process_lives(tmp_path: Path, env: dict[str, str]) -> None:
    async def work(_: Client, call: Call) -> None:
        for name, given, code in BAD_CALLS:
            answer = await call(name, **given)
            assert code_of(answer) == code and "quarantine" not in answer[1], name
        assert await call("deidentify_text", text="well") == (False, "well")

    talk(tmp_path, env, work).holds_no_original()


def test_under_a_list_of_opt_outs_texts_need_a_patient_who_is_not_on_it(tmp_path: Path, env: dict[str, str]) -> None:
    (tmp_path / "list.txt").write_text("mrn-vex-77\n")
    env["REDACTOR_OPT_OUT"] = str(tmp_path / "list.txt")

    async def work(_: Client, call: Call) -> None:
        assert code_of(await call("deidentify_record", record=json.dumps(PATIENT))) == "opted-out"
        assert not (await call("deidentify_record", record=json.dumps(PATIENT | {"id": "p2"})))[0]
        for patient, code in (({}, "no-patient"), ({"patient": "mrn-vex-77"}, "opted-out")):
            assert code_of(await call("deidentify_text", text="well", **patient)) == code
            assert code_of(await call("deidentify_file", path="vexholm.txt", **patient)) == code
        assert await call("deidentify_text", text="well", patient="p2") == (False, "well")
        assert await call("explain_spans", text="well") == (False, '{"spans": []}')

    talk(tmp_path, env, work, *FILES).holds_no_original()
    assert not any((tmp_path / "released").iterdir())


def test_files_are_read_from_roots_and_written_to_out_alone(tmp_path: Path, env: dict[str, str]) -> None:
    notes, out = tmp_path / "notes", tmp_path / "released"
    (tmp_path / "Quorvane.txt").write_text(NOTE)
    (notes / "link.txt").symlink_to(tmp_path / "Quorvane.txt")
    (notes / "way").symlink_to(tmp_path)
    (notes / "inner.txt").symlink_to(notes / "vexholm.txt")
    (notes / "folder.txt").mkdir()
    os.mkfifo(notes / "pipe.txt")
    (notes / "scan.pdf").write_bytes(b"%PDF")
    (notes / "bytes.txt").write_bytes(b"\x00\x01\xff" * 50)
    (notes / "large.txt").write_bytes(b"x" * (4 * 1024 * 1024 + 1))
    (notes / "none.ndjson").write_text("no json\n")
    (notes / "patient.json").write_text(json.dumps(PATIENT))
    out.mkdir()
    (out / "taken.txt").write_text("earlier")
    (out / "linked.txt").symlink_to(tmp_path / "Quorvane.txt")
    read = [
        ("../Quorvane.txt", "outside-roots"),
        (str(tmp_path / "Quorvane.txt"), "outside-roots"),
        (str(notes / ".." / "Quorvane.txt"), "outside-roots"),
        ("", "outside-roots"),
        ("a\0.txt", "outside-roots"),
        ("x" * 5000 + ".txt", "outside-roots"),
        ("link.txt", "unreadable-file"),
        ("way/Quorvane.txt", "unreadable-file"),
        ("inner.txt", "unreadable-file"),
        ("folder.txt", "unreadable-file"),
        ("pipe.txt", "unreadable-file"),
        ("Quorvane-none.txt", "unreadable-file"),
        ("scan.pdf", "unsupported-kind"),
        ("large.txt", "too-large"),
    ]
    names = [
        ("../x", "bad-name"),
        ("a/b", "bad-name"),
        ("", "bad-name"),
        ("x.txt", "bad-name"),
        (".hidden", "bad-name"),
        ("taken", "file-exists"),
        ("linked", "file-exists"),
        ("Quorvane-1", "name-may-identify"),
        ("johnquorvane", "name-may-identify"),
        ("n4471923", "name-may-identify"),
    ]

    async def work(_: Client, call: Call) -> None:
        for path, code in read:
            assert code_of(await call("deidentify_file", path=path)) == code, path[:40]
        for name, code in names:
            assert code_of(await call("deidentify_file", path="vexholm.txt", out=name)) == code, name
        assert code_of(await call("deidentify_file", path="patient.json", patient="p1")) == "wrong-arguments"
        await call("deidentify_file", path="bytes.txt")
        is_error, text = await call("deidentify_file", path="none.ndjson")
        assert not is_error and json.loads(text) == {"file": None, "counts": {"malformed-json": 1}}

    talk(tmp_path, env, work, *FILES).holds_no_original()
    assert sorted(p.name for p in out.iterdir()) == ["linked.txt", "taken.txt"]
    assert (out / "taken.txt").read_text() == "earlier" and (tmp_path / "Quorvane.txt").read_text() == NOTE


def test_a_folder_that_is_gone_is_no_defect_and_the_process_lives(tmp_path: Path, env: dict[str, str]) -> None:
    async def work(_: Client, call: Call) -> None:
        (tmp_path / "released").rmdir()
        assert code_of(await call("deidentify_file", path="vexholm.txt")) == "not-possible"
        (tmp_path / "released").mkdir()
        assert not (await call("deidentify_file", path="vexholm.txt"))[0]

    heard = talk(tmp_path, env, work, *FILES)
    heard.holds_no_original()
    assert "a file cannot be read or written: No such file" in heard.stderr


def test_messages_that_no_client_sends_are_answered_and_stdout_stays_the_protocols(
    tmp_path: Path, env: dict[str, str]
) -> None:
    server = RawServer(tmp_path, env)
    deep = b"[" * 5000 + b"]" * 5000
    call = b'{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"list_profiles","arguments":{"x":%s}}}\n'
    at_end = (
        b'{"method":"tools/call","params":{"id":9,"name":"x","arguments":{"text":"%s"}},"jsonrpc":"2.0","id":"z"}\n'
    )
    bad = [
        (call % (b"1", deep), 1, "bad-message"),
        (call % (b"2", b'"\\ud800"'), 2, "bad-message"),
        (call % (b"3", b'"\xff Quorvane"'), 3, "bad-message"),
        (call % (b"4", b'"' + b"x" * 20_000_000 + b'"'), 4, "too-large"),
        (at_end % (b"Quorvane" * 3_000_000), "z", "too-large"),
    ]
    for line, number, code in bad:
        server.send(line)
        answer = server.answer()
        assert answer["id"] == number, answer
        assert json.loads(answer["result"]["content"][0]["text"])["error"] == code
    for dropped in (b"Quorvane\n", b"\n", b"\xff\xfe\n", b"[]\n", b'{"Quorvane":1}\n', b"5\n", deep + b"\n"):
        server.send(dropped)
    wrong = {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": ["Quorvane"]}}
    server.send(wrong)
    answer = server.answer()
    assert answer["id"] == 5 and "Quorvane" not in json.dumps(answer["error"])
    server.send({"jsonrpc": "2.0", "id": 6, "method": "ping"})
    assert server.answer() == {"jsonrpc": "2.0", "id": 6, "result": {}}
    code, told = server.close()
    assert code == 0, told
    assert not any(planted in told for planted in PLANTED)


def test_the_process_ends_with_its_client_in_the_middle_of_a_call(tmp_path: Path, env: dict[str, str]) -> None:
    server = RawServer(tmp_path, env)
    text = f"{NOTE} " * 2_000
    for number in range(1, 5):
        given = {"name": "deidentify_text", "arguments": {"text": text}}
        server.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": given})
    code, told = server.close()
    assert code == 0, told
    assert not any(planted in told for planted in PLANTED)
    assert "please report" not in told


def test_the_settings_of_clients_in_the_guide_start_the_command(tmp_path: Path, in_process: Command) -> None:
    page = (ROOT / "docs" / "guide" / "mcp.md").read_text()
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    *over_stdio, cursor, code = shown
    assert [[*settings] for settings in over_stdio] == [["mcpServers"], ["servers"]]
    for settings in (cursor["mcpServers"], code["servers"]):
        assert settings["redactor"]["url"].endswith("/mcp") and settings["redactor"]["headers"].keys() == {
            "Authorization"
        }
    for settings in over_stdio:
        (server,) = next(iter(settings.values())).values()
        assert server["command"].endswith("/redactor")
        done = in_process(*server["args"], env={"REDACTOR_HOME": str(tmp_path)}, cwd=tmp_path)
        assert done.returncode == 2 and "redactor keys init" in done.stderr  # it understood all options


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--root", "notes"), "--root and --out together"),
        (("--out", "released"), "--root and --out together"),
        (("--root", "absent", "--out", "released"), "a root is no folder"),
        (("--root", "notes", "--out", "notes/released"), "lie inside one another"),
        (("--root", "notes", "--out", "home/released"), "lie inside one another"),
        (("--profile", "hips", "--profile", "hips"), "two of the profiles have the same name"),
        (("--root", "notes", "--profile", "absent", "--out", "released"), "no profile absent"),
    ],
)
def test_a_wrong_start_says_what_to_do_on_stderr(
    tmp_path: Path, env: dict[str, str], in_process: Command, options: tuple[str, ...], told: str
) -> None:
    done = in_process("mcp", *options, env=env, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert not (tmp_path / "released").exists()


def test_without_a_keyring_or_the_extra_the_command_says_so(
    tmp_path: Path, env: dict[str, str], in_process: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = in_process("mcp", env={k: v for k, v in env.items() if k != "REDACTOR_KEYRING"}, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and "redactor keys init" in done.stderr
    monkeypatch.setitem(__import__("sys").modules, "mcp_types", None)
    monkeypatch.delitem(__import__("sys").modules, "redactor.service.mcp.server", raising=False)
    done = in_process("mcp", env=env, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and "clinical-redactor[mcp]" in done.stderr
