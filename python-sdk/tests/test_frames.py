"""What `headwater.with_lineage` refuses. What it declares runs on real Spark: tests/extensions/test_lineage.py."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import headwater
from headwater import _warn
from headwater.extensions import Dataset

RATES = Dataset("http://rates", "v1")


class Frame:
    """The attributes of a DataFrame that are read before anything is declared."""

    sparkSession = SimpleNamespace()  # noqa: N815  (PySpark's own)

    def __init__(self, *columns: str) -> None:
        self.columns = list(columns)


ORDERS, CUSTOMERS = Frame("id", "amount", "Country"), Frame("id", "name", "NAME")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"scores": "amount"}, "columns: the DataFrame has no column 'scores'; it has id, score"),
        (
            {"score": "price"},
            "columns: no input has a column 'price'; the inputs have Country, NAME, amount, id, name",
        ),
        ({"score": "id"}, "columns: 2 inputs have a column 'id'; write (frame, \"name\") to choose one"),
        ({"score": "Name"}, "columns: no input has a column 'Name'"),
        (
            {"score": (ORDERS, "price")},
            "columns: the input DataFrame has no column 'price'; it has id, amount, Country",
        ),
        ({"score": [(Frame("id"), "id")]}, "columns: the DataFrame of 'id' is not among the inputs"),
        ({"score": 1.5}, "1.5 is neither a column nor a dataset, and no list of them"),
        ({"score": [ORDERS]}, "columns: a column is its name"),
        (
            {"score": [RATES.column("rate", type="INDIRECT")]},
            "columns: a declared source is DIRECT; 'rate' is INDIRECT",
        ),
        (["score"], "columns: a mapping from columns to their sources, not ['score']"),
    ],
)
def test_a_wrong_column_is_an_error_that_names_it(columns: Any, message: str) -> None:
    with pytest.raises(headwater.UsageError) as raised:
        headwater.with_lineage(Frame("id", "score"), inputs=[ORDERS, CUSTOMERS], columns=columns)
    assert message in str(raised.value)


@pytest.mark.parametrize("inputs", [RATES, [ORDERS, RATES], []])
def test_columns_are_needed_unless_all_inputs_are_frames(inputs: Any) -> None:
    with pytest.raises(headwater.UsageError, match="columns: name them"):
        headwater.with_lineage(Frame("id"), inputs=inputs)


def test_what_is_neither_a_frame_nor_a_dataset_is_an_error() -> None:
    with pytest.raises(headwater.UsageError, match="with_lineage is for a DataFrame of Spark, not for 'orders'"):
        headwater.with_lineage("orders", inputs=ORDERS)
    with pytest.raises(headwater.UsageError, match="inputs: a dataset is"):
        headwater.with_lineage(Frame("id"), inputs=["orders"], columns={})


def test_a_client_of_spark_connect_only_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_warn, "_emitted_warnings", set())
    remote = type("DataFrame", (Frame,), {"__module__": "pyspark.sql.connect.dataframe"})("id")
    with pytest.warns(headwater.HeadwaterWarning, match="a Spark Connect client cannot declare"):
        assert headwater.with_lineage(remote, inputs=ORDERS) is remote
