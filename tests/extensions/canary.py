"""The secret that a job uses in many places; the tests search for it in all output."""

PASSWORD = "c4nary-PW1"  # noqa: S105 - not a real password
