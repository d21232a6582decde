// The errors of evaluations, each sentence once.
import { badRequest, invalid, notFound } from '../../platform/errors/api-error.js';
import { oneOf } from '../../platform/errors/validation-messages.js';

export const evaluationNotFound = () => notFound('Evaluation');
export const questionNotFound = () => notFound('Question');
export const callNotCompleted = () => badRequest('Only a completed analysis can be evaluated');
export const evaluationNotCompleted = () => badRequest('Only a completed evaluation can be answered');
export const questionSkipped = () => badRequest('This question does not apply to the call');
export const notForPeople = () =>
  badRequest('Only a question for a person or a suggestion can be answered: this one is judged');
/** @param allowed keys of the answers that the question takes */
export const answerUnknown = (allowed: readonly string[], given: string) =>
  invalid([{ type: 'enum', loc: ['body', 'answer'], msg: oneOf(allowed), input: given }]);
