"""Clinical numbers as they are written: laboratory values, vital signs, levels of the spine.

All of it is plain text. It is what a detector of identifiers stumbles over: numbers with slashes, hyphens and points.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Analyte:
    """A laboratory test: its names, short ones first, plausible values times 10**places, unit, reference range."""

    names: tuple[str, ...]
    low: int
    high: int
    places: int
    unit: str
    normal: str


@dataclass(frozen=True, slots=True)
class Value:
    """A result; flag is "H", "L" or empty, at random, since only its form matters in training text."""

    name: str
    text: str
    unit: str
    normal: str
    flag: str


@cache
def analytes() -> tuple[Analyte, ...]:
    """The tests listed in words/labs.txt."""
    rows = files("corpus.words").joinpath("labs.txt").read_text("utf-8").splitlines()
    out = []
    for row in rows:
        names, low, high, places, unit, normal = row.split(";")
        out.append(Analyte(tuple(names.split(",")), int(low), int(high), int(places), unit, normal))
    return tuple(out)


def number(rng: random.Random, spec: str) -> str:
    """A number of "low-high", both included: with the digits of the lower bound, or the places of "0.5-3.25"."""
    low, _, high = spec.partition("-")
    places = len(high.partition(".")[2])
    if not places:
        return str(rng.randint(int(low), int(high))).zfill(len(low))
    return f"{rng.uniform(float(low), float(high)):.{places}f}"


def _result(rng: random.Random, a: Analyte) -> str:
    return f"{rng.randint(a.low, a.high) / 10**a.places:.{a.places}f}"


def _value(rng: random.Random, a: Analyte, long: bool) -> Value:
    name = a.names[-1] if long else rng.choice(a.names)
    return Value(name, _result(rng, a), a.unit, a.normal, rng.choice(("", "", "H", "L")))


def _panel(rng: random.Random) -> list[Analyte]:
    """Tests in the order in which a panel lists them, or any mix."""
    rows = analytes()
    start, stop = rng.choice(((0, 7), (0, 14), (21, 26), (21, 34), (10, 17), (76, 79)))
    return list(rows[start:stop]) if rng.random() < 0.4 else rng.sample(rows, rng.randint(2, 6))


def _trend(rng: random.Random) -> str:
    a = rng.choice(analytes())
    arrow = rng.choice((" -> ", "->", " > ", " --> ", " → ", " to ", "→", " ==> "))
    return f"{rng.choice(a.names)} " + arrow.join(_result(rng, a) for _ in range(rng.randint(2, 4)))


_INLINE: tuple[Callable[[Value], str], ...] = (
    lambda v: f"{v.name} {v.text}",
    lambda v: f"{v.name} {v.text}",
    lambda v: f"{v.name} {v.text}" + (f" ({v.flag})" if v.flag else ""),
    lambda v: f"{v.name} {v.text}{v.flag}",
    lambda v: f"{v.name} {v.text}" + ("*" if v.flag else ""),
    lambda v: f"{v.name.upper()}-{v.text}" + ("*" if v.flag else ""),
    lambda v: f"{v.name}={v.text}",
    lambda v: f"{v.name}: {v.text}",
    lambda v: f"{v.name} {v.text} {v.unit}".rstrip(),
    lambda v: f"{v.name} of {v.text}",
    lambda v: f"{v.name} {v.text} ({v.normal})",
    lambda v: f"{v.name} {v.text}{({'H': '↑', 'L': '↓'}).get(v.flag, '')}",
    lambda v: f"{v.name.lower()} {v.text}",
    lambda v: f"{v.name}:{v.text}",
    lambda v: f"{v.name} {({'H': '>', 'L': '<'}).get(v.flag, '')}{v.text}",
)
_ROWS: tuple[Callable[[Value], str], ...] = (
    lambda v: f"{v.name}: {v.text} {v.unit} ({v.normal})",
    lambda v: f"{v.name:<26}{v.text:>8} {v.flag or ' '}  {v.unit:<10} {v.normal}".rstrip(),
    lambda v: f"{v.name}\t{v.text}\t{v.unit}\t{v.normal}\t{v.flag}".rstrip(),
    lambda v: f"| {v.name} | {v.text} | {v.unit} | {v.normal} | {v.flag} |",
    lambda v: f"{v.name} {'.' * max(3, 28 - len(v.name))} {v.text} {v.flag}".rstrip(),
    lambda v: f"{v.name.upper():<22} {v.text:>7}{v.flag:>2}   [{v.normal}] {v.unit}".rstrip(),
    lambda v: f"{v.name}: {v.text} {v.unit} [Ref: {v.normal}]" + (" ABNORMAL" if v.flag else ""),
    lambda v: f"{v.name}|{v.text}|{v.unit}|{v.normal}|{v.flag}",
    lambda v: f"{v.name},{v.text},{v.unit},{v.normal},{v.flag}",
    lambda v: f"{v.text} {v.flag} {v.name} ({v.normal} {v.unit})".replace("  ", " "),
)


def labs(rng: random.Random) -> str:
    """Several results within a sentence: "Na 138, K 4.2 (H), Cr 1.10"."""
    if rng.random() < 0.15:
        return _trend(rng)
    look = rng.choice(_INLINE)
    sep = rng.choice((", ", ", ", "; ", " ", " / ", ",", " | "))
    return sep.join(look(_value(rng, a, long=False)) for a in _panel(rng)[: rng.randint(2, 8)])


def lab_table(rng: random.Random) -> str:
    """Results, one per row, in one layout."""
    look = rng.choice(_ROWS)
    rows = [look(_value(rng, a, long=True)) for a in _panel(rng)[: rng.randint(3, 9)]]
    if rng.random() < 0.4 and "\t" in rows[0]:
        rows.insert(0, "Test\tResult\tUnits\tRef Range\tFlag")
    elif rng.random() < 0.4 and "   " in rows[0]:
        rows.insert(0, rng.choice(("TEST NAME  RESULT  UNITS  REFERENCE", "Component   Value   Flag   Units   Range")))
    return "\n".join(rows)


def fishbone(rng: random.Random) -> str:
    """A blood count or a chemistry in the shorthand of crossed lines."""
    n = {a.names[0]: _result(rng, a) for a in analytes()[:26]}
    return rng.choice(
        (
            f"{n['WBC']}>{n['Hgb']}/{n['Hct']}<{n['Plt']}",
            f"{n['WBC']} > {n['Hgb']} < {n['Plt']}",
            f"{n['WBC']}\\{n['Hgb']}/{n['Plt']}",
            f"{n['Na']}|{n['Cl']}|{n['BUN']}/{n['Glu']}",
            f"{n['Na']} / {n['K']} / {n['Cl']} / {n['CO2']} / {n['BUN']} / {n['Cr']} < {n['Glu']}",
            f"{n['Na']}|{n['Cl']}|{n['BUN']} / {n['Glu']}\n{n['K']}|{n['CO2']}|{n['Cr']} \\",
            f"Chem7 {n['Na']}/{n['K']} {n['Cl']}/{n['CO2']} {n['BUN']}/{n['Cr']} {n['Glu']}",
            f"CBC {n['WBC']}/{n['Hgb']}/{n['Hct']}/{n['Plt']}",
        )
    )


def labline(rng: random.Random) -> str:
    """A line (now and then two) of results in any layout."""
    r = rng.random()
    if r < 0.2:
        return fishbone(rng)
    if r < 0.45:
        return rng.choice(_ROWS)(_value(rng, rng.choice(analytes()), long=rng.random() < 0.7))
    heading = rng.choice(("", "", "Labs: ", "LABS: ", "BLOOD ", "CMP: ", "Recent labs - ", "Results: ", "Lab: "))
    return heading + labs(rng)


def vitals(rng: random.Random) -> str:
    """Vital signs within a sentence, in one of many layouts."""
    s, d, h, b, o = (
        rng.randint(84, 192),
        rng.randint(44, 110),
        rng.randint(48, 138),
        rng.randint(10, 34),
        rng.randint(84, 100),
    )
    f, kg = rng.randint(965, 1035) / 10, rng.randint(32, 1480) / 10 + 10
    c, lb, inch, pain = (f - 32) / 1.8, round(kg * 2.2), rng.randint(56, 77), rng.randint(0, 10)
    air = rng.choice(("RA", "room air", "2L NC", "4 L", "40% FM", "2L", "CPAP", "NRB", "3 LPM", "vent"))
    return rng.choice(
        (
            f"BP {s}/{d}, HR {h}, RR {b}, T {f:.1f} F, SpO2 {o}% on {air}",
            f"T {f:.1f} HR {h} BP {s}/{d} RR {b} SpO2 {o}% {air}",
            f"{f:.1f} {h} {s}/{d} {b} {o}%{air}",
            f"{f:.1f}, {s}/{d}, {h}, {b}, {o}% {air}",
            f"Temp {c:.1f} °C, Pulse {h}, Resp {b}, BP {s}/{d} mmHg, SpO2 {o} %",
            f"BP: {s}/{d} | Pulse: {h} | Temp: {f:.1f} °F ({c:.1f} °C) | Resp: {b} | SpO2: {o}%",
            f"BP {s}/{d} mmHg | Pulse {h} | Ht {inch // 12}' {inch % 12}\" | Wt {kg:.1f} kg ({lb} lb)",
            f"{s}/{d}, P{h}, R{b}, T{f:.1f}, {o}% {air}",
            f"P {h} R {b} T {c:.1f}C BP {s}/{d} sats {o}",
            f"HR{h} BP{s}/{d} RR{b} O2sat {o}%",
            f"Tm {f + 0.6:.1f} Tc {f:.1f} HR {h}-{h + 14} BP {s}-{s + 22}/{d}-{d + 12} RR {b} {o}%{air}",
            f"afebrile, HR {h // 10 * 10}s, BP {s // 10 * 10}s/{d // 10 * 10}s, {o}% {air}",
            f"blood pressure {s}/{d}, heart rate {h}, respirations {b}, temperature {f:.1f}, saturating {o}% on {air}",
            f"blood pressure of {s} over {d}, pulse {h}, weight {lb} pounds",
            f"VSS, afebrile, {o}% {air}",
            f"AVSS, BP {s}/{d}",
            f"{s}/{d}  {h}  {b}  {f:.1f}  {o}%  pain {pain}/10",
            f"BP {s}/{d} (MAP {(s + 2 * d) // 3}), HR {h}, CVP {b}, UOP {h} cc/h",
            f"BP({s}/{d}), HR({h}), RR({b}), Sat({o})",
            f"bp {s}/{d} hr {h} rr {b} temp {f:.1f} o2 {o}",
            f"Wt {kg:.1f} kg, Ht {inch * 2.54:.0f} cm, BMI {kg / (inch * 0.0254) ** 2:.1f}, BP {s}/{d}",
            f"orthostatics {s}/{d} ({h}) lying, {s - 14}/{d - 6} ({h + 16}) standing",
            f"NIBP {s}/{d}  ECG {h}  SPO2 {o}  ETCO2 {b + 20}  GCS {rng.randint(3, 15)}  BGL {rng.randint(48, 320)}",
            f"T{c:.1f} P{h} RR{b} BP{s}/{d} SaO2 {o}% FiO2 0.{rng.randint(21, 60)} FSBG {rng.randint(60, 340)}",
        )
    )


def level(rng: random.Random) -> str:
    """A level of the spine: "L4-5", "T11-T12", "C5/C6"."""
    letter, top = rng.choice((("C", 7), ("C", 7), ("T", 12), ("L", 5), ("L", 5), ("L", 5)))
    n = rng.randint(1 if letter != "C" else 2, top - 1)
    if letter == "L" and rng.random() < 0.25:
        return rng.choice(("L5-S1", "L5/S1", "L3-S1", "L4-S1", "T12-L1", "C7-T1"))
    sep = rng.choice(("-", "-", "/", "–"))
    return rng.choice(
        (
            f"{letter}{n}{sep}{n + 1}",
            f"{letter}{n}{sep}{letter}{n + 1}",
            f"{letter}{n}",
            f"{letter}{n} to {letter}{n + 1}",
        )
    )
