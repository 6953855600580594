"""Values by themselves, label and value, lists, rows of tables, cards and labels."""

from __future__ import annotations

from corpus.notes.compose import templates

# One value of each sort as it stands alone on a line.
ALONE = templates(r"""
{pt:full}
{pt:upper_full}
{pt:last_first}
{pt:upper}
{pt:lower}
{pt:titled_full}
{pt:initials}
{pt:family_first}
{pt:nick_quoted}
{pt:given}
{pt:family}
{pt}
{someone:given}
{someone:family}
{someone:full}
{newdr:full}, {cred}
{newdr:titled}
{newdr:titled_full}
{newdr:last_first}
{nurse:full}, {nursecred}
{address}
{address:block}
{address:nozip}
{street}
{street}, {unit}
{place}
{town}
{citystate}
{citystate} {zip}
{zip}
{county}
{state}
{country}
{abroad}
{site}
{site:abbr}
{site:alias}
{site:block}
{newsite}
{dept}
{clinic}
{pharmacy}
{lab}
{payer}
{nursinghome}
{employer}
{firm}
{school}
{church}
{agency}
{phone}
{mobile}
{fax}
{pager}
{email}
{url}
{handle}
{username}
{ip}
{mac}
{mrn}
{acct}
{ssn}
{license}
{passport}
{plan}
{claim}
{accession}
{specimen}
{order}
{visit}
{device}
{serial}
{plate}
{vin}
{npi}
{dea}
{cert}
{id}
{uuid}
{card}
{account}
{iban}
{rx}
{study}
{docid}
{dob}
{date}
{fulldate}
{numdate}
{textdate}
{shortdate}
{daterange}
{stamp}
{month}
{holiday}
{age}
{ageold}
{agesex}
{babyage}
{time}
{year}
{room}
""")

# Label ">>" value; the signs between them are chosen apart.
PAIRS = templates(r"""
[[Name|Patient|Patient Name|Pt name|Client|Full name|Member]] >> {pt:[[full|last_first|upper|short|upper_full]]}
[[Last name|Surname|Family name]] >> {pt:family}
[[First name|Given name|Forename]] >> {pt:given}
[[Preferred name|Goes by|Nickname]] >> {pt:nick}
[[Maiden name|Former name]] >> {pt:maiden}
[[DOB|Date of birth|Birth date|Born|D.O.B.]] >> {dob}
[[Age|Age (y)|Pt age]] >> {age}
[[Sex|Gender]] >> {sex}
[[MRN|MR#|Med Rec No|Chart #|Medical record number|Unit no]] >> {mrn}
[[Account|Acct #|FIN|Visit no|Encounter]] >> {acct}
[[SSN|Social|Social security number|SS#]] >> {ssn}
[[License|DL|Driver's license]] >> {license}
[[Passport|Passport no.]] >> {passport}
[[Insurance|Payer|Carrier|Health plan]] >> {payer}
[[Member ID|Policy|Subscriber ID|ID#]] >> {plan}
[[Group|Group no|Grp]] >> {groupno}
[[Claim|Claim #]] >> {claim}
[[Address|Home address|Residence|Street address]] >> {address}
[[Street|Addr 1]] >> {street}
[[Apt|Unit|Addr 2]] >> {unit}
[[City|Town]] >> {city}
[[State|ST]] >> {stateab}
[[ZIP|Zip code|Postcode]] >> {zip}
[[County|Parish]] >> {county}
[[Country|Country of birth]] >> {country}
[[Place of birth|Birthplace]] >> {hometown}
[[Phone|Tel|Home|Telephone|Ph]] >> {phone}
[[Cell|Mobile]] >> {mobile}
[[Fax|Fax no]] >> {fax}
[[Pager|Beeper]] >> {pager}
[[Ext|Extension]] >> {ext}
[[E-mail|Email|Mail]] >> {email}
[[Web|Website|URL]] >> {url}
[[User|Username|Login]] >> {username}
[[IP|IP address|Host]] >> {ip}
[[Twitter|Handle|Instagram]] >> {handle}
[[Employer|Works at|Place of work]] >> {employer}
[[Occupation|Job]] >> {job}
[[School|Nursery]] >> {school}
[[Mother|Father|Spouse|Partner|Guardian|Next of kin|NOK|Emergency contact]] >> {kin:full}[[ ({word})|, {kinphone}|]]
[[Emergency phone|NOK phone]] >> {kinphone}
[[Attending|Physician|Provider|Doctor|Dr|Consultant|Seen by|Ordering]] >>
  {dr:[[full|last_first|titled|titled_full|initial_last]]}
[[PCP|GP|Family doctor]] >> {pcp:full}[[, {pcpsite}|]]
[[Referring|Referred by|Cc]] >> {dr2:titled_full}
[[Surgeon|Operator]] >> {surgeon:full}
[[Nurse|RN|Primary nurse]] >> {nurse:full}
[[Tech|Typist|Entered by|Scribe]] >> {staff:[[full|initials]]}
[[Hospital|Facility|Site|Location]] >> {site}
[[Clinic|Practice|Office]] >> {clinic}
[[Department|Unit|Ward|Service]] >> {dept}
[[Room|Bed|Rm]] >> {room}
[[Pharmacy|Preferred pharmacy]] >> {pharmacy}
[[Lab|Performed at]] >> {lab}
[[Admitted|Admission date|Adm]] >> {date:-4}
[[Discharged|D/C date|Disch]] >> {date}
[[Date|Date of service|DOS|Visit date|Seen]] >> {date}
[[Printed|Signed|Received|Collected|Reported]] >> {stamp}
[[Time|At]] >> {time}
[[Accession|Acc #|Study ID]] >> {accession}
[[Specimen|Sample]] >> {specimen}
[[Device|Implant]] >> {model}, {serial}
[[Serial|S/N|Lot]] >> {serial}
[[Plate|License plate]] >> {plate}
[[VIN|Vehicle ID]] >> {vin}
[[NPI|Provider no]] >> {npi}
[[DEA|DEA #]] >> {dea}
[[Case|File|Docket]] >> {caseno}
[[Rx|Rx #|Prescription]] >> {rx}
[[Subject|Study no]] >> {study}
[[Card|Card no]] >> {card}
[[Account no|IBAN]] >> {iban}
[[Interpreter|Case manager|Social worker]] >> {staff:full}
[[Diagnosis|Dx]] >> {dx}
[[Medication|Drug]] >> {sig}
[[Allergies|Allergy]] >> {allergy}
[[Test|Lab test]] >> {test}
[[Result|Value]] >> {labs}
[[Procedure|Proc]] >> {proc}
[[Code|ICD-10]] >> {code}
[[Diet|Nutrition]] >> {diet}
[[Score|Scale]] >> {score}
""")

# Columns of a table; each row is said anew.
ROWS = templates(r"""
{someone:given},{someone:family},{dob},{mrn}
{someone:last_first};{age};{town}
{mrn},{someone:full},{phone},{email}
{someone:full}\t{dob}\t{id}\t{date}
{id}|{someone:family}^{someone:given}|{numdate}|{zip}
{someone:upper}   {mrn}   {bed}   {newdr:family}
{stamp},{username},{ip},{url}
{newdr:full} | {dept} | {ext} | {pager}
{someone:short} - {phone}
{someone:full} <{email}>
{newsite},{town},{stateab},{phone}
{date},{test},{labs}
{date} {time} {newdr:initials} {proc}
{numdate},{sig},{newdr:family}
{code},{dx},{date}
{test},{range},{labs}
"{someone:last_first}","{address}","{phone}"
{uuid},{numdate},{card},{someone:upper_full}
{bed} {someone:family} {age} {dx}
{someone:family} {agesex} {dx} {newdr:family}
{firm},{someone:full},{email}
{order},{someone:short},{address},{date}
{drug},{drug},{drug}
{someone:given}: {age}
{accession} {imaging} {stamp} {newdr:upper}
""")

CARDS = templates(r"""
{dr:full}, {cred}\n{dept}\n{site}\n{address:block}\n{drphone}\n{dremail}
{someone:full}\n{job}, {firm}\n{address}\nM {mobile} | {email}
{someone:upper_full}\n{address:block}
{site:block}\nTel {sitephone}  Fax {sitefax}\n{siteurl}
{pt:upper}\n{mrn}  {dob}  {sex}\n{dr:family_upper}  {date}
{pt:last_first}  DOB {dob}\nMRN {mrn}  ACC {accession}\n{specimen} {stamp}
{pharmacy}  {phone}\nRx {rx}  {date}\n{pt:upper_full}\n{sig}\n{dr:initial_last}  Refills: 2
{payer}\nMember: {pt:upper_full}\nID {plan}  Grp {groupno}\nPCP {pcp:full}
{school}\nStudent: {someone:full}\nID {id}
FROM: {someone:full}\n{address:block}\nTO: {firm}\n{street}\n{citystate} {zip}
{pt:full} | {dob} | {mrn} | {phone}
NAME {pt:upper_full} SEX {sex} DOB {numdate} ISS {numdate:-900} LIC {license} {address}
{firm}\n{street}, {citystate}\nInvoice {id}   {fulldate}\nBill to: {someone:full}\nTotal $84.20
{newdr:full} {cred2}   {newdr:full} {cred}\n{clinic}\n{sitephone}
Visitor: {someone:full}\nHost: {staff:full}\n{date} {time}
""")
