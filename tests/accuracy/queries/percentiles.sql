-- tables: sales
SELECT channel, percentile(price, 0.5) AS mid, percentile_approx(qty, 0.5) AS rough, stddev(price) AS spread, corr(price, qty) AS c FROM sales GROUP BY channel
