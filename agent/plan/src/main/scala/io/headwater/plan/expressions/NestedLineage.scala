package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}

import io.headwater.model.Field
import io.headwater.plan.expressions.NestedTypes.{isNested, sameNames}
import io.headwater.plan.graph.Kinds
import io.headwater.plan.graph.Kinds.{aggregation, conditional, filter, groupBy}
import io.headwater.util.{Accessors, Named}

/** The inputs of a nested value by its fields, where a field has fewer inputs than the whole value. */
private[expressions] sealed trait NestedInputs {

  /** Further inputs that affect every field. */
  def others: Seq[ExpressionInput]
}

private[expressions] object NestedInputs {

  /** The value has the fields of each of `values`; `others` decide which of them it is. */
  final case class SameFields(values: Seq[ExpressionInput], others: Seq[ExpressionInput] = Nil)
      extends NestedInputs

  /** Each field by its name ([[Field]] names the parts of arrays and maps) with the values that it may have.
    *
    * @param items
    *   the same of single items of an array or a map, by their names in [[io.headwater.plan.graph.ItemNames]]
    */
  final case class ByField(
      fields: Map[String, Seq[ExpressionInput]],
      others: Seq[ExpressionInput] = Nil,
      items: Map[String, Seq[ExpressionInput]] = Map.empty
  ) extends NestedInputs

  /** The value is another one, whose fields have new names by their positions. */
  final case class Renamed(value: Expression, dataType: DataType) extends NestedInputs {
    override def others: Seq[ExpressionInput] = Nil
  }

  /** The value is the greatest or the least of several structs: each field with the values that it may have. The first field
    * is compared first, so a field depends on the ones before it, and not on those after it.
    */
  final case class Compared(
      fields: Seq[(String, Seq[ExpressionInput])],
      others: Seq[ExpressionInput]
  ) extends NestedInputs
}

/** The table of expressions that keep the fields of their inputs. For any other expression each field depends on all of
  * the value's inputs.
  */
private[expressions] object NestedLineage {
  import NestedInputs._

  def of(expression: Expression, context: ExpressionContext): Option[NestedInputs] =
    if (!expression.resolved) None
    else if (!isNested(expression.dataType)) partsOfElements.lift(expression)
    else {
      def inputs = ExpressionInputs.of(expression, context).expressions
      expression match {
        case e: AggregateExpression => aggregated(inputs ++ distinct(e)).lift(e.aggregateFunction)
        case CollectionFunctions(parts) => Some(parts)
        case other => scalar(inputs).orElse(partsOfElements).lift(other)
      }
    }

  /** `items.sku` is an array whose elements are the fields of the elements of `items`. */
  private val partsOfElements: PartialFunction[Expression, NestedInputs] = {
    case f: GetArrayStructFields =>
      elements(ExpressionInput(f.child, Kinds.identity, Field.element, FieldAccess.nameOf(f)))
    case e: MapKeys => elements(ExpressionInput(e.child, Kinds.transformation, Field.key))
    case e: MapValues => elements(ExpressionInput(e.child, Kinds.transformation, Field.value))
    case e: MapEntries => elements(ExpressionInput(e.child, Kinds.transformation))
  }

  /** @param inputs
    *   the inputs of the expression, from [[ExpressionInputs]]
    */
  private def scalar(inputs: => Seq[ExpressionInput]): PartialFunction[Expression, NestedInputs] = {
    case e: CreateNamedStruct => struct(e)
    case UpdatedStruct(e, nulls) => struct(e).copy(others = nulls)
    case e: CreateArray => elements(inputs: _*).copy(items = itemsOf(e))

    // a value of another row, or what an aggregate makes of several rows
    case e: WindowExpression =>
      val (function, spec) = inputs.partition(_.expression eq e.windowFunction)
      SameFields(function, spec)
    case e: FrameLessOffsetWindowFunction =>
      ofRow(e.ignoreNulls, e.children(1), e.input, e.default)
    case e: NthValue => ofRow(e.ignoreNulls, e.offset, e.input)

    // one of several values
    case _: If | _: CaseWhen => branches(inputs)
    case e @ Named("NullIfResult") => branches(inputs) // of Spark 4.3
    case e: Coalesce =>
      val values = Nullability.reachable(e.children)
      SameFields(
        values.map(ExpressionInput(_, Kinds.transformation)),
        values.dropRight(1).flatMap(Nullability.of(_, conditional))
      )
    case ComparedStructs(compared) => compared
    case e @ CastOf(value) if sameNames(value.dataType, e.dataType) => SameFields(inputs)
    case e @ CastOf(value) if isNested(value.dataType) => Renamed(value, e.dataType)
  }

  private def branches(inputs: Seq[ExpressionInput]): SameFields = {
    val (values, conditions) = inputs.partition(p => isNested(p.expression.dataType))
    SameFields(values, conditions)
  }

  /** `lag(s, 1, t)`: the value of another row, or the default. */
  private def ofRow(
      ignoresNulls: Boolean,
      offset: Expression,
      value: Expression,
      default: Expression*
  ): SameFields = {
    val values = value +: default.filter(d => sameNames(d.dataType, value.dataType))
    val others = ExpressionInput(offset, conditional) +: leftOut(value, ignoresNulls)
    SameFields(values.map(ExpressionInput(_, Kinds.transformation)), others)
  }

  /** The inputs that decide whether a value is null, if nulls are left out. */
  private def leftOut(value: Expression, ignoresNulls: Boolean = true): Seq[ExpressionInput] =
    if (ignoresNulls) Nullability.of(value, filter) else Nil

  /** @param inputs
    *   the aggregated value, then everything that decides on it
    */
  private def aggregated(inputs: Seq[ExpressionInput]): PartialFunction[AggregateFunction, NestedInputs] = {
    case SelectedValue(value, ignoresNulls) =>
      SameFields(inputs.take(1), inputs.drop(1) ++ leftOut(value, ignoresNulls))
    case f @ Named("Mode") => // of Spark 3.4
      SameFields(inputs.take(1), inputs.drop(1) ++ f.children.take(1).map(ExpressionInput(_, groupBy)))
    case f: CollectList => elements(inputs.take(1): _*).copy(others = inputs.drop(1) ++ leftOut(f.child))
    case f: CollectSet =>
      elements(inputs.take(1): _*).copy(others = inputs.drop(1) :+ ExpressionInput(f.child, groupBy))
    case ComparedStructs(compared) => compared.copy(others = inputs.drop(1) ++ compared.others)
    case f if MaxMinByK.is(f) => elements(inputs.take(1): _*).copy(others = inputs.drop(1))
  }

  private def distinct(e: AggregateExpression): Seq[ExpressionInput] =
    if (e.isDistinct) e.aggregateFunction.children.map(ExpressionInput(_, groupBy)) else Nil

  private def struct(e: CreateNamedStruct): ByField =
    ByField(byName(e.nameExprs.zip(e.valExprs).collect { case (Literal(name, _), field) =>
      name.toString -> ExpressionInput(field, Kinds.identity)
    }))

  /** Several fields of a struct can have one name: `struct(a.id, b.id)`. Each has the values of all of them then. */
  private def byName(fields: Seq[(String, ExpressionInput)]): Map[String, Seq[ExpressionInput]] =
    fields.groupBy(_._1).map { case (name, same) => name -> same.map(_._2) }

  /** The items of an array that a query lists, each by its place. */
  def itemsOf(array: CreateArray): Map[String, Seq[ExpressionInput]] =
    ExtractedItem.inArray(array.children).map { case (name, item) =>
      name -> Seq(ExpressionInput(item, Kinds.transformation))
    }.toMap

  private def elements(values: ExpressionInput*): ByField = ByField(Map(Field.element -> values))
}

/** Matches an aggregate that gives one of its values. Gives the value, and whether nulls are left out. `any_value` has a
  * class of its own from Spark 3.4 on.
  */
private object SelectedValue {
  def unapply(function: AggregateFunction): Option[(Expression, Boolean)] = function match {
    case f: First => Some((f.child, f.ignoreNulls))
    case f: Last => Some((f.child, f.ignoreNulls))
    case _: MaxBy | _: MinBy => Some((function.children.head, false))
    case f @ Named("AnyValue") =>
      Some((f.children.head, new Accessors(f).value[Boolean]("ignoreNulls")))
    case _ => None
  }
}

/** Matches a function that gives the greatest or the least of several structs. A struct that is null reads as one of nulls,
  * which is the least: left out, it changes the least value, but not the fields of the greatest one.
  */
private object ComparedStructs {
  def unapply(expression: Expression): Option[NestedInputs.Compared] = expression.dataType match {
    case struct: StructType if expression.resolved => compared(struct).lift(expression)
    case _ => None
  }

  private def compared(struct: StructType): PartialFunction[Expression, NestedInputs.Compared] = {
    def fields(values: Seq[Expression], kinds: Int, path: String*) =
      struct.fieldNames.toSeq.zipWithIndex.map { case (name, i) =>
        name -> values.map(v => ExpressionInput(v, kinds, path :+ nameAt(v.dataType, i, name): _*))
      }
    def nulls(values: Seq[Expression]) = values.flatMap(Nullability.of(_, filter))

    {
      case e: Max => NestedInputs.Compared(fields(e.children, aggregation), Nil)
      case e: Min => NestedInputs.Compared(fields(e.children, aggregation), nulls(e.children))
      case e: Greatest => NestedInputs.Compared(fields(e.children, Kinds.transformation), Nil)
      case e: Least => NestedInputs.Compared(fields(e.children, Kinds.transformation), nulls(e.children))
      case e: ArrayMax => NestedInputs.Compared(fields(e.children, Kinds.transformation, Field.element), Nil)
      case e: ArrayMin =>
        val others = Nullability.ofElements(e.child, filter)
        NestedInputs.Compared(fields(e.children, Kinds.transformation, Field.element), others)
    }
  }

  /** The name that the field at a position has in one of the values. */
  private def nameAt(dataType: DataType, ordinal: Int, default: String): String = dataType match {
    case s: StructType if ordinal < s.length => s(ordinal).name
    case ArrayType(s: StructType, _) if ordinal < s.length => s(ordinal).name
    case _ => default
  }
}

/** Matches `s.withField("a", b)`, which gives a new struct, or null if `s` is null. Gives the new struct, and the inputs
  * that decide whether `s` is null.
  */
private object UpdatedStruct {
  def unapply(expression: Expression): Option[(CreateNamedStruct, Seq[ExpressionInput])] = expression match {
    case update: UpdateFields if update.resolved =>
      update.evalExpr match {
        case struct: CreateNamedStruct => Some((struct, Nil))
        case If(_, _, struct: CreateNamedStruct) =>
          Some((struct, Nullability.of(update.structExpr, conditional)))
        case _ => None
      }
    case _ => None
  }
}
