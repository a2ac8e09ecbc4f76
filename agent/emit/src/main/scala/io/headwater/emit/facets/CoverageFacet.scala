package io.headwater.emit.facets

import io.headwater.model.{Certainty, Gap, Sink}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_coverage`: the number of columns by certainty, and the parts of the plan without lineage.
  *
  * {{{{"columns": {"exact": 9, "opaque": 1}, "gaps": [{"node": "…", "stage": "sources", "reason": "…", "count": 2}]}}}}
  */
object CoverageFacet {

  /** The number of different gaps that are listed. `gapsOmitted` is the number of the others. */
  val maxGaps = 100

  def apply(settings: EventSettings, sinks: Vector[Sink], gaps: Vector[Gap]): Option[RunFacet] =
    if (sinks.isEmpty && gaps.isEmpty) None
    else {
      val certainties = sinks.flatMap(_.columns).groupBy(_.certainty).map { case (c, all) => c -> all.size }
      val columns = Certainty.all.flatMap(c => certainties.get(c).map(n => c.name -> Int.box(n)))
      val distinct = gaps.distinct
      val counts = gaps.groupBy(identity)
      val listed = distinct.take(maxGaps).map(gap => entry(gap, counts(gap).size))
      val omitted = if (distinct.size > maxGaps) Vector("gapsOmitted" -> Int.box(distinct.size - maxGaps))
      else Vector.empty
      val all =
        Vector("columns" -> JavaCollections.map(columns), "gaps" -> JavaCollections.list(listed)) ++ omitted
      Some(CustomFacet(settings, all))
    }

  private def entry(gap: Gap, count: Int) =
    JavaCollections.map[Any](
      Vector(
        "node" -> gap.node,
        "stage" -> gap.stage,
        "reason" -> gap.reason,
        "count" -> Int.box(count)
      )
    )
}
