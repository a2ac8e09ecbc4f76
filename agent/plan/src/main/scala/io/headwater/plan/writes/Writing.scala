package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.walk.{Reading, Scope, Site, Write}

/** What all writes have in common: a query whose columns go to a dataset's, by position. */
object Writing {

  /** Reads `query`, then hands its columns to `dataset` under `names`. */
  def of(query: LogicalPlan, names: Site => Seq[String])(dataset: Site => Option[Target]): Reading =
    Reading(Seq(query), { site => dataset(site).foreach(write(site, query, names(site), _)); nothing(site) })

  private def write(site: Site, query: LogicalPlan, names: Seq[String], target: Target): Unit = {
    val columns = names.zip(query.output).map { case (name, a) =>
      name -> site.column(a.exprId.id).getOrElse(site.graph.nothing)
    }
    site.findings.write(Write(
      target.dataset,
      columns.toVector,
      site.input.rows,
      target.suffix,
      target.committed
    ))
  }

  /** A command's own output is no data. */
  def nothing(site: Site): Scope = site.generated(site.plan.output)

  def lifecycle(mode: SaveMode, otherwise: Option[Lifecycle] = None): Option[Lifecycle] =
    if (mode == SaveMode.Overwrite) Some(Lifecycle.Overwrite) else otherwise

  /** The part of a job's name that a location gives: `/data/lake/t` is `lake_t`. */
  def suffix(dataset: Dataset): Option[String] = {
    val parts = dataset.id.name.split('/').filter(_.nonEmpty).takeRight(2)
    if (parts.isEmpty) None else Some(parts.mkString("_").replace('.', '_'))
  }
}

/** Where a write goes, and what it adds to the job's name. */
final case class Target(
    dataset: Dataset,
    suffix: Option[String],
    committed: () => Option[String] = Write.unversioned
)
