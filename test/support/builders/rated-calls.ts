// Calls that were rated in a closed calibration session, written straight into the database.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { storeCall } from './evaluated-calls.js';
import { CLEAR_TRANSCRIPT } from './judged-call.js';

type Sql = Pick<pg.Pool, 'query'>;

export interface RatedQuestion {
  /** What the service answered. */
  readonly machine: string;
  readonly person: string;
}

/** The words of each call have its number: "Case 17". @param rated of the question `q0`, in order @returns ids of the calls */
export async function storeRatedCalls(
  db: Sql,
  { accountId, cardId }: { readonly accountId: string; readonly cardId: string },
  rated: readonly RatedQuestion[],
): Promise<string[]> {
  const session = randomUUID();
  await db.query(
    `INSERT INTO calibration (id, account_id, livemode, scorecard_id, revision, reviewer_ids, blind, status, closed_at)
     VALUES ($1, $2, true, $3, 1, '{mara,jonas}', true, 'closed', now())`,
    [session, accountId, cardId],
  );
  const ids: string[] = [];
  for (const [place, { machine, person }] of rated.entries()) {
    const callId = await storeNumberedCall(db, accountId, place);
    await db.query(
      `INSERT INTO calibration_call (calibration_id, analysis_id, account_id, place, machine) VALUES ($1, $2, $3, $4, $5)`,
      [session, callId, accountId, place + 1, JSON.stringify({ q0: machine })],
    );
    await db.query(
      `INSERT INTO calibration_rating (calibration_id, analysis_id, reviewer_id, account_id, answers, given, via, principal_id)
       VALUES ($1, $2, 'mara', $3, $4, '[]', 'token', 'mara')`,
      [session, callId, accountId, JSON.stringify({ q0: person })],
    );
    ids.push(callId);
  }
  return ids;
}

/** A call whose words have its number. @returns its id */
export function storeNumberedCall(db: Sql, accountId: string, number: number, livemode = true): Promise<string> {
  const segments = CLEAR_TRANSCRIPT.segments.map((segment, at) =>
    at === 1 ? { ...segment, text: `${segment.text} Case ${number}.`, words: null } : segment,
  );
  return storeCall(db, accountId, { livemode, transcript: { ...CLEAR_TRANSCRIPT, segments } });
}

/** @returns the number of the call that a request to a model is about */
export const caseIn = (request: object): number => Number(/Case (\d+)\./.exec(JSON.stringify(request))?.[1]);
