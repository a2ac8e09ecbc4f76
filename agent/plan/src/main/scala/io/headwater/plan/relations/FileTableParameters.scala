package io.headwater.plan.relations

import org.apache.spark.sql.execution.datasources.v2.FileTable
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.util.Accessors

/** What a read of files by the DataSource V2 interface was given. Spark keeps it in private fields of `FileTable`: a format of
  * a library may have other fields of such names, or none.
  */
private[relations] object FileTableParameters {
  def paths(table: FileTable): Seq[String] = field(table, "paths")

  def options(table: FileTable): CaseInsensitiveStringMap = field(table, "options")

  private def field[A](table: FileTable, name: String): A =
    new Accessors(table).fieldOf(classOf[FileTable], name)
}
