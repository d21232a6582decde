import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees what nothing refers to, and lets the finalizers of what was freed run. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let i = 0; i < 3; i++) {
    collect();
    // Finalizers run in turns of the event loop of their own.
    await setImmediate();
  }
}
