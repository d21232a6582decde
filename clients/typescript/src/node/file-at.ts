import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { argumentError } from '../error.js';
import type { Recording } from '../upload/recording.js';

export async function fileAt(path: string): Promise<Recording> {
  const found = await stat(path).catch((error: unknown) => {
    throw argumentError(`The file ${path} cannot be read.`, error);
  });
  if (!found.isFile()) throw argumentError(`${path} is no file.`);
  const { size } = found;
  return {
    fileName: basename(path),
    size,
    source: null,
    open: () => bytesOfFile(path, 0, size),
    openPart: (from, to) => bytesOfFile(path, from, to),
    canRepeat: () => true,
  };
}

/** The size was told already: a file that grows meanwhile is sent up to it. */
async function* bytesOfFile(path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (from >= to) return;
  let sent = 0;
  try {
    for await (const chunk of createReadStream(path, { start: from, end: to - 1 })) {
      sent += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw argumentError(`The file ${path} cannot be read.`, error);
  }
  if (sent < to - from) throw argumentError(`The file ${path} became shorter while it was read.`);
}
