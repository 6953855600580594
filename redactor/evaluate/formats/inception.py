"""Read and write UIMA CAS: the XMI of INCEpTION and WebAnno beside its type system, and CAS JSON, by dkpro-cassis.

Offsets of UIMA count units of UTF-16; cassis converts them. A label is the value of a NamedEntity or, where a text has
none, the one string feature of a layer of its own.
"""

from __future__ import annotations

import warnings
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Annotated, Mark
from redactor.evaluate.formats.xml_guards import check_for_xml, check_no_doctype
from redactor.evaluate.spans import Document, Labelled

if TYPE_CHECKING:
    from cassis import Cas

NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
TYPE_SYSTEM = "TypeSystem.xml"
_ANNOTATION = "uima.tcas.Annotation"
_DOCUMENT = "uima.tcas.DocumentAnnotation"
_STRING = "uima.cas.String"
_OF_THE_TOOL = ("uima.", "de.tudarmstadt.ukp.", "org.dkpro.")  # tokens, sentences, metadata, layouts
_OF_A_RELATION = frozenset({"Governor", "Dependent"})
_EXTRA = "files of INCEpTION need dkpro-cassis: pip install 'clinical-redactor[evaluate]'"


class CasReader:
    """This class reads the texts of one export, in all of which the same layer has the labels.

    layer: its type and feature, such as "webanno.custom.Phi:kind"; None to find it.
    """

    def __init__(self, layer: str | None = None) -> None:
        self._layer = layer
        self._is_given = layer is not None
        self._types: tuple[bytes | None, Any] | None = None  # the last type system, which files of an export share

    def read(self, data: bytes, types: bytes | None, name: str, place: str) -> Annotated:
        """Return the text of an XMI file beside its type system, or of CAS JSON, which has its own.

        Raises EvaluationError.
        """
        cas = self._loaded(data, types, place)
        text = cas.get_view("_InitialView").sofa_string
        if text is None:
            raise EvaluationError(f"{place} has no text (sofaString)")
        found, unlabelled = _labelled(cas, self._layer if self._is_given else None, place)
        if len(found) > 1 or (found and self._layer not in (None, *found)):
            layers = sorted({*found, *filter(None, [self._layer])})
            raise EvaluationError(
                f"{place}: several layers have labels: {', '.join(layers)}; name one with `redactor evaluate convert IN"
                " OUT --to jsonl --layer TYPE:FEATURE`"
            )
        layer = next(iter(found), self._layer)
        if layer is not None:
            unlabelled = {k: n for k, n in unlabelled.items() if k in (layer, layer.rpartition(":")[0])}
        if n := sum(unlabelled.values()):
            of = ", ".join(sorted(unlabelled))
            raise EvaluationError(
                f"{place}: {n:,} annotations of {of} have no label; label or delete them, or name another layer with"
                " `redactor evaluate convert IN OUT --to jsonl --layer TYPE:FEATURE`"
            )
        self._layer = layer
        spans = found.get(layer, []) if layer else []
        return Annotated(place, name, text, tuple(Mark((s,)) for s in spans), counted=False)

    def _loaded(self, data: bytes, types: bytes | None, place: str) -> Cas:
        try:
            import cassis
        except ModuleNotFoundError:
            raise EvaluationError(_EXTRA) from None
        is_json = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        for xml in () if is_json else (data, *filter(None, [types])):
            check_no_doctype(xml, place)
        try:
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                if is_json:
                    cas = cassis.load_cas_from_json(BytesIO(data))
                else:
                    if self._types is None or self._types[0] != types:
                        usual = cassis.load_dkpro_core_typesystem
                        self._types = types, cassis.load_typesystem(BytesIO(types)) if types else usual()
                    cas = cassis.load_cas_from_xmi(BytesIO(data), typesystem=self._types[1])
        except cassis.typesystem.TypeNotFoundError:
            raise EvaluationError(
                f"{place} has types that its type system lacks; export it again, and keep {TYPE_SYSTEM} beside it"
            ) from None
        except Exception:  # of lxml and cassis, whatever a damaged file makes them meet; their messages quote it
            raise EvaluationError(f"{place} is no UIMA CAS that dkpro-cassis can read") from None
        if len(cas.views) > 1:
            raise EvaluationError(f"{place} has several texts (views), of which one can be gold; export it alone")
        if any("Not mapping" in str(w.message) for w in told):
            raise EvaluationError(
                f"{place}: an offset lies outside of its text or within a character (offsets of UIMA are UTF-16 units)"
            )
        return cas


def _labelled(cas: Cas, only: str | None, place: str) -> tuple[dict[str, list[Labelled]], dict[str, int]]:
    """Return the labelled spans of each layer that can have labels, and the number of those without a label."""
    system = cas.typesystem
    found: dict[str, list[Labelled]] = {}
    unlabelled: dict[str, int] = {}
    known = set()
    for kind in system.get_types():
        features = [f.name for f in kind.all_features if f.rangeType.name == _STRING]
        is_span = system.is_instance_of(kind.name, _ANNOTATION) and not system.is_instance_of(kind.name, _DOCUMENT)
        if not is_span or _OF_A_RELATION & {f.name for f in kind.all_features}:
            continue
        if kind.name == NAMED_ENTITY:
            features = [f for f in features if f == "value"]
        known |= {f"{kind.name}:{f}" for f in features}
        if only is None and kind.name.startswith(_OF_THE_TOOL) and kind.name != NAMED_ENTITY:
            continue
        annotations = [a for a in cas.get_view("_InitialView").select(kind.name) if a.type.name == kind.name]
        bare = len(annotations)
        for name in features:
            layer = f"{kind.name}:{name}"
            if only not in (None, layer):
                continue
            values = [(a, a[name]) for a in annotations if a[name]]
            if any(a.begin is None or a.end is None for a, _ in values):
                raise EvaluationError(f"{place}: an annotation of {layer} has no offsets")
            if values or only is not None:
                found[layer] = [Labelled(a.begin, a.end, value) for a, value in values]
                unlabelled[layer] = len(annotations) - len(values)
                bare = 0
        if bare and only is None:
            unlabelled[kind.name] = bare
    if only is not None and only not in known:
        raise EvaluationError(
            f"{place} has no layer {only}; it has {', '.join(sorted(k for k in known if not k.startswith('uima.')))}"
        )
    return found, unlabelled


def write_cas(document: Document, place: str) -> dict[str, bytes]:
    """Return the XMI file of a document, by its suffix: each span is a NamedEntity. Raises EvaluationError."""
    check_for_xml(document, place)
    system, kind = _written_types()
    import cassis

    cas = cassis.Cas(typesystem=system, sofa_string=document.text)
    for s in document.gold:
        cas.add(kind(begin=s.start, end=s.end, value=s.label))
    return {".xmi": cas.to_xmi().encode()}


def type_system() -> bytes:
    """Return the type system that belongs beside the XMI files of `write_cas`."""
    types: str = _written_types()[0].to_xml()
    return types.encode()


@cache
def _written_types() -> tuple[Any, Any]:
    """Return a type system with named entities, and the type of these."""
    try:
        import cassis
    except ModuleNotFoundError:
        raise EvaluationError(_EXTRA) from None
    system = cassis.TypeSystem()
    kind = system.create_type(NAMED_ENTITY, supertypeName=_ANNOTATION)
    for feature in ("value", "identifier"):
        system.create_feature(kind, name=feature, rangeType=_STRING)
    return system, kind
