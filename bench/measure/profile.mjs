// Writes a CPU profile of the Node process that imports it, and of each of its threads, to PROFILE_DIR when it ends:
//   PROFILE_DIR=… npm run bench -- --only get          the servers that bench/measure/server-process.mjs starts
//   PROFILE_DIR=… NODE_OPTIONS=--import=./bench/measure/profile.mjs npm run bench -- --only webhooks     the bench itself too
// The option --cpu-prof does the same for one process alone: NODE_OPTIONS does not take it, and a process that SIGTERM ends
// writes nothing. The launcher of the media tools starts with an empty environment, so it has no profile.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { basename, dirname, join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

const INTERVAL_US = 1_000;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
session.post('Profiler.start');
process.once('exit', () =>
  session.post('Profiler.stop', (error, stopped) => {
    if (error) return;
    mkdirSync(process.env.PROFILE_DIR, { recursive: true });
    writeFileSync(join(process.env.PROFILE_DIR, `${nameOf()}.cpuprofile`), JSON.stringify(stopped.profile));
  }),
);
// The reference servers end by the signal, which would leave no time to write.
if (isMainThread && process.env.EXIT_ON_SIGTERM) process.once('SIGTERM', () => process.exit());

/** As `get-reference-bare-4711` or `main-api-4712`. */
function nameOf() {
  const script = process.argv[1] ?? 'node';
  const program = basename(script).replace(/\.[cm]?js$/, '');
  const of = program === 'reference' ? [basename(dirname(script)), program, process.argv[2]] : [program];
  const thread = isMainThread ? [] : [`thread-${threadId}`];
  return [...of, process.env.PROCESS, process.pid, ...thread]
    .filter(Boolean)
    .join('-')
    .replace(/[^\w.-]+/g, '_');
}
