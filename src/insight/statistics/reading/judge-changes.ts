// The moments in which the judge of a scorecard was found changed, so that a fall of a mean is not taken for the agents'.
import { type Columns, type Read, readRows } from './json-rows.js';
import type { Question } from './question.js';
import type { MarkedJudgeChangeResponse } from './statistics.responses.js';

interface ChangeRow {
  readonly scorecard_id: string;
  readonly at: number;
  readonly compared: Pick<MarkedJudgeChangeResponse, 'was' | 'is'>;
}

const COLUMNS: Columns<ChangeRow> = { scorecard_id: 'text', at: 'json', compared: 'json' };

/** Those of the scorecard that is asked for, or of all of the mode. */
export async function readJudgeChanges(read: Read, question: Question): Promise<MarkedJudgeChangeResponse[]> {
  const { filter, livemode, range } = question;
  const rows = await readRows<ChangeRow>(
    read,
    `SELECT scorecard_id, floor(extract(epoch FROM created_at))::bigint AS at, compared FROM judge_change
     WHERE account_id = $1 AND livemode = $2 AND created_at >= to_timestamp($3 / 1000.0) AND created_at < to_timestamp($4 / 1000.0)
       AND ($5::uuid IS NULL OR scorecard_id = $5) ORDER BY created_at, id`,
    [filter.accountId, livemode, range.start, range.end, filter.scorecard?.id ?? null],
    COLUMNS,
  );
  return rows.map(({ scorecard_id, at, compared: { was, is } }) => ({ scorecard_id, at, was, is }));
}
