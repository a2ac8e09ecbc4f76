package dev.mauch.spark.excel

import java.io.{FileInputStream, InputStream}

import org.apache.spark.sql.sources.{BaseRelation, CreatableRelationProvider}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{DataFrame, SQLContext, SaveMode}

/** Look-alikes of the relation and of the source of spark-excel from 0.30 on: the path is in the function that opens the
  * file.
  */
final class ExcelRelation(path: String, val schema: StructType) extends BaseRelation {
  val workbookReader: WorkbookReader = ExcelRelation.reader(path)
  override def sqlContext: SQLContext = throw new UnsupportedOperationException
}

private object ExcelRelation {
  def reader(path: String): WorkbookReader = new WorkbookReader(new FileInputStream(path))
}

final class WorkbookReader(inputStreamProvider: => InputStream) {
  def open(): InputStream = inputStreamProvider
}

final class DefaultSource extends CreatableRelationProvider {
  override def createRelation(
      sqlContext: SQLContext,
      mode: SaveMode,
      parameters: Map[String, String],
      data: DataFrame
  ): BaseRelation = throw new UnsupportedOperationException
}
