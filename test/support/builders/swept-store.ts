// Stores of recordings, and databases whose worker sweeps them.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { expect } from 'vitest';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import { S3ObjectStore } from '../../../src/adapters/storage/s3.object-store.js';
import { RecordingDeletions } from '../../../src/calls/retention/recording-deletions.js';
import { RecordingSweep } from '../../../src/masking/retention/recording-sweep.js';
import { RetentionRounds } from '../../../src/masking/retention/retention-rounds.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { SignedLinks } from '../../../src/platform/http/access/signed-links.js';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import { type FreshDatabase, freshDatabase } from '../apps/backing.js';
import { startS3Stub } from '../stubs/s3-stub.js';

const HOURS = 60 * 60_000;
/** So that the recordings of a test are old enough to be orphans. */
export const later = () => Date.now() + 7 * HOURS;

export interface OpenStore {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

export async function openDisk(): Promise<OpenStore> {
  const directory = await mkdtemp(join(tmpdir(), 'recording-sweep-'));
  const links = new SignedLinks(loadConfig({ DATA_DIR: directory }));
  const store = new DiskObjectStore({ directory: join(directory, 'objects'), publicUrl: 'http://localhost' }, links);
  return { store, close: () => rm(directory, { recursive: true, force: true }) };
}

export async function openS3(): Promise<OpenStore> {
  const stub = await startS3Stub();
  const store = new S3ObjectStore({
    bucket: stub.bucket,
    region: 'eu-central-1',
    endpoint: stub.endpoint,
    publicEndpoint: null,
    forcePathStyle: true,
    accessKeyId: 'test-access-key',
    secretAccessKey: 'test-secret-key',
  });
  return {
    store,
    close: async () => {
      store.onApplicationShutdown();
      await stub.close();
    },
  };
}

interface MaskedColumns {
  readonly storage: string | null;
  readonly original: string | null;
  readonly redacted: string | null;
}

/** A database with one account, and what a worker does with it. */
export class Deployment {
  readonly account = randomUUID();
  readonly metrics = new Metrics();

  private constructor(
    private readonly database: FreshDatabase,
    readonly dataSource: DataSource,
  ) {}

  static async open(): Promise<Deployment> {
    const database = await freshDatabase();
    const dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    const deployment = new Deployment(database, dataSource);
    // A new database has an id of its own; those of the tests are copies of one.
    await dataSource.query('UPDATE deployment SET id = gen_random_uuid()');
    await dataSource.query(
      "INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'a@example.com', 'a@example.com', 'x')",
      [deployment.account],
    );
    return deployment;
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }

  retention(store: ObjectStore, env: Record<string, string> = {}): RetentionRounds {
    return new RetentionRounds(this.dataSource, new RecordingDeletions(this.dataSource, store), loadConfig(env));
  }

  sweep(store: ObjectStore, env: Record<string, string> = {}): RecordingSweep {
    return new RecordingSweep(this.dataSource, store, this.retention(store, env), new Metrics(), loadConfig(env));
  }

  async sweepAndCount(store: ObjectStore, outcome: string): Promise<number> {
    const metrics = new Metrics();
    const sweep = new RecordingSweep(this.dataSource, store, this.retention(store), metrics, loadConfig({}));
    await sweep.sweep(later());
    const stopped = await metrics.registry.getSingleMetricAsString('recording_sweep_stopped');
    expect(stopped).toContain(`recording_sweep_stopped ${outcome === 'stopped' ? 1 : 0}`);
    const { values } = (await metrics.registry.getSingleMetric('recording_sweeps_total')?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  }

  /** @param settledDaysAgo null for a call in progress @returns the ids */
  async addAnalyses(count: number, settledDaysAgo: number | null): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, status, settled_at)
       SELECT id, $1, true, 'a', 'c', 'r', 'recordings/' || id, $2, now() - $3::int * interval '1 day'
         FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $4)) AS made RETURNING id`,
      [this.account, settledDaysAgo === null ? 'processing' : 'completed', settledDaysAgo, count],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Calls whose recording was masked, each as its columns say; `{id}` stands for the id of the call.
   * @returns the ids of the calls
   */
  async addMasked(settledDaysAgo: number, columns: readonly MaskedColumns[]): Promise<string[]> {
    const ids = await this.addAnalyses(columns.length, settledDaysAgo);
    for (const [at, { storage, original, redacted }] of columns.entries()) {
      await this.dataSource.query(
        'UPDATE analysis SET storage_key = $2, original_key = $3, redacted_key = $4 WHERE id = $1',
        [
          ids[at],
          ...[storage, original, redacted].map((key) => key && `recordings/${key.replace('{id}', ids[at] ?? '')}`),
        ],
      );
      await this.dataSource.query(
        `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine, redaction)
         VALUES ($1, '{}', '{}', '{}', '{}', '{}', '{"status":"applied","original":"kept"}')`,
        [ids[at]],
      );
    }
    return ids;
  }

  async count(statement: string, parameters: unknown[] = []): Promise<number | undefined> {
    const [row] = await this.dataSource.query<{ n: number }[]>(`SELECT count(*)::int AS n ${statement}`, parameters);
    return row?.n;
  }
}
