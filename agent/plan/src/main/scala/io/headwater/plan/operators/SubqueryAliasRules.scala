package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.plan.graph.Scope
import io.headwater.plan.session.SeenTable
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** Plans that only have a name or an alias: views, subquery aliases and common table expressions. */
object SubqueryAliasRules {
  val rule: Rule = {
    case v: View =>
      NodeLineage.of(v) { site =>
        if (!v.isTempView)
          site.surroundings.tables.remember(v.desc.identifier, SeenTable(None, managed = false, view = true))
        site.renamed(site.input, v.child.output, v.output)
      }

    // a metric view above the plan that computes its measures; of Spark 4.2, so by name
    case v if v.getClass.getSimpleName == "ResolvedMetricView" =>
      NodeLineage.of(v) { site =>
        val name = new Accessors(v).value[TableIdentifier]("identifier")
        site.surroundings.tables.remember(name, SeenTable(None, managed = false, view = true))
        site.input
      }

    // the definitions come before the query that refers to them
    case w: WithCTE => NodeLineage(w.cteDefs :+ w.plan, site => site.inputs.last)
    case d: CTERelationDef =>
      NodeLineage.of(d) { site =>
        val columns = d.child.output.map(a => site.input.column(a.exprId.id).getOrElse(site.graph.nothing))
        site.findings.define(d.id, columns.toVector, site.input.rows)
        site.input
      }
    case r: CTERelationRef =>
      NodeLineage.leaf { site =>
        site.findings.defined(r.cteId) match {
          case Some((columns, rows)) =>
            val pairs = r.output.zip(columns).map { case (a, node) => a.exprId.id -> node }
            Scope(scala.collection.immutable.LongMap(pairs: _*), rows)
          case None =>
            site.gap("columns", s"the common table expression ${r.cteId} is not defined in this plan")
            site.opaque(r.output, Vector.empty, io.headwater.model.Certainty.Unknown)
        }
      }
  }
}
