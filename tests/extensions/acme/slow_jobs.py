"""A builder for jobs, in a module whose import takes longer than a short job."""

from __future__ import annotations

import time

from headwater.extensions import JobEnd, JobStart, facet_builder

time.sleep(2)


@facet_builder("run")
def jobs(subject: JobStart | JobEnd) -> dict[str, object]:
    return {f"job {'end' if isinstance(subject, JobEnd) else 'start'}": {"id": subject.job_id}}
