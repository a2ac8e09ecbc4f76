package io.headwater.shell.extensions

import scala.collection.mutable

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{AddedFacet, Additions}
import io.headwater.shell.json.Json
import io.headwater.util.BoundedMap

/** Facets that scripts emit from anywhere, until the event that takes them; and the named scopes of `headwater.job`.
  * Called from many threads. Bounded: of more than [[EmittedFacetStore.most]] scopes the oldest is forgotten, and as many facets
  * may wait.
  */
final class EmittedFacetStore {
  import EmittedFacetStore._
  private val application = mutable.ArrayBuffer.empty[AddedFacet]
  private val queries = new BoundedMap[Long, Vector[AddedFacet]](most)
  private val scopes = new BoundedMap[String, Scope](most)
  private var applicationEnded = false

  /** @return why a facet was not taken, in words for its author */
  def emit(json: JsonNode): Either[String, Unit] = AddedFacets.read(json).flatMap { facet =>
    val execution = Option(json.get("executionId")).filter(_.isNumber).map(_.asLong)
    put(facet, Json.option(json, "scope"), execution)
  }

  /** A facet for a query, or for the application. */
  def add(facet: AddedFacet, executionId: Option[Long]): Either[String, Unit] = put(facet, None, executionId)

  private def put(
      facet: AddedFacet,
      tag: Option[String],
      executionId: Option[Long]
  ): Either[String, Unit] = synchronized {
    (tag, executionId) match {
      case _ if applicationEnded => Left("the application's last event has been sent")
      case (_, Some(id)) =>
        Right(queries(id) = queries.get(id).getOrElse(Vector.empty) :+ facet)
      case (Some(known), None) => scopes.get(known) match {
          case Some(scope) if scope.runs > 0 && scope.ended >= scope.runs && !scope.open =>
            Left("the last run of this job has ended")
          case Some(scope) => Right(scope.facets += facet).map(_ => ())
          case None => Left("there is no such job")
        }
      case _ if application.size >= most => Left(s"$most facets are waiting for the application's event")
      case _ => Right(application += facet).map(_ => ())
    }
  }

  def scope(json: JsonNode): Either[String, Unit] = synchronized {
    Json.option(json, "tag").toRight("a scope needs a tag").map { tag =>
      if (json.path("open").asBoolean(true)) {
        scopes(tag) = scopes.get(tag).getOrElse(new Scope(Json.option(json, "job")))
      } else scopes.get(tag).foreach(_.open = false)
    }
  }

  /** Whether the run that an emission with this scope would reach has ended. */
  def terminated(json: JsonNode): Boolean = synchronized {
    applicationEnded || Json.option(json, "scope").flatMap(scopes.get).exists(s =>
      s.runs > 0 && s.ended >= s.runs
    )
  }

  /** The same for a query, or for the application: a query whose thread still executes it has not ended. */
  def terminated: Boolean = synchronized(applicationEnded)

  /** What belongs to an event of the application itself. */
  def ofApplication(last: Boolean): Additions = synchronized {
    applicationEnded = applicationEnded || last
    val taken = Additions(application.toVector)
    application.clear()
    taken
  }

  /** What belongs to an event of a query or job, and the job name that its scope gives. */
  def ofRun(executionId: Long, tags: Iterable[String]): (Additions, Option[String]) = synchronized {
    val own = queries.remove(executionId).getOrElse(Vector.empty)
    val around = tags.flatMap(scopes.get).toVector
    (Additions(around.flatMap(_.facets) ++ own), around.flatMap(_.job).lastOption)
  }

  def began(tags: Iterable[String]): Unit = synchronized(tags.flatMap(scopes.get).foreach(_.runs += 1))
  def ended(tags: Iterable[String]): Unit = synchronized(tags.flatMap(scopes.get).foreach(_.ended += 1))
}

private object EmittedFacetStore {
  val most = 1000

  /** A named job of the script's; its fields are guarded by the one lock above. */
  final class Scope(val job: Option[String]) {
    val facets = mutable.ArrayBuffer.empty[AddedFacet]
    var open = true
    var runs = 0
    var ended = 0
  }
}
