// Finds the recording that the demo shall analyse: a file, or a sample by its name.
import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SAMPLES = fileURLToPath(new URL('../../../../samples/', import.meta.url));
const DEFAULT_SAMPLE = 'good-call.ogg';
const RECORDING = /\.ogg$/;

/** The samples' file names; none where the service was installed without them. */
export function sampleNames(folder = SAMPLES): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => RECORDING.test(name));
  } catch {
    return [];
  }
}

/**
 * @param given a path, or the name of a sample; null for the first one
 * @returns an absolute path
 * @throws Error that lists the samples
 */
export function findRecording(given: string | null, folder = SAMPLES): string {
  const named = given ?? DEFAULT_SAMPLE;
  const candidates = [...(given === null ? [] : [resolve(named)]), join(folder, basename(named))];
  const found = candidates.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  if (found !== undefined) return found;
  const samples = sampleNames(folder);
  throw new Error(
    `There is no file ${resolve(named)}.${samples.length === 0 ? '' : ` The samples are ${samples.join(', ')}.`}`,
  );
}
