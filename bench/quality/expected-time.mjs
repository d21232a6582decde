// How long each part will take: as long per unit as in the last run on this machine, else as long as on the reference machine
// (two cores of 2.5 GHz), times how much slower this one counts wrong words.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { wordErrors } from './score.mjs';

const REFERENCE_SECONDS = { dialogues: 0.012, languages: 0.01, roles: 0.003, hearing: 2, recordings: 12 };
const REFERENCE_PROBE_MS = 15;

export async function openTimes(file) {
  const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const slowness = Object.keys(known).length > 0 ? 1 : probeMs() / REFERENCE_PROBE_MS;
  return {
    /** @param engine the part takes another time with another engine */
    secondsOf: (id, engine, units) => units * (known[`${id} ${engine}`] ?? REFERENCE_SECONDS[id] * slowness),
    learn: async (id, engine, units, seconds) => {
      known[`${id} ${engine}`] = seconds / units;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(known, null, 2)}\n`);
    },
  };
}

/** Milliseconds that this machine takes for a fixed piece of work. */
function probeMs() {
  const words = Array.from({ length: 400 }, (_, at) => `word${(at * 7919) % 101}`);
  const from = performance.now();
  for (let round = 0; round < 5; round += 1) wordErrors(words, words.toReversed());
  return performance.now() - from;
}
