package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  AggregateExpression,
  AggregateFunction,
  Count,
  MaxBy,
  MinBy,
  PivotFirst
}
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke
import org.apache.spark.sql.catalyst.util.CharVarcharCodegenUtils
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.aggregate.TypedAggregateExpression

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.graph.Kinds
import io.headwater.plan.graph.Kinds.{
  aggregation,
  conditional,
  filter,
  identity,
  sort,
  transformation,
  window
}
import io.headwater.util.{Accessors, ClassNames, Named}

/** An input of an expression, or the part of it at `path`, and how the expression uses it (a set of [[Kinds]]). */
private[expressions] final case class ExpressionInput(expression: Expression, kinds: Int, path: String*)

/** The direct inputs of an expression.
  *
  * @param expressions
  *   the expressions inside it
  * @param nodes
  *   the graph nodes of columns of subqueries and of declared datasets, each with its [[Kinds]]
  */
private[expressions] final case class ExpressionInputs(
    expressions: Seq[ExpressionInput],
    nodes: Seq[(Int, Int)] = Nil,
    certainty: Certainty = Certainty.Exact
)

/** The table of how expressions use their inputs. An expression that is not in it makes a new value of all its children. */
private[expressions] object ExpressionInputs {

  def of(expression: Expression, context: ExpressionContext): ExpressionInputs = {
    val inputs = calls(context).orElse(selections).applyOrElse(expression, newValue)
    EvaluatedArguments.add(expression, inputs, context)
  }

  /** References, aggregates, windows, subqueries and functions of Python. */
  private def calls(context: ExpressionContext): PartialFunction[Expression, ExpressionInputs] = {
    case PassThroughExpression(same) => passOn(same)
    case e: SortOrder => passOn(e.child)
    case e @ CastOf(value) if value.dataType == e.dataType =>
      passOn(value) // INSERT renames columns in this way
    case CopyOf(original) => passOn(original)
    case CharacterCheck(text) => passOn(text)
    case e: LambdaFunction => passOn(e.function)
    case _: NamedLambdaVariable => ExpressionInputs(Nil)
    case parameter: Literal if context.isVariableArgument(parameter) =>
      context.gap("columns", "the argument of a parameter may be a variable that depends on data")
      ExpressionInputs(Nil, certainty = Certainty.Unknown)
    case VariableReference(name, definition) => variable(context.variable(name, definition))
    case e: AggregateExpression => aggregate(e, context)
    case e: WindowExpression => windowFunction(e)
    case e: SubqueryExpression => Subqueries.inputs(e, context)
    case e: PythonUDF =>
      val kinds = if (PandasAggregate.is(e)) aggregation else transformation
      DeclaredFunctionInputs.of(e, kinds, context).getOrElse(ExpressionInputs(inputs(kinds, e.children)))
    // a Python function with an expression that Spark may run instead; a class of Spark 4.3, so matched by name
    case e @ Named("TranspiledPythonUDF") =>
      passOn(new Accessors(e).value[Expression]("pythonUDFExpr"))
  }

  /** Expressions that choose a value, or that do not need the values of all children. */
  private val selections: PartialFunction[Expression, ExpressionInputs] = {
    case e: CaseWhen => ExpressionInputs(Branches.of(e))
    case NullCheckedUdf(udf) => passOn(udf)
    case e: If => ExpressionInputs(Branches.of(e))
    case e: Coalesce =>
      ExpressionInputs(inputs(transformation | conditional, Nullability.reachable(e.children)))
    case e: IsNull => ExpressionInputs(Nullability.of(e.child, transformation))
    case e: IsNotNull => ExpressionInputs(Nullability.of(e.child, transformation))
    // nullif(a, b), which is null if the predicate holds; a class of Spark 4.3, so matched by name
    case e @ Named("NullIfResult") =>
      selection(e.children.take(1), e.children.drop(1))
    case e @ (_: Size | _: ArraySize) =>
      ExpressionInputs(inputs(transformation, e.children.flatMap(CollectionSize.of)))
    // how many elements there are decides; the functions use the elements
    case e: ArrayAggregate =>
      selection(CollectionSize.unlessFixed(e.argument), Seq(e.zero, e.merge, e.finish))
    case e: ArrayExists => selection(CollectionSize.unlessFixed(e.argument), Seq(e.function))
    case e: ArrayForAll => selection(CollectionSize.unlessFixed(e.argument), Seq(e.function))
    case CollectionFunctions(parts) => ExpressionInputs(CollectionFunctions.whole(parts))
    case ExtractedItem(item) => passOn(item)
    // `offset` of lag is a value that Spark has computed
    case e: FrameLessOffsetWindowFunction =>
      selection(e.children.slice(1, 2), Seq(e.input, e.default))
    case e: NthValue => selection(Seq(e.offset), Seq(e.input))
    case e: UpdateFields if e.resolved =>
      passOn(e.evalExpr) // without the fields that are dropped or replaced
    case Extraction(from, by) => selection(by, from)
    case e if isOfType(e) => ExpressionInputs(Nil) // Spark knows it without the value
    case e: MapContainsKey => ExpressionInputs(inputs(transformation, Seq(MapKeys(e.left), e.right)))
    case Replacement(computed, evaluated) =>
      ExpressionInputs(inputs(identity, Seq(computed)) ++ inputs(conditional, evaluated))
  }

  /** `collation(a)`, and the null of `nullif`, are classes of Spark 4.0, so they are matched by name. */
  private def isOfType(e: Expression): Boolean = e.isInstanceOf[TypeOf] || ofType(ClassNames.simple(e))
  private val ofType = Set("Collation", "TypedNullLiteral")

  /** An expression that has the value of `expression`. */
  private def passOn(expression: Expression): ExpressionInputs =
    ExpressionInputs(inputs(identity, Seq(expression)))

  /** A SQL variable has the value of the query that set it; so it is read like a scalar subquery. */
  private def variable(nodes: Option[(Int, Int)]): ExpressionInputs = nodes match {
    case Some((value, rows)) => ExpressionInputs(Nil, Seq(value -> identity, rows -> identity))
    case None => ExpressionInputs(Nil, certainty = Certainty.Unknown)
  }

  /** A new value that is made of all children. */
  private def newValue(e: Expression): ExpressionInputs = {
    val kinds =
      if (MaskingFunctions.contains(e)) Kinds.of(Kind.Transformation, masking = true) else transformation
    ExpressionInputs(inputs(kinds, e.children))
  }

  /** `if(a, b, c)` */
  private def selection(conditions: Seq[Expression], values: Seq[Expression]): ExpressionInputs =
    ExpressionInputs(inputs(conditional, conditions) ++ inputs(transformation, values))

  /** `sum(a) FILTER (WHERE b)` */
  private def aggregate(e: AggregateExpression, context: ExpressionContext): ExpressionInputs = {
    val declared =
      if (isPython(e.aggregateFunction))
        DeclaredFunctionInputs.of(e.aggregateFunction, aggregation, context)
      else None
    val inputs = declared.getOrElse(ExpressionInputs(aggregated(e), certainty = certainty(e)))
    inputs.copy(expressions = inputs.expressions ++ e.filter.map(ExpressionInput(_, filter)))
  }

  /** The code of an `Aggregator` has the whole object, of which it may use some fields only. */
  private def certainty(e: AggregateExpression): Certainty =
    if (e.aggregateFunction.isInstanceOf[TypedAggregateExpression]) Certainty.Opaque else Certainty.Exact

  /** A class of its own from Spark 3.5 on; before, it is a `PythonUDF`. */
  private def isPython(function: AggregateFunction): Boolean = ClassNames.simple(function) == "PythonUDAF"

  /** The arguments of an aggregate, and of `PIVOT (... FOR a IN ...)`. */
  private def aggregated(e: AggregateExpression): Seq[ExpressionInput] = {
    val kinds =
      if (MaskingFunctions.contains(e.aggregateFunction)) Kinds.of(Kind.Aggregation, masking = true)
      else aggregation
    e.aggregateFunction match {
      case p: PivotFirst =>
        Seq(ExpressionInput(p.pivotColumn, conditional), ExpressionInput(p.valueColumn, kinds))
      case f: Count if !e.isDistinct =>
        inputs(kinds, f.children.filter(Nullability.mayBeNull)) // otherwise it counts rows
      case f if f.isInstanceOf[MaxBy] || f.isInstanceOf[MinBy] || MaxMinByK.is(f) =>
        inputs(kinds, f.children.take(1)) ++ inputs(conditional, f.children.drop(1))
      // other children are of the buffer and of the result, and refer to no column
      case f: TypedAggregateExpression => inputs(kinds, f.inputDeserializer.toSeq)
      case f => f.children.map {
          case order: SortOrder => ExpressionInput(order, sort) // listagg(a) WITHIN GROUP (ORDER BY b)
          case child => ExpressionInput(child, kinds)
        }
    }
  }

  /** `rank() OVER (PARTITION BY a ORDER BY b)`. A ranking function uses an order, but no value; that of `ntile(n)` is the
    * number of groups, which may be a variable.
    */
  private def windowFunction(e: WindowExpression): ExpressionInputs = {
    val function = e.windowFunction match {
      case n: NTile => inputs(transformation, n.children)
      case _: RankLike | _: RowNumberLike => Nil
      case f => inputs(transformation, Seq(f))
    }
    val spec = e.windowSpec
    val frame = e.windowFunction match {
      case _: FrameLessOffsetWindowFunction => None // Spark makes a frame of the offset
      case _ => Some(spec.frameSpecification)
    }
    val parts = spec.partitionSpec ++ spec.orderSpec ++ frame
    ExpressionInputs(function ++ inputs(window, parts))
  }

  private def inputs(kinds: Int, expressions: Seq[Expression]): Seq[ExpressionInput] =
    expressions.map(ExpressionInput(_, kinds))
}

/** Matches an expression that takes a part out of a value. Gives the value, and what says which part. */
private object Extraction {
  def unapply(expression: Expression): Option[(Seq[Expression], Seq[Expression])] = expression match {
    case e: GetArrayItem => Some((Seq(e.child), Seq(e.ordinal)))
    case e: GetMapValue => Some((Seq(e.child), Seq(e.key)))
    case e: ElementAt => Some((Seq(e.left), Seq(e.right)))
    case GetOf(array, index) => Some((Seq(array), Seq(index)))
    case e: GetJsonObject => Some((Seq(e.json), Seq(e.path)))
    case e: Elt => Some((e.children.drop(1), e.children.take(1)))
    // Spark 3.5 has no variants, so it is matched by name
    case e @ Named("VariantGet") => Some((e.children.take(1), e.children.drop(1)))
    case _ => None
  }
}

/** Matches a Scala function whose parameters are of primitive types, with the check that Spark adds: the result is null if
  * one of these arguments is. The condition is not the author's.
  */
private object NullCheckedUdf {
  def unapply(expression: Expression): Option[ScalaUDF] = expression match {
    case If(check, Literal(null, _), udf: ScalaUDF) if isAdded(check, udf) => Some(udf)
    case _ => None
  }

  private def isAdded(check: Expression, udf: ScalaUDF): Boolean = {
    val checked = udf.children.collect { case KnownNotNull(argument) => argument }
    nulls(check).exists(_.forall(n => checked.exists(_.semanticEquals(n))))
  }

  /** The expressions that the condition tests for null; `None` if it tests anything else. */
  private def nulls(check: Expression): Option[Vector[Expression]] = check match {
    case IsNull(argument) => Some(Vector(argument))
    case Or(left, right) => nulls(left).flatMap(l => nulls(right).map(l ++ _))
    case _ => None
  }
}

/** `max_by(a, b, k)`, the values of the `k` greatest; of Spark 4.2, so matched by name. */
private object MaxMinByK {
  def is(function: AggregateFunction): Boolean = ClassNames.simple(function) == "MaxMinByK"
}

/** Matches the expressions that Spark adds for the types `char(n)` and `varchar(n)`: a text is padded to its length, and one
  * that is too long fails the write.
  */
private object CharacterCheck {
  def unapply(expression: Expression): Option[Expression] = expression match {
    case i: StaticInvoke if i.staticObject == classOf[CharVarcharCodegenUtils] => i.arguments.headOption
    case _ => None
  }
}

/** Matches a SQL variable: its name, and Spark's definition of it. Spark 3.5 has none, so it is matched by name. */
object VariableReference {
  def unapply(expression: Expression): Option[(Identifier, AnyRef)] =
    if (ClassNames.simple(expression) != "VariableReference") None
    else {
      val reference = new Accessors(expression)
      Some((reference.value[Identifier]("identifier"), reference.value[AnyRef]("varDef")))
    }
}

/** Functions that the column lineage facet counts as masking: their result does not reveal the value. The documentation
  * of the facet has `count` among them.
  */
private object MaskingFunctions {
  private val names = Set(
    "AesEncrypt",
    "CollationAwareMurmur3Hash",
    "CollationAwareXxHash64",
    "Count",
    "CountIf",
    "Crc32",
    "HiveHash",
    "Hmac",
    "Mask",
    "Md5",
    "Murmur3Hash",
    "RegrCount",
    "Sha1",
    "Sha2",
    "XxHash64"
  )

  def contains(expression: Expression): Boolean = names(ClassNames.simple(expression))
}
