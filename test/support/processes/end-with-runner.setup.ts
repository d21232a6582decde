// Ends a process of the runner when the runner has ended. Its servers and timers would keep it alive, and with it the services
// that its tests have started.

/** Files of one process share it. */
const BOUND = Symbol.for('call-analysis.end-with-runner');

const shared = globalThis as { [BOUND]?: NodeJS.Process };
shared[BOUND] ??= process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
