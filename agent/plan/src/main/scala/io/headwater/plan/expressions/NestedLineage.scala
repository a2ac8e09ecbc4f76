package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

import io.headwater.model.Field
import io.headwater.plan.graph.Kinds
import io.headwater.plan.graph.Kinds.{aggregation, condition, filter, group, sort, value}

/** What the parts of a nested value are made of, where that is less than what the whole is made of. */
private[expressions] sealed trait NestedValue {
  def others: Seq[ExpressionInput]
}

private[expressions] object NestedValue {

  /** The value has the parts that these values have; `others` decide which one it is. */
  final case class Alike(values: Seq[InnerValue], others: Seq[ExpressionInput] = Nil) extends NestedValue

  /** Each part by its name, as [[Field]] names them, is like some values; `others` bear on every part. */
  final case class Built(parts: Map[String, Seq[InnerValue]], others: Seq[ExpressionInput] = Nil)
      extends NestedValue
}

/** A value, or what lies at a path inside it, and how it is used. */
private[expressions] final case class InnerValue(expression: Expression, kinds: Int, path: String*)

/** The table of expressions that keep the parts of what they are made of. What has no line makes a value each part of
  * which comes from all of it.
  */
private[expressions] object NestedLineage {
  import NestedValue._

  def of(expression: Expression, lookup: AttributeLookup): Option[NestedValue] =
    if (!expression.resolved || !nested(expression.dataType)) None
    else {
      def inside = ExpressionInputs.of(expression, lookup).inside
      expression match {
        case e: AggregateExpression => aggregated(inside ++ distinct(e)).lift(e.aggregateFunction)
        case other => known(inside).lift(other)
      }
    }

  /** `inside`: what the expression is made of, by [[ExpressionInputs]]. */
  private def known(inside: => Seq[ExpressionInput]): PartialFunction[Expression, NestedValue] = {
    case e: CreateNamedStruct => struct(e)
    case UpdatedStruct(e) => struct(e)
    case _: CreateArray => array(inside.map(whole))
    case e: CreateMap =>
      Built(Map(
        Field.key -> e.keys.map(InnerValue(_, value)),
        Field.value -> e.values.map(InnerValue(_, value))
      ))

    // one of several values
    case _: If | _: CaseWhen | _: Coalesce =>
      val (values, others) = inside.partition(p => nested(p.expression.dataType))
      Alike(values.map(whole), others)
    case e: Cast if sameNames(e.child.dataType, e.dataType) => Alike(inside.map(whole))

    // arrays of what others hold
    case Each(_, _, _) => array(inside.take(1).map(whole), inside.drop(1): _*)
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

  /** `inside`: what is aggregated, and all that decides on it. */
  private def aggregated(inside: Seq[ExpressionInput]): PartialFunction[AggregateFunction, NestedValue] = {
    case _: First | _: Last | _: AnyValue | _: MaxBy | _: MinBy =>
      Alike(inside.take(1).map(whole), inside.drop(1))
    case _: CollectList => array(inside.take(1).map(whole), inside.drop(1): _*)
    case f: CollectSet =>
      array(inside.take(1).map(whole), inside.drop(1) :+ ExpressionInput(f.child, group): _*)
    case f @ (_: Max | _: Min) => // all fields, the first one first, decide which struct it is
      Built(
        names(f.dataType).map(n => n -> Seq(InnerValue(f.children.head, aggregation, n))).toMap,
        inside.drop(1) ++ f.children.map(ExpressionInput(_, sort))
      )
  }

  private def distinct(e: AggregateExpression): Seq[ExpressionInput] =
    if (e.isDistinct) e.aggregateFunction.children.map(ExpressionInput(_, group)) else Nil

  private def struct(e: CreateNamedStruct): NestedValue =
    Built(e.nameExprs.zip(e.valExprs).collect { case (Literal(name, _), field) =>
      name.toString -> Seq(InnerValue(field, Kinds.identity))
    }.toMap)

  private def names(of: DataType): Seq[String] = of match {
    case struct: StructType => struct.fieldNames.toSeq
    case _ => Nil
  }

  private def whole(part: ExpressionInput): InnerValue = InnerValue(part.expression, part.kinds)

  private def array(elements: Seq[InnerValue], others: ExpressionInput*): NestedValue =
    Built(Map(Field.element -> elements), others)

  private def elements(array: Expression, path: String*): Seq[InnerValue] =
    Seq(InnerValue(array, value, (if (path.isEmpty) Seq(Field.element) else path): _*))

  /** Whether what has a name in one type has it in the other, all the way down. */
  private def sameNames(one: DataType, other: DataType): Boolean = (one, other) match {
    case (StructType(a), StructType(b)) =>
      a.length == b.length && a.zip(b).forall { case (x, y) =>
        x.name == y.name && sameNames(x.dataType, y.dataType)
      }
    case (ArrayType(a, _), ArrayType(b, _)) => sameNames(a, b)
    case (MapType(k, v, _), MapType(l, w, _)) => sameNames(k, l) && sameNames(v, w)
    case (a, b) => !nested(a) && !nested(b)
  }

  def nested(of: DataType): Boolean = of match {
    case _: StructType => true
    case ArrayType(element, _) => nested(element)
    case MapType(k, v, _) => nested(k) || nested(v)
    case _ => false
  }
}

/** `s.withField("a", b)` gives a struct, or null where `s` is null. */
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
