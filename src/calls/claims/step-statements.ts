// The statements by which rows that go through the steps keep checkpoints and sent requests.
import type { PreparedStatement } from '../../platform/database/prepared.js';
import { HEADWAY, HELD } from '../../work/claim-statements.js';
import { rowsOf } from './sent-stretch.js';

export interface SteppedTable {
  readonly table: string;
  /** Tables of its checkpoints and of its sent requests, and the column by which they name the row. */
  readonly checkpoints: string;
  readonly sent: string;
  readonly key: string;
  /** SQL assignments of each checkpoint. Values: $3 stage, $4 percent, $5 step. */
  readonly set: string;
  /** Ends the names of the statements. */
  readonly suffix: string;
  /** True where each checkpoint keeps the fence of its run. */
  readonly keepsFence?: true;
}

/** The tokens of attempts that failed, by the fence of their run. */
export const SPENT = 'spent';

export interface StepStatements {
  readonly checkpoints: PreparedStatement;
  readonly checkpoint: PreparedStatement;
  /** Records the requests to be sent next in the same statement. */
  readonly checkpointAndSend: PreparedStatement;
  /** Deletes the unmasked checkpoints when the masked one is written. Records the requests to be sent next, too. */
  readonly checkpointMasked: PreparedStatement;
  readonly send: PreparedStatement;
  readonly withdraw: PreparedStatement;
  /** Keeps the tokens of an attempt that failed. */
  readonly spent: PreparedStatement;
  /** Deletes steps that an engine with other abilities, or another engine, cannot use. */
  readonly discard: PreparedStatement;
}

/** Steps whose checkpoints contain unmasked words of the call, or are useless without them. */
export const UNMASKED_STEPS: readonly string[] = ['plan', 'piece', 'proposals'];
export const UNMASKED = `('${UNMASKED_STEPS.join("', '")}')`;

export function stepStatements(of: SteppedTable): StepStatements {
  const { table, checkpoints, sent, key, suffix } = of;
  return {
    checkpoints: {
      name: `checkpoints${suffix}`,
      text: `SELECT step, piece, payload FROM ${checkpoints} WHERE ${key} = $1 ORDER BY step, piece`,
    },
    checkpoint: recording(of, 'checkpoint', ''),
    checkpointAndSend: recording(of, 'checkpoint-and-send', '', `, sent AS (${insertSent(of, '$8')})`),
    checkpointMasked: recording(
      of,
      'checkpoint-masked',
      '',
      `, sent AS (${insertSent(of, '$8')}),
   forgotten AS (DELETE FROM ${checkpoints} WHERE ${key} IN (SELECT id FROM held) AND step IN ${UNMASKED})`,
    ),
    // The lock waits for a deletion of the row, after which nothing is sent; or the deletion waits, and then reads the new rows.
    send: {
      name: `note-sent${suffix}`,
      text: `WITH held AS (SELECT id FROM ${table} WHERE ${HELD} FOR KEY SHARE), sent AS (${insertSent(of, '$3')})
         SELECT id FROM held`,
    },
    withdraw: {
      name: `withdraw-sent${suffix}`,
      text: `UPDATE ${sent} r SET requests = r.requests - 1 FROM ${rowsOf('$2')}
         WHERE r.${key} = $1 AND r.requests > 0
           AND (r.purpose, r.channel, r.start_ms, r.end_ms) = (s.purpose, s.channel, s.start_ms, s.end_ms)`,
    },
    spent: {
      name: `record-spent${suffix}`,
      text: `WITH held AS (SELECT id FROM ${table} WHERE ${HELD} FOR KEY SHARE)
         INSERT INTO ${checkpoints} (${key}, step, piece, payload) SELECT id, '${SPENT}', $2, $3 FROM held
         ON CONFLICT (${key}, step, piece) DO UPDATE SET payload = excluded.payload RETURNING piece`,
    },
    discard: {
      name: `discard-checkpoints${suffix}`,
      text: `WITH held AS (SELECT id FROM ${table} WHERE ${HELD} FOR KEY SHARE),
           gone AS (DELETE FROM ${checkpoints} WHERE ${key} IN (SELECT id FROM held) AND step <> $3)
         SELECT id FROM held`,
    },
  };
}

export function recording(
  { table, checkpoints, key, set: ofTable, suffix, keepsFence }: SteppedTable,
  name: string,
  set: string,
  furtherStep = '',
): PreparedStatement {
  return {
    name: `${name}${suffix}`,
    text: `WITH held AS (
             UPDATE ${table} SET ${ofTable}, ${HEADWAY}${set} WHERE ${HELD} RETURNING id)${furtherStep}
           INSERT INTO ${checkpoints} (${key}, step, piece, payload${keepsFence ? ', fence' : ''})
           SELECT id, $5, $6, $7${keepsFence ? ', $2' : ''} FROM held
           ON CONFLICT (${key}, step, piece) DO UPDATE SET payload = excluded.payload
           RETURNING piece`,
  };
}

const insertSent = ({ sent, key }: SteppedTable, parameter: string) =>
  `INSERT INTO ${sent} (${key}, purpose, channel, start_ms, end_ms)
   SELECT DISTINCT held.id, s.purpose, s.channel, s.start_ms, s.end_ms FROM held, ${rowsOf(parameter)}
   ON CONFLICT (${key}, purpose, channel, start_ms, end_ms) DO UPDATE SET requests = ${sent}.requests + 1, sent_at = now()`;
