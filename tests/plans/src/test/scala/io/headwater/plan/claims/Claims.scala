package io.headwater.plan.claims

import scala.util.{Failure, Success, Try}

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat
import org.apache.spark.sql.execution.datasources.{
  HadoopFsRelation,
  InMemoryFileIndex,
  InsertIntoHadoopFsRelationCommand,
  LogicalRelation
}
import org.apache.spark.sql.types.{StructField, StructType}
import org.apache.spark.sql.{Row, SaveMode}

import io.headwater.model.{Certainty, Dependency, PlanLineage, Sink}

/** A column of a leaf by its position. */
final case class LeafColumn(leaf: Int, column: Int)

/** An output column that changes although its lineage names none of the columns that were changed. */
final case class Miss(output: String, change: Change, columns: Set[String], lineage: Set[String]) {
  override def toString: String =
    s"$output changes with ${columns.toSeq.sorted.mkString(", ")} ($change); its lineage names ${lineage.toSeq.sorted
        .mkString(", ")}"
}

/** What experiments say of the lineage of one query. */
final case class Verdict(
    columns: Int = 0,
    unknown: Int = 0,
    dependOnOrder: Int = 0,
    experiments: Int = 0,
    failed: Int = 0,
    misses: Seq[Miss] = Nil
)

/** Tries to refute the lineage of a query, as `make hunt` does: what it does not name for an output column is changed, and
  * the values of the output column must stay the same. The rows of the query's leaves are read once; the experiments run
  * the same plan over local rows.
  *
  * @param lineageOf
  *   the lineage of a write
  */
final class Claims(query: QueryExecution, lineageOf: LogicalPlan => PlanLineage) {
  private val session = query.sparkSession
  private val plan = query.analyzed

  private lazy val leaves: Seq[Leaf] = Leaves.of(plan).zipWithIndex.map { case (leaf, number) =>
    Leaf(number, leaf, executed(leaf).executeCollect().map(_.copy()).toSeq)
  }

  /** The verdict, or the reason why there are no experiments. */
  def verdict: Either[String, Verdict] =
    if (plan.output.isEmpty || Leaves.of(plan).isEmpty) Left("no rows of a source")
    else if (Leaves.of(plan).exists(l => l.output.map(_.name).distinct.size < l.output.size))
      Left("two columns of a source have one name")
    else if (leaves.forall(_.rows.isEmpty) || leaves.exists(_.rows.size > Claims.maxRows))
      Left("too few or too many rows")
    else rows(local(_.rows)) match {
      case Failure(e) => Left(s"does not run over local rows: ${e.getClass.getSimpleName}")
      case Success(expected) => Right(judged(expected))
    }

  private def judged(expected: Seq[Row]): Verdict = {
    val sink = lineageOf(write).sinks.head
    val (known, unknown) = plan.output.indices.partition(certainty(sink, _) != Certainty.Unknown)
    val (stable, ofOrder) = known.partition(isStable(expected, _))
    val start = Verdict(columns = plan.output.size, unknown = unknown.size, dependOnOrder = ofOrder.size)
    stable.groupBy(unnamed(sink, _)).filter(_._1.nonEmpty).foldLeft(start) { case (all, (others, outputs)) =>
      Change.all.foldLeft(all)((v, change) => experiment(v, sink, expected, others, outputs, change))
    }
  }

  private def experiment(
      before: Verdict,
      sink: Sink,
      expected: Seq[Row],
      others: Set[LeafColumn],
      outputs: Seq[Int],
      change: Change
  ): Verdict = rows(changed(others, change)) match {
    case Failure(_) => before.copy(failed = before.failed + 1)
    case Success(found) =>
      val misses = for (o <- outputs if changes(found, expected, o) && isRepeatable(expected, o))
        yield {
          val causes =
            others.filter(c => rows(changed(Set(c), change)).toOption.exists(changes(_, expected, o)))
          Miss(plan.output(o).name, change, causes.map(nameOf), named(sink, o).map(nameOf))
        }
      before.copy(experiments = before.experiments + 1, misses = before.misses ++ misses)
  }

  /** Whether the column has the same values with other orders of the rows. Otherwise a difference proves nothing. */
  private def isStable(expected: Seq[Row], output: Int): Boolean =
    reordered.forall(!differs(_, expected, output))

  private lazy val reordered: Seq[LogicalPlan] = {
    def halves(leaf: Leaf) = leaf.rows.splitAt(leaf.rows.size / 2)
    Seq(local(_.rows.reverse), local(leaf => halves(leaf)._2 ++ halves(leaf)._1))
  }

  private def isRepeatable(expected: Seq[Row], output: Int): Boolean =
    !differs(local(_.rows), expected, output)

  /** Whether a plan gives the column other values, or fails. */
  private def differs(other: LogicalPlan, expected: Seq[Row], output: Int): Boolean =
    rows(other).fold(_ => true, changes(_, expected, output))

  private def changes(found: Seq[Row], expected: Seq[Row], output: Int): Boolean =
    values(found, output) != values(expected, output)

  private def values(rows: Seq[Row], output: Int): Seq[String] =
    rows.map(row => ValueText.of(row.get(output))).sorted

  private def changed(columns: Set[LeafColumn], change: Change): LogicalPlan =
    local(leaf => ChangedValues.of(leaf, columns.collect { case LeafColumn(leaf.number, c) => c }, change))

  /** The query over local rows. */
  private def local(rows: Leaf => Seq[InternalRow]): LogicalPlan =
    Leaves.replaced(plan) { p =>
      val leaf = leafOf(p)
      leaf.withRows(rows(leaf))
    }

  private def leafOf(plan: LogicalPlan): Leaf = leaves.find(_.plan eq plan).get

  private def rows(plan: LogicalPlan): Try[Seq[Row]] = Try(executed(plan).executeCollectPublic().toSeq)

  /** It is executed without an execution of Spark SQL, so that no listener sees it. */
  private def executed(plan: LogicalPlan) = session.sessionState.executePlan(plan).executedPlan

  /** The query as a write of files, whose leaves are tables of files with names. */
  private def write: LogicalPlan = InsertIntoHadoopFsRelationCommand(
    new Path(s"${Claims.folder}/out"),
    Map.empty,
    ifPartitionNotExists = false,
    Nil,
    None,
    new ParquetFileFormat,
    Map.empty,
    Leaves.replaced(plan)(leaf => files(leafOf(leaf))),
    SaveMode.Overwrite,
    None,
    None,
    plan.output.indices.map(nameOfOutput)
  )

  private def nameOfOutput(output: Int): String = s"o$output"

  private def files(leaf: Leaf): LogicalPlan = {
    val schema = StructType(leaf.columns.map(a => StructField(a.name, a.dataType, a.nullable)))
    val path = new Path(s"${Claims.folder}/${leaf.number}")
    val index = new InMemoryFileIndex(session, Seq(path), Map.empty, Some(schema))
    val relation =
      HadoopFsRelation(index, new StructType, schema, None, new ParquetFileFormat, Map.empty)(session)
    LogicalRelation(relation).copy(output = leaf.columns.map(_.asInstanceOf[AttributeReference]))
  }

  private def certainty(sink: Sink, output: Int): Certainty =
    sink.columns.filter(_.column == nameOfOutput(output)).map(_.certainty)
      .reduceOption(Certainty.leastCertain(_, _)).getOrElse(Certainty.Unknown)

  private def unnamed(sink: Sink, output: Int): Set[LeafColumn] = {
    val all = for (leaf <- leaves; c <- leaf.columns.indices) yield LeafColumn(leaf.number, c)
    all.toSet -- named(sink, output)
  }

  /** The columns of leaves that the lineage names for an output column, and those that decide on the rows. */
  private def named(sink: Sink, output: Int): Set[LeafColumn] = {
    val own = sink.columns.filter(_.column == nameOfOutput(output)).flatMap(_.dependencies)
    (own ++ sink.rows).map(columnOf).toSet
  }

  private def columnOf(dependency: Dependency): LeafColumn = {
    val leaf = leaves(dependency.source.dataset.name.split('/').last.toInt)
    LeafColumn(leaf.number, leaf.columns.indexWhere(_.name == dependency.source.column))
  }

  private def nameOf(column: LeafColumn): String =
    s"${column.leaf}.${leaves(column.leaf).columns(column.column).name}"
}

object Claims {
  private val maxRows = 500
  private val folder = "file:/claims"
}
