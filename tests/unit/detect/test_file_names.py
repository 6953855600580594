"""File names, paths and joined words: where they are, and how they read."""

from __future__ import annotations

from redactor.detect.file_names import find_file_names, login_folders, split
from tests.each_row import each_row


def read(text: str) -> str:
    """The text with file names split into words."""
    out, at = "", 0
    for start, end in find_file_names(text):
        for r in split(text, start, end):
            out += text[at : r.start] + r.new
            at = r.end
    return " ".join((out + text[at:]).split())


@each_row(
    ("text", "expected"),
    [
        ("see scan_Smith_John_1952-03-14.pdf.", "see scan Smith John 1952-03-14 ."),
        ("scan_Smith_1952_03_14.pdf", "scan Smith 1952-03-14"),
        ("SmithJohn_CTchest.pdf", "Smith John C Tchest"),
        ("DrOkonjo_letter.docx", "Dr Okonjo letter"),
        ("OMalley-McDonald_MRI.dcm", "OMalley McDonald MRI"),
        ("smith-john-ct.pdf", "Smith John ct"),
        ("SMITH_JOHN_MRI.dcm", "Smith John MRI"),
        ("jsmith.txt smithj.txt johnsmith.txt", "J Smith Smith J John Smith"),
        ("smith2_ct.nii.gz", "Smith 2 ct"),
        (r"C:\Users\jsmith\My_Okonjo\x.pdf", "C: Users J Smith My Okonjo x"),
        ("~/scans/Smith.John/ct.pdf", "~ scans Smith John ct"),
        ("John_Smith", "John Smith"),
        ("JohnSmith", "John Smith"),
        ("smith-john", "Smith John"),
    ],
)
def test_file_names_read_as_words(text: str, expected: str) -> None:
    assert read(text) == expected


@each_row(
    "text",
    [
        "ct_chest_final.pdf", "Discharge_Summary.pdf", "lab_report_2.pdf", "Guest_family: she is fine",
        "HEART_RATE 72, BP_SYS 120", "mg/dL and/or N/A", "nursing/home/hospice", "/home health aide", "HbA1c",
        "follow-up", "SARS-CoV-2", "X-ray/CT/MRI", "U.S.A.", "e.g.", "MyChart", "Assessment_and_Plan", "___", "a_b",
        "BMI_calc.xlsx",        "Guillain-Barre", "12/24/2020", "rate <INAUDIBLE_SPEECH/>", "", " ", "\n",
        "NM_005228.5:c.2573T>G", "NP_005219.2:p.Leu858Arg",
    ],
)  # fmt: skip
def test_ordinary_words_are_not_split(text: str) -> None:
    assert find_file_names(text) == []


@each_row(
    ("text", "login"),
    [
        (r"C:\Users\nokonjo\x.pdf", "nokonjo"),
        (r"C:\Documents and Settings\nokonjo\x", "nokonjo"),
        ("/home/nokonjo", "nokonjo"),
        ("file at /Users/n.okonjo/Desktop/a.pdf", "n.okonjo"),
        (r"\\server\profiles\okonjo_n\x.doc", "okonjo_n"),
        (r"C:\Users\Public\x.pdf", None),
        (r"C:\Users\Administrator", None),
        ("/home/health/aide", None),
    ],
)
def test_a_folder_of_a_user_is_a_login_name(text: str, login: str | None) -> None:
    found = [text[a:b] for start, end in find_file_names(text) for a, b in login_folders(text, start, end)]
    assert found == ([login] if login else [])
