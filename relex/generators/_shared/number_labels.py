"""Letters that systems print in numbers. They say what a number is, and nothing about a person."""

from __future__ import annotations

# Before a number, separated or not; not part of the number.
LABELS = (
    "MRN|MR|ACCT|ACC|ACCESSION|ACCOUNT|AC|FIN|CSN|ID|PATIENT|PAT|PT|INS|DL|REF|ORD|ORDER|ENC|ENCOUNTER|VISIT|VN|VIS|"
    "CLM|CLAIM|WC|POLICY|POL|MEMBER|MEM|GROUP|GRP|RX|SN|SERIAL|LIC|CDL|STUDY|SUBJECT|SUBJ|SUB|DOC|IMG|SCAN|CASE|INC|"
    "EMP|UNIT|NPI|DEA|SSN|EIN|TIN|ITIN|AUTH|REQ|SPEC|SPC|TX|RES|IRB|JOB|PM|PO|WO|CERT|RAD|CT|XR|NM|SP|CY|US|UA|BX|PAP|"
    "LOT|UDI|DI|PASSPORT|LICENSE|LICENCE|PLATE|VIN|IBAN|NUMBER|NUM|NO|NR"
)
# Inside a number: courts, police, laboratories, licensed professions.
WITHIN = frozenset(LABELS.split("|")) | frozenset((
    "CV", "CR", "CPS", "SW", "DR", "JV", "FA", "PR", "JD", "PB", "MH", "CP", "MC", "CF", "GA", "CVS", "CRS", "JT",
    "ME", "PD", "SO", "FD", "IR", "JC", "BC", "HHS", "SU", "CG", "PAP", "BM", "NG", "FC", "EC", "HS", "TB", "BLK",
    "MD", "DO", "RN", "PA", "LCSW", "MA", "TL", "WDL", "SUBJ", "ER", "IP", "OP", "EP", "VF", "TR", "TS", "BLE",
))  # fmt: skip
