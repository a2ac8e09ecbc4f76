-- rows: facet.run.application-details facet.run.processing-engine facet.run.spark-properties facet.job.job-type facet.run.parent life.application
-- tables: orders
-- application: yes
SELECT id FROM orders;
