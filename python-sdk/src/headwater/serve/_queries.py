"""The SQL of the event store."""

from __future__ import annotations

__all__ = ["COUNTS", "DELETE", "FORMAT", "INSERT", "KEYS", "OLD", "RECENT", "SCHEMA", "SELECT", "TEXTS"]

FORMAT = 1
"""The version of the tables."""

SCHEMA = f"""
BEGIN;
CREATE TABLE events (
  seq BIGINT NOT NULL,
  received TIMESTAMP NOT NULL,
  time TIMESTAMP NOT NULL,
  kind VARCHAR NOT NULL,
  type VARCHAR NOT NULL,
  run VARCHAR NOT NULL,
  job_namespace VARCHAR NOT NULL,
  job VARCHAR NOT NULL,
  outputs VARCHAR[] NOT NULL,
  key VARCHAR NOT NULL,
  event VARCHAR NOT NULL
);
CREATE TABLE headwater_serve AS SELECT {FORMAT} AS format;
COMMIT;
"""

INSERT = """
INSERT INTO events SELECT unnest(?::BIGINT[]), make_timestamp(unnest(?::BIGINT[])),
  make_timestamp(unnest(?::BIGINT[])), unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[]),
  unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[][]), unnest(?::VARCHAR[]),
  unnest(?::VARCHAR[])
"""

KEYS = "SELECT key FROM events WHERE seq > ? AND key <> '' ORDER BY seq"

# `started` and `trust` are those of headwater.model.JobRun: of a completed run, and of the latest such run.
_RUNS = """
WITH runs AS (
  SELECT run, min(time) AS started, arg_max(job_namespace, (time, seq)) AS namespace, arg_max(job, (time, seq)) AS job,
    CASE WHEN bool_or(type IN ('FAIL', 'ABORT')) THEN 0 WHEN bool_or(type = 'COMPLETE') THEN 2 ELSE 1 END AS trust,
    max(received) AS received
  FROM events WHERE kind = 'run' GROUP BY run
),
latest AS (
  SELECT run FROM runs QUALIFY row_number() OVER (PARTITION BY namespace, job ORDER BY started DESC, run DESC) <= $runs
),
outputs AS (SELECT DISTINCT run, unnest(outputs) AS output FROM events WHERE kind = 'run'),
writers AS (
  SELECT arg_max(run, (trust, started, run)) AS run FROM outputs JOIN runs USING (run) GROUP BY namespace, job, output
)
"""

COUNTS = """
WITH runs AS (SELECT run, bool_or(type IN ('FAIL', 'ABORT')) AS failed FROM events WHERE kind = 'run' GROUP BY run)
SELECT (SELECT count(*) FROM events), count(*), count(*) FILTER (failed) FROM runs
"""

RECENT = f"""{_RUNS}
SELECT seq FROM events
WHERE kind <> 'run' OR run IN (SELECT run FROM latest) OR run IN (SELECT run FROM writers)
ORDER BY seq
"""  # noqa: S608  (constants)

# Of a job that only declares its lineage, the latest event counts. The facets of all events of a dataset count.
OLD = f"""{_RUNS}
SELECT seq, run FROM events
WHERE kind = 'run' AND run IN (SELECT run FROM runs WHERE received < make_timestamp($before::BIGINT))
  AND run NOT IN (SELECT run FROM latest) AND run NOT IN (SELECT run FROM writers)
UNION ALL
SELECT seq, NULL FROM (
  SELECT seq, received, row_number() OVER (PARTITION BY job_namespace, job ORDER BY time DESC, seq DESC) AS place
  FROM events WHERE kind = 'job'
) WHERE place > 1 AND received < make_timestamp($before::BIGINT)
"""  # noqa: S608  (constants)

DELETE = "DELETE FROM events WHERE seq IN (SELECT unnest(?::BIGINT[]))"

# The range lets DuckDB skip what is outside of it.
TEXTS = "SELECT event FROM events WHERE seq BETWEEN ? AND ? AND seq IN (SELECT unnest(?)) ORDER BY seq"

SELECT = """
SELECT seq FROM events
WHERE seq > $after AND ($job = '' OR job = $job) AND ($run = '' OR run = $run) AND ($type = '' OR type = $type)
  AND ($since::BIGINT IS NULL OR time >= make_timestamp($since::BIGINT))
  AND ($until::BIGINT IS NULL OR time < make_timestamp($until::BIGINT))
ORDER BY seq LIMIT $limit
"""
