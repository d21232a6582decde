// The errors of reviews, each sentence once.
import { ApiError, badRequest, invalid, notFound, type ValidationItem } from '../../../platform/errors/api-error.js';
import { MAX_ENTRIES } from './reviews.requests.js';

export const analysisNotFound = () => notFound('Analysis');
export const notReviewable = () => badRequest('Only a completed analysis can be reviewed');
export const tooManyEntries = () => badRequest(`A review can have ${MAX_ENTRIES} entries`);
export const notSaidThere = (quote: string, segmentId: number) =>
  badRequest(`The quotation “${quote}” is not in segment ${segmentId}`);
export const quotesTakeTooLong = () =>
  new ApiError(503, 'The quotations could not be checked in time. Try fewer at once.', { 'Retry-After': '5' });

export const violationUnknown = (index: number, member: 'rule' | 'segment_id', msg: string, input: unknown) =>
  invalid([{ type: 'enum', loc: ['body', 'violations', String(index), member], msg, input } satisfies ValidationItem]);
