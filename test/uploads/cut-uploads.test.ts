// Uploads whose connection breaks at 1, 50 and 99 % a hundred times, on the disk and in S3: each recording arrives byte by byte.
// Then what becomes of those that nobody uses.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectStore } from '../../src/adapters/storage/open-object-store.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { SignedLinks } from '../../src/platform/http/access/signed-links.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { OrphanRecordings } from '../../src/recordings/orphan-recordings.js';
import { UploadRemains } from '../../src/uploads/upload-remains.js';
import { UploadRows } from '../../src/uploads/upload-rows.js';
import { UploadSweep } from '../../src/uploads/upload-sweep.js';
import { casesOf } from '../gates/cases-of.js';
import { type Account, PARTIES, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { wavHeader } from '../support/audio/audio-fixtures.js';
import { openAppend, type Tus, tusAs } from '../support/clients/tus-upload.js';
import { type S3Stub, startS3Stub } from '../support/stubs/s3-stub.js';

/** Three cuts each. */
const UPLOADS = Number(process.env.CUT_UPLOADS ?? casesOf(17, 8));
const SHORT_BYTES = 300_000;
/** Two parts of S3, and some. */
const LONG_BYTES = 11_500_000;
const HOURS = 60 * 60_000;

function recordingOf(bytes: number): Buffer {
  const header = wavHeader({ dataBytes: bytes - 44, channels: 1, sampleRate: 48_000 });
  return Buffer.concat([header, randomBytes(bytes - header.length)]);
}

const STORES = ['the disk', 'S3'] as const;

describe.each(STORES)('on %s', (kind) => {
  let s3: S3Stub | null = null;
  let service: TestService;
  let account: Account;
  let tus: Tus;
  let store: ObjectStore;
  let dataSource: DataSource;
  beforeAll(async () => {
    s3 = kind === 'S3' ? await startS3Stub() : null;
    service = await startTestService({
      PROCESS: 'api',
      ...s3?.settings,
    });
    account = await service.openAccount();
    tus = tusAs(service.baseUrl, account.liveKey);
    const config = loadConfig(service.env);
    store = await openObjectStore(config, new SignedLinks(config));
    dataSource = await new DataSource(dataSourceOptions(service.env.DATABASE_URL ?? '', 2)).initialize();
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await service?.stop();
    await s3?.close();
  });

  const objects = async (folder: string): Promise<readonly string[]> =>
    s3
      ? [...s3.objects.keys()].filter((key) => key.startsWith(`${folder}/`))
      : readdir(join(service.dataDir, 'objects', folder)).catch(() => []);
  const stored = async (id: string) =>
    s3 ? s3.objects.get(`recordings/${id}`)?.body : readFile(join(service.dataDir, 'objects', 'recordings', id));
  const submit = async (id: string) =>
    (
      await fetch(`${service.baseUrl}/analysis`, {
        method: 'POST',
        headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json' },
        body: JSON.stringify({ ...PARTIES, upload_id: id }),
      })
    ).status;
  const isFree = async (id: string) =>
    (await service.db.query('SELECT FROM upload WHERE id = $1 AND lock_token IS NULL', [id])).rows.length > 0;
  const sweep = () => {
    const rows = new UploadRows(dataSource);
    return new UploadSweep(dataSource, rows, new UploadRemains(rows, store)).sweep();
  };

  /** Sends to the offset and cuts the connection. */
  async function cutAt(id: string, bytes: Buffer, from: number, to: number): Promise<void> {
    const { request, answered } = openAppend(service.baseUrl, account.liveKey, id, from, bytes.length - from);
    await new Promise<void>((sent) => request.write(bytes.subarray(from, to), () => sent()));
    request.destroy();
    await answered;
    await until(() => isFree(id), 'the end of the request that was cut', 20_000);
  }

  it('goes on after each of its cuts, byte by byte', async () => {
    for (let count = 0; count < UPLOADS; count++) {
      const bytes = recordingOf(count % 8 === 7 ? LONG_BYTES : SHORT_BYTES);
      const id = await tus.begin(bytes.length);
      let offset = 0;
      for (const share of [0.01, 0.5, 0.99]) {
        const to = Math.max(offset, Math.round(share * bytes.length));
        if (to === offset) continue;
        await cutAt(id, bytes, offset, to);
        const reached = await tus.offset(id);
        expect(reached).toBeGreaterThanOrEqual(offset);
        expect(reached).toBeLessThanOrEqual(bytes.length);
        offset = reached;
      }
      // As a client does: what was cut last may still be arriving.
      await until(
        async () => {
          const at = await tus.offset(id);
          const { status } = await tus.append(id, at, bytes.subarray(at));
          if (status !== 204) expect([409, 423]).toContain(status);
          return status === 204;
        },
        'the rest of the recording',
        20_000,
      );
      expect(await submit(id)).toBe(201);
      expect(await stored(id), `upload ${count}`).toHaveBytes(bytes);
    }
    expect(await objects('uploads')).toEqual([]);
    expect(s3?.openUploads.size ?? 0).toBe(0);
  }, 240_000);

  it('keeps nothing of a request whose checksum is another one', async () => {
    const before = [await objects('uploads'), s3?.openUploads.size];
    const bytes = recordingOf(LONG_BYTES);
    const [first, rest] = [bytes.subarray(0, 6_000_000), bytes.subarray(6_000_000)];
    const wrong = { 'upload-checksum': `sha1 ${createHash('sha1').update('x').digest('base64')}` };
    const id = await tus.begin(bytes.length);
    await expect(await tus.append(id, 0, first, wrong)).toAnswer(460);
    expect([await objects('uploads'), s3?.openUploads.size], 'what the store has').toEqual(before);
    const sum = { 'upload-checksum': `sha1 ${createHash('sha1').update(first).digest('base64')}` };
    await expect(await tus.append(id, 0, first, sum)).toAnswer(204);
    const kept = [await objects('uploads'), s3?.openUploads.size];
    await expect(await tus.append(id, first.length, rest.subarray(0, 1_000_000), wrong)).toAnswer(460);
    await expect(await tus.append(id, first.length, rest, wrong)).toAnswer(460);
    expect([await objects('uploads'), s3?.openUploads.size], 'what the store has').toEqual(kept);
    await expect(await tus.append(id, first.length, rest)).toAnswer(204);
    expect(await submit(id)).toBe(201);
    expect(await stored(id)).toHaveBytes(bytes);
  });

  it('is no orphan while it lives; what is left behind of a dead one is', async () => {
    const bytes = recordingOf(LONG_BYTES);
    const id = await tus.begin(bytes.length);
    await expect(await tus.append(id, 0, bytes.subarray(0, 6_000_000))).toAnswer(204);
    const left = 'uploads/00000000-0000-4000-8000-000000000001';
    if (s3) s3.objects.set(left, { body: Buffer.from('x'), modifiedAt: new Date() });
    else
      await store.grow({ key: 'recordings/00000000-0000-4000-8000-000000000001', sizeBytes: 0, state: null }, one(), {
        lengthBytes: 10,
        isTakenOver: false,
        save: null,
      });
    const orphans = new OrphanRecordings(dataSource, store);
    const { keys } = await orphans.survey(Date.now() + 7 * HOURS);
    expect(
      keys.filter((key) => key.startsWith('uploads/')),
      'orphans of uploads',
    ).toHaveLength(1);
    await orphans.delete(keys, () => undefined);
    await expect(await tus.append(id, 6_000_000, bytes.subarray(6_000_000))).toAnswer(204);
    expect(await submit(id)).toBe(201);
    expect(await stored(id)).toHaveBytes(bytes);
  });

  it('ends after 24 hours, with its bytes, and does not end a call that was made of one', async () => {
    const bytes = recordingOf(SHORT_BYTES);
    const long = recordingOf(LONG_BYTES);
    const [used, unused, whole, begun] = [
      await tus.begin(bytes.length),
      await tus.begin(long.length),
      await tus.begin(bytes.length),
      await tus.begin(bytes.length),
    ];
    for (const id of [used, whole]) await tus.append(id, 0, bytes);
    await tus.append(unused, 0, long.subarray(0, 6_000_000));
    expect(await submit(used)).toBe(201);
    await sweep();
    expect(await tus.offset(unused)).toBe(6_000_000);
    await service.db.query("UPDATE upload SET expires_at = now() - interval '1 second' WHERE id = ANY($1)", [
      [used, unused, whole, begun],
    ]);
    await expect(await tus.head(unused)).toAnswer(404);
    expect(await submit(whole)).toBe(404);
    await sweep();
    expect(await stored(used)).toHaveBytes(bytes);
    expect(await objects('uploads')).toEqual([]);
    expect(s3?.openUploads.size ?? 0).toBe(0);
    const { rows } = await service.db.query('SELECT id FROM upload WHERE id = ANY($1)', [[used, unused, whole, begun]]);
    expect(rows).toEqual([]);
  });

  it('ends with its account', async () => {
    const leaving = await service.openAccount();
    const theirs = tusAs(service.baseUrl, leaving.liveKey);
    const bytes = recordingOf(LONG_BYTES);
    const id = await theirs.begin(bytes.length);
    await expect(await theirs.append(id, 0, bytes.subarray(0, 6_000_000))).toAnswer(204);
    const answer = await fetch(`${service.baseUrl}/users/me`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${leaving.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ current_password: leaving.password }),
    });
    await expect(answer).toAnswer(200);
    await sweep();
    expect(await objects('uploads')).toEqual([]);
    expect(s3?.openUploads.size ?? 0).toBe(0);
    const { rows } = await service.db.query('SELECT id FROM upload_remains');
    expect(rows).toEqual([]);
  });
});

async function* one(): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
}

describe('uploads of one account', () => {
  it('are open 20 at a time; the next is told when to come again', async () => {
    const service = await startTestService({ PROCESS: 'api', ACCOUNT_UPLOADS: '20' });
    try {
      const account = await service.openAccount();
      const tus = tusAs(service.baseUrl, account.liveKey);
      const ids = await Promise.all(Array.from({ length: 20 }, () => tus.begin(SHORT_BYTES)));
      const refused = await tus.create(SHORT_BYTES);
      await expect(refused).toAnswer(429, { detail: 'Rate limit exceeded. Try again in 5 seconds.' });
      expect(refused.headers.get('retry-after'), 'seconds to wait').toBe('5');
      const together = await Promise.all(Array.from({ length: 5 }, () => tus.create(SHORT_BYTES)));
      await expect(together).toAnswerEach([429, 429, 429, 429, 429]);
      await tus.end(String(ids[0]));
      await expect(await tus.create(SHORT_BYTES)).toAnswer(201);
    } finally {
      await service.stop();
    }
  });
});
