package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, SortOrder}
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.expressions.DependencyEdges
import io.headwater.plan.graph.{Edge, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.ClassNames

/** Operators that run user code: typed functions, `mapInPandas`, `applyInPandas`, `TRANSFORM … USING`. Their output depends
  * on all columns that are passed to the code, with certainty `Opaque`.
  */
object OpaqueRules {

  /** Matched by name, because they were moved or renamed between Spark versions (`PythonMapInArrow` is `MapInArrow` from
    * 4.0 on).
    */
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
    case p: LogicalPlan if isOpaque(p) => NodeLineage.of(p)(scope(_, p))
  }

  private def isOpaque(plan: LogicalPlan): Boolean = plan match {
    case _: ObjectConsumer | _: ObjectProducer | _: AppendColumns => true
    case _ => names(ClassNames.simple(plan))
  }

  private def scope(context: RuleContext, plan: LogicalPlan): Scope = {
    val inputs = arguments(plan)
    val read =
      if (inputs.isEmpty) DependencyEdges(context.inputEdges, Certainty.Exact)
      else context.dependencies(inputs, Kind.Transformation)
    val (passedOn, computed) = plan.output.partition(a => context.column(a.exprId.id).isDefined)
    val opaque = context.opaque(computed, read.edges, Certainty.leastCertain(certainty(plan), read.certainty))
    val declared = DeclaredColumns.columns(plan, computed, context)
    val kept = passedOn.flatMap(a => context.column(a.exprId.id).map(a.exprId.id -> _))
    val columns: LongMap[Int] = opaque.columns ++ (declared ++ kept)
    if (keepsRows(plan)) context.input.copy(columns = columns)
    else Scope(columns, rowsOfCode(plan, read.edges, context))
  }

  private def rowsOfCode(plan: LogicalPlan, read: Vector[Edge], context: RuleContext): Int = {
    val timely = if (hasState(plan)) LateRows.without(plan, context) else context
    timely.inOrder(timely.rowsOfCode(read))
  }

  /** An encoder writes the fields of the objects that other code, or the program, has made. */
  private def certainty(plan: LogicalPlan): Certainty = plan match {
    case _: SerializeFromObject => Certainty.Exact
    case _ => Certainty.Opaque
  }

  /** Whether the code returns exactly one row for each input row. */
  private def keepsRows(plan: LogicalPlan): Boolean = plan match {
    case _: DeserializeToObject | _: SerializeFromObject | _: MapElements | _: AppendColumns => true
    case p =>
      ClassNames.simple(p).endsWith("EvalPython") || ClassNames.simple(p).startsWith("AppendColumns")
  }

  /** Whether the code keeps state from one batch of a stream to the next. */
  private def hasState(plan: LogicalPlan): Boolean = ClassNames.simple(plan).contains("WithState")

  /** The expressions that the code depends on: the columns that are deserialized to an object, those that group and order
    * the objects, or the arguments of a Python function. Empty if all columns are passed.
    */
  private def arguments(plan: LogicalPlan): Seq[Expression] = plan match {
    case p: DeserializeToObject => Seq(p.deserializer)
    case p: AppendColumns => Seq(p.deserializer)
    case p: MapGroups =>
      Seq(p.keyDeserializer, p.valueDeserializer) ++ p.groupingAttributes ++ orders(p)
    case p: CoGroup =>
      Seq(p.keyDeserializer, p.leftDeserializer, p.rightDeserializer) ++ p.leftGroup ++ p.rightGroup ++
        orders(p)
    case p: FlatMapGroupsWithState =>
      Seq(p.keyDeserializer, p.valueDeserializer) ++ p.groupingAttributes ++
        (if (p.hasInitialState) p.initialStateDeserializer +: p.initialStateGroupAttrs else Nil)
    case p if ClassNames.simple(p).startsWith("TransformWithStateIn") && p.children.size > 1 =>
      (references(p) ++ p.children(1).output).distinct // with all columns of the initial state
    case p => references(p)
  }

  private def references(p: LogicalPlan): Seq[Attribute] =
    p.references.toSeq.filter(a => p.children.exists(_.outputSet.contains(a)))

  /** The order of the rows of each group, of `flatMapSortedGroups` and `cogroupSorted`; from Spark 3.4 on. */
  private def orders(plan: LogicalPlan): Seq[Expression] = plan.expressions.collect { case o: SortOrder => o }
}
