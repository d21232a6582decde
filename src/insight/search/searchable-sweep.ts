// Makes the partitions of the months to come, and calls searchable that are not: those from before there was a search, account by
// account from the newest to the oldest, and those that an earlier release completed beside this one. One worker does so for all.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { makeNextMonths } from '../../calls/words/months-of-words.js';
import {
  makeSearchable,
  noteUnsearchable,
  pairWords,
  unpairedCalls,
  unsearchableCalls,
} from '../../calls/words/searchable-calls.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { addPolledGauges } from '../../platform/operations/metrics/polled-gauges.js';
import { SharedRound } from '../../platform/operations/shared-round.js';

const INTERVAL_MS = 60_000;
/** The next round goes on. */
const MAX_ROUND_MS = 50_000;
const BATCH = 100;

@Injectable()
export class SearchableSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SearchableSweep.name);
  private readonly round: SharedRound;
  private readonly swept;
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    metrics: Metrics,
  ) {
    this.swept = metrics.counter('search_swept_calls_total', 'Calls that the sweep of the search has worked on.', [
      'outcome',
    ]);
    addPolledGauges(
      metrics,
      {
        search_unsearchable_calls: 'Completed calls whose words are noted to be made searchable.',
        search_backfill_accounts:
          'Accounts with calls from before there was a search that are yet to be made searchable.',
      },
      () => readGauges(dataSource),
    );
    this.round = new SharedRound(dataSource, {
      name: 'search',
      run: () => this.sweep(),
      onError: (error) => this.logger.warn({ err: error }, 'Sweep of the search failed; the next one tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(INTERVAL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.round.stop();
  }

  async sweep(): Promise<void> {
    const until = performance.now() + MAX_ROUND_MS;
    const isOver = () => this.isStopping || performance.now() >= until;
    await makeNextMonths(this.dataSource);
    let after: string | null = null;
    for (let ids = await this.noted(after); ids.length > 0 && !isOver(); ids = await this.noted(after)) {
      await this.makeAll(ids, isOver);
      after = ids.at(-1) ?? null;
    }
    for (let ids = await this.noteEarlier(); ids !== null && !isOver(); ids = await this.noteEarlier())
      await this.makeAll(ids, isOver);
    await this.pairAll(isOver);
  }

  /** Gives calls of an earlier release the pairs of this one. Those that cannot get them wait for the next round. */
  private async pairAll(isOver: () => boolean): Promise<void> {
    const left: string[] = [];
    const unpaired = () => unpairedCalls(this.dataSource, left, BATCH);
    for (let ids = await unpaired(); ids.length > 0 && !isOver(); ids = await unpaired())
      for (const id of ids) if (isOver() || !(await this.make(id, pairWords))) left.push(id);
  }

  private noted(after: string | null): Promise<string[]> {
    return unsearchableCalls(this.dataSource, after, BATCH);
  }

  private async makeAll(ids: readonly string[], isOver: () => boolean): Promise<void> {
    for (const id of ids) {
      if (isOver()) return;
      await this.make(id, makeSearchable);
    }
  }

  /** A call that cannot be made searchable keeps no other from it. @returns whether it could */
  private async make(id: string, make: (dataSource: DataSource, id: string) => Promise<boolean>): Promise<boolean> {
    try {
      const isMade = await make(this.dataSource, id);
      this.swept.inc({ outcome: 'done' });
      return isMade;
    } catch (error) {
      this.swept.inc({ outcome: 'failed' });
      this.logger.warn({ err: error, analysis_id: id }, 'Call not made searchable; the next sweep tries again');
      return false;
    }
  }

  /**
   * The next calls of the account that has come back the least far, so that all get on alike. They are noted in the transaction
   * that goes past them.
   * @returns null where no account has any
   */
  private noteEarlier(): Promise<string[] | null> {
    return this.dataSource.transaction(async (tx) => {
      const account = await queryRow<{ id: string }>(tx, NEXT_ACCOUNT);
      if (!account) return null;
      const calls = await queryRows<{ id: string }>(tx, EARLIER, [account.id, BATCH]);
      const ids = calls.map(({ id }) => id);
      const last = ids.at(-1);
      if (last === undefined) await tx.query('DELETE FROM search_backfill WHERE account_id = $1', [account.id]);
      else {
        await noteUnsearchable(tx, ids);
        await tx.query(PAST, [account.id, last]);
      }
      return ids;
    });
  }
}

async function readGauges(dataSource: DataSource) {
  const row = await queryRow<{ calls: number; accounts: number }>(dataSource, GAUGES);
  return { search_unsearchable_calls: row?.calls ?? 0, search_backfill_accounts: row?.accounts ?? 0 };
}

const GAUGES = `
  SELECT (SELECT count(*) FROM unsearchable_call)::int AS calls, (SELECT count(*) FROM search_backfill)::int AS accounts`;
const NEXT_ACCOUNT = `
  SELECT account_id AS id FROM search_backfill ORDER BY created_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED`;
const EARLIER = `
  SELECT a.id FROM search_backfill b JOIN analysis a ON a.account_id = b.account_id
  WHERE b.account_id = $1 AND (a.created_at, a.id) < (b.created_at, b.id) AND a.status = 'completed'
  ORDER BY a.created_at DESC, a.id DESC LIMIT $2`;
const PAST = `
  UPDATE search_backfill SET (created_at, id) = (SELECT created_at, id FROM analysis WHERE id = $2) WHERE account_id = $1`;
