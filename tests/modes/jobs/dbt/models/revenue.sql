{{ config(materialized='table') }}
SELECT c.name, sum(o.amount) AS total
FROM {{ ref('stg_orders') }} AS o JOIN {{ ref('stg_customers') }} AS c USING (customer_id)
GROUP BY c.name
