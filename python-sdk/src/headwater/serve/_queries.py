"""The SQL of the event store."""

from __future__ import annotations

__all__ = ["COUNTS", "DELETE", "FORMAT", "INSERT", "KEYS", "OLD", "RECENT", "SCHEMA", "SELECT", "TEXTS", "WRITES"]

FORMAT = 3
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
  application VARCHAR NOT NULL,
  streaming BOOLEAN NOT NULL,
  outputs VARCHAR[] NOT NULL,
  replaces BOOLEAN[] NOT NULL,
  lineage UBIGINT[] NOT NULL,
  key VARCHAR NOT NULL,
  event VARCHAR NOT NULL
);
CREATE TABLE headwater_serve AS SELECT {FORMAT} AS format;
COMMIT;
"""

INSERT = """
INSERT INTO events SELECT unnest(?::BIGINT[]), make_timestamp(unnest(?::BIGINT[])),
  make_timestamp(unnest(?::BIGINT[])), unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[]),
  unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::BOOLEAN[]), unnest(?::VARCHAR[][]),
  unnest(?::BOOLEAN[][]), unnest(?::UBIGINT[][]), unnest(?::VARCHAR[]), unnest(?::VARCHAR[])
"""

KEYS = "SELECT key FROM events WHERE seq > ? AND key <> '' ORDER BY seq"

# `started`, `trust` and `application` are those of headwater.model.JobRun. Of runs that began at the same time, the one
# that came last is the latest.
_RUNS = """
WITH runs AS (
  SELECT run, min(time) AS started, min(seq) AS came,
    arg_max(job_namespace, (time, seq)) AS namespace, arg_max(job, (time, seq)) AS job,
    bool_or(type IN ('COMPLETE', 'FAIL', 'ABORT')) AS ended,
    CASE WHEN bool_or(streaming) AND bool_or(type = 'RUNNING' AND len(outputs) > 0) THEN 2
      WHEN bool_or(type IN ('FAIL', 'ABORT')) THEN 0 WHEN ended THEN 2 ELSE 1 END AS trust,
    coalesce(max(application) FILTER (application <> ''), min(time)::VARCHAR) AS application, max(received) AS received
  FROM events WHERE kind = 'run' GROUP BY run
)
"""

# Of the runs that have ended, and of those that have not: the event window counts them so, too.
_LATEST = f"""{_RUNS},
latest AS (
  SELECT run FROM runs
  QUALIFY row_number() OVER (PARTITION BY namespace, job, ended ORDER BY started DESC, came DESC) <= $runs
)
"""  # noqa: S608  (constants)

# What `last_writes` of headwater.model decides from, in its order. Of equal writes it counts the latest; of the others
# it counts `$limit`, and the one before them may begin anew.
WRITES = f"""{_RUNS},
outputs AS (
  SELECT run, unnest(outputs) AS output, unnest(replaces) AS replaces, unnest(lineage) AS lineage
  FROM events WHERE kind = 'run'
),
writes AS (
  SELECT run, output, bool_or(replaces) AS replaces, bit_xor(DISTINCT lineage) AS lineage
  FROM outputs GROUP BY run, output
),
different AS (
  SELECT namespace, job, output, run, trust, application, replaces, lineage, started, came
  FROM writes JOIN runs USING (run)
  QUALIFY row_number() OVER (
    PARTITION BY namespace, job, output, trust, application, replaces, lineage ORDER BY started DESC, came DESC
  ) = 1
)
SELECT namespace, job, output, run, trust, application, replaces, lineage FROM different
QUALIFY row_number() OVER (
  PARTITION BY namespace, job, output ORDER BY trust DESC, started DESC, came DESC
) <= $limit + 1
ORDER BY namespace, job, output, trust, started, came
"""  # noqa: S608  (constants)

COUNTS = """
WITH runs AS (SELECT run, bool_or(type IN ('FAIL', 'ABORT')) AS failed FROM events WHERE kind = 'run' GROUP BY run)
SELECT (SELECT count(*) FROM events), count(*), count(*) FILTER (failed) FROM runs
"""

# A streaming query sends an event each minute, for weeks. Of those that say the same of its outputs, the first and the
# last count. `lineage` knows the inputs only of events with outputs; the events of other runs may each add something.
_REPEATED = """
repeated AS (
  SELECT seq, run, received FROM events
  WHERE kind = 'run' AND type = 'RUNNING' AND len(outputs) > 0
    AND run IN (SELECT run FROM events WHERE kind = 'run' AND streaming)
  QUALIFY row_number() OVER (PARTITION BY run, outputs, replaces, lineage ORDER BY time, seq) > 1
    AND row_number() OVER (PARTITION BY run, outputs, replaces, lineage ORDER BY time DESC, seq DESC) > 1
)
"""

RECENT = f"""{_LATEST}, {_REPEATED}
SELECT seq FROM events
WHERE seq <= $last
  AND (kind <> 'run' OR run IN (SELECT run FROM latest) OR run IN (SELECT unnest($writers::VARCHAR[])))
  AND seq NOT IN (SELECT seq FROM repeated)
ORDER BY seq
"""  # noqa: S608  (constants)

# Of a job that only declares its lineage, the latest event counts. The facets of all events of a dataset count.
OLD = f"""{_LATEST}, {_REPEATED}
SELECT seq, run FROM events
WHERE kind = 'run' AND run IN (SELECT run FROM runs WHERE received < make_timestamp($before::BIGINT))
  AND run NOT IN (SELECT run FROM latest) AND run NOT IN (SELECT unnest($writers::VARCHAR[]))
UNION
SELECT seq, run FROM repeated WHERE received < make_timestamp($before::BIGINT)
UNION ALL
SELECT seq, NULL FROM (
  SELECT seq, received, row_number() OVER (PARTITION BY job_namespace, job ORDER BY time DESC, seq DESC) AS place
  FROM events WHERE kind = 'job'
) WHERE place > 1 AND received < make_timestamp($before::BIGINT)
ORDER BY run
"""  # noqa: S608  (constants)

# A run that has got an event since `OLD` is not old any more.
DELETE = """
DELETE FROM events
WHERE seq IN (SELECT unnest($numbers::BIGINT[]))
  AND run NOT IN (SELECT run FROM events WHERE seq > $last AND kind = 'run')
RETURNING kind, run
"""

# The range lets DuckDB skip what is outside of it.
TEXTS = "SELECT event FROM events WHERE seq BETWEEN ? AND ? AND seq IN (SELECT unnest(?)) ORDER BY seq"

SELECT = """
SELECT seq FROM events
WHERE seq > $after AND ($job = '' OR job = $job) AND ($run = '' OR run = $run) AND ($type = '' OR type = $type)
  AND ($since::BIGINT IS NULL OR time >= make_timestamp($since::BIGINT))
  AND ($until::BIGINT IS NULL OR time < make_timestamp($until::BIGINT))
ORDER BY seq LIMIT $limit
"""
