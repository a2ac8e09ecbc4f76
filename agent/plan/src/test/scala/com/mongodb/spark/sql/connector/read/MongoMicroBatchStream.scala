package com.mongodb.spark.sql.connector.read

import com.mongodb.spark.sql.connector.ReadConfig

/** The part of a stream of the connector that has the names of its collections. */
final class MongoMicroBatchStream(config: ReadConfig) {
  private val readConfig: ReadConfig = config
  override def toString: String = readConfig.toString
}
