import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bodyTooLarge } from '../../../../src/platform/http/body/body.guard.js';
import {
  FormContent,
  MAX_FIELDS_BYTES,
  MAX_FILE_BYTES,
  openFormParser,
  readFormContent,
} from '../../../../src/platform/http/idempotency/form-content.js';

const MEBIBYTE = 1_048_576;
const PARTS = { file: 'audio_file', texts: new Set(['agent_id', 'contact_id']) };

type Part = readonly [name: string, value: string, fileName?: string];

const FORM: readonly Part[] = [
  ['agent_id', 'a'],
  ['contact_id', 'c'],
  ['audio_file', 'RIFF', 'call.wav'],
];

/** A request with these parts. @param cut bytes that are missing at its end */
function requestOf(parts: readonly Part[], boundary = 'one', cut = 0): IncomingMessage {
  const text = parts.map(([name, value, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: audio/wav`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  const body = Buffer.from(`${text.join('')}--${boundary}--\r\n`);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return Object.assign(Readable.from([body.subarray(0, body.length - cut)]), { headers }) as unknown as IncomingMessage;
}

/** Opens a form of which this many bytes come at once. @throws Error what the parser of the form is destroyed with */
function openForm(announced: Readonly<Record<string, string>>, bytes = 0): void {
  const headers = { 'content-type': 'multipart/form-data; boundary=one', ...announced };
  const request = Object.assign(new EventEmitter(), { headers });
  const parser = openFormParser(request as unknown as IncomingMessage, PARTS, bodyTooLarge);
  parser.on('error', () => undefined);
  request.emit('data', Buffer.alloc(bytes));
  if (parser.errored) throw parser.errored;
}

const summaryOf = async (parts: readonly Part[], boundary?: string) =>
  (await readFormContent(requestOf(parts, boundary), PARTS)).summary();

describe('the content of a form', () => {
  it.each<[string, readonly Part[], string?]>([
    ['with another boundary', FORM, 'two'],
    ['with its fields in another order', [...FORM].reverse()],
    ['with its recording without a file name', [...FORM.slice(0, 2), ['audio_file', 'RIFF']]],
    ['with the file name of a blob at a field', [['agent_id', 'a', 'blob'], ...FORM.slice(1)]],
    ['with another name of its file', [...FORM.slice(0, 2), ['audio_file', 'RIFF', 'copy.wav']]],
  ])('is the same %s', async (_, parts, boundary) => {
    expect(await summaryOf(parts, boundary), 'A repeated form is refused as another one').toBe(await summaryOf(FORM));
  });

  it.each<[string, readonly Part[]]>([
    ['with another value', [['agent_id', 'b'], ...FORM.slice(1)]],
    ['with another name of a field', [['agent', 'a'], ...FORM.slice(1)]],
    ['with another recording', [...FORM.slice(0, 2), ['audio_file', 'RIFX', 'call.wav']]],
    ['with the recording under another name', [...FORM.slice(0, 2), ['audio', 'RIFF', 'call.wav']]],
    ['with a field more', [...FORM, ['language', 'de']]],
    ['with a field twice', [...FORM, ['agent_id', 'a']]],
    ['without its recording', FORM.slice(0, 2)],
    ['with a field in place of the recording of the same bytes', [...FORM.slice(0, 2), ['agent_id', 'RIFF', 'a.wav']]],
    ['with a boundary between name and value elsewhere', [['agent_ida', ''], ...FORM.slice(1)]],
  ])('is another one %s', async (_, parts) => {
    expect(await summaryOf(parts), 'Two different forms get one answer').not.toBe(await summaryOf(FORM));
  });

  it('of two files does not depend on their order', async () => {
    const files: Part[] = [
      ['audio_file', 'one', '1.wav'],
      ['audio_file', 'two', '2.wav'],
    ];
    expect(await summaryOf([...files].reverse())).toBe(await summaryOf(files));
  });

  it.each([
    ['within its recording', 5],
    ['within the headers of its recording', 40],
  ])('that was cut %s is refused', async (_, cut) => {
    const reading = readFormContent(requestOf(FORM, 'one', cut), PARTS);
    await expect(reading, 'A cut form passes for a whole one').rejects.toThrow();
  });

  it('takes a custom object of 50 values of 500 characters as one field', async () => {
    const values = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key-${n}`, 'é'.repeat(500)]));
    const metadata = JSON.stringify(values);
    const [[field]] = JSON.parse(await summaryOf([['metadata', metadata]]));
    expect(JSON.parse(field)[1] === metadata, 'The largest field was cut').toBe(true);
  });

  it('has the text that earlier releases have stored the fingerprint of', async () => {
    const hash = 'a40ff3d5900fb7698b8c865041347cb49eccedc8f93945f89629ad104aaecce4';
    const text = String.raw`[["[\"agent_id\",\"a\"]","[\"contact_id\",\"c\"]"],["[\"audio_file\",\"${hash}\"]"]]`;
    expect(await summaryOf(FORM), 'A form that was sent before the release is refused as another one').toBe(text);
  });

  it.each<[string, (text: string) => Part]>([
    ['values', (text) => ['f', text]],
    ['names', (text) => [text, 'f']],
  ])('may hold 1 MiB of text beside its recording, counted with the %s', async (_, field) => {
    const filler = Array.from({ length: 99 }, () => field('é'.repeat(5_290)));
    const rest = (size: number) => field('x'.repeat(size - 1));
    const filled = 99 * 10_581;
    const reading = (bytes: number) => readFormContent(requestOf([...filler, rest(bytes - filled)]), PARTS);
    await expect(reading(MEBIBYTE), 'The largest form is refused').resolves.toBeInstanceOf(FormContent);
    await expect(reading(MEBIBYTE + 1), 'A form of any size is summed up').rejects.toMatchObject({
      status: 400,
      detail: 'Request body is too large',
    });
  });

  it('may be as long as 500 MB with the longest fields, and is not read further', async () => {
    const sent = { bytes: 0 };
    const piece = Buffer.alloc(MEBIBYTE);
    function* body() {
      yield Buffer.from('--one--\r\n');
      for (; sent.bytes < 600 * MEBIBYTE; sent.bytes += piece.length) yield piece;
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=one' };
    const request = Object.assign(Readable.from(body()), { headers }) as unknown as IncomingMessage;
    const reading = readFormContent(request, PARTS);
    await expect(reading, 'A repeated form is read without a limit').rejects.toThrow('Request body is too large');
    expect(sent.bytes, 'bytes that were read').toBeGreaterThan(500 * MEBIBYTE);
    expect(sent.bytes, 'bytes that were read').toBeLessThan(510 * MEBIBYTE);
  });

  describe.each([
    ['by its announced length', (bytes: number) => openForm({ 'content-length': String(bytes) })],
    ['by the bytes that came', (bytes: number) => openForm({}, bytes)],
  ])('is refused %s', (_, opened) => {
    const longest = MAX_FILE_BYTES + MAX_FIELDS_BYTES;

    it('with one byte more than the largest recording and the longest fields', () => {
      expect(() => opened(longest + 1), 'A form that is too long is read').toThrow('Request body is too large');
    });

    it('with no byte less', () => {
      expect(() => opened(longest), 'The largest form is refused').not.toThrow();
    });
  });

  it('may have headers of 16 KiB for each part beside its text', () => {
    const largest = MEBIBYTE + 102 * 16 * 1024;
    const fault = 'Bytes of fields are taken for bytes of the recording';
    expect(MAX_FIELDS_BYTES, fault).toBeGreaterThanOrEqual(largest);
    expect(MAX_FIELDS_BYTES, 'The bytes of a recording are taken for fields').toBeLessThan(1.05 * largest);
  });
});
