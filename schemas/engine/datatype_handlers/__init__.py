"""Handles datatypes whose parts belong together, or whose fields explain each other.

A datatype without a handler is walked field by field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from schemas.engine.compiled_schema import Kind
from schemas.engine.datatype_handlers.attachment import walk_attachment
from schemas.engine.datatype_handlers.coding import walk_coding
from schemas.engine.datatype_handlers.extension import extension_handler
from schemas.engine.datatype_handlers.identifier_and_reference import (
    inner_resource_handler,
    walk_identifier,
    walk_reference,
)
from schemas.engine.datatype_handlers.name_address_contact import name_handler, walk_contact_point, walk_with_parts
from schemas.engine.datatype_handlers.quantity import (
    asking_extension,
    pair_handler,
    walk_age,
    walk_answer,
    walk_money,
    walk_quantity,
    walk_sampled_data,
)
from schemas.engine.datatype_handlers.table_row import walk_answer_row, walk_date_parts
from schemas.engine.token_check import Verdict
from schemas.engine.walk import Handler


def build_handlers(
    check_url: Callable[[str], Verdict],
    is_restricted: Callable[[Mapping[str, Any]], bool],
    *,
    simple_names: bool = False,
) -> dict[Kind, Handler]:
    """Return the handler of each datatype that needs one.

    `check_url` decides whether a url is a publisher's. `is_restricted` tells whether a resource's security labels
    withhold it. `simple_names` is that of clinicians, see `name_handler`.
    """
    return {
        Kind.HUMAN_NAME: name_handler(simple_names=simple_names),
        Kind.ADDRESS: walk_with_parts,
        Kind.CONTACT_POINT: walk_contact_point,
        Kind.AGE: walk_age,
        Kind.QUANTITY: walk_quantity,
        Kind.MONEY: walk_money,
        Kind.RANGE: pair_handler("low", "high", shares_unit=True),
        Kind.RATIO: pair_handler("numerator", "denominator", shares_unit=False),
        Kind.RATIO_RANGE: pair_handler("lowNumerator", "highNumerator", shares_unit=True),
        Kind.SAMPLED_DATA: walk_sampled_data,
        Kind.ANSWER: walk_answer,
        Kind.IDENTIFIER: walk_identifier,
        Kind.DATE_PARTS: walk_date_parts,
        Kind.ANSWER_ROW: walk_answer_row,
        Kind.CODING: walk_coding,
        Kind.REFERENCE: walk_reference,
        Kind.EXTENSION: asking_extension(extension_handler(check_url)),
        Kind.ATTACHMENT: walk_attachment,
        Kind.BINARY: walk_attachment,
        Kind.RESOURCE: inner_resource_handler(is_restricted),
    }
