package io.headwater.plan.relations

import scala.collection.immutable.LongMap

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.{ExternalRDD, LogicalRDD}

import io.headwater.model.{Certainty, ColumnLineage, Dependency}
import io.headwater.plan.graph.Kinds.value
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.rdd.RddSources
import io.headwater.plan.session.CachedLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** DataFrames that hold an RDD and no plan. If Spark made it from another DataFrame (`checkpoint`,
  * `foreachBatch`), it has the cached lineage of that one. If a user made it from an RDD, it depends on all
  * that the RDD reads.
  */
object LogicalRdds {

  val rule: Rule = {
    case r: LogicalRDD =>
      NodeLineage.leaf { context =>
        context.session.cachedLineage.find(r.output.map(_.exprId.id), r.rdd.id) match {
          case Some(cached) => fromCache(context, cached, r.output)
          case None => ofRdd(context, r.rdd, r.output)
        }
      }
    case r: ExternalRDD[_] => NodeLineage.leaf(ofRdd(_, r.rdd, r.output))
  }

  private def fromCache(context: RuleContext, cached: CachedLineage, output: Seq[Attribute]): Scope = {
    cached.sources.foreach(context.findings.source)
    context.findings.views(cached.views)
    val read = cached.columns.map(node(context, _))
    val rows = context.graph.derived(edges(context, cached.rows))
    if (cached.fromViews.isEmpty) Scope(columns(output, read), rows)
    else {
      val both = cached.fromViews.map(node(context, _)).zip(read).map { case (v, t) =>
        context.graph.viewColumn(v, t)
      }
      val rowsOfViews = context.graph.derived(edges(context, cached.rowsFromViews))
      Scope(columns(output, both), context.graph.viewColumn(rowsOfViews, rows))
    }
  }

  private def columns(output: Seq[Attribute], nodes: Vector[Int]): LongMap[Int] =
    LongMap(output.zip(nodes).map { case (a, node) => a.exprId.id -> node }: _*)

  private def node(context: RuleContext, column: ColumnLineage): Int =
    context.graph.derived(edges(context, column.dependencies), column.certainty)

  private def edges(context: RuleContext, dependencies: Vector[Dependency]): Vector[Edge] =
    dependencies.map { d =>
      Edge(context.graph.source(d.source), Kinds.of(d.transformations))
    }

  /** The scope of a user's RDD. The user's code is unknown, so every column depends on every column that is
    * read.
    */
  private def ofRdd(context: RuleContext, rdd: RDD[_], output: Seq[Attribute]): Scope = {
    val sources = RddSources.of(rdd)
    val edges = sources.inputs.flatMap { input =>
      context.findings.source(input)
      input.schema.map(field => Edge(context.graph.source(input.id, field.name), value))
    }.distinct
    sources.gaps.foreach(reason => context.gap("source", reason))
    if (sources.gaps.nonEmpty) context.opaque(output, edges, Certainty.Unknown)
    else if (sources.inputs.isEmpty) context.generated(output)
    else context.opaque(output, edges, Certainty.Opaque)
  }
}
