// Records which of the documented answers and events a run has seen.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

const seen = new Set<string>();

/** Each test process writes a file of its own in the folder of the run. */
export function noteSeen(name: string): void {
  if (seen.has(name)) return;
  seen.add(name);
  appendFileSync(join(inject('seenResponsesDir'), String(process.pid)), `${name}\n`);
}
