package io.headwater.shell.extensions

import io.headwater.model.{AddedFacet, Additions, ExtensionError}
import io.headwater.shell.json.Json
import io.headwater.shell.naming.AgentJobTag

/** The facets that the tags of a query hold (docs/python-bridge.md, "Facets from anywhere in a script"). A Connect client
  * refuses what is refused here; other programs can add any tag. A refused facet becomes an error in the event.
  */
private[shell] object JobTagFacets {

  /** How many characters the facets of a query may have in all, because Spark copies tags to each task. */
  val maxCharacters = 16384

  private val author = "headwater-facet tag"

  def of(tags: Set[String]): Additions = {
    val texts = AgentJobTag.emittedFacet.texts(tags)
    val ends = texts.scanLeft(0L)(_ + _.length).tail
    val read = texts.zip(ends).map { case (text, end) =>
      if (end > maxCharacters)
        Left(s"the facets in the tags of a query have more than $maxCharacters characters")
      else facet(text)
    }
    Additions(
      read.collect { case Right(facet) => facet },
      read.collect { case Left(reason) => ExtensionError(author, "emit", reason) }.distinct
    )
  }

  private def facet(text: String): Either[String, AddedFacet] = Json.parse(text).flatMap(ResponseReader.facet)
}
