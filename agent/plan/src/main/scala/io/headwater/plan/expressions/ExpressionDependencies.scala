package io.headwater.plan.expressions

import java.util.IdentityHashMap

import scala.annotation.tailrec
import scala.collection.immutable.IntMap
import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions._

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.graph.{Edge, Graph, Kinds}

/** The direct dependencies of an expression, or of several ones, on columns.
  *
  * @param certainty
  *   `Unknown` if a part of an expression could not be read
  */
final case class DependencyEdges(edges: Vector[Edge], certainty: Certainty) {
  def ++(other: DependencyEdges): DependencyEdges = DependencyEdges.all(Vector(this, other))
}

object DependencyEdges {
  val none: DependencyEdges = DependencyEdges(Vector.empty, Certainty.Exact)

  def all(each: Vector[DependencyEdges]): DependencyEdges = each match {
    case Vector(one) => one // most often
    case _ => DependencyEdges(
        each.flatMap(_.edges).distinct,
        each.map(_.certainty).foldLeft[Certainty](Certainty.Exact)(Certainty.leastCertain)
      )
  }
}

/** Computes the dependencies of expressions in one pass from the top. Each subexpression is visited with the kinds that
  * the expressions above it give, so `CASE WHEN a THEN b` uses `a` as a condition and `b` as a value. There is no
  * recursion over plain values. A subexpression that is shared by reference is visited once for each set of kinds.
  */
final class ExpressionDependencies(graph: Graph, context: ExpressionContext) {
  import ExpressionDependencies._
  private val common = new CommonExpressions
  private val accumulators = mutable.HashMap.empty[ExprId, Int]
  private val nestedNodes = new IdentityHashMap[Expression, Int](4)
  private var nestingDepth = 0 // of nested values that are read one inside the other

  def of(expression: Expression, kind: Kind = Kind.Identity): DependencyEdges =
    new Pass().run(ExpressionInput(expression, Kinds.of(kind)))

  /** The node of an expression, with or without a name. For a mere reference it is the node of the column itself. */
  def node(expression: Expression): Int = {
    val value = withoutAliases(expression)
    nested(value).getOrElse(plain(value))
  }

  private final class Pass {
    private var kindsByNode = IntMap.empty[Int]
    private val visited = new IdentityHashMap[Expression, Int](4) // most expressions are small
    private val stack = mutable.ArrayBuffer.empty[ExpressionInput]
    private var certainty: Certainty = Certainty.Exact

    def run(root: ExpressionInput): DependencyEdges = {
      stack += root
      while (stack.nonEmpty) {
        val next = stack.remove(stack.size - 1)
        if (next.path.nonEmpty) visitPart(next)
        else {
          val before = visited.getOrDefault(next.expression, Kinds.none)
          if ((before & next.kinds) != next.kinds) {
            visited.put(next.expression, before | next.kinds)
            visit(next)
          }
        }
      }
      DependencyEdges(Edge.sorted(kindsByNode), certainty)
    }

    /** A part that cannot be told apart depends on all of the value. */
    private def visitPart(input: ExpressionInput): Unit =
      reference(FieldAccess.ofPart(input.expression, input.path)) match {
        case part: Resolved => use(part, input.kinds)
        case _ => stack += ExpressionInput(input.expression, input.kinds)
      }

    private def use(part: Resolved, kinds: Int): Unit = {
      val chooses = Kinds.compose(kinds, Kinds.conditional)
      edge(part.node, Kinds.compose(kinds, part.kinds))
      part.keys.foreach(edge(_, chooses))
      part.chosenBy.foreach(e => stack += ExpressionInput(e, chooses))
    }

    private def visit(input: ExpressionInput): Unit = reference(FieldAccess.of(input.expression)) match {
      case part: Resolved => use(part, input.kinds)
      case Unresolved =>
        context.gap("columns", "an expression has a column that no input has")
        certainty = Certainty.Unknown
      case NoReference => common.resolve(input.expression) match {
          case Some(definition) => stack += ExpressionInput(definition, input.kinds)
          case None => visitInputs(input)
        }
    }

    private def visitInputs(input: ExpressionInput): Unit = {
      val inputs = ExpressionInputs.of(input.expression, context)
      inputs.nodes.foreach { case (node, kinds) => edge(node, Kinds.compose(input.kinds, kinds)) }
      certainty = Certainty.leastCertain(certainty, inputs.certainty)
      inputs.expressions.foreach(i =>
        stack += ExpressionInput(i.expression, Kinds.compose(input.kinds, i.kinds), i.path: _*)
      )
    }

    private def edge(to: Int, kinds: Int): Unit =
      if (to != graph.nothing) kindsByNode = kindsByNode.updateWith(to, kinds, _ | _)
  }

  private def withoutAliases(expression: Expression): Expression = expression match {
    case PassThroughExpression(value) => withoutAliases(value)
    case Replacement.OfAllArguments(computed) => withoutAliases(computed)
    case CopyOf(value) => withoutAliases(value)
    case other => common.definition(other).fold(other)(withoutAliases)
  }

  private def plain(expression: Expression): Int = reference(FieldAccess.of(expression)) match {
    case part: Resolved =>
      val from = Vector(Edge(part.node, part.kinds))
      if (part.isColumn) graph.derived(from.filter(_.to != graph.nothing), fieldsFrom = from) // most often
      else derived(expression, from)
    case _ => derived(expression, Vector.empty)
  }

  private def derived(expression: Expression, fieldsFrom: Vector[Edge]): Int = {
    val dependencies = of(expression)
    val items = expression match {
      case array: CreateArray if dependencies.edges.nonEmpty => NestedLineage.itemsOf(array)
      case _ => Map.empty[String, Seq[ExpressionInput]]
    }
    val nodes = items.map { case (name, values) => name -> graph.derived(edgesTo(values)) }
    graph.derived(dependencies.edges, dependencies.certainty, fieldsFrom, nodes)
  }

  private def nested(value: Expression): Option[Int] =
    if (nestedNodes.containsKey(value)) Some(nestedNodes.get(value))
    else if (nestingDepth >= maxNestingDepth) None
    else {
      nestingDepth += 1
      val node =
        try newNested(value)
        finally nestingDepth -= 1
      node.foreach(nestedNodes.put(value, _))
      node
    }

  private def newNested(value: Expression): Option[Int] = value match {
    case s: ScalarSubquery => Subqueries.ofOneValue(s, context).map((ofQuery _).tupled)
    case NestedArrayAggregate(fold) => Some(folded(fold))
    case VariableReference(name, definition) =>
      context.variable(name, definition).map { case (variable, rows) => ofQuery(Seq(variable), rows) }
    case _ => NestedLineage.of(value, context).map { inputs =>
        common.define(value)
        nestedNode(value, inputs)
      }
  }

  /** The value of a query with one row. */
  private def ofQuery(values: Seq[Int], rows: Int): Int = {
    val from = graph.edgesTo(values, Kinds.identity)
    graph.derived(from ++ graph.edgesTo(Seq(rows), Kinds.identity), fieldsFrom = from)
  }

  /** What `aggregate(xs, struct(…), (acc, x) -> struct(…), acc -> acc.b)` makes of each field of the accumulator, in however
    * many steps: the accumulator is pending until its function has been read, like a column of a recursive query.
    */
  private def folded(fold: NestedArrayAggregate): Int = {
    common.define(fold.call)
    val length = deciding(ExpressionInput(fold.call.argument, Kinds.conditional))
    def ofAny(values: Seq[Expression]): Int = {
      val from = graph.edgesTo(values.map(node), Kinds.transformation)
      graph.derived(from ++ length.edges, length.certainty, fieldsFrom = from)
    }
    val soFar = graph.pending()
    accumulators(fold.soFar.exprId) = soFar
    val last = ofAny(Seq(fold.call.zero, fold.merge))
    graph.resolve(soFar, last)
    accumulators(fold.last.exprId) = last
    ofAny(Seq(fold.finish))
  }

  /** A nested value some of whose fields have fewer inputs than the whole: `struct(a, b)`, `s.withField("a", b)`,
    * `first(s)`.
    */
  private def nestedNode(value: Expression, inputs: NestedInputs): Int = {
    val others = DependencyEdges.all(inputs.others.toVector.map(deciding))
    def anyOf(values: Seq[ExpressionInput], more: Vector[Edge] = Vector.empty): Int = {
      val from = edgesTo(values)
      val fieldsFrom = from.filter(edge => Kinds.hasDirect(edge.kinds))
      graph.derived(from ++ more ++ others.edges, others.certainty, fieldsFrom = fieldsFrom)
    }

    inputs match {
      case NestedInputs.SameFields(values, _) => anyOf(values)
      case NestedInputs.Renamed(renamed, dataType) =>
        val cast = anyOf(Seq(ExpressionInput(renamed, Kinds.transformation)))
        new RenamedFields(graph)(cast, renamed.dataType, dataType)
      case NestedInputs.ByField(fields, _, items) =>
        ofFields(value, (fields ++ items).map { case (n, vs) => n -> anyOf(vs) })
      case NestedInputs.Compared(fields, _) =>
        val order = fields.scanLeft(graph.nothing) { case (before, (_, values)) => compared(before, values) }
        ofFields(
          value,
          fields.zip(order.tail).map { case ((name, values), upTo) =>
            name -> anyOf(values, graph.edgesTo(Seq(upTo), Kinds.identity))
          }.toMap
        )
    }
  }

  /** What decides beside the values. A nested value has a node, so that it is not read again for what is around it. */
  private def deciding(input: ExpressionInput): DependencyEdges = input.expression match {
    case _: WindowFrame => new Pass().run(input) // has no type
    case value if input.path.isEmpty && NestedTypes.isNested(value.dataType) =>
      DependencyEdges(edgesTo(Seq(input)), Certainty.Exact)
    case _ => new Pass().run(input)
  }

  private def edgesTo(values: Seq[ExpressionInput]): Vector[Edge] = values.toVector.map { v =>
    Edge(v.path.foldLeft(node(v.expression))(graph.child), v.kinds)
  }.filter(_.to != graph.nothing).distinct

  /** A nested value with the nodes of its fields. */
  private def ofFields(value: Expression, fields: Map[String, Int]): Int = {
    val whole = of(value)
    graph.derived(whole.edges, whole.certainty, fields = fields)
  }

  /** What decides between structs by their fields up to one: the fields `before` it, and the values of it. */
  private def compared(before: Int, field: Seq[ExpressionInput]): Int = graph.derived(
    graph.edgesTo(Seq(before), Kinds.identity) ++ graph.edgesTo(edgesTo(field).map(_.to), Kinds.sort)
  )

  /** The column, or the part of a column, that an access leads to. */
  private def reference(to: FieldAccess): Reference = {
    val access = ofCollection(to)
    access.base match {
      case a: Attribute =>
        column(context.column(a.exprId.id).orElse(context.outer(a.exprId.id)).orElse(metadata(a)), access)
      case o: OuterReference => column(context.outer(o.exprId.id), access)
      case v: NamedLambdaVariable if accumulators.contains(v.exprId) =>
        resolved(accumulators(v.exprId), access)
      case value if access.path.nonEmpty || NestedArrayAggregate.unapply(value).nonEmpty =>
        nested(value).fold[Reference](NoReference)(resolved(_, access))
      case _ => NoReference
    }
  }

  private def column(node: Option[Int], access: FieldAccess): Reference =
    node.fold[Reference](Unresolved)(resolved(_, access))

  private def resolved(node: Int, access: FieldAccess): Resolved = {
    def at(path: Vector[String]) = path.foldLeft(node)(graph.child)
    Resolved(at(access.path), access.kinds, access.chosenBy, access.keys.map(at))
  }

  /** The access to a collection, if an access is to a variable that stands for a part of that collection. The access to a
    * value that Spark computes once and refers to (`nullif`) is one to the value.
    */
  @tailrec private def ofCollection(access: FieldAccess): FieldAccess = common.part(access.base) match {
    case Some(part) => ofCollection(FieldAccess.resolve(access.in(part.collection, part.name)))
    case None if access.path.isEmpty => access
    case None => common.definition(access.base) match {
        case Some(value) => ofCollection(FieldAccess.resolve(access.copy(base = value)))
        case None => access
      }
  }

  private def metadata(a: Attribute): Option[Int] = if (MetadataColumn.is(a)) Some(graph.nothing) else None
}

private object ExpressionDependencies {

  /** The bound on nested values that are built from each other. Fields below it depend on all of the value. */
  val maxNestingDepth = 200

  sealed trait Reference

  /** A column or a part of one. The values of `chosenBy`, an index or a key, choose the part, and so do the nodes `keys`,
    * the keys of maps.
    */
  final case class Resolved(node: Int, kinds: Int, chosenBy: Seq[Expression], keys: Seq[Int])
      extends Reference {

    /** Whether nothing else than the node itself is used. */
    def isColumn: Boolean = chosenBy.isEmpty && keys.isEmpty
  }

  /** A column that is not in scope. */
  case object Unresolved extends Reference

  /** No reference to a column. */
  case object NoReference extends Reference
}
