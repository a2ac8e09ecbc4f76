package io.headwater.plan.tables

import java.util.{Map => JavaMap}

import io.headwater.plan.session.SessionContext
import io.headwater.util.Accessors

/** Where a session writes to an Iceberg table whose changes are published later (Iceberg's write-audit-publish).
  *
  * @param branch
  *   the branch that the session writes, and reads if it exists
  * @param staged
  *   whether a write makes a snapshot that belongs to no branch
  */
private[tables] final case class WriteAuditPublish(branch: Option[String], staged: Boolean) {

  /** The snapshot that a statement has committed.
    *
    * @param named
    *   the branch that the statement names
    */
  def committed(named: Option[String], snapshots: IcebergSnapshots): Option[String] =
    if (staged) None
    else named.orElse(branch) match {
      case Some(ref) => snapshots.of(ref)
      case None => snapshots.current
    }
}

private[tables] object WriteAuditPublish {

  /** By the property of the table that allows it, and the settings of the session.
    *
    * @param table
    *   the table in Iceberg's interface
    */
  def of(table: AnyRef, session: SessionContext): WriteAuditPublish = {
    val properties = new Accessors(table).value[JavaMap[String, String]]("properties")
    if (properties.getOrDefault("write.wap.enabled", "false").equalsIgnoreCase("true"))
      WriteAuditPublish(session.setting("spark.wap.branch"), session.setting("spark.wap.id").isDefined)
    else WriteAuditPublish(None, staged = false)
  }
}
