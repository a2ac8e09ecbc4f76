"""The columns of TPC-DS's date_dim that are computed from the date."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

EPOCH = dt.date(1900, 1, 1)


def _month_seq(day: dt.date) -> int:
    return (day.year - 1900) * 12 + day.month - 1


DERIVED_COLUMNS: dict[str, Callable[[dt.date], object]] = {
    "date": lambda d: d,
    "year": lambda d: d.year,
    "moy": lambda d: d.month,
    "dom": lambda d: d.day,
    "qoy": lambda d: (d.month + 2) // 3,
    "dow": lambda d: d.isoweekday() % 7,
    "month_seq": _month_seq,
    "week_seq": lambda d: (d - EPOCH).days // 7 + 1,
    "quarter_seq": lambda d: (d.year - 1900) * 4 + (d.month + 2) // 3,
    "day_name": lambda d: d.strftime("%A"),
    "quarter_name": lambda d: f"{d.year}Q{(d.month + 2) // 3}",
}


def dates(wanted: dict[str, list[object]]) -> list[dt.date]:
    """Dates that match the values with which a query compares the calendar columns."""
    days = [d for d in wanted.get("date", ()) if isinstance(d, dt.date)]
    found = [d + dt.timedelta(days=n) for d in days for n in (0, 1, 2, 3, 5, 7, 14, 29)]
    years = _ints(wanted, "year", 1990, 2010) or [1999, 2000]
    months = _ints(wanted, "moy", 1, 12) or [3 * q - 1 for q in _ints(wanted, "qoy", 1, 4)]
    doms = _ints(wanted, "dom", 1, 28) or [1, 4, 12, 25]
    if not days or wanted.get("year"):
        found += [dt.date(y, m, d) for y in years for m in months or [1, 4, 7, 11] for d in doms]
    for seq in _ints(wanted, "month_seq", 1000, 1400):
        found += [dt.date(1900 + seq // 12, seq % 12 + 1, d) for d in doms]
    return sorted({*found})


def _ints(wanted: dict[str, list[object]], name: str, low: int, high: int) -> list[int]:
    return [v for v in wanted.get(name, ()) if isinstance(v, int) and low <= v <= high]
