"""TLS in front of a PostgreSQL whose own program was built without it, as the one from PyPI: a client asks for TLS
as the protocol has it, gets it, and all it says goes on to the server's socket. Whoever does not ask stays outside.

    python tls_proxy.py CERTIFICATE KEY SOCKET        prints its port, and serves until it is ended
"""

import asyncio
import ssl
import struct
import sys

TLS, GSS = 80877103, 80877104  # what a client may ask for first


async def serve(certificate: str, key: str, socket: str) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, wanted = struct.unpack(">ii", await reader.readexactly(8))
        while wanted == GSS:
            writer.write(b"N")
            _, wanted = struct.unpack(">ii", await reader.readexactly(8))
        if wanted == TLS:
            writer.write(b"S")
            await writer.start_tls(context)
            from_server, to_server = await asyncio.open_unix_connection(socket)
            await asyncio.gather(passed_on(reader, to_server), passed_on(from_server, writer))
        writer.close()

    server = await asyncio.start_server(client, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while some := await reader.read(1 << 16):
        writer.write(some)
        await writer.drain()
    writer.close()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
