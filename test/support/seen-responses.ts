// Notes which of the documented answers and events a run has seen.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

const seen = new Set<string>();

/** Test files run in processes of their own, so each process writes a file of its own in the run's folder. */
export function noteSeen(name: string): void {
  if (seen.has(name)) return;
  seen.add(name);
  appendFileSync(join(inject('seenResponsesDir'), String(process.pid)), `${name}\n`);
}
