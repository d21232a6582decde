// Writes calls that deserve a look straight into the database.
import type { DataSource } from 'typeorm';
import type { ReviewReason } from '../../../src/calls/review-tasks/doubt.js';
import { addCompletedCalls } from './evaluation-data.js';

export interface NewTask {
  readonly reasons?: readonly ReviewReason[];
  readonly worth?: number;
  readonly agentId?: string;
  readonly scorecards?: readonly string[];
  readonly createdAt?: Date;
  /** Default true. */
  readonly livemode?: boolean;
}

/** @returns the ids of their calls, in the given order */
export async function addTasks(
  dataSource: DataSource,
  accountId: string,
  tasks: readonly NewTask[],
): Promise<string[]> {
  const ids = await addCompletedCalls(
    dataSource,
    accountId,
    tasks.map(({ agentId = 'agent-7', createdAt = new Date(), livemode = true }) => ({
      agentId,
      contactId: 'cust-42',
      createdAt,
      livemode,
    })),
  );
  const rows = tasks.map(({ reasons = ['flagged'], worth = 0.5, scorecards = [] }, index) => ({
    id: ids[index],
    doubts: { call: { reasons, worth } },
    scorecards,
  }));
  await dataSource.query(
    `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
     SELECT a.id, a.account_id, a.livemode, a.created_at, a.agent_id, ARRAY(SELECT json_array_elements_text(t.scorecards))::uuid[],
       t.doubts
     FROM json_to_recordset($1) AS t (id uuid, doubts jsonb, scorecards json) JOIN analysis a USING (id)`,
    [JSON.stringify(rows)],
  );
  return ids;
}
