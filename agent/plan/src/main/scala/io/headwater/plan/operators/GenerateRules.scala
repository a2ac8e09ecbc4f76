package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.Generate
import org.apache.spark.sql.types.{ArrayType, MapType, StructType}

import io.headwater.model.{Certainty, Field, Kind}
import io.headwater.plan.graph.Kinds.value
import io.headwater.plan.graph.{Edge, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** `LATERAL VIEW explode(items)` and the other table functions. How long a collection is decides how often the other
  * columns come out, so its column bears on rows too, as a join's would.
  */
object GenerateRules {

  val rule: Rule = { case g: Generate =>
    NodeLineage.of(g) { context =>
      val made = g.generatorOutput.zip(outputs(context, g.generator, g.generatorOutput.size)).map {
        case (a, node) =>
          a.exprId.id -> node
      }
      val rows = g.generator match {
        case _: Stack => context.input.rows
        case generator => context.rows(Kind.Join, generator.children)
      }
      Scope(context.input.columns ++ LongMap(made: _*), rows)
    }
  }

  private def outputs(context: RuleContext, generator: Generator, count: Int): Seq[Int] = generator match {
    case e: Explode => elements(context, e.child)
    case e: PosExplode => all(context, Seq(e.child)) +: elements(context, e.child)
    case i: Inline =>
      i.child.dataType match {
        case ArrayType(struct: StructType, _) =>
          val rows = inside(context, context.node(i.child), Field.element)
          struct.fieldNames.toSeq.map(name => context.graph.child(rows, name))
        case _ => Seq.fill(count)(all(context, i.children))
      }
    case s: Stack => // stack(2, a, b, c, d): rows (a, b) and (c, d)
      val cells = s.children.drop(1)
      (0 until count).map { i =>
        context.graph.derived(context.edges(
          cells.zipWithIndex.collect { case (c, at) if at % count == i => c },
          Kind.Identity
        ).distinct)
      }
    // UNNEST(xs, ys) WITH ORDINALITY, of Spark 4.3, so by name: a column for each array, then the place
    case g if g.getClass.getSimpleName == "Unnest" =>
      (g.children.flatMap(elements(context, _)) :+ all(context, g.children)).take(count)
    case g: PythonUDTF => Seq.fill(count)(all(context, g.children, Certainty.Opaque))
    case g: UserDefinedGenerator => Seq.fill(count)(all(context, g.children, Certainty.Opaque))
    case g => Seq.fill(count)(all(context, g.children))
  }

  private def elements(context: RuleContext, collection: Expression): Seq[Int] = {
    val node = context.node(collection)
    collection.dataType match {
      case _: MapType => Seq(inside(context, node, Field.key), inside(context, node, Field.value))
      case _ => Seq(inside(context, node, Field.element))
    }
  }

  /** A part taken out of a collection: a new value that keeps the part's own fields. */
  private def inside(context: RuleContext, collection: Int, part: String): Int =
    if (collection == context.graph.nothing) collection
    else {
      val edge = Edge(context.graph.child(collection, part), value)
      context.graph.derived(Vector(edge), Certainty.Exact, fieldsFrom = Vector(edge))
    }

  /** What a user's code makes of no data is exact, as [[OpaqueRules]] has it. */
  private def all(context: RuleContext, arguments: Seq[Expression], how: Certainty = Certainty.Exact): Int = {
    val edges = context.edges(arguments, Kind.Transformation).distinct
    context.graph.derived(edges, if (edges.isEmpty) Certainty.Exact else how)
  }
}
