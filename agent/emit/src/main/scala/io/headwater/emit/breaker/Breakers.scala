package io.headwater.emit.breaker

import java.lang.management.{ManagementFactory, MemoryType, MemoryUsage}

import io.headwater.util.JavaCollections

/** `simpleMemory`: trips if too little of the heap is free. Garbage that is not yet collected counts as used. */
private[breaker] final class FreeMemoryBreaker(
    threshold: Int,
    runtime: () => (Long, Long, Long) = () => FreeMemoryBreaker.now
) extends CircuitBreaker {
  def tripped: Option[String] = {
    val (free, total, max) = runtime()
    val percent = (free + max - total) * 100.0 / max
    if (percent > threshold) None
    else Some(f"$percent%.0f%% of the heap is free, memoryThreshold is $threshold%%")
  }
}

private object FreeMemoryBreaker {
  def now: (Long, Long, Long) = {
    val r = Runtime.getRuntime
    (r.freeMemory, r.totalMemory, r.maxMemory)
  }
}

/** `javaRuntime`: trips if too little of the heap is free and garbage collection took too much of the time since the last
  * check. The first check never trips.
  */
private[breaker] final class GarbageCollectionBreaker(
    memory: CircuitBreaker,
    threshold: Int,
    gcMillis: () => Long = () => GarbageCollectionBreaker.totalMillis,
    clock: () => Long = () => System.nanoTime / 1000000
) extends CircuitBreaker {
  private var last = Option.empty[(Long, Long)] // used by the worker's thread only

  def tripped: Option[String] = {
    val (spent, now) = (gcMillis(), clock())
    val before = last
    last = Some((spent, now))
    before.filter(_._2 < now).flatMap { case (s, t) =>
      val percent = (spent - s) * 100 / (now - t)
      memory.tripped.filter(_ => percent > threshold)
        .map(reason =>
          s"$reason, and $percent% of the time was garbage collection, gcCpuThreshold is $threshold%"
        )
    }
  }
}

private object GarbageCollectionBreaker {
  def totalMillis: Long = {
    var sum = 0L
    ManagementFactory.getGarbageCollectorMXBeans.forEach(b => sum += math.max(0L, b.getCollectionTime))
    sum
  }
}

/** `static`: trips according to a list of flags, one for each check, and after the end of the list. */
private[breaker] final class StaticBreaker(values: String) extends CircuitBreaker {
  private var remaining =
    values.split(',').toList.map(_.trim.equalsIgnoreCase("true")) // used by the worker's thread only

  def tripped: Option[String] = {
    val trips = remaining.headOption.getOrElse(true)
    remaining = remaining.drop(1)
    if (trips) Some("valuesReturned is true") else None
  }
}

/** The default: trips if the largest memory pool of the heap was full after its last garbage collection and is full now.
  * The driver is then about to run out of memory, and the rest of it is left to Spark.
  */
private[breaker] final class FullHeapBreaker(pool: () => Option[(MemoryUsage, MemoryUsage)])
    extends CircuitBreaker {
  def tripped: Option[String] = pool().collect {
    case (collected, now) if isFull(collected) && isFull(now) =>
      s"less than ${FullHeapBreaker.minFreePercent}% of the heap is free after garbage collection"
  }

  private def isFull(usage: MemoryUsage): Boolean =
    usage.getMax > 0 && (usage.getMax - usage.getUsed) * 100.0 < usage.getMax * FullHeapBreaker.minFreePercent.toDouble
}

private object FullHeapBreaker {
  val minFreePercent = 3

  def ofJvm: CircuitBreaker = new FullHeapBreaker({
    val pools = JavaCollections.vector(ManagementFactory.getMemoryPoolMXBeans)
      .filter(p => p.getType == MemoryType.HEAP && p.isValid && Option(p.getCollectionUsage).isDefined)
    val largest = pools.sortBy(-_.getUsage.getMax).headOption
    () => largest.flatMap(p => Option(p.getCollectionUsage).map(_ -> p.getUsage))
  })
}
