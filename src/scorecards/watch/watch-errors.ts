// The errors of calls that a scorecard watches, each sentence once.
import { badRequest, invalid, notFound } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';

/** Fewer calls are not compared. */
export const MIN_WATCHED = 20;
export const MAX_WATCHED = 100;

export const watchSize = () => badRequest(`A scorecard watches ${MIN_WATCHED} to ${MAX_WATCHED} calls`);
export const watchedSampleNotFound = () => notFound('Sample');

export const eitherWatched = () =>
  invalid([
    {
      type: 'value_error',
      loc: ['body', 'watch', 'analysis_ids'],
      msg: valueError('give analysis_ids or sample_id'),
    },
  ]);

/** @param at place of the id in the request */
export const notWatchable = (at: number, input: string, { livemode }: { readonly livemode: boolean }) =>
  invalid([
    {
      type: 'enum',
      loc: ['body', 'watch', 'analysis_ids', String(at)],
      msg: `Input should be a completed ${livemode ? 'live' : 'test'} call of the account`,
      input,
    },
  ]);
