"""Rules for lineage that a build can check, such as that personal data stays in some tables.

``document`` checks the values of a policy file, ``load`` turns them into rules, ``rules`` checks a lineage.
"""

from __future__ import annotations

from headwater.policy.load import Policy, load_policy
from headwater.policy.rules import Violation

__all__ = ["Policy", "Violation", "load_policy"]
