{{ config(materialized='ephemeral') }}
SELECT id AS customer_id, upper(name) AS name FROM {{ ref('raw_customers') }}
