"""Labels that forms print before a number. Each is a template of alternatives, without the colon."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast
from redactor.entities import Entity
from redactor.sample.marked import Marked, join, mark

# "No" as forms write it, with the blank before it.
_NO = "[[ #|#| No| No.| no.| Number| Num| Nbr|  NO.]]"

LABELS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "mrn": (
        "MRN", "MRN", "MRN", "MRN", "MRN #", "MRN#", "M.R.N.", "MR #", "MR#", "MR", "M.R. No.", "MR No", "MedRec",
        f"Medical Record{_NO}",
        f"Med Rec{_NO}", f"Med. Rec.{_NO}", "Medical Record", f"Chart{_NO}", "Chart", f"Hosp{_NO}", "Hosp. No",
        f"Hospital{_NO}", "Pt ID",
        "PT ID", "Patient ID", "Patient ID#", f"Patient{_NO}", f"Pt{_NO}", "Pat. ID", "PID", "PatID", "patient_id",
        "EMPI", "UR", "UR No.",
        f"Unit{_NO}", "Unit Number", "NHS No.", "NHS Number", "NHS", "CHI", "HN", "URN", "Record", f"Record{_NO}",
        "EMRN", "Enterprise ID",
        "EHR ID", "Epic MRN", "Cerner MRN", "[[Old|Prior|Outside|Legacy|New]] MRN", f"File{_NO}", "DCN", "ID/MRN",
        "Patient/MRN", "HCN",
        "Historia clinica", "Hospital ID", f"Clinic{_NO}", "K number", "NIP", "Pt. Identifier", f"Reg{_NO}", "UMRN",
        "mrn nbr", "med record",
    ),
    "acct": (
        "Acct", "Acct #", "Acct#", f"Acct{_NO}", "Acct.", "Account", f"Account{_NO}", "A/C", "FIN", "FIN #", "FIN NBR",
        f"Financial{_NO}",
        f"Hospital Acct{_NO}", f"Patient Account{_NO}", f"Pt Acct{_NO}", f"Billing{_NO}", "Billing ID",
        f"Guarantor{_NO}", "Guar Acct",
        "Guarantor Account", "HAR", f"Invoice{_NO}", f"Statement{_NO}", f"Bill{_NO}", "PAN", f"Customer{_NO}",
        "Visit Acct", "acct_id",
    ),
    "ssn": (
        "SSN", "SSN", "SSN", "SSN #", "SSN#", "SS#", "SS #", "SS No.", "S.S.N.", f"Social Security{_NO}",
        "Social Security", f"Soc Sec{_NO}",
        "Soc. Sec. No.", "Social", "Soc", "SocSec", "Pt SSN", "Patient SSN", "Guarantor SSN", "Subscriber SSN",
        "ss number", "SSN/TIN",
        "Spouse SSN", "social is", "SIN",
    ),
    "ssn4": (
        "SSN (last 4)", "Last 4 SSN", "Last 4 of SSN", "SSN last four", "last four of social", "SSN ending in",
        "SS# ending", "L4", "last 4",
        "Last-4", "SSN xxx-xx-", "SSN ***-**-", "Last four", "social ending in", "SSN4", "SSN-4", "last 4 of ss#",
    ),
    "tax": ("EIN", "Tax ID", f"Tax ID{_NO}", "TIN", "Fed Tax ID", "Federal ID", "FEIN", "Tax Identification Number",
            "T.I.N."),
    "license": (
        "DL", "DL #", "DL#", "DL No.", "D/L", "DLN", "Driver's License", f"Driver's License{_NO}",
        f"Driver License{_NO}", "Drivers Lic",
        f"Drivers License{_NO}", "Driver Lic.", "Driver's Lic #", "License", f"License{_NO}", "Lic #",
        "Operator's license", "OLN",
        "State ID", "State ID#", "Photo ID", "Driving licence", "Driving Licence No.", "CDL", "ID shown (DL)",
        "Government ID", "Licence",
    ),
    "passport": (
        "Passport", "Passport #", "Passport#", f"Passport{_NO}", "Passport Number", "PP#", "PPT No.", "US Passport",
        "Passport (valid)",
        "Travel document", "passport no", "Pasaporte", "ppt",
    ),
    "plan": (
        "Member ID", "Member ID", "Member ID#", f"Member{_NO}", "Mbr ID", "Mem ID", "Subscriber ID", f"Subscriber{_NO}",
        "Policy", "Policy #",
        f"Policy{_NO}", "Pol. No.", "Policy ID", "Insurance ID", f"Insurance{_NO}", "Ins ID", "Ins #", "Ins. Policy",
        "Medicare", "Medicare #",
        f"Medicare{_NO}", "Medicare ID", "MBI", "HICN", "HIC #", "Medicaid", "Medicaid ID", f"Medicaid{_NO}", "MCD #",
        "MassHealth ID",
        "Medi-Cal ID", "Health Card", f"Health Card{_NO}", "OHIP", "PHN", "HMO ID", "Plan ID", f"Plan{_NO}",
        "Beneficiary ID", "Bene ID",
        "Primary ins ID", "2ndary ID", "Secondary Policy", "Coverage ID", f"Cert{_NO}", "Contract", f"Contract{_NO}",
        "Card ID", "CIN",
        "BCBS ID", "Tricare ID", "DBN", "Enrollee ID", "Recipient ID", "RID", "RxID", "ID number on card",
    ),
    "groupno": (
        "Group", "Group #", f"Group{_NO}", "Grp", "Grp #", "GRP", "Group ID", "Grp No.", "RxGRP", "Rx Group",
        "Employer group",
        "Plan group", "Gp #", "Group Policy", "GROUP NAME/NO", "Ins. group", "grp no",
    ),
    "claim": (
        "Claim", "Claim #", f"Claim{_NO}", "Claim ID", "Clm #", "WC Claim", "WC claim #", "Workers' Comp Claim", "ICN",
        "DCN", "Our claim",
        f"Claim Reference{_NO}", "Claim ref", "L&I claim", "Auto claim", f"Case/Claim{_NO}", "Claims ref.", "PIP claim",
        f"Adjuster file{_NO}",
        f"Auth{_NO}", f"Authorization{_NO}", "Prior auth", "PA #", f"Precert{_NO}", "Auth ref",
    ),
    "accession": (
        "Accession", "Accession #", f"Accession{_NO}", "Acc #", "Acc#", "ACC", "Acc. No.", "Accn", "Access #", "Case",
        "Case #", f"Path{_NO}",
        f"Surgical Path{_NO}", f"Surg Path{_NO}", "SP #", "Pathology case", f"Exam{_NO}", f"Study{_NO}", f"Lab{_NO}",
        "Lab ID", "Lab Ref",
        "Lab Accession", "Cytology No.", "Report No", "Exam ID", "Radiology #", "X-ray no.", f"Film{_NO}",
        "Accession Nbr",
    ),
    "specimen": (
        "Specimen", "Specimen #", "Specimen ID", f"Specimen{_NO}", "Spec #", "Spec ID", "Sample", "Sample ID",
        f"Sample{_NO}", "Container ID",
        "Barcode", "Tube ID", "Block", "Slide", "Slide ID", f"Tissue{_NO}", "Donor ID", "Unit ID", f"Requisition{_NO}",
        "Isolate", "Culture #",
    ),
    "order": (
        "Order", "Order #", "Order ID", f"Order{_NO}", "Ord #", "Requisition", f"Req{_NO}", f"Referral{_NO}",
        "Referral ID", "Ref #", "Placer order",
        f"Auth{_NO}", "Authorization #", f"Confirmation{_NO}", "Confirm #", "Tracking #", f"Ticket{_NO}", "Our ref",
        "Your ref", "Ref.", "PO #",
    ),
    "caseno": (
        "Case", "Case #", f"Case{_NO}", "Case ID", "Docket", f"Docket{_NO}", "Docket #", f"Cause{_NO}", "Court file",
        f"File{_NO}", "Index No.",
        f"Incident{_NO}", f"Police report{_NO}", f"Report{_NO}", "CPS case", "CPS #", "Re: Case", "ME case",
        f"Complaint{_NO}", "Warrant no.",
        "Our File", "Booking #", f"Inmate{_NO}", "DOC #", "Matter", "Claim/Case", "Run #", f"Run{_NO}", "PCR #",
        "CAD #",
    ),
    "visit": (
        "FIN", "FIN #", "CSN", "CSN #", "Encounter", "Encounter #", f"Encounter{_NO}", "Encounter ID", "Enc", "Enc #",
        "Enc. ID", "Visit",
        f"Visit{_NO}", "Visit ID", "Visit/FIN", "Adm #", f"Admission{_NO}", f"Adm{_NO}", "VN", "Episode",
        f"Episode{_NO}", "Contact serial #",
        "Stay ID", "hadm_id", "encounter_id", "Registration #", f"Reg{_NO}", "ED visit #", "HAR", "Account/Visit",
        "Appt ID", f"Appt{_NO}",
    ),
    "device": (
        "UDI", "DI", "Device ID", "Device identifier", f"Device{_NO}", "Implant ID", "Serial", f"Serial{_NO}", "S/N",
        "SN", "Ser#", "Ser. No.",
        "GTIN", "Device S/N", "Implant S/N", "Generator S/N", "IMEI", "Asset tag", "Pump ID", "REF/SN", "Barcode",
    ),
    "serial": (
        "SN", "S/N", "S/N:", "Serial", "Serial #", f"Serial{_NO}", "Ser #", "Ser. No.", "serial no", "Lead SN",
        "Device SN", "Serial Nbr",
        "Machine", "Model/Serial", "Generator serial", "RA lead S/N", "RV lead SN", "LV lead serial", "Unit S/N",
        "Meter S/N", "CPAP serial",
    ),
    "plate": (
        "License plate", "Plate", "Plate #", f"Plate{_NO}", "Lic plate", "Tag", "Tag #", "License tag", "Lic. Plate",
        "Vehicle plate", "Reg.",
        "Reg plate", "registration", "plates", "LP", "license plate number", "Vehicle reg", "Number plate",
    ),
    "vin": ("VIN", "VIN #", "VIN#", "VIN No.", "Vehicle ID", "Vehicle Identification Number", "V.I.N.", "Veh ID",
            "vin number", "Chassis no."),
    "npi": ("NPI", "NPI", "NPI #", "NPI#", f"NPI{_NO}", "N.P.I.", "Provider NPI", "Ordering NPI", "Facility NPI",
            "Group NPI", "National Provider ID"),
    "dea": ("DEA", "DEA", "DEA #", "DEA#", f"DEA{_NO}", "D.E.A.", "DEA Reg", "DEA reg. no.", "DEA Lic"),
    "cert": (
        "License", "Lic", "Lic #", f"License{_NO}", "Lic. No.", "State Lic", f"State License{_NO}", "Medical License",
        "MD license", "RN license",
        "CA Lic", "Cert #", f"Certificate{_NO}", "Certificate of birth no.", f"Birth Certificate{_NO}",
        f"Death Certificate{_NO}", "Board Cert",
        f"Certification{_NO}", f"Registration{_NO}", "GMC", "GMC No.", "UPIN", "PTAN", "Reg. No.", "Taxonomy/Lic",
        "NMC PIN", "CPSO #", "CLIA",
        "CLIA #", "Marriage certificate no.", "Provider License", "X-waiver", "BNDD",
    ),
    "id": (
        "ID", "ID", "ID #", "ID#", "ID No.", "I.D.", "Id", "id", "Ref", "Ref #", f"Reference{_NO}", "Reference",
        "[[Client|Case|Record|File|Donor|"
        "Registry|Consumer|Student|Employee|Inmate|Veteran|Customer|User|Household|Family|Provider|Facility|Login|Tracking|Ticket|Incident|"
        "Confirmation|Booking|Transaction|Receipt|Application|Enrollment|Program|Intake|Session|Call|Message|Voucher|Locker|Transplant|UNOS|"
        "Trauma|Bracelet|Wristband|Tag|Cohort|Sequence|Locator|External|Alternate|System|Internal|Global|Local|Research|State|County|Tribal|"
        "Military|Alien Registration|Immigration|Visa|Ward]] [[ID|ID|ID#|No.|#|Number|Num|no|code|ref|identifier]]",
        "identifier", "Identifier",
        "Unique ID", "UID", "Key", "External Ref", "A-number", "EDIPI", "DoD ID", "EDIPI/DoD", "T-number", "Study ID",
        "trace", "Ext ID",
    ),
    "uuid": ("UUID", "GUID", "ID", "Resource ID", "Message ID", "Trace ID", "Doc UUID", "record id", "uid",
             "Patient GUID", "Correlation-Id", "Session"),
    "badge": ("Badge", "Badge #", f"Badge{_NO}", "Employee #", "Employee ID", f"Employee{_NO}", "Emp ID", "Staff ID",
              "Unit", "Operator ID", "Ofc badge",
              "User ID", "Tech ID", "Initials/ID", "Officer badge #", "shield #"),
    "rx": ("Rx", "Rx #", "RX#", "Rx#", f"Rx{_NO}", f"Prescription{_NO}", "Prescription", "Script #", "Script no",
           "RX NBR", "Rx Number", "Refill #"),
    "study": ("Subject", "Subject ID", "Subject #", f"Subject{_NO}", "Study ID", "Study subject", "Participant ID",
              f"Participant{_NO}", "Screening #",
              "Randomization #", "Enrollment ID", "Protocol ID", "Pt study no.", "Trial ID", "Subj", "Research ID",
              "Screening ID", "Record ID"),
    "mac": ("MAC", "MAC address", "MAC addr", "Device MAC", "HW addr", "Ethernet", "BT address", "WiFi MAC", "MAC ID"),
    "card": ("Card", "Card #", f"Card{_NO}", "Credit card", f"Credit Card{_NO}", "CC", "CC#", "CC #", "Visa",
             "Mastercard", "MC", "AmEx", "Discover",
             "Debit card", "Card on file", "Payment method", "HSA card", "Card no", "visa ending", "Copay card"),
    "account": ("Bank account", f"Bank Account{_NO}", "Bank acct", "Checking", f"Checking Account{_NO}",
                "Checking acct", "Savings", "Account no (bank)",
                "Direct deposit acct", "A/C No.", "DDA", "Bank a/c", "Acct for refund", "ACH account"),
    "iban": ("IBAN", "IBAN", "IBAN No.", "Bank (IBAN)", "Konto", "Account (IBAN)", "Transfer to", "Bank details"),
    "routing": ("Routing", "Routing #", f"Routing{_NO}", "ABA", "ABA #", "RTN", "Bank routing", "Transit no.",
                "ABA/Routing"),
    "swift": ("SWIFT", "BIC", "SWIFT/BIC", "SWIFT code", "BIC code"),
    "docid": ("Doc ID", "Document ID", "Doc #", f"Document{_NO}", "DocID", "Job #", "Job ID", f"Job{_NO}",
              "Transcription ID", "Dictation ID", "D:", "Note ID",
              "note_id", "Voice file", "Report ID", "Form No.", "Scan ID", "Transcript #", "Dict. Job", "File ID",
              "Confirmation", "Image ID"),
    "room": ("Room", "Room", "Rm", "Rm.", "rm", "RM", "Room #", "Room No.", "Rm#", "in room", "Exam room", "Exam Rm",
             "OR", "Suite", "Bay", "Location: Room",
             "Room/Bed", "Procedure room", "Trauma bay", "Pod", "ICU room", "Loc/Rm"),
    "bed": ("Bed", "Bed", "bed", "Bed #", "Bed No.", "Bd", "ICU bed", "ED bed", "Hall bed", "Bay", "Stretcher", "Chair",
            "Isolette", "Bassinet", "Pod/Bed"),
})  # fmt: skip


def state_labels(c: Cast, state: str, value: Marked) -> Marked:
    """A driving licence after its state: "CA DL# D1234567"."""
    before = c.pick(
        (" DL ", " DL# ", " DL: ", " driver's license ", " Driver License #", " ID ", " license ", " DL no. ", " lic ")
    )
    return join(mark(state, Entity.STATE), before, value)
