// Starts the clocks of shared modules before any test fakes timers.
import { request } from 'undici';

/** Files of one process share it, and the modules too. */
const STARTED = Symbol.for('call-analysis.real-clocks');

/**
 * undici keeps one timer for the time-outs of all its requests, starts it with the first and then only refreshes it. If that
 * request comes while a test fakes `setTimeout`, the process is left with a timer that never fires, and later tests wait for
 * ever. Node's own `fetch` holds a second copy of undici.
 */
async function startClocks(): Promise<void> {
  // Nobody listens there; the time-out of the attempt to connect starts the timer.
  const nowhere = 'http://127.0.0.1:9/';
  await Promise.allSettled([request(nowhere), fetch(nowhere)]);
}

const shared = globalThis as { [STARTED]?: Promise<void> };
shared[STARTED] ??= startClocks();
await shared[STARTED];
