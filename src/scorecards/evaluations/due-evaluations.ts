// Finds the evaluation that a worker takes next: accounts take turns, as with calls (calls/claims/due-calls.ts).
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callWaits } from '../../calls/claims/due-calls.js';
import type { PreparedStatement } from '../../platform/database/prepared.js';
import { type DueWork, findNextDue, nextDue, type Turn } from '../../work/due-work.js';

/** Who asked for it. `asked`: a client, or the call itself. `rescore`: a job that judges stored calls again. */
export type Asker = 'asked' | 'rescore';

@Injectable()
export class DueEvaluations {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The evaluation that has been due for longest of the next account in the round. Null when none is due. Those of jobs wait
   * while a call of their own account waits for a worker, and for no other account's.
   * @param askModel false leaves out those that ask a language model
   */
  next(asker: Asker, turn: Turn, askModel: boolean): Promise<DueWork | null> {
    return findNextDue(this.dataSource, NEXT_DUE_EVALUATION[asker][askModel ? 'any' : 'withoutModel'], turn);
  }
}

const ASKED = '(rescore_id IS NULL OR kept)';
const BEGUN = 'fence > 0';
const OF_RESCORES = 'rescore_id IS NOT NULL AND NOT kept';

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
      any: { name: 'next-rescored', text: nextDue('evaluation', BEGUN, OF_RESCORES, callWaits) },
      withoutModel: {
        name: 'next-rescored-without-model',
        text: nextDue('evaluation', BEGUN, `${OF_RESCORES} AND judge = ''`, callWaits),
      },
    },
  };
