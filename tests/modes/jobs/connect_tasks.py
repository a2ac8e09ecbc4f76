"""A client of Spark Connect with tasks of asyncio on one thread, threads, and two sessions."""

from __future__ import annotations

import asyncio
import sys
from threading import Thread

import headwater
from pyspark.sql import SparkSession

remote, folder = sys.argv[1:]
spark = SparkSession.builder.remote(remote).getOrCreate()


def write(name: str, session: SparkSession = spark) -> None:
    session.range(3).write.parquet(f"{folder}/{name}")


async def in_turns(number: int) -> None:
    """Write twice on the thread of all tasks; the other task writes in between."""
    with headwater.job(f"task {number}"):
        headwater.emit_run_facet("acme_note", {"number": number})
        for part in range(2):
            write(f"task_{number}_{part}")
            await asyncio.sleep(0)


async def in_a_thread(number: int) -> None:
    with headwater.job(f"awaited {number}"):
        await asyncio.to_thread(write, f"awaited_{number}")


async def tasks() -> None:
    await asyncio.gather(in_turns(1), in_turns(2))
    await asyncio.gather(in_a_thread(1), in_a_thread(2))


def tagged(number: int) -> None:
    spark.addTag(f"thread {number}")
    write(f"thread_{number}")


asyncio.run(tasks())
with headwater.job("not of other threads"):
    threads = [Thread(target=tagged, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
other = SparkSession.builder.remote(remote).create()
with headwater.job("both sessions"):
    write("both_first")
    write("both_other", other)
other.stop()
write("after_tasks")
spark.stop()
