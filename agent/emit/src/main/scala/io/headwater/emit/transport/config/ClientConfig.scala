package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree
import io.headwater.emit.json.ConfigTreeJson
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.transports.TransportConfig

/** A section as openlineage-java reads it into a class of its own. Throws where it has none, or the section does not fit. */
object ClientConfig {
  private val mapper = OpenLineageClientUtils.newObjectMapper()

  def transport(section: ConfigTree.Branch): TransportConfig = read(section, classOf[TransportConfig])

  def read[A](section: ConfigTree, as: Class[A]): A = mapper.treeToValue(ConfigTreeJson(section), as)
}
