package io.headwater.plan.session

import java.lang.ref.WeakReference

import org.apache.spark.rdd.RDD

import io.headwater.model.{Certainty, ColumnLineage, Dataset, Dependency, Gap, ReadView}

/** The lineage of a DataFrame's columns without its plan. It holds values only, so keeping it keeps no RDD, no session
  * and no data block alive.
  *
  * @param columns
  *   in the order of the DataFrame's columns
  * @param rows
  *   the source columns that decide which rows there are
  * @param rowsCertainty
  *   how certain `rows` are
  * @param views
  *   the views that its plan read
  * @param fromViews
  *   the columns as they depend on columns of views, in the same order; empty if no view was read or if views are sources
  * @param rowsFromViews
  *   the columns of views that decide which rows there are
  * @param gaps
  *   what the agent cannot see in its plan
  * @param parts
  *   for each of `columns` the nested fields that it was built from; empty if they are not known
  * @param partsFromViews
  *   the same for `fromViews`
  */
final case class CachedLineage(
    sources: Vector[Dataset],
    columns: Vector[ColumnLineage],
    rows: Vector[Dependency],
    rowsCertainty: Certainty = Certainty.Exact,
    views: Vector[ReadView] = Vector.empty,
    fromViews: Vector[ColumnLineage] = Vector.empty,
    rowsFromViews: Vector[Dependency] = Vector.empty,
    gaps: Vector[Gap] = Vector.empty,
    parts: Vector[Vector[ColumnLineage]] = Vector.empty,
    partsFromViews: Vector[Vector[ColumnLineage]] = Vector.empty
) {

  /** The lineage of one column; None if there is no such column. */
  def column(named: String => Boolean): Option[CachedLineage] =
    columns.indices.find(i => named(columns(i).column)).map { i =>
      def only[A](all: Vector[A]): Vector[A] = all.slice(i, i + 1)
      copy(
        columns = only(columns),
        fromViews = only(fromViews),
        parts = only(parts),
        partsFromViews = only(partsFromViews)
      )
    }

  /** The same without the parts of its columns. */
  def whole: CachedLineage = copy(parts = Vector.empty, partsFromViews = Vector.empty)

  /** The same, but nothing of it is exact. */
  def opaque: CachedLineage = {
    def opaque(certainty: Certainty) = Certainty.leastCertain(Certainty.Opaque, certainty)
    def ofColumns(all: Vector[ColumnLineage]) = all.map(c => c.copy(certainty = opaque(c.certainty)))
    copy(
      columns = ofColumns(columns),
      rowsCertainty = opaque(rowsCertainty),
      fromViews = ofColumns(fromViews),
      parts = parts.map(ofColumns),
      partsFromViews = partsFromViews.map(ofColumns)
    )
  }

  /** Whether the values are known to depend on no data. */
  def isConstant: Boolean =
    sources.isEmpty && rows.isEmpty && rowsCertainty != Certainty.Unknown &&
      columns.forall(c => c.dependencies.isEmpty && c.certainty != Certainty.Unknown)
}

object CachedLineage {

  /** One of several is meant, and nothing shows which one; so the result has the dependencies of all, and
    * nothing is exact. Parts of columns are left out.
    */
  def anyOf(all: Vector[CachedLineage]): CachedLineage =
    if (all.distinct.size == 1) all(0)
    else
      CachedLineage(
        all.flatMap(_.sources).distinct,
        anyOfColumns(all.map(_.columns)),
        all.flatMap(_.rows).distinct,
        leastCertain(all.map(_.rowsCertainty)),
        all.map(_.views).reduce(ReadView.union(_, _)),
        if (all.forall(_.fromViews.isEmpty)) Vector.empty
        else anyOfColumns(all.map(e => if (e.fromViews.isEmpty) e.columns else e.fromViews)),
        all.flatMap(_.rowsFromViews).distinct,
        all.flatMap(_.gaps).distinct
      ).opaque

  private def anyOfColumns(all: Vector[Vector[ColumnLineage]]): Vector[ColumnLineage] =
    all(0).indices.toVector.map { i =>
      val same = all.map(_(i))
      same(0).copy(
        dependencies = same.flatMap(_.dependencies).distinct,
        certainty = leastCertain(same.map(_.certainty))
      )
    }

  private def leastCertain(all: Vector[Certainty]): Certainty = all.reduce(Certainty.leastCertain)
}

/** The lineage of DataFrames whose plan Spark has dropped: checkpoints and the batches of a stream. */
trait LineageCache {

  /** The lineage of the DataFrame that an RDD holds. A lineage that is found by its columns may belong to that RDD from
    * then on, so that another RDD with these columns does not find it.
    *
    * @param columns
    *   the ids that Spark gave its columns
    * @param rdd
    *   the RDD, for one whose columns have got new ids since
    */
  def find(columns: Seq[Long], rdd: RddReference): Option[CachedLineage]
}

object LineageCache {
  val none: LineageCache = (_, _) => None
}

/** An RDD that is not kept alive.
  *
  * @param held
  *   `None` if only its id is known
  */
final case class RddReference(id: Int, held: Option[WeakReference[AnyRef]] = None) {

  /** Whether the RDD is known to be gone, so that no plan can have it any more. */
  def isGone: Boolean = held.exists(_.get == null)
}

object RddReference {
  def of(rdd: RDD[_]): RddReference = RddReference(rdd.id, Some(new WeakReference[AnyRef](rdd)))
}
