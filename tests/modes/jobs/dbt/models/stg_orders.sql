{{ config(materialized='view') }}
SELECT id AS order_id, customer_id, CAST(amount AS DECIMAL(10, 2)) AS amount, CAST(ordered AS DATE) AS ordered
FROM {{ ref('raw_orders') }}
