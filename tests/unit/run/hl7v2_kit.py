"""HL7 v2 messages for tests: a clean report, and hostile ones that all hold the same planted values."""

from __future__ import annotations

PLANTED = (
    "Vexholm",
    "VEXHOLM",
    "Tarquil",
    "4417-Q",
    "617-555-0142",
    "Quellbrook",
    "Zephyrine",
    "Ostrander",
    "V-55120",
    "44170",
)
"""Surname, given name, record number, telephone, street, daughter's name, doctor's name, visit; none may leave."""

MSH = r"MSH|^~\&|LAB|QUELLBROOK HOSPITAL|EHR|ENCLAVE|202403041230||ORU^R01^ORU_R01|MSG00017|P|2.5.1"
PID = (
    "PID|1||4417-Q^^^QUELLBROOK&1.2.3.4&ISO^MR||Vexholm^Tarquil^Q^JR^MR||19500203|M|||17 Quellbrook Lane^^Boston^MA^"
    "02115^USA^H||617-555-0142^PRN^PH~^NET^Internet^t.vexholm@example.org|||M||ACC-90123|123-45-6789"
)
NK1 = "NK1|1|Vexholm^Zephyrine|DAU^daughter^HL70063|17 Quellbrook Lane^^Boston^MA^02115|617-555-0143"
PV1 = (
    "PV1|1|I|W4^12^A^QUELLBROOK||||1234567893^Ostrander^Imelda^^^DR^MD|||MED"
    + "|" * 9
    + "V-55120"
    + "|" * 25
    + "202403010815"
)
OBR = (
    "OBR|1|ORD-77^EHR|FIL-4411^LAB|24323-8^Comprehensive metabolic panel^LN|||202403040915" + "|" * 9
    + "1234567893^Ostrander^Imelda||||||||F"
)  # fmt: skip

CLEAN = [
    "OBX|1|NM|2345-7^Glucose^LN^GLU^Glucose^L||182|mg/dL^^UCUM|70-105|H|||F|||202403040915",
    "OBX|2|NM|718-7^Hemoglobin^LN||13.20|g/dL|12.0-16.0|N|||F",
    "OBX|3|SN|2160-0^Creatinine^LN||<^0.50|mg/dL|0.6-1.3|L|||F",
    "OBX|4|ST|5778-6^Color of Urine^LN||Yellow||||||F",
    "OBX|5|CE|600-7^Bacteria identified^LN||112283007^Escherichia coli^SCT||||||F",
    "OBX|6|NM|WBC^White cells^L||6.8|10*3/uL|4.5-11.0|N|||F",
]


def message(*segments: str, head: str = MSH, end: str = "\r") -> str:
    """A message of these segments behind the usual ones."""
    return end.join((head, PID, NK1, PV1, OBR, *segments)) + end


def _text(value: str, kind: str = "TX") -> str:
    return f"OBX|1|{kind}|18842-5^Discharge summary^LN||{value}||||||F"


def _delimited(text: str, old: str, new: str) -> str:
    return text.translate(str.maketrans(old, new))


PLAIN = "Mr. Vexholm was seen by Dr. Ostrander; call 617-555-0142."

HOSTILE: dict[str, bytes] = {
    "plain text": message(_text(PLAIN)).encode(),
    "cut in a segment": message(_text(PLAIN))[:-60].encode(),
    "cut in the header": MSH[:30].encode(),
    "no PID": f"{MSH}\r{OBR}\r{_text('Tarquil Vexholm, MRN 4417-Q, Dr. Ostrander')}\r".encode(),
    "no header": f"{PID}\r{_text(PLAIN)}\r".encode(),
    "other delimiters": _delimited(message(_text(PLAIN)), "|^~\\&", "#$*@!").encode(),
    "undeclared delimiters": (MSH + "\r" + _delimited(PID + "\r" + _text(PLAIN), "|^", "#$")).encode(),
    "delimiters of letters": message(_text(PLAIN)).replace("MSH|^~\\&", "MSH|VQZO").encode(),
    "equal delimiters": message(_text(PLAIN)).replace("MSH|^~\\&", "MSH|^^^^").encode(),
    "name in hexadecimal": message(_text("seen: \\X566578686F6C6D\\ today")).encode(),
    "name in highlighting": message(_text("seen: Vex\\H\\holm and Tar\\N\\quil")).encode(),
    "name over lines": message(_text("Tarquil"), _text("Vexholm was seen")).encode(),
    "name over repetitions": message(_text("Mr. Tarquil~Vexholm was seen")).encode(),
    "name behind line breaks": message(_text("Patient: Tarquil\\.br\\Vexholm\\.br\\MRN: 4417-Q", "FT")).encode(),
    "name in an escaped delimiter": message(_text("Vexholm\\T\\Tarquil, \\F\\Ostrander\\R\\")).encode(),
    "character set changed": message(_text("\\C2842\\Vexholm\\M244021\\")).encode(),
    "typist's backslash": message(_text("\\ Vexholm \\ Ostrander \\X566578686F6C6D\\")).encode(),
    "name in a code": message("OBX|1|CE|11^Vexholm^L||VEXHOLM^Tarquil Vexholm^L~^Ostrander|||||F").encode(),
    "name in a code of LOINC": message("OBX|1|CE|VEXHOLM^Tarquil Vexholm^LN||4417-Q^Vexholm^SCT").encode(),
    "name in a number": message("OBX|1|NM|718-7^Hemoglobin^LN||Vexholm|Vexholm|Vexholm|Vexholm|||Vexholm").encode(),
    "telephone in a number": message("OBX|1|NM|718-7^Hemoglobin^LN||6175550142|||||F").encode(),
    "value without a type": message("OBX|1||718-7^Hemoglobin^LN||Vexholm").encode(),
    "unknown type": message("OBX|1|QQ|718-7^Hemoglobin^LN||Vexholm^Tarquil").encode(),
    "encapsulated data": message("OBX|1|ED|18842-5^Summary^LN||^TEXT^PLAIN^A^Tarquil Vexholm 4417-Q").encode(),
    "pointer": message("OBX|1|RP|18842-5^Summary^LN||\\\\files\\Vexholm_4417-Q.pdf^^TEXT").encode(),
    "person as a value": message("OBX|1|XPN|8^Next of kin^L||Vexholm^Zephyrine").encode(),
    "address as a value": message("OBX|1|AD|8^Address^L||17 Quellbrook Lane^^Boston").encode(),
    "Z-segment": message("ZPI|1|Vexholm^Tarquil|4417-Q|617-555-0142").encode(),
    "segment without a rule": message("ACC|20240304|Vexholm|Quellbrook Lane").encode(),
    "fields without a rule": message("OBX|1|ST|1^x^L||ok" + "|" * 20 + "Vexholm|Tarquil^4417-Q").encode(),
    "components without a rule": message("DG1|1||I10^Hypertension^I10C^^^^^^Vexholm^Tarquil^4417-Q&Vexholm").encode(),
    "codes with names": message("PV2|||VEXHOLM^Tarquil", "AL1|1|VEXHOLM|Vexholm").encode(),
    "numbers in places of codes": message("PV1|1|I||V-55120|||||||||||||V-55120||V-55120", "TXA|1||V-55120").encode(),
    "record number in a code": message("OBX|1|CE|4417-Q^x^L||4417-Q^x^L~44170^y^L|V-55120")
    .replace("^^QUELLBROOK&1.2.3.4&ISO^MR|", "^^Q^MR~44170^^^Q^PT|")
    .encode(),
    "times with names": message("DG1|1||I10^^I10C||Vexholm", "SPM|1|||BLD|||||||||||||Vexholm^4417-Q").encode(),
    "notes": message("NTE|1|Vexholm|Tarquil", "NTE|2|L|Vexholm, 617-555-0142").encode(),
    "many repetitions": message(_text("~".join(["Tarquil", "Vexholm"] * 300))).encode(),
    "huge field": message(_text("word " * 40_000 + PLAIN)).encode(),
    "line feed in a text": message(_text("one\nPID of Vexholm\nthree")).encode(),
    "MLLP and batch": b"\x0bFHS|^~\\&|Vexholm\rBHS|^~\\&|Vexholm\r\x1c\r\x0b"
    + message(_text(PLAIN)).encode()
    + b"\x1c\r",
    "segments behind a trailer": b"FHS|^~\\&\rPID|1||4417-Q||Vexholm\r"
    + message().encode()
    + b"BTS|1\rNTE|1||Vexholm\r",
    "UTF-16": message(_text(PLAIN)).encode("utf-16"),
    "UTF-16 without a mark": message(_text(PLAIN)).encode("utf-16-le"),
    "Latin-1 declared": message(_text("Vexholm é"), head=MSH + "||||||8859/1").encode("latin-1"),
    "Latin-1 as UTF-8": message(_text("Vexholm é"), head=MSH + "||||||UNICODE UTF-8").encode("latin-1"),
    "two encodings": message(_text("Vexholm é")).encode() + "NTE|1||é Ostrander ü\r".encode("latin-1"),
    "unknown character set": message(_text("Vexholm"), head=MSH + "||||||ISO IR87~ISO IR14").encode(),
    "controls": message(_text("Vex\x00holm \x07Ostrander")).encode(),
    "two patients": message("PID|2||5518-R^^^Q^MR||Ostrander^Zephyrine", _text(PLAIN)).encode(),
    "two messages without a break": message(_text(PLAIN)).strip().encode() + MSH.encode() + b"\rPID|1||9||Vexholm\r",
    "markup in a text": message(
        _text("<div>Vex<b></b>holm</div> &lt;br/&gt; <!-- Ostrander --> <i></i>Tarquil")
    ).encode(),
    "providers": message("ORC|RE|ORD-77||||||||Zephyrine^Vexholm||1234567893^Ostrander^Imelda").encode(),
    "technicians": message(
        "OBR|2|||80048^Panel^C4" + "|" * 28 + "99&Ostrander&Imelda^202403040915|Vexholm&Tarquil"
    ).encode(),
    "not HL7 at all": b"Tarquil Vexholm, MRN 4417-Q\n",
    "nothing but a start": b"MSH|",
}
