// Sources and what looks at them, on a database of their own. No worker takes up the calls.
import { randomUUID } from 'node:crypto';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { AdaptersModule } from '../../../src/adapters/adapters.module.js';
import { BucketsModule } from '../../../src/adapters/buckets/buckets.module.js';
import type { SourceFields } from '../../../src/arrivals/sources/source.js';
import { SourceCredentials } from '../../../src/arrivals/sources/source-credentials.js';
import { WatchingModule } from '../../../src/arrivals/sources/sources.module.js';
import { Sources } from '../../../src/arrivals/sources/sources.service.js';
import { MinutesLedger } from '../../../src/billing/usage/minutes-ledger.js';
import { ConfigModule } from '../../../src/platform/config/config.module.js';
import { DatabaseModule } from '../../../src/platform/database/database.module.js';
import { paymentRequired } from '../../../src/platform/errors/api-error.js';
import type { Caller } from '../../../src/platform/http/access/caller.js';
import { OperationsModule } from '../../../src/platform/operations/operations.module.js';
import { OutboundModule } from '../../../src/platform/outbound/outbound.module.js';
import { QueueModule } from '../../../src/platform/queue/queue.module.js';
import { ownerOf } from '../builders/principals.js';
import { until } from '../processes/until.js';
import { BUCKET_KEYS, type BucketStub } from '../stubs/bucket-stub.js';
import { type Backing, startBacking } from './webhook-app.js';

export interface ItemRow {
  readonly object_key: string | null;
  readonly status: string;
  readonly external_id: string | null;
  readonly analysis_id: string | null;
  readonly error: { readonly loc: readonly string[]; readonly msg: string } | null;
}

export interface LookedAt {
  readonly seen: number;
  readonly taken: number;
  readonly existing: number;
  readonly refused: number;
  readonly cursor: string | null;
  readonly lag_seconds: number | null;
  readonly last_error: string | null;
  readonly failing_since: Date | null;
  readonly failures: number;
  readonly notice_at: Date | null;
  readonly run_after: Date;
}

export class WatchingApp {
  private constructor(
    readonly module: TestingModule,
    private readonly backing: Backing,
  ) {}

  static async start(): Promise<WatchingApp> {
    const backing = await startBacking();
    const module = await Test.createTestingModule({
      imports: [
        ConfigModule.with(backing.config),
        DatabaseModule,
        QueueModule,
        OperationsModule,
        AdaptersModule,
        BucketsModule,
        OutboundModule,
        WatchingModule,
      ],
      providers: [SourceCredentials, Sources],
    }).compile();
    await module.init();
    return new WatchingApp(module, backing);
  }

  async stop(): Promise<void> {
    await this.module.close();
    await this.backing.drop();
  }

  get sql(): DataSource {
    return this.module.get(DataSource);
  }

  async account(): Promise<string> {
    const id = randomUUID();
    await this.sql.query(`INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'none')`, [
      id,
      `${id}@example.com`,
    ]);
    await this.sql.query('INSERT INTO subscription (id, account_id, anchor_at) VALUES (gen_random_uuid(), $1, now())', [
      id,
    ]);
    return id;
  }

  /** @returns its id */
  async source(
    accountId: string,
    { bucket, endpoint }: BucketStub,
    settings: Readonly<Record<string, unknown>> = {},
    { defaults = {}, livemode = true }: { defaults?: Readonly<Record<string, unknown>>; livemode?: boolean } = {},
  ): Promise<string> {
    const fields: SourceFields = {
      name: 'Watched',
      kind: 's3',
      settings: { ...SETTINGS, bucket, endpoint, ...settings },
      defaults,
      credentials: BUCKET_KEYS,
    };
    // The tests say when it is due.
    const { id } = await this.module.get(Sources).create(this.caller(accountId, livemode), fields, async (tx, made) => {
      await tx.query("UPDATE source SET run_after = now() + interval '1 day' WHERE id = $1", [made.id]);
    });
    return id;
  }

  caller(accountId: string, livemode = true): Caller {
    const principal = ownerOf(accountId);
    return { accountId, livemode, principal, confirm: async () => undefined, isGood: async () => true };
  }

  /** One look, and whatever waits for a second one may be taken in it. */
  async look(id: string): Promise<LookedAt> {
    await this.sql.query("UPDATE source_item SET run_after = now() WHERE source_id = $1 AND status = 'waiting'", [id]);
    const { fence } = await until(
      () => this.first<{ fence: number }>('SELECT fence FROM source WHERE id = $1 AND lease_until IS NULL', [id]),
      'the end of the look before',
    );
    await this.sql.query('UPDATE source SET run_after = now() WHERE id = $1', [id]);
    await until(
      () => this.first('SELECT 1 FROM source WHERE id = $1 AND fence > $2 AND lease_until IS NULL', [id, fence]),
      'a look at the source',
    );
    return this.row(id);
  }

  async row(id: string): Promise<LookedAt> {
    const row = await this.first<LookedAt>('SELECT * FROM source WHERE id = $1', [id]);
    if (!row) throw new Error('no such source');
    const { seen, taken, existing, refused } = row;
    return { ...row, seen: Number(seen), taken: Number(taken), existing: Number(existing), refused: Number(refused) };
  }

  /** As if the plan of each account were used up. */
  noMinutes(): { restore(): void } {
    const ledger = this.module.get(MinutesLedger, { strict: false });
    const { findRoom } = ledger;
    ledger.findRoom = async () => ({ refusalOf: () => paymentRequired('No minutes are left') });
    return {
      restore: () => {
        ledger.findRoom = findRoom;
      },
    };
  }

  /** In the order in which they were found. */
  items(id: string): Promise<ItemRow[]> {
    return this.sql.query(
      'SELECT object_key, status, external_id, analysis_id, error FROM source_item WHERE source_id = $1 ORDER BY id',
      [id],
    );
  }

  /** The names of the calls of an account, each as often as it has a call. */
  async names(accountId: string): Promise<string[]> {
    const rows: { external_id: string }[] = await this.sql.query(
      'SELECT external_id FROM analysis WHERE account_id = $1 ORDER BY external_id',
      [accountId],
    );
    return rows.map(({ external_id }) => external_id);
  }

  private async first<Row>(statement: string, values: unknown[]): Promise<Row | null> {
    const rows: Row[] = await this.sql.query(statement, values);
    return rows[0] ?? null;
  }
}

/** Of a source that is looked at when a test says so. */
export const SETTINGS = {
  prefix: '',
  region: 'us-east-1',
  naming: { pattern: '{agent_id}_{contact_id}.wav' },
  start: 'new',
  every_seconds: 3_600,
  after: 'leave',
};
