package com.mongodb.spark.sql.connector

import java.util.{Map => JavaMap}

/** The part of the connector's classes that has the name of a collection of its catalog. */
final class ReadConfig(originals: JavaMap[String, String]) {
  def getOriginals: JavaMap[String, String] = originals
}

final class MongoTable(config: AnyRef) {
  private val mongoConfig: AnyRef = config
  override def toString: String = mongoConfig.toString
}
