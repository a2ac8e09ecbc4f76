"""Scripts that spark-submit runs with the Python of build/spark/LINE."""
