-- tables: sales
SELECT emp, sort_array(collect_list(qty)) AS quantities, sort_array(collect_set(channel)) AS channels, size(array_agg(price)) AS n FROM sales GROUP BY emp
