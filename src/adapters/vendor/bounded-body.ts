// Bodies of requests and responses, slice by slice.
import { UnusableResponseError } from './provider-failure.js';

/** Default limit of a response. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Files are read and sent in slices of this size. */
const SLICE_BYTES = 256 * 1024;

/** Reads a file slice by slice, each when the one before it is sent. */
export async function* slicesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += SLICE_BYTES)
    yield new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer());
}

/** @throws UnusableResponseError for a body that is longer than the limit */
export async function readBounded(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new UnusableResponseError('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** No part repeats what another may match, so that the search is linear, also in a text that never ends. */
const STRING_OR_NUMBER = /\\.|"|-?\b(?:NaN|Infinity)\b/gs;

/**
 * Python's `json` writes NaN and Infinity, which JSON does not have: one NaN among the probabilities would make the whole
 * response unreadable.
 */
export function nullForNaN(body: Buffer): Buffer | string {
  if (!body.includes('NaN') && !body.includes('Infinity')) return body;
  let isInString = false;
  return body.toString().replace(STRING_OR_NUMBER, (found) => {
    if (found === '"') isInString = !isInString;
    return isInString || found === '"' || found.startsWith('\\') ? found : 'null';
  });
}
