"""The fields of templates, one module per group; `FIELDS` contains all of them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Field
from corpus.engine.fields import (
    ages_of_many,
    bare_values,
    clinical,
    clinical_lookalikes,
    clinical_words_like_names,
    companies,
    contacts,
    departments_and_programs,
    english_speaking_world,
    eponyms_and_namesakes,
    everyday_life,
    facts_beside_names,
    form_boxes,
    form_cells,
    hospital_charts,
    hospital_sheets,
    hurried_staff_names,
    illness_courses,
    lay_life,
    lookalikes_in_context,
    medicine,
    numbers,
    odd_numbers,
    odd_places,
    organisations,
    people,
    places,
    printed_abbreviations,
    public_life,
    quick_messages,
    rare_forms,
    requested_dates_and_ages,
    rosters_and_exports,
    said_in_a_room,
    said_on_the_telephone,
    said_over_a_line,
    spoken_in_groups,
    times,
    typed_messages,
    weak_forms,
)


def merged(parts: Iterable[Mapping[str, Field]]) -> Mapping[str, Field]:
    """All fields in one mapping. Raises ValueError for a name defined twice."""
    out: dict[str, Field] = {}
    for part in parts:
        if twice := sorted(out.keys() & part.keys()):
            raise ValueError(f"fields that stand twice: {', '.join(twice)}")
        out.update(part)
    return MappingProxyType(out)


FIELDS = merged(
    (
        people.FIELDS,
        times.FIELDS,
        numbers.FIELDS,
        contacts.FIELDS,
        places.FIELDS,
        organisations.FIELDS,
        clinical.FIELDS,
        bare_values.FIELDS,
        hospital_sheets.FIELDS,
        rosters_and_exports.FIELDS,
        said_on_the_telephone.FIELDS,
        eponyms_and_namesakes.FIELDS,
        odd_places.FIELDS,
        hospital_charts.FIELDS,
        clinical_lookalikes.FIELDS,
        everyday_life.FIELDS,
        odd_numbers.FIELDS,
        companies.FIELDS,
        form_cells.FIELDS,
        typed_messages.FIELDS,
        hurried_staff_names.FIELDS,
        requested_dates_and_ages.FIELDS,
        quick_messages.FIELDS,
        printed_abbreviations.FIELDS,
        clinical_words_like_names.FIELDS,
        said_in_a_room.FIELDS,
        public_life.FIELDS,
        english_speaking_world.FIELDS,
        said_over_a_line.FIELDS,
        lay_life.FIELDS,
        ages_of_many.FIELDS,
        departments_and_programs.FIELDS,
        form_boxes.FIELDS,
        rare_forms.FIELDS,
        illness_courses.FIELDS,
        lookalikes_in_context.FIELDS,
        medicine.FIELDS,
        spoken_in_groups.FIELDS,
        weak_forms.FIELDS,
        facts_beside_names.FIELDS,
    )
)
