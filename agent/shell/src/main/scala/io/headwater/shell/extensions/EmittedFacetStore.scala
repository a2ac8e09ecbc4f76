package io.headwater.shell.extensions

import scala.collection.mutable

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.model.{AddedFacet, Additions}
import io.headwater.shell.json.Json
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.shell.logging.DriverLog
import io.headwater.util.BoundedMap

/** Keeps facets that scripts emit until the next event of their run, and the blocks of `headwater.job`. Many
  * threads use it. It is bounded: if there are more than [[EmittedFacetStore.maxEntries]] blocks or queries with
  * facets, the oldest is dropped; if as many facets wait for the events of one of them, or for the application's event,
  * further ones are refused. If the facets of blocks and queries have more characters than `maxCharacters`, those are
  * dropped that are needed least; the facets of the application have a bound of the same size.
  */
final class EmittedFacetStore(maxCharacters: Long = 8000000) {
  import EmittedFacetStore._
  private val log = new DriverLog(classOf[EmittedFacetStore])
  private val application = new WaitingFacets
  private val queries = new BoundedMap[Long, WaitingFacets](maxEntries) // by execution id
  private val blocks = mutable.LinkedHashMap.empty[String, JobBlock] // by tag
  private var opened = 0L // blocks so far
  private var applicationEnded = false
  private var lost = 0L

  /** How many facets were dropped because there was no room, and missed by a run. */
  def dropped: Long = synchronized(lost)

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
        waiting.add(facet, "the query's", hasRoom(waiting, _))
      case (Some(name), None) => blocks.get(name) match {
          case Some(block) if block.hasEnded && !block.isOpen => Left("the last run of this job has ended")
          case Some(block) => block.facets.add(facet, "the job's", hasRoom(block.facets, _))
          case None => Left("there is no such job")
        }
      case _ => application.add(
          facet,
          "the application's",
          more => application.characters + more <= maxCharacters
        )
    }
  }

  /** Whether so many characters more have room. What is needed least is dropped before: the facets of blocks that are closed
    * and whose runs have ended, of other closed blocks, and of queries, the oldest of each first. The blocks themselves
    * stay: their job names take no room.
    */
  private def hasRoom(owner: WaitingFacets, more: Long): Boolean = {
    def isFull = (blocks.values.map(_.facets) ++ queries.values).map(_.characters).sum + more > maxCharacters
    lazy val least = leastNeeded.filter(_ ne owner)
    while (isFull && least.hasNext) least.next().drop()
    !isFull
  }

  private def leastNeeded: Iterator[WaitingFacets] = {
    val (ended, others) = blocks.values.filter(!_.isOpen).toVector.partition(_.hasEnded)
    (ended ++ others).iterator.map(_.facets) ++ queries.values.iterator
  }

  /** Opens or closes a block. */
  def changeBlock(json: JsonNode): Either[String, Unit] = synchronized {
    Json.option(json, "tag").toRight("a block needs a tag").map { tag =>
      if (json.path("open").asBoolean(true)) {
        opened += 1
        blocks(tag) = blocks.get(tag).getOrElse(new JobBlock(Json.option(json, "job"), opened))
        if (blocks.size > maxEntries) dropBlock()
      } else blocks.get(tag).foreach(_.isOpen = false)
    }
  }

  /** Drops the oldest block that is closed. Such a block is kept as long as there is room: the agent may lag behind Spark,
    * so that its queries start later here.
    */
  private def dropBlock(): Unit = blocks -= blocks.find(!_._2.isOpen).getOrElse(blocks.head)._1

  /** Whether the run has ended that a facet of the same block would reach. */
  def isTerminated(json: JsonNode): Boolean = synchronized {
    applicationEnded || Json.option(json, "scope").flatMap(blocks.get).exists(_.hasEnded)
  }

  /** Whether a facet without a block would be refused. A query cannot end while a thread of it emits facets. */
  def isTerminated: Boolean = synchronized(applicationEnded)

  /** Takes the facets for an event of the application itself. */
  def takeForApplication(last: Boolean): Additions = synchronized {
    applicationEnded = applicationEnded || last
    Additions(application.take())
  }

  /** Takes the facets for an event of a query or RDD job; with the job name of its block. */
  def takeForRun(
      execution: SparkExecution,
      tags: Iterable[String]
  ): (Additions, Option[String]) = synchronized {
    val waiting = execution match {
      case SparkExecution.Query(executionId) => queries.remove(executionId)
      case _ => None
    }
    val own = waiting.fold(Vector.empty[AddedFacet])(_.all)
    val enclosing = blocksOf(tags)
    missed((enclosing.map(_.facets) ++ waiting).map(_.takeDropped()).sum)
    (Additions(enclosing.flatMap(_.facets.all) ++ own), enclosing.flatMap(_.jobName).lastOption)
  }

  private def missed(facets: Long): Unit = if (facets > 0) {
    if (lost == 0) log.warn(
      s"Headwater: facets that the program emits have more than $maxCharacters characters together, so a run " +
        s"lacks $facets of them. Later ones are counted as facetsDropped in the application's last event."
    )
    lost += facets
  }

  /** The job name of the innermost block with one of these tags. */
  def blockName(tags: Iterable[String]): Option[String] =
    synchronized(blocksOf(tags).flatMap(_.jobName).lastOption)

  /** The innermost block is the last one. Spark keeps no order of tags. */
  private def blocksOf(tags: Iterable[String]): Vector[JobBlock] =
    tags.flatMap(blocks.get).toVector.sortBy(_.number)

  def runStarted(tags: Iterable[String]): Unit =
    synchronized(blocksOf(tags).foreach(_.startedRuns += 1))

  def runEnded(tags: Iterable[String]): Unit =
    synchronized(blocksOf(tags).foreach(_.endedRuns += 1))
}

private object EmittedFacetStore {
  val maxEntries = 1000

  /** Facets by their keys, in the order of their last change. The lock of the store guards them. */
  final class WaitingFacets {
    private val byKey = mutable.LinkedHashMap.empty[Any, AddedFacet]
    private var dropped = 0L
    var characters = 0L

    /** @param whose
      *   whose event the facet is for
      * @param hasRoom
      *   whether so many characters more can be kept
      */
    def add(facet: AddedFacet, whose: String, hasRoom: Long => Boolean): Either[String, Unit] = {
      val before = byKey.get(facet.key)
      val more = facet.json.length.toLong - before.fold(0L)(_.json.length.toLong)
      if (before.isEmpty && byKey.size >= maxEntries)
        Left(s"$maxEntries facets are waiting for $whose event")
      else if (!hasRoom(more)) Left(s"the facets that are waiting for $whose event are too large")
      else {
        byKey.remove(facet.key)
        characters += more
        Right(byKey(facet.key) = facet)
      }
    }

    def drop(): Unit = dropped += take().size

    /** How many facets were dropped since the last call. */
    def takeDropped(): Long = {
      val taken = dropped
      dropped = 0
      taken
    }

    def all: Vector[AddedFacet] = byKey.values.toVector

    def take(): Vector[AddedFacet] = {
      val taken = all
      byKey.clear()
      characters = 0
      taken
    }
  }

  /** A block of `headwater.job` in a script. The lock of the store guards its fields.
    *
    * @param number
    *   a block inside another one was opened later and has a higher number
    */
  final class JobBlock(val jobName: Option[String], val number: Long) {
    val facets = new WaitingFacets
    var isOpen = true
    var startedRuns = 0
    var endedRuns = 0

    def hasEnded: Boolean = startedRuns > 0 && endedRuns >= startedRuns
  }
}
