// The errors of evaluations, each sentence once.
import { badRequest, invalid, notFound } from '../../platform/errors/api-error.js';
import { oneOf } from '../../platform/errors/validation-messages.js';

export const evaluationNotFound = () => notFound('Evaluation');
export const questionNotFound = () => notFound('Question');
export const callNotCompleted = () => badRequest('Only a completed analysis can be evaluated');
export const evaluationNotCompleted = () => badRequest('Only a completed evaluation can be answered');
export const evaluationSuperseded = () =>
  badRequest('The transcript was corrected since: answer the evaluation of its present version');
export const questionSkipped = () => badRequest('This question does not apply to the call');
/**
 * @param allowed keys of the answers that the question takes
 * @param loc of the answer in the request
 */
export const answerUnknown = (allowed: readonly string[], given: string, loc: readonly string[]) =>
  invalid([{ type: 'enum', loc: [...loc], msg: oneOf(allowed), input: given }]);
/** @param known keys of the questions @param loc of the question in the request */
export const questionUnknown = (known: readonly string[], given: string, loc: readonly string[]) =>
  invalid([{ type: 'enum', loc: [...loc], msg: oneOf(known), input: given }]);
