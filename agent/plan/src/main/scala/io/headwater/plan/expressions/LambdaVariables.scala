package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._

import io.headwater.model.Field

/** A part of the elements or entries of a collection.
  *
  * @param name
  *   a name in [[io.headwater.model.Field]]
  */
private[expressions] final case class CollectionPart(collection: Expression, name: String)

/** The variables of lambda functions that stand for parts of a collection. The position of an element stands for none.
  * The variables of a function that is not in this table depend on nothing; their collection is an argument beside them.
  */
private[expressions] object LambdaVariables {

  def of(expression: Expression): Seq[(NamedLambdaVariable, CollectionPart)] = expression match {
    case e: ArrayTransform => variables(e.function).take(1).map(_ -> element(e.argument))
    case e: ArrayFilter => variables(e.function).take(1).map(_ -> element(e.argument))
    case e: ArrayExists => variables(e.function).map(_ -> element(e.argument))
    case e: ArrayForAll => variables(e.function).map(_ -> element(e.argument))
    case e: ArrayAggregate =>
      variables(e.merge).drop(1).map(_ -> element(e.argument)) // the first is the value so far
    case e: ZipWith => variables(e.function).zip(Seq(element(e.left), element(e.right)))
    case e: MapFilter => variables(e.function).zip(entry(e.argument))
    case e: TransformKeys => variables(e.function).zip(entry(e.argument))
    case e: TransformValues => variables(e.function).zip(entry(e.argument))
    case e: MapZipWith =>
      val keys = Concat(Seq(MapKeys(e.left), MapKeys(e.right)))
      val values = Seq(e.left, e.right).map(CollectionPart(_, Field.value))
      variables(e.function).zip(element(keys) +: values)
    case _ => Nil
  }

  private def variables(function: Expression): Seq[NamedLambdaVariable] = function match {
    case lambda: LambdaFunction => lambda.arguments.collect { case v: NamedLambdaVariable => v }
    case _ => Nil
  }

  private def element(array: Expression): CollectionPart = CollectionPart(array, Field.element)

  private def entry(map: Expression): Seq[CollectionPart] =
    Seq(CollectionPart(map, Field.key), CollectionPart(map, Field.value))
}

/** A call of `aggregate` whose accumulator is a struct, or contains one.
  *
  * @param soFar
  *   the variable of `merge` for the accumulator
  * @param last
  *   the variable of `finish` for the accumulator
  */
private[expressions] final case class NestedArrayAggregate(
    call: ArrayAggregate,
    soFar: NamedLambdaVariable,
    merge: Expression,
    last: NamedLambdaVariable,
    finish: Expression
)

private[expressions] object NestedArrayAggregate {

  /** Spark compares the types of the accumulator without the names of fields. With other names, its fields are not known. */
  def unapply(expression: Expression): Option[NestedArrayAggregate] = expression match {
    case call @ ArrayAggregate(
          _,
          zero,
          LambdaFunction(merge, Seq(soFar: NamedLambdaVariable, _), _),
          LambdaFunction(finish, Seq(last: NamedLambdaVariable), _)
        )
        if call.resolved && NestedTypes.isNested(zero.dataType) &&
          NestedTypes.sameNames(zero.dataType, merge.dataType) =>
      Some(NestedArrayAggregate(call, soFar, merge, last, finish))
    case _ => None
  }
}
