package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Operators that run code which can't be read: typed functions, `mapInPandas`, `applyInPandas`, `TRANSFORM … USING`.
  * What they make depends on every column that the code is given, and is marked as opaque.
  */
object OpaqueRules {

  /** By name: they moved or were renamed between Spark lines (`PythonMapInArrow` is `MapInArrow` from 4.0). */
  private val names = Set(
    "ArrowEvalPython",
    "ArrowEvalPythonUDTF",
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
      NodeLineage.of(f)(context =>
        context.input.copy(rows = context.rows(Kind.Filter, Seq(f.deserializer)))
      )
    case p: LogicalPlan if isOpaque(p) => NodeLineage.of(p)(made(_, p))
  }

  private def isOpaque(plan: LogicalPlan): Boolean = plan match {
    case _: ObjectConsumer | _: ObjectProducer | _: AppendColumns => true
    case _ => names(plan.getClass.getSimpleName)
  }

  /** What code makes of no data at all is generated, and exact. */
  private def made(context: RuleContext, plan: LogicalPlan): Scope = {
    val code = handed(plan)
    val edges = if (code.isEmpty) context.inputEdges else context.edges(code, Kind.Transformation).distinct
    val (passed, made) = plan.output.partition(a => context.column(a.exprId.id).isDefined)
    val opaque = context.opaque(made, edges, if (edges.isEmpty) Certainty.Exact else Certainty.Opaque)
    val declared = DeclaredColumns.columns(plan, made, context)
    val kept = passed.flatMap(a => context.column(a.exprId.id).map(a.exprId.id -> _))
    Scope(opaque.columns ++ (declared ++ kept), if (keepsRows(plan)) context.input.rows else rows(context, edges))
  }

  /** Code that gives one row for each that it is given. */
  private def keepsRows(plan: LogicalPlan): Boolean = plan match {
    case _: DeserializeToObject | _: SerializeFromObject | _: MapElements | _: AppendColumns => true
    case p =>
      p.getClass.getSimpleName.endsWith("EvalPython") || p.getClass.getSimpleName.startsWith("AppendColumns")
  }

  /** How many rows code gives, it decides by all that it is given. */
  private def rows(context: RuleContext, edges: Vector[Edge]): Int =
    context.graph.derived(RuleContext.identity(context.input.rows) ++ edges.map(e =>
      e.copy(kinds = Kinds.compose(Kinds.of(Kind.Filter), e.kinds))
    ))

  /** What the code is given: the columns that become an object, or the arguments of a Python function. None where all
    * columns are.
    */
  private def handed(plan: LogicalPlan): Seq[Expression] = plan match {
    case p: DeserializeToObject => Seq(p.deserializer)
    case p: AppendColumns => Seq(p.deserializer)
    case p: MapGroups => Seq(p.keyDeserializer, p.valueDeserializer)
    case p: CoGroup => Seq(p.keyDeserializer, p.leftDeserializer, p.rightDeserializer)
    case p: FlatMapGroupsWithState =>
      Seq(p.keyDeserializer, p.valueDeserializer) ++
        (if (p.hasInitialState) Seq(p.initialStateDeserializer) else Nil)
    case p => p.references.toSeq.filter(a => p.children.exists(_.outputSet.contains(a)))
  }
}
