// The errors of a trial, each sentence once. Only these tell a client that a model could not be asked: evaluations wait for it.
import { evaluationLimitSentence } from '../../../billing/usage/quota-sentences.js';
import { transcriptDeleted } from '../../../calls/results/transcript-deleted.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { ApiError, notFound, paymentRequired } from '../../../platform/errors/api-error.js';
import {
  revisionNotFound,
  scorecardArchived,
  scorecardNotFound,
  testScorecardOnly,
} from '../../../scorecards/cards/scorecard-errors.js';
import { callNotCompleted } from '../../../scorecards/evaluations/evaluation-errors.js';

const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

export const judgeAway = (retryAfterMs: number | null) =>
  new ApiError(
    503,
    'The analysis provider cannot be asked now. Try again shortly.',
    retryAfter(Math.ceil((retryAfterMs ?? 5_000) / 1000)),
  );
/** The same request would be refused again, so the client is not to ask at once. */
export const judgeRefuses = () =>
  new ApiError(503, 'The analysis provider refused a question about one of the calls.', retryAfter(300));
export const tooManyTries = () =>
  new ApiError(429, 'Two tries of this account are running. Try again when one of them has ended.', retryAfter(5));
export const trialTooLong = () =>
  new ApiError(503, 'The calls could not be judged in time. Try fewer at once.', retryAfter(5));

/** All that refuses to score calls by a revision within the request. */
export const TEST_REFUSALS: readonly ApiError[] = [
  scorecardArchived(),
  callNotCompleted(),
  transcriptDeleted(),
  testScorecardOnly(),
  liveObject(),
  scorecardNotFound(),
  revisionNotFound(),
  notFound('Analysis'),
  tooManyTries(),
  paymentRequired(evaluationLimitSentence(5000, 5000)),
  judgeAway(null),
  judgeRefuses(),
  trialTooLong(),
];
