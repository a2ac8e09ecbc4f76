package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

import io.headwater.plan.walk.Kinds
import io.headwater.plan.walk.Kinds.{aggregation, condition, filter, group, sort, value}

/** What the parts of a nested value are made of, where that is less than what the whole is made of. */
private[expressions] sealed trait Shape {
  def others: Seq[Part]
}

private[expressions] object Shape {

  /** The value has the parts that these values have; `others` decide which one it is. */
  final case class Alike(values: Seq[Inner], others: Seq[Part] = Nil) extends Shape

  /** Each part by its name, as [[Fields]] names them, is like some values; `others` bear on every part. */
  final case class Built(parts: Map[String, Seq[Inner]], others: Seq[Part] = Nil) extends Shape
}

/** A value, or what lies at a path inside it, and how it is used. */
private[expressions] final case class Inner(expression: Expression, kinds: Int, path: String*)

/** The table of expressions that keep the parts of what they are made of. What has no line makes a value each part of
  * which comes from all of it.
  */
private[expressions] object Shapes {
  import Shape._

  def of(expression: Expression, lookup: Lookup): Option[Shape] =
    if (!expression.resolved || !nested(expression.dataType)) None
    else {
      def inside = Parts.of(expression, lookup).inside
      expression match {
        case e: AggregateExpression => aggregated(inside ++ distinct(e)).lift(e.aggregateFunction)
        case other => known(inside).lift(other)
      }
    }

  /** `inside`: what the expression is made of, by [[Parts]]. */
  private def known(inside: => Seq[Part]): PartialFunction[Expression, Shape] = {
    case e: CreateNamedStruct => struct(e)
    case UpdatedStruct(e) => struct(e)
    case _: CreateArray => array(inside.map(whole))
    case e: CreateMap =>
      Built(Map(Fields.key -> e.keys.map(Inner(_, value)), Fields.value -> e.values.map(Inner(_, value))))

    // one of several values
    case _: If | _: CaseWhen | _: Coalesce =>
      val (values, others) = inside.partition(p => nested(p.expression.dataType))
      Alike(values.map(whole), others)
    case e: Cast if sameNames(e.child.dataType, e.dataType) => Alike(inside.map(whole))

    // arrays of what others hold
    case Each(_, _, _) => array(inside.take(1).map(whole), inside.drop(1): _*)
    case e: SortArray => array(elements(e.base), Part(e.base, sort))
    case e: ArraySort => array(elements(e.argument), Part(e.argument, sort), Part(e.function, sort))
    case e: ArrayFilter => array(elements(e.argument), Part(e.argument, filter), Part(e.function, filter))
    case e: ArrayDistinct => array(elements(e.child), Part(e.child, group))
    case e: Slice => array(elements(e.x), Part(e.start, condition), Part(e.length, condition))
    case e: Reverse => array(elements(e.child))
    case e: Shuffle => array(elements(e.child))
    case e: Concat => array(e.children.flatMap(elements(_)))
    case e: Flatten => array(elements(e.child, Fields.element, Fields.element))
  }

  /** `inside`: what is aggregated, and all that decides on it. */
  private def aggregated(inside: Seq[Part]): PartialFunction[AggregateFunction, Shape] = {
    case _: First | _: Last | _: AnyValue | _: MaxBy | _: MinBy =>
      Alike(inside.take(1).map(whole), inside.drop(1))
    case _: CollectList => array(inside.take(1).map(whole), inside.drop(1): _*)
    case f: CollectSet => array(inside.take(1).map(whole), inside.drop(1) :+ Part(f.child, group): _*)
    case f @ (_: Max | _: Min) => // all fields, the first one first, decide which struct it is
      Built(
        names(f.dataType).map(n => n -> Seq(Inner(f.children.head, aggregation, n))).toMap,
        inside.drop(1) ++ f.children.map(Part(_, sort))
      )
  }

  private def distinct(e: AggregateExpression): Seq[Part] =
    if (e.isDistinct) e.aggregateFunction.children.map(Part(_, group)) else Nil

  private def struct(e: CreateNamedStruct): Shape =
    Built(e.nameExprs.zip(e.valExprs).collect { case (Literal(name, _), field) =>
      name.toString -> Seq(Inner(field, Kinds.identity))
    }.toMap)

  private def names(of: DataType): Seq[String] = of match {
    case struct: StructType => struct.fieldNames.toSeq
    case _ => Nil
  }

  private def whole(part: Part): Inner = Inner(part.expression, part.kinds)

  private def array(elements: Seq[Inner], others: Part*): Shape =
    Built(Map(Fields.element -> elements), others)

  private def elements(array: Expression, path: String*): Seq[Inner] =
    Seq(Inner(array, value, (if (path.isEmpty) Seq(Fields.element) else path): _*))

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
