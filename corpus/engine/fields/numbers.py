"""Numbers of records, people, insurances, devices and papers, bare or after their label."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import checked_numbers
from corpus.engine.fields.id_shapes import arbitrary, labelled, one_of
from corpus.engine.fields.labels import LABELS, state_labels
from corpus.engine.fields.licenses import LICENCES, PASSPORTS, PLATES
from redactor.entities import Entity
from redactor.sample import numbers, pools
from redactor.sample.marked import Marked, Near, join, mark

_MRN = (
    "#{5,10}", "#{7}", "#{8}", "#{6,9}", "%#{6}", "0#{6,8}", "00#{5,7}", "000#{6}", "##-##-##", "###-##-##", "###-###",
    "###-###-###", "### ### ###", "##-####-##", "####-####", "#{6}-#", "#{7}-#", "#{3}.#{3}", "##.##.##", "##/#{5,6}",
    "@#{6,8}", "@@#{6,7}", "@-#{6}", "@{2,3}-#{5,7}", "MRN#{6,8}", "MRN-#{5,8}", "MR#{6,8}", "MR-#{6}", "M#{7}",
    "E#{7,10}", "H000#{6}", "Z#{7}", "U#{7}", "T#{7}", "#{6,8}@", "#{5}-@", "@##-#{5}", "pt-#{5}~", "pt_#{4,6}",
    "PT#{5,7}", "~{2,3}#{5}", "enc_#{5}", "#{4} #{4}", "#{3} #{4}", "##-#{6}", "@#@#{5}", "#{11,12}", "$$$-#{5}",
)  # fmt: skip
_ACCT = (
    "#{8,12}", "#{9}", "V#{8,11}", "A#{8}", "@#{9}", "#{3}-#{6}", "#{10}", "FIN#{8}", "FIN-#{7}", "#{6}-#{4}", "H#{11}",
    "#{2}-#{7}", "00#{8}", "ACCT#{7}", "AC-#{6}", "#{4}-#{4}-#{4}", "@@#{8}", "#{7}/#{2}", "#{5}.#{3}", "G#{7}",
)  # fmt: skip
_PLAN = (
    "@{3}#{9}", "@{3}#{8}", "@{3} #{9}", "@{3}@#{8}", "W#{9}", "U#{7} 0#", "#{9}", "#{11}", "#{9}-0#", "#{9}@", "H#{8}",
    "#{8}@", "@@#{5}@", "#{3}-#{2}-#{4}@", "#{4}-#{3}-#{3}-@@", "#{4} #{5} #", "R#{8}", "@{4}#{7}", "MEM-#{7}",
    "@@-#{8}", "#{3} #{3} #{3}", "0#{9}", "@#{2}-#{7}", "@@@-@#{7}", "POL#{8}", "@@##-#{6}", "#{10}-##", "ZGP#{9}",
    "#{2}-#{6}-#{3}", "#{6}/#{4}", "1-#{8}", "JQU#{9}A", "#{12}", "@$#{6}@",
)  # fmt: skip
_GROUP = (
    "#{5,7}", "0#{6}", "00#{5}", "#{7}-###", "#{5}-##", "@{2}#{4}", "@#{5}", "GRP-#{4,6}", "GRP#{5}", "@{4,8}",
    "##-@##",
    "@{3}-#{4}", "@@@@##", "#{3}-#{4}", "#{6}@", "76-#{6}", "#{4}.#{3}", "@{2}-#{3}-@",
)  # fmt: skip
_CLAIM = (
    "CLM-<Y>-#{4,7}", "CLM#{8,10}", "WC-<Y>-#{5}", "WC#{7}", "#{2}-#{6}-#{2}", "#{3}@{2}#{6}", "<Y>#{9}", "#{15}",
    "@#{2}-#{5}-@", "#{4}-@@-#{4}", "@@@#{3}-#{5}", "#{2}@#{5}", "0#{2} WC #{6}", "#{8}-#{3}",
    "#{2}-@#{3}-#{3}@", "<y><j>@#{6}", "#{3}-##-#{5}", "E<y><j>#{4}", "#{13}", "CL/<Y>/#{4}", "@{1,2}#{6,9}",
)  # fmt: skip
_ACCESSION = (
    "S<y>-#{4,5}", "S-<y>-#{4,5}", "SP-<y>-#{5}", "SP<y>-#{4}", "SU-<y>-#{5}", "<y>-S-#{5}", "<Y>-#{4,6}", "<y>:@#{5}",
    "US-<Y>-###", "CT<y>-#{5}", "CT-<Y>-#{4}", "MR<y>.#{4}", "XR#{8}", "NM-<y>-#{4}", "ACC#{7}", "ACC-#{6,8}", "#{7,8}",
    "#{10}", "#{7}-@", "A<y><j>#{4}", "H#{8}", "@#{7}", "CY-<y>-#{4}", "CG<y>-#{5}", "RAD-#{7}", "<Y><md>-#{3,4}",
    "#{11}",
    "E##-#{4}.#", "F<y>-#{4}", "NG<y>-###", "BM<y>-###", "FC-<y>-###", "@@-##-#{5}", "<Y>@@#{6}", "<y>-#{6}",
    "PAP<y>-#{5}",
    "L#{8}", "<md>:@@#{5}@", "#{3}-#{3}-#{4}-#", "@##-#{5}", "@@@<y>-#{4,6}", "EC<y>#{5}", "V<y>-#{5}", "HS<y>-#{5}",
)  # fmt: skip
_SPECIMEN = (
    "#{8}", "SPC-#{6}", "SPEC#{7}", "@#{6}", "<y>#{6}@", "#{10}", "*#{8,10}*", "@@#{8}", "S#{2}-#{4}-@", "@#-#{4}",
    "BC-#{6}", "TB-<y>-#{4}", "#{12}", "@@-#{5}.#", "<y>-#{5}-@#", "BX#{6}", "UA-#{6}", "BLK-<y>-#{4}", "#{4}@#{3}",
)  # fmt: skip
_ORDER = (
    "#{8,9}", "ORD-#{5,8}", "ORD#{7}", "#{6}-#{3}", "@#{7}", "R#{7}", "PO#{6}", "REQ-<Y>-#{4}", "#{10}", "Q#{6}",
    "REF#{7}", "REF-#{6}", "<Y>-#{6}", "AUTH#{7}", "A#{9}", "#{3}@#{5}", "req_#{6}", "TX-#{5}-@", "WO<y>#{5}",
)  # fmt: skip
_CASE = (
    "[[SW|CV|CPS|CR|DR|JV|FA|PR]]-<Y>-#{3,6}", "<y>-[[CV|CR|JD|FA|PB|MH|CP]]-#{3,5}", "#:<y>-[[cv|cr|mc]]-#{5}",
    "<Y>-[[CF|DR|MH|GA|CP]]-#{6}", "<y>[[CVS|CRS|JT|SP]]#{3,6}", "BC#{6}", "ME-<y>-#{4}", "ME#{6}", "<Y>-#{5}",
    "<y>-#{4,6}", "[[PD|SO|FD]]<y>-#{6}", "IR-<Y>-#{4}", "INC#{7}", "CASE-#{5,8}", "#{8}", "#{2}-#{4}-@@",
    "D-#{3}-#{3}",
    "F<y>-#{4}", "MC-#{2}-#{4}", "<y>-@@-#{4}", "@#{5}-#", "JC<y>#{4}", "#{3}-#{6}-#{2}", "HHS-#{6}", "<Y>/#{4}",
)  # fmt: skip
_VISIT = (
    "#{8,10}", "#{9}", "V#{8}", "V0#{10}", "E#{8}", "ENC-#{6,8}", "ENC#{7}", "enc_#{5,8}", "CSN#{9}", "1#{8}", "#{12}",
    "#{4}-#{5}", "@#{8}-#{3}", "<Y><md>#{4}", "<y>#{7}", "VN-#{7}", "VIS#{6}", "#{7}-#{2}", "#{10}-#", "0#{8}",
    "ER#{7}",
    "IP#{6}", "OP-#{6}", "visit-#{5}", "#{6}/#{3}", "#{9}", "EP<Y>#{5}",
)  # fmt: skip
_SERIAL = (
    "PJN#{7}@", "@{3}#{6}@", "@{2,3}#{5,7}", "#{6,9}", "SN#{7}", "SN-#{5,8}", "$$$$#{6}", "##-#{4}-###", "@#{7}",
    "#{8}-#",
    "@##$$#{5}", "#{5}-@@-#{3}", "@@@-#{4}-@", "#{4}@@#{4}", "<Y>-#{5}", "@@<y>@#{5}", "H#{2}-#{6}", "0#{7}",
    "RNB#{6}S",
    "$$$$$$$$$$", "BLE#{6}@", "PZK#{6}S", "#{3}.#{3}.#{4}", "CN-#{2}$$#{5}", "sn#{8}", "@#{4}/#{3}", "LFP#{6}",
    "#{10,12}",
)  # fmt: skip
_CERTIFICATE = (
    "#{5,8}", "@#{5,6}", "@@#{5,6}", "MD#{6}", "MD-#{5}", "RN#{6}", "RN-#{7}", "@@-#{5}", "#{2}.#{6}", "0#{6}", "A#{5}",
    "G#{5}", "ME#{6}", "DO-#{4}", "#{3}-#{4}-@", "<Y>-#{5}", "LCSW#{5}", "@@@#{4}", "036-#{6}", "25MA#{8}", "#{6}-1",
    "PA#{5}",
    "#{4}-<Y>", "@@#{3}-#{4}", "C-#{6}", "TL#{5}", "LIC-#{6}", "CDL#{8}",
)  # fmt: skip
_BADGE = ("#{3,6}", "#{4}", "B-#{4}", "@#{4,5}", "E#{6}", "EMP#{5}", "emp-#{4,6}", "#{2}-#{4}", "0#{5}", "@@#{4}",
          "P#{4}",
          "#{3}@", "UNIT-#{3}", "N#{5}", "#{7}", "A#{2}-#{3}")  # fmt: skip
_RX = ("#{7}", "#{6,8}", "RX#{7}", "Rx#{6}", "0#{6}", "#{7}-#{5}", "#{7}-##", "N#{6}", "C#{7}", "#{6}-#{4}",
       "#{2}-#{6}",
       "2#{6}", "RX-#{5,8}", "@#{6}", "#{4}-#{5}", "#{8}-0#", "#{3} #{4}")  # fmt: skip
_STUDY = (
    "STUDY-#{3}-#{4}", "@{3,4}-##-###", "###-####", "S###", "SUBJ-#{3,5}", "SUBJ#{4}", "PT-#{3}", "@@#{3}-@{3}-#{3}",
    "@{4}-#{3}", "@{3}#{3}-#{4}", "#{2}-#{3}-#{3}", "@{2,5}_#{3,4}", "sub-#{3}", "sub#{4}", "R#{5}", "#{5}-@{3}",
    "@#-#{3}",
    "US#{3}-#{3}", "#{4}-#{3}-@", "IRB-<Y>-#{4}", "P#{3}", "ID-#{4}", "RES#{5}", "@{6}-#{2}-#{4}", "C#{3}S#{4}",
)  # fmt: skip
_DOCUMENT = (
    "DOC-#{6,8}", "DOC#{7}", "#{7,10}", "D#{8}", "#{6}", "#{8}.#", "TR-#{6}", "T#{7}", "DI-#{6}", "<Y><md>#{5}",
    "#{5}-#{4}",
    "doc_#{6}", "N#{9}", "SCAN-#{6}", "F-#{4}-<y>", "IMG#{8}", "VF#{6}", "#{3}-#{5}", "JOB#{6}", "@@#{3}/#{5}", "^{12}",
    "^{16}",
)  # fmt: skip
_BANK = ("#{8,12}", "#{9,10}", "#{3}-#{6}", "#{4}-#{4}-##", "00#{8}", "#{4} #{4}", "#{2}-#{8}", "#{17}", "@@#{8}")
_ROOM = (
    "%##", "%##", "%##", "%###", "%##@", "%##-@", "%##[[A|B]]", "%##-[[A|B|1|2]]", "%@-##", "%@##", "%[[W|E|N|S]] %#",
    "%[[W|E|N|S]]%#", "@%##", "@-%##", "ICU-%", "ICU %#", "ED-%#", "ED%#", "%-%##", "%-%##-%", "#%", "%", "%#", "%%##",
    "%##.%", "%##/%", "@%", "T%##", "G-%#", "%##bed%", "%# [[A|B]]", "LL%#", "B%##", "%#%-@", "%##~",
)  # fmt: skip
_BED = ("%", "%", "%#", "%#", "[[A|B|C|D]]", "[[A|B]]", "%#[[A|B]]", "%[[A|B]]", "0%", "@-%#", "%##", "W%", "[[W|D]]",
        "%-[[A|B]]",
        "H%", "%##-%", "N%")  # fmt: skip
_ID = (
    "#{5,12}", "#{6}", "#{8}", "@#{5,8}", "@@#{4,8}", "@{3}-#{4,7}", "@{3}#{5,9}", "#{4}-#{4}", "#{3}-#{3}-#{3}",
    "#{2}-#{5}",
    "@{2}-<Y>-#{4}", "<Y>-#{4,6}", "~{2,4}-#{4,6}", "~{2,3}_#{4,6}", "~{2}#{5}~", "0000#{4}", "*#{9,12}*",
    "#{3}/#{4}/#{2}",
    "@#@#@#", "^{8}", "^{24}", "^{32}", "0x^{8}", "$$$$-$$$$-$$$$", "@@@ #{3} #{4}", "#{3}.#{4}.#{2}", "#{13}",
    "~{3,6}#{2,4}",
    "@{2,4}/#{4}/<y>", "1Z$$$$$$##########", "$$$$$#", "$$$$$$$$", "#{4} #{4} #{4} #{4} ##", "@-#{3}-#{3}", "#{16}",
    "#{20}",
)  # fmt: skip
_CHECKS = ("x", "X", "*", "\u2022", "#")


@dataclass(frozen=True, slots=True)
class _Sort:
    """A kind of number. held: whether a note has one of it, or a new one at each use."""

    entity: Entity | Near
    make: Callable[[Cast], str]
    held: bool = False


def _of(*shapes: str, strange: float = 0.0) -> Callable[[Cast], str]:
    return lambda c: arbitrary(c) if c.chance(strange) else one_of(c, shapes)


def _mrn(c: Cast) -> str:
    if c.chance(0.05):
        return checked_numbers.nhs(c.rng)
    return arbitrary(c) if c.chance(0.08) else one_of(c, _MRN)


def _plan(c: Cast) -> str:
    if c.chance(0.2):
        return checked_numbers.mbi(c.rng)
    return arbitrary(c) if c.chance(0.05) else one_of(c, _PLAN)


def _device(c: Cast) -> str:
    draw = c.rng.random()
    if draw < 0.15:
        return checked_numbers.udi(c.rng)
    if draw < 0.25:
        return numbers.device_identifier(c.rng)
    return arbitrary(c) if draw < 0.35 else one_of(c, _SERIAL)


def _dea(c: Cast) -> str:
    value = numbers.dea(c.rng, pools.load_pools().family(c.rng, None))
    return f"{value[:2]}-{value[2:]}" if c.chance(0.08) else value


def _vin(c: Cast) -> str:
    value = numbers.vin(c.rng)
    return value.lower() if c.chance(0.05) else value


def _plate(c: Cast) -> str:
    state, shapes = c.pick(tuple(PLATES.items()))
    value = one_of(c, shapes)
    if c.chance(0.15):
        value = value.replace(" ", "").replace("-", "")
    return f"{state} {value}" if len(state) == 2 and c.chance(0.2) else value


def _uuid(c: Cast) -> str:
    value = numbers.random_uuid(c.rng)
    draw = c.rng.random()
    return (
        value.upper()
        if draw < 0.15
        else value.replace("-", "")
        if draw < 0.25
        else f"{{{value}}}"
        if draw < 0.3
        else value
    )


def _id(c: Cast) -> str:
    draw = c.rng.random()
    if draw < 0.4:
        return arbitrary(c)
    if draw < 0.75:
        return one_of(c, _ID)
    return one_of(c, c.pick((_MRN, _ACCT, _CLAIM, _ACCESSION, _ORDER, _CASE, _VISIT, _SERIAL, _STUDY, _DOCUMENT)))


_E = Entity
_SORTS: Mapping[str, _Sort] = MappingProxyType({
    "mrn": _Sort(_E.MEDICAL_RECORD_NUMBER, _mrn, held=True),
    "acct": _Sort(_E.FIN, _of(*_ACCT, strange=0.06), held=True),
    "passport": _Sort(_E.PASSPORT_NUMBER_US, _of(*PASSPORTS), held=True),
    "plan": _Sort(_E.HEALTH_PLAN_ID, _plan, held=True),
    "groupno": _Sort(_E.HEALTH_PLAN_ID, _of(*_GROUP), held=True),
    "claim": _Sort(_E.ID, _of(*_CLAIM, strange=0.08)),
    "accession": _Sort(_E.ID, _of(*_ACCESSION, strange=0.05)),
    "specimen": _Sort(_E.ID, _of(*_SPECIMEN, strange=0.08)),
    "order": _Sort(_E.ID, _of(*_ORDER, strange=0.08)),
    "caseno": _Sort(_E.ID, _of(*_CASE, strange=0.06), held=True),
    "visit": _Sort(_E.FIN, _of(*_VISIT, strange=0.05), held=True),
    "device": _Sort(_E.DEVICE_ID, _device),
    "serial": _Sort(_E.DEVICE_ID, _of(*_SERIAL, strange=0.1)),
    "plate": _Sort(_E.VEHICLE_LICENSE_PLATE_US, _plate, held=True),
    "vin": _Sort(_E.VEHICLE_IDENTIFIER_US, _vin, held=True),
    "npi": _Sort(_E.CERTIFICATE_NUMBER, lambda c: numbers.npi(c.rng)),
    "dea": _Sort(_E.CERTIFICATE_NUMBER, _dea),
    "cert": _Sort(_E.CERTIFICATE_NUMBER, _of(*_CERTIFICATE, strange=0.06)),
    "id": _Sort(_E.ID, _id),
    "uuid": _Sort(_E.GUID, _uuid),
    "badge": _Sort(_E.ID, _of(*_BADGE)),
    "rx": _Sort(_E.ID, _of(*_RX, strange=0.03)),
    "study": _Sort(_E.ID, _of(*_STUDY, strange=0.1), held=True),
    "mac": _Sort(_E.MAC_ADDRESS, lambda c: checked_numbers.mac(c.rng)),
    "account": _Sort(_E.BANK_ACCOUNT_NUMBER, _of(*_BANK), held=True),
    "iban": _Sort(_E.BANK_ACCOUNT_NUMBER, lambda c: checked_numbers.iban(c.rng), held=True),
    "routing": _Sort(_E.BANK_ROUTING, lambda c: checked_numbers.routing(c.rng), held=True),
    "swift": _Sort(_E.BANK_SWIFT, lambda c: checked_numbers.swift(c.rng), held=True),
    "docid": _Sort(_E.ID, _of(*_DOCUMENT, strange=0.08)),
    "room": _Sort(Near.ROOM, _of(*_ROOM)),
    "bed": _Sort(Near.ROOM, _of(*_BED)),
})  # fmt: skip


def _field(name: str, sort: _Sort) -> Field:
    def field(c: Cast, spec: str) -> Marked:
        value = c.once(f"numbers.{name}", lambda: sort.make(c)) if sort.held else sort.make(c)
        found = mark(value, sort.entity)
        return labelled(c, LABELS[name], found) if spec == "labelled" else found

    return field


def _grouped(c: Cast, nine: str) -> str:
    """Nine digits as people write a social security number."""
    draw = c.rng.random()
    joint = "-" if draw < 0.66 else "" if draw < 0.82 else " " if draw < 0.92 else c.pick((".", " - ", "/", "\u2013"))
    return joint.join((nine[:3], nine[3:5], nine[5:]))


def _masked(c: Cast, last: str) -> Marked:
    """xxx-xx-1234: only the last four digits are marked."""
    x = c.pick(_CHECKS)
    before = c.pick((f"{x * 3}-{x * 2}-", f"{x * 3}-{x * 2}-", f"{x * 5}", f"{x * 3} {x * 2} ", "...-..-", "---"))
    return join(before, mark(last, Entity.SSN_OR_TAXPAYER))


def _ssn_digits(c: Cast) -> str:
    return c.once("numbers.ssn", lambda: numbers.ssn(c.rng).replace("-", ""))


def _ssn(c: Cast, spec: str) -> Marked:
    nine = _ssn_digits(c)
    if spec == "labelled" and c.chance(0.06):
        tax = mark(f"{nine[:2]}-{nine[2:]}", Entity.SSN_OR_TAXPAYER)
        return labelled(c, LABELS["tax"], tax)
    found = _masked(c, nine[5:]) if c.chance(0.1) else mark(_grouped(c, nine), Entity.SSN_OR_TAXPAYER)
    return labelled(c, LABELS["ssn"], found) if spec == "labelled" else found


def _ssn4(c: Cast, spec: str) -> Marked:
    found = mark(_ssn_digits(c)[5:], Entity.SSN_OR_TAXPAYER)
    return labelled(c, LABELS["ssn4"], found) if spec == "labelled" else found


def _card(c: Cast, spec: str) -> Marked:
    whole = c.once("numbers.card_number", lambda: checked_numbers.card(c.rng))
    found = mark(whole, Entity.CREDIT_DEBIT_NUMBER)
    if c.chance(0.12):
        x = c.pick(_CHECKS)
        found = join(
            c.pick((f"{x * 4} {x * 4} {x * 4} ", f"{x * 4}-", x * 12)), mark(whole[-4:], found.marks[0].entity)
        )
    return labelled(c, LABELS["card"], found) if spec == "labelled" else found


def _licence(c: Cast, spec: str) -> Marked:
    state = c.once("numbers.license.state", lambda: c.pick(tuple(LICENCES)))
    value = mark(c.once("numbers.license", lambda: one_of(c, LICENCES[state])), Entity.DRIVER_ID_US)
    if spec != "labelled":
        return value
    if len(state) == 2 and c.chance(0.3):
        return state_labels(c, state, value)
    return labelled(c, LABELS["license"], value)


FIELDS: Mapping[str, Field] = MappingProxyType(
    {name: _field(name, sort) for name, sort in _SORTS.items()}
    | {"ssn": _ssn, "ssn4": _ssn4, "card": _card, "license": _licence}
)
