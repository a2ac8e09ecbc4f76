package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types.{DataType, StructType}

import io.headwater.model.Field
import io.headwater.plan.expressions.NestedTypes.{isNested, sameNames}
import io.headwater.plan.graph.Kinds
import io.headwater.plan.graph.Kinds.{aggregation, condition, filter, group, sort, value}

/** The inputs of a nested value by its fields, where a field has fewer inputs than the whole value. */
private[expressions] sealed trait NestedInputs {

  /** Further inputs that affect every field. */
  def others: Seq[ExpressionInput]
}

private[expressions] object NestedInputs {

  /** The value has the fields of each of `values`; `others` decide which of them it is. */
  final case class SameFields(values: Seq[FieldInput], others: Seq[ExpressionInput] = Nil)
      extends NestedInputs

  /** Each field by its name ([[Field]] names the parts of arrays and maps) with the values that it may have. */
  final case class ByField(fields: Map[String, Seq[FieldInput]], others: Seq[ExpressionInput] = Nil)
      extends NestedInputs
}

/** An input value, or the part of it at `path`, and how it is used (a set of [[Kinds]]). */
private[expressions] final case class FieldInput(expression: Expression, kinds: Int, path: String*)

/** The table of expressions that keep the fields of their inputs. For any other expression each field depends on all of
  * the value's inputs.
  */
private[expressions] object NestedLineage {
  import NestedInputs._

  def of(expression: Expression, lookup: AttributeLookup): Option[NestedInputs] =
    if (!expression.resolved) None
    else if (!isNested(expression.dataType)) fieldOfElements.lift(expression)
    else {
      def inputs = ExpressionInputs.of(expression, lookup).expressions
      expression match {
        case e: AggregateExpression => aggregated(inputs ++ distinct(e)).lift(e.aggregateFunction)
        case other => scalar(inputs).orElse(arrays(inputs)).orElse(fieldOfElements).lift(other)
      }
    }

  /** `items.sku` is an array whose elements are the fields of the elements of `items`. */
  private val fieldOfElements: PartialFunction[Expression, NestedInputs] = { case f: GetArrayStructFields =>
    ByField(Map(Field.element -> Seq(FieldInput(f.child, Kinds.identity, Field.element, f.field.name))))
  }

  /** @param inputs
    *   the inputs of the expression, from [[ExpressionInputs]]
    */
  private def scalar(inputs: => Seq[ExpressionInput]): PartialFunction[Expression, NestedInputs] = {
    case e: CreateNamedStruct => struct(e)
    case UpdatedStruct(e) => struct(e)
    case _: CreateArray => array(inputs.map(whole))
    case e: CreateMap =>
      ByField(Map(
        Field.key -> e.keys.map(FieldInput(_, value)),
        Field.value -> e.values.map(FieldInput(_, value))
      ))

    // one of several values
    case _: If | _: CaseWhen | _: Coalesce =>
      val (values, others) = inputs.partition(p => isNested(p.expression.dataType))
      SameFields(values.map(whole), others)
    case e: Cast if sameNames(e.child.dataType, e.dataType) => SameFields(inputs.map(whole))
  }

  /** Arrays of the elements of other arrays. */
  private def arrays(inputs: => Seq[ExpressionInput]): PartialFunction[Expression, NestedInputs] = {
    case NestedTransform(_, _, _) => array(inputs.take(1).map(whole), inputs.drop(1): _*)
    case e: SortArray => array(elements(e.base), ExpressionInput(e.base, sort))
    case e: ArraySort =>
      array(elements(e.argument), ExpressionInput(e.argument, sort), ExpressionInput(e.function, sort))
    case e: ArrayFilter =>
      array(elements(e.argument), ExpressionInput(e.argument, filter), ExpressionInput(e.function, filter))
    case e: ArrayDistinct => array(elements(e.child), ExpressionInput(e.child, group))
    case e: Slice =>
      array(elements(e.x), ExpressionInput(e.start, condition), ExpressionInput(e.length, condition))
    case e: Reverse => array(elements(e.child))
    case e: Shuffle => array(elements(e.child))
    case e: Concat => array(e.children.flatMap(elements(_)))
    case e: Flatten => array(elements(e.child, Field.element, Field.element))
  }

  /** @param inputs
    *   the aggregated value, then everything that decides on it
    */
  private def aggregated(inputs: Seq[ExpressionInput]): PartialFunction[AggregateFunction, NestedInputs] = {
    case _: First | _: Last | _: AnyValue | _: MaxBy | _: MinBy =>
      SameFields(inputs.take(1).map(whole), inputs.drop(1))
    case _: CollectList => array(inputs.take(1).map(whole), inputs.drop(1): _*)
    case f: CollectSet =>
      array(inputs.take(1).map(whole), inputs.drop(1) :+ ExpressionInput(f.child, group): _*)
    case f @ (_: Max | _: Min) => // structs are compared by all fields, the first field first
      ByField(
        fieldNames(f.dataType).map(n => n -> Seq(FieldInput(f.children.head, aggregation, n))).toMap,
        inputs.drop(1) ++ f.children.map(ExpressionInput(_, sort))
      )
  }

  private def distinct(e: AggregateExpression): Seq[ExpressionInput] =
    if (e.isDistinct) e.aggregateFunction.children.map(ExpressionInput(_, group)) else Nil

  private def struct(e: CreateNamedStruct): NestedInputs =
    ByField(e.nameExprs.zip(e.valExprs).collect { case (Literal(name, _), field) =>
      name.toString -> Seq(FieldInput(field, Kinds.identity))
    }.toMap)

  private def fieldNames(dataType: DataType): Seq[String] = dataType match {
    case struct: StructType => struct.fieldNames.toSeq
    case _ => Nil
  }

  private def whole(input: ExpressionInput): FieldInput = FieldInput(input.expression, input.kinds)

  private def array(elements: Seq[FieldInput], others: ExpressionInput*): NestedInputs =
    ByField(Map(Field.element -> elements), others)

  private def elements(array: Expression, path: String*): Seq[FieldInput] =
    Seq(FieldInput(array, value, (if (path.isEmpty) Seq(Field.element) else path): _*))
}

/** Matches `s.withField("a", b)`, which gives a new struct, or null if `s` is null. */
private object UpdatedStruct {
  def unapply(expression: Expression): Option[CreateNamedStruct] = expression match {
    case update: UpdateFields if update.resolved =>
      update.evalExpr match {
        case struct: CreateNamedStruct => Some(struct)
        case If(_, _, struct: CreateNamedStruct) => Some(struct)
        case _ => None
      }
    case _ => None
  }
}
