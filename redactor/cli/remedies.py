"""Tell a person what to do about records that were not released, by the reason."""

from __future__ import annotations

from collections.abc import Iterable

from redactor.run.contracts import FileReason
from schemas.engine.records import Reason

REMEDIES = {
    Reason.MALFORMED.value: "no valid JSON, at the line or element that `quarantine list` names; export it again, or"
    " correct what wrote it (a record cut off, quotes that are not escaped, NaN)",
    Reason.DUPLICATE_KEYS.value: "an object has a key twice, and nobody can tell which value counts; correct what"
    " writes the records",
    Reason.TOO_LARGE.value: "a record is larger than max_record_bytes, or a Bundle has too many entries; split it, or"
    " raise the setting and run again",
    Reason.TOO_DEEP.value: "objects lie in objects deeper than any record needs; correct what writes the records",
    Reason.NOT_AN_OBJECT.value: "a record is a JSON value but no object; write each record as {...}",
    Reason.NOT_APPROVED.value: "nobody has approved the schema of these records in its present form; read every rule,"
    ' then: redactor schema approve NAME --by "YOUR NAME", and redactor quarantine release (docs/guide/schemas.md)',
    Reason.APPROVAL_SUPERSEDED.value: "a later approval has ended that of this schema; put the approved document in its"
    " place, or approve this one (--keep lets both stand)",
    Reason.APPROVAL_WITHDRAWN.value: "the approval of the schema was withdrawn; `redactor schema list` shows by whom;"
    " if the records may be processed again, approve the schema",
    Reason.UNSUPPORTED_TYPE.value: "the release of FHIR has no schema for this type of resource; write one"
    " (docs/guide/schemas.md), set fhir_version if the records are of the other release, or leave them out",
    Reason.UNKNOWN_FIELD.value: "the schema has no rule for a field, and the setting unknown_fields quarantines such"
    ' records, or for no field at all: add rules to the schema and approve it, set unknown_fields = "drop", or name'
    " another schema with --schema",
    Reason.WRONG_TYPE.value: "a field holds another kind of value than its schema says (an object for a text, say), at"
    " the path that `quarantine list` shows; correct the records, or the schema",
    Reason.DETECTOR_FAILED.value: "a detector ended with the error that `quarantine list` shows; try `redactor"
    " quarantine release`, and report it if it happens again",
    Reason.SERVICE_UNAVAILABLE.value: "a service (the index of stand-ins, or an LLM) did not answer; see that it runs,"
    " then: redactor quarantine release",
    Reason.INTERNAL.value: "a defect of redactor, of the type that `quarantine list` shows; report the type and the"
    " version, without the record",
    Reason.SUPERSEDED.value: "a newer version or a deletion of the same resource came before; nothing is to be done,"
    " and the payload may be purged: redactor quarantine purge",
    FileReason.TRUNCATED.value: "a file ends in the middle of a record or of its compression; copy it again in whole."
    " What stood before was read",
    FileReason.BOMB.value: "a file unpacks to far more than its size can honestly hold; find out who made it, and give"
    " it unpacked if it is genuine",
    Reason.NO_SCHEMA.value: "no schema fits these records; propose one with `redactor schema infer SAMPLES`, review it"
    " and approve it (docs/guide/schemas.md), then: redactor quarantine release OUT --all",
    Reason.MALFORMED_TABLE.value: "a table whose first row does not name each column once, or a row that has another"
    " number of cells than it, at the line that `quarantine list` names; write one header row, quote cells that hold"
    " what separates them (comma, semicolon, tab or bar), and double quotes inside of them. Where two of these could"
    " separate the cells, say which in a first line such as sep=;",
    Reason.BAD_ENCODING.value: "the text is not UTF-8, UTF-16 or of the setting notes.encoding; convert the files to"
    " UTF-8, or name their encoding",
    Reason.INCOMPLETE_READING.value: "a text could not be read in whole; where the entry says llm-down, llm-budget,"
    " llm-unsure or llm-refused, try `redactor llm check`, then `redactor quarantine release` asks again"
    " (docs/guide/llm.md); llm-internal is a defect of redactor: report it",
    Reason.TEXT_TOO_LONG.value: "a single text has more characters than max_text_chars; split it, or raise the setting"
    " (100 seconds of CPU time for each million characters) and run again",
    Reason.TIMED_OUT.value: "reading these records took longer than any text needs; report it with their size and"
    " format, and the detectors in use",
    Reason.OTHER_CONFIGURATION.value: "a worker with other settings, profile, schemas or detectors than the exporter's"
    " processed these records; start workers with the exporter's configuration: it has the records processed again",
    Reason.FORGED.value: "a message on phi.raw was changed, or not written under this keyring; check who may write to"
    " the topic, and ingest the record again",
    Reason.PATIENT_UNSEEN.value: "no name of these records' patients is known, and no identifier in the patients' own"
    " records; the exporter sends these again when one comes; to go on without: redactor quarantine release --state"
    " STATE ENTRIES",
    Reason.OTHER_PATIENT.value: "the sidecar names two patients, or another than that of an earlier version of the"
    " recording, or one of whom the recording had left without; or there are two sidecars. Find out whose it is, and"
    " correct the sidecar or the crosswalk (docs/guide/sidecars.md)",
    Reason.DAMAGED_MEDIA.value: "a recording is empty, cut off or damaged; fetch it again from its source, or set"
    " audio.release_damaged, which mutes a second on each side of what is damaged (docs/guide/audio.md)",
    Reason.UNSUPPORTED_MEDIA.value: "no recording that can be read; convert it to WAV, FLAC, MP3, M4A, Ogg, WebM or AMR"
    " with one audio stream (docs/guide/audio.md)",
    Reason.UNSUPPORTED_LANGUAGE.value: "a language that audio.languages does not name is spoken; add it only if the"
    " detectors read it",
    Reason.NO_TRANSCRIPT.value: "somebody speaks and no word of it was heard; listen to the recording, and try a"
    " larger model (audio.model) if it is clear",
    Reason.TOO_UNCLEAR.value: "too many words of the recording were probably misheard, so that neither its transcript"
    " nor its mutes can be trusted; try a larger model (audio.model), or raise audio.most_errors, then `redactor"
    " quarantine release`",
    Reason.UNVERIFIED.value: "the proof found something audible that must not be heard; it was not released. Try"
    " audio.strict, then `redactor quarantine release`",
    Reason.ASR_NOT_FOR_RELEASE.value: "pocketsphinx is for demonstrations; name a folder of a faster-whisper model in"
    " audio.model, or set audio.allow_demo_asr for recordings that are no PHI",
    FileReason.AUDIO_INPUT.value: "recordings are not read by `redactor run`; give them to: redactor audio IN OUT",
    FileReason.UNREADABLE.value: "a file cannot be opened, is damaged, or is of no kind that is read; grant read"
    " access, give files instead of pipes, and convert documents to .txt, .rtf or .html",
    FileReason.EMPTY_RECORDS.value: "a file holds many rows or records without a value, more than a thousand and one"
    " for 64 of its bytes; they were left out, and the entry says how many. Everything else in the file was read",
    FileReason.LINK.value: "links in the input are not read, since they can lead to any file; put the files there,"
    " or for `redactor run`, where nobody else can write to the input, add --follow-links (for links to files)",
    FileReason.HL7_V2.value: "the file holds HL7 v2 messages under another name; give it the suffix .hl7",
    Reason.MALFORMED_MESSAGE.value: "an HL7 v2 message is cut off, has other delimiters than it declares, holds text"
    " where a segment must begin, or is of several patients; or a CDA document is no well-formed XML, declares a"
    " document type, or is of several patients. Send it again from its source (docs/guide/exchange-formats.md)",
    FileReason.CDA.value: "the file holds a CDA document under another name; give it the suffix .xml",
    FileReason.FHIR_XML.value: "FHIR is read as JSON, not as XML; export it as JSON or NDJSON, or convert it with any"
    " FHIR library",
    FileReason.SCHEMA_REGISTRY.value: "messages begin with the id of a schema (Confluent wire format), and hold Avro,"
    " Protobuf or JSON behind it; have the producer write plain JSON: for Kafka Connect JsonConverter with"
    " schemas.enable=false, elsewhere a serializer that asks no schema registry",
    FileReason.NO_FORMATS.value: "PDF files, workbooks (.xlsx) and mails of Outlook (.msg) need an extra; install it:"
    " pip install 'clinical-redactor[formats]', then run the input into a new OUT",
    FileReason.ENCRYPTED.value: "a file is encrypted or protected by a password; save it without one",
    FileReason.NO_TEXT.value: "a document, archive or database holds nothing that is read, such as a document of"
    " pictures; give its text, as recognised by a program for scans (OCR)",
    FileReason.PAGES_WITHOUT_TEXT.value: "pages of a PDF, or parts of them, have no text layer that can be read, as"
    " scans have none; they were withheld, and the entry says how many. Run OCR over the file (ocrmypdf --force-ocr),"
    " and give it again",
    FileReason.ATTACHMENTS.value: "files within a mail, a Word document or a portfolio of PDFs are of no kind that is"
    " read there; they were withheld, and the entry says how many. Save them as files beside it. Word takes such files"
    " into its document when it opens it: save that again",
    FileReason.UNMARKED_TEXT.value: "a Parquet table holds a text in a column of bytes, as older programs write it;"
    " write the table again with columns of strings (Spark: read it with spark.sql.parquet.binaryAsString=true)",
    FileReason.NESTED.value: "archives two deep in another or behind its first 1,000 members, a tar behind the end of a"
    " tar, Parquet within archives and members of rare compression are not read; unpack them into the input",
    FileReason.CONTAINER.value: "archives, workbooks and databases are read by `redactor run`, not from a stream's"
    " folder; unpack them, or export their tables as CSV",
    FileReason.OPEN_DATABASE.value: "a program has changes of a database in a file beside it (-wal, -journal); close"
    " the program, or copy the database with: sqlite3 DATABASE 'VACUUM INTO \"COPY\"'",
    FileReason.WORD_PROCESSOR.value: "the form of this text document is not read; save it as .docx, for many at once:"
    " soffice --convert-to docx FILES",
    FileReason.SPREADSHEET.value: "the form of this workbook is not read, a strict .xlsx or one with cells out of order"
    " neither; save it as an ordinary .xlsx or its sheets as CSV, for many at once: soffice --convert-to xlsx FILES",
    FileReason.PRESENTATION.value: "presentations are not read; save them as .pdf, for many at once:"
    " soffice --convert-to pdf FILES",
    FileReason.PICTURE.value: "pictures are not read; run OCR over scans of documents (ocrmypdf), and give the PDF",
    FileReason.MAILBOX.value: "mailboxes are not read; export each mail as .eml or .msg",
    FileReason.OTHER_ARCHIVE.value: "the form of this archive is not read; pack it as .zip or .tar.gz, or unpack it",
    FileReason.OTHER_DATABASE.value: "the form of this database is not read; export its tables as CSV or Parquet",
    FileReason.XML.value: "XML is not read; convert records to JSON, NDJSON or CSV, and documents to .html or .txt"
    " files",
}


def remedies(reasons: Iterable[str]) -> list[str]:
    """Return a sentence for each reason of the quarantine, in the order of the reasons."""
    return [f"{reason}: {REMEDIES[reason]}" for reason in dict.fromkeys(reasons) if reason in REMEDIES]
