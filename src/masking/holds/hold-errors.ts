// The errors of holds, each sentence once.
import { badRequest, invalid, notFound, type ValidationItem } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';

export const MAX_ACTIVE = 100;
export const holdNotFound = () => notFound('Hold');
export const tooManyHolds = () => badRequest(`At most ${MAX_ACTIVE} holds can be active`);

const faultIn = (member: string, sentence: string) =>
  invalid([{ type: 'value_error', loc: ['body', member], msg: valueError(sentence) }]);
export const nothingToHold = () => faultIn('analysis_ids', 'give analysis_ids or filter');
export const untilInThePast = () => faultIn('until', 'until lies in the past');

/** @param unknown places of the ids in the request, with the ids */
export const unknownCalls = (unknown: readonly (readonly [at: number, id: string])[]) =>
  invalid(
    unknown.map(
      ([at, input]): ValidationItem => ({
        type: 'enum',
        loc: ['body', 'analysis_ids', String(at)],
        msg: 'Input should be an analysis of the account',
        input,
      }),
    ),
  );
