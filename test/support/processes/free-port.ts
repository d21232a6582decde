// Ports for servers that a test starts by number, or starts again under the same number.
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections: one of those could take the port between this look and its use, or
 * while the server of a test is stopped.
 */
const FIRST_PORT = 12_000;
const PORT_BLOCKS = 100;
const PORTS_PER_BLOCK = 200;

/** The first port of this process's block. The process listens on it as long as it lives, so that no other takes the block. */
let firstOfBlock: Promise<number> | null = null;
let portsGiven = 0;

export async function freePort(): Promise<number> {
  firstOfBlock ??= takeBlock();
  const first = await firstOfBlock;
  for (let attempt = 0; attempt < PORTS_PER_BLOCK; attempt++) {
    const port = first + 1 + (portsGiven++ % (PORTS_PER_BLOCK - 1));
    const probe = await listenOn(port);
    if (!probe) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
  throw new Error('No free port');
}

async function takeBlock(): Promise<number> {
  for (let attempt = 0; attempt < PORT_BLOCKS; attempt++) {
    const first = FIRST_PORT + ((process.pid + attempt) % PORT_BLOCKS) * PORTS_PER_BLOCK;
    const holder = await listenOn(first);
    if (!holder) continue;
    holder.unref();
    return first;
  }
  throw new Error('No free block of ports');
}

/** @returns null where another process listens */
function listenOn(port: number): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer().once('error', () => done(null));
    server.listen(port, '127.0.0.1', () => done(server));
  });
}
