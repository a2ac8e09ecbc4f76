"""Events of MariaDB."""

from __future__ import annotations

import pytest

from tests.services.conftest import Outcome
from tests.services.processes import PASSWORD


@pytest.mark.row("connector.jdbc", "columns.jdbc")
def test_a_query_in_mysql_syntax(outcomes: dict[str, Outcome]) -> None:
    job = outcomes["mariadb"]
    found = job.written("/query")
    assert found.inputs == {(f"mysql://127.0.0.1:{job.port}", "shop.customers")}
    assert found.columns == {
        "n": {"shop.customers.name IDENTITY"},
        "m": {"shop.customers.name TRANSFORMATION"},
    }
    assert found.rows == {"shop.customers.email FILTER"}


@pytest.mark.row("connector.jdbc")
def test_a_write(outcomes: dict[str, Outcome]) -> None:
    job = outcomes["mariadb"]
    found = job.written("shop.appended")
    assert found.id == (f"mysql://127.0.0.1:{job.port}", "shop.appended")
    assert found.inputs == {(f"mysql://127.0.0.1:{job.port}", "shop.orders")}
    assert found.columns["amount"] == {"shop.orders.amount IDENTITY"}
    assert PASSWORD not in job.text
