-- tables: emp sales
-- reader: hand
-- why: sqlglot takes all fields of the struct that the subquery returns
-- direct: id <- emp.id
-- direct: most <- sales.qty
-- direct: pay <- emp.salary
SELECT id, (SELECT max(struct(qty, price)) FROM sales).qty AS most,
  (SELECT max_by(named_struct('pay', x.salary, 'name', x.name), x.id) FROM emp x WHERE x.dept = emp.dept).pay AS pay
FROM emp
