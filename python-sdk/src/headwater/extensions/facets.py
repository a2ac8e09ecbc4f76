"""Facets as JSON: converted, completed and validated.

A facet is an instance of a class of openlineage-python (``openlineage.client.facet_v2``), or any mapping. A facet with
a name of the spec must have the fields of the spec; any other facet is custom and must be valid JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from headwater._version import __version__
from headwater.errors import FacetError
from headwater.extensions._standard import TARGETS, base_schema, facet_name, standard_class

if TYPE_CHECKING:
    from openlineage.client.facet_v2 import BaseFacet

    from headwater.extensions.datasets import Dataset

__all__ = ["PRODUCER", "Facet", "FacetResult", "named_facets", "to_json", "warm_up"]

_MAX_LENGTH = 1_000_000
"""Maximum length of a facet as JSON: less than what the agent takes of all extensions (``MAX_BYTES``)."""
PRODUCER = f"urn:headwater:python-sdk:{__version__}"
"""The ``_producer`` of facets without one; ``spark.openlineage.producer`` replaces it."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet with its name; if ``dataset`` is given, it applies to that dataset only.

    >>> Facet("costCenter", {"code": "A-17"}).name
    'costCenter'
    """

    name: str
    value: object
    dataset: Dataset | None = None


OneResult: TypeAlias = "Mapping[str, object] | Facet | BaseFacet | tuple[str, object]"
FacetResult: TypeAlias = "OneResult | Iterable[OneResult] | None"
"""The return type of a facet builder: facets by name, a `Facet`, a standard facet, several of them, or nothing."""


def to_json(target: str, name: str, facet: object) -> dict[str, Any]:
    """Return a facet as JSON with producer and schema URL.

    Raises :class:`~headwater.FacetError` if it violates its schema (the facet schemas of the OpenLineage spec).

    >>> to_json("run", "costCenter", {"code": "A-17"})["_schemaURL"]
    'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunFacet'
    >>> to_json("job", "ownership", {"owners": [{"type": "TEAM"}]})
    Traceback (most recent call last):
    headwater.errors.FacetError: job facet 'ownership': owners[0].name: required, and not there
    """
    where = f"{target} facet {name!r}"
    _check_name(target, name, where)
    kind = type(facet)
    if hasattr(kind, "__attrs_attrs__"):
        _check_target(target, kind, where)
    elif not isinstance(facet, Mapping):
        raise FacetError(
            f"{where}: a mapping or a class of openlineage.client.facet_v2 was expected, not {facet!r:.80}"
        )
    value = _plain(facet, where)
    standard = kind if hasattr(kind, "__attrs_attrs__") else standard_class(target, name)
    from headwater.extensions._facet_schema import problem  # noqa: PLC0415  (attrs, which executors need not have)

    if standard is not None and not value.get("_deleted"):
        wrong = problem(value, standard)
        if wrong is not None:
            raise FacetError(f"{where}: {wrong}")
    return _complete(value, target, standard, where)


def named_facets(result: object) -> Iterator[Facet]:
    """Yield the facets in the return value of a facet builder.

    >>> list(named_facets({"a": {"x": 1}})) == list(named_facets([("a", {"x": 1})])) == [Facet("a", {"x": 1})]
    True
    """
    if result is None:
        return
    if isinstance(result, Facet):
        yield result
    elif isinstance(result, Mapping):
        for name, value in result.items():
            yield Facet(name, value)
    elif isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], str):  # noqa: PLR2004  (a pair)
        yield Facet(result[0], result[1])
    elif hasattr(type(result), "__attrs_attrs__"):
        name = facet_name(type(result))
        if name is None:
            raise FacetError(
                f"{type(result).__name__} is not a class of the spec: give the facet a name, Facet(name, value)"
            )
        yield Facet(name, result)
    elif isinstance(result, Iterable) and not isinstance(result, (str, bytes)):
        for each in result:
            yield from named_facets(each)
    else:
        raise FacetError(f"a facet builder must return facets by name, Facet(name, value) or None, not {result!r:.80}")


def warm_up() -> None:
    """Import the modules that the first facet needs, which takes half a second, before an event waits for it."""
    from openlineage.client import serde  # noqa: F401, PLC0415  (for its effect)

    from headwater.extensions import _facet_schema  # noqa: F401, PLC0415  (for its effect)

    standard_class("run", "parent")


def _check_name(target: str, name: object, where: str) -> None:
    if target not in TARGETS:
        raise FacetError(f"{where}: this is not a target; choose one of {', '.join(TARGETS)}")
    if not isinstance(name, str) or not name:
        raise FacetError(f"{where}: a facet's name must be a string that is not empty")


def _check_target(target: str, kind: type[Any], where: str) -> None:
    bases = {each.__name__ for each in kind.__mro__}
    meant = next((each for each, base in TARGETS.items() if base in bases), None)
    if meant not in (None, target):
        raise FacetError(f"{where}: {kind.__name__} is a facet of a {meant}")


def _plain(facet: object, where: str) -> dict[str, Any]:
    try:
        text = json.dumps(_as_json(facet), allow_nan=False)
    except (AttributeError, TypeError, ValueError, RecursionError) as error:  # a field of a class may have no value
        raise FacetError(f"{where}: this is not JSON: {error}") from error
    if len(text) > _MAX_LENGTH:
        raise FacetError(f"{where}: it has {len(text):,} characters of JSON; at most {_MAX_LENGTH:,} are sent")
    value: dict[str, Any] = json.loads(text)
    return value


def _as_json(value: object) -> object:
    """Return a value with what openlineage-python's serializer makes of classes and of single values.

    That serializer leaves out the null and empty elements of lists, which would move the others. Keys without a value
    are left out, as it does.
    """
    from openlineage.client.serde import Serde  # noqa: PLC0415  (importing it takes half a second)

    if isinstance(value, Mapping):
        return {key: _as_json(each) for key, each in value.items() if each is not None}
    if isinstance(value, (list, tuple)):
        return [_as_json(each) for each in value]
    if hasattr(type(value), "__attrs_attrs__"):
        return Serde.to_dict(value)
    return Serde.remove_nulls_and_enums(value)


def _complete(value: dict[str, Any], target: str, standard: type[Any] | None, where: str) -> dict[str, Any]:
    for field in ("_producer", "_schemaURL"):
        if not isinstance(value.get(field) or "", str):
            raise FacetError(f"{where}: {field}: a text was expected, not {value[field]!r:.60}")
    producer = value.get("_producer")
    if not producer or producer.startswith("https://github.com/OpenLineage/OpenLineage/"):
        value["_producer"] = PRODUCER
    if not value.get("_schemaURL"):
        own = getattr(standard, "_get_schema", None)  # a class of the author's need not have one
        value["_schemaURL"] = base_schema(target) if own is None else own()
    return value
