-- tables: orders
-- application: yes
SELECT id FROM orders;
