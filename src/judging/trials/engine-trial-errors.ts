// The errors of engine trials, each sentence once.
import { ApiError, badRequest, notFound } from '../../platform/errors/api-error.js';

const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** A trial of many long calls takes hours: a client that asks each minute learns of its end soon enough. */
const RETRY_SECONDS = 60;

export const trialNotFound = () => notFound('Engine trial');
export const trialFinished = () => badRequest('Only an engine trial in progress can be canceled');
export const noCallFits = () => badRequest('No completed call fits the filter');
export const trialRunning = () =>
  new ApiError(
    429,
    'An engine trial of this account is in progress: wait for it or cancel it',
    retryAfter(RETRY_SECONDS),
  );
export const tooManyTrialsADay = (seconds: number) =>
  new ApiError(429, 'An account can start 5 engine trials in 24 hours', retryAfter(seconds));
