// What evaluations have of their calls, for the statistics: a deletion of the call must not need its row any more.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';

/** For evaluations of an earlier release; a trigger does it for new ones. */
export async function copyFromCalls(tx: EntityManager, evaluationIds: readonly string[]): Promise<void> {
  await queryPrepared(tx, COPY, [[...evaluationIds]]);
}

const COPY: PreparedStatement = {
  name: 'copy-calls-to-evaluations',
  text: `UPDATE evaluation e
         SET call_created_at = a.created_at, call_started_at = a.call_started_at, direction = a.direction,
           spoken_language = a.spoken_language, team = a.team
         FROM analysis a WHERE e.id = ANY($1::uuid[]) AND a.id = e.analysis_id`,
};
