"""Records per second of the synthetic EHR sink.

python -m benchmarks.sample [--patients 300] [--json]
"""

from __future__ import annotations

from benchmarks.common import Clock, Figure, argument, tell, workplace
from redactor.sample.sink import write_sink


def main() -> None:
    patients = argument("patients", 300)
    clock = Clock()
    with workplace() as (folder, _):
        write_sink(folder / "warm", 5, 1)
        with clock.running():
            made = write_sink(folder / "sample", patients, 7)
    note = f"{made.patients:,} patients, {made.total:,} records, {made.identifiers:,} planted identifiers"
    tell(
        [
            Figure("sample", made.total / clock.cpu, "records/s/core", note=note),
            Figure("sample", made.patients / clock.cpu, "patients/s/core"),
        ]
    )


if __name__ == "__main__":
    main()
