package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.Generate
import org.apache.spark.sql.types.{ArrayType, MapType, StructType}

import io.headwater.model.{Certainty, Field, Kind}
import io.headwater.plan.expressions.CollectionSize
import io.headwater.plan.graph.Edge
import io.headwater.plan.graph.Kinds.transformation
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{ClassNames, Named}

/** `LATERAL VIEW explode(items)` and the other table functions. The length of a collection decides how many rows there are
  * for each input row, so its column also affects rows, like the condition of a join. `stack(2, a, b)` and
  * `explode(array(a, b))` always give the same number of rows, also if a `SELECT` below has built the array. The number of
  * `stack` may be a SQL variable.
  */
object GenerateRules {

  val rule: Rule = { case g: Generate =>
    NodeLineage.of(g) { context =>
      val fixedRows = FixedRows.areMadeBy(g)
      val nodes = outputs(context, g.generator, g.generatorOutput.size, fixedRows)
      val generated = g.generatorOutput.zip(nodes).map { case (a, node) => a.exprId.id -> node }
      val deciding = g.generator match {
        case s: Stack => s.children.take(1)
        case _ if fixedRows => Nil
        case c: CollectionGenerator => c.children.flatMap(CollectionSize.of)
        case other => other.children
      }
      val rows = context.ofCall(g.generator)(context.rows(Kind.Join, deciding))
      context.input.copy(columns = context.input.columns ++ LongMap(generated: _*), rows = rows)
    }
  }

  /** Table functions of users, which may return rows that depend on all rows before. That of Python is new in Spark 3.5, and
    * that of Hive is in an optional module.
    */
  private val usersCode = Set("HiveGenericUDTF", "PythonUDTF")

  private def outputs(
      context: RuleContext,
      generator: Generator,
      count: Int,
      fixedRows: Boolean
  ): Seq[Int] = generator match {
    case e: Explode => elements(context, e, e.child)
    case e: PosExplode => position(context, e, fixedRows) +: elements(context, e, e.child)
    case i: Inline =>
      i.child.dataType match {
        case ArrayType(struct: StructType, _) =>
          val element = part(context, i, context.node(i.child), Field.element)
          struct.fieldNames.toSeq.map(name => context.graph.child(element, name))
        case _ => Seq.fill(count)(computed(context, i, i.children))
      }
    case s: Stack => stacked(context, s.children.drop(1), count)
    case j: JsonTuple => // json_tuple(js, 'a', 'b'): each name chooses a part of the text
      j.children.drop(1).map { name =>
        val part = context.dependencies(j.children.take(1), Kind.Transformation)
        context.ofCall(j)(context.derived(part ++ context.dependencies(Seq(name), Kind.Conditional)))
      }
    // UNNEST(xs, ys) WITH ORDINALITY: a column for each array, then the position; of Spark 4.3, so matched by name
    case g @ Named("Unnest") =>
      (g.children.flatMap(elements(context, g, _)) :+ position(context, g, fixedRows)).take(count)
    case g if usersCode(ClassNames.simple(g)) =>
      Seq.fill(count)(computed(context, g, g.children, Certainty.Opaque))
    case g: UserDefinedGenerator => Seq.fill(count)(computed(context, g, g.children, Certainty.Opaque))
    case g => Seq.fill(count)(computed(context, g, g.children))
  }

  /** The columns of `stack(2, a, b, c, d)`, which has the rows (a, b) and (c, d). */
  private def stacked(context: RuleContext, cells: Seq[Expression], count: Int): Seq[Int] =
    (0 until count).map { column =>
      val values = cells.zipWithIndex.collect { case (cell, i) if i % count == column => cell }
      context.derived(values, Kind.Identity)
    }

  private def position(context: RuleContext, call: Generator, fixedRows: Boolean): Int =
    computed(context, call, if (fixedRows) Nil else call.children.flatMap(CollectionSize.of))

  private def elements(context: RuleContext, call: Generator, collection: Expression): Seq[Int] = {
    val node = context.node(collection)
    collection.dataType match {
      case _: MapType => Seq(part(context, call, node, Field.key), part(context, call, node, Field.value))
      case _ => Seq(part(context, call, node, Field.element))
    }
  }

  /** A part taken out of a collection: a new value with the fields of the part. */
  private def part(context: RuleContext, call: Generator, collection: Int, name: String): Int =
    if (collection == context.graph.nothing) collection
    else {
      val edge = Edge(context.graph.child(collection, name), transformation)
      context.ofCall(call)(context.graph.derived(Vector(edge), Certainty.Exact, fieldsFrom = Vector(edge)))
    }

  /** A value that depends on all arguments. */
  private def computed(
      context: RuleContext,
      call: Generator,
      arguments: Seq[Expression],
      certainty: Certainty = Certainty.Exact
  ): Int = {
    val found = context.dependencies(arguments, Kind.Transformation)
    context.ofCall(call)(context.graph.derived(
      found.edges,
      Certainty.leastCertain(certainty, found.certainty)
    ))
  }
}
