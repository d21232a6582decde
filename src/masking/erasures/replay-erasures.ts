// Erases again what a database that was restored from a backup has brought back. It happens before anything else begins: no
// worker works and no request is served until nothing is left.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountsService } from '../../accounts/users/accounts.service.js';
import { type JournalLine, noteObject } from '../../calls/retention/erasure-journal.js';
import { recordAudit, theService } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { serveWaiting } from '../../platform/http/waiting-server.js';
import { beginRound } from '../../platform/operations/shared-round.js';
import { ObjectStore } from '../../ports/object-store.js';
import { CarryOut } from './carry-out.js';
import { ERASURE_ROUND } from './deferred-erasures.js';
import { namesByHash } from './erased-names.js';
import { NO_COUNTS } from './erasure-counts.js';
import { readLines, unknownObjects } from './journal-objects.js';

/** Note in `/health/ready` meanwhile. */
export const REPLAYING = 'replaying_erasures';
const RETRY_MS = 2_000;
/** Another process is at the same erasure. */
const PAUSE_MS = 100;
const MAX_PAUSES = 50;
const REASON = 'Erased again after the database was restored';

@Injectable()
export class ReplayErasures implements OnModuleInit {
  private readonly logger = new Logger(ReplayErasures.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly carryOut: CarryOut,
    private readonly accounts: AccountsService,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    let unknown = await this.unknown();
    if (unknown?.length === 0) return;
    const close = await serveWaiting(this.config, REPLAYING);
    try {
      while (unknown === null || unknown.length > 0) {
        if (unknown === null) await setTimeout(RETRY_MS);
        else await this.replay(unknown);
        unknown = await this.unknown();
      }
    } finally {
      await close();
    }
  }

  /** Null where the store cannot be listed: what it may know is not known. */
  private async unknown(): Promise<string[] | null> {
    try {
      return await unknownObjects(this.dataSource, this.store);
    } catch (error) {
      this.logger.error({ err: error }, 'Cannot list what was erased in the object store; the start waits for it');
      return null;
    }
  }

  /** Carries the lines of the objects out. May be repeated. @throws ProviderError */
  async replay(keys: readonly string[]): Promise<void> {
    this.logger.warn(
      { objects: keys.length },
      'The database is behind the erasures in the object store; erasing again',
    );
    const lines: JournalLine[] = [];
    for (const key of keys) for (const line of await readLines(this.store, key)) lines.push(JSON.parse(line));
    const known = await queryRows<{ id: string; hash: string }>(this.dataSource, ACCOUNTS, [
      [...new Set(lines.map(({ account }) => account))],
    ]);
    for (const { id, hash } of known)
      await this.replayAccount(
        id,
        lines.filter(({ account }) => account === hash),
      );
    for (const key of keys) await noteObject(this.dataSource, key);
  }

  private async replayAccount(accountId: string, lines: readonly JournalLine[]): Promise<void> {
    if (lines.some(({ kind }) => kind === 'account')) return this.closeAccount(accountId);
    const erasures = [...(await this.ofCalls(accountId, lines)), ...(await this.ofNames(accountId, lines))];
    for (const id of erasures) await this.carryOutNow(id, accountId);
  }

  /** An erasure that must wait, such as for a hold that still looks for its calls, is left to the workers. */
  private async carryOutNow(id: string, accountId: string): Promise<void> {
    for (let waited = 0; waited < MAX_PAUSES; ) {
      const step = await this.carryOut.step(id, accountId);
      if (step === 'erased' || step === 'gone') return;
      if (step === 'more') continue;
      waited += 1;
      await setTimeout(PAUSE_MS);
    }
  }

  /** The account was deleted, which no active hold allows: those that are active here were released before. */
  private async closeAccount(accountId: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(END_HOLDS, [accountId, REASON]);
      await this.accounts.close(tx, accountId);
    });
    this.logger.warn({ accountId }, 'Closed an account that was deleted; a sweep erases it');
  }

  /** @returns ids of the erasures */
  private async ofCalls(accountId: string, lines: readonly JournalLine[]): Promise<string[]> {
    const made: string[] = [];
    const ofCalls = lines.filter(({ kind }) => kind === 'analysis');
    const groups = new Set(ofCalls.map(groupOf));
    for (const group of groups) {
      const grouped = ofCalls.filter((line) => groupOf(line) === group);
      const [{ erasure_id, scope, livemode } = { erasure_id: null, scope: 'calls', livemode: true }] = grouped;
      const calls = await queryRows<{ id: string }>(this.dataSource, CALLS, [
        accountId,
        grouped.map(({ subject }) => subject),
      ]);
      if (calls.length === 0) continue;
      const ids = calls.map(({ id }) => id);
      const erasure = { accountId, livemode, subject: 'analyses', name: null, scope, at: new Date(), hash: null };
      made.push(await this.dataSource.transaction((tx) => putErasure(tx, erasure_id ?? randomUUID(), erasure, ids)));
    }
    return made;
  }

  /** @returns ids of the erasures */
  private async ofNames(accountId: string, lines: readonly JournalLine[]): Promise<string[]> {
    const made: string[] = [];
    for (const kind of ['contact', 'agent'] as const) {
      const ofKind = lines.filter((line) => line.kind === kind);
      if (ofKind.length === 0) continue;
      const hashes = ofKind.map(({ subject }) => subject);
      const names = await namesByHash(this.dataSource, accountId, kind, hashes);
      for (const { subject: hash, erasure_id, scope, livemode, at } of ofKind) {
        const name = names.get(hash);
        const id = erasure_id ?? randomUUID();
        // It is completed or waits for a hold already.
        if (name === undefined || (await queryRow(this.dataSource, SETTLED, [id]))) continue;
        const erasure = { accountId, livemode, subject: kind, name, scope, at: new Date(at), hash };
        made.push(await this.dataSource.transaction((tx) => putErasure(tx, id, erasure, [])));
      }
    }
    return made;
  }
}

/** Calls of one request belong together; those that were deleted one by one, by their scope. */
const groupOf = ({ erasure_id, scope, livemode }: JournalLine) => `${erasure_id ?? ''} ${scope} ${livemode}`;

interface ReplayedErasure {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly subject: string;
  readonly name: string | null;
  readonly scope: string;
  readonly at: Date;
  /** Null: that of the ids. */
  readonly hash: string | null;
}

async function putErasure(
  tx: EntityManager,
  id: string,
  { accountId, livemode, subject, name, scope, at, hash }: ReplayedErasure,
  ids: readonly string[],
): Promise<string> {
  const joined = [...ids].sort().join(',');
  const row = [
    id,
    accountId,
    livemode,
    subject,
    name,
    hash,
    joined,
    scope,
    REASON,
    subject === 'analyses',
    NO_COUNTS,
    at,
  ];
  await tx.query(PUT, row);
  await tx.query(NAME_CALLS, [id, ids, accountId]);
  // A worker completes it.
  await beginRound(tx, ERASURE_ROUND);
  await recordAudit(tx, theService({ accountId, livemode }), 'erasure.replayed', { type: 'erasure', id }, { scope });
  return id;
}

const ACCOUNTS = `
  SELECT id, hash FROM account, LATERAL audit_name(id, id::text) AS hash WHERE closed_at IS NULL AND hash = ANY($1::text[])`;
const CALLS =
  'SELECT id FROM analysis WHERE account_id = $1 AND audit_name(account_id, id::text) = ANY($2::text[]) ORDER BY id';
const SETTLED = "SELECT 1 FROM erasure WHERE id = $1 AND status IN ('completed', 'deferred')";
const END_HOLDS = `
  UPDATE hold SET status = 'released', searched = true, released_at = clock_timestamp(), release_reason = $2,
    held = (SELECT count(*) FROM held_call WHERE hold_id = hold.id)
  WHERE account_id = $1 AND status = 'active'`;
const PUT = `
  INSERT INTO erasure (id, account_id, livemode, subject, name, subject_hash, scope, reason, collected, counts, accepted_by)
  VALUES ($1, $2, $3, $4, $5, coalesce($6, audit_name($2, $7)), $8, $9, $10, $11, $12)
  ON CONFLICT (id) DO UPDATE SET status = 'processing', name = coalesce(erasure.name, excluded.name), collected = excluded.collected,
    names_erased = false, settled_at = NULL, receipt = NULL`;
const NAME_CALLS = `
  INSERT INTO erasure_call (erasure_id, analysis_id, account_id) SELECT $1::uuid, call, $3::uuid FROM unnest($2::uuid[]) AS call
  ON CONFLICT (erasure_id, analysis_id) DO UPDATE SET state = 'waiting'`;
