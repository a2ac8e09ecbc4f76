package io.headwater.emit.transport.config

import io.headwater.config.ConfigTree
import io.headwater.emit.json.ConfigTreeJson
import io.headwater.emit.json.OpenLineageMapper.mapper
import io.openlineage.client.transports.TransportConfig

/** Reads a section into a configuration class of openlineage-java. */
object ClientConfig {

  /** @throws java.lang.Exception
    *   if no class has the type of the section, or if an option does not fit the class
    */
  def transport(section: ConfigTree.Branch): TransportConfig = read(section, classOf[TransportConfig])

  /** @throws com.fasterxml.jackson.core.JsonProcessingException
    *   if an option does not fit the class
    */
  def read[A](section: ConfigTree, target: Class[A]): A = mapper.treeToValue(ConfigTreeJson(section), target)
}
