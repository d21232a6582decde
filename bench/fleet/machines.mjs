// Machines of a fleet on this one: a network namespace with an address of its own for each, on a bridge. Without `ip netns`, or
// without root, all have 127.0.0.1 and ports of their own.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Another run may have its own beside it. */
const NETWORK = `10.77.${process.pid % 250}`;

/**
 * @returns {{areApart: boolean, host: string, add: () => {host: string, command: (program: string, args: string[]) => [string,
 * string[]], port: (own: number) => Promise<number>}, close: () => void}} `host` is this process as the machines see it
 */
export function openMachines() {
  const bridge = `fleet${process.pid}`;
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
  } catch {
    const command = (program, args) => [program, args];
    return { areApart: false, host: LOCAL, add: () => ({ host: LOCAL, command, port: freePort }), close: () => {} };
  }
  const names = [];
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    for (const name of names) ip('netns', 'del', name);
    ip('link', 'del', bridge);
  };
  // A namespace outlasts the process that made it.
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const add = () => {
    const number = names.length + 2;
    const name = `${bridge}-${number}`;
    const host = `${NETWORK}.${number}`;
    ip('netns', 'add', name);
    names.push(name);
    // The names of interfaces have 15 characters at most.
    const [outer, inner] = [`f${process.pid}o${number}`, `f${process.pid}i${number}`];
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
    ip('link', 'set', outer, 'master', bridge, 'up');
    ip('-n', name, 'addr', 'add', `${host}/24`, 'dev', inner);
    ip('-n', name, 'link', 'set', inner, 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    const command = (program, args) => ['ip', ['netns', 'exec', name, program, ...args]];
    return { host, command, port: async (own) => own };
  };
  try {
    ip('addr', 'add', `${NETWORK}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
  } catch (error) {
    close();
    throw error;
  }
  return { areApart: true, host: `${NETWORK}.1`, add, close };
}

const LOCAL = '127.0.0.1';

function ip(...args) {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function freePort() {
  const server = createServer().listen(0, LOCAL);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
