package io.headwater.plan.relations

import java.util.Collections

import org.apache.spark.sql.catalyst.expressions.{Alias, AttributeReference, GetStructField}
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier, Table, TableCapability}
import org.apache.spark.sql.connector.expressions.{Expressions, Transform}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.{DateType, IntegerType, LongType, MetadataBuilder, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnLineage}
import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rules}

final class PartitionColumnSuite extends AnyFunSuite {

  private final class PartitionedTable(transforms: Transform*) extends Table {
    def name: String = "orders"
    def schema: StructType = new StructType().add("id", LongType).add("day", DateType)
    def capabilities: java.util.Set[TableCapability] = Collections.emptySet[TableCapability]
    override def partitioning: Array[Transform] = transforms.toArray
  }

  private object Catalog extends CatalogPlugin {
    def name: String = "ice"
    def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()
  }

  private val partition = new StructType().add("day", DateType).add("id_bucket", IntegerType)

  /** The lineage of the fields of `_partition`. */
  private def fields(transforms: Transform*): Seq[ColumnLineage] = {
    val marker = new MetadataBuilder().putBoolean("__metadata_col", value = true).build()
    val column = AttributeReference("_partition", partition, metadata = marker)()
    val relation = DataSourceV2Relation(
      new PartitionedTable(transforms: _*),
      Seq(AttributeReference("id", LongType)(), AttributeReference("day", DateType)(), column),
      Some(Catalog),
      Some(Identifier.of(Array("db"), "orders")),
      CaseInsensitiveStringMap.empty
    )
    val select = partition.fieldNames.indices.map(i => Alias(GetStructField(column, i), s"f$i")())
    new Lineage(Rules(Nil), SessionContext()).ofOutput(Project(select, relation)).columns
  }

  private def sources(column: ColumnLineage): Seq[String] = column.dependencies.map(_.source.path)

  test("a field of _partition comes from the columns of its transform") {
    val found = fields(Expressions.identity("day"), Expressions.bucket(4, "id"))
    assert(found.map(sources) == Seq(Seq("day"), Seq("id")))
    assert(found.forall(_.certainty == Certainty.Exact))
  }

  test("fields of an earlier partitioning are unknown") {
    assert(fields(Expressions.identity("day")).forall(_.certainty == Certainty.Unknown))
    assert(fields(Expressions.bucket(4, "id"), Expressions.identity("day")).forall(
      _.certainty == Certainty.Unknown
    ))
  }
}
