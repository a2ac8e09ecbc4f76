package io.headwater.plan.nodes

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.Certainty
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Scope, Site}

/** Operators that run code which can't be read: typed functions, `mapInPandas`, `applyInPandas`, `TRANSFORM … USING`.
  * What they make depends on everything that goes in, and is marked as opaque.
  */
object Opaque {

  /** By name: they moved or were renamed between Spark lines (`PythonMapInArrow` is `MapInArrow` from 4.0). */
  private val names = Set(
    "ArrowEvalPython",
    "ArrowEvalPythonUDTF",
    "AttachDistributedSequence",
    "BatchEvalPython",
    "BatchEvalPythonUDTF",
    "FlatMapCoGroupsInArrow",
    "FlatMapCoGroupsInPandas",
    "FlatMapGroupsInArrow",
    "FlatMapGroupsInPandas",
    "FlatMapGroupsInPandasWithState",
    "FlatMapGroupsInR",
    "FlatMapGroupsInRWithArrow",
    "MapInArrow",
    "MapInPandas",
    "MapPartitionsInR",
    "MapPartitionsInRWithArrow",
    "PythonMapInArrow",
    "ScriptTransformation",
    "TransformWithState",
    "TransformWithStateInPandas",
    "TransformWithStateInPySpark"
  )

  val rule: Rule = {
    case f: TypedFilter => Reading.of(f)(site => site.input.copy(rows = everyRow(site)))
    case p: LogicalPlan if isOpaque(p) => Reading.of(p)(site => madeOfAll(site, p.output))
  }

  private def isOpaque(plan: LogicalPlan): Boolean = plan match {
    case _: ObjectConsumer | _: ObjectProducer => true
    case _ => names(plan.getClass.getSimpleName)
  }

  /** Columns that come through under their own ids stay what they are. */
  def madeOfAll(site: Site, output: Seq[Attribute], certainty: Certainty = Certainty.Opaque): Scope = {
    val made = output.filterNot(a => site.input.columns.contains(a.exprId.id))
    val opaque = site.opaque(made, site.everything, certainty)
    Scope(site.input.columns ++ opaque.columns, site.input.rows)
  }

  private def everyRow(site: Site): Int =
    site.rows(io.headwater.model.Kind.Filter, site.plan.children.flatMap(_.output))
}
