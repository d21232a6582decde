// The program of the small process that starts media tools: a large one pays for every start by its own size.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { LauncherReply, LauncherRequest } from './media-launcher.js';

const [socketPath = ''] = process.argv.slice(2);
const running = new Set<ChildProcess>();

// A signal for the whole group of the service is the service's own affair: while it finishes, it may need its tools.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', (request: LauncherRequest) => {
  launch(request).catch(() => reply({ id: request.id, pid: null }));
});

process.once('disconnect', end);
// It may have ended while this began, before anybody listened.
if (process.connected === false) end();

/** The service has ended, in whatever way: nothing that was started for it outlives it. */
function end(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // Ended in between.
    }
  }
  try {
    // One by one, so that nothing else can go with them.
    rmSync(socketPath, { force: true });
    rmdirSync(dirname(socketPath));
  } catch {
    // The service was quicker.
  }
  process.exit();
}

async function launch({ id, args, cwd, pipe }: LauncherRequest): Promise<void> {
  const sockets = await Promise.all([connected(`${id}p`), connected(`${id}e`)]);
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
    // The tool has its own copies; the end of the data is where the last one is closed.
    for (const socket of sockets) socket.destroy();
  }
}

/** A connection to the service that says what it is for, and from which nothing is read here. */
async function connected(purpose: string): Promise<Socket> {
  const socket = connect(socketPath).pause();
  // What goes wrong later is that the service ends, and then there is more to end here than this.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise<void>((written, failed) => {
    socket.write(purpose, (error) => (error ? failed(error) : written()));
  });
  return socket;
}

function reply(message: LauncherReply): void {
  process.send?.(message, () => undefined);
}
