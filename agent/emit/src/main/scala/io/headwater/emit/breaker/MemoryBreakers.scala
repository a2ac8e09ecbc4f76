package io.headwater.emit.breaker

import java.lang.management.{ManagementFactory, MemoryType, MemoryUsage}

/** `simpleMemory`: garbage that has not been collected yet counts as used. */
private[breaker] final class FreeMemoryBreaker(
    threshold: Int,
    runtime: () => (Long, Long, Long) = () => FreeMemoryBreaker.now
) extends CircuitBreaker {
  def tripped: Option[String] = {
    val (free, total, most) = runtime()
    val percent = (free + most - total) * 100.0 / most
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

/** `javaRuntime`: too little memory, and too much of the time since the last question spent on garbage; never when it is
  * asked for the first time.
  */
private[breaker] final class GarbageCollectionBreaker(
    memory: CircuitBreaker,
    threshold: Int,
    collected: () => Long = () => GarbageCollectionBreaker.millis,
    clock: () => Long = () => System.nanoTime / 1000000
) extends CircuitBreaker {
  private var last = Option.empty[(Long, Long)] // by the worker's thread

  def tripped: Option[String] = {
    val (spent, now) = (collected(), clock())
    val before = last
    last = Some((spent, now))
    before.filter(_._2 < now).flatMap { case (s, t) =>
      val percent = (spent - s) * 100 / (now - t)
      memory.tripped.filter(_ => percent > threshold)
        .map(why => s"$why, and $percent% of the time went to garbage, gcCpuThreshold is $threshold%")
    }
  }
}

private object GarbageCollectionBreaker {
  def millis: Long = {
    var sum = 0L
    ManagementFactory.getGarbageCollectorMXBeans.forEach(b => sum += math.max(0L, b.getCollectionTime))
    sum
  }
}

/** `static`: one answer after the other, true where lineage is not to be made; true when there are no more. */
private[breaker] final class Listed(values: String) extends CircuitBreaker {
  private var left = values.split(',').toList.map(_.trim.equalsIgnoreCase("true")) // by the worker's thread

  def tripped: Option[String] = {
    val answer = left.headOption.getOrElse(true)
    left = left.drop(1)
    if (answer) Some("valuesReturned says so") else None
  }
}

/** Where none is configured: the largest part of the heap was full when it had just been collected, and is so now. Then
  * the driver is about to die, and what is left of it is Spark's.
  */
private[breaker] final class CollectedHeap(pool: () => Option[(MemoryUsage, MemoryUsage)])
    extends CircuitBreaker {
  def tripped: Option[String] = pool().collect {
    case (before, now) if full(before) && full(now) =>
      s"less than ${CollectedHeap.least}% of the heap is free after its collection"
  }

  private def full(usage: MemoryUsage): Boolean =
    usage.getMax > 0 && (usage.getMax - usage.getUsed) * 100.0 < usage.getMax * CollectedHeap.least.toDouble
}

private object CollectedHeap {
  val least = 3

  def real: CircuitBreaker = new CollectedHeap({
    val pools = Vector.newBuilder[java.lang.management.MemoryPoolMXBean]
    ManagementFactory.getMemoryPoolMXBeans.forEach { p =>
      if (p.getType == MemoryType.HEAP && p.isValid && Option(p.getCollectionUsage).isDefined) pools += p
    }
    val largest = pools.result().sortBy(-_.getUsage.getMax).headOption
    () => largest.flatMap(p => Option(p.getCollectionUsage).map(_ -> p.getUsage))
  })
}
