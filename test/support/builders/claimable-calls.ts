// Calls as a worker claims them, on a database of the test's own.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AnalysisClaims, type ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { freshDatabase } from '../apps/backing.js';

/** Longer than a slow machine takes from one statement to the next. */
export const LEASE_MS = 3_600_000;

export interface ClaimableCalls {
  readonly dataSource: DataSource;
  readonly claims: AnalysisClaims;
  readonly account: string;
  /** A due call with a stored recording. @param set SQL assignments that make it another one @returns its id */
  accept(set?: string): Promise<string>;
  /** @param set SQL assignments */
  change(id: string, set: string): Promise<unknown>;
  /** @param columns SQL expressions over the row of the call */
  read(id: string, columns: string): Promise<Record<string, unknown>>;
  claim(id: string): Promise<ClaimedCall>;
  close(): Promise<void>;
}

export async function startClaimableCalls(): Promise<ClaimableCalls> {
  const database = await freshDatabase();
  const dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  const { worker, ...config } = loadConfig({ JWT_SECRET: 'x'.repeat(32) });
  const claims = new AnalysisClaims(dataSource, { ...config, worker: { ...worker, leaseMs: LEASE_MS } });
  const account = randomUUID();
  await dataSource.query(
    "INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, 'a@example.com', 'a@example.com', 'x')",
    [account],
  );
  const change = (id: string, set: string) => dataSource.query(`UPDATE analysis SET ${set} WHERE id = $1`, [id]);
  return {
    dataSource,
    claims,
    account,
    change,
    async accept(set) {
      const id = randomUUID();
      await dataSource.query(
        `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
         VALUES ($1, $2, true, 'agent', 'contact', 'request', 'key')`,
        [id, account],
      );
      if (set !== undefined) await change(id, set);
      return id;
    },
    async read(id, columns) {
      return (await dataSource.query(`SELECT ${columns} FROM analysis WHERE id = $1`, [id]))[0];
    },
    async claim(id) {
      const claimed = await claims.claim(id);
      if (!claimed) throw new Error('A due call that no worker holds could not be claimed');
      return claimed;
    },
    async close() {
      await dataSource.destroy();
      await database.drop();
    },
  };
}
