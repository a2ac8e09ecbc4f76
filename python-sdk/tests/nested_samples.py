"""Sample jobs of which some have a struct as a whole, and others its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples import Table, event

if TYPE_CHECKING:
    from samples import Json

ADDRESS = ["address", "address.city", "address.geo", "address.geo.lat"]
CUSTOMERS = Table("crm.customers", ["id", *ADDRESS])
MID = Table("mid", ADDRESS, {"address": [("crm.customers", "address")]})
MART = Table("mart.city", ["city"], {"city": [("mid", "address.city")]})
GEO = Table("mart.geo", ["lat"], {"lat": [("mid", "address.geo.lat")]})
PAIR = Table(
    "built",
    ["pair", "pair.who", "pair.place"],
    {
        "pair": [("crm.customers", "id"), ("crm.customers", "address.city")],
        "pair.who": [("crm.customers", "id")],
        "pair.place": [("crm.customers", "address.city")],
    },
)
WHO = Table("who", ["x"], {"x": [("built", "pair.who")]})
WHOLE = Table("whole", ["pair"], {"pair": [("built", "pair")]})


def jobs(*each: tuple[Table, Table]) -> list[Json]:
    return [
        event("COMPLETE", f"job {number}", second=number, inputs=[source], outputs=[target])
        for number, (source, target) in enumerate(each)
    ]


def copied(customers: Table = CUSTOMERS) -> list[Json]:
    """One job copies the whole struct, and two others read one part each."""
    return jobs((customers, MID), (MID, MART), (MID, GEO))
