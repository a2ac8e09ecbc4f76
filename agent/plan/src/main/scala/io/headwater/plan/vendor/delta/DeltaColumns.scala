package io.headwater.plan.vendor.delta

import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.{Field, QueryTime}
import io.headwater.plan.naming.{ColumnNames, Schemas}
import io.headwater.plan.tables.DeltaSnapshot
import io.headwater.plan.walk.Target
import io.headwater.plan.writes.EvolvedSchema

/** The columns of a Delta table after a write whose plan has the written rows only: a write to a path, an overwrite
  * by `saveAsTable`, or a stream.
  */
private[delta] object DeltaColumns {

  /** Adds the columns of the table to a target, and gives the names of the columns that the rows are written to.
    *
    * @param newest
    *   the newest version that Delta has in memory; None if it has not opened the table yet
    * @param time
    *   when the query ran; None if it has not ended
    * @param replaced
    *   whether the table has the columns of the rows only
    */
  def of(
      target: Target,
      newest: Option[DeltaSnapshot],
      time: Option[QueryTime],
      rows: Seq[Attribute],
      replaced: Boolean
  ): (Target, Seq[String]) = {
    val written = Schemas.fields(rows)
    newest.filter(n => n.version.isDefined && !replaced && !time.exists(n.isLater)) match {
      case None => (withSchema(target, written), rows.map(_.name))
      case Some(snapshot) =>
        val columns = snapshot.schema.fieldNames.toVector
        val names = ColumnNames.in(columns, rows.map(_.name))
        val table = withSchema(target, EvolvedSchema(Schemas.fields(snapshot.schema), written)).copy(
          omittedColumns = columns.filterNot(names.toSet),
          generatedColumns = snapshot.generatedColumns
        )
        (table, names)
    }
  }

  private def withSchema(target: Target, schema: Vector[Field]): Target =
    target.copy(dataset = target.dataset.copy(schema = schema))
}
