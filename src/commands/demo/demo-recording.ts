// Finds the recording that the demo shall analyse: a file, or a sample by its name.
import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SAMPLES = fileURLToPath(new URL('../../../../samples/', import.meta.url));
const DEFAULT_SAMPLE = 'good-call.ogg';
const RECORDING = /\.ogg$/;

/** Who speaks. The samples are of different agents, so that lists and means have something to tell apart. */
interface Parties {
  readonly agent_id: string;
  readonly contact_id: string;
}

const PARTIES: Readonly<Record<string, Parties>> = {
  'bad-call.ogg': { agent_id: 'agent-3', contact_id: 'customer-17' },
  'good-call-phone.ogg': { agent_id: 'agent-12', contact_id: 'customer-9' },
};
const DEFAULT_PARTIES: Parties = { agent_id: 'agent-7', contact_id: 'customer-42' };

export const callOf = (file: string): Parties => PARTIES[basename(file)] ?? DEFAULT_PARTIES;

/** The samples beside the one that was shown. @returns absolute paths */
export const otherSamples = (shown: string, folder = SAMPLES): readonly string[] =>
  sampleNames(folder)
    .map((name) => join(folder, name))
    .filter((path) => path !== shown);

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
