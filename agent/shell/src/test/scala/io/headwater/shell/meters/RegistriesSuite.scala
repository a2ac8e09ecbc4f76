package io.headwater.shell.meters

import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.spool.DeliveryCounts
import io.headwater.shell.queue.DropCounts
import io.micrometer.core.instrument.MeterRegistry
import io.openlineage.client.metrics.MicrometerProvider

final class RegistriesSuite extends AnyFunSuite {
  private def section(entries: (String, String)*): Branch = Branch(entries.map { case (k, v) =>
    k -> Leaf(v)
  }.toMap)
  private def composite(all: Branch*): Branch =
    Branch(Map("type" -> Leaf("composite"), "registries" -> Items(all.toVector)))
  private def exported(name: String): Option[Double] =
    Option(MicrometerProvider.getMeterRegistry.find(name).functionCounter).map(_.count)

  // rows: metrics.registries
  test("a registry of the configuration has the agent's meters until it is closed") {
    val meters = new Meters
    meters.countEmission(())
    meters.watch(new GaugeSource {
      def waiting: Int = 3
      def dropped: DropCounts = DropCounts()
      def counts: DeliveryCounts = DeliveryCounts(sent = 7)
    })
    val open = Registries.open(composite(section("type" -> "simple")), meters, Map("a" -> "b"))
    assert(exported("openlineage.emit.start").contains(1.0))
    System.gc() // Micrometer reads by a weak reference
    meters.countEmission(())
    assert(exported("openlineage.emit.start").contains(2.0))
    assert(open.names.contains("openlineage.emit.start"))
    assert(exported("openlineage.emit.complete").contains(7.0))
    assert(MicrometerProvider.getMeterRegistry.find("headwater.queue.depth").tag("a", "b").gauge.value == 3)
    assert(MicrometerProvider.getMeterRegistry.find("openlineage.emit.time").functionTimer.count == 2)
    open.close(Duration.ofSeconds(1))
    assert(exported("openlineage.emit.start").isEmpty)
  }

  test("the meters of an extension have its name as a tag, and are removed with the others") {
    val meters = new Meters
    val open = Registries.open(composite(section("type" -> "simple")), meters, Map.empty)
    meters.extensionTimings.watch(name => open.add(meters.ofExtension(name)))
    meters.extensionTimings.add("acme:Slow", calls = 2, errors = 1, millis = 7, maxMillis = 4)
    meters.extensionTimings.add("acme:Slow", calls = 1, errors = 0, millis = 1, maxMillis = 1)
    def found(name: String) = MicrometerProvider.getMeterRegistry.find(name).tag("extension", "acme:Slow")
    assert(found("headwater.extension.calls").functionCounter.count == 3)
    assert(found("headwater.extension.errors").functionCounter.count == 1)
    assert(found("headwater.extension.millis").gauge.value == 8)
    assert(found("headwater.extension.maxMillis").gauge.value == 4)
    open.close(Duration.ofSeconds(1))
    assert(MicrometerProvider.getMeterRegistry.getMeters.isEmpty)
  }

  test("extensions beyond a number are counted together") {
    val timings = new ExtensionTimings
    (1 to 300).foreach(i => timings.add(s"notebook:f$i", calls = 1, errors = 0, millis = 1, maxMillis = 1))
    assert(timings.all.size == 201)
    assert(timings.of("other extensions").calls == 100)
  }

  test("without a factory for its type the meters are 0 and are removed on close") {
    val open = Registries.open(section("type" -> "unknown"), new Meters, Map.empty)
    assert(exported("openlineage.emit.start").contains(0.0))
    open.close(Duration.ofSeconds(1))
    assert(MicrometerProvider.getMeterRegistry.getMeters.isEmpty)
  }

  test("a missing library is named with its version") {
    val version = classOf[MeterRegistry].getPackage.getImplementationVersion
    assert(version == Registries.micrometerVersion)
    for (config <- Seq(section("type" -> "statsd"), composite(section("type" -> "statsd"))))
      assert(Registries.missingLibrary(config).exists(_.contains(s"micrometer-registry-statsd:$version")))
    assert(Registries.missingLibrary(section("type" -> "simple")).isEmpty)
  }

  test("a reader of the meters does not wait for a disk that hangs") {
    val meters = new Meters
    meters.watch(new GaugeSource {
      def waiting: Int = 0
      def dropped: DropCounts = DropCounts()
      def counts: DeliveryCounts = { Thread.sleep(60000); DeliveryCounts() }
    })
    val start = System.nanoTime
    assert(meters.registry.getGauges.get("headwater.events.dead").getValue == 0L)
    assert(System.nanoTime - start < Duration.ofSeconds(10).toNanos)
  }
}
