package org.apache.iceberg.spark

/** Stands in for Iceberg's catalog, which is known by its class. */
class SparkCatalog
