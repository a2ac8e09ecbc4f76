package io.headwater.emit.transport

import java.net.{InetSocketAddress, Proxy, ProxySelector, URI}
import java.util.Locale.ROOT

import scala.util.Try

import org.apache.hc.client5.http.auth.{AuthScope, UsernamePasswordCredentials}
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder
import org.apache.hc.core5.http.HttpHost

/** The HTTP proxy that the JVM has for an address: that of `http.proxyHost` or `https.proxyHost`, unless
  * `http.nonProxyHosts` has the host, or that of the application's own `ProxySelector`. openlineage-java uses none.
  */
private[transport] final case class HttpProxy(host: String, port: Int, user: Option[(String, String)]) {

  /** The user is only sent to the proxy, and only if it asks for one. */
  def addTo(builder: HttpClientBuilder): HttpClientBuilder = {
    user.foreach { case (name, password) =>
      val credentials = new BasicCredentialsProvider
      credentials.setCredentials(
        new AuthScope(host, port),
        new UsernamePasswordCredentials(name, password.toCharArray)
      )
      builder.setDefaultCredentialsProvider(credentials)
    }
    builder.setProxy(new HttpHost(host, port))
  }
}

private[transport] object HttpProxy {

  /** None if requests go to the address directly. A proxy of the type SOCKS is the business of Java's sockets. */
  def of(to: URI): Option[HttpProxy] =
    for {
      selector <- Option(ProxySelector.getDefault)
      first <- Try(selector.select(to).get(0)).toOption.filter(_.`type` == Proxy.Type.HTTP)
      address <- Option(first.address).collect { case a: InetSocketAddress => a }
    } yield HttpProxy(address.getHostString, address.getPort, user(to.getScheme.toLowerCase(ROOT)))

  private def user(scheme: String): Option[(String, String)] =
    property(s"$scheme.proxyUser").map(name => name -> property(s"$scheme.proxyPassword").getOrElse(""))

  private def property(name: String): Option[String] = Option(System.getProperty(name)).filter(_.nonEmpty)
}
