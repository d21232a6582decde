// The errors of calibration sessions, each sentence once.
import { badRequest, invalid, notFound } from '../../../platform/errors/api-error.js';
import { MESSAGES, oneOf, valueError } from '../../../platform/errors/validation-messages.js';

export const MAX_OPEN = 50;
export const calibrationNotFound = () => notFound('Calibration');
export const calibrationClosed = () => badRequest('Calibration is closed');
export const notInCalibration = (reviewer: string) => badRequest(`Reviewer ${reviewer} is not in this calibration`);
export const tooManyOpen = () => badRequest(`At most ${MAX_OPEN} calibrations can be open`);
export const revisionNotPublished = (revision: number) => badRequest(`Revision ${revision} is not published`);
export const sampleTooLarge = (max: number) => badRequest(`A calibration has at most ${max} calls`);

export const eitherCalls = () =>
  invalid([{ type: 'value_error', loc: ['body', 'analysis_ids'], msg: valueError('give analysis_ids or sample_id') }]);

/** @param at place of the id in the request */
export const notRateable = (at: number, input: string) =>
  invalid([
    {
      type: 'enum',
      loc: ['body', 'analysis_ids', String(at)],
      msg: 'Input should be a completed call of the account',
      input,
    },
  ]);

export const dueInThePast = () =>
  invalid([{ type: 'value_error', loc: ['body', 'due_at'], msg: valueError('due_at lies in the past') }]);

export const answersMissing = (questions: readonly string[]) =>
  invalid(questions.map((key) => ({ type: 'missing', loc: ['body', 'answers', key], msg: MESSAGES.missing })));

export const notOneOf = (loc: readonly string[], allowed: readonly string[], input: string) =>
  invalid([{ type: 'enum', loc: ['body', ...loc], msg: oneOf(allowed), input }]);
