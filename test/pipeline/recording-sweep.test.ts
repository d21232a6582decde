import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskObjectStore } from '../../src/adapters/storage/disk.object-store.js';
import { RecordingSweep } from '../../src/pipeline/recording-sweep.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { SignedLinks } from '../../src/platform/http/access/signed-links.js';
import { type FreshDatabase, freshDatabase } from '../support/backing.js';

const HOURS = 60 * 60_000;

describe('the sweep of recordings', () => {
  let database: FreshDatabase;
  let dataSource: DataSource;
  let dataDir: string;
  let store: DiskObjectStore;
  const account = randomUUID();

  beforeAll(async () => {
    database = await freshDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    dataDir = await mkdtemp(join(tmpdir(), 'recording-sweep-'));
    const config = loadConfig({ DATA_DIR: dataDir });
    store = new DiskObjectStore(
      { directory: join(dataDir, 'objects'), publicUrl: 'http://localhost' },
      new SignedLinks(config),
    );
    await dataSource.query(
      "INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'a@example.com', 'a@example.com', 'x')",
      [account],
    );
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const insertAnalysis = async (settledDaysAgo: number | null): Promise<string> => {
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at)
       VALUES ($1::uuid, $2, true, 'a', 'c', 'r', 'recordings/' || $1::uuid, $3, now() - $4::int * interval '1 day')`,
      [id, account, settledDaysAgo === null ? 'processing' : 'completed', settledDaysAgo],
    );
    return id;
  };
  const storeRecording = async (id: string) => {
    await store.put(`recordings/${id}`, Readable.from([Buffer.from('audio')]));
    return id;
  };
  const createSweep = (env: Record<string, string> = {}) =>
    new RecordingSweep(dataSource, store, loadConfig({ DATA_DIR: dataDir, ...env }));
  const isStored = async (id: string) => (await store.find(`recordings/${id}`)) !== null;

  it('deletes recordings that no analysis owns, once they are too old for an upload in progress', async () => {
    const orphan = await storeRecording(randomUUID());
    const owned = await storeRecording(await insertAnalysis(1));
    const running = await storeRecording(await insertAnalysis(null));
    await createSweep().sweep(Date.now());
    expect(await isStored(orphan)).toBe(true);
    await createSweep().sweep(Date.now() + 7 * HOURS);
    expect([await isStored(orphan), await isStored(owned), await isStored(running)]).toEqual([false, true, true]);
  });

  it('ends the retention of more rows than one statement takes, and skips locked rows', async () => {
    const due = await dataSource.query<{ id: string }[]>(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at)
       SELECT id, $1, true, 'a', 'c', 'r', 'recordings/' || id, 'completed', now() - interval '100 days'
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 1201)) AS made RETURNING id`,
      [account],
    );
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM analysis WHERE id = $1 FOR UPDATE', [due[0]?.id]);
    const left = async (condition: string) => {
      const found = await dataSource.query<{ n: number }[]>(
        `SELECT count(*)::int AS n FROM analysis WHERE id = ANY($1) AND ${condition}`,
        [due.map(({ id }) => id)],
      );
      return found[0]?.n;
    };
    await createSweep({ AUDIO_RETENTION_DAYS: '90' }).sweep(Date.now());
    expect(await left('storage_key IS NOT NULL')).toBe(1);
    await createSweep({ ANALYSIS_RETENTION_DAYS: '90' }).sweep(Date.now());
    expect(await left('true')).toBe(1);
    await holder.rollbackTransaction();
    await holder.release();
    await createSweep({ ANALYSIS_RETENTION_DAYS: '90' }).sweep(Date.now());
    expect(await left('true')).toBe(0);
  });

  it('ends the retention of recordings and of analyses', async () => {
    const old = await storeRecording(await insertAnalysis(40));
    const recent = await storeRecording(await insertAnalysis(5));
    await createSweep({ AUDIO_RETENTION_DAYS: '30' }).sweep(Date.now() + 7 * HOURS);
    expect([await isStored(old), await isStored(recent)]).toEqual([false, true]);
    const ids = async () => (await dataSource.query<{ id: string }[]>('SELECT id FROM analysis')).map(({ id }) => id);
    expect(await ids()).toContain(old);
    await createSweep({ ANALYSIS_RETENTION_DAYS: '30' }).sweep(Date.now() + 7 * HOURS);
    expect(await ids()).not.toContain(old);
    expect(await ids()).toContain(recent);
  });
});
