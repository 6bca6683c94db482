#!/usr/bin/env python3
"""Stands between switches and a controller and keeps what each switch says, one file a connection.

usage: record.py LISTEN_PORT CONTROLLER_PORT PREFIX     until it is killed; writes PREFIX-0.bin, PREFIX-1.bin, ...
"""
import asyncio
import sys

listen, controller, prefix = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
count = 0


async def pump(reader, writer, copy):
    try:
        while data := await reader.read(65536):
            if copy:
                copy.write(data)
                copy.flush()
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    writer.close()


async def serve(reader, writer):
    global count
    number, count = count, count + 1
    there = await asyncio.open_connection("127.0.0.1", controller)
    with open(f"{prefix}-{number}.bin", "wb") as copy:
        await asyncio.gather(pump(reader, there[1], copy), pump(there[0], writer, None))


async def main():
    async with await asyncio.start_server(serve, "127.0.0.1", listen) as server:
        await server.serve_forever()


asyncio.run(main())
