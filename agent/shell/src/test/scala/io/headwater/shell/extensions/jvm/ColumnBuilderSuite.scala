package io.headwater.shell.extensions.jvm

import java.net.URI
import java.util.{Collections, UUID}

import org.apache.spark.sql.catalyst.expressions.ExprId
import org.scalatest.funsuite.AnyFunSuite

import io.openlineage.client.OpenLineage
import io.openlineage.client.utils.{DatasetIdentifier, TransformationInfo}
import io.openlineage.spark.agent.lifecycle.plan.column.{ColumnLevelLineageBuilder, DatasetDependency}
import io.openlineage.spark.api.OpenLineageContext
import io.openlineage.sql.{ColumnMeta, DbTableMeta, QuoteStyle}

/** The published class `ColumnLevelLineageBuilder` as an extension may use it: values that are added can be read. */
final class ColumnBuilderSuite extends AnyFunSuite {
  private val ol = new OpenLineage(URI.create("urn:headwater:test"))
  private val context = OpenLineageContext.builder().openLineage(ol).build()
  private val orders = new DatasetIdentifier("orders", "acme")
  private val filter = TransformationInfo.indirect(TransformationInfo.Subtypes.FILTER)

  private def id(n: Long): ExprId = ExprId(n, new UUID(0, 0))
  private def builder(fields: String*): ColumnLevelLineageBuilder = {
    val all = new java.util.ArrayList[OpenLineage.SchemaDatasetFacetFields]
    fields.foreach(f => all.add(ol.newSchemaDatasetFacetFieldsBuilder().name(f).`type`("int").build()))
    new ColumnLevelLineageBuilder(ol.newSchemaDatasetFacet(all), context)
  }

  /** `total <- price AGGREGATION`, over two steps, with a cycle. */
  private def filled: ColumnLevelLineageBuilder = {
    val b = builder("total")
    b.addInput(id(1), orders, "price")
    b.addDependency(id(2), id(1), "price")
    b.addDependency(id(3), id(2), "sum(price)", TransformationInfo.aggregation())
    b.addDependency(id(2), id(3), "a cycle")
    b.addOutput(id(3), "total")
    b.addOutput(id(3), "unwritten")
    b.addInput(id(4), orders, "open")
    b.addDependency(id(5), id(4), "open > 0", filter)
    b.addDatasetDependency(id(5), "open > 0")
    b
  }

  private def inputs(fields: java.util.List[OpenLineage.InputField]): Set[String] = {
    val all = Set.newBuilder[String]
    fields.forEach(f =>
      f.getTransformations.forEach { t => all += s"${f.getName}.${f.getField} ${t.getSubtype}"; () }
    )
    all.result()
  }

  test("a field depends on columns over any number of steps; a field outside the schema has no lineage") {
    val fields = filled.buildFields(true).getAdditionalProperties
    assert(fields.keySet == Collections.singleton("total"))
    assert(inputs(fields.get("total").getInputFields) == Set("orders.price AGGREGATION"))
  }

  test("dependencies of every row are separate or part of each field") {
    assert(inputs(filled.buildDatasetDependencies(true).get) == Set("orders.open FILTER"))
    assert(!filled.buildDatasetDependencies(false).isPresent)
    val fields = filled.buildFields(false).getAdditionalProperties
    assert(
      inputs(fields.get("total").getInputFields) == Set("orders.price AGGREGATION", "orders.open FILTER")
    )
  }

  test("ids, expressions and inputs can be read") {
    assert(filled.hasOutputs && !builder().hasOutputs)
    assert(filled.getOutputExprIdByFieldName("total").get == id(3))
    assert(!filled.getOutputExprIdByFieldName("unwritten").isPresent)
    assert(filled.getOutputExpressionByExprId(id(3)).get == "sum(price)")
    assert(!filled.getOutputExpressionByExprId(id(1)).isPresent)
    assert(filled.getInputs.get(id(1)).iterator.next.getFieldName == "price")
    assert(filled.toString.contains("total"))
  }

  test("a column of SQL text has one id, quoted or not") {
    val b = builder()
    b.addExternalMapping(new ColumnMeta(new DbTableMeta(null, "s", "t"), "c"), id(7))
    b.addExternalMapping(new ColumnMeta(new DbTableMeta(null, "s", "t"), "c"), id(8))
    val quoted = new DbTableMeta(null, "s", "t", new QuoteStyle(null, "\"", "\""))
    assert(b.getMapping(new ColumnMeta(quoted, "c")) == id(7))
    assert(b.getMapping(new ColumnMeta(null, "c")) == null)
    assert(quoted.qualifiedName == "s.t")
  }

  test("dependencies with equal fields are equal") {
    assert(new DatasetDependency(id(1), "x") == new DatasetDependency(id(1), "x"))
    assert(new DatasetDependency(id(1), "x") != new DatasetDependency(id(2), "x"))
  }
}
