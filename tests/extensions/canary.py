"""The secret that a job names in many places, and a test looks for everywhere else."""

PASSWORD = "c4nary-PW1"  # noqa: S105 - of nobody
