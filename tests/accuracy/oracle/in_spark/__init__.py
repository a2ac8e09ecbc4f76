"""Scripts that run in the Python of build/spark/LINE; they import only pyspark and the standard library."""
