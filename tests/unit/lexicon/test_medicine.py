"""The lists of medicine: their form, and well-known terms of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from redactor.lexicon import data_files, medicine, names
from redactor.lexicon.words import common_words, plain, word_set, words
from tests.each_row import each_row

Words = frozenset[str]

_EPONYMS = word_set(
    "babinski crohn hodgkin parkinson alzheimer cushing addison graves hashimoto raynaud sjogren marfan turner colles "
    "klinefelter lisfranc monteggia galeazzi maisonneuve bankart lachman mcmurray phalen tinel finkelstein spurling "
    "lasegue kernig brudzinski hoffmann romberg gowers mcburney rovsing murphy courvoisier trousseau chvostek kocher "
    "langenbeck metzenbaum foley kirschner steinmann mcroberts pfannenstiel apgar bishop schirmer amsler goldmann "
    "adson weber rinne epley levine corrigan bazett kerley cobb mallampati giemsa wernicke lewy friedewald"
)
_ABBREVIATIONS = word_set(
    "hocm rij tof mdt pipj tkr v.c. pd n.o. nkda tds od po c/o o/e h/o s/p w/u d/t rn np crna ed ot ma pa ca mi la pe "
    "ms al id or in me copd chf stemi nstemi dvt pci cabg tavi ercp mrcp egd turp iol vbac pph iugr hie picc ett cpap "
    "bipap ards mrsa vre esbl lfts u&e fbc wcc bd qds prn nbm tto"
)
_INSTRUMENTS = word_set(
    "gcs phq-9 gad-7 cage braden barthel boston bethesda glasgow edinburgh toronto oswestry nihss moca mmse waterlow "
    "must sofa apache curb-65 has-bled cha2ds2-vasc meld bi-rads pi-rads gleason karnofsky ecog rass cpot flacc apgar "
    "bishop medtronic micra edwards sapien attune fisher-paykel swan-ganz picc port-a-cath omnipod dexcom libre "
    "tegaderm vicryl prolene ethibond monocryl impella heartmate mitraclip watchman linq glidescope prvc aprv simv "
    "bactec vitek sysmex cobas genexpert plax tapse flair mrcp"
)
_DRUGS = word_set(
    "acetaminophen paracetamol amoxicillin azithromycin ceftriaxone meropenem vancomycin ciprofloxacin metronidazole "
    "warfarin apixaban enoxaparin heparin clopidogrel aspirin atorvastatin metoprolol lisinopril amlodipine "
    "furosemide digoxin amiodarone metformin semaglutide empagliflozin insulin levothyroxine prednisone dexamethasone "
    "hydrocortisone morphine fentanyl hydromorphone ketamine propofol rocuronium sugammadex noradrenaline "
    "norepinephrine sertraline quetiapine lorazepam levetiracetam phenytoin salbutamol albuterol tiotropium "
    "omeprazole ondansetron pembrolizumab rituximab cisplatin folfox abvd r-chop beacopp hyper-cvad bictegravir "
    "gadobutrol iohexol fludeoxyglucose mmr shingrix lantus novorapid humalog symbicort seretide tylenol panadol "
    "augmentin lasix keppra lipitor xarelto humira ozempic jevity ensure nutrison aquacel mepilex vanc dex levo norad "
    "fluclox cipro apoquel turmeric lipiodol"
)
_ORGANISMS = word_set(
    "staphylococcus aureus streptococcus pneumoniae pyogenes agalactiae enterococcus faecalis faecium escherichia "
    "coli klebsiella oxytoca pseudomonas aeruginosa acinetobacter baumannii proteus mirabilis serratia marcescens "
    "stenotrophomonas maltophilia haemophilus influenzae neisseria gonorrhoeae meningitidis legionella listeria "
    "mycobacterium tuberculosis mycoplasma chlamydia treponema pallidum borrelia burgdorferi bartonella rickettsia "
    "clostridioides difficile bacteroides helicobacter pylori salmonella shigella campylobacter yersinia candida "
    "albicans aspergillus fumigatus cryptococcus pneumocystis jirovecii plasmodium falciparum giardia toxoplasma "
    "strongyloides schistosoma mrsa vre esbl cmv ebv hsv vzv hiv rsv norovirus sars-cov-2 staph strep klebs"
)
_GENES = word_set(
    "brca1 brca2 tp53 cdkn2a kras nras braf egfr erbb2 her2 alk ros1 jak2 calr mpl flt3 npm1 idh1 idh2 tet2 dnmt3a "
    "asxl1 mlh1 msh2 msh6 pms2 apc pten vhl ret men1 nf1 tsc1 cftr hfe dmd smn1 fmr1 htt mecp2 fbn1 col4a5 mybpc3 "
    "scn5a kcnq1 cyp2d6 cyp2c19 tpmt nudix cd4 cd20 cd138 kell kidd duffy lewis hla-b27 il-6 tnf psa cea afp ca19-9 "
    "troponin tsh hba1c inr d-dimer ana anca grocott giemsa ziehl-neelsen gram ki-67 gfap crp ferritin"
)
_PHRASES = [
    "reveal linq", "bair hugger", "hoyer lift",
    "von graefe", "argyll robertson", "lee silverman", "le fort", "miller fisher", "marcus gunn", "warwick james",
    "de quervain", "grey turner", "sister mary joseph", "pierre robin", "ivor lewis", "folic acid", "insulin glargine",
    "c. diff", "e. coli", "helicobacter pylori", "gram stain", "congo red", "blue emu", "tylenol with codeine",
]  # fmt: skip


@each_row("file", medicine.FILES)
def test_a_file_is_sorted_and_in_plain_form(file: str) -> None:
    entries = [line.removesuffix("~") for line in data_files.lines(file)]
    assert entries == sorted(set(entries))
    assert [e for e in entries if e != plain(" ".join(e.split())) or not e] == []


@each_row(
    ("listed", "least", "known"),
    [
        (medicine.abbreviations, 3_000, _ABBREVIATIONS),
        (medicine.drugs, 5_000, _DRUGS),
        (medicine.instruments, 1_500, _INSTRUMENTS),
        (medicine.organisms, 1_500, _ORGANISMS),
        (medicine.genes, 4_000, _GENES),
        (medicine.eponyms, 2_500, _EPONYMS),
    ],
)
def test_a_list_holds_what_is_well_known(listed: Callable[[], Words], least: int, known: Words) -> None:
    assert len(known) >= 60
    assert len(listed()) >= least
    assert known - listed() == frozenset()


def test_phrases_are_the_entries_of_several_words() -> None:
    assert [phrase for phrase in _PHRASES if phrase not in medicine.phrases()] == []
    assert all(" " in phrase for phrase in medicine.phrases())


@each_row("file", medicine.FILES)
def test_frequent_surnames_are_marked(file: str) -> None:
    family = names.census("family")
    marked = medicine.frequent_names()
    assert marked
    for line in data_files.lines(file):
        entry = line.removesuffix("~")
        assert entry in marked or family.get(entry, 0.0) < 0.003


@each_row("file", medicine.FILES)
def test_frequent_given_names_are_marked(file: str) -> None:
    shares = Counter[str](names.census("female"))
    shares.update(names.census("male"))
    given = {name for name, _ in shares.most_common(2_000)}
    assert given.intersection(data_files.lines(file)) == set()


@each_row("name", ["miller", "jackson", "boston", "wilson"])
def test_a_frequent_name_is_one(name: str) -> None:
    assert name in medicine.eponyms() & medicine.frequent_names()


@each_row("name", ["allegra", "ella", "yasmin", "lewis", "kidd", "april", "ada", "newport", "salmon"])
def test_a_drug_an_organism_or_a_gene_that_is_a_name_is_marked(name: str) -> None:
    assert name in medicine.drugs() | medicine.organisms() | medicine.genes()
    assert name in medicine.frequent_names()


@each_row("file", medicine.FILES)
def test_entries_hold_letters_digits_and_signs_of_abbreviations_only(file: str) -> None:
    entry = re.compile(r"[^\W_][\w'/&+.,:%()#-]*( [\w'/&+.%-]+)*~?")
    assert [line for line in data_files.lines(file) if not entry.fullmatch(line)] == []


def test_words_are_those_that_the_other_lists_lack() -> None:
    known = word_set(
        "arytenoid blepharitis calcaneocuboid chalazion dacryocystitis dysdiadochokinesia ecthyma "
        "epulis fasciculations gastroschisis haemoptysis hidradenitis koilonychia lagophthalmos mesiodens "
        "metatarsalgia myringotomy operculectomy pericoronitis sialolithiasis slough turgor embarazada hinchazon"
    )
    assert known - medicine.words() == frozenset()
    assert medicine.words().isdisjoint(words() | common_words())
