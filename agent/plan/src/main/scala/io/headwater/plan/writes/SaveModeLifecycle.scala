package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode

import io.headwater.model.Lifecycle

/** The lifecycle change of a write in a save mode. */
object SaveModeLifecycle {

  /** Of a write of files. */
  def ofFiles(mode: SaveMode): Option[Lifecycle] =
    if (mode == SaveMode.Overwrite) Some(Lifecycle.Overwrite) else None

  /** Of a write to a connector. With append the table existed before. */
  def ofConnector(mode: SaveMode): Option[Lifecycle] =
    if (mode == SaveMode.ErrorIfExists) Some(Lifecycle.Create) else ofFiles(mode)

  /** Of the creation of a table. Append creates the table only if it does not exist, and the plan does not show this. */
  def ofTable(mode: SaveMode): Option[Lifecycle] = mode match {
    case SaveMode.Overwrite => Some(Lifecycle.Overwrite)
    case SaveMode.Append => None
    case SaveMode.ErrorIfExists | SaveMode.Ignore => Some(Lifecycle.Create)
  }
}
