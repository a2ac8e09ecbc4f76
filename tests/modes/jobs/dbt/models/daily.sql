{{ config(materialized='incremental', incremental_strategy='insert_overwrite', partition_by='ordered') }}
SELECT order_id, amount, ordered FROM {{ ref('stg_orders') }}
{% if is_incremental() %} WHERE ordered >= (SELECT max(ordered) FROM {{ this }}) {% endif %}
