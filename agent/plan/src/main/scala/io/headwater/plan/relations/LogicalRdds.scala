package io.headwater.plan.relations

import scala.collection.immutable.LongMap

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.{ExternalRDD, LogicalRDD}

import io.headwater.model.{Certainty, Dataset}
import io.headwater.plan.graph.Kinds.transformation
import io.headwater.plan.graph.{Edge, Scope}
import io.headwater.plan.rdd.RddSourceFinder
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
    val sources = RddSourceFinder.of(rdd, context.session)
    sources.inputs.foreach(context.findings.source)
    val columns = sourceColumns(context, sources.inputs)
    sources.gaps.foreach(reason => context.gap("source", reason))
    if (sources.gaps.isEmpty && sources.inputs.isEmpty) context.local(output)
    else {
      val isKnown = sources.gaps.isEmpty && columns.isDefined
      val edges = columns.getOrElse(Vector.empty)
      val certainty = if (isKnown) Certainty.Opaque else Certainty.Unknown
      context.opaque(output, edges, certainty).copy(rows = context.rowsOfCode(edges))
    }
  }

  /** The columns that are read; None if there are too many, which is reported. An RDD has a dataset for each partition
    * folder.
    */
  private def sourceColumns(context: RuleContext, inputs: Vector[Dataset]): Option[Vector[Edge]] = {
    val columns = inputs.map(input => context.sameNames(input.id) -> input.schema).distinct
    if (!context.mayHaveEdges(columns.map(_._2.size.toLong).sum)) None
    else Some(columns.flatMap { case (id, schema) =>
      schema.map(field => Edge(context.graph.source(id, field.name), transformation))
    }.distinct)
  }
}
