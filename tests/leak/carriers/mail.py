"""Two mails: one of every part that a mail can have, one in an old charset whose headers are encoded words."""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from tests.leak.carriers.plants import Document

_CALENDAR = """BEGIN:VCALENDAR\r
METHOD:REQUEST\r
BEGIN:VEVENT\r
UID:%s\r
DTSTART:20240221T090000Z\r
SUMMARY:%s\r
ORGANIZER;CN=%s:mailto:%s\r
ATTENDEE;CN=%s:mailto:clinic@fenwayhealth.net\r
LOCATION:%s\r
DESCRIPTION:%s\r
END:VEVENT\r
END:VCALENDAR\r
"""
_HTML = """<html><head><title>%s</title><style>.x{color:red}</style></head><body><!-- %s --><p>Dear %s,</p>
<p>%s</p><table><tr><td>%s</td><td>%s</td></tr></table><p style="display:none">%s</p><img src="%s" alt="%s">
<a href="mailto:%s" title="%s">write</a></body></html>"""


def eml() -> tuple[Document, bytes]:
    d = Document("p3_referral.eml", "eml", 3)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(
        d("From, name", "‹PERSON Linnet Haversedge›"), addr_spec=d("From", "‹EMAIL l.haversedge@bmcmail.org›")
    )
    mail["To"] = d("To", '"Dr. ‹PERSON Crispian Wadebridge›" <‹EMAIL cwadeb.77@mghmail.org›>')
    mail["Cc"] = d("Cc", "‹PERSON Isolda Threlkeld› <‹EMAIL i.threlkeld@partnersmail.org›>")
    mail["Bcc"] = d("Bcc", "‹EMAIL ombersley.p@partnersmail.org›")
    mail["Reply-To"] = d("Reply-To", "‹PERSON William Johnson› <‹EMAIL wj.qq83@bmcmail.org›>")
    mail["Sender"] = d("Sender", "‹EMAIL scribe.tolpuddle@bmcmail.org›")
    mail["Subject"] = d("Subject", "Referral of ‹PERSON @name›, MRN ‹MRN @mrn›")
    mail["Message-ID"] = d("Message-ID", "<‹EMAIL 3.tobv.1949@mail.bmcmail.org›>")
    mail["In-Reply-To"] = d("In-Reply-To", "<‹EMAIL haverse.q81@mail.mghmail.org›>")
    mail["References"] = d("References", "<‹EMAIL threlk.z19@mail.mghmail.org›>")
    mail["Thread-Topic"] = d("Thread-Topic", "Case of ‹PERSON Averilda Snodsbury›")
    mail["Comments"] = d("Comments", "seen by ‹PERSON Fulkeric Dunstable›")
    mail["X-Patient"] = d("unknown header", "MRN ‹MRN 30961185›")
    mail["Received"] = d(
        "Received",
        "from ws-‹PERSON averilda›.bmc.org ([10.2.3.4]) by mx1.bmc.org for <‹EMAIL cwade.alias@mghmail.org›>",
    )
    mail["Return-Path"] = d("Return-Path", "<‹EMAIL bounce.haverz@bmcmail.org›>")
    mail["Date"] = "Mon, 19 Feb 2024 09:12:00 +0000"
    mail.set_content(
        d(
            "text/plain",
            "Dear Dr. ‹PERSON Crispian Wadebridge›,\n\nplease see Mrs. ‹PERSON @name›, born ‹DATE @birth›, "
            "MRN ‹MRN @mrn›, SSN ‹SSN @ssn›, of ‹ADDRESS @street›. "
            "Her phone is ‹PHONE @phone›, her e-mail ‹EMAIL @email›.\n"
            "Labs: ‹FACT›, ‹FACT›, ‹FACT›, ‹FACT›.\nHer husband ‹PERSON Thorkell Obvanderrin› comes with her.\n\n"
            "On Monday Dr. ‹PERSON Euphrasia Lindqvister› wrote:\n"
            "> She saw ‹PERSON Jocosa Birtwhistle›, NP, on ‹DATE 2024-01-12›.\n"
            "-- \n‹PERSON Linnet Haversedge›, MD\nPager ‹PHONE (508) 224-9917›\n",
        ),
        cte="quoted-printable",
    )
    texts = (
        ("title of HTML", "‹PERSON Obvanderrin, Tarquilla›"),
        ("comment in HTML", "cc ‹PERSON Godiva Marchbanks›"),
        ("text/html", "Dr. ‹PERSON Crispian Wadebridge›"),
        (
            "text/html",
            "Echo: ‹FACT›, weight ‹FACT›. Mrs. <b>Tar</b><i>quilla</i> agrees. "
            "Her niece ‹PERSON Philomel Dansereau› calls.",
        ),
        ("table in HTML", "‹FACT›"),
        ("table in HTML", "‹FACT›"),
        ("hidden HTML", "SSN ‹SSN 233-80-1175›"),
        ("image source in HTML", "https://img.bmc.org/‹URL px/tobv-49-ee1.png›"),
        ("alt text in HTML", "Photo of ‹PERSON Hildreth Quennell›"),
        ("link in HTML", "‹EMAIL quennell.h@verizon.net›"),
        ("title attribute in HTML", "‹PERSON Sabeline Corriveau›"),
    )
    mail.add_alternative(_HTML % tuple(d(carrier, text) for carrier, text in texts), subtype="html", cte="base64")
    invite = (
        ("UID of an invite", "‹MRN 44190072›-visit"),
        ("SUMMARY of an invite", "Visit ‹PERSON Tarquilla Obvanderrin›"),
        ("ORGANIZER of an invite", "‹PERSON Merewen Castleford›"),
        ("ORGANIZER of an invite", "‹EMAIL merewen.c@fenwayhealth.net›"),
        ("ATTENDEE of an invite", "‹PERSON Ranulf Osterley›"),
        ("LOCATION of an invite", "‹ADDRESS 12 Hobblethwick Road›"),
        ("DESCRIPTION of an invite", "Call ‹PHONE (508) 617-3358›"),
    )
    calendar = _CALENDAR % tuple(d(carrier, text) for carrier, text in invite)
    mail.add_attachment(calendar.encode(), maintype="text", subtype="calendar", filename="invite.ics")
    note = d(
        "attached text",
        "Consult of Dr. ‹PERSON Erasmine Portcullis›: ‹FACT›. "
        "Aunt ‹PERSON Wilhelmina Strathdee›, ‹PHONE (508) 930-4471›.",
    )
    mail.add_attachment(
        note.encode(),
        maintype="text",
        subtype="plain",
        filename=d("attachment name", "‹PERSON Tarquilla_Obvanderrin›.txt"),
    )
    rows = d("attached table", "name,phone\n‹PERSON Ghislaine Tattersall›,‹PHONE (508) 558-2096›\n")
    mail.add_attachment(
        rows.encode(), maintype="text", subtype="csv", filename=d("attachment name", "list-‹MRN 55817320›.csv")
    )
    data = d("attached binary", "%PDF-1.4 (‹PERSON Wulfhilda Pargeter›)")
    name = d("encoded attachment name", "Befund ‹PERSON Ægidius Söderfelt›.pdf")
    mail.add_attachment(data.encode(), maintype="application", subtype="pdf", filename=name)

    nested = EmailMessage(policy=SMTP)
    nested["From"] = d("From of a nested message", "‹PERSON Radegund Ellerbeck› <‹EMAIL r.ellerbeck@aol.com›>")
    nested["Subject"] = d("Subject of a nested message", "my mother ‹PERSON Petronel Ellerbeck›")
    nested.set_content(
        d("body of a nested message", "She takes ‹FACT›. Call me: ‹PHONE (508) 347-1192›. ‹PERSON Radegund Ellerbeck›"),
        cte="base64",
    )
    mail.add_attachment(nested)
    mail.preamble = d("preamble", "for ‹PERSON Osmunda Claverhouse›")
    mail.epilogue = d("epilogue", "from ‹PERSON Berengar Whitlock›")
    return d.done(), mail.as_bytes()


def old_eml() -> tuple[Document, bytes]:
    """A mail in ISO 8859-1 without parts; the sender's name is in base64, that of the receiver quoted-printable."""
    d = Document("p5_reply.eml", "eml", 4)
    d("encoded word in From", "‹PERSON Sigríður Þorvaldsdóttir›")
    d("encoded word in To", "‹PERSON Håkon Brännstrøm›")
    d("encoded word in Subject", "‹PERSON @name›")
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address("Sigríður Þorvaldsdóttir", addr_spec=d("From", "‹EMAIL sigga.th@outlook.com›"))
    mail["To"] = Address("Håkon Brännstrøm", addr_spec=d("To", "‹EMAIL brannstrom.h@mghmail.org›"))
    mail["Subject"] = "Bjørnulf Æskelund: results"
    text = (
        "Patient: ‹PERSON @name›, MRN ‹MRN @mrn›, DOB ‹DATE @birth›.\r\n"
        "‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n‹FACT›\r\n"
        "His wife ‹PERSON Þórunn Æskelund› lives at ‹ADDRESS 31 Grimsdyke Avenue›. Dr. ‹PERSON Håkon Brännstrøm›\r\n"
    )
    mail.set_content(d("body in Latin 1", text), charset="iso-8859-1", cte="quoted-printable")
    return d.done(), mail.as_bytes()
