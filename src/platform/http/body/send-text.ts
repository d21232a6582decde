// Sends responses that are text already: in one write, or as a stream with back-pressure.
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { openCompressor } from './compress.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends JSON without Express's `send`. The text is sent as bytes: for a long string, Node reserves three times its length and
 * takes twice as long.
 */
export function sendJson(response: Response, json: string): void {
  const body = Buffer.from(json);
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/**
 * Sends a text in parts, compressed if the client asks for it. Resolves when the response was sent or the client has
 * disconnected. An error closes the connection, because half a response must not look complete.
 * @param parts in order; the next part is requested once the client has taken the last one
 */
export async function sendText(response: Response, parts: AsyncIterable<string | Buffer>): Promise<void> {
  try {
    const compressor = openCompressor(response);
    const bytes = bytesOf(parts);
    await (compressor === null ? pipeline(bytes, response) : pipeline(bytes, compressor, response));
  } catch (error) {
    // A client that disconnects is not an error.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

/** Converts each part to bytes, as `sendJson` does. */
async function* bytesOf(parts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}
