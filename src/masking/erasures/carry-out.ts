// Carries an erasure out, in transactions of a few hundred calls each. A process that is killed leaves whole parts, and the
// one that takes the next step goes on after them.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Sight } from '../../access/rights.js';
import { AnalysisRecords } from '../../calls/analysis-records.js';
import { isInHold, lockHolds } from '../../calls/holds/held-calls.js';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { endRecordings, recordingKeys } from '../../calls/retention/end-parts.js';
import { type JournalKind, journalErasure } from '../../calls/retention/erasure-journal.js';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { withStatementTimeout } from '../../platform/database/silent-connection-timeout.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { ErasedSubject, ErasureScope, ErasureStatus } from '../../wire/erasure.response.js';
import { callsNaming, type ErasedName, eraseNameElsewhere, eraseNameInCalls } from './erased-names.js';
import { addressesOf, addressesTold, countTraces, type ErasureCounts, sumOf } from './erasure-counts.js';

/** Calls of a transaction. More would keep the counts of calls by agent locked, so that submissions wait. */
const PART = 300;
/** An agent may have a million calls. */
const COLLECT_TIMEOUT_MS = 10 * 60_000;

/** `more`: there is a further step. `erased`: all that no hold keeps is erased. `waits`: something must end first. */
export type Step = 'more' | 'erased' | 'waits' | 'gone';

export interface ErasureAtWork {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly subject: ErasedSubject;
  readonly name: string | null;
  readonly subjectHash: string;
  readonly scope: ErasureScope;
  readonly by: Date;
  readonly sight: Sight | null;
  readonly status: ErasureStatus;
  readonly collected: boolean;
  readonly namesErased: boolean;
  readonly counts: ErasureCounts;
  readonly deliveredBefore: readonly string[];
}

/** Null where another process is at it, or nothing is left to do. Take the locks of the account first. */
export const lockErasure = (tx: EntityManager, id: string) => queryRow<ErasureAtWork>(tx, LOCK, [id]);

export const readErasure = (sql: Sql, id: string) => queryRow<ErasureAtWork>(sql, READ, [id]);

const READ = `
  SELECT id, account_id AS "accountId", livemode, subject, name, subject_hash AS "subjectHash", scope, accepted_by AS by, sight, status,
    collected, names_erased AS "namesErased", counts, delivered_before AS "deliveredBefore"
  FROM erasure WHERE id = $1 AND status IN ('processing', 'failed')`;
const LOCK = `${READ} FOR NO KEY UPDATE SKIP LOCKED`;

/** The name as the lists of places take it; null where the erasure is not of one. */
export function nameOf({ subject, name, scope, accountId, by, livemode }: ErasureAtWork): ErasedName | null {
  if (subject === 'analyses' || name === null || scope === 'recordings') return null;
  return { accountId, kind: subject, name, by, livemode };
}

@Injectable()
export class CarryOut {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: AnalysisRecords,
    private readonly deletions: RecordingDeletions,
  ) {}

  async step(id: string, accountId: string): Promise<Step> {
    const step = await this.dataSource.transaction(async (tx): Promise<Step> => {
      await lockHolds(tx, [accountId]);
      if (!(await lockAccountAgainstErasure(tx, accountId))) return 'gone';
      const erasure = await lockErasure(tx, id);
      if (!erasure) return 'waits';
      if (!erasure.collected) return this.collect(tx, erasure);
      const waiting = await queryRows<{ id: string }>(tx, WAITING, [id, PART]);
      if (waiting.length > 0)
        return this.erasePart(
          tx,
          erasure,
          waiting.map((call) => call.id),
        );
      const name = nameOf(erasure);
      if (name === null || erasure.namesErased) return 'erased';
      await eraseNameElsewhere(tx, name, await hasDeferred(tx, id));
      await tx.query('UPDATE erasure SET names_erased = true WHERE id = $1', [id]);
      return 'more';
    });
    this.deletions.soon();
    return step;
  }

  /** Finds the calls of a contact or an agent. */
  async collect(tx: EntityManager, erasure: ErasureAtWork): Promise<Step> {
    const { id, accountId, subject, name, scope, livemode, by, sight } = erasure;
    if (subject !== 'analyses' && name !== null) {
      const p = new Parameters();
      const account = p.add(accountId, 'uuid');
      const named = p.add(name, 'text');
      const elsewhere = scope === 'recordings' ? [] : callsNaming(subject);
      const ids = [`SELECT id FROM analysis WHERE account_id = $1 AND ${subject}_id = $2`, ...elsewhere].join(
        ' UNION ',
      );
      const conditions = [
        `account_id = ${account} AND ${named} IS NOT NULL`,
        `created_at <= ${p.addTime(by)}`,
        ...(livemode ? [] : ['NOT livemode']),
        ...(sight === null ? [] : [seenWithin(accountId, sight, p)]),
      ];
      await withStatementTimeout(tx, COLLECT_TIMEOUT_MS, () =>
        tx.query(
          `INSERT INTO erasure_call (erasure_id, analysis_id, account_id)
           SELECT ${p.add(id, 'uuid')}, id, account_id FROM analysis WHERE ${conditions.join(' AND ')} AND id IN (${ids})
           ON CONFLICT (erasure_id, analysis_id) DO UPDATE SET state = 'waiting'`,
          p.values,
        ),
      );
      const line = { kind: subject as JournalKind, subjects: [name], scope, livemode, at: by, erasureId: id };
      await journalErasure(tx, accountId, line);
    }
    await tx.query('UPDATE erasure SET collected = true WHERE id = $1', [id]);
    return 'more';
  }

  private async erasePart(tx: EntityManager, erasure: ErasureAtWork, ids: readonly string[]): Promise<Step> {
    const { id, accountId, subject, scope, livemode } = erasure;
    // Calls that a hold still looks for are kept, and no one knows yet which.
    if (await queryRow(tx, SEARCHING, [accountId])) return 'waits';
    const locked = await queryRows<LockedCall>(tx, LOCK_CALLS, [ids, accountId]);
    const [held, free] = [locked.filter(({ isHeld }) => isHeld), locked.filter(({ isHeld }) => !isHeld)];
    // The recording of a call in progress is needed until it ends.
    const ready = scope === 'recordings' ? free.filter(({ status }) => status !== 'processing') : free;
    const erasedIds = ready.map((call) => call.id);
    const told = await addressesTold(tx, erasedIds);
    const { counts, keys, renamed } = await this.eraseCalls(tx, erasure, ready);
    const heldIds = held.map((call) => call.id);
    // Those that wait for a hold too: a database of an earlier moment does not know that they were to be erased.
    const journaled = [...erasedIds, ...heldIds];
    if (subject === 'analyses' && journaled.length > 0)
      await journalErasure(tx, accountId, { kind: 'analysis', subjects: journaled, scope, livemode, erasureId: id });
    const unready = free.filter((call) => !ready.includes(call)).map((call) => call.id);
    await tx.query(SET_STATE, [id, heldIds, 'deferred']);
    await tx.query(SET_STATE, [id, ids.filter((call) => !heldIds.includes(call) && !unready.includes(call)), 'erased']);
    // They are stored still, under another name, and looked for by the name alone.
    await tx.query('DELETE FROM erasure_call WHERE erasure_id = $1 AND analysis_id = ANY($2::uuid[])', [id, renamed]);
    await tx.query(NOTE_KEYS, [id, keys]);
    await tx.query('UPDATE erasure SET counts = $2, delivered_before = $3 WHERE id = $1', [
      id,
      sumOf(erasure.counts, counts),
      addressesOf(erasure.deliveredBefore, told),
    ]);
    return unready.length === ids.length ? 'waits' : 'more';
  }

  /** Erases locked calls that no hold keeps. Calls of others, in which the name stands too, stay without it. */
  private async eraseCalls(
    tx: EntityManager,
    erasure: ErasureAtWork,
    calls: readonly LockedCall[],
  ): Promise<ErasedPart> {
    const { accountId, subject, name, scope } = erasure;
    const ids = calls.map((call) => call.id);
    if (scope === 'recordings') {
      const counts = await countTraces(tx, accountId, scope, ids);
      const keys = await recordingKeys(tx, ids);
      await endRecordings(tx, ids);
      return { counts, keys, renamed: [] };
    }
    const isOwn = (call: LockedCall) => subject === 'analyses' || call[subject] === name;
    const deleted = scope === 'calls' ? calls.filter(isOwn).map((call) => call.id) : [];
    const renamed = ids.filter((call) => !deleted.includes(call));
    const counts = sumOf(
      await countTraces(tx, accountId, 'calls', deleted),
      await countTraces(tx, accountId, 'traces', renamed),
    );
    const keys = deleted.length === 0 ? [] : await this.records.deleteLocked(tx, accountId, deleted);
    const named = nameOf(erasure);
    if (named !== null && renamed.length > 0) {
      await eraseNameInCalls(tx, named, renamed);
      await tx.query('SELECT forget_answers($1::text[], ARRAY[$2::uuid])', [renamed, accountId]);
    }
    return { counts, keys, renamed };
  }
}

export async function hasDeferred(tx: EntityManager, id: string): Promise<boolean> {
  return (await queryRow(tx, `${DEFERRED} LIMIT 1`, [id])) !== null;
}

interface ErasedPart {
  readonly counts: ErasureCounts;
  /** Keys of recordings. */
  readonly keys: readonly string[];
  /** Calls that stay, without the name. */
  readonly renamed: readonly string[];
}

interface LockedCall {
  readonly id: string;
  readonly status: string;
  readonly agent: string;
  readonly contact: string;
  readonly isHeld: boolean;
}

const DEFERRED = "SELECT analysis_id AS id FROM erasure_call WHERE erasure_id = $1 AND state = 'deferred'";
const WAITING = `
  SELECT analysis_id AS id FROM erasure_call WHERE erasure_id = $1 AND state = 'waiting' ORDER BY analysis_id LIMIT $2`;
const SEARCHING = "SELECT 1 FROM hold WHERE account_id = $1 AND status = 'active' AND NOT searched LIMIT 1";
const LOCK_CALLS = `
  SELECT id, status, agent_id AS agent, contact_id AS contact, ${isInHold('analysis')} AS "isHeld" FROM analysis
  WHERE id = ANY($1::uuid[]) AND account_id = $2 ORDER BY id FOR UPDATE`;
const SET_STATE =
  "UPDATE erasure_call SET state = $3 WHERE erasure_id = $1 AND analysis_id = ANY($2::uuid[]) AND state = 'waiting'";
const NOTE_KEYS = `
  INSERT INTO erasure_key (erasure_id, storage_key) SELECT $1::uuid, key FROM unnest($2::text[]) AS key ON CONFLICT DO NOTHING`;
