import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type FormReader, readSubmissionForm } from '../../../src/pipeline/intake/read-submission-form.js';

const MEBIBYTE = 1_048_576;
const MAX_BYTES = 524_288_000;
const PIECE = Buffer.alloc(MEBIBYTE);
const FORM = '--one\r\nContent-Disposition: form-data; name="agent_id"\r\n\r\na\r\n';
const TOO_LARGE = { status: 400, detail: 'Audio file exceeds the maximum size of 500 MB' };

/** A request with 600 MB of zeros between the two texts. `sent.bytes` grows with what is read of it. */
function longRequest(start: string, end: string, sent: { bytes: number }): IncomingMessage {
  function* body() {
    yield Buffer.from(start);
    for (; sent.bytes < 600 * MEBIBYTE; sent.bytes += PIECE.length) yield PIECE;
    yield Buffer.from(end);
  }
  return requestOf(Readable.from(body()), {});
}

function requestOf(body: Readable, headers: Readonly<Record<string, string>>): IncomingMessage {
  const type = { 'content-type': 'multipart/form-data; boundary=one' };
  return Object.assign(body, { headers: { ...type, ...headers }, socket: {}, complete: true }) as never;
}

const READER: FormReader<never> = {
  store: () => Promise.reject(new Error('Nothing is to be stored')),
  isSuperfluous: () => true,
  onContent: null,
};

describe('a form that is longer than the longest recording with the longest fields', () => {
  it.each([
    ['bytes before its first part', '', `\r\n${FORM}--one--\r\n`],
    ['bytes behind its last part', `${FORM}--one--\r\n`, ''],
    [
      'a file of another name',
      `${FORM}--one\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\n`,
      '\r\n--one--\r\n',
    ],
    [
      'a recording beside the scenario of a test key',
      `${FORM}--one\r\nContent-Disposition: form-data; name="audio_file"; filename="a.wav"\r\n\r\n`,
      '\r\n--one--\r\n',
    ],
  ])('for %s is refused as a recording that is too large, and not read to its end', async (_, start, end) => {
    const sent = { bytes: 0 };
    const reading = readSubmissionForm(longRequest(start, end, sent), READER);
    await expect(reading, 'A form is read without a limit').rejects.toMatchObject(TOO_LARGE);
    expect(sent.bytes, 'bytes that were read').toBeLessThan(MAX_BYTES + 8 * MEBIBYTE);
  });

  it('is refused by its announced length, before it is read', async () => {
    const request = requestOf(Readable.from([]), { 'content-length': String(MAX_BYTES + 4 * MEBIBYTE) });
    await expect(readSubmissionForm(request, READER)).rejects.toMatchObject(TOO_LARGE);
    expect(request.readableFlowing, 'The body is read').toBe(null);
  });
});
