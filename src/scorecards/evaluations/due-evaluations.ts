// Finds the evaluation that a worker takes next: accounts take turns, as with calls (calls/claims/due-calls.ts).
import { callWaits } from '../../calls/claims/due-calls.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import { resumeStatement } from '../../work/claim-statements.js';
import { nextDue } from '../../work/due-work.js';

/** Who asked for it. `asked`: a client, or the call itself. `rescore`: a job that judges stored calls again. */
export type Asker = 'asked' | 'rescore';

const ASKED = '(rescore_id IS NULL OR kept)';
const BEGUN = 'fence > 0';
const OF_RESCORES = 'rescore_id IS NOT NULL AND NOT kept';

const RESUME = [
  resumeStatement('evaluation', ASKED, 'evaluations'),
  resumeStatement('evaluation', OF_RESCORES, 'rescored'),
] as const;

/** Evaluations of this account that wait because a provider failed are due at once. */
export async function resumeEvaluations(tx: Sql, accountId: string): Promise<void> {
  for (const statement of RESUME) await queryPrepared(tx, statement, [accountId]);
}

/** Evaluations of jobs wait while a call of their own account waits for a worker, and for no other account's. */
export const NEXT_DUE_EVALUATION: Readonly<Record<Asker, Readonly<Record<'any' | 'withoutModel', PreparedStatement>>>> =
  {
    asked: {
      any: { name: 'next-evaluation', text: nextDue('evaluation', BEGUN, ASKED) },
      withoutModel: {
        name: 'next-evaluation-without-model',
        text: nextDue('evaluation', BEGUN, `${ASKED} AND judge = ''`),
      },
    },
    rescore: {
      any: { name: 'next-rescored', text: nextDue('evaluation', BEGUN, OF_RESCORES, { passesOver: callWaits }) },
      withoutModel: {
        name: 'next-rescored-without-model',
        text: nextDue('evaluation', BEGUN, `${OF_RESCORES} AND judge = ''`, { passesOver: callWaits }),
      },
    },
  };
