"""Facet classes of authors: a type hint of any kind, also one that cannot be read, is no error."""

from __future__ import annotations

import sys
import typing
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NewType, TypedDict, TypeVar

import attr
import pytest
from openlineage.client.facet_v2 import RunFacet, schema_dataset

from headwater.errors import FacetError
from headwater.extensions.facets import to_json

if TYPE_CHECKING:
    from decimal import Decimal

T = TypeVar("T")
Id = NewType("Id", str)
Json = typing.Union[str, list["Json"], dict[str, "Json"]]  # noqa: UP007  (3.10 has no other form)


class Colour(Enum):
    RED = "red"


class Place(TypedDict):
    city: str


@attr.define
class Box(Generic[T]):
    content: T


@attr.define
class Node:
    name: str
    children: list[Node] = attr.field(factory=list)


def made(hint: Any, **more: Any) -> type[Any]:
    """Return a facet class with one field of this type, and a text."""
    fields = {"value": attr.field(default=None, type=hint, **more), "code": attr.field(default="A", type=str)}
    return attr.make_class("Cost", fields, bases=(RunFacet,), kw_only=True)


HINTS = (
    "Any; object; Id; Json; Box; Box[int]; Node | Place; Generic; type[int]; list[T]; dict[str, Place]; Unknown; "
    "typing.List[T]; typing.List['Unknown']; typing.Optional['Unknown']; list['Unknown']; typing.Dict[str, Any]; "
    "typing.Sequence; typing.Sequence[int]; typing.Iterable; typing.Literal['a']; typing.Final; typing.Final[int]; "
    "ClassVar[int]; typing.Union[None]; typing.Dict[str]; typing.List[; 1 / 0; ("
)
"""Hints that say nothing about JSON, and hints that cannot be read."""


@attr.define
class OfTypeCheckers(RunFacet):
    price: Decimal
    prices: list[Decimal] | None = None
    code: str = "A"
    count: ClassVar[int] = 0


def test_a_hint_that_only_type_checkers_can_read_is_not_checked_and_the_others_are() -> None:
    facet: Any = OfTypeCheckers
    assert to_json("run", "cost", facet("1.5", prices=["2"]))["price"] == "1.5"
    with pytest.raises(FacetError, match="cost': code: a text was expected, not 3"):
        to_json("run", "cost", facet("1.5", code=3))


def test_a_class_of_a_function_is_not_known_and_the_other_fields_are_checked() -> None:
    @attr.define
    class Local:
        code: str

    @attr.define
    class Cost(RunFacet):
        local: Local
        tags: list[str]

    wrong: Any = [3]
    assert to_json("run", "cost", Cost(Local("A"), ["a"]))["local"] == {"code": "A"}
    with pytest.raises(FacetError, match=r"tags\[0\]: a text was expected, not 3"):
        to_json("run", "cost", Cost(Local("A"), wrong))


def test_an_inherited_field_has_the_names_of_its_own_module() -> None:
    @attr.define
    class Schema(schema_dataset.SchemaDatasetFacet):
        tier: str = "gold"

    facet: Any = Schema(fields=[schema_dataset.SchemaDatasetFacetFields("a")])
    assert to_json("dataset", "acme", facet)["fields"][0]["name"] == "a"
    facet.fields = ["a"]
    with pytest.raises(FacetError, match=r"fields\[0\]: an object was expected, not 'a'"):
        to_json("dataset", "acme", facet)


@pytest.mark.parametrize(
    "hint", ["list", "tuple", "set", "frozenset", "typing.List", "typing.Tuple", "typing.Set", "typing.FrozenSet"]
)
def test_a_list_without_a_type_is_one_of_anything(hint: str) -> None:
    kind = made(hint)
    assert to_json("run", "cost", kind(value=[1, "a"]))["value"] == [1, "a"]
    with pytest.raises(FacetError, match="value: a list was expected, not 'a'"):
        to_json("run", "cost", kind(value="a"))


@pytest.mark.parametrize("hint", ["dict", "typing.Dict", "typing.Mapping", "typing.MutableMapping"])
def test_an_object_without_a_type_is_one_of_anything(hint: str) -> None:
    kind = made(hint)
    assert to_json("run", "cost", kind(value={"a": 1, "b": "x"}))["value"] == {"a": 1, "b": "x"}
    with pytest.raises(FacetError, match=r"value: an object was expected, not \[1\]"):
        to_json("run", "cost", kind(value=[1]))


@pytest.mark.parametrize(
    ("hint", "value", "wrong", "message"),
    [
        (list[int], [1], ["a"], r"value\[0\]: a whole number"),
        ("list[list[int]]", [[1], []], [["a"]], r"value\[0\]\[0\]: a whole number"),
        ("typing.Dict[str, typing.List[int]]", {"a": [1]}, {"a": 1}, r"value\.a: a list"),
        ("typing.Mapping[str, int]", {"a": 1}, {"a": "x"}, r"value\.a: a whole number"),
        ("tuple[int, ...]", [1, 2], ["a"], r"value\[0\]: a whole number"),
        ("typing.Tuple[int, str]", [1, "a"], {}, "value: a list"),
        ("tuple[()]", [], "a", "value: a list"),
        ("set[int]", [1], ["a"], r"value\[0\]: a whole number"),
        ("typing.Optional[int]", 1, "a", "value: a whole number"),
        ("typing.Optional[typing.List]", [1], "a", "value: a list"),
        ("int | list[str] | None", ["a"], {}, "value: a whole number"),
        ("typing.Annotated[int, 'unit']", 1, "a", "value: a whole number"),
        ("list[typing.Annotated[int, []]]", [1], ["a"], r"value\[0\]: a whole number"),
        (Colour, "red", "blue", "value: 'blue' is not one of red"),
        ("Node", {"name": "a", "children": [{"name": "b"}]}, {"name": 1}, r"value\.name: a text"),
        ("Json", ["a", {"b": ["c"]}], 1, "value: a text was expected, not 1"),
        (float, 1, True, "value: a number was expected, not True"),
    ],
)
def test_a_value_is_checked_as_deep_as_its_hint_goes(hint: Any, value: Any, wrong: Any, message: str) -> None:
    kind = made(hint)
    assert to_json("run", "cost", kind(value=value))["value"] == value
    with pytest.raises(FacetError, match=message):
        to_json("run", "cost", kind(value=wrong))


@pytest.mark.parametrize("hint", [None, 3, type, T, Place, *HINTS.split("; ")])
@pytest.mark.parametrize("value", [1, "a", True, 1.5, [], [None], [1], {}, {"a": None}, {"a": [{}]}, {"content": 1}])
def test_no_hint_raises_another_error(hint: Any, value: Any) -> None:
    facet = made(hint)(value=value)
    try:
        found = to_json("run", "cost", facet)
    except FacetError as error:
        found = {"code": "A"} if str(error).startswith("run facet 'cost': value") else {}
    assert found["code"] == "A"


def test_a_validator_of_an_author_sees_the_object_and_not_its_json() -> None:
    kind = made(Colour, validator=attr.validators.instance_of(Colour))
    assert to_json("run", "cost", kind(value=Colour.RED))["value"] == "red"


def test_a_class_that_extends_no_facet_is_a_custom_facet() -> None:
    facet = to_json("run", "cost", Node("a"))
    assert (facet["name"], facet["_schemaURL"].endswith("#/$defs/RunFacet")) == ("a", True)


def test_a_field_without_a_value_is_an_error_of_the_facet() -> None:
    @attr.define
    class Cost(RunFacet):
        code: str = attr.field(init=False)

    with pytest.raises(FacetError, match=r"this is not JSON: .*code"):
        to_json("run", "cost", Cost())


def test_a_facet_that_is_nested_too_deep_is_an_error_of_the_facet() -> None:
    facet: dict[str, Any] = {"name": "a"}
    for _ in range(sys.getrecursionlimit() // 4):
        facet = {"name": "a", "fields": [facet]}
    with pytest.raises(FacetError, match=r"nested too deep|not JSON"):
        to_json("dataset", "schema", {"fields": [facet]})
