// The public keys that a command checks signatures with: a JWK set, from a file or from a service.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const KEY_SET = z.object({ keys: z.array(z.looseObject({ kid: z.string(), x: z.string() })) });
export type KeySet = z.infer<typeof KEY_SET>;

/** A service serves its own there. */
export const KEY_SET_PATH = '/.well-known/call-analysis/keys.json';
const TIMEOUT_MS = 10_000;

/** @param place file or URL @throws Error for anything that is no key set */
export async function readKeySet(place: string): Promise<KeySet> {
  const { data } = KEY_SET.safeParse(JSON.parse(await readText(place)));
  if (!data) throw new Error(`${place} is no key set: it has no member keys`);
  return data;
}

async function readText(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8');
  const response = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The key set cannot be read: ${place} answers ${response.status}`);
  return response.text();
}
