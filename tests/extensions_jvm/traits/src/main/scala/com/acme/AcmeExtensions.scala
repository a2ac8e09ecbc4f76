package com.acme

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.expressions.{Add, Alias, Expression, Literal}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.types.DoubleType

import io.openlineage.client.OpenLineage
import io.openlineage.spark.builtin.scala.v1.FacetEmitter

/** `spark.sql.extensions=com.acme.AcmeExtensions`: plans every write to a table of Acme's with nodes of its own. */
class AcmeExtensions extends (SparkSessionExtensions => Unit) {
  def apply(extensions: SparkSessionExtensions): Unit = {
    extensions.injectPostHocResolutionRule(_ => Rewrite)
    extensions.injectPlannerStrategy(_ => Plan)
  }
}

/** A write becomes the replacement of all data by rows of two clauses: as they are, or with one more. */
object Rewrite extends Rule[LogicalPlan] {
  def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case w: V2WriteCommand if w.resolved =>
      w.table match {
        case r: DataSourceV2Relation if r.table.isInstanceOf[AcmeTable] => ReplaceAcmeData(r, merged(w.query))
        case _ => plan
      }
    case _ => plan
  }

  private def merged(query: LogicalPlan): LogicalPlan = {
    val raised: Seq[Expression] = query.output.map(a =>
      if (a.dataType == DoubleType) Add(a, Literal(1.0)) else a
    )
    MergeAcmeRows(Seq(query.output, raised), query.output.map(_.newInstance()), query)
  }
}

object Plan extends SparkStrategy {
  private val facets = new OpenLineage(java.net.URI.create("https://acme.com/spark"))

  def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case ReplaceAcmeData(_, child) =>
      val facet = facets.newRunFacet()
      facet.getAdditionalProperties.put("terminated", Boolean.box(FacetEmitter.isTerminatingEventSent()))
      FacetEmitter.emitRunFacet("acme_strategy", facet)
      FacetEmitter.emitJobFacet("ownership", facets.newOwnershipJobFacetBuilder().build())
      List(ReplaceAcmeDataExec(planLater(child)))
    case MergeAcmeRows(matched, output, child) =>
      val columns = matched.last.zip(output).map { case (e, a) => Alias(e, a.name)(exprId = a.exprId) }
      List(ProjectExec(columns, planLater(child)))
    case _ => Nil
  }
}
