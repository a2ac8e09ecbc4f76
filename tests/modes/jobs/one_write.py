"""usage: one_write.py FOLDER

Writes nine rows, and reads them.
"""

import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.range(9).write.parquet(sys.argv[1])
print("rows:", spark.read.parquet(sys.argv[1]).count())
spark.stop()
