from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from headwater._bridge.registry import Registry
from headwater.errors import ExtensionError
from headwater.extensions import (
    DatasetFilter,
    Namer,
    QueryPlanVisitor,
    RunFacetBuilder,
    SQLExecutionEnd,
    StageInfo,
    dataset_builder,
    facet_builder,
    keep_event,
    visitor,
)
from headwater.extensions._hooks import hooks_of

if TYPE_CHECKING:
    from headwater.extensions import JobEnd


class Plain:
    """A visitor without a base class."""

    nodes = "AcmeRelation"
    holds = ("com.acme.AcmeTable",)

    def visit(self, node: Any, ctx: Any) -> None: ...


class Several:
    def rename(self, dataset: Any) -> Any: ...

    def keep_event(self, event: Any) -> bool:
        return True

    def keep_dataset(self, dataset: Any) -> bool:
        return True


class Helped(QueryPlanVisitor):
    """Its helpers have names of other extensions' methods."""

    nodes = ("AcmeRelation",)

    def visit(self, node: Any, ctx: Any) -> None:
        self.emit(self.transform(node.name, upper=True))

    def transform(self, text: str, *, upper: bool) -> str:
        return text.upper() if upper else text

    def emit(self, text: str) -> None: ...

    def rename(self, old: str, new: str, table: str) -> None: ...


class Double(Namer, DatasetFilter):
    def rename(self, dataset: Any, /) -> Any: ...

    def keep_dataset(self, dataset: Any, /) -> bool:
        return True


class OnlyForTheTypeChecker(RunFacetBuilder):
    def build(self, subject: JobEnd) -> None: ...


def with_text(self: object, end: str) -> None: ...


class Both(RunFacetBuilder):
    def build(self, subject: SQLExecutionEnd | StageInfo, ctx: Any) -> None: ...


class Stated(RunFacetBuilder):
    subjects = ("RDD:com.acme.*", SQLExecutionEnd)

    def build(self, subject: Any) -> None: ...


def _without_context(node: Any) -> None: ...


def _without_event() -> bool:
    return True


def test_a_class_is_an_extension_by_its_methods() -> None:
    (hook,) = hooks_of(Plain)
    assert hook.to_json(4) == {
        "id": 4,
        "extension": f"{__name__}:Plain",
        "kind": "visitor",
        "nodes": ["AcmeRelation"],
        "extends": [],
        "holds": ["com.acme.AcmeTable"],
        "needs": [],
    }
    assert [hook.kind for hook in hooks_of(Several())] == ["namer", "filter"]


def test_a_class_with_bases_of_the_package_is_what_they_say() -> None:
    assert [hook.kind for hook in hooks_of(Helped)] == ["visitor"]
    assert [hook.kind for hook in hooks_of(Double)] == ["namer", "filter"]


def test_a_decorated_function_keeps_its_name_and_can_be_called() -> None:
    @visitor("A", "B", extends="DataSourceV2Relation", needs=("x", "y"))
    def acme(node: Any, ctx: Any) -> Any:
        """Doc."""
        return node

    (hook,) = hooks_of(acme)
    assert hook.extension.endswith(":test_a_decorated_function_keeps_its_name_and_can_be_called.<locals>.acme")
    assert hook.selector == {"nodes": ["A", "B"], "extends": ["DataSourceV2Relation"], "holds": [], "needs": ["x", "y"]}
    assert acme.__doc__ == "Doc."
    assert acme(3, None) == 3


@pytest.mark.parametrize(
    ("builder", "subjects", "arguments"),
    [
        (Both, ["SQLExecutionEnd", "StageInfo"], ("subject", "ctx")),
        (Stated, ["RDD:com.acme.*", "SQLExecutionEnd"], ("subject",)),
        (OnlyForTheTypeChecker, ["JobEnd"], ("subject",)),
        (facet_builder("job")(lambda: None), [], ()),
        (facet_builder("job")(lambda ctx: None), [], ("ctx",)),
        (dataset_builder("output", subjects=StageInfo)(lambda stage: None), ["StageInfo"], ("subject",)),
    ],
)
def test_the_type_hint_selects_the_subjects_of_a_builder(builder: Any, subjects: list[str], arguments: Any) -> None:
    (hook,) = hooks_of(builder)
    assert (hook.selector["subjects"], hook.arguments) == (subjects, arguments)


def made(base: type = object, **members: Any) -> type:
    return type("Acme", (base,), {"__module__": "acme", **members})


@pytest.mark.parametrize(
    ("extension", "message"),
    [
        (made(), "none of the methods visit, build, rename"),
        (lambda: None, "decorate it"),
        (made(visit=lambda self, node, ctx: None), "visit would never be called: give the nodes"),
        (made(nodes=("A",), visit=lambda self: None), r"write `def visit\(self, node, ctx\)`"),
        (visitor("A")(_without_context), r"write `def _without_context\(node, ctx\)`"),  # type: ignore[arg-type]
        (made(QueryPlanVisitor, nodes=("A",)), "visit is missing"),
        (made(nodes=3, visit=lambda self, node, ctx: None), "nodes is 3; it must be a list of names"),
        (made(rename="x"), "rename is 'x'; it must be a method"),
        (made(__init__=lambda self, x: None, rename=lambda self, d: d), "register an instance"),
        (made(build=lambda self, ctx: None), "derive it from RunFacetBuilder"),
        (made(RunFacetBuilder, rename=lambda self, d: d), "none of the methods build;"),
        (made(RunFacetBuilder, build=lambda self, x, ctx: None), "'x' has no type .* write `x: SQLExecutionEnd`"),
        (
            made(RunFacetBuilder, build=with_text),
            "'end' has no type .* or `ctx: Context`, to be called for every event",
        ),
        (made(RunFacetBuilder, build=lambda self, a, b, c: None), "build takes 3 arguments"),
        (made(RunFacetBuilder, subjects=("Nope",), build=lambda self, x: None), "subjects names 'Nope'; choose one of"),
        (made(RunFacetBuilder, subjects=("JobEnd:x",), build=lambda self, x: None), "or 'RDD:<class>'"),
    ],
)
def test_an_invalid_extension_is_rejected_at_registration(extension: Any, message: str) -> None:
    with pytest.raises(ExtensionError, match=message):
        hooks_of(extension)


def test_async_methods_are_refused() -> None:
    class Late:
        async def emit(self, event: Any) -> None: ...

    with pytest.raises(ExtensionError, match="is never awaited"):
        hooks_of(Late)


@pytest.mark.parametrize("method", ["setup", "close", "is_defined_at"])
def test_async_methods_beside_the_extensions_own_are_refused(method: str) -> None:
    """A `close` that nobody awaits does not send the last events; an `is_defined_at` is always true."""

    async def late(*arguments: Any) -> None: ...

    with pytest.raises(ExtensionError, match=f"{method} is async, but it is never awaited"):
        hooks_of(type("Acme", (), {"emit": lambda self, event: None, method: late}))


@pytest.mark.parametrize("decorator", [visitor("A"), keep_event, facet_builder("run", subjects=SQLExecutionEnd)])
def test_async_functions_are_refused(decorator: Any) -> None:
    async def late(subject: Any, ctx: Any) -> None: ...

    with pytest.raises(ExtensionError, match="is never awaited: write `def late`"):
        hooks_of(decorator(late))


def test_a_function_without_its_argument_is_told_its_name() -> None:
    with pytest.raises(ExtensionError, match=r"write `def _without_event\(event\)`"):
        hooks_of(keep_event(_without_event))  # type: ignore[arg-type]


def test_decorators_explain_their_correct_use() -> None:
    with pytest.raises(ExtensionError, match=r'@visitor\("AcmeRelation"\)'):
        visitor(lambda node, ctx: None)  # type: ignore[arg-type]
    with pytest.raises(ExtensionError, match="choose one of run, job, dataset, input, output"):
        facet_builder("runs")  # type: ignore[arg-type]
    with pytest.raises(ExtensionError, match="neither 'input' nor 'output'"):
        dataset_builder("in")  # type: ignore[call-overload]
    with pytest.raises(ExtensionError, match="a class needs no decorator"):
        visitor("A")(Plain)  # type: ignore[arg-type]


def test_registering_an_extension_again_replaces_it() -> None:
    registry = Registry()
    assert registry.add_hooks(hooks_of(Plain)) == [0]
    assert registry.add_hooks(hooks_of(Several)) == [1, 2]
    assert registry.add_hooks(hooks_of(Plain)) == [3]
    assert [each["id"] for each in registry.to_json()] == [1, 2, 3]
    registry.remove([1, 0])
    assert list(registry.hooks) == [2, 3]
