package io.headwater.emit.transport

import java.io.IOException
import java.net.{InetSocketAddress, Proxy, ProxySelector, SocketAddress, URI}
import java.util.Collections

import org.scalatest.funsuite.AnyFunSuite

/** The proxy of an address, by the system properties of this JVM. tests/e2e/test_proxies.py sends through one. */
class HttpProxySuite extends AnyFunSuite {

  private def of(address: String, properties: (String, String)*): Option[HttpProxy] = {
    val before = properties.map { case (name, value) => name -> Option(System.setProperty(name, value)) }
    try HttpProxy.of(new URI(address))
    finally before.foreach {
        case (name, Some(value)) => System.setProperty(name, value)
        case (name, None) => System.clearProperty(name)
      }
  }

  private val proxy = Vector("https.proxyHost" -> "proxy.example", "https.proxyPort" -> "3128")

  test("an address has the proxy of its scheme") {
    assert(of("https://lineage.example", proxy: _*) === Some(HttpProxy("proxy.example", 3128, None)))
    assert(of("http://lineage.example", proxy: _*) === None)
    assert(of("HTTPS://lineage.example", proxy: _*).map(_.port) === Some(3128))
    assert(of("https://lineage.example") === None)
  }

  test("hosts of http.nonProxyHosts and this machine have none") {
    val without = proxy :+ ("http.nonProxyHosts" -> "*.internal|marquez")
    val addresses = Vector("https://a.internal", "https://marquez:5000", "https://lineage.example")
    assert(addresses.map(of(_, without: _*).isDefined) === Vector(false, false, true))
    assert(of("https://localhost", proxy: _*) === None)
  }

  test("the user of the proxy is that of the same scheme") {
    val user = proxy ++ Vector(
      "https.proxyUser" -> "ann",
      "https.proxyPassword" -> "s3cret",
      "http.proxyUser" -> "bob"
    )
    assert(of("https://lineage.example", user: _*).flatMap(_.user) === Some("ann" -> "s3cret"))
  }

  test("a selector of the application decides, and one that fails does not stop the events") {
    def select(answer: URI => Proxy) = {
      val default = ProxySelector.getDefault
      ProxySelector.setDefault(new ProxySelector {
        def select(to: URI) = Collections.singletonList(answer(to))
        def connectFailed(to: URI, at: SocketAddress, e: IOException): Unit = ()
      })
      try HttpProxy.of(new URI("https://lineage.example"))
      finally ProxySelector.setDefault(default)
    }
    val address = InetSocketAddress.createUnresolved("own.example", 80)
    assert(select(_ => new Proxy(Proxy.Type.HTTP, address)).map(_.host) === Some("own.example"))
    assert(select(_ => new Proxy(Proxy.Type.SOCKS, address)) === None)
    assert(select(_ => throw new IllegalStateException("no")) === None)
  }
}
