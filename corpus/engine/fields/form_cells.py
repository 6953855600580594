"""Cells of forms and tables without names: codes, options, products, empty fields."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields.id_shapes import one_of
from redactor.sample.marked import Marked, Near, Piece, mark

_POOLS = """
@shift
LD; E; L; N; D; A/L; S/L; Off; DO; RDO; Twilight; Study Day; Bank; req; Sick; Night; EL; ML; CL; PH; TOIL;
PTO; FMLA; Float; OC; On Call; Orient; AM; PM; D12; N12; WO; C/O; Mat Leave; Carer's; -; -; X; R; Z; 7a; 7p;
Eve; LTS; Adm; Mgmt; Jury; Trng; Split; Nights; Long; Late; Early; Half; Rest; Ed; SD; NA; U/L; AWOL;
Supernumerary; Lieu; MD; AD; ND; PM4; Clinic; Theatre; Ward; Lates; Relief
@mar
R; H; X; LOA; NPO; PRN; QD; BID; SS; AC; HS; HOLD; ref; OOF; D/C; NG; Z; V; W; O; N/V; asleep; given; omit;
see notes; ✓; --; NA; ABS; DSC; TPN; held BP; A; M; N/A; SC; S; F; W/H; self; NKA; stat; pt away; no stock;
not due; AM; BLD
@vax
Pediarix; Prevnar 13; Prevnar 20; RotaTeq; Rotarix; Varivax; MMR II; ProQuad; Havrix; Vaqta; Engerix-B;
Gardasil 9; Menactra; Menveo; Bexsero; Trumenba; Boostrix; Adacel; Tdap; DTaP; Kinrix; Pentacel; Vaxelis;
Hib; IPV; Fluzone HD; Flucelvax; Comirnaty; Spikevax; Shingrix; Pneumovax 23; Typhim Vi; Imovax; BCG; OPV;
Hexyon; Infanrix Hexa; Penta 1; JE; YF-Vax; Td; Arexvy; Abrysvo; FluMist; Twinrix; Ixiaro; Priorix;
Menitorix; Repevax; 6-in-1; Men B; Hep A; Beyfortus
@vaxsite
RT; LT; LA; RA; LD; RD; PO; IM; SC; SQ; IN; R deltoid; L thigh; RVL; LVL; L arm; R UOQ; ID; LAT; RDT; L Del;
buttock
@maker
GSK; PFR; MSD; PMC; SKB; Merck; Sanofi; Moderna; SP; WAL; CSL; SEQ; NOV; MED; Pfizer; Serum Inst.;
Biological E; Wyeth; MA; BN; Seqirus; AZ; JSN; Dynavax; Valneva; Bharat; MassBio
@brand
Cosentyx Sensoready; Otezla; Taltz; Humira Pen; Enbrel SureClick; Stelara; Novolog Flexpen; Lantus Solostar;
Jardiance; Pregaday; Lyrica; Omnipaque 350; Zosyn; Ativan; Colace; Trexall; Xeljanz XR; Ozempic; Trulicity;
Tresiba FlexTouch; Symbicort; Spiriva Respimat; Trelegy Ellipta; Entresto; Eliquis; Xarelto; Farxiga;
Victoza; Basaglar KwikPen; Dupixent; Skyrizi; Rinvoq; Tremfya; Orencia; Actemra ACTPen; Prolia; Evenity;
Emgality; Ajovy; Nurtec ODT; Calpol; Gaviscon; Laxido; Fortisip Compact; Clexane; Tazocin; Augmentin Duo;
Panadol Osteo; Ventolin Evohaler; Seretide Accuhaler; Adcal-D3; Movicol; Oramorph; Buccolam; Dovobet;
Epaderm; Zerobase; Zantac; Dolo 650; Combiflam; Pan-D; Shelcal; Ensure Plus; Glucerna; Miralax; Senokot-S;
Norco; Percocet; Flonase; Zyrtec; Singulair; Advair Diskus; Suboxone Film; Vivitrol; Invega Sustenna; Latuda;
Abilify Maintena; Concerta; Vyvanse; Vraylar; Austedo; Nuplazid; Aricept; Namenda XR; Sinemet; Azilect;
Keppra; Vimpat; Briviact
@assay
Lyme Ab, Total; Factor V Leiden; Coombs, Direct; Epstein-Barr VCA; C. Diff Toxin; HIV 1/2 Ag/Ab; Bence Jones;
Kleihauer; Group & Save; Monospot; Cortisol AM; Free T4; Anti-Xa; Lupus Anticoag; Protein S Free;
Von Willebrand Ag; Widal; Weil-Felix; Mantoux; Quantiferon Gold; Gram Stain; Occult Blood; Paul-Bunnell;
Hb Electrophoresis; Sickle Solubility; Heinz Bodies; Russell Viper Venom; Parvovirus B19; Jo-1 Ab; Ro/La;
Scl-70; Smith Ab; Rubella IgG; Brucella; Bartonella; Vitamin B12; Ferritin; Tacrolimus; Dilantin Free;
Legionella Ag; RPR; FTA-Abs; Malaria Smear; Strep A; Ham Test; Alpha-1; Cyclic Citrullinated Pep;
Beta-2 Microglobulin; Prolactin; Total Protein; Hep B Surf Ag; MRSA Nares; Pap Thin Prep
@study
MRI Lumbar w/o; CT Abdomen & Pelvis; Mammo Screening Bilat 3D; US Carotid Duplex; X-ray Foot Complete;
DEXA Axial; NM Bone Scan; Chest PA & Lat; Barium Swallow; CT Head w/o Contrast; MRCP; Hip Bilat 2 Views;
US Renal; Echo TTE Complete; CTPA; OPG; Skull Towne View; Panorex; CT KUB; Fluoro Guided LP; HSG;
MRI Brain IAC; Stress Nuc Lexiscan; V/Q; PET Skull-Thigh; Doppler LE Venous R; Knee Sunrise; Waters View;
MR Arthrogram Shoulder; Holter 48h; EEG Awake/Drowsy; EMG 2 Limbs; Sleep Study Type III; Spirometry Pre/Post;
Upper GI w/ Gastrografin; Angio Cerebral; Bone Age L Hand
@sign
Berg 38/56; TUG 24 s; Tinetti 17; Barthel 14/20; MMSE 22/30; MoCA 19; Waterlow 21; MUST 1; Braden 16;
Rockwood 6; NEWS2 3; GCS 13; RTS 11; AVPU A; ASA III; Mallampati 2; ECOG 1; NYHA II; Norton 14; PHQ-9 12;
GAD-7 9; EPDS 11; KPS 70; Clavien 2; ISS 17; Cormack 1; Apgar 8/9; STRATIFY 2; HEART 4; MEWS 2; FLACC 3;
CAM neg; RASS -1; Snellen 6/9; LACE 12; PPS 40
@tool
Zimmer; Rollator; Mowbray frame; perching stool; Sara Stedy; Hoyer; Arjo hoist; Airvo; ResMed; BiPAP; Baxter;
Alaris; Lifeline; Stryker; Welch Allyn; Accu-Chek; Dexcom G7; Libre 2; Foley 16Fr; Tubigrip; Mepilex;
Doppler; Bair Hugger; Yankauer; walking frame; bath board; raised toilet seat; slide sheet; grab rails;
Zimmer frame; Dycem mat; Thomas splint; Philadelphia collar; Jackson-Pratt; Kendrick; Hickman line
@system
Datix; RIDDOR; Cerner; Epic; Pyxis; Omnicell; Meditech; SystmOne; EMIS; Lorenzo; PACS; Zebra; Vocera; Ascom;
MyChart; Citrix; Rauland; Centricity; Beaker; Willow; Haiku; Rover; eCW; Athena; Kronos; Amion; TigerConnect;
Teams; Outlook; Excel; Tableau; Badgernet; Adastra; Rio; Liquidlogic; Vision; PowerChart; Sunrise; Nuance;
Dragon; Imprivata; Workday; HealthRoster
@role
Staff Nurse Gr II; HCA; Line Lead; Domestic; Porter; Phleb; Ward Clerk; Bed Manager; SHO; ST3; FY1; CNA; PCT;
Unit Sec; Physio; OT; Dietitian; Charge Nurse; House Officer; ANM; ASHA; Lab Tech; Radiographer; Matron;
Site Lead; Forklift Operator; Deboner; Picker/Packer; Paraprofessional; Bus Monitor; Crossing Guard;
Security; Safety Rep; Shift Lead; HR Assistant; EN; AIN; Duty Manager; Witness; Driver; First Aider;
Case Worker; Head of Year; Intern; Locum Reg; Chaplain; Volunteer; Sitter; MOIC
@abbr
HV; PC; CFT; TC; OV; FTF; EMR; VFC; DNR; DNI; AMA; LWBS; NKDA; NPO; ADL; DME; PTS; TBC; TBA; NFA; DNA; UTA;
WNB; CNA; F/U; MDT; SLT; OPD; IPD; LAMA; DAMA; BPL; APL; GEN; ROI; POA; HCP; DPOA; SDM; IEP; 504; EOT;
SAE; ITT; AMB; SS; RTC; RTS; LMP; EDD; GA; MOI; LOC; VFR; UNK; PVT; SEC; HMO; PPO; EPO; COB; MSP; EOB; COPAY;
NP; EP; TEL; W/I; NS; CX; RS; LM; RX; SX; TX; HX; NAD; NAS; ADA; CCHO; TLC; LTC; SNF; DOA; ER
@unit
mmol/L; mg/dL; g/L; U/L; x10^9/L; fL; pg; ng/mL; mEq/L; %; IU/mL; sec; ratio; titer; cells/uL; umol/L; mm/hr;
K/uL; /HPF
@pay
Visa; Mastercard; Discover; Amex; Apple Pay; Direct Debit; Cheque; Cash; Money Order; HSA Card; CareCredit;
Zelle; PhonePe; Paytm; BACS; Standing Order; Flex Spending; Payment Plan; Interac; EFTPOS; UPI; Google Pay;
Pre-paid; Venmo
@cover
Medicare; Medicaid; Group Health; Self Pay; Charity; Workers Comp; Auto; No Fault; Medigap;
Part D; PM-JAY; CGHS; ESIC; Private; Uninsured; SCHIP; Indigent; Black Lung;
Liability; Part B; Marketplace
@component
OrderRouter; AuthService; NightlyCensus; ADT_IN; LAB_OUT; RxVerify; BedBoard; LabelPrinter; ClaimScrubber;
AuditWriter; PatientIndexJob; HL7Listener; SessionManager; CacheLoader; FhirGateway; QueueWorker;
TokenFilter; DicomStore; ReportBuilder; MergeTool; Heartbeat; MailRelay; PdfRender; Eligibility270;
DoseCheck; AlertEngine; ConsentStore; TimeSync; BarcodeScan; ImmRegistry; ErrorHandler; ConnectionPool;
StatementRun; VitalsFeed; SmartPump; NurseCall; KioskUI
@host
prod-db2; app01; lab-gw; iface-b; rx-core; node-7; worker-3; cache2; uat-web; dr-site-1; edge-04; print-srv;
staging
@status
ACTIVE; final; PENDING; arrived; In Progress; Completed; VOID; Draft; preliminary; Amended; cancelled;
on-hold; Closed; Open; Awaiting Sign-off; Reviewed; Not Done; booked; fulfilled; Filed; Rejected; Escalated;
Approved; Denied; Deferred; Waived
@word
Grace Period; Kidney Stone; Rose Hips; Joy of Movement; Hope Group; Faith Preference; Grant Aid;
Will on File; Mark Here; Bill To; Dawn Shift; Stone Basket; Frost Bite; Young Child;
Long Acting; Short Stay; Hunter Stage; Baker Cyst; Best Contact; Page Break; Day Case; Hall Bed; Bell Palsy;
Burns; Wood Lamp; Brown Bag Review; Green Slip; White Copy; Black Box; Gray Top; Gold Top; Lavender; Amber;
Violet; Iris; Coral; Pearl; Ruby; Sandy Stool; Penny; Gene Panel; Art Therapy; Major Depression;
Carol Service; Angel Fund; Price List; Field Block; Street Drugs; Church Visit; Park & Ride; Berry Aneurysm
@blank
____________; _________; N/A; n/a; none; nil; TBC; TBA; -; --; unknown; UNK; same; as above; same as above;
declined; not given; see attached; see chart; SELF; Self; None; NONE; not known; Refused; .....; [ ]; ( );
pending; to follow; blank; ?; NK; N.A.; not applicable; None Stated; on file; ON FILE; *; Nil known;
leave blank; withheld; Y / N
@label
Name; Surname; First Name; Middle Initial; Maiden Name; Other Names; Address; City; State; Zip; County;
Employer; Employer Address; Occupation; School; Teacher; Grade; Home Phone; Work Phone; Cell; Fax; E-mail;
Pager; Ext; Emergency Contact; Relationship; Next of Kin; Guarantor; Subscriber; Policy Holder; Policy No;
Group No; Member ID; SSN; NI Number; NHS Number; Driver's License; Passport No; Attending Physician;
Referring Provider; PCP; Consultant; GP Surgery; Pharmacy; Insurance Co; Secondary Insurance; Claim Number;
Authorization No; Adjuster; Attorney; Case Manager; Interpreter; Witness; Signature; Print Name; Title; Date;
Date of Birth; Place of Birth; Facility; Ward; Room; Bed; Supervisor; Department; Cost Centre; Initials;
Time; Preferred Language; Religion; Church; Parish; Father's Name; Mother's Name; Spouse; Guardian;
Caregiver; Landlord; Probation Officer; Social Worker; Health Visitor; Key Worker; Care Coordinator; Lot No;
Exp; Serial No; Order No; Accession; Batch; Ref; Invoice; Licence No; Registration; Vehicle; Plate; Badge;
Courier; Tracking; Website; Username; Rank; Regiment; Union
@opt
Yes; No; N/A; Self; Spouse; Child; Other; Urgent; Routine; Soon; STAT; Inpatient; Outpatient; Day Case; Home;
Clinic; Walk-in; Referral; Friend; Google; Radio; Insurance; Single; Married; Widowed; Divorced; Separated;
Partnered; Full-time; Part-time; Retired; Student; Disabled; Unemployed; English; Spanish; Hmong; Polish;
Welsh; Somali; Hindu; Catholic; Baptist; Jewish; Muslim; White; Black; Asian; Hispanic; Declined; Post;
E-mail; SMS; Phone; Portal; Cane; Walker; Wheelchair; Stretcher; Independent; Assist x1; Assist x2; Hoist;
Own; Family; Taxi; Ambulance; Diabetes; Asthma; Epilepsy; Cancer; Stroke; Gout; Anemia; Lupus; Eczema;
Crohn's; Graves; Parkinson's; Alzheimer's; Hodgkin; Raynaud's; Slip; Trip; Fall; Sharps; Assault; Burn;
Equipment; Medication; Patient; Staff; Visitor; Contractor; Agency; Natural; Accident; Suicide; Homicide;
Burial; Cremation; Donation; Left; Right; Both; Mild; Moderate; Severe; Peanut; Latex; Shellfish; Penicillin;
Bee Sting; Dairy; Front; Back; Mother; Father; Guardian; Foster; Sibling; Red; Amber; Green; AM; PM; Mon;
Tue; Fri; Weekly; Monthly; PRN; Never; Sometimes; Often; Always; Morphine; Tylenol; Benadryl; Advil
@service
Community Falls & Balance Service; Tissue Viability; Early Supported Discharge; Antenatal Clinic;
Foot Health; Rapid Response; Memory Clinic; Pain Clinic; Cardiac Rehab; District Nursing; Hand Therapy;
Stoma Care; Wheelchair Service; Continence Service; Health Visiting; Home Oxygen; Outpatient Lab;
Infusion Suite; Medical Records; Patient Accounts; Employee Health; Risk Management; Case Management;
Occupational Health; Central Intake; Day Surgery Unit; Evisceration; Housekeeping; Dietary; Central Supply;
Admissions; Speech Therapy; Crisis Team; Radiology Bookings; Casualty; Sterile Stores
"""


def _read(block: str) -> Mapping[str, tuple[str, ...]]:
    """Pools of a string: "@name" begins one, its entries follow, set off by semicolons."""
    heads = (part.partition("\n") for part in block.split("@")[1:])
    return MappingProxyType({name: tuple(x.strip() for x in body.split(";")) for name, _, body in heads})


POOLS = _read(_POOLS)
_CODES: Mapping[str, tuple[str, ...]] = {
    "loinc": ("####-#", "#####-#"),
    "cpt": ("99###", "7####", "8####", "2####", "9####-25", "7####-26", "G0###", "J####", "A4###", "E0###", "Q4###"),
    "cvx": ("##", "1##", "2##"),
    "form": ("PA-1##", "NP-#", "HIM-2##", "Form 1###", "MR-4#", "HR-0#", "CS-1#", "Rev. 3.#", "v#.#", "WC-1", "DH-###"),
    "cell": ("A#", "B#", "C1", "HF-1#", "ENV-0#", "M#", "K#", "##.#", "Z##", "T#", "R#", "V#", "S-#", "L#", "D#", "0#"),
}
_BOXES = (
    ("[ ] {}", "[x] {}"), ("[ ] {}", "[X] {}"), ("☐ {}", "☒ {}"), ("☐ {}", "☑ {}"), ("( ) {}", "(X) {}"),
    ("__ {}", "_X_ {}"), ("[]{}", "[x]{}"), ("{} [ ]", "{} [X]"), ("{} N", "{} Y"), ("{}: No", "{}: Yes"),
    ("o {}", "x {}"), ("{}", "{}"), ("{}", "*{}*"), ("□ {}", "■ {}"), ("{} ☐", "{} ✓"), ("{}", "({})"),
)  # fmt: skip


def _cell(c: Cast, spec: str) -> str:
    """An entry of the pool that the spec names. Raises KeyError for no pool."""
    return c.pick(POOLS[spec])


def _ticks(c: Cast, spec: str) -> str:
    """Boxes in a row, some ticked, in the manner of the form. spec: the pool of what stands beside them."""
    off, on = c.once("grid.box", lambda: c.pick(_BOXES))
    gap = c.once("grid.gap", lambda: c.pick(("  ", " ", "   ", "\t", " / ", "    ")))
    some = c.rng.sample(POOLS[spec or "opt"], c.rng.randint(2, 6))
    return gap.join((on if c.chance(0.3) else off).format(x) for x in some)


def _empty(c: Cast, _: str) -> str:
    """A label of a form with an empty or non-identifying value."""
    colon = c.once("grid.colon", lambda: c.pick((": ", ": ", ":", " ", " - ", " = ", ":\t")))
    label = c.pick(POOLS["label"])
    label = label.upper() if c.once("grid.caps", lambda: c.chance(0.35)) else label
    return label + colon + ("" if c.chance(0.25) else c.pick(POOLS["blank"]))


def _code(c: Cast, spec: str) -> str:
    """A code of a catalogue, plain: loinc, cpt, cvx, form, cell."""
    return one_of(c, _CODES[spec])


def _service(c: Cast, spec: str) -> Piece:
    name = c.pick(POOLS["service"])
    held: Marked = mark(name.upper() if spec == "upper" else name, Near.DEPARTMENT)
    return held


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "gcell": _cell,
        "gticks": _ticks,
        "gempty": _empty,
        "gcode": _code,
        "gservice": _service,
    }
)
