package io.headwater.plan.nodes

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet}
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Scope, Site}

/** Operators that run code which can't be read: typed functions, `mapInPandas`, `applyInPandas`, `TRANSFORM … USING`.
  * What they make depends on every column that the code is given, and is marked as opaque.
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
    case f: TypedFilter =>
      Reading.of(f)(site =>
        site.input.copy(rows = site.rows(Kind.Filter, f.deserializer.references.toSeq))
      )
    case p: LogicalPlan if isOpaque(p) => Reading.of(p)(made(_, p))
  }

  private def isOpaque(plan: LogicalPlan): Boolean = plan match {
    case _: ObjectConsumer | _: ObjectProducer => true
    case _ => names(plan.getClass.getSimpleName)
  }

  private def made(site: Site, plan: LogicalPlan): Scope = {
    val edges = site.uses(handed(plan).toSeq, Kind.Transformation).distinct
    val (passed, made) = plan.output.partition(a => site.column(a.exprId.id).isDefined)
    val opaque = site.opaque(made, if (edges.isEmpty) site.everything else edges, Certainty.Opaque)
    val kept = passed.flatMap(a => site.column(a.exprId.id).map(a.exprId.id -> _))
    Scope(opaque.columns ++ kept, site.input.rows)
  }

  /** The columns that the code is given: what becomes an object, or the arguments of a Python function. */
  private def handed(plan: LogicalPlan): AttributeSet = plan match {
    case p: DeserializeToObject => p.deserializer.references
    case p: AppendColumns => p.deserializer.references
    case p: MapGroups => p.keyDeserializer.references ++ p.valueDeserializer.references
    case p: CoGroup =>
      p.keyDeserializer.references ++ p.leftDeserializer.references ++ p.rightDeserializer.references
    case p: FlatMapGroupsWithState =>
      p.keyDeserializer.references ++ p.valueDeserializer.references ++
        (if (p.hasInitialState) p.initialStateDeserializer.references else AttributeSet.empty)
    case p => AttributeSet(p.references.filter(p.inputSet.contains))
  }

  /** Columns of a node that is not known; those that come through under their own ids stay what they are. */
  def madeOfAll(site: Site, output: Seq[Attribute], certainty: Certainty = Certainty.Opaque): Scope = {
    val made = output.filterNot(a => site.input.columns.contains(a.exprId.id))
    val opaque = site.opaque(made, site.everything, certainty)
    Scope(site.input.columns ++ opaque.columns, site.input.rows)
  }
}
