"""Clinical text that names nobody, yet is full of what looks as if it did, for validation only."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.held_out.shapes import few, maybe, one, rows, stack

_EPONYMS = (
    "[[Bell|Erb|Klumpke]] palsy is [[on|to]] the left; House-Brackmann [[2|3|4]] of 6.",
    "[[Murphy|Rovsing|Kernig|Brudzinski|Hoffmann|Babinski]] sign negative, [[McBurney point soft|plantars down]].",
    "Dix-Hallpike positive to the right, Epley done twice, better.",
    "[[Mohs|Whipple|Nissen|Hartmann|Bankart]] repair with [[Weitlaner|Balfour|Bookwalter]] retractor, no drain.",
    "[[Child-Pugh B7|Wells 4.5|Caprini 8|Glasgow-Blatchford 6|Ranson 3|HEART 5|Apgar 8/9]], so [[observe|admit|scan]].",
    "Foley out, Hickman stays, Jackson-Pratt 40 mL, Steri-Strips dry.",
    "Dupuytren cords in [[ring|little]] finger, Heberden nodes, no Osler nodes, no Janeway lesions.",
    "Gram stain: none seen. Ziehl-Neelsen pending. [[Pseudomonas|Moraxella|Bartonella]] not grown.",
    "Crohn flare versus Clostridioides; Montreal [[A2 L3 B1|A1 L2 B2]].",
    "Marfan habitus, Beighton 7/9, no Lisch nodules, no Kayser-Fleischer ring.",
    "Trendelenburg gait, Thomas test 20 degrees, Ober tight, FABER positive.",
    "May Hegglin was excluded; Mayer-Rokitansky is still possible.",
)

_NUMBERS = (
    "Creatinine 118 -> 104 -> 97 in three days.",
    "T 38.2, P 104, R 22, BP 98/54, 94% on 2 L, [[NEWS2 7|qSOFA 2]].",
    "Glucose 4.1/9.8/11.2/6.7 over the day, Novorapid 6/8/6.",
    "Two of 14 nodes, Gleason 4+3, Ki-67 [[18|30|45]]%, margin 1.2 mm.",
    "PEEP 8, FiO2 0.45, Vt 420, plateau 24, P/F 212.",
    "L4-5 disc 6 mm, C5/6 foramen narrow, T11 wedge 25%.",
    "ICD I48.91, J44.1 and Z79.01 put on the problem list; CPT 99214.",
    "INR 2.6, target 2-3, no change, recheck in 10 days.",
    "Audiogram: 20/25/40/65 dB at 0.5/1/2/4 kHz.",
    "G4P2+1, 32+5, SFH 31, FHR 140s, Bishop 4, EFW 1,940 g.",
    "OD -2.25 +0.50 x 180, OS -2.00, add +1.75; IOP 14/15.",
    "BRAF V600E, ROS1 neg, TP53 c.743G>A, PD-L1 60%.",
    "1,250 kcal, 65 g protein, 1.8 L; MUST 2; BMI 17.4.",
)

_TITLES = (
    "Blue inhaler as needed; Brown inhaler every morning; Spacer Technique Shown.",
    "Home Exercise Programme printed. Red Flags Explained. Safety Net Given.",
    "Cozaar and Toprol stopped, Eliquis kept, Lasix as before.",
    "Mirtazapine at bedtime; Abilify tried and stopped; Adderall refused.",
    "Patient prefers that Mom be told nothing, Dad may know.",
    "The Attending agreed, the Intern wrote it, Pharmacy queried it.",
    "Tylenol, Tums, and Metamucil from the store are fine.",
    "Black stools, White tongue, Brown urine, Green sputum: all denied.",
    "The patient's grandson, a toddler, has croup; the patient's wife has a cold.",
    "Summer hay fever; [[Grass|Birch|Ragweed]] positive, Cat negative, Penicillin never tested.",
    "Will try Hope and Calm group, then Mindfulness, then CBT.",
    "Rose spots absent. Chance of Grave's low. Frank pus none. Will sign form. Faith matters.",
    "Young, Long, Short and Best fit curves were drawn by the spirometer.",
    "Lives in a house with stairs. Works nights. Never been abroad. Drives.",
    "[[Santyl|Aquacel Ag|Mepilex]] to heel, Prevalon boots, turn every two hours.",
)

_NOTE = stack(
    one(
        "Progress, day [[2|3|5|9]]",
        "SUBJECTIVE AND THE REST",
        "Clinic sheet",
        "Handover (no names)",
        "Review on rounds",
    ),
    few(2, 4, *_TITLES),
    few(2, 5, *_NUMBERS, sep="\n"),
    few(2, 4, *_EPONYMS),
    maybe(
        0.6,
        "Guideline of {oyear} followed.",
        "Since {oyear} no attacks.",
        "Seen on {weekday} at {oclock}, again at {oclock}.",
    ),
    few(1, 3, "- Repeat [[CBC|BMP|TSH|lipase]] tomorrow", "- Wean as able", "- Home when dry", "- Ask Renal", sep="\n"),
)

_TABLE = stack(
    one("Test\tResult\tRange", "FLOW SHEET", "| item | now | before |", "Skills checklist, blank copy"),
    rows(
        4,
        9,
        "[[Sodium|Urea|Albumin|Ferritin|Bence Jones protein|von Willebrand factor|Paul-Bunnell|Rose"
        " Bengal|Coombs|Schirmer"
        "|Haemoglobin A1c|Vitamin D|Lp(a)|Prolactin|Hep B sAg]]\t[[12|133|4.4|0.7|neg|trace|88|1:160|pending|H 212]]\t"
        "[[3-9|<5|135-145|neg|30-110|]]",
    ),
    maybe(0.5, "Haemolysed, please repeat.", "Printed page 2 of 3", "Critical values are phoned by the bench."),
)

_ADVICE = stack(
    one("After your operation", "Living With Gout", "How to use the pen", "Your Child And Fever", "Leaflet 12B"),
    few(
        4,
        7,
        "Keep the dressing dry for two days.",
        "Take Paracetamol four times a day, never more than 4 g.",
        "Ring the ward if the leg swells, if you bleed, or if you feel hot.",
        "Ask your doctor, nurse or pharmacist about Grapefruit, Warfarin and St John's wort.",
        "You may drive when you can stop hard without pain.",
        "Epsom salts do no harm. Burow solution is for weeping skin.",
        "Nine in ten people are well by week six.",
        "The Valsalva trick: blow into a syringe for 15 seconds, then lie flat.",
        "Bring this sheet, your glasses and a list of tablets.",
    ),
)

_QUERY = one(
    "[[max|daily max|ceiling]] dose [[of|for]] {drug} in [[CKD 4|cirrhosis|pregnancy|a toddler]]?",
    "[[Wells or Geneva|CURB-65 or PSI|Child-Pugh or MELD|Ranson or BISAP]] for this?",
    "Explain Light criteria [[simply|like I am a student|in a table]].",
    "does {drug} interact with {drug}",
    "difference between [[Stevens-Johnson and DRESS|Guillain-Barre and Miller Fisher|Addison and"
    " Cushing|Mallory-Weiss and"
    " Boerhaave]]",
    "Is {dx} a contraindication to {proc}?",
    "how do I write a discharge summary, what headings",
    "[[teen|elderly lady|middle aged man|newborn]] with {symptoms}, normal {test}. next step?",
    "Interpret: {labs}",
    "what does 'rule of nines' mean, and Parkland?",
    "Make me a handover template with blanks for name, bed and jobs.",
    "ICD-10 for {dx} pls",
    "Who was Virchow and why a triad?",
    "[[Convert|switch]] morphine 60 mg/day to [[fentanyl|oxycodone|methadone]]",
    "Is [[Ward's triangle|Hesselbach's triangle|Calot's triangle]] on the exam?",
    "patient info in plain English for {proc} please, no names needed",
    "the patient read on the internet that it is lupus, how to answer kindly",
)

_PROSE = stack(
    maybe(0.5, "Teaching point", "Background", "Editorial", "From the guideline of {oyear}"),
    few(
        4,
        8,
        "Hodgkin lymphoma and Burkitt lymphoma behave nothing alike.",
        "In trials of apixaban the rate was 1.27% a year against 1.60%.",
        "Koch postulates fail for viruses, as teachers like to say.",
        "A cohort of 2,114 adults was followed for a median of 6.3 years.",
        "Kaplan-Meier curves crossed at month 14; the Cox model gave 0.81 (0.70-0.94).",
        "The Bonferroni step, the Mann-Whitney test and Fisher exact test were all used.",
        "Sildenafil was meant for angina, and Viagra was the accident.",
        "Swan-Ganz catheters fell from favour after {oyear}.",
        "A patient who lies about Valium is still a patient.",
        "Ringer, Hartmann and Dakin each left us a bottle.",
        "Staff nurses did the counting, a pharmacist the checking, and nobody the thinking.",
        "Mean age did not differ, nor did the share of smokers.",
        "Lyme, Ebola, Zika and Marburg began as places and ended as fevers.",
        "Norwalk virus spreads on ships; Legionella in towers; Coxsackie at nursery.",
    ),
)

_DIALOGUE = stack(
    few(
        5,
        9,
        "Nurse: any pain today? Patient: only when I laugh.",
        "Doctor: Are you on Plavix? Patient: The pink one? Yes.",
        "Patient: Will it be Lyme? Doctor: The Western blot says no.",
        "Nurse: Scale of one to ten? Patient: Six. Maybe seven.",
        "Doctor: Sit up, deep breath, again. Good.",
        "Patient: My mother had it, and her mother.",
        "Doctor: We could try Humira, or wait.",
        "Nurse: Left arm or right? Patient: Left. Right is the bad one.",
        "Patient: God knows. Doctor: Well, the MRI might too.",
        "Doctor: A Baker cyst. Nothing to do with bread.",
        sep="\n",
    ),
)

TYPES = (
    NoteType("note-plain", _NOTE, 1.5),
    NoteType("note-plain-dry", stack(few(3, 6, *_NUMBERS, *_EPONYMS, *_TITLES, "{neg}", "{neg}", "{course}"))),
    NoteType("form-plain", _TABLE),
    NoteType("letter-plain-leaflet", _ADVICE),
    NoteType("query-plain-ask", _QUERY, 2.0),
    NoteType("prose-plain", _PROSE, 1.5),
    NoteType("dialogue-plain-visit", _DIALOGUE, 0.8),
)
