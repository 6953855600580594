# The commands to know: make demo, make demo-streams, make test, and make check before a push. Each makes its environment first.
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
STREAMS := $(VENV)/.streams-stamp
DEV := $(VENV)/.dev-stamp

.PHONY: setup lock sbom demo demo-streams test check lint types borders unit slow test-audio test-corpus test-crash proof docs student student-anew bench bench-streams bench-memory clean

setup: $(DEV)

# What the command needs, what streams need on top, and tests and training: torch alone is 2.5 GB. All are installed from
# lock files, so that every package is the one that was tested, by its hash. `make lock` renews them.
$(STAMP): LOCK := requirements/base.txt
$(STREAMS): LOCK := requirements/streams.txt
$(DEV): LOCK := requirements/dev.txt
$(STAMP) $(STREAMS) $(DEV): pyproject.toml requirements/base.txt requirements/streams.txt requirements/dev.txt
	@sh requirements/environment.sh "$(PY)" $(VENV) $(LOCK)
	@touch $@

# The newest versions that pyproject.toml allows, with their hashes. base.txt and streams.txt are held to the versions of
# dev.txt, which has more to agree on. Needs uv. Run `make test` in a new environment before you commit them.
LOCKED := uv pip compile --quiet --universal --upgrade --generate-hashes --no-emit-index-url --no-header --no-annotate \
	pyproject.toml requirements/build.in
lock:
	$(LOCKED) --extra dev --extra audio --extra fhir --extra llm --extra parquet --extra relex --extra streams --extra train --extra review --extra formats --extra evaluate --extra mcp --extra service --extra client --extra telemetry --extra docs -o requirements/dev.txt
	$(LOCKED) --extra streams --constraint requirements/dev.txt -o requirements/streams.txt
	$(LOCKED) --extra service --extra streams --extra relex --extra llm --extra fhir --extra telemetry --constraint requirements/dev.txt -o requirements/image.txt
	$(LOCKED) --constraint requirements/dev.txt -o requirements/base.txt

# sbom.json: what is installed with the command, in CycloneDX: name, version and licence of every package.
sbom: $(DEV)
	$(BIN)/python -m venv --without-pip .sbom && $(BIN)/python -m pip --python .sbom/bin/python install --quiet \
		--disable-pip-version-check --require-hashes -r requirements/base.txt
	$(BIN)/cyclonedx-py environment .sbom/bin/python --pyproject pyproject.toml --output-file sbom.json
	rm -rf .sbom

# A sample EHR sink, a keyring of its own, and the whole run, under .demo/
demo: $(STAMP)
	@rm -rf .demo && mkdir -p .demo
	@$(BIN)/redactor keys init .demo/keyring.json
	@$(BIN)/redactor sample .demo/ehr --patients 10 --seed 7
	@REDACTOR_KEYRING=.demo/keyring.json REDACTOR_HOME=.demo/home $(BIN)/redactor run .demo/ehr/records .demo/out
	@REDACTOR_KEYRING=.demo/keyring.json REDACTOR_HOME=.demo/home $(BIN)/redactor review .demo/ehr/records .demo/out --terminal 3
	@echo "De-identified records: .demo/out    Originals: .demo/ehr/records"
	@echo "All of them on a page: $(BIN)/python -m ensurepip && $(BIN)/python -m pip install 'clinical-redactor[review]', then"
	@echo "REDACTOR_KEYRING=.demo/keyring.json REDACTOR_HOME=.demo/home $(BIN)/redactor review .demo/ehr/records .demo/out"

# The same through Kafka, under .demo-streams/: an ingest, two workers and an exporter at work. Starts Kafka if need be
# (Java and Maven).
demo-streams: $(STREAMS)
	@$(BIN)/python -m tests.services.demo_streams .demo-streams

test: $(DEV) lint types borders unit

# Before a push: lint, types for Linux, borders, and the unit tests that are nearest to what differs from BASE. No test
# begins 45 seconds after the start. The first time takes longer: mypy reads everything.
BASE ?= $(shell git rev-parse --verify --quiet origin/main >/dev/null && echo origin/main || echo main)
check: $(DEV)
	@began=$$(date +%s); $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports && $(BIN)/mypy && \
		$(BIN)/python -m tests.changed --base $(BASE) --seconds $$((began + 45 - $$(date +%s)))

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# For Linux, and for what macOS lacks.
types: $(DEV)
	$(BIN)/mypy
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin

borders: $(DEV)
	$(BIN)/lint-imports

# A process more than there are cores, from three to four: tests wait for Kafka and for programs that they start for a fifth
# of the time, and more processes would wait for the longest file. A file's tests stay in one process, which builds what
# they share, and the folders that last come first.
PROCESSES ?= $(shell $(BIN)/python -c "import os; print(min(4, 1 + max(2, os.cpu_count() or 2)))")
PYTEST = $(BIN)/python -m pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder

# The many `redactor` processes of the tests read compiled modules, even where the environment switches them off.
unit: $(DEV)
	PYTHONDONTWRITEBYTECODE= $(PYTEST)

# Tests that take ten seconds and more, or guard what rarely changes: processes that are killed, bombs, servers of models,
# an OpenSearch that fails, the commands of the guide, emulated processors, attacks by statistics. CI runs them where the
# packages changed.
slow: $(DEV)
	PYTHONDONTWRITEBYTECODE= $(PYTEST) -m slow

# Every test of the training text; `make test` runs those of its engine and one reading of every type.
test-corpus: $(DEV)
	$(PYTEST) corpus/tests

# Spoken dialogues, recognised and muted, against what was said. Needs the Debian packages flite and espeak-ng.
test-audio: $(DEV)
	$(PYTEST) tests/audio

# All of `make slow`; then the leak tests over a sink of 200 patients instead of 16, over all notes of Synthea's ten instead
# of an eighth, over the trap records under four profiles instead of two, and over the hostile files under two instead of
# one; runs with one, two and three workers and a stream under 200 keyrings instead of one; a run killed twenty times instead
# of six; a hundred killed workers of the service instead of five; ten thousand random answers of an LLM; and 300 texts on emulated processors (Debian package qemu-user).
proof: slow
	PROOF=1 $(PYTEST) -m "" tests/leak tests/crash/test_crash_run.py tests/crash/test_crash_serve.py tests/unit/service/test_hostile_http.py tests/integration/test_llm_servers.py tests/processors

# Mutants that must not survive, then a stream on a Kafka of its own, in which everything is killed. It prints its seed;
# CRASH="--seed 7" repeats one, CRASH="--records 6000" is shorter. Needs Java and the jars of `make services`.
test-crash: $(DEV)
	CRASH_MUTANTS=1 $(BIN)/python -m pytest tests/crash/test_crash_mutants.py
	$(BIN)/python -m tests.crash.stream_long $(CRASH)

# The docs site, in site/: index.html can be read from the folder. A broken link stops the build, and so does what would be
# loaded from another host.
docs: $(DEV)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# The shipped student from its recipe: on from the release before it (START: a model's folder); VOTERS (such folders) say
# softly what they think of what nobody annotated. An hour on two cores in all; on a GPU the same commands train there. NOTES,
# PROSE, TERMINOLOGY: see docs/guide/detection.md and corpus/README.md. This is the recipe of the next release; that of version
# 6, which ships, is in redactor/models/student/MODEL_CARD.md. A student goes on from one with the same features alone: version 5
# (b06f574) was read back with zero traits at the commit that added them.
NOTES ?= ../shared/data/clinical_notes_ccby.jsonl
PROSE ?= ../shared/data/ner
TERMINOLOGY ?= ../shared/data/terminology
START ?= redactor/models/student
VOTERS ?= $(START)
WORK := .student
SOURCES = --notes $(NOTES) --prose $(PROSE) --terminology $(TERMINOLOGY)
CORPUS = $(BIN)/python -m corpus make $(SOURCES)
HELD_OUT = $(BIN)/python -m corpus realistic $(SOURCES)

student: $(DEV)
	$(CORPUS) $(WORK)/corpus.jsonl --count 80000 --seed 18
	$(BIN)/python -m corpus mine $(WORK)/mined.jsonl --model $(START) --notes $(NOTES) --terminology $(TERMINOLOGY) --seed 18
	cat $(WORK)/mined.jsonl >> $(WORK)/corpus.jsonl
	$(HELD_OUT) $(WORK)/held-out.jsonl --count 3000 --seed 19
	$(BIN)/redactor distill label $(WORK)/corpus.jsonl $(WORK)/labels.jsonl $(addprefix --voter ,$(VOTERS))
	$(BIN)/redactor distill train $(WORK)/student --corpus $(WORK)/corpus.jsonl --labels $(WORK)/labels.jsonl \
		--encoder $(START) --sequences 110000 --seed 18
	$(BIN)/redactor distill export $(WORK)/student $(WORK)/model --validation $(WORK)/held-out.jsonl --name minilm \
		--release 6 --price 10
	@echo "the model: $(WORK)/model; it ships when its files lie in redactor/models/student, and the SHA-256 of its"
	@echo "student.json stands in redactor/detect/student/detector.py (SHIPPED_CARD; a test says which)"

# A first student, from an encoder that has seen no identifier: three teachers, soft labels, the student. Two hours.
student-anew: $(DEV)
	for seed in 1 2 3; do \
		$(CORPUS) $(WORK)/teacher-$$seed.jsonl --count 10000 --seed $$seed && \
		$(BIN)/redactor distill train $(WORK)/teacher-$$seed --corpus $(WORK)/teacher-$$seed.jsonl --sequences 11000 \
			--seed $$seed || exit 1; \
	done
	$(CORPUS) $(WORK)/first.jsonl --count 40000 --seed 10
	$(HELD_OUT) $(WORK)/first-held-out.jsonl --count 3000 --seed 11
	$(BIN)/redactor distill label $(WORK)/first.jsonl $(WORK)/first-labels.jsonl --voter $(WORK)/teacher-1 \
		--voter $(WORK)/teacher-2 --voter $(WORK)/teacher-3
	$(BIN)/redactor distill train $(WORK)/first --corpus $(WORK)/first.jsonl --labels $(WORK)/first-labels.jsonl \
		--sequences 110000 --seed 10
	$(BIN)/redactor distill export $(WORK)/first $(WORK)/first-model --validation $(WORK)/first-held-out.jsonl \
		--name minilm --price 10
	@echo "go on from it: make student START=$(WORK)/first-model"

# What docs/benchmarks.md quotes; minutes, on an idle machine.
bench: $(DEV)
	$(BIN)/python -m benchmarks.records
	$(BIN)/python -m benchmarks.notes
	$(BIN)/python -m benchmarks.workers
	$(BIN)/python -m benchmarks.sample
	$(BIN)/python -m benchmarks.student
	$(BIN)/python -m benchmarks.startup
	$(BIN)/python -m benchmarks.llm_cache
	$(BIN)/python -m benchmarks.linear_time
	$(BIN)/python -m benchmarks.speech

# The same of streams, over a real Kafka: after make services.
bench-streams: $(DEV)
	$(BIN)/python -m benchmarks.streams

# Peak memory over a million resources, and over a site of 200,000 clinicians.
bench-memory: $(DEV)
	$(BIN)/python -m benchmarks.memory --resources 1000000
	$(BIN)/python -m benchmarks.known

clean:
	rm -rf $(VENV) .demo .demo-streams .student site .pytest_cache .mypy_cache .ruff_cache

# A real OpenSearch and a real Kafka on loopback, without Docker: docs/guide/services.md. Both are tried.
.PHONY: services services-stop
services services-stop:
	@failed=0; for service in opensearch kafka; do \
		$(PY) tests/services/$$service.py $(if $(filter %-stop,$@),stop,start) || failed=1; \
	done; exit $$failed
