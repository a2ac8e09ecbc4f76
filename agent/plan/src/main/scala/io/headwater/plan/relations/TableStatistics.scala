package io.headwater.plan.relations

import scala.util.Try

import org.apache.spark.sql.catalyst.catalog.{CatalogColumnStat, CatalogTable}
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.types._

import io.headwater.model.{ColumnMetrics, QualityMetrics}

/** The statistics of `ANALYZE TABLE … FOR COLUMNS`, as the plan holds them. Spark deletes them when it
  * writes the table. For tables of a library nothing deletes them.
  */
object TableStatistics {
  private val sparkPackage = "org.apache.spark.sql.execution.datasources."

  /** The statistics of a table of files. None if a library lists the files, as Delta and Hudi do, because
    * then they can be outdated.
    */
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

  /** The number in a text. None if the type is not numeric, or if a double cannot represent the whole
    * number.
    */
  private def number(dataType: DataType, text: String): Option[Double] = dataType match {
    case ByteType | ShortType | IntegerType | LongType =>
      Try(BigDecimal(text)).toOption.filter(n => BigDecimal(n.toDouble) == n).map(_.toDouble)
    case FloatType | DoubleType | _: DecimalType =>
      Try(text.toDouble).toOption.filterNot(n => n.isNaN || n.isInfinite)
    case _ => None
  }
}
