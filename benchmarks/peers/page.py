"""The page of the comparison, docs/comparison.md, from what was measured."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator

from benchmarks.peers.compare import Comparison
from benchmarks.peers.scores import Faults, Row
from benchmarks.peers.tools import OURS, UNMEASURED, Tool
from redactor.evaluate.figures import Figure

_HEAD = """\
# Comparison with other tools

**What to conclude, and what not.** The tools below that use no model find what has a form: e-mail addresses,
telephone numbers, dates in digits. In clinical notes most identifiers are names, places and institutions, which these
tools do not look for, so that hardly a note comes out whole; our default finds most of them, and in our two sets
about three documents in four come out whole (in court judgments next to none). Of the types that they list
themselves, the tools without a model find less than half in our clinical set, and up to three quarters in Presidio's.
They are ahead in two things: most of them mark next to nothing in text without identifiers, where our default has one
or two marks in a hundred words, and they are about five to more than a hundred times as fast. Where only e-mail
addresses, telephones and card numbers matter, they may be what you want. All that is a statement about *these
configurations*: as pip installs them, with default settings, **without the models** that Presidio, OpenMed, DataFog
and Phileas are made to be used with. It says nothing about what they do with their best models, with recognisers
tuned to a site, or in other languages. **The figures favour us**: two of the sets with identifiers are ours, what
counts as an identifier follows our taxonomy, and we had all of these sets at hand while we built the system, the
others at most their own. No set is real clinical text. Before you choose, measure on notes of your own: `redactor
evaluate GOLD --pred FILE` reads the spans of any tool.

`python -m benchmarks.peers` writes this page; do not edit it by hand.
"""
_RULES = """\
## How it was measured

    {command}

On {date}, in one sitting, on {machine}.
Other work ran on the machine; therefore speed is per second of CPU time, and still a rough figure.

- Each tool stands in a virtual environment of its own, and reads one text a call, in one thread on one core. Its time
  is the CPU time of these calls alone, after its start and three sentences to warm up. All tools read all texts of a
  set in turn, {rounds} times; of each text the least time counts, since other work makes it slower and never faster.
  A note is 1,024 characters.
- Recall: the share of gold spans of which the tool's spans cover 80 % of the characters, whatever the type. Precision:
  the share of the tool's spans that touch a span so found or lie inside one of gold. Whole: the share of documents with
  gold in which nothing was missed. Typed recall: the type must agree, too, in nine categories: names (patients and
  staff are one), dates, ages, places, institutions, telephones, web and e-mail, numbers, others. The scorer is that of
  `redactor evaluate`.
- Percentages and rates have their 95 % interval in brackets: a bootstrap over documents, 2,000 resamples.
- Of spans of one tool that lie in each other the outermost counts, of equal ones that with the higher score: text is
  masked once. A label that means no identifier in our taxonomy (nationality, sums of money) counts neither way.
- A text on which a tool fails counts as one in which it found nothing.
- None was tuned: thresholds, languages and lists are the defaults. Presidio's default threshold is 0, which lets weak
  patterns through. Our known values (the names and numbers of a patient's records), which we would have in use, were
  not given.
"""
_CLAIMED = """\
## What each tool says it finds

The same, over the identifiers whose type the tool itself lists, so that no tool is charged for what it does not try.
Other identifiers count neither way. On the right is the recall of this project over the same identifiers. Sets whose
labels are too wide for it (handwritten-3, tab) are left out.
"""
_FAULTS = """\
## What was wrong with answers

Spans outside of their text, empty or reversed ones, offsets in bytes or UTF-16 units, spans whose text is another than
the tool says, texts on which a tool failed or answered otherwise the second time, and labels that no map has are
counted. """


def comparison_page(found: Comparison) -> str:
    """Return the page in Markdown."""
    told = _RULES.format(command=found.command, date=found.date, machine=found.machine, rounds=found.rounds)
    parts = [_HEAD, told, _tools(found), _identifiers(found), _claimed(found), _clean(found), _speed(found)]
    return "\n".join([*parts, _faults(found), _missing(found)])


def _tools(found: Comparison) -> str:
    ours = "this project"
    rows = [(t.name, f"`{t.requirement}`" if t.requirement else ours, t.about) for t in _measured(found)]
    models = [t.option for t in _measured(found) if t.adapter == "presidio" and t.option]
    more = [
        "\n"
        + _wrapped(
            f"`{model}` was installed by hand, and is not the larger model that Presidio takes by default. spaCy's "
            "makers publish models outside of the package index; one that is found there is somebody's copy. Do not "
            "read the row as Presidio at its best."
        )
        + "\n"
        for model in models
    ]
    return "## The tools\n\n" + _table(("Tool", "Package", "Configuration"), rows) + "".join(more)


def _identifiers(found: Comparison) -> str:
    out = ["## Texts with identifiers\n"]
    for s in found.sets:
        if s.kind == "clean":
            continue
        rows = [
            (
                name,
                _percent(row.report.recall),
                _percent(row.report.precision) if s.kind == "gold" else "-",
                _percent(row.report.typed_recall) if _is_typed(row) else "-",
                _percent(row.report.whole),
            )
            for name, row in found.rows[s.name].items()
        ]
        report = next(iter(found.rows[s.name].values())).report
        size = f"{report.documents:,} documents, {report.recall.below:,} identifiers"
        out += [f"### {s.name}\n", _wrapped(f"{s.about[0].upper()}{s.about[1:]} ({size}).") + "\n"]
        out.append(_table(("Tool", "Recall", "Precision", "Typed recall", "Whole"), rows))
    return "\n".join(out)


def _claimed(found: Comparison) -> str:
    ours = [t for t in OURS if t in found.tools]
    head = ("Set", "Tool", "Identifiers", "Recall", "Precision", *(f"{t.name}: recall" for t in ours))
    rows = [
        (s.name, name, f"{c.report.recall.below:,}", _percent(c.report.recall),
         _percent(c.report.precision) if s.kind == "gold" else "-", *map(_percent, c.ours))
        for s in found.sets
        for name, c in found.claimed.get(s.name, {}).items()
    ]  # fmt: skip
    listed = [_wrapped(f"- {t.name}: {', '.join(found.claims[t.name])}.") for t in _measured(found) if t not in OURS]
    return "\n".join([_CLAIMED, _table(head, rows), "The labels that they list:\n", *listed, ""])


def _clean(found: Comparison) -> str:
    sets = [s for s in found.sets if s.kind == "clean"]
    names = [t.name for t in _measured(found)]
    rows = [(n, *(_plain(found.rows[s.name][n].report.alarms) for s in sets if n in found.rows[s.name])) for n in names]
    told = [_wrapped(f"- {s.name}: {s.about}.") for s in sets]
    return "\n".join(
        [
            "## Texts without identifiers\n",
            "Marks per 1,000 words. In the first two sets every mark is a false alarm.\n",
            _table(("Tool", *(s.name for s in sets)), rows),
            *told,
            "",
        ]
    )


def _speed(found: Comparison) -> str:
    names = [t.name for t in _measured(found)]
    rows = [(n, *(_plain(found.rows[s.name][n].rate) for s in found.sets if n in found.rows[s.name])) for n in names]
    return "## Notes of 1 KB a second and core\n\n" + _table(("Tool", *(s.name for s in found.sets)), rows)


def _faults(found: Comparison) -> str:
    lines = [
        f"- {name}, {s.name}: {told}."
        for s in found.sets
        for name, row in found.rows[s.name].items()
        if (told := "; ".join(_told(row.faults)))
    ]
    return _FAULTS + ("These were all:\n\n" + "\n".join(lines) + "\n" if lines else "There were none.\n")


def _told(faults: Faults) -> Iterator[str]:
    """Yield what was wrong in words, the texts before the spans."""
    for name, n in faults.failed.items():
        yield f"failed on {n} texts ({name})"
    if faults.unanswered:
        yield f"no answer to {faults.unanswered} texts: its process died"
    if faults.differing:
        yield f"{faults.differing} texts read otherwise the second time, the first is scored"
    for name, said in (
        ("outside", "outside of the text, left out"),
        ("empty", "empty, left out"),
        ("reversed", "reversed, left out"),
        ("in_bytes", "offsets in bytes, converted"),
        ("in_utf16", "offsets in UTF-16 units, converted"),
        ("other_text", "with another text than the tool says, scored as they are"),
    ):
        if n := getattr(faults, name):
            yield f"{n} spans {said}"
    for label, n in faults.unknown.items():
        yield f"{n} spans with the unknown label {label}, scored without a type"
    for label, n in faults.no_identifier.items():
        yield f"{n} spans labelled {label}, which is no identifier, left out"


def _missing(found: Comparison) -> str:
    rows = [(t.name, f"`{t.requirement}`: {found.failed[t.name]}") for t in found.tools if t.name in found.failed]
    told = _wrapped(
        "Nothing is in this table because of its results. Philter needs NLTK's tagger of parts of speech, which no "
        "package that we know of holds; where NLTK_DATA names a folder with it, Philter is measured with the others."
    )
    return "## What could not be measured\n\n" + told + "\n\n" + _table(("Tool", "Why"), [*rows, *UNMEASURED.items()])


def _measured(found: Comparison) -> list[Tool]:
    return [t for t in found.tools if t.name not in found.failed]


def _is_typed(row: Row) -> bool:
    return "MASK" not in row.report.by_label


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 120, subsequent_indent="  " if text.startswith("- ") else "")


def _percent(f: Figure) -> str:
    return "-" if math.isnan(f.value) else f"{100 * f.value:.1f} ({100 * f.low:.1f}-{100 * f.high:.1f})"


def _plain(f: Figure) -> str:
    places = 0 if f.value >= 100 else 1
    return "-" if math.isnan(f.value) else f"{f.value:,.{places}f} ({f.low:,.{places}f}-{f.high:,.{places}f})"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = ["| " + " | ".join(r) + " |" for r in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines) + "\n"
