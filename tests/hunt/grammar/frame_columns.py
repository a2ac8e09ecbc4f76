"""Operations on frames that change, rename or drop columns, or replace values in some of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.hunt.grammar.frames import Frames

SPLIT = "df.randomSplit([0.8, 0.2], seed=5)[0]"
SPLIT_UNSORTED = "df.sample(fraction=0.8, seed=5)"


def with_columns(f: Frames) -> list[str]:
    """Two columns at once, one of them in the place of another."""
    old, column = f.column("int", "str"), f.new("int")
    if not old:
        return []
    made = f"{column.text!r}: F.expr({f.expression('int')}), {old.text!r}: F.expr({f.expression(old.shape)})"
    f.scope = (*f.scope, column)
    return [f"df = df.withColumns({{{made}}})"]


def renamed(f: Frames) -> list[str]:
    """One or two columns with new names, the second one with the old name of the first one."""
    old = f.column("int", "str", "pair")
    if not old:
        return []
    new = f.new(old.shape)
    other = f.choices.one([c for c in f.scope if c.shape == old.shape])
    names = {old: new.text} | ({} if other == old else {other: old.text})
    f.scope = tuple(replace(c, text=names.get(c, c.text)) for c in f.scope)
    if len(names) == 1:
        return [f"df = df.withColumnRenamed({old.text!r}, {new.text!r})"]
    return [f"df = df.withColumnsRenamed({ ({c.text: name for c, name in names.items()})!r})"]


def dropped(f: Frames) -> list[str]:
    old = f.column("dec", "ints", "map", "dbl", "int")
    if not old or len(f.scope) < 3:
        return []
    f.scope = tuple(c for c in f.scope if c != old)
    return [f"df = df.drop({old.text!r})"]


def with_metadata(f: Frames) -> list[str]:
    column = f.column("int", "str")
    return [f"df = df.withMetadata({column.text!r}, {{'from': 'hunt'}})"] if column else []


def replaced_values(f: Frames) -> list[str]:
    """Values instead of others, and instead of nulls, in some columns; without the rows that have nulls in others."""
    number, text = f.column("int"), f.column("str")
    if not (number and text):
        return []
    ways = (
        f"df.na.replace({{'a': 'z', 'b': 'y'}}, subset=[{text.text!r}])",
        f"df.na.replace([1, 2], [7, 7], [{number.text!r}])",
        f"df.na.fill({{{number.text!r}: 5, {text.text!r}: 'none'}})",
        f"df.na.fill(0, subset=[{number.text!r}])",
        f"df.na.drop(subset=[{number.text!r}, {text.text!r}])",
        f"df.na.drop(thresh=1, subset=[{number.text!r}, {text.text!r}])",
    )
    return [f"df = {f.choices.one(ways)}"]


def star(f: Frames) -> list[str]:
    """All columns, and the fields of a struct."""
    pair = f.column("pair")
    if not pair:
        return []
    new = (f.new("int"), f.new("str"))
    f.scope = (*f.scope, *new)
    fields = [f"{pair.text}.{field} AS {c.text}" for field, c in zip("ab", new, strict=True)]
    return [
        f"df = df.selectExpr('*', {', '.join(map(repr, fields))})" if f.choices.chance(50)
        else f"df = df.select('*', F.col({pair.text!r}).getField('a').alias({new[0].text!r}), F.col({f'{pair.text}.b'!r}).alias({new[1].text!r}))"
    ]  # fmt: skip


def union_by_name(f: Frames) -> list[str]:
    """Rows of which some have no value in some columns."""
    kept = [c for c in f.scope if c.shape in ("int", "str", "pair", "date")][:4]
    if len(kept) < 2:
        return []
    condition = f.expression("bool", 1)
    f.scope = tuple(kept)
    names, fewer = ([repr(c.text) for c in some] for some in (kept, kept[:0:-1]))
    return [
        f"other = df.filter(F.expr({condition})).select({', '.join(fewer)})",
        f"df = df.select({', '.join(names)}).unionByName(other, allowMissingColumns=True)",
    ]


def cross(f: Frames) -> list[str]:
    """Each row with the only row of another table."""
    label = f.new("int")
    f.scope = (*f.scope, label)
    return [
        f"other = spark.table('t3').agg(F.max('k').alias({label.text!r}))",
        "df = df.crossJoin(other)",
    ]


def sampled(f: Frames) -> list[str]:
    by = f.column("str")
    if not by:
        return []
    return [f"df = df.sampleBy({by.text!r}, fractions={{'a': 0.0, 'b': 1.0, 'ab': 1.0}}, seed=3)"]


def split(_: Frames) -> list[str]:
    return [f"df = {SPLIT}"]
