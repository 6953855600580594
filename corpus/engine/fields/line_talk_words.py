"""Words of talk over a line that identify nobody. # and % are numbers of one and two digits."""

from __future__ import annotations

from corpus.engine.words import listed

UNITS = listed("""
    Medic #; Medic %; Engine %; Rescue #; Truck %; Ladder #; Squad %; Battalion #; Unit %; Ambo %; Air Med #;
    Life Flight #; Med Star %; Helimed %; Alpha %; Car %; Supervisor #; Bravo #; Survivor Flight #; Echo %;
    Paramedic %
""")
VITALS = listed("""
    pressure one %; heart rate %; heart rate one %; sats %; sat of % on room air; sugar of one %; GCS %; resps
    %; respirations % and shallow; end tidal of %; BP % over palp; temp of ninety nine point #; blood pressure
    one % over %; pulse % and regular; pain # out of ten; glucose two oh #; lactate # point #; pupils # and
    brisk; potassium # point #; hemoglobin # point #; platelets %,000; INR # point #; weight % kilos; troponin
    of point oh #; sodium one %; creatinine one point #; cap refill # seconds
""")
DOSES = listed("""
    ketamine % milligrams; fentanyl % mics; aspirin three twenty four; one of epi; amio one fifty; TXA # gram;
    Ancef two grams; nitro point four times #; Zofran #; Versed # milligrams; metoprolol twenty five BID; two
    units of O neg; Lasix % IV; a gram of Rocephin; glipizide # milligrams; lisinopril ten; metformin five
    hundred; Eliquis # twice a day; a liter of LR; heparin at % units per kilo; Norco #; levothyroxine % mics;
    amoxicillin # mils; gabapentin three hundred at bedtime; an albuterol neb; Narcan # nasal
""")
PROTOCOLS = listed("""
    trauma alert; code STEMI; stroke alert; sepsis protocol; code three; priority one; priority #; level one
    trauma; card %; protocol %; 10-D-4; code blue; rapid response; cath lab activation; MCI level #; signal #;
    ten four; copy; roger; Cincinnati positive; LAMS of #; RACE score #; Schmitt-Thompson guideline; Poisindex;
    Broselow green; Parkland formula; Baker rule; Ottawa negative; Mallampati #; Apgar # and #
""")
CODES = listed("""
    CPT 7 2 1 4 8; CPT 99214; ICD M54.16; modifier 25; HCPCS J0897; denial CO-197; form 1500; tier #; revenue
    code 0450; CARC #; line % of the claim; box %; place of service 11; Z00.00
""")
ETAS = listed("""
    ETA # minutes; ETA %; # minutes out; about % minutes out; landing in #; wheels up in #; % out by ground
""")
LONGS = listed("""
    # days; # weeks; % hours; two and a half weeks; a month or so; # years; % minutes
""")
