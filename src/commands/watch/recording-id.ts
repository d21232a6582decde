// Identifier by which the service knows a recording of a folder.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

const MAX_NAME = 200;

/** SHA-256 of the bytes, in hex. @throws Error where the file cannot be read */
export async function contentHash(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { ...(signal && { signal }) })) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Name of the file and hash of its content: `call 7.wav#9f86d081884c7d659a2feaa0c55ad015`. A file that is moved to another
 * folder, copied or touched stays the same recording, even if the journal is lost. New content under the same name is another
 * recording.
 */
export function externalIdOf(path: string, hash: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name may hold line feeds and escapes
  const name = [...basename(path).replaceAll(/[\u0000-\u001f\u007f]/g, '_')].slice(0, MAX_NAME).join('');
  return `${name}#${hash.slice(0, 32)}`;
}

/** Digest of the data sent with a recording: the same request always has the same key. */
export function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
