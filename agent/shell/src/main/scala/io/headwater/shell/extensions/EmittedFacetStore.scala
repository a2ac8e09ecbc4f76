package io.headwater.shell.extensions

import scala.collection.mutable

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{AddedFacet, Additions}
import io.headwater.shell.json.Json
import io.headwater.util.BoundedMap

/** Keeps facets that scripts emit until the next event of their run, and the named scopes of `headwater.job`. Many
  * threads use it. It is bounded: if there are more than [[EmittedFacetStore.maxEntries]] scopes or queries with
  * facets, the oldest is dropped; if as many facets wait for the events of one of them, or for the application's event,
  * further ones are refused.
  */
final class EmittedFacetStore {
  import EmittedFacetStore._
  private val application = new WaitingFacets
  private val queries = new BoundedMap[Long, WaitingFacets](maxEntries)
  private val scopes = mutable.LinkedHashMap.empty[String, Scope]
  private var opened = 0L // scopes so far
  private var applicationEnded = false

  /** Takes a facet that Python emits (docs/python-bridge.md, "Facets from anywhere in a script").
    *
    * @return
    *   the reason for its author if the facet is refused
    */
  def emit(json: JsonNode): Either[String, Unit] = ResponseReader.facet(json).flatMap { facet =>
    val execution = Option(json.get("executionId")).filter(_.isNumber).map(_.asLong)
    add(facet, Json.option(json, "scope"), execution)
  }

  /** Takes a facet for a query, or for the application if there is no id. */
  def add(facet: AddedFacet, executionId: Option[Long]): Either[String, Unit] = add(facet, None, executionId)

  private def add(
      facet: AddedFacet,
      tag: Option[String],
      executionId: Option[Long]
  ): Either[String, Unit] = synchronized {
    (tag, executionId) match {
      case _ if applicationEnded => Left("the application's last event has been sent")
      case (_, Some(id)) =>
        val waiting = queries.get(id).getOrElse(new WaitingFacets)
        queries(id) = waiting
        waiting.add(facet, "the query's")
      case (Some(name), None) => scopes.get(name) match {
          case Some(scope) if scope.hasEnded && !scope.open => Left("the last run of this job has ended")
          case Some(scope) => scope.facets.add(facet, "the job's")
          case None => Left("there is no such job")
        }
      case _ => application.add(facet, "the application's")
    }
  }

  /** Opens or closes a named scope. */
  def scope(json: JsonNode): Either[String, Unit] = synchronized {
    Json.option(json, "tag").toRight("a scope needs a tag").map { tag =>
      if (json.path("open").asBoolean(true)) {
        opened += 1
        scopes(tag) = scopes.get(tag).getOrElse(new Scope(Json.option(json, "job"), opened))
        if (scopes.size > maxEntries) dropScope()
      } else scopes.get(tag).foreach(_.open = false)
    }
  }

  /** Drops the oldest scope that is closed. Such a scope is kept as long as there is room: the agent may lag behind Spark,
    * so that its queries start later here.
    */
  private def dropScope(): Unit = scopes -= scopes.find(!_._2.open).getOrElse(scopes.head)._1

  /** Whether the run has ended that a facet with the same scope would reach. */
  def isTerminated(json: JsonNode): Boolean = synchronized {
    applicationEnded || Json.option(json, "scope").flatMap(scopes.get).exists(_.hasEnded)
  }

  /** Whether a facet without a scope would be refused. A query cannot end while a thread of it emits facets. */
  def isTerminated: Boolean = synchronized(applicationEnded)

  /** Takes the facets for an event of the application itself. */
  def takeForApplication(last: Boolean): Additions = synchronized {
    applicationEnded = applicationEnded || last
    Additions(application.take())
  }

  /** Takes the facets for an event of a query or RDD job; with the job name of its scope. */
  def takeForRun(executionId: Long, tags: Iterable[String]): (Additions, Option[String]) = synchronized {
    val own = queries.remove(executionId).fold(Vector.empty[AddedFacet])(_.all)
    val enclosing = scopesOf(tags)
    (Additions(enclosing.flatMap(_.facets.all) ++ own), enclosing.flatMap(_.job).lastOption)
  }

  /** The job name of the innermost scope with one of these tags. */
  def jobScope(tags: Iterable[String]): Option[String] =
    synchronized(scopesOf(tags).flatMap(_.job).lastOption)

  /** The innermost scope is the last one. Spark keeps no order of tags. */
  private def scopesOf(tags: Iterable[String]): Vector[Scope] =
    tags.flatMap(scopes.get).toVector.sortBy(_.number)

  def runStarted(tags: Iterable[String]): Unit =
    synchronized(scopesOf(tags).foreach(_.startedRuns += 1))

  def runEnded(tags: Iterable[String]): Unit =
    synchronized(scopesOf(tags).foreach(_.endedRuns += 1))
}

private object EmittedFacetStore {
  val maxEntries = 1000

  /** Facets by their places, in the order of their last change. The lock of the store guards them. */
  final class WaitingFacets {
    private val byPlace = mutable.LinkedHashMap.empty[Any, AddedFacet]

    /** @param whose
      *   whose event the facet is for
      */
    def add(facet: AddedFacet, whose: String): Either[String, Unit] = {
      byPlace.remove(facet.place)
      if (byPlace.size >= maxEntries) Left(s"$maxEntries facets are waiting for $whose event")
      else Right(byPlace(facet.place) = facet)
    }

    def all: Vector[AddedFacet] = byPlace.values.toVector

    def take(): Vector[AddedFacet] = {
      val taken = all
      byPlace.clear()
      taken
    }
  }

  /** A named job of the script. The lock of the store guards its fields.
    *
    * @param number
    *   a scope inside another one was opened later and has a higher number
    */
  final class Scope(val job: Option[String], val number: Long) {
    val facets = new WaitingFacets
    var open = true
    var startedRuns = 0
    var endedRuns = 0

    def hasEnded: Boolean = startedRuns > 0 && endedRuns >= startedRuns
  }
}
