"""Hostile messages of HL7 v2: delimiters, escapes, segments and types that lie."""

from __future__ import annotations

import base64

from tests.leak.hostile_tables.case import Hostile, Person, hostile


def message(person: Person, *segments: str, head: str = "", pid: str = "", ferritin: bool = True) -> str:
    """Return a message with the patient, the result of a person and further segments."""
    patient = (
        pid
        or f"PID|1||{person.mrn}^^^NORTH^MR||{person.family}^{person.given}||19610417|F|||1 Elm St^^Salem^MA^01970||{person.phone}"
    )
    result = [f"OBX|1|NM|2276-4^Ferritin^LN||{person.fact}|ng/mL|||||F|||20240701"] if ferritin else []
    first = head or "MSH|^~\\&|LAB|NORTH|EHR|X|202407011230||ORU^R01^ORU_R01|17|P|2.5.1"
    return "\r".join([first, patient, "OBR|1|A1|B2|2276-4^Ferritin^LN|||20240701", *result, *segments, ""])


def text(person: Person, value: str, kind: str = "TX") -> str:
    """Return the message of a person with an observation of a text."""
    return message(person, f"OBX|2|{kind}|8251-1^Comment^LN||{value}||||||F")


def files() -> list[Hostile]:
    """Return the hostile messages."""
    return [*_delimiters(), *_escapes(), *_segments(), *_values(), *_envelopes()]


def _delimiters() -> list[Hostile]:
    p = [Person(n) for n in range(400, 412)]
    odd = str.maketrans("|^~\\&", "#*@!%")
    return [
        hostile("plain.hl7", message(p[0]), p[0]),
        hostile("odd.hl7", message(p[1]).translate(odd), p[1]),
        hostile("no-msh-2.hl7", message(p[2]).replace("^~\\&", "", 1), p[2], "refused"),
        hostile("same-twice.hl7", message(p[3]).replace("^~\\&", "||||", 1), p[3], "refused"),
        hostile("letters.hl7", message(p[4]).translate(str.maketrans("|^", "aV")), p[4], "refused"),
        hostile("five.hl7", message(p[5]).replace("^~\\&", "^~\\&#", 1), p[5]),
        hostile("only-two.hl7", message(p[6]).replace("^~\\&", "^~", 1), p[6], "either"),
        hostile("small-names.hl7", message(p[7]).replace("PID|", "pid|").replace("OBX|", "obx|"), p[7], "either"),
        hostile("two-messages-two-sets.hl7", message(p[8]) + message(p[9]).translate(odd), p[8:10]),
    ]


def _escapes() -> list[Hostile]:
    p = [Person(n) for n in range(412, 426)]
    f = [person.family for person in p]
    name = [f"{person.given} {person.family}" for person in p]
    broken, joined, called = (
        name[1].replace(" ", "\\.br\\"),
        name[4].replace(" ", "\\S\\"),
        p[4].phone.replace("-", "\\F\\"),
    )
    return [
        hostile("highlight.hl7", text(p[0], f"Mr. {f[0][:3]}\\H\\{f[0][3:]}\\N\\ seen"), p[0]),
        hostile("breaks.hl7", text(p[1], f"Patient {broken} seen\\.sp+2\\{f[1][:3]}\\.br\\{f[1][3:]}", "FT"), p[1]),
        hostile(
            "hex.hl7",
            text(p[2], f"Mr. \\X{ord(f[2][0]):02X}\\{f[2][1:]} and \\X{f[2].encode().hex()}\\ seen"),
            p[2],
            planted=[f[2].encode().hex()],
        ),
        hostile(
            "hex-in-pid.hl7",
            message(p[3]).replace(f[3], f"\\X{ord(f[3][0]):02X}\\{f[3][1:]}"),
            p[3],
            planted=[f[3][1:]],
        ),
        hostile("letters-of-delimiters.hl7", text(p[4], f"Mr. {f[4]}\\T\\Sons, {joined}, {called}"), p[4]),
        hostile("local.hl7", text(p[5], f"\\Z{f[5]}\\ \\Zx{p[5].phone}\\ seen"), p[5], "either"),
        hostile("charset.hl7", text(p[6], f"\\C2842\\{f[6]}\\M2442\\ seen"), p[6], "refused"),
        hostile("open-escape.hl7", text(p[7], f"Mr. {name[7]} \\ seen \\H {p[7].phone}"), p[7], "either"),
        hostile(
            "markup.hl7",
            text(p[8], f"\\.in+4\\<b title='{f[8]}'>{name[8][:-2]}</b>{f[8][-2:]}\\.ce\\Mr. {f[8]}", "FT"),
            p[8],
        ),
        hostile("unknown.hl7", text(p[9], f"\\{name[9]}\\ \\.{f[9]}\\"), p[9], "either"),
        hostile("bad-hex.hl7", text(p[10], f"\\X4\\ \\XZZ{f[10]}\\ \\X\\ Mr. {f[10]}"), p[10], "either"),
        hostile("escape-in-mrn.hl7", message(p[11], f"NTE|1||MRN {p[11].mrn[:3]}\\H\\{p[11].mrn[3:]}"), p[11]),
    ]


def _segments() -> list[Hostile]:
    p = [Person(n) for n in range(426, 450)]
    f = [person.family for person in p]
    kin = f"NK1|1|{f[3]}^Ann|SPO|2 Elm^^Salem|{p[3].phone}\rGT1|1||{f[3]}^Ann||2 Elm|{p[3].phone}\rIN1|1|A|B|Acme of {f[3]}|||||||||||{f[3]}^Ann|SPO"
    return [
        hostile(
            "two-patients.hl7",
            message(p[0]) + f"PID|2||{p[1].mrn}^^^NORTH^MR||{f[1]}^{p[1].given}\rOBX|9|TX|8251-1^C^LN||{p[1].note}\r",
            p[0:2],
            "refused",
            facts=(),
        ),
        hostile("same-pid-twice.hl7", message(p[2]) + message(p[2]).split("\r")[1] + "\r", p[2], "either"),
        hostile("kin.hl7", message(p[3], kin, f"NTE|1||Wife Ann {f[3]} called"), p[3]),
        hostile(
            "local-segments.hl7",
            message(p[4], f"ZPI|1|{f[4]}|{p[4].phone}", f"Z99|{p[4].note}", f"ZZZ{f[4]}"),
            p[4],
            "either",
        ),
        hostile("local-segment.hl7", message(p[5], f"ZPI|1|{f[5]}|{p[5].note}"), p[5]),
        hostile(
            "many.hl7",
            lambda: message(p[6], *(f"OBX|{n}|NM|2276-4^Ferritin^LN||{n}.5|ng/mL|||||F" for n in range(2, 10_000))),
            p[6],
        ),
        hostile(
            "notes-in-rows.hl7",
            message(
                p[7],
                f"NTE|1||Seen: Mr. {p[7].given}",
                f"NTE|2||{f[7]}, tel {p[7].phone[:8]}",
                f"NTE|3||{p[7].phone[8:]}",
            ),
            p[7],
        ),
        hostile(
            "patient-last.hl7",
            "\r".join([(s := message(p[8]).split("\r"))[0], *s[2:-1], s[1], f"NTE|1||Mr. {f[8]}", ""]),
            p[8],
            "either",
        ),
        hostile("cut.hl7", message(p[9])[:100], p[9], "either", facts=()),
        hostile("printed.hl7", message(p[10]) + f"Printed for {f[10]} {p[10].phone}\r", p[10], "refused"),
        hostile("no-patient.hl7", message(p[11], f"NTE|1||{p[11].note}").replace("\rPID", "\rZID"), p[11], "either"),
        hostile(
            "staff.hl7",
            message(
                p[12],
                f"PV1|1|I|W^1^2||||77^{f[12]}^Ann^^^DR^MD|||{f[12]}",
                f"ORC|RE|1|2||||||||||{f[12]}^Ann|||||{f[12]}",
                f"NTE|1||per Dr. {f[12]}",
            ),
            p[12],
        ),
        hostile(
            "codes.hl7",
            message(
                p[13],
                f"DG1|1||{f[13]}^{p[13].note}^L",
                f"AL1|1||^{f[13]}'s dust",
                f"PR1|1||99^Repair by Dr. {f[13]}^L",
                f"RXA|0|1|20240701||08^Hep B^CVX|1|mL||^given to Mr. {f[13]}",
            ),
            p[13],
        ),
        hostile(
            "merge.hl7",
            message(p[14], f"MRG|{p[14].mrn}^^^N^MR||||||{f[14]}^Old").replace("ORU^R01^ORU_R01", "ADT^A40"),
            p[14],
        ),
        hostile(
            "aliases.hl7",
            message(
                p[15],
                f"NTE|1||Also {f[16]}, born {f[17]}",
                pid=f"PID|1||{p[15].mrn}^^^N^MR||{f[15]}^{p[15].given}~{f[16]}^Lia^^^^^M|{f[17]}^Eva||F|{f[16]}^Bo",
            ),
            p[15:18],
            facts=[p[15].fact],
        ),
        hostile(
            "report.hl7",
            message(
                p[18],
                f"TXA|1|CN|TX|20240701|77^{f[18]}|||||{f[18]}^Ann||{f[18]}.txt",
                *(f"OBX|{n}|TX|8251-1^C^LN||{word}" for n, word in enumerate(p[18].note.split(), 3)),
            ),
            p[18],
        ),
        hostile("appended.hl7", message(p[19], "ADD|" + p[19].note, f"DSC|{f[19]}|F"), p[19], "either"),
        hostile(
            "batch.hl7",
            f"FHS|^~\\&|{f[20]}|||||{f[20]}.hl7|{p[20].note}\rBHS|^~\\&|{f[20]}\r"
            + message(p[20])
            + f"BTS|1|{f[20]}\rFTS|1|{p[20].phone}\r",
            p[20],
        ),
        hostile(
            "schedule.hl7",
            message(
                p[21], f"SCH|1|2||||||{f[21]} visit|||||||||{f[21]}^Ann", f"AIP|1||7^{f[21]}", f"AIL|1||{f[21]} room"
            ),
            p[21],
        ),
    ]


def _values() -> list[Hostile]:
    p = [Person(n) for n in range(450, 466)]
    f = [person.family for person in p]
    data = base64.b64encode
    pdf = data(b"%PDF-1.4 " + p[0].note.encode()).decode()
    rtf = data(b"{\\rtf1 " + p[0].note.encode() + b"}").decode()
    plain = data(p[0].note.encode()).decode()
    kinds = {
        "CWE": f"{f[1]}^{p[1].note}^L",
        "XPN": f"{f[1]}^{p[1].given}",
        "XAD": f"1 Elm^{f[1]}^Salem",
        "DR": "20240701^20240702",
        "TS": "20240701",
        "XTN": p[1].phone,
        "CX": p[1].mrn,
        "NA": f[1],
        "XXX": p[1].note,
        "": p[1].note,
        "MA": f[1],
        "PL": f"{f[1]}^1",
    }
    return [
        hostile(
            "encapsulated.hl7",
            message(
                p[0],
                f"OBX|2|ED|1^D^L||^application^pdf^Base64^{pdf}",
                f"OBX|3|ED|1^D^L||^text^rtf^Base64^{rtf}",
                f"OBX|4|ED|1^D^L||^text^plain^A^{p[0].note}~^TEXT^^Base64^{plain}",
                f"OBX|5|RP|1^D^L||{f[0]}.pdf&http://x.test/{f[0]}^x",
            ),
            p[0],
            planted=[pdf, plain],
        ),
        hostile(
            "kinds.hl7",
            message(
                p[1], *(f"OBX|{n}|{kind}|8251-1^C^LN||{value}" for n, (kind, value) in enumerate(kinds.items(), 2))
            ),
            p[1],
        ),
        hostile(
            "parts-of-names.hl7",
            message(p[2], f"NTE|1||{f[2]} seen").replace(f"{f[2]}^", f"{f[2]}&van&{f[2]}&&x^"),
            p[2],
        ),
        hostile(
            "labels.hl7",
            message(
                p[3],
                f"OBX|2|NM|L1^{f[3]} index^L|{f[3]}|5|{f[3]}|Mr. {f[3]} 1-2|{f[3]}|||F||{f[3]}|||77^{f[3]}|||{f[3]}||||{f[3]} Lab|2 Elm^^Salem|{f[3]}^Ann",
            ),
            p[3],
        ),
        hostile("repeated.hl7", text(p[4], f"Patient {p[4].given}~{f[4]}~seen"), p[4]),
        hostile("text-of-5-mb.hl7", lambda: text(p[5], "a b " * (5 << 18) + p[5].note), p[5], "either"),
        hostile(
            "number-is-a-name.hl7",
            message(
                p[6], f"OBX|2|NM|1^D^L||{f[6]}", f"OBX|3|NM|1^D^L||{p[6].mrn[1:]}", f"OBX|4|SN|1^D^L||>^{p[6].phone}"
            ),
            p[6],
        ),
        hostile(
            "nulls.hl7",
            message(p[7], 'OBX|2|NM|2276-4^F^LN||""|ng/mL', 'NK1|1|""|""', f'NTE|1||Mr. {f[7]} "" seen'),
            p[7],
        ),
        hostile("control.hl7", message(p[8], f"NTE|1||Mr. {f[8][:3]}\0{f[8][3:]} \x1b[2J {f[8]}"), p[8], "either"),
        hostile(
            "head.hl7",
            message(
                p[9],
                head=f"MSH|^~\\&|{f[9]}|Praxis {f[9]}|{f[9]}|X|20240701|{p[9].phone}|ORU^R01^ORU_R01|{f[9]}-1|P|2.5.1|||||||{f[9]}^x|{f[9]}",
            ),
            p[9],
        ),
        hostile(
            "structure-is-a-name.hl7",
            message(p[10], head=f"MSH|^~\\&|A|B|C|D|20240701||{f[10]}^{f[10]}^{f[10]}|1|{f[10]}|{f[10]}"),
            p[10],
            "either",
        ),
    ]


def _envelopes() -> list[Hostile]:
    p = [Person(n) for n in range(466, 480)]
    marked = "MSH|^~\\&|L|N|E|X|20240701||ORU^R01|1|P|2.5.1||||||{}"
    mixed = "\r\n".join(message(p[2]).split("\r")[:2]) + "\n" + "\r".join(message(p[2]).split("\r")[2:])
    return [
        hostile(
            "frames.hl7", b"\x0b" + message(p[0]).encode() + b"\x1c\r\x0b" + message(p[1]).encode() + b"\x1c\r", p[0:2]
        ),
        hostile("ends.hl7", mixed, p[2]),
        hostile("frame-left-open.hl7", b"\x0b" + message(p[3]).encode(), p[3], "either"),
        hostile(
            "says-ascii.hl7",
            message(p[4], "NTE|1||d\u00e9j\u00e0", head=marked.format("ASCII")).encode("latin-1"),
            p[4],
            "either",
        ),
        hostile(
            "says-utf8.hl7",
            message(p[5], "NTE|1||d\u00e9j\u00e0", head=marked.format("UNICODE UTF-8")).encode("latin-1"),
            p[5],
            "refused",
        ),
        hostile("says-a-name.hl7", message(p[6], head=marked.format(p[6].family)), p[6], "refused"),
        hostile("utf16.hl7", message(p[7], head=marked.format("UNICODE")).encode("utf-16"), p[7], "either"),
        hostile(
            "latin.hl7", message(p[8], "NTE|1||d\u00e9j\u00e0", head=marked.format("8859/1")).encode("latin-1"), p[8]
        ),
        hostile("bom.hl7", b"\xef\xbb\xbf" + message(p[9]).encode(), p[9], "either"),
        hostile(
            "as-xml.hl7", f"<ORU_R01><PID><PID.5>{p[10].family}</PID.5></PID></ORU_R01>", p[10], "refused", facts=()
        ),
        hostile("blank.hl7", " \r\n\r\n", p[11], "either", facts=()),
        hostile("text-first.hl7", f"Feed of {p[12].family}\r" + message(p[12]), p[12], "refused"),
        hostile(f"{p[13].given} {p[13].family}.hl7", message(p[13]), p[13]),
    ]
