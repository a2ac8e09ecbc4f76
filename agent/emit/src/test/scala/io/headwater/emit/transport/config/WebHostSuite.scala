package io.headwater.emit.transport.config

import java.net.URI

import org.scalatest.funsuite.AnyFunSuite

class WebHostSuite extends AnyFunSuite {
  private def of(address: String): Option[WebHost] = WebHost.of(new URI(address))

  test("the host of a web address may have an underscore, as names of containers have") {
    assert(of("http://marquez_api:5000/x") == Some(WebHost("marquez_api", 5000, None)))
    assert(of("https://open_lineage.local") == Some(WebHost("open_lineage.local", 443, None)))
    assert(of("http://user:word@my_host") == Some(WebHost("my_host", 80, Some("user:word"))))
    assert(of("HTTP://[::1]:81") == Some(WebHost("[::1]", 81, None)))
  }

  test("a placeholder, an address without a host and one of another scheme are no web addresses") {
    for (
      address <-
        Vector("http://host:port", "http://$HOST:5000", "http:///x", "http:x", "ftp://h", "h:5000", "h")
    )
      assert(of(address).isEmpty, address)
  }
}
