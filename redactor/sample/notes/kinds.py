"""All types of note in the sink."""

from __future__ import annotations

from redactor.sample.notes.clinic import CONSULT, LETTER, PORTAL, PROGRESS, SOCIAL_WORK, TELEHEALTH, TELEPHONE
from redactor.sample.notes.hospital import ADMISSION, DISCHARGE, ED_TRIAGE, NURSING, OPERATIVE, PATHOLOGY, RADIOLOGY
from redactor.sample.notes.writer import Kind

INPATIENT: tuple[Kind, ...] = (ADMISSION, DISCHARGE, OPERATIVE, NURSING, ED_TRIAGE)
OUTPATIENT: tuple[Kind, ...] = (PROGRESS, CONSULT, TELEPHONE, LETTER, PORTAL, SOCIAL_WORK, TELEHEALTH)
REPORTS: tuple[Kind, ...] = (RADIOLOGY, PATHOLOGY)
KINDS: tuple[Kind, ...] = INPATIENT + OUTPATIENT + REPORTS
