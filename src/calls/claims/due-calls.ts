// Finds the call that a worker takes next. Accounts take turns: however many calls one account has waiting, each other account
// waits for one round. Workers read this here and claim the call with analysis-claims.ts.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import { CALLS_QUEUE, DOWNLOADS_QUEUE, SANDBOX_QUEUE, type WorkQueue } from '../../platform/queue/queue-names.js';
import { resumeStatement } from '../../work/claim-statements.js';
import { nextDue, type Turn } from '../../work/due-work.js';

/**
 * `fetch`: the recording must be downloaded first. `work`: the recording is stored. `sandbox`: a scenario, without a recording.
 */
export type Lane = 'fetch' | 'work' | 'sandbox';

/** Queue whose jobs wake the lane. Workers of earlier releases take the call that a job names; this release reads none of it. */
export const LANE_QUEUES = {
  fetch: DOWNLOADS_QUEUE,
  work: CALLS_QUEUE,
  sandbox: SANDBOX_QUEUE,
} as const satisfies Record<Lane, WorkQueue>;

export const LANES = ['fetch', 'work', 'sandbox'] as const satisfies readonly Lane[];

@Injectable()
export class DueCalls {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether a call of this account with a stored recording waits for a worker, in any process. */
  async isWaiting(accountId: string): Promise<boolean> {
    return (await queryPrepared(this.dataSource, CALL_WAITS, [accountId])).length > 0;
  }
}

/** SQL condition: an earlier run has worked on the call. */
const BEGUN = "stage NOT IN ('queued', 'fetching')";

const IS_STORED = 'storage_key IS NOT NULL';
const RESUME = resumeStatement('analysis', IS_STORED, 'calls');

/** Calls of this account that wait because a provider failed are due at once. */
export async function resumeCalls(tx: Sql, accountId: string): Promise<void> {
  await queryPrepared(tx, RESUME, [accountId]);
}

/** False for null. While one call probes an engine, its others wait for the answer. */
const NOT_PAUSED = `transcription_engine NOT IN (
  SELECT engine FROM engine_pause WHERE paused_until > now() OR probe_until > now())`;

/** Values: a {@link Turn}, with the calls to skip in place of `among`. */
export const NEXT_DUE_CALL: Readonly<Record<Lane, PreparedStatement>> = {
  fetch: { name: 'next-download', text: singlesFirst('storage_key IS NULL AND scenario IS NULL') },
  work: { name: 'next-call', text: singlesFirst(IS_STORED) },
  sandbox: { name: 'next-scenario', text: singlesFirst('scenario IS NOT NULL') },
};

/** The next stored call beside several speech engines: none of a paused one, and none of the default where it is paused. */
export const NEXT_CALL_PASSING_OVER: Readonly<Record<'nothing' | 'paused' | 'default', PreparedStatement>> = {
  nothing: NEXT_DUE_CALL.work,
  paused: {
    name: 'next-call-beside-paused',
    text: singlesFirst(`${IS_STORED} AND (transcription_engine IS NULL OR ${NOT_PAUSED})`),
  },
  default: { name: 'next-call-beside-default', text: singlesFirst(`${IS_STORED} AND ${NOT_PAUSED}`) },
};

/** Single calls of an account come before those of its batches and sources. */
function singlesFirst(lane: string): string {
  return nextDue('analysis', BEGUN, lane, { order: 'bulk, run_after' });
}

/** SQL condition: a call of this account with a stored recording waits for a worker. @param account SQL of its id */
export const callWaits = (account: string) =>
  `EXISTS (SELECT FROM analysis AS call
           WHERE call.account_id = ${account} AND call.status = 'processing' AND call.storage_key IS NOT NULL
             AND call.run_after <= now() AND (call.lease_until IS NULL OR call.lease_until < now()))`;
const CALL_WAITS = { name: 'call-waits', text: `SELECT WHERE ${callWaits('$1')}` };
