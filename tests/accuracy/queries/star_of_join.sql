-- tables: sales stock
SELECT s.*, t.amount FROM sales s JOIN stock t ON s.item = t.item
