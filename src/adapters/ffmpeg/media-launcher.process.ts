// The program of the small process that starts media tools for the service; media-launcher.ts talks to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { killGroup } from './launch-program.js';
import type { LauncherReply, LauncherRequest } from './media-launcher.js';

const [socketPath = ''] = process.argv.slice(2);
const running = new Set<ChildProcess>();

// Ctrl-C sends its signal to this process too. The service decides when to stop: it may still need its media tools.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', (request: LauncherRequest) => {
  launch(request).catch(() => reply({ id: request.id, pid: null }));
});

process.once('disconnect', end);
// The service may have ended before the listener above was added.
if (process.connected === false) end();

/** The service has ended, for whatever reason: no program that was started for it may outlive it. */
function end(): void {
  for (const { pid } of running) if (pid !== undefined) killGroup(pid);
  try {
    // Not recursive, so that a wrong path can delete nothing but a socket and an empty folder.
    rmSync(socketPath, { force: true });
    rmdirSync(dirname(socketPath));
  } catch {
    // The service has already deleted them.
  }
  process.exit();
}

async function launch({ id, args, cwd, pipe }: LauncherRequest): Promise<void> {
  const sockets = await Promise.all([connectWithHeader(`${id}p`), connectWithHeader(`${id}e`)]);
  const [data, errors] = sockets;
  try {
    const stdio = pipe === 'stdin' ? ([data, 'ignore', errors] as const) : (['ignore', data, errors] as const);
    const child = spawn('/bin/sh', args, { cwd, detached: true, stdio: [...stdio] });
    running.add(child);
    child.once('error', () => running.delete(child));
    child.once('exit', (code, signal) => {
      running.delete(child);
      reply({ id, code, signal });
    });
    reply({ id, pid: child.pid ?? null });
  } finally {
    // The program has its own copies. The service sees the end of the data only when every copy is closed.
    for (const socket of sockets) socket.destroy();
  }
}

/** A connection to the service. It stays paused: its data belongs to the program that inherits it. */
async function connectWithHeader(header: string): Promise<Socket> {
  const socket = connect(socketPath).pause();
  // A later error means that the service has ended, which `disconnect` handles.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise<void>((resolve, reject) => {
    socket.write(header, (error) => (error ? reject(error) : resolve()));
  });
  return socket;
}

function reply(message: LauncherReply): void {
  process.send?.(message, () => undefined);
}
