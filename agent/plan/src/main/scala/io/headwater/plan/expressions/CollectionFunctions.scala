package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{ArrayType, StructType}

import io.headwater.model.Field
import io.headwater.plan.expressions.NestedInputs.ByField
import io.headwater.plan.graph.Kinds.{conditional, filter, groupBy, sort, transformation}
import io.headwater.plan.graph.{ItemNames, Kinds}
import io.headwater.util.{Accessors, ClassNames}

/** The table of functions that make an array of the elements of others, or a map of the entries of others. Their other
  * arguments only decide which elements there are, and in which order.
  */
private[expressions] object CollectionFunctions {

  def unapply(expression: Expression): Option[ByField] =
    if (expression.resolved) functions.lift(expression) else None

  /** The inputs of the whole collection. An argument whose elements are in the result is not named a second time. */
  def whole(collection: ByField): Seq[ExpressionInput] = {
    val inputs = collection.fields.toSeq.flatMap(_._2).map { input =>
      if (input.path.forall(_ == Field.element)) ExpressionInput(input.expression, input.kinds) else input
    }
    val (values, deciding) = inputs.partition(i => Kinds.hasDirect(i.kinds))
    values ++ (deciding ++ collection.others).filterNot(o => values.exists(_.expression eq o.expression))
  }

  private val arrays: PartialFunction[Expression, ByField] = {
    case e: ArrayTransform => array(body(e.function), size(e.argument): _*)
    case e: ZipWith => array(body(e.function), size(e.left) ++ size(e.right): _*)
    case e: ArraysZip => // as many elements as the longest array has
      array(item(elementOf(e)), e.children.flatMap(size): _*)
    case e: SortArray =>
      array(elements(e.base), ExpressionInput(e.base, sort), ExpressionInput(e.ascendingOrder, conditional))
    case e: ArraySort =>
      array(elements(e.argument), ExpressionInput(e.argument, sort), ExpressionInput(e.function, sort))
    case e: ArrayFilter => array(elements(e.argument), ExpressionInput(e.function, filter))
    case e: ArrayRemove =>
      array(elements(e.left), ExpressionInput(e.left, filter), ExpressionInput(e.right, filter))
    case e: ArrayExcept =>
      array(elements(e.left), ExpressionInput(e.left, groupBy), ExpressionInput(e.right, groupBy))
    case e: ArrayDistinct => array(elements(e.child), ExpressionInput(e.child, groupBy))
    case e @ (_: ArrayUnion | _: ArrayIntersect) => // both compare the elements of both arrays
      array(e.children.flatMap(elements(_)), e.children.map(ExpressionInput(_, groupBy)): _*)
    case e: Slice =>
      array(elements(e.x), ExpressionInput(e.start, conditional), ExpressionInput(e.length, conditional))
    case e: ArrayRepeat => array(item(e.left), ExpressionInput(e.right, conditional))
    case e: Reverse if isArray(e) => array(elements(e.child))
    case e: Shuffle => array(elements(e.child))
    case e: Concat if isArray(e) => inARow(e.children.flatMap(elements(_)), e.children.dropRight(1): _*)
    case e: Flatten => inARow(elements(e.child, Field.element, Field.element), e.child)
    case NewerArrays(collection) => collection
  }

  /** Functions that Spark 3.3 does not have, so they are matched by name. */
  private object NewerArrays {
    def unapply(e: Expression): Option[ByField] = {
      def part(name: String) = new Accessors(e).value[Expression](name)
      ClassNames.simple(e) match {
        case "ArrayAppend" => Some(inARow(elements(part("left")) ++ item(part("right")), part("left")))
        case "ArrayPrepend" => Some(array(elements(part("left")) ++ item(part("right"))))
        case "ArrayCompact" =>
          Some(array(elements(part("child")), Nullability.ofElements(part("child"), filter): _*))
        case "ArrayInsert" =>
          val (source, position) = (part("srcArrayExpr"), ExpressionInput(part("posExpr"), conditional))
          Some(inARow(elements(source) ++ item(part("itemExpr")), source).copy(others = Seq(position)))
        case _ => None
      }
    }
  }

  private val maps: PartialFunction[Expression, ByField] = {
    case e: CreateMap if e.keys.size == 1 || e.keys.forall(_.isInstanceOf[Literal]) =>
      val items = ExtractedItem.inMap(e).map { case (name, value) => name -> item(value) }
      map(e.keys.flatMap(item), e.values.flatMap(item)).copy(items = items.toMap)
    case e: CreateMap => withoutDuplicates(e.keys.flatMap(item), e.values.flatMap(item))
    case e: MapConcat =>
      withoutDuplicates(e.children.map(part(_, Field.key)), e.children.map(part(_, Field.value)))
    case e: MapFromArrays => withoutDuplicates(elements(e.left), elements(e.right))
    case e @ MapFromEntries(Entries(key, values)) =>
      withoutDuplicates(elements(e.child, Field.element, key), elements(e.child, Field.element, values))
    case e: MapFilter =>
      map(
        Seq(part(e.argument, Field.key)),
        Seq(part(e.argument, Field.value)),
        ExpressionInput(e.function, filter)
      )
    case e: TransformKeys => withoutDuplicates(body(e.function), Seq(part(e.argument, Field.value)))
    case e: TransformValues => // there is a value for each key, also one that no item of the map is used for
      val keys = if (usesItems(e.function)) Nil else Seq(ExpressionInput(e.argument, conditional, Field.key))
      map(Seq(part(e.argument, Field.key)), body(e.function) ++ keys)
    case e: MapZipWith => // the value of a key that only one of the maps has is null
      val sides = Seq(e.left, e.right)
      val found = sides.map(ExpressionInput(_, conditional, Field.key))
      map(sides.map(part(_, Field.key)), body(e.function) ++ found)
  }

  private val functions = arrays.orElse(maps)

  /** An array whose number of elements decides. */
  private def size(array: Expression): Seq[ExpressionInput] =
    CollectionSize.unlessFixed(array).map(ExpressionInput(_, conditional))

  private def isArray(expression: Expression): Boolean = expression.dataType.isInstanceOf[ArrayType]

  private def array(elements: Seq[ExpressionInput], others: ExpressionInput*): ByField =
    ByField(Map(Field.element -> elements), others)

  /** Values of several arrays, one array after the other.
    *
    * @param before
    *   the arrays whose lengths decide which of the values is at a position; a query that lists the items of an array knows
    *   its length
    */
  private def inARow(values: Seq[ExpressionInput], before: Expression*): ByField = {
    val lengths = before.filterNot(_.isInstanceOf[CreateArray]).map(ExpressionInput(_, conditional))
    array(values).copy(items = Map(ItemNames.anywhere -> (values ++ lengths)))
  }

  private def map(
      keys: Seq[ExpressionInput],
      values: Seq[ExpressionInput],
      others: ExpressionInput*
  ): ByField = ByField(Map(Field.key -> keys, Field.value -> values), others)

  /** A struct of one element of each array. */
  private def elementOf(zip: ArraysZip): CreateNamedStruct = CreateNamedStruct(
    zip.names.zip(zip.children).flatMap { case (name, array) => Seq(name, SomeElement(array)) }
  )

  /** A map of which the keys decide which values remain: of equal keys, the last value does, with
    * `spark.sql.mapKeyDedupPolicy=LAST_WIN`.
    */
  private def withoutDuplicates(keys: Seq[ExpressionInput], values: Seq[ExpressionInput]): ByField =
    map(keys, values ++ keys.map(k => ExpressionInput(k.expression, conditional, k.path: _*)))

  private def item(expression: Expression): Seq[ExpressionInput] =
    Seq(ExpressionInput(expression, transformation))

  private def body(function: Expression): Seq[ExpressionInput] = function match {
    case lambda: LambdaFunction => item(lambda.function)
    case other => item(other)
  }

  /** Whether each part of a function's result uses its arguments. Of a nested result, some fields may not. */
  private def usesItems(function: Expression): Boolean = function match {
    case LambdaFunction(body, arguments, _) if !NestedTypes.isNested(body.dataType) =>
      val ids = arguments.map(_.exprId).toSet
      body.find { case v: NamedLambdaVariable => ids(v.exprId); case _ => false }.isDefined
    case _ => false
  }

  private def elements(array: Expression, path: String*): Seq[ExpressionInput] =
    Seq(ExpressionInput(array, transformation, (if (path.isEmpty) Seq(Field.element) else path): _*))

  private def part(map: Expression, name: String): ExpressionInput =
    ExpressionInput(map, transformation, name)

  /** Matches an array of pairs. Gives the names of their two fields. */
  private object Entries {
    def unapply(array: Expression): Option[(String, String)] = array.dataType match {
      case ArrayType(StructType(Array(first, second)), _) => Some((first.name, second.name))
      case _ => None
    }
  }
}
