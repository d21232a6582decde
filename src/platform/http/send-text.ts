// Sends answers that are text already: whole in one write, or made while they are sent, at the pace of their reader.
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Past Express's own way, which copies the text into bytes first and so sends head and body apart. */
export function sendJson(response: Response, json: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.end(json);
}

/**
 * Ends with the answer sent, or with its reader gone. What fails on the way cuts the connection, for half an answer must
 * not look whole.
 * @param parts in order; the next is asked for once the last has been taken
 */
export async function sendText(response: Response, parts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(parts, response);
  } catch (error) {
    // A reader that leaves is no fault.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}
