import { expect, it } from 'vitest';
import type { ClaimedCall } from '../../src/calls/claims/analysis-claims.js';
import { EvaluationWork } from '../../src/judging/evaluating/evaluation-work.js';
import { CallWork } from '../../src/pipeline/call.pipeline.js';
import type { ClaimedEvaluation } from '../../src/scorecards/evaluations/evaluation-claims.js';

const call = (isBulk: boolean) => CallWork.prototype.caller({ isBulk } as ClaimedCall);
const evaluation = (rescoreId: string | null, kept: boolean) =>
  EvaluationWork.prototype.caller({ rescoreId, kept } as ClaimedEvaluation);

it('asks in the background for batches and rescores, and at once for what a client waits for', () => {
  expect([call(true), evaluation('r', false)].map(({ isBackground }) => isBackground)).toEqual([true, true]);
  const awaited = [call(false), evaluation(null, false), evaluation('r', true)];
  expect(awaited.map(({ isBackground }) => isBackground)).toEqual([false, false, false]);
});
