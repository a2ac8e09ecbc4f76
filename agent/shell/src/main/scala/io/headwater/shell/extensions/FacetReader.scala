package io.headwater.shell.extensions

import java.io.{IOException, Writer}

import scala.util.control.NonFatal

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.core.json.JsonWriteFeature
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.json.JsonMapper

import io.headwater.emit.json.ExactJson
import io.headwater.emit.json.OpenLineageMapper
import io.headwater.model.{AddedFacet, DatasetId, FacetTarget}
import io.headwater.shell.json.Json
import io.headwater.util.ClassNames
import io.openlineage.client.OpenLineage

/** The border between extensions and the agent: every facet of an extension, from the JVM or from Python, is checked
  * here. A facet that cannot be sent costs only itself.
  */
private[shell] object FacetReader {

  /** The longest JSON of a facet, in characters. */
  val maxCharacters: Int = 1 << 20

  private val maxName = 200

  private val client = "io.openlineage.client.OpenLineage$"

  /** The names that begin so are the agent's own. */
  private val reserved = "headwater_"

  /** Writes NaN and infinite numbers as such, so that the parser refuses them. */
  private val mapper: JsonMapper = {
    val m = OpenLineageMapper.reader.copy()
    m.getFactory.configure(JsonWriteFeature.WRITE_NAN_AS_STRINGS.mappedFeature, false)
    m
  }

  /** Reads one facet.
    *
    * @param name
    *   may be null, because code of an extension gives it
    * @param facet
    *   an object of openlineage-java, a JSON node or null
    * @return
    *   the reason for the author of the extension if the facet cannot be sent
    */
  def read(
      target: FacetTarget,
      name: String,
      facet: AnyRef,
      dataset: Option[DatasetId] = None
  ): Either[String, AddedFacet] = for {
    _ <- checkName(name)
    json <- jsonOf(facet).left.map(reason => s"facet $name $reason")
    _ <- if (isTyped(facet)) Right(()) else checkShape(target, name, json)
  } yield AddedFacet(target, name, ExactJson.write(json), dataset)

  /** Reads the facets that are the members of a JSON object; of other JSON, none. */
  def members(target: FacetTarget, holder: JsonNode): Vector[Either[String, AddedFacet]] =
    Json.fields(holder).map { case (name, facet) => read(target, name, facet) }

  private def checkName(name: String): Either[String, Unit] =
    if (name == null || name.trim.isEmpty) Left("a facet needs a name")
    else if (name.length > maxName)
      Left(s"the name of a facet has ${name.length} characters; the limit is $maxName")
    else if (name.exists(Character.isISOControl(_))) Left("the name of a facet has a control character")
    else if (name.startsWith(reserved))
      Left(s"facet $name has a name of the agent; choose one that does not begin with $reserved")
    else Right(())

  /** The facet as JSON, which is written up to the limit only: a facet may be cyclic, or larger than the heap. */
  private def jsonOf(facet: AnyRef): Either[String, JsonNode] = {
    val text = new BoundedText(maxCharacters)
    try {
      mapper.writeValue(text, facet)
      Json.parse(text.toString).left.map(reason => s"is $reason")
    } catch {
      case _ if text.isFull => Left(s"has more than $maxCharacters characters")
      case e: JsonProcessingException => Left(s"cannot be written as JSON: ${e.getOriginalMessage}")
      case _: StackOverflowError => Left("cannot be written as JSON: it is nested too deeply")
      case NonFatal(e) => Left(s"cannot be written as JSON: $e")
    }
  }

  /** Whether openlineage-java has made the facet for its name: it has the form, also without any field. */
  private def isTyped(facet: AnyRef): Boolean =
    facet != null && facet.getClass.getName.startsWith(client) && !ClassNames.simple(facet).startsWith(
      "Default"
    )

  /** A facet with the name of a standard facet must have its form: else the event could not be read as a whole. */
  private def checkShape(target: FacetTarget, name: String, json: JsonNode): Either[String, Unit] =
    try {
      val read = mapper.treeToValue(Json.obj().set[JsonNode](name, json), holder(target))
      if (json.path("_deleted").asBoolean(false) || hasFields(read, name)) Right(())
      else Left(notItsForm(name))
    } catch { case _: JsonProcessingException | _: IllegalArgumentException => Left(notItsForm(name)) }

  private def notItsForm(name: String): String =
    s"facet $name has the name of a standard facet, but not its form"

  /** Whether a standard facet has a field of its class; openlineage-java reads it without any, too. */
  private def hasFields(holder: Any, name: String): Boolean = {
    val getter = holder.getClass.getMethods.find(_.getName == s"get${name.capitalize}")
    getter.map(_.invoke(holder)).filter(_ != null).forall { facet =>
      val fields = facet.getClass.getMethods.filter(m =>
        m.getParameterCount == 0 && m.getName.startsWith("get") && !m.getName.startsWith("get_") &&
          m.getName != "getClass" && m.getName != "getAdditionalProperties"
      )
      fields.isEmpty || fields.exists(_.invoke(facet) != null)
    }
  }

  private def holder(target: FacetTarget): Class[_] = target match {
    case FacetTarget.Run => classOf[OpenLineage.RunFacets]
    case FacetTarget.Job => classOf[OpenLineage.JobFacets]
    case FacetTarget.Dataset => classOf[OpenLineage.DatasetFacets]
    case FacetTarget.Input => classOf[OpenLineage.InputDatasetInputFacets]
    case FacetTarget.Output => classOf[OpenLineage.OutputDatasetOutputFacets]
  }

  /** Keeps at most `limit` characters, and fails with the first one beyond. */
  private final class BoundedText(limit: Int) extends Writer {
    private val text = new java.lang.StringBuilder
    private var full = false

    def isFull: Boolean = full

    def write(chars: Array[Char], from: Int, length: Int): Unit = {
      full = full || text.length + length > limit
      if (full) throw new IOException("too long")
      text.append(chars, from, length)
      ()
    }
    def flush(): Unit = ()
    def close(): Unit = ()
    override def toString: String = text.toString
  }
}
