-- tables: emp
SELECT salary + 1 AS base, base * 2 AS twice, twice + boss AS more FROM emp
