// Only writer of the review tasks: one row of `review_task` for each call. Doubts are stored separately for the results of the
// call and for each scorecard, so that each piece of work writes its own part with one statement, whatever the others do at the
// same time. Postgres computes reasons and priority from the parts. The call is locked before its task.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { Doubt } from './doubt.js';

/** Source of a doubt: the results of the call, or its last evaluation by a scorecard. */
export type JudgedBy = 'call' | { readonly scorecardId: string };

/**
 * Call this in the transaction that completes the call or an evaluation of it. A doubt opens the task, even after a person has
 * reviewed or dismissed the call, unless that person has settled the same doubt then.
 */
export async function noteDoubt(
  tx: EntityManager,
  analysisId: string,
  judgedBy: JudgedBy,
  doubt: Doubt,
): Promise<void> {
  const part = judgedBy === 'call' ? 'call' : judgedBy.scorecardId;
  if (doubt.reasons.length > 0) await queryPrepared(tx, ADD, [analysisId, part, JSON.stringify(doubt)]);
  // Results are the first part that is written for a call, so that there can be no older doubt to remove.
  else if (judgedBy !== 'call') await queryPrepared(tx, TAKE_OFF, [analysisId, part]);
}

/**
 * Call this in the transaction that gives a call new results after a correction or a masking. Earlier doubts, also from
 * evaluations, are removed. Those that a person has settled stay settled.
 */
export async function renewDoubt(tx: EntityManager, analysisId: string, doubt: Doubt): Promise<void> {
  await queryPrepared(tx, FORGET, [analysisId]);
  await noteDoubt(tx, analysisId, 'call', doubt);
}

/**
 * Call it in the transaction of a review, which has locked the analysis: marks the call for the lists, and takes its task, where
 * it has one, from the queue.
 */
export async function leaveQueue(tx: EntityManager, analysisId: string): Promise<void> {
  await queryPrepared(tx, MARK, [analysisId]);
  await queryPrepared(tx, REVIEWED, [analysisId]);
}

/** Puts the calls of a sample into the queue, also those that a person has reviewed. Locks calls in the order of their ids. */
export async function queueSample(tx: EntityManager, sampleId: string): Promise<void> {
  const doubt: Doubt = {
    reasons: ['sampled'],
    worth: 0,
    items: [{ reason: 'sampled', subject: sampleId, said: null, worth: 0 }],
  };
  await queryPrepared(tx, QUEUE_SAMPLE, [sampleId, SAMPLED, JSON.stringify(doubt)]);
}

/**
 * Writes which disputes of the call are open. Call it in the transaction that opens or resolves one, which has locked the
 * analysis.
 */
export async function noteDisputes(
  tx: EntityManager,
  analysisId: string,
  open: readonly DisputeInQueue[],
): Promise<void> {
  if (open.length === 0) {
    await queryPrepared(tx, TAKE_DISPUTES_OFF, [analysisId]);
    return;
  }
  const doubt: Doubt = {
    reasons: ['disputed'],
    worth: Math.min(
      1,
      open.reduce((sum, { worth }) => sum + worth, 0),
    ),
    items: open.map(({ id, worth }) => ({ reason: 'disputed', subject: id, said: null, worth })),
  };
  await queryPrepared(tx, ADD, [analysisId, DISPUTED, JSON.stringify(doubt)]);
}

export interface DisputeInQueue {
  readonly id: string;
  /** Share of the form at stake. */
  readonly worth: number;
}

/** Takes calls that no one can review any more out of the queue. Open disputes stay. */
export async function closeTasks(tx: EntityManager, analysisIds: readonly string[]): Promise<void> {
  await queryPrepared(tx, CLOSE, [analysisIds]);
}

/** Parts of the doubts that are of no results and of no scorecard. */
export const SAMPLED = 'sample';
export const DISPUTED = 'dispute';

/** Takes the doubts out, but for open disputes: a dispute ends when it is resolved, and not before. */
const EMPTY = `doubts = CASE WHEN doubts ? '${DISPUTED}' THEN jsonb_build_object('${DISPUTED}', doubts->'${DISPUTED}')
             ELSE '{}' END,
           claimed_by = NULL, claimed_until = NULL`;
/** SQL of the state of a task that was emptied. */
const emptied = (state: string) => `CASE WHEN doubts ? '${DISPUTED}' THEN 'open' ELSE ${state} END`;
/** Closes the task: a person has settled its doubts. */
export const CLOSED = `settled = review_settled(settled, doubts - '${DISPUTED}'), ${EMPTY}`;

const MERGE = `ON CONFLICT (analysis_id) DO UPDATE SET
           scorecards = ARRAY(SELECT DISTINCT unnest(task.scorecards || excluded.scorecards)),
           doubts = task.doubts - $2::text || review_unsettled(excluded.doubts, task.settled),
           state = CASE WHEN review_unsettled(excluded.doubts, task.settled) <> '{}' THEN 'open'
             WHEN task.state = 'open' AND task.doubts - $2::text = '{}' THEN 'clear' ELSE task.state END`;

// Postgres merges the parts: of two evaluations that end at the same time, the second waits for the first and adds to it.
const ADD: PreparedStatement = {
  name: 'note-doubt',
  text: `INSERT INTO review_task AS task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
         SELECT id, account_id, livemode, created_at, agent_id,
           ARRAY(SELECT DISTINCT scorecard_id FROM evaluation WHERE analysis_id = $1 AND status = 'completed'),
           jsonb_build_object($2::text, $3::jsonb)
         FROM analysis WHERE id = $1
         ${MERGE}`,
};
const QUEUE_SAMPLE: PreparedStatement = {
  name: 'queue-sample',
  text: `WITH drawn AS MATERIALIZED (
           SELECT a.id, a.account_id, a.livemode, a.created_at, a.agent_id FROM sample_call c JOIN analysis a ON a.id = c.analysis_id
           WHERE c.sample_id = $1 ORDER BY a.id FOR KEY SHARE OF a)
         INSERT INTO review_task AS task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
         SELECT id, account_id, livemode, created_at, agent_id,
           ARRAY(SELECT DISTINCT scorecard_id FROM evaluation WHERE analysis_id = drawn.id AND status = 'completed'),
           jsonb_build_object($2::text, $3::jsonb)
         FROM drawn ORDER BY id
         ${MERGE}`,
};
/** Removes a scorecard's doubts. A task without any doubt left leaves the queue. */
const TAKE_OFF: PreparedStatement = {
  name: 'take-doubt-off',
  text: `UPDATE review_task SET doubts = doubts - $2::text,
           scorecards = CASE WHEN $2::text::uuid = ANY (scorecards) THEN scorecards ELSE scorecards || $2::text::uuid END,
           state = CASE WHEN state = 'open' AND doubts - $2::text = '{}' THEN 'clear' ELSE state END
         WHERE analysis_id = $1`,
};
const FORGET: PreparedStatement = {
  name: 'forget-doubts',
  text: `UPDATE review_task SET scorecards = '{}', ${EMPTY},
           state = ${emptied("CASE WHEN state = 'open' THEN 'clear' ELSE state END")}
         WHERE analysis_id = $1`,
};
const CLOSE: PreparedStatement = {
  name: 'close-review-tasks',
  text: `UPDATE review_task SET ${EMPTY}, state = ${emptied("'clear'")}
         WHERE analysis_id = ANY($1::uuid[]) AND state = 'open'`,
};
const MARK: PreparedStatement = {
  name: 'mark-reviewed',
  text: 'UPDATE analysis SET reviewed = true WHERE id = $1 AND NOT reviewed',
};
const REVIEWED: PreparedStatement = {
  name: 'leave-review-queue',
  text: `UPDATE review_task SET ${CLOSED}, state = ${emptied("'reviewed'")} WHERE analysis_id = $1 AND state <> 'reviewed'`,
};
const TAKE_DISPUTES_OFF: PreparedStatement = {
  name: 'take-disputes-off',
  text: `UPDATE review_task SET doubts = doubts - '${DISPUTED}',
           state = CASE WHEN state = 'open' AND doubts - '${DISPUTED}' = '{}' THEN 'clear' ELSE state END
         WHERE analysis_id = $1`,
};
