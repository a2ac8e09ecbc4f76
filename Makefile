# The front door. Each target says what it does; `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.PHONY: help jar wheel lint fmt check test matrix accuracy hunt chaos fuzz corpus spark-suites differential golden demo bench docs tools clean release release-files release-twice

# One line for each step; its output goes to build/logs, or with --show to the terminal as well.
STEP := python3 -m scripts.step
SHOW := $(STEP) --show
PY := build/tools/bin/python
SCALA := 2.12 2.13
JARS := $(SCALA:%=dist/headwater-agent_%.jar)
ASSEMBLIES := $(patsubst %,agent%/assembly,$(subst .,,$(SCALA)))
PYTHON_CODE := $(wildcard tests demo bench scripts)
AGENT_SOURCES := $(shell find agent interfaces-scala project build.sbt VERSION -type f \
  -not -path '*/src/test/*' -not -path '*/target/*' -not -path 'project/project/*' 2>/dev/null)
JAR_SCRIPTS := scripts/pack_jar.py scripts/deflated.py scripts/reachable.py scripts/constant_pool.py scripts/notice.py scripts/third_party.py tests/shape/jar_rules.py tests/shape/licence_rules.py
SDK_SOURCES := $(shell find python-sdk -type f -not -path '*/tests/*' -not -path '*/__pycache__/*' 2>/dev/null)

RELEASED := agent212 agent213 interfaces-scala212 interfaces-scala213
RELEASE_TASKS := $(foreach module,$(RELEASED),$(addprefix $(module)/,packageSrc packageDoc makePom)) \
  interfaces-scala212/packageBin interfaces-scala213/packageBin
COMMIT_TIME = $(shell git log -1 --format=%ct)

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9.% -]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

jar: $(JARS) ## dist/headwater-agent_2.12.jar and _2.13.jar, or SCALA=2.13 alone; only if a source has changed

$(JARS) &: $(AGENT_SOURCES) $(JAR_SCRIPTS) | tools
	@mkdir -p dist
	@$(STEP) "agent jar for Scala $(SCALA)" ./sbt $(ASSEMBLIES)
	@for jar in $(notdir $(JARS)); do $(PY) -m scripts.pack_jar build/sbt/agent21*/target/scala-2.1*/$$jar dist/$$jar; done
	@$(STEP) "rules for the contents of the jar" python3 -m tests.shape.jar_rules $(JARS) || { rm -f $(JARS); exit 1; }
	@ls -l $(JARS) | awk '{printf "    %s  %.1f MB\n", $$NF, $$5 / 1e6}'

wheel: build/wheel.built ## the Python package, jars inside, as a wheel in dist/

build/wheel.built: $(JARS) $(SDK_SOURCES) | tools
	@rm -f dist/*.whl
	@$(STEP) "Python wheel" $(PY) -m build --wheel --no-isolation --outdir dist python-sdk
	@touch $@

tools:
	@scripts/tools-env

lint: | tools ## formats and static checks of Scala and Python; changes nothing
	@$(STEP) "scalafmt, scalac with fatal warnings" ./sbt scalafmtCheckAll scalafmtSbtCheck Test/compile
	@$(STEP) "ruff format" build/tools/bin/ruff format --check $(PYTHON_CODE) python-sdk
	@$(STEP) "ruff check" build/tools/bin/ruff check $(PYTHON_CODE) python-sdk
	@$(STEP) "mypy" build/tools/bin/mypy $(PYTHON_CODE)
	@$(STEP) "mypy of the SDK" env -C python-sdk ../build/tools/bin/mypy

fmt: | tools ## rewrites Scala and Python sources in the house format
	@$(STEP) "scalafmt" ./sbt scalafmtAll scalafmtSbt
	@$(STEP) "ruff" build/tools/bin/ruff check -q --fix-only $(PYTHON_CODE) python-sdk
	@build/tools/bin/ruff format -q $(PYTHON_CODE) python-sdk

check: jar | tools ## the fast tier: Scala units, plans on Spark 4.0, Python units, shape
	@python3 -m scripts.run_tests --jobs 2 check

test: jar wheel | tools ## everything, end to end on Spark 4.0 and 3.5 included
	@python3 -m scripts.run_tests --jobs 2 test

matrix: jar | tools ## what `make test` leaves out, for hours: other Spark lines, versions of Java, modes (tests/README.md); SUITES='"cases 3.3" "lake 3.3"' runs some of it
	@python3 -m scripts.run_tests matrix $(SUITES)

accuracy: jar | tools spark-4.0 ## column lineage against both oracles, TPC-DS included
	@$(SHOW) "accuracy" $(PY) -m pytest -q -rfEs tests/accuracy

SPARK ?= 4.0
SEED ?= 1
PROGRAMS ?= 1000

hunt: jar | tools ## random programs of SEED, PROGRAMS of them, on SPARK: what an output does not name must not change it
	@scripts/spark-env $(SPARK)
	@scripts/python-env connect
	@$(PY) -m tests.hunt --seed $(SEED) --programs $(PROGRAMS) --spark $(SPARK)

CASES ?= 100000
PYTHON_CASES ?= 5000

fuzz: | tools spark-4.0 ## the property tests with CASES random inputs each (PYTHON_CASES in Python), from a new seed or HEADWATER_SEED; a failure prints both
	@export HEADWATER_SEED=$${HEADWATER_SEED:-$$(date +%s)}; \
	HEADWATER_CASES=$(CASES) ./sbt 'all model213/testOnly *PropertiesSuite' 'emit213/testOnly *PropertiesSuite' 'shell213/testOnly *PropertiesSuite' 'planTests213/testOnly *PropertiesSuite' && \
	HEADWATER_CASES=$(PYTHON_CASES) $(PY) -m pytest -q python-sdk/tests/test_*_properties.py --hypothesis-seed=$$HEADWATER_SEED

MINUTES ?= 60

chaos: jar | tools ## applications among random faults of SEED for MINUTES, on SPARK: same results, each run one START and one end, no event lost in silence
	@scripts/spark-env $(SPARK)
	@scripts/chaos-env
	@PYTHONPATH=python-sdk/src $(PY) -m tests.chaos --minutes $(MINUTES) --seed $(SEED) --spark $(SPARK)

corpus: jar | tools ## Spark's own SQL tests without and with the agent, on SPARK=4.0 or another line (docs/accuracy.md); takes an hour
	@scripts/spark-env $(SPARK)
	@scripts/fetch-jar corpus-$(SPARK) >/dev/null
	@$(PY) -m tests.corpus --spark $(SPARK)

spark-suites: jar | tools spark-4.0 ## Spark's own tests in Scala and Python under the agent, and experiments on the lineage of their queries, on Spark 4.0 (docs/accuracy.md); takes hours
	@scripts/python-env connect
	@$(PY) -m tests.spark_suites

differential: jar | tools spark-4.0 ## the same scripts under the published agent and ours: every difference, with its reason
	@scripts/service-env >/dev/null
	@$(PY) -m tests.differential

golden: jar | tools spark-4.0 spark-3.5 ## rewrites the expected events of the end-to-end cases; read the diff
	@scripts/fetch-jar avro-4.0 avro-3.5 >/dev/null
	@$(STEP) "golden events, Spark 4.0" $(PY) -m pytest -q tests/e2e/test_cases.py --spark=4.0 --rewrite
	@$(STEP) "golden events, Spark 3.5" $(PY) -m pytest -q tests/e2e/test_cases.py --spark=3.5 --rewrite
	@for l in 3.4 3.3 4.1 4.2 4.3; do $(MAKE) spark-$$l; scripts/fetch-jar avro-$$l >/dev/null; \
	  $(STEP) "golden events, Spark $$l" $(PY) -m pytest -q tests/e2e/test_cases.py --spark=$$l --rewrite; done
	@scripts/fetch-jar delta-4.0 delta-storage-4.0 iceberg-4.0 delta-3.5 delta-storage-3.5 iceberg-3.5 sqlite >/dev/null
	@$(STEP) "golden events of lakes, Spark 4.0" $(PY) -m pytest -q tests/lake/test_cases.py --spark=4.0 --rewrite
	@$(STEP) "golden events of lakes, Spark 3.5" $(PY) -m pytest -q tests/lake/test_cases.py --spark=3.5 --rewrite
	@scripts/fetch-jar delta-4.1 delta-storage-4.1 iceberg-4.1 >/dev/null
	@$(STEP) "golden events of lakes, Spark 4.1" $(PY) -m pytest -q tests/lake/test_cases.py --spark=4.1 --rewrite

demo: ## TPC-H through the agent, then a page that shows its lineage; builds the jar for Scala 2.13 only
	@$(MAKE) -s jar SCALA=2.13
	@python3 -m demo

bench: jar | tools spark-4.0 ## what the agent costs: without, ours, the published one
	@scripts/fetch-jar published-2.13 tpch-queries >/dev/null
	@$(SHOW) "bench" $(PY) -m bench

docs: ## the documentation as one static site in build/site: pages, Python API, JVM API
	@scripts/docs-env
	@$(STEP) "API reference of the JVM modules" ./sbt api213/doc interfaces-scala213/doc
	@$(SHOW) "documentation site" build/docs/bin/python -m scripts.docs_site --mermaid "$$(scripts/fetch-jar mermaid)"

release: release-files | spark-4.0 ## dist/release: a Maven repository, wheel, sdist, SBOMs and checksums (docs/releasing.md)
	@$(STEP) "what is in the release" $(PY) -m pytest -q tests/release

release-files: $(JARS) | tools
	@rm -rf dist/release
	@$(STEP) "POMs, sources and javadoc" ./sbt $(RELEASE_TASKS)
	@$(STEP) "sdist and wheel" env SOURCE_DATE_EPOCH=$(COMMIT_TIME) $(PY) -m build --no-isolation --outdir dist/release/python python-sdk
	@$(STEP) "Maven repository, SBOMs, checksums" env SOURCE_DATE_EPOCH=$(COMMIT_TIME) $(PY) -m scripts.release

release-twice: release-files ## builds the release again from a clone of the last commit: both must have the same bytes
	@$(SHOW) "the same release, built again" $(PY) -m scripts.release.twice

spark-%: ## spark-3.5, spark-4.0 and so on: a PySpark of that line in build/spark
	@scripts/spark-env $*

clean: ## removes build/ and dist/
	rm -rf build dist
