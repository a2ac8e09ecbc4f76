"""The extension classes as compiled: those of the published agent, but for what is its inside."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.lines import ROOT
from tests.extensions_jvm.conftest import Suite, fetched
from tests.extensions_jvm.signatures import signatures, text

HERE = Path(__file__).resolve().parent
API = "io.openlineage.spark.api"
COLUMN = "io.openlineage.spark.agent.lifecycle.plan.column"

# docs/extending-jvm.md says so
CLASSES_LEFT_OUT = {
    *(f"{API}.{n}" for n in ("ColumnLineageConfig", "DebugConfig", "TimeoutConfig")),
    *(f"{API}.{n}" for n in ("Vendor", "Vendors", "VendorsContext", "VendorsImpl")),
    *(f"{API}.naming.{n}" for n in ("JobNameBuilder", "NameNormalizer")),
    f"{API}.SparkOpenLineageConfig",
    *(
        f"{API}.SparkOpenLineageConfig${n}"
        for n in ("FilterConfig", "JobNameConfig", "VendorsConfig", "VendorsConfig$VendorConfig")
    ),
    *(
        f"{COLUMN}.{n}"
        for n in ("ColumnLevelLineageUtils", "DatasetDependency", "Input", "TransformedInput")
    ),
}
MEMBERS_LEFT_OUT = {
    f"{COLUMN}.ColumnLevelLineageBuilder": {
        "<init>",
        "addDatasetDependency",
        "addExternalMapping",
        "buildDatasetDependencies",
        "buildFields",
        "getInputs",
        "getMapping",
        "getOutputExprIdByFieldName",
        "getOutputExpressionByExprId",
        "hasOutputs",
        "toString",
    },
    f"{API}.OpenLineageContext": {
        "getDatasetBuilderFactory",
        "getMeterRegistry",
        "getOpenLineageConfig",
        "getSparkExtensionVisitorWrapper",
        "getVendors",
        "toString",
    },
    f"{API}.OpenLineageContext$OpenLineageContextBuilder": {
        "datasetBuilderFactory",
        "meterRegistry",
        "openLineageConfig",
        "sparkExtensionVisitorWrapper",
        "vendors",
        "toString",
    },
    f"{API}.SparkDatasetBuilder": {"catalog"},
}


def agent(suite: Suite) -> Path:
    return ROOT / "dist" / suite.line.agent


def test_the_classes_are_those_that_were_promised(suite: Suite) -> None:
    """`python3 -m tests.extensions_jvm.signatures JAR > …/signatures_2.13.txt` rewrites; read the diff."""
    snapshot = HERE / f"signatures_{suite.line.scala}.txt"
    assert text(signatures(agent(suite))) == snapshot.read_text()


def test_what_the_published_agent_has_is_here_or_left_out_on_purpose(suite: Suite) -> None:
    published = signatures(fetched(f"published-{suite.line.scala}"))
    ours = signatures(agent(suite))
    assert set(published) - set(ours) == CLASSES_LEFT_OUT
    missing = {
        name: {m.removeprefix("static ").split()[0] for m in published[name] - ours[name]}
        for name in set(published) & set(ours)
        if published[name] - ours[name]
    }
    assert missing == MEMBERS_LEFT_OUT
