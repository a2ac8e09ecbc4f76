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

/** Frames that hold an RDD and no plan. One that Spark made of another frame (`checkpoint`, `foreachBatch`) has the
  * lineage that is remembered of it; one that a user made of an RDD depends on all that the RDD reads.
  */
object LogicalRdds {

  val rule: Rule = {
    case r: LogicalRDD =>
      NodeLineage.leaf { site =>
        site.surroundings.frames.of(r.output.map(_.exprId.id), r.rdd.id) match {
          case Some(frame) => remembered(site, frame, r.output)
          case None => ofRdd(site, r.rdd, r.output)
        }
      }
    case r: ExternalRDD[_] => NodeLineage.leaf(ofRdd(_, r.rdd, r.output))
  }

  private def remembered(site: RuleContext, frame: CachedLineage, output: Seq[Attribute]): Scope = {
    frame.sources.foreach(site.findings.source)
    val columns = output.zip(frame.columns).map { case (a, column) => a.exprId.id -> node(site, column) }
    Scope(LongMap(columns: _*), site.graph.derived(edges(site, frame.rows)))
  }

  private def node(site: RuleContext, column: ColumnLineage): Int =
    site.graph.derived(edges(site, column.dependencies), column.certainty)

  private def edges(site: RuleContext, dependencies: Vector[Dependency]): Vector[Edge] = dependencies.map { d =>
    Edge(site.graph.source(d.source.dataset, d.source.path), Kinds.of(d.transformations))
  }

  /** What code made of the data is not known: every column depends on every one that was read. */
  private def ofRdd(site: RuleContext, rdd: RDD[_], output: Seq[Attribute]): Scope = {
    val sources = RddSources.of(rdd)
    val edges = sources.inputs.flatMap { input =>
      site.findings.source(input.dataset)
      input.columns.map(c => Edge(site.graph.source(input.dataset.id, c), value))
    }.distinct
    sources.unknown.foreach(what => site.gap("source", what))
    if (sources.unknown.nonEmpty) site.opaque(output, edges, Certainty.Unknown)
    else if (sources.inputs.isEmpty) site.generated(output)
    else site.opaque(output, edges, Certainty.Opaque)
  }
}
