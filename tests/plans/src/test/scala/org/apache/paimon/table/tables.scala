package org.apache.paimon.table

import java.util

/** Tables with the names and the members of Paimon's. */
trait DataTable {
  def location: String
  def options: util.Map[String, String] = new util.HashMap[String, String]
}

final case class FileStoreTable(location: String) extends DataTable

/** The splits of a table that a statement knows already. */
final class KnownSplitsTable(table: AnyRef) {
  private val origin: AnyRef = table
  override def toString: String = origin.toString
}
