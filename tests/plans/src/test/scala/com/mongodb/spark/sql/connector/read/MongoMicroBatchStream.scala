package com.mongodb.spark.sql.connector.read

/** The connector's stream, whose collection only its private members have. */
final class MongoMicroBatchStream
