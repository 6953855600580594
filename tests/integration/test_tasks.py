"""Fourteen tasks of a hospital's data engineer and a steward, each done at the first try with the installed wheel.

The names, numbers and places are invented for these tasks and stand in no sample of the package.
"""

from __future__ import annotations

import gzip
import http.client
import io
import json
import re
import signal
import subprocess
import time
import zipfile
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pandas as pd
import pytest

from tests.integration import task_inputs as inputs
from tests.integration.task_desk import Desk, install_wheel

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def desk(environment: Path, tmp_path: Path, keyring_path: Path) -> Desk:
    """A folder that holds a keyring, which the person has exported, and nothing else."""
    desk = Desk(tmp_path / "own files", environment, REDACTOR_KEYRING="keys.json")
    desk.write("keys.json", keyring_path.read_bytes())
    (desk.folder / "keys.json").chmod(0o600)
    return desk


def test_the_package_comes_from_the_wheel_and_lacks_nothing(desk: Desk) -> None:
    packages = "audio, redactor, relex, schemas, streams"
    desk.write(
        "where.py",
        f"import {packages}\nfrom importlib.metadata import distribution\nfrom pathlib import Path\n"
        f"for package in ({packages}):\n    print(Path(package.__file__).parent / 'py.typed')\n"
        "print(*distribution('clinical-redactor').metadata.get_all('Provides-Extra'))\n",
    )
    *typed, extras = desk.do("python where.py").rsplit("py.typed ", 1)
    found = f"{typed[0]}py.typed".split()
    assert len(found) == 5 and all(Path(p).is_file() and Path(p).is_relative_to(desk.environment) for p in found)
    assert {"parquet", "formats", "review", "all"} <= {*extras.split()}
    assert "complete -o default -F _redactor_completion redactor" in desk.do("_REDACTOR_COMPLETE=source_bash redactor")
    assert "birthDate" in desk.do("redactor schema show fhir/r5/Patient")
    assert "export REDACTOR_KEYRING=own.json" in desk.do("redactor keys init own.json")


def test_a_folder_of_notes(desk: Desk) -> None:
    desk.write(
        "ward/round-0412.txt",
        "WARD ROUND 12 April 2024\nPatient: Rosalind Achterberg   DOB 03/07/1951   MRN 40718823\n"
        "Seen by Dr. Theo Vandermeer. Lives with her son Pieter at 218 Larkspur Lane, Bellingham, WA 98225.\n"
        "Metoprolol 25 mg bid, Hb 10.2 g/dL, BP 132/78.\nPhone (360) 555-0184. Parkinson disease since 2019.\n",
    )
    desk.write(
        "ward/discharge.rtf",
        r"{\rtf1\ansi\deff0{\fonttbl{\f0 Times New Roman;}}\pard\b DISCHARGE\b0\par Mr. Anselm Fitzroy-Okafor, born "
        r"11 November 1938, takes warfarin 3 mg. Daughter Ngozi, 206-555-0147.\par H\'e9l\'e8ne Marchetti, MD}",
    )
    desk.write(
        "ward/more/Achterberg note.txt", "Ms. Achterberg: ros.achterberg@x.example, SSN 512-44-9087. Lisinopril 10 mg."
    )
    assert "3 records from 3 files" in desk.do("redactor run ward out")
    desk.released(
        without="Achterberg Rosalind 1951 40718823 Vandermeer Pieter Larkspur Bellingham 98225 555-0184 Fitzroy Okafor"
        " 1938 Ngozi 555-0147 Marchetti Hélène 512-44-9087",
        holding={"Metoprolol 25 mg": 1, "Hb 10.2 g/dL": 1, "warfarin 3 mg": 1, "Lisinopril 10 mg": 1, "Parkinson": 1},
    )
    assert "out is intact" in desk.do("redactor verify out")


def test_an_export_of_fhir_under_stand_ins(desk: Desk) -> None:
    for record in inputs.resources(*inputs.PEOPLE):
        name = f"export/{record['resourceType']}.ndjson"
        before = (desk.folder / name).read_text() if (desk.folder / name).exists() else ""
        desk.write(name, before + inputs.lines([record]))
    desk.do("redactor run export out --profile hips")
    left = desk.released(without=inputs.OF_PEOPLE, holding={"apixaban 5 mg twice daily": 2, '"value":11.3': 2})
    assert "February 5, 2024" not in left
    for family in re.findall(r'"family":"([^"]+)"', left):
        assert left.count(family) == 4, family  # of the record, and three times in the note


def test_bundles_in_compressed_files_and_archives(desk: Desk) -> None:
    desk.write("vendor/okonjo.json.gz", gzip.compress(inputs.bundle(inputs.PEOPLE[0])))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("lindqvist.json", inputs.bundle(inputs.PEOPLE[1]))
        archive.writestr(
            "notes/call.txt", "Bo Lindqvist called from 715-555-0133 about his insulin glargine 20 units.\n"
        )
    desk.write("vendor/more.zip", packed.getvalue())
    desk.do("redactor run vendor out")
    held = {"insulin glargine 20 units": 1, '"resourceType":"Bundle"': 2, "apixaban 5 mg": 2, '"value":11.3': 2}
    desk.released(without=f"{inputs.OF_PEOPLE} 555-0133", holding=held)


def test_tables_of_omop_in_parquet_and_csv(desk: Desk) -> None:
    rest = "race_concept_id,ethnicity_concept_id,person_source_value,gender_source_value"
    desk.write(
        "omop/person.csv",
        f"person_id,gender_concept_id,year_of_birth,month_of_birth,day_of_birth,{rest}\n"
        "100177,8532,1949,5,14,8527,38003564,MRN-77120,F\n",
    )
    texts = [
        "Mrs. Gudrun Halvorsen, 74, came with her husband Leif. Metformin 500 mg.",
        "Called Gudrun at 701-555-0166.",
    ]
    notes = {"note_id": [71, 72], "person_id": [100177, 100177], "note_date": ["2023-11-02", "2023-11-09"]}
    concepts = {name: [1, 1] for name in ("note_type_concept_id", "note_class_concept_id", "encoding_concept_id")}
    notes |= {**concepts, "language_concept_id": [4180186, 4180186], "note_text": texts}
    pd.DataFrame(notes).to_parquet(desk.folder / "omop/note.parquet")
    desk.do("redactor run omop out")
    left = desk.released(
        without="100177 77120 Gudrun Halvorsen Leif 555-0166 2023-11", holding={"Metformin 500 mg": 1, ",1949,,,": 1}
    )
    (person,) = re.findall(r"^(\w{32}),8532", left, re.MULTILINE)
    assert left.count(f"'person_id': '{person}'") == 2  # the tables still join


def test_a_table_of_ones_own_needs_a_schema(desk: Desk) -> None:
    table = (
        "Fallnummer;Nachname;Vorname;Geburtsdatum;PLZ;Diagnose;Tumorgröße_mm;Bemerkung\n"
        "F-20231;Müller-Lüdenscheidt;Jörg;14.03.1957;79098;C61;23;Herr Müller-Lüdenscheidt nimmt Bicalutamid 50 mg.\n"
        "F-20232;Grünwald;Käthe;02.12.1944;79100;C50.9;31;Frau Grünwald nimmt Tamoxifen 20 mg.\n"
    )
    desk.write("register.csv", table.encode("latin-1"))
    told = desk.do("redactor run register.csv out", code=1)
    (listing,) = re.findall(r"redactor quarantine list --state '.*?'", told)
    (release,) = re.findall(r"redactor quarantine release '.*?/out' --all --state '.*?'", desk.do(listing))
    told = desk.do("redactor schema infer register.csv --name records/register")
    lint, approve = re.findall(r"redactor schema (?:lint \S+ [^,]+|approve \S+ --by)", told)
    assert "no subject" in desk.do(lint, code=1)
    desk.do(f"{approve} 'A. Weber'")
    assert "2 released, 0 still held" in desk.do(release)
    held = {"Tamoxifen 20 mg": 1, "50 mg": 1, "C50.9": 1}
    desk.released(without="Lüdenscheidt Jörg Grünwald Käthe 1957 1944 79098 F-2023", holding=held)


def test_terms_that_must_go_and_terms_that_stay(desk: Desk) -> None:
    desk.write(
        "redactor.toml",
        '[site]\nallow = ["Parkinson", { term = "Mercy", context = "Show mercy" }]\nalways_redact = ["BLUEHERON"]\n'
        '[[site.patterns]]\nname = "staff"\nregex = "KX-[0-9]{4}"\nentity = "ID"\n',
    )
    note = "In BLUEHERON by KX-4471. Dr. Lanfranc Ogilvie: Parkinson disease, levodopa 100 mg. Show mercy. KX-9902."
    desk.write("notes/a.txt", note)
    told = desk.do("redactor run notes out")
    assert "1 of them within its context" in told
    held = {"Parkinson disease, levodopa 100 mg. Show mercy.": 1, "[ID]": 3}
    desk.released(without="BLUEHERON KX- Ogilvie Lanfranc", holding=held)
    told = desk.do("redactor config")
    assert "hidden" in told and "BLUEHERON" not in told


def test_a_profile_of_ones_own(desk: Desk) -> None:
    profile = {
        "profile": "ours",
        "version": "1",
        "default": "tag",
        "dates": {"level": "years"},
        "tag_texts": {"PERSON": "[NAME]"},
        "actions": {"DOCTOR": "keep"},
        "paths": {"Patient.address.city": "keep"},
    }
    desk.write("ours.json", json.dumps(profile))
    desk.write("fhir/all.ndjson", inputs.lines(inputs.resources(inputs.PEOPLE[0])))
    desk.write(
        "fhir/b.txt", "Name: Amara Okonjo\nSeen on March 16, 2025 by Dr. Emily Smith; (650) 555-1234. Ramipril 5 mg.\n"
    )
    told = desk.do("redactor run fhir out --profile ours.json", code=2)
    (approve,) = re.findall(r"redactor schema approve ours.json --profile --by", told)
    desk.do(f"{approve} 'A. Steward'")
    desk.do("redactor run fhir out --profile ours.json")
    left = desk.released(without="Okonjo Amara Solveig Foundry 88120934 555-1234 1962-08 55802")
    assert '"city":"Duluth"' in left and "on 2025 by Dr. Emily Smith;" in left and '"birthDate":"1962"' in left
    assert '"family":"[NAME]"' in left and "Ramipril 5 mg" in left


def test_messages_of_hl7_v2(desk: Desk) -> None:
    desk.write("hl7/adt.hl7", inputs.ADT)
    desk.write("hl7/oru.hl7", inputs.ORU)
    desk.do("redactor run hl7 out")
    left = desk.released(
        without="Castellanos Ximena Rodrigo Underhill Juniper Tucson 85701 5501992 555-0119 555-0120 19780922 ORD77",
        holding={"|104|mg/dL|70-99|H|": 1, "Sertraline 50 mg": 1, "|ADT^A01|": 1, "|ORU^R01|": 1},
    )
    first, second = re.findall(r"PID\|1\|\|(\w+)", left)
    assert first == second  # the two messages still are of one patient


def test_letters_of_office_programs(desk: Desk) -> None:
    desk.write("letters/Brambilla letter.docx", inputs.letter())
    desk.write(
        "letters/op.pdf",
        inputs.pdf("Patient Ignatius Brambilla, 12/01/2023.", "Dr. Yevgenia Astakhova. Cefazolin 2 g."),
    )
    desk.write("letters/scan.pdf", inputs.pdf())
    desk.write("letters/mail.eml", inputs.mail())
    desk.write("letters/clinic.xlsx", inputs.workbook())
    told = desk.do("redactor run letters out", code=1)
    assert "no-schema 2, pages-without-text 1" in told and "Run OCR over the file" in told
    assert "scan.pdf" in desk.do("redactor quarantine list --files")
    desk.do("redactor schema infer letters/clinic.xlsx --name records/clinic")
    desk.do("redactor schema lint records/clinic letters/clinic.xlsx")
    desk.do("redactor schema approve records/clinic --by 'A. Weber'")
    told = desk.do("redactor quarantine release out --all", code=1)
    assert "2 released, 1 still held" in told and "run it into a new OUT" in told
    desk.released(
        without="Brambilla Ignatius Pemberton Steuben Magda Astakhova Yevgenia Whitcombe Aurelia Orsola 3390127"
        " 555-0171 stbrannoc 1947 12/01",
        holding={"bisoprolol 2.5 mg": 2, "Cefazolin 2 g": 1, "potassium is 4.1 mmol/L": 1},
    )
    assert "out is intact" in desk.do("redactor verify out")


def test_a_pipe_and_a_quick_look(desk: Desk) -> None:
    desk.write("feed.ndjson", inputs.lines(inputs.resources(*inputs.PEOPLE)))
    told = desk.do("mkdir released && cat feed.ndjson | redactor run - - > released/feed.ndjson")
    assert "8 records" in told and "as_of" in told
    desk.released("released", without=inputs.OF_PEOPLE, holding={"apixaban 5 mg": 2, "\n": 9 + 2})
    desk.write("one.rtf", r"{\rtf1\ansi Mr. Ignatius Brambilla takes bisoprolol 2.5 mg; call 503-555-0171.\par}")
    look = desk.do("redactor text --file one.rtf")
    assert look == "[PERSON] takes bisoprolol 2.5 mg; call [TELEPHONE_NUMBER]."


def test_a_data_frame_in_python(desk: Desk) -> None:
    desk.write(
        "notes.csv",
        'mrn,name,note\n3390127,Ignatius Brambilla,"Mr. Brambilla takes bisoprolol 2.5 mg."\n'
        '3390128,Aurelia Whitcombe,"Aurelia saw Dr. Pemberton-Liu. K 3.9."\n3390127,Ignatius Brambilla,\n',
    )
    desk.write(
        "work.py",
        "import pandas as pd\nfrom redactor import Redactor\n"
        'redactor = Redactor(profile="hips", keyring="keys.json")\n'
        'out = redactor.frame(pd.read_csv("notes.csv"), text=["note"], patient="mrn")\n'
        'out.to_csv("out/notes.csv", index=False)\nprint(redactor)\n',
    )
    assert "profile hips" in desk.do("mkdir out && python work.py")
    desk.released(without="Brambilla Ignatius Whitcombe Pemberton 3390127", holding={"takes bisoprolol 2.5 mg": 1})
    frame = pd.read_csv(desk.folder / "out/notes.csv")
    assert list(frame) == ["mrn", "note"] and frame["mrn"][0] == frame["mrn"][2] != frame["mrn"][1]
    assert pd.isna(frame["note"][2])


def test_a_patient_is_forgotten(desk: Desk) -> None:
    desk.write("export/all.ndjson", inputs.lines(inputs.resources(*inputs.PEOPLE)))
    desk.do("redactor run export out --profile hips")
    (pseudonym,) = re.findall(
        r"(Patient/\w+) ", desk.do("redactor lookup --original Patient/pt-1 --reason 'request 7'")
    )
    told = desk.do("redactor index forget --subject Patient/pt-1 --by 'A. Steward' --yes")
    assert "add the patient to `opt_out`" in told
    retractions = Path(desk.variables["HOME"]) / ".redactor/retractions.jsonl"
    assert str(retractions) in told and pseudonym.removeprefix("Patient/") in retractions.read_text()
    assert "not found" in desk.do("redactor lookup --original Patient/pt-1 --reason 'proof'", code=1)
    desk.write("opt_out.txt", "pt-1\n")
    desk.do("REDACTOR_OPT_OUT=opt_out.txt redactor run export again --profile hips")
    assert pseudonym.removeprefix("Patient/") not in desk.released("again", holding={'"resourceType":"Patient"': 1})
    assert "again is intact" in desk.do("redactor verify again")


def test_what_was_not_released_is_mended_and_its_original_found_again(desk: Desk) -> None:
    visit = {"name": "Amara Okonjo", "weight_kg": 61.5, "remark": "Ms. Okonjo ate well."}
    visits = [{"resourceType": "NurseVisit", "id": f"v{n}", "patient": "pt-1", **visit} for n in range(3)]
    desk.write("in/visits.ndjson", inputs.lines(visits) + '{"resourceType":"NurseVisit","id":"v9"\n')
    desk.write("in/fhir.ndjson", inputs.lines(inputs.resources(inputs.PEOPLE[0])))
    assert "malformed-json 1, no-schema 3" in desk.do("redactor run in out", code=1)
    told = desk.do("redactor quarantine list --files")
    (broken,) = re.findall(r"(\d+-\d+) │ held │ malformed-json", told)
    assert "visits.ndjson" in told and '"id":"v9"' in desk.do(f"redactor quarantine show {broken}")
    desk.do("redactor schema infer in/visits.ndjson --name records/nurse")
    desk.do("redactor schema approve records/nurse --by 'A. Steward'")
    told = desk.do("redactor quarantine release out --all", code=1)
    assert "3 released, 1 still held" in told and "export it again" in told
    left = desk.released(without="Okonjo Amara pt-1", holding={'"weight_kg":61.5': 3, "ate well": 3})
    (patient,) = re.findall(r'"resourceType":"Patient","id":"(\w+)"', left)
    assert left.count(f'"patient":"{patient}"') == 3  # the visits are the patient's
    (own, *_) = re.findall(r'"resourceType":"NurseVisit","id":"(\w+)"', left)
    told = desk.do(f"redactor lookup NurseVisit/{own} --reason 'incidental finding'")
    assert re.search(r"│ v[012] +│ pt-1 │ visits.ndjson │", told) and "access.jsonl" in told


def test_a_run_that_was_killed_is_reviewed_measured_and_handed_over(desk: Desk) -> None:
    names = ("Abernathy", "Bouchard", "Czerny", "Dellacroce", "Eskildsen", "Fairweather")
    for n in range(60):
        note = f"Patient: {names[n % 6]}, Marguerite. MRN 7712{n:04}.\nSeen by Dr. Lucien {names[n % 5]}."
        desk.write(f"notes/n{n:02}.txt", f"{note} Atenolol {n} mg.\n")
    night = subprocess.Popen(
        [desk.environment / "bin/redactor", "run", "notes", "out"], env=desk.variables, cwd=desk.folder
    )
    home = Path(desk.variables["HOME"]) / ".redactor"
    while night.poll() is None and not [*home.glob("runs/*/audit.ndjson")]:
        time.sleep(0.01)
    night.send_signal(signal.SIGKILL)
    assert night.wait() == -signal.SIGKILL and "interrupted" in desk.do("redactor runs")
    assert "60 records from 60 files" in desk.do("redactor run notes out")
    desk.released(without=f"{' '.join(names)} Marguerite Lucien 7712", holding={"Atenolol ": 60})
    _review(desk, "notes", "out", "--sample", "4")
    told = desk.do("redactor evaluate gold.jsonl")
    assert re.search(r"│ recall │ 100.00 │ [-0-9.]+ │ (\d+)/\1 │", told)
    desk.do("redactor keys public keys.json > sender.pub && mkdir enclave && mv out sender.pub enclave")
    enclave = Desk(desk.folder / "enclave", desk.environment)  # without a keyring
    assert "out is intact: release 1, 120 files, 60 records" in enclave.do(
        "redactor verify out --public-key sender.pub"
    )
    enclave.do("echo x >> out/records-00007.txt")
    assert "records-00007.txt" in enclave.do("redactor verify out --public-key sender.pub", code=1)


def _review(desk: Desk, *arguments: str) -> None:
    """Look at each record of the page, call it right, and keep the gold, as a person does with a browser."""
    command = [desk.environment / "bin/redactor", "review", *arguments]
    with subprocess.Popen(command, env=desk.variables, cwd=desk.folder, stderr=subprocess.PIPE, text=True) as page:
        try:
            assert page.stderr is not None
            url = urlsplit(next(line.split()[1] for line in page.stderr if line.startswith("open ")))
            ask = partial(_ask, url.netloc)
            cookie = {"Cookie": ask("GET", f"/?{url.query}", {})[0].split(";")[0]}
            for key in dict.fromkeys(re.findall(r'href="/records/(\w+)', ask("GET", "/", cookie)[1])):
                assert "Marguerite" in ask("GET", f"/records/{key}", cookie)[1]
                ask("POST", f"/records/{key}/marks", cookie, urlencode({"verdict": "right"}))
            assert "4 of 4 records" in ask("GET", "/findings", cookie)[1]
            desk.write("gold.jsonl", ask("GET", "/gold.jsonl", cookie)[1])
        finally:
            page.send_signal(signal.SIGINT)
        assert page.wait(30) == 0


def _ask(host: str, method: str, path: str, headers: dict[str, str], form: str = "") -> tuple[str, str]:
    """Return the cookie that the page sets, and its text."""
    typed = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{host}"} if form else {}
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request(method, path, form or None, {**headers, **typed})
        answer = connection.getresponse()
        assert answer.status in (200, 303), (path, answer.status)
        return answer.getheader("set-cookie") or "", answer.read().decode()
