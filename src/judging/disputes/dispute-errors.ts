// The errors of disputes and acknowledgements, each sentence once.
import { badRequest, invalid, notFound } from '../../platform/errors/api-error.js';
import { MESSAGES, valueError } from '../../platform/errors/validation-messages.js';

export const disputeNotFound = () => notFound('Dispute');
export const ofAnotherAgent = () => badRequest('The evaluation is of another agent');
export const notCompletedYet = () => badRequest('Only a completed evaluation can be acknowledged or disputed');
export const alreadyDisputed = () => badRequest('A dispute of this evaluation is open');
export const alreadyResolved = () => badRequest('The dispute is resolved');
export const gaveTheAnswer = (reviewer: string) => badRequest(`${reviewer} gave the disputed answer`);

/** @param at end of the window; clients see its day in UTC */
export const windowClosed = (at: Date) =>
  badRequest(`The dispute window closed on ${at.toISOString().slice(0, 'YYYY-MM-DD'.length)}`);

/** @param at place of the answer in the request */
export const claimsTheSame = (at: number, input: string) =>
  invalid([
    {
      type: 'value_error',
      loc: ['body', 'answers', String(at), 'claim'],
      msg: valueError('this is the answer'),
      input,
    },
  ]);

/** @param questions disputed ones without an answer; none: the answers as a whole are missing */
export const answersMissing = (questions: readonly string[]) =>
  invalid(
    (questions.length === 0 ? [[]] : questions.map((question) => [question])).map((path) => ({
      type: 'missing',
      loc: ['body', 'answers', ...path],
      msg: MESSAGES.missing,
    })),
  );

export const answersOfUpheld = () =>
  invalid([{ type: 'value_error', loc: ['body', 'answers'], msg: valueError('answers that are upheld stay') }]);

export const notOwn = (member: 'agent_id' | 'raised_by', input: string) =>
  invalid([{ type: 'value_error', loc: ['body', member], msg: valueError('members act for themselves alone'), input }]);
