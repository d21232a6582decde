// The errors of jobs that mask stored calls, each sentence once.
import { badRequest, notFound } from '../../platform/errors/api-error.js';

export const tooManyRedactions = () =>
  badRequest('An account can have 5 redactions in progress: wait for one or cancel it');
export const tooManyRedactionsADay = () => badRequest('An account can start 100 redactions in 24 hours');
export const redactionNotFound = () => notFound('Redaction');
export const redactionFinished = () => badRequest('Only a redaction in progress can be canceled');
export const nothingToMask = () => badRequest('Nothing is to be masked: name a preset or types');
