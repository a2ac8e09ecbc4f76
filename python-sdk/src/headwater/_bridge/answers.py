"""Convert the return values of extensions to JSON, and reject invalid ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from headwater.errors import ExtensionError, FacetError
from headwater.extensions.datasets import ColumnDependency, ColumnSource, Dataset, InputDataset, OutputDataset
from headwater.extensions.facets import to_json
from headwater.extensions.node import Attribute, find_attribute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from headwater.extensions.node import Node

__all__ = ["dataset_json", "dependency_json", "facet_json", "identity", "iterate_answers"]

_MAX_ANSWERS = 10_000

# The subtypes in the spec's column lineage facet.
_SUBTYPES = {
    "DIRECT": ("IDENTITY", "TRANSFORMATION", "AGGREGATION"),
    "INDIRECT": ("JOIN", "GROUP_BY", "FILTER", "SORT", "WINDOW", "CONDITIONAL"),
}


def iterate_answers(result: object, what: str) -> Iterator[object]:
    """Yield the answers in an extension's return value, which is None, one answer, or an iterable of answers.

    Raises :class:`~headwater.ExtensionError` after 10,000 answers.

    >>> list(iterate_answers(None, "visit")), len(list(iterate_answers(Dataset("a", "b"), "visit")))
    ([], 1)
    """
    if result is None:
        return
    if isinstance(result, (Dataset, ColumnDependency)):
        yield result
    elif isinstance(result, Iterable) and not isinstance(result, (str, bytes, Mapping)):
        for count, each in enumerate(result):
            if count >= _MAX_ANSWERS:
                raise ExtensionError(f"{what} returned more than {_MAX_ANSWERS} answers")
            if each is not None:
                yield each
    else:
        raise _unexpected(result, what)


def dataset_json(answer: object, number: int, node: int | None, what: str) -> dict[str, list[Any]]:
    """Return one dataset as a part of a response: a mapping with the key ``inputs`` or ``outputs``.

    The list ``refused`` has the errors of invalid facets, which the dataset does not have.
    ``number`` is the hook's id, ``node`` the index of the plan node or ``None`` for a builder. Raises
    :class:`~headwater.ExtensionError` if the answer has another type or no identity.
    """
    if isinstance(answer, InputDataset):
        value = _dataset(answer, number, node)
        refused = _add_facets(value, "facets", "dataset", answer.facets)
        refused += _add_facets(value, "inputFacets", "input", answer.input_facets)
        return {"inputs": [value], "refused": refused}
    if isinstance(answer, OutputDataset):
        value = _dataset(answer, number, node)
        refused = _add_facets(value, "facets", "dataset", answer.facets)
        refused += _add_facets(value, "outputFacets", "output", answer.output_facets)
        if answer.suffix:
            value["suffix"] = str(answer.suffix)
        if answer.columns:
            value["columns"] = {str(name): _sources_json(name, sources) for name, sources in answer.columns.items()}
        return {"outputs": [value], "refused": refused}
    raise _unexpected(answer, what)


def _dataset(answer: InputDataset | OutputDataset, number: int, node: int | None) -> dict[str, Any]:
    # `node` is the index of the delegate if there is one. A dataset of a builder has no node, so the key is absent.
    value: dict[str, Any] = {"hook": number}
    if answer.node is not None:
        value |= {"node": answer.node, "delegate": True, **_new_name(answer)}
    else:
        value |= {} if node is None else {"node": node}
        value |= identity(answer)
    return value


def _new_name(answer: Dataset) -> dict[str, str]:
    """Return the parts of the name that a delegate gives to the agent's dataset."""
    parts = {"namespace": answer.namespace, "name": answer.name}
    if wrong := next((part for part in parts.values() if not isinstance(part, str)), None):
        raise ExtensionError(f"of_node takes a namespace and a name as texts, not {wrong!r:.80}")
    return {key: part for key, part in parts.items() if part}


def identity(dataset: object) -> dict[str, str]:
    """Return the namespace and the name of a dataset; raise ``ExtensionError`` if one of them is empty or no text."""
    namespace, name = getattr(dataset, "namespace", None), getattr(dataset, "name", None)
    if not isinstance(namespace, str) or not isinstance(name, str) or not namespace or not name:
        raise ExtensionError(
            f"a dataset needs a namespace and a name, both strings; this one has {namespace!r} and {name!r}"
        )
    return {"namespace": namespace, "name": name}


def _add_facets(value: dict[str, Any], key: str, target: str, facets: Mapping[str, Any]) -> list[FacetError]:
    """Add the valid facets to a dataset, and return the errors of the others."""
    valid, refused = {}, []
    for name, facet in facets.items():
        try:
            valid[name] = to_json(target, name, facet)
        except FacetError as error:  # noqa: PERF203  (a facet costs only itself)
            refused.append(error)
    if valid:
        value[key] = valid
    return refused


def _sources_json(column: str, sources_or_one: object) -> list[dict[str, Any]]:
    sources = [sources_or_one] if isinstance(sources_or_one, ColumnSource) else sources_or_one
    if not isinstance(sources, Iterable) or isinstance(sources, (str, bytes)):
        raise ExtensionError(
            f"columns[{column!r}]: ColumnSources were expected, dataset.column(…), not {sources_or_one!r:.80}"
        )
    return [_source_json(column, each) for each in sources]


def _source_json(column: str, source: object) -> dict[str, Any]:
    if not isinstance(source, ColumnSource):
        raise ExtensionError(f"columns[{column!r}]: a ColumnSource was expected, dataset.column(…), not {source!r:.80}")
    where = f"columns[{column!r}]"
    return {
        **identity(source),
        "field": _checked(source.field, str, f"{where}: field"),
        **_transformation_json(source, where),
        "description": _checked(source.description or "", str, f"{where}: description"),
    }


def _checked(value: object, kind: type, what: str) -> object:
    # A missing text of pandas is NaN, which JSON does not have.
    if not isinstance(value, kind):
        raise ExtensionError(f"{what} is {value!r:.80}; it must be {'a text' if kind is str else 'True or False'}")
    return value


def _transformation_json(transformation: ColumnSource | ColumnDependency, where: str) -> dict[str, Any]:
    subtypes = _SUBTYPES.get(transformation.type)
    if subtypes is None:
        raise ExtensionError(f"type is {transformation.type!r}; it must be DIRECT or INDIRECT")
    subtype = transformation.subtype or ("TRANSFORMATION" if transformation.type == "DIRECT" else "")
    if subtype not in subtypes:
        raise ExtensionError(
            f"subtype is {subtype!r}; for {transformation.type} it must be one of {', '.join(subtypes)}"
        )
    masking = _checked(transformation.masking, bool, f"{where}: masking")
    return {"type": transformation.type, "subtype": subtype, "masking": masking}


def dependency_json(
    answer: ColumnDependency, number: int, node: Node, inputs: Callable[[], tuple[Attribute, ...]]
) -> dict[str, Any]:
    """Return a column dependency as JSON, with column names replaced by expression ids.

    ``inputs`` returns the output columns of the node's children.
    """
    dependency_sources = answer.sources
    sources = (
        [dependency_sources] if isinstance(dependency_sources, (str, int, Attribute)) else list(dependency_sources)
    )
    return {
        "node": node.index,
        "hook": number,
        "output": _column_id(answer.output, lambda: node.output, f"the output of {node.name}"),
        "from": [
            _column_id(each, inputs, f"the input of {node.name} (as far as it is in the snapshot)") for each in sources
        ],
        **_transformation_json(answer, f"the dependency of {answer.output!r:.80}"),
    }


def _column_id(column: str | int | Attribute, among: Callable[[], tuple[Attribute, ...]], where: str) -> int:
    if isinstance(column, Attribute):
        return column.id
    return column if isinstance(column, int) else find_attribute(among(), column, where).id


def facet_json(number: int, target: str, name: str, facet: object, dataset: Dataset | None) -> dict[str, Any]:
    """Return one entry of the list ``facets`` of a response."""
    value: dict[str, Any] = {"hook": number, "target": target, "name": name, "facet": to_json(target, name, facet)}
    if dataset is not None:
        where = identity(dataset)
        value |= {"namespace": where["namespace"], "dataset": where["name"]}
    return value


def _unexpected(answer: object, what: str) -> ExtensionError:
    wanted = "InputDataset, OutputDataset or ColumnDependency" if what == "visit" else "InputDataset or OutputDataset"
    return ExtensionError(f"{what} returned {answer!r:.80}; return {wanted}, several of them, or None")
