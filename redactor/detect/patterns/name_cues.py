"""Words that say whose name stands beside them: titles, credentials, kin, professions; and what an eponym names."""

from __future__ import annotations

from redactor.detect.patterns.rule import wordset

DOCTOR_TITLES = wordset("dr drs dra doctor doc prof professor nurse dott dottor docteur surgeon")
PEOPLE_TITLES = wordset(
    "mr mrs ms miss mister mx sir lady dame rev reverend fr father pastor rabbi imam sister brother "
    "sr sra srta señor "
    "señora señorita senor senora don doña herr frau fräulein mme mlle monsieur madame mademoiselle signor "
    "signora officer "
    "detective sergeant sgt captain capt lt lieutenant col colonel judge attorney "
    "chaplain hon shri "
    "smt sri mevrouw meneer dhr mw pan pani"
)
# titles that no full stop shortens: behind one another sentence begins
WHOLE_TITLES = wordset(
    "doctor professor nurse surgeon lady father sister brother officer detective sergeant captain lieutenant colonel "
    "judge attorney pastor rabbi imam dame chaplain"
)
# written out, these are words as well: they need a capital and a name that is no ordinary word
WORD_TITLES = WHOLE_TITLES | wordset("doc don sir mister miss pan fr col gen maj sr sri hon mw")
CREDENTIALS = wordset(
    "MD DO RN NP PA PhD PHD FACS FACP FACC FACOG FAAP MBBS MBChB FRCP FRCS FRCPC FRCSC LPN LVN CNA APRN "
    "ARNP FNP DNP CRNA CNM CNP "
    "PharmD RPh DDS DMD DPM DC OD PT DPT OT OTR LCSW MSW LMSW LMFT PsyD RD RDN CCC SLP BSN MSN MPH EMT "
    "RT RRT CMA AuD LPC ACNP AGNP PNP WHNP "
    "MHS MBA MSc FACEP FASN FCCP DVM BDS MRCP MRCS MRCGP MDCM PAC"
)
CLINICAL_ENDINGS = tuple(
    wordset(
        "itis ectomy oscopy ostomy otomy emia osis pathy plasty gram graphy algia uria oma cillin mycin azole pril "
        "sartan olol statin mab nib ology scopic tion ism ous ular ial eal ive able gic tic nic mic lic ary ory ase "
        "cyte cytes penia rrhea plegia phagia trophy sclerosis pam lone sone dine pine zole vir ide ium ane ene ate "
        "ing ed ly ness ment ity coccus"
    )
)
DOTTED = frozenset(["M", "D", "R", "P", "Ph"])
KIN = wordset(
    "wife husband spouse partner son daughter mother father mom dad mum brother sister sibling grandson "
    "granddaughter "
    "grandmother grandfather grandma grandpa niece nephew aunt uncle cousin stepson stepdaughter stepfather "
    "stepmother fiance "
    "fiancé fiancée fiancee boyfriend girlfriend friend neighbor neighbour roommate caregiver carer guardian "
    "girl boy baby "
    "twin twins child children surrogate proxy daughter-in-law son-in-law mother-in-law father-in-law "
    "ex-wife ex-husband"
)
CLINICIANS = wordset(
    "surgeon cardiologist oncologist neurologist physician hospitalist intensivist nephrologist pulmonologist "
    "psychiatrist "
    "psychologist urologist dermatologist radiologist pathologist anesthesiologist gastroenterologist endocrinologist "
    "rheumatologist therapist pharmacist counselor interpreter resident intern fellow pcp attending midwife "
    "paediatrician "
    "pediatrician gynecologist obstetrician ophthalmologist orthopedist podiatrist dentist internist consultant"
)
THINGS = wordset(
    "disease syndrome sign test catheter score scale palsy lymphoma sarcoma tumor tumour fracture procedure "
    "maneuver manoeuvre "
    "reflex phenomenon esophagus thyroiditis contracture node nodes body bodies cell cells classification "
    "criteria index stain "
    "method operation repair approach position tube drain clamp forceps retractor needle stage grade "
    "ulcer lesion line point "
    "triangle angle law formula equation nail wire pin plate virus fever chorea dystrophy ataxia anomaly "
    "malformation street "
    "avenue road hospital clinic center university college school medical st county"
)
