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
    NodeLineage.of(g) { site =>
      val made = g.generatorOutput.zip(outputs(site, g.generator, g.generatorOutput.size)).map {
        case (a, node) =>
          a.exprId.id -> node
      }
      val rows = g.generator match {
        case _: Stack => site.input.rows
        case generator => site.rows(Kind.Join, generator.children)
      }
      Scope(site.input.columns ++ LongMap(made: _*), rows)
    }
  }

  private def outputs(site: RuleContext, generator: Generator, count: Int): Seq[Int] = generator match {
    case e: Explode => elements(site, e.child)
    case e: PosExplode => all(site, Seq(e.child)) +: elements(site, e.child)
    case i: Inline =>
      i.child.dataType match {
        case ArrayType(struct: StructType, _) =>
          val rows = inside(site, site.node(i.child), Field.element)
          struct.fieldNames.toSeq.map(name => site.graph.child(rows, name))
        case _ => Seq.fill(count)(all(site, i.children))
      }
    case s: Stack => // stack(2, a, b, c, d): rows (a, b) and (c, d)
      val cells = s.children.drop(1)
      (0 until count).map { i =>
        site.graph.derived(site.uses(
          cells.zipWithIndex.collect { case (c, at) if at % count == i => c },
          Kind.Identity
        ).distinct)
      }
    // UNNEST(xs, ys) WITH ORDINALITY, of Spark 4.3, so by name: a column for each array, then the place
    case g if g.getClass.getSimpleName == "Unnest" =>
      (g.children.flatMap(elements(site, _)) :+ all(site, g.children)).take(count)
    case g: PythonUDTF => Seq.fill(count)(all(site, g.children, Certainty.Opaque))
    case g: UserDefinedGenerator => Seq.fill(count)(all(site, g.children, Certainty.Opaque))
    case g => Seq.fill(count)(all(site, g.children))
  }

  private def elements(site: RuleContext, collection: Expression): Seq[Int] = {
    val node = site.node(collection)
    collection.dataType match {
      case _: MapType => Seq(inside(site, node, Field.key), inside(site, node, Field.value))
      case _ => Seq(inside(site, node, Field.element))
    }
  }

  /** A part taken out of a collection: a new value that keeps the part's own fields. */
  private def inside(site: RuleContext, collection: Int, part: String): Int =
    if (collection == site.graph.nothing) collection
    else {
      val edge = Edge(site.graph.child(collection, part), value)
      site.graph.derived(Vector(edge), Certainty.Exact, like = Vector(edge))
    }

  /** What a user's code makes of no data is exact, as [[OpaqueRules]] has it. */
  private def all(site: RuleContext, arguments: Seq[Expression], how: Certainty = Certainty.Exact): Int = {
    val edges = site.uses(arguments, Kind.Transformation).distinct
    site.graph.derived(edges, if (edges.isEmpty) Certainty.Exact else how)
  }
}
