package io.headwater.plan.relations

import scala.util.Try

import org.apache.spark.sql.catalyst.catalog.{CatalogColumnStat, CatalogTable}
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.types._

import io.headwater.model.{ColumnMetrics, QualityMetrics}

/** What `ANALYZE TABLE … FOR COLUMNS` has left in the catalog, as the plan holds it. Spark forgets it when it writes the table itself;
  * of tables that a library keeps, nobody does.
  */
object TableStatistics {
  private val sparkPackage = "org.apache.spark.sql.execution.datasources."

  /** Nothing for files that a library lists, as Delta and Hudi do. */
  def of(table: CatalogTable, files: HadoopFsRelation): Option[QualityMetrics] =
    if (files.location.getClass.getName.startsWith(sparkPackage)) of(table) else None

  def of(table: CatalogTable): Option[QualityMetrics] = table.stats.filter(_.colStats.nonEmpty).map { s =>
    val columns =
      table.schema.fields.toVector.flatMap(f => s.colStats.get(f.name).map(f.name -> column(f, _)))
    QualityMetrics(s.rowCount.flatMap(toLong), toLong(s.sizeInBytes), columns)
  }

  private def column(field: StructField, stat: CatalogColumnStat): ColumnMetrics = ColumnMetrics(
    stat.nullCount.flatMap(toLong),
    stat.distinctCount.flatMap(toLong),
    stat.min.flatMap(number(field.dataType, _)),
    stat.max.flatMap(number(field.dataType, _))
  )

  private def toLong(n: BigInt): Option[Long] = if (n.isValidLong) Some(n.toLong) else None

  /** None for what is no number, and for a whole number that the facet's floating-point one cannot hold. */
  private def number(dataType: DataType, text: String): Option[Double] = dataType match {
    case ByteType | ShortType | IntegerType | LongType =>
      Try(BigDecimal(text)).toOption.filter(n => BigDecimal(n.toDouble) == n).map(_.toDouble)
    case FloatType | DoubleType | _: DecimalType =>
      Try(text.toDouble).toOption.filterNot(n => n.isNaN || n.isInfinite)
    case _ => None
  }
}
