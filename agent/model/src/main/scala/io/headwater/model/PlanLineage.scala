package io.headwater.model

import io.headwater.util.{MapConserve, UnionByKey}

/** A dataset that a plan writes.
  *
  * @param columns
  *   one entry for each output column
  * @param rows
  *   the source columns that decide which rows are written (filters, joins, groupings, orderings): the dataset-level
  *   dependencies of the facet
  * @param isConditional
  *   whether the plan does not show if it writes at all (`IF NOT EXISTS`); what is known at the end decides
  * @param isCounted
  *   false if Spark does not do the writing, so that its metrics do not belong to this dataset
  * @param schemaAfter
  *   the columns after a command that changes them; the dataset has those before it, which stay if the command fails
  * @param ifFailed
  *   the dataset as it stays if a command that renames it fails
  * @param isProvisional
  *   whether a write inside the plan, which is another query, shows the output more exactly
  * @param fromViews
  *   the columns that depend on columns of views; empty if views are inputs, because `columns` has them then
  * @param rowsFromViews
  *   the columns of views that decide which rows are written; empty if views are inputs
  * @param isWrittenByJob
  *   whether a conditional output is certain if the query has run a Spark job; it may have written no rows
  */
final case class Sink(
    dataset: Dataset,
    columns: Vector[ColumnLineage] = Vector.empty,
    rows: Vector[Dependency] = Vector.empty,
    isConditional: Boolean = false,
    isCounted: Boolean = true,
    schemaAfter: Option[Vector[Field]] = None,
    ifFailed: Option[Dataset] = None,
    isProvisional: Boolean = false,
    fromViews: Vector[ColumnLineage] = Vector.empty,
    rowsFromViews: Vector[Dependency] = Vector.empty,
    isWrittenByJob: Boolean = false
) {

  /** The output once the query has ended. Columns that only the batches of a stream have shown are kept. */
  def committed(commit: Commit): Sink = {
    val known = commit.sink.fold(this) { s =>
      val kept = (unknown(s) -- unknown(this)).intersect(columns.map(_.column).toSet)
      copy(
        dataset.copy(schema = s.dataset.schema),
        s.columns.flatMap(c =>
          if (!kept(c.column)) Vector(c)
          else if (c.fields.isEmpty) columns.filter(_.column == c.column)
          else Vector.empty
        ),
        isConditional = isConditional && s.isConditional,
        fromViews = s.fromViews.filterNot(c => kept(c.column)) ++ fromViews.filter(c => kept(c.column))
      )
    }
    val committed = known.copy(dataset = known.dataset.copy(version = commit.version.orElse(dataset.version)))
    if (committed == this) this else committed
  }

  private def unknown(sink: Sink): Set[String] =
    sink.columns.filter(c => c.fields.isEmpty && c.certainty == Certainty.Unknown).map(_.column).toSet

  /** Two writes of one dataset, or two views of one write. The dependencies of a column are united. */
  def union(other: Sink): Sink = copy(
    dataset = dataset.union(other.dataset),
    columns = ColumnLineage.union(columns, other.columns),
    rows = Dependency.union(rows, other.rows),
    isConditional = isConditional && other.isConditional,
    isCounted = isCounted || other.isCounted,
    fromViews = ColumnLineage.union(fromViews, other.fromViews),
    rowsFromViews = Dependency.union(rowsFromViews, other.rowsFromViews)
  )
}

/** A view that a plan reads.
  *
  * @param columns
  *   the columns that the plan uses, with what they depend on in the view's definition: columns of tables, and of the views
  *   that the definition names
  * @param rows
  *   what decides the rows of the view in its definition
  * @param named
  *   false if the plan reads it only through the definition of another view
  */
final case class ReadView(
    dataset: Dataset,
    columns: Vector[ColumnLineage] = Vector.empty,
    rows: Vector[Dependency] = Vector.empty,
    named: Boolean = true
) {
  def union(other: ReadView): ReadView = copy(
    columns = ColumnLineage.union(columns, other.columns),
    rows = Dependency.union(rows, other.rows),
    named = named || other.named
  )
}

object ReadView {

  /** The views of both, with one entry for each view. */
  def union(left: Vector[ReadView], right: Vector[ReadView]): Vector[ReadView] =
    UnionByKey(left, right)(_.dataset.id)(_.union(_))
}

/** A part of a plan for which no lineage could be derived.
  *
  * @param node
  *   the class name of the plan node, or the name of the output whose columns do not fit into an event
  * @param stage
  *   the step that failed
  */
final case class Gap(node: String, stage: String, reason: String) {

  /** Whether inputs of an output's columns are left out. */
  def isOfOutput(dataset: DatasetId): Boolean = this == Gap.ofOutput(dataset, reason)
}

object Gap {

  /** Inputs of an output's columns that are left out. */
  def ofOutput(dataset: DatasetId, reason: String): Gap = Gap(dataset.name, "columnLineage", reason)
}

/** The datasets that one plan reads and writes.
  *
  * @param nameSuffix
  *   the part of the job name that the sink determines
  * @param views
  *   the views that the plan reads
  * @param creation
  *   how the plan changes a table whose dataset only the insert inside it names: a catalog chooses the place
  */
final case class PlanLineage(
    sources: Vector[Dataset] = Vector.empty,
    sinks: Vector[Sink] = Vector.empty,
    gaps: Vector[Gap] = Vector.empty,
    nameSuffix: Option[String] = None,
    views: Vector[ReadView] = Vector.empty,
    creation: Option[Lifecycle] = None
) {

  /** Whether a write inside the plan, which is another query, may show the output more exactly. */
  def isProvisional: Boolean = sinks.isEmpty || sinks.exists(_.isProvisional)

  /** The lineage of the insert inside a statement that creates the table. */
  def creating(lifecycle: Option[Lifecycle]): PlanLineage =
    if (lifecycle.isEmpty) this
    else copy(sinks = sinks.map(s => s.copy(dataset = s.dataset.copy(lifecycle = lifecycle))))

  /** The lineage once the query has ended. If a commit has the columns of an output, its gaps replace the earlier gap for
    * inputs of these columns that are left out.
    */
  def committed(commits: Map[DatasetId, Commit]): PlanLineage = {
    val own = sinks.flatMap(s => commits.get(s.dataset.id).map(s -> _))
    val replaced = own.collect { case (s, Commit(_, Some(_), _)) => s.dataset.id }
    copy(
      sinks = MapConserve(sinks)(s => commits.get(s.dataset.id).fold(s)(s.committed)),
      gaps = (gaps.filterNot(g => replaced.exists(g.isOfOutput)) ++ own.flatMap(_._2.gaps)).distinct
    )
  }

  /** The datasets of both lineages. Of one that both contain, the description of this one is kept, with the fields of
    * both; of one that both write, the columns of this one.
    */
  def ++(other: PlanLineage): PlanLineage = PlanLineage(
    sources = UnionByKey(sources, other.sources)(_.id)(withFields),
    sinks = unionOfSinks(other)((own, _) => own),
    gaps = (gaps ++ other.gaps).distinct,
    nameSuffix = nameSuffix.orElse(other.nameSuffix),
    views = ReadView.union(views, other.views),
    creation = creation.orElse(other.creation)
  )

  private def withFields(dataset: Dataset, other: Dataset): Dataset =
    dataset.copy(schema = Field.union(dataset.schema, other.schema))

  /** The same, with the dependencies that both have for a column: each batch of a streaming query may show only some of
    * them.
    */
  def union(other: PlanLineage): PlanLineage = (this ++ other).copy(sinks = unionOfSinks(other)(_.union(_)))

  private def unionOfSinks(other: PlanLineage)(merge: (Sink, Sink) => Sink): Vector[Sink] =
    UnionByKey(sinks, other.sinks)(_.dataset.id)(merge)
}
