// Sends an answer that is made while it is sent, in constant memory and at the pace of its reader.
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

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
