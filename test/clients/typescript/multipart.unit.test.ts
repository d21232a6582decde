import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileAt } from '../../../clients/typescript/src/node/file-at.js';
import { formBody } from '../../../clients/typescript/src/upload/multipart.js';
import {
  type RecordingFile,
  recordingOf,
  streamedRecording,
} from '../../../clients/typescript/src/upload/recording.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'call-analysis-client-'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytesOf = (chunks: AsyncIterable<Uint8Array>) => buffer(chunks);

async function formOf(fields: Readonly<Record<string, unknown>>, file: RecordingFile | null): Promise<FormData> {
  const body = formBody(fields, file === null ? null : await recordingOf(file, fileAt));
  const bytes = await bytesOf(body.open());
  expect(body.length, 'the announced length').toBe(bytes.length);
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': body.contentType } }).formData();
}

describe('the form of an upload', () => {
  it('holds the fields as the service reads them, and the recording last', async () => {
    const path = join(folder, 'call "1".wav');
    await writeFile(path, 'RIFF');
    const form = await formOf(
      { agent_id: 'Zoë\r\n"Z"', webhook_events: ['a', 'b'], metadata: { k: 1 }, agent_channel: 0, language: null },
      path,
    );
    const { audio_file: file, ...fields } = Object.fromEntries(form);
    expect(fields).toEqual({ agent_id: 'Zoë\r\n"Z"', webhook_events: 'a,b', metadata: '{"k":1}', agent_channel: '0' });
    expect([...form.keys()].at(-1)).toBe('audio_file');
    if (!(file instanceof File)) throw new Error('The recording is no file');
    expect([decodeURIComponent(file.name), await file.text()]).toEqual(['call "1".wav', 'RIFF']);
  });

  it('takes bytes, blobs and empty recordings', async () => {
    for (const file of [new Uint8Array(), new Blob([]), new Blob(['RIFF']), new Uint8Array([1])])
      expect((await formOf({}, file)).get('audio_file')).toBeInstanceOf(File);
  });

  it('tells of each part of the recording once it was taken, and of an empty one too', async () => {
    const told: [number, number | null][] = [];
    const note = (sent: number, total: number | null) => told.push([sent, total]);
    await bytesOf(formBody({}, await recordingOf(new Uint8Array(5), fileAt), note).open());
    await bytesOf(formBody({}, await recordingOf(new Uint8Array(), fileAt), note).open());
    expect(told).toEqual([
      [5, 5],
      [0, 0],
    ]);
  });

  it('begins at the first byte for each attempt, and tells nothing twice', async () => {
    const told: number[] = [];
    const open = async function* () {
      yield new Uint8Array(3);
      yield new Uint8Array(4);
    };
    const body = formBody({}, streamedRecording(open), (sent) => told.push(sent));
    expect(body.length).toBeNull();
    const [first, second] = [await bytesOf(body.open()), await bytesOf(body.open())];
    expect(first).toEqual(second);
    expect([told, body.canRepeat()]).toEqual([[3, 7], true]);
  });

  it('can repeat a plain stream until it took the first byte', async () => {
    const stream = (async function* () {
      yield new Uint8Array(3);
    })();
    const body = formBody({}, streamedRecording(stream));
    expect(body.canRepeat(), 'it can be sent again before it was read').toBe(true);
    await bytesOf(body.open());
    expect(body.canRepeat(), 'it can be sent again after it was read').toBe(false);
  });

  it('refuses a file that is not there, a folder, one that became shorter, and a stream of text', async () => {
    const argument = (detail: string) => ({ kind: 'argument', detail, retryable: false });
    const missing = join(folder, 'missing');
    await expect(recordingOf(missing, fileAt)).rejects.toMatchObject(argument(`The file ${missing} cannot be read.`));
    await expect(recordingOf(folder, fileAt)).rejects.toMatchObject(argument(`${folder} is no file.`));
    const path = join(folder, 'shorter');
    await writeFile(path, 'RIFF');
    const body = formBody({}, await recordingOf(path, fileAt));
    await truncate(path, 2);
    await expect(bytesOf(body.open())).rejects.toMatchObject(
      argument(`The file ${path} became shorter while it was read.`),
    );
    const text = formBody(
      {},
      streamedRecording(
        (async function* () {
          yield 'text' as never;
        })(),
      ),
    );
    await expect(bytesOf(text.open())).rejects.toMatchObject(argument('The stream of the recording failed.'));
  });
});
