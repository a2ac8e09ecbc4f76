"""Scripts that run in the Python of build/spark/LINE: they import pyspark and the standard library only."""
