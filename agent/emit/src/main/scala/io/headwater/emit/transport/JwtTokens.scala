package io.headwater.emit.transport

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient

import io.openlineage.client.transports.JwtTokenProvider

/** openlineage-java's `jwt`, asking for tokens over the same kind of client as events go through: its own would follow
  * redirects with the key, wait without end, and know no trust store.
  */
private[transport] final class JwtTokens(from: JwtTokenProvider, client: () => CloseableHttpClient)
    extends JwtTokenProvider(from.getApiKey, from.getTokenEndpoint) {
  setTokenFields(from.getTokenFields)
  setExpiresInField(from.getExpiresInField)
  setGrantType(from.getGrantType)
  setResponseType(from.getResponseType)
  setTokenRefreshBuffer(from.getTokenRefreshBuffer)

  override protected def createHttpClient(): CloseableHttpClient = client()
}
