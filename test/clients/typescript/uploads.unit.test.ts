// Uploads in parts from what only this language has: blobs, bytes, and the entry for browsers on fetch.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { DiskUploads } from '../../../clients/conformance/disk-uploads.js';
import { startUploadServer, type UploadPlay, type UploadServer } from '../../../clients/conformance/upload-server.js';
import { CallAnalysis as BrowserClient } from '../../../clients/typescript/src/browser.js';
import { CallAnalysis } from '../../../clients/typescript/src/index.js';

const CALL = { agent_id: 'agent-7', contact_id: 'cust-42' };
const BYTES = 3 * 1024 * 1024;
const DEFAULT_BOUND = 64 * 1024 * 1024;
const NO_TYPE = 'without a content type';

const folder = mkdtempSync(join(tmpdir(), 'call-analysis-uploads-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function withServer(play: UploadPlay, test: (server: UploadServer, store: DiskUploads) => Promise<void>) {
  const store = new DiskUploads(mkdtempSync(join(folder, 'store-')));
  const server = await startUploadServer(play, store);
  try {
    await test(server, store);
  } finally {
    await server.close();
  }
}

describe('an upload in parts', () => {
  const recording = randomBytes(BYTES);
  const sources = {
    'a blob': new Blob([recording]),
    bytes: new Uint8Array(recording),
  };
  for (const Client of [CallAnalysis, BrowserClient])
    for (const [name, file] of Object.entries(sources))
      it(`goes on after a cut where it was, from ${name}, on ${Client === CallAnalysis ? 'Node' : 'fetch'}`, () =>
        withServer({ cuts: [BYTES / 2] }, async (server, store) => {
          const client = new Client({ apiKey: 'key', baseUrl: server.url, resumableAbove: 1 });
          const told: number[] = [];
          await client.analyses.create({ ...CALL, file, onProgress: (sent) => told.push(sent) });
          const [id = ''] = await store.ids();
          expect(readFileSync(store.pathOf(id))).toHaveBytes(recording);
          expect(server.analyses).toMatchObject([{ body: { ...CALL, upload_id: id } }]);
          expect(told.at(-1)).toBe(BYTES);
          expect(told).toEqual([...told].sort((left, right) => left - right));
        }));

  it('is deleted where the recording cannot be read to its end', () =>
    withServer({}, async (server, store) => {
      const file = new Blob([recording]);
      const broken = Object.assign(file, {
        slice: () => ({
          stream: () =>
            new ReadableStream({ start: (controller) => controller.error(new Error('The disk is gone')) }) as never,
        }),
      });
      const client = new CallAnalysis({ apiKey: 'key', baseUrl: server.url, resumableAbove: 1, maxRetries: 0 });
      await expect(client.analyses.create({ ...CALL, file: broken as Blob })).rejects.toThrow('The disk is gone');
      expect(await store.ids()).toEqual([]);
    }));

  it('stays when a call of uploads.send is cancelled', () =>
    withServer({ steps: { PATCH: ['silence'] } }, async (server, store) => {
      const client = new CallAnalysis({ apiKey: 'key', baseUrl: server.url });
      const { id } = await client.uploads.create({ length: BYTES });
      const ending = new AbortController();
      const onProgress = () => ending.abort();
      await expect(
        client.uploads.send(id, { file: new Uint8Array(recording), onProgress }, { signal: ending.signal }),
      ).rejects.toMatchObject({ kind: 'cancelled', uploadId: id });
      expect(await store.ids()).toEqual([id]);
    }));

  /** Each is refused with its first bytes: to send all would take longer than a test may on a machine with much to do. */
  it('begins above 64 MB; a stream goes as a form whatever its length', async () => {
    const seen: string[] = [];
    const server = createServer(({ method, url, headers: { 'content-type': type } }, response) => {
      seen.push(`${method} ${url} ${type?.split(';')[0] ?? NO_TYPE}`);
      response.writeHead(422, { 'content-type': 'application/json', connection: 'close' }).end('{"detail":[]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new CallAnalysis({ apiKey: 'key', baseUrl: `http://127.0.0.1:${port}` });
    const path = join(folder, 'large.wav');
    const file = await open(path, 'w');
    const refused = (source: { readonly file: string } | { readonly stream: Readable }) =>
      expect(client.analyses.create({ ...CALL, ...source })).rejects.toMatchObject({ status: 422 });
    try {
      await file.truncate(DEFAULT_BOUND);
      await refused({ file: path });
      await file.truncate(DEFAULT_BOUND + 1);
      await refused({ file: path });
      await refused({ stream: createReadStream(path) });
      const form = 'POST /api/v1/analysis multipart/form-data';
      expect(seen).toEqual([form, `POST /api/v1/uploads ${NO_TYPE}`, form]);
    } finally {
      await file.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
