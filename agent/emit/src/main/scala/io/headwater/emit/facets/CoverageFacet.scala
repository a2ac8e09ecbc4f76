package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.headwater.model.{Certainty, Gap, Sink}
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_coverage`: how much of the column lineage is certain, and where the plan could not be read.
  *
  * {{{{"columns": {"exact": 9, "opaque": 1}, "gaps": [{"node": "…", "stage": "sources", "reason": "…", "count": 2}]}}}}
  */
object CoverageFacet {

  /** So many different gaps are listed; `gapsOmitted` counts the others. */
  val longest = 100

  def apply(settings: EventSettings, sinks: Vector[Sink], gaps: Vector[Gap]): Option[RunFacet] =
    if (sinks.isEmpty && gaps.isEmpty) None
    else {
      val certainties = sinks.flatMap(_.columns).groupBy(_.certainty).map { case (c, all) => c -> all.size }
      val columns = Certainty.all.flatMap(c => certainties.get(c).map(n => c.name -> Int.box(n)))
      val distinct = gaps.distinct
      val listed = distinct.take(longest).map(entry(_, gaps))
      val omitted = if (distinct.size > longest) Vector("gapsOmitted" -> Int.box(distinct.size - longest))
      else Vector.empty
      val all =
        Vector("columns" -> JavaCollections.map(columns), "gaps" -> JavaCollections.list(listed)) ++ omitted
      Some(CustomFacet(settings, all))
    }

  private def entry(gap: Gap, all: Vector[Gap]) =
    JavaCollections.map[Any](
      Vector(
        "node" -> gap.node,
        "stage" -> gap.stage,
        "reason" -> gap.reason,
        "count" -> Int.box(all.count(_ == gap))
      )
    )
}
