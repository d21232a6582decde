// The errors of erasures, each sentence once.
import { badRequest, invalid, notFound } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';

export const MAX_OPEN = 100;
export const erasureNotFound = () => notFound('Erasure');
export const erasedCallNotFound = () => notFound('Analysis');
export const tooManyErasures = () => badRequest(`At most ${MAX_OPEN} erasures can be in progress`);

const faultIn = (member: string, sentence: string) =>
  invalid([{ type: 'value_error', loc: ['body', member], msg: valueError(sentence) }]);
export const oneSubject = () => faultIn('contact_id', 'give one of contact_id, agent_id and analysis_ids');
export const tracesOfName = () => faultIn('scope', 'traces are those of a contact or an agent');
