"""Withholds the values that passed the walk and are known of their subject, household or site."""

from __future__ import annotations

from redactor.detect.known.value_index import SiteIndex, ValueIndex
from schemas.engine.passed_values import comparable_text, is_known
from schemas.engine.walk_state import OMIT, WalkState


def withhold_known(state: WalkState, own: ValueIndex | None, site: SiteIndex) -> None:
    """Take the passed values that are known out of the record's output, and mark the tokens that name what is known.

    own: the known values of the record's subject; None for a record of no single subject.
    """
    for slot in state.tokens:
        words = comparable_text(slot.words)
        slot.is_known = words is not None and is_known(words, own, site, is_labelled=False, by_name=True)
    for found, out, key, index, is_labelled, by_name in state.passed:
        if not is_known(found, own, site, is_labelled=is_labelled, by_name=by_name) or key not in out:
            continue
        state.omitted["known-value"] += 1
        left = state.mark_absent(out, key, index)
        if index is None and left is OMIT:
            del out[key]
        elif index is None:
            out[key] = None
        else:
            out[key][index] = OMIT if state.is_flat else None
            if state.is_flat:
                state.sparse_arrays.append(out[key])
    state.passed.clear()
