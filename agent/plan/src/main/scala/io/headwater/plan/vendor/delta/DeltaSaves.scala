package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  InsertIntoDataSourceCommand,
  SaveIntoDataSourceCommand
}

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.JobNameSuffix
import io.headwater.plan.tables.{DeltaChangeRows, DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}
import io.headwater.plan.writes.{PathWrite, SaveModeLifecycle, WriteLineage}
import io.headwater.util.Accessors

/** Writes to a path, `df.write.format("delta").save(path)`, `INSERT INTO` a temporary view of a path, and `insertInto` with the
  * options `replaceUsing` or `replaceOn`.
  */
object DeltaSaves {
  private object Save extends PathWrite {
    protected def isSource(source: AnyRef): Boolean = DeltaClasses.isA(source, "sources.DeltaDataSource")
  }

  val rule: Rule = {
    case Save(save, path) =>
      WriteLineage.toTable(save.query) { (context, time) =>
        val target = this.target(context, save, path)
        val newest = DeltaTables.cached(save.dataSource, target.dataset)
        DeltaColumns.of(target, newest, time, save.query.output, replacesSchema(save))
      }
    case c @ InsertIntoDataSourceCommand(DeltaReads.DeltaRelation(_, index), _, _) => inserted(c, index)
    case c @ DeltaClasses.Command("DeltaInsertReplaceOnOrUsingCommand") => replaced(new Accessors(c))
  }

  /** Spark has brought the values of the query into the order of the view's columns. */
  private def inserted(command: InsertIntoDataSourceCommand, index: FileIndex): NodeLineage = {
    val view = command.logicalRelation
    WriteLineage.toDataset(command.query, _ => view.output.map(_.name)) { context =>
      val dataset = DeltaReads.dataset(view, index, context.session)
        .copy(version = None, lifecycle = if (command.overwrite) Some(Lifecycle.Overwrite) else None)
      val committed: Write.VersionAt = DeltaTables.committedVersion(new Accessors(index), context.session, _)
      val isConditional = DeltaTables.mayBeRepeated(Map.empty, context.session)
      Some(Target(dataset, JobNameSuffix.ofLocation(dataset), committed, isConditional = isConditional))
    }
  }

  /** The rows of the table that match those of the query are replaced. Delta has given the columns of the query the names of
    * those of the table.
    */
  private def replaced(command: Accessors): NodeLineage = {
    val query = command.value[LogicalPlan]("query")
    val table = command.value[AnyRef]("deltaTable")
    WriteLineage.toTable(query) { (context, time) =>
      val dataset = DeltaTables.ofTable(table, context.session)
        .copy(version = None, lifecycle = Some(Lifecycle.Overwrite))
      val committed: Write.VersionAt = DeltaTables.committedVersion(new Accessors(table), context.session, _)
      val target = Target(dataset, JobNameSuffix.ofLocation(dataset), committed)
      DeltaColumns.of(target, DeltaTables.cached(table, dataset), time, query.output, replaced = false)
    }
  }

  private def target(context: RuleContext, save: SaveIntoDataSourceCommand, path: String): Target = {
    val dataset = DeltaTables.of(None, new Path(path), context.session)
    Target(
      dataset.copy(lifecycle = SaveModeLifecycle.ofTable(save.mode)),
      JobNameSuffix.ofLocation(dataset),
      committed = DeltaTables.committed(save.dataSource, dataset, context.session, _),
      isConditional =
        save.mode == SaveMode.Ignore || DeltaTables.mayBeRepeated(save.options, context.session),
      isCounted = !DeltaChangeRows.mayCount(save.options, DeltaTables.cached(save.dataSource, dataset))
    )
  }

  private def replacesSchema(save: SaveIntoDataSourceCommand): Boolean = save.mode match {
    case SaveMode.Overwrite =>
      save.options.exists { case (k, v) =>
        k.equalsIgnoreCase("overwriteSchema") && v.equalsIgnoreCase("true")
      }
    case mode => mode == SaveMode.ErrorIfExists
  }
}
