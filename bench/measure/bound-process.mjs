// Starts processes that end when the process that started them ends, however that ends: also by SIGKILL, which no handler sees.
import { spawn } from 'node:child_process';

/** Its words do not hold those of the program, so that no list of processes shows the program twice. */
const WATCH = 'trap "" INT TERM HUP; read -r _ || kill -s KILL -- "-$0"';

/**
 * The program takes the place of the shell, so that its id, its signals and its exit code are those of the child. Beside it a
 * second shell reads a pipe whose other end the starter holds. When the starter ends, the system closes the pipe and the shell
 * kills the process group of the program, which may be blocked or stopped. A line on the pipe says that the program has ended.
 */
const BOUND = `/bin/sh -c '${WATCH}' $$ <&3 3<&- >/dev/null 2>&1 &
exec 3<&-
exec "$@"`;

/** As `spawn` of node:child_process, with the three usual streams in `options.stdio`. The child leads a process group. */
export function spawnBound(command, args, options) {
  const child = spawn('/bin/sh', ['-c', BOUND, 'bound', command, ...args], {
    ...options,
    detached: true,
    stdio: [...options.stdio, 'pipe'],
  });
  const lifeline = child.stdio[3];
  // The shell that reads it may be gone first.
  lifeline.on('error', () => undefined).unref();
  child.once('exit', () => lifeline.end('ended\n', () => lifeline.destroy()));
  return child;
}

/** How often `endWithNpm` looks. */
const LOOK_MS = 500;

/**
 * Ends this process by SIGTERM when npm, which started it, has ended. npm hands on SIGINT and SIGTERM alone; after SIGHUP or
 * SIGKILL what it started would go on. Without npm nothing is watched: a run may outlive the shell that it was started from.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
