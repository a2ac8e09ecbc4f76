{{ config(materialized='incremental', incremental_strategy='append') }}
SELECT order_id, amount * 2 AS twice FROM {{ ref('stg_orders') }}
