package io.headwater.plan.relations

import scala.collection.immutable.LongMap

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.{ExternalRDD, LogicalRDD}

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds.value
import io.headwater.plan.graph.{Edge, Scope}
import io.headwater.plan.rdd.RddSources
import io.headwater.plan.session.{CachedLineage, RddReference}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{CachedNodes, NodeLineage, RuleContext}

/** DataFrames that hold an RDD and no plan. If Spark made it from another DataFrame (`checkpoint`,
  * `foreachBatch`), it has the cached lineage of that one. If a user made it from an RDD, it depends on all
  * that the RDD reads; an RDD that reads nothing has rows of the program (`parallelize`).
  */
object LogicalRdds {

  val rule: Rule = {
    case r: LogicalRDD =>
      NodeLineage.leaf { context =>
        context.session.cachedLineage.find(r.output.map(_.exprId.id), RddReference.of(r.rdd)) match {
          case Some(cached) => fromCache(context, cached, r.output)
          case None => ofRdd(context, r.rdd, r.output)
        }
      }
    case r: ExternalRDD[_] => NodeLineage.leaf(ofRdd(_, r.rdd, r.output))
  }

  private def fromCache(context: RuleContext, cached: CachedLineage, output: Seq[Attribute]): Scope = {
    val nodes = CachedNodes.of(cached, context.findings)
    val columns = output.zip(nodes.columns).map { case (a, node) => a.exprId.id -> node }
    Scope(LongMap(columns: _*), nodes.rows)
  }

  /** The scope of a user's RDD. The user's code is unknown, so every column, and which rows there are, depends on every
    * column that is read.
    */
  private def ofRdd(context: RuleContext, rdd: RDD[_], output: Seq[Attribute]): Scope = {
    val sources = RddSources.of(rdd, context.session)
    val edges = sources.inputs.flatMap { input =>
      context.findings.source(input)
      input.schema.map(field => Edge(context.graph.source(input.id, field.name), value))
    }.distinct
    sources.gaps.foreach(reason => context.gap("source", reason))
    if (sources.gaps.isEmpty && sources.inputs.isEmpty) context.local(output)
    else {
      val certainty = if (sources.gaps.isEmpty) Certainty.Opaque else Certainty.Unknown
      context.opaque(output, edges, certainty).copy(rows = context.rowsOfCode(edges))
    }
  }
}
