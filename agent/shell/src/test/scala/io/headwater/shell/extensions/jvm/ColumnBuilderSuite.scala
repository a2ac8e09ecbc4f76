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

/** The published class by itself, as an extension may use it: what is told to it can be read back. */
final class ColumnBuilderSuite extends AnyFunSuite {
  private val ol = new OpenLineage(URI.create("https://headwater.io"))
  private val context = OpenLineageContext.builder().openLineage(ol).build()
  private val orders = new DatasetIdentifier("orders", "acme")
  private val filter = TransformationInfo.indirect(TransformationInfo.Subtypes.FILTER)

  private def id(n: Long): ExprId = ExprId(n, new UUID(0, 0))
  private def builder(fields: String*): ColumnLevelLineageBuilder = {
    val all = new java.util.ArrayList[OpenLineage.SchemaDatasetFacetFields]
    fields.foreach(f => all.add(ol.newSchemaDatasetFacetFieldsBuilder().name(f).`type`("int").build()))
    new ColumnLevelLineageBuilder(ol.newSchemaDatasetFacet(all), context)
  }

  /** `total <- price AGGREGATION`, over two steps and around a circle. */
  private def told: ColumnLevelLineageBuilder = {
    val b = builder("total")
    b.addInput(id(1), orders, "price")
    b.addDependency(id(2), id(1), "price")
    b.addDependency(id(3), id(2), "sum(price)", TransformationInfo.aggregation())
    b.addDependency(id(2), id(3), "a circle")
    b.addOutput(id(3), "total")
    b.addOutput(id(3), "unwritten")
    b.addInput(id(4), orders, "open")
    b.addDependency(id(5), id(4), "open > 0", filter)
    b.addDatasetDependency(id(5), "open > 0")
    b
  }

  private def words(fields: java.util.List[OpenLineage.InputField]): Set[String] = {
    val all = Set.newBuilder[String]
    fields.forEach(f =>
      f.getTransformations.forEach { t => all += s"${f.getName}.${f.getField} ${t.getSubtype}"; () }
    )
    all.result()
  }

  test("fields come from columns over any number of steps; those that are not written have none") {
    val fields = told.buildFields(true).getAdditionalProperties
    assert(fields.keySet == Collections.singleton("total"))
    assert(words(fields.get("total").getInputFields) == Set("orders.price AGGREGATION"))
  }

  test("what every row depends on is apart, or with each field") {
    assert(words(told.buildDatasetDependencies(true).get) == Set("orders.open FILTER"))
    assert(!told.buildDatasetDependencies(false).isPresent)
    val fields = told.buildFields(false).getAdditionalProperties
    assert(
      words(fields.get("total").getInputFields) == Set("orders.price AGGREGATION", "orders.open FILTER")
    )
  }

  test("ids, expressions and inputs can be asked for") {
    assert(told.hasOutputs && !builder().hasOutputs)
    assert(told.getOutputExprIdByFieldName("total").get == id(3))
    assert(!told.getOutputExprIdByFieldName("unwritten").isPresent)
    assert(told.getOutputExpressionByExprId(id(3)).get == "sum(price)")
    assert(!told.getOutputExpressionByExprId(id(1)).isPresent)
    assert(told.getInputs.get(id(1)).iterator.next.getFieldName == "price")
    assert(told.toString.contains("total"))
  }

  test("columns of SQL text go by an id, however they are quoted") {
    val b = builder()
    b.addExternalMapping(new ColumnMeta(new DbTableMeta(null, "s", "t"), "c"), id(7))
    b.addExternalMapping(new ColumnMeta(new DbTableMeta(null, "s", "t"), "c"), id(8))
    val quoted = new DbTableMeta(null, "s", "t", new QuoteStyle(null, "\"", "\""))
    assert(b.getMapping(new ColumnMeta(quoted, "c")) == id(7))
    assert(b.getMapping(new ColumnMeta(null, "c")) == null)
    assert(quoted.qualifiedName == "s.t")
  }

  test("values are equal by what they hold") {
    assert(new DatasetDependency(id(1), "x") == new DatasetDependency(id(1), "x"))
    assert(new DatasetDependency(id(1), "x") != new DatasetDependency(id(2), "x"))
  }
}
