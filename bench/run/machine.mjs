// How much slower is this machine, with all that runs on it now, than the one that the bars in ms were set on?
import { createHash } from 'node:crypto';

/** What the work below took there, ms of CPU. */
const REFERENCE_MS = 400;
const TURNS = 2_000;

/**
 * Does a fixed amount of work like that of a read: text from an object, its hash, and an object from text.
 * @returns 2 where it takes twice as long: `cpu` by the CPU that it needs, `wall` by the clock, beside what else runs
 */
export function measureSlowness() {
  const words = Array.from({ length: 400 }, (_, index) => ({ text: `word ${index}`, startMs: index * 300, sure: 0.9 }));
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (let turn = 0; turn < TURNS; turn++) {
    const text = JSON.stringify({ turn, words });
    JSON.parse(text).hash = createHash('sha256').update(text).digest('hex');
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000 / REFERENCE_MS, wall: (performance.now() - startedAt) / REFERENCE_MS };
}
