package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.model.Certainty
import io.headwater.plan.graph.Scope
import io.headwater.plan.session.SeenTable
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Nodes that only give a name to a plan: views and common table expressions. */
object ViewAndCteRules {
  val rule: Rule = {
    case v: View =>
      NodeLineage.of(v) { context =>
        if (!v.isTempView)
          context.session.tables.remember(v.desc.identifier, SeenTable(None, managed = false, view = true))
        context.renamed(context.input, v.child.output, v.output)
      }

    // a metric view, whose child computes its measures; of Spark 4.2, so matched by name
    case v if v.getClass.getSimpleName == "ResolvedMetricView" =>
      NodeLineage.of(v) { context =>
        val name = new Accessors(v).value[TableIdentifier]("identifier")
        context.session.tables.remember(name, SeenTable(None, managed = false, view = true))
        context.input
      }

    // the definitions are read before the query that refers to them
    case w: WithCTE => NodeLineage(w.cteDefs :+ w.plan, context => context.inputs.last)
    case d: CTERelationDef =>
      NodeLineage.of(d) { context =>
        val columns = d.child.output.map(a => context.input.column(a.exprId.id).getOrElse(context.graph.nothing))
        context.findings.defineCte(d.id, columns.toVector, context.input.rows)
        context.input
      }
    case r: CTERelationRef =>
      NodeLineage.leaf { context =>
        context.findings.cte(r.cteId) match {
          case Some((columns, rows)) =>
            val pairs = r.output.zip(columns).map { case (a, node) => a.exprId.id -> node }
            Scope(LongMap(pairs: _*), rows)
          case None =>
            context.gap("columns", s"the common table expression ${r.cteId} is not defined in this plan")
            context.opaque(r.output, Vector.empty, Certainty.Unknown)
        }
      }
  }
}
