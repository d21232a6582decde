// The statements that find the evaluation that a worker takes next: accounts take turns, as with calls
// (calls/claims/due-calls.ts).
import { callWaits } from '../../calls/claims/due-calls.js';
import type { PreparedStatement } from '../../platform/database/prepared.js';
import { nextDue } from '../../work/due-work.js';

/** Who asked for it. `asked`: a client, or the call itself. `rescore`: a job that judges stored calls again. */
export type Asker = 'asked' | 'rescore';

const ASKED = '(rescore_id IS NULL OR kept)';
const BEGUN = 'fence > 0';
const OF_RESCORES = 'rescore_id IS NOT NULL AND NOT kept';

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
