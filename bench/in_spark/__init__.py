"""Scripts that spark-submit runs in the Python of build/spark/LINE."""
