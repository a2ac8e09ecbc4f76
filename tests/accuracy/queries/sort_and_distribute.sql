-- tables: sales
SELECT sale, price FROM sales DISTRIBUTE BY channel SORT BY qty
