// The slots for evaluations in each worker, beside those for calls. Accounts take turns. Of one account, what its clients and
// calls ask for goes first; its jobs that judge stored calls again take what is left, while they need not give way to calls.
// Neither they nor those that ask a language model take the last slot: while the model does not answer, what needs none goes on.
import { EVALUATIONS_QUEUE } from '../../platform/queue/queue-names.js';
import { NEXT_DUE_EVALUATION } from '../../scorecards/evaluations/due-evaluations.js';
import { type ClaimedEvaluation, isOfRescore } from '../../scorecards/evaluations/evaluation-claims.js';
import { halfAnAccount, type WorkLane } from '../../work/kind-of-work.js';

export const EVALUATION_LANE: WorkLane<ClaimedEvaluation> = {
  name: 'evaluations',
  queue: EVALUATIONS_QUEUE,
  limits: ({ evaluationConcurrency }) => ({ ...halfAnAccount(evaluationConcurrency), lastSlotReserved: true }),
  async next(turn, { slots, find, isPaused, filledBy }, atWork) {
    const allButOne = Math.max(1, slots - 1);
    const asking = atWork.filter(({ modelKey }) => modelKey !== null).length;
    const those = asking < allButOne && !(await isPaused('analysis')) ? 'any' : 'withoutModel';
    const asked = await find(NEXT_DUE_EVALUATION.asked[those], turn);
    if (atWork.filter(isOfRescore).length >= allButOne) return asked;
    const except = [...turn.except, ...filledBy('work')];
    const rescored = await find(NEXT_DUE_EVALUATION.rescore[those], { ...turn, except });
    if (asked === null || rescored === null) return asked ?? rescored;
    return comesBefore(turn.after, rescored.accountId, asked.accountId) ? rescored : asked;
  },
};

/** Order in the round of accounts that begins after `after`. Postgres sorts ids as text. */
function comesBefore(after: string, one: string, other: string): boolean {
  const isOfThisRound = one > after;
  return isOfThisRound === other > after ? one < other : isOfThisRound;
}
