// The errors of corrections, each sentence once.
import {
  type ApiError,
  badRequest,
  invalid,
  notFound,
  type ValidationItem,
} from '../../../platform/errors/api-error.js';
import { oneOf, valueError } from '../../../platform/errors/validation-messages.js';
import type { ChangeFault } from './correcting/check-changes.js';

/** The first is what the machine heard. */
export const MAX_VERSIONS = 100;

export const correctionNotFound = () => notFound('Correction');
export const callNotCompleted = () => badRequest('Only a completed analysis can be corrected');
export const otherVersion = (version: number) => badRequest(`The transcript is at version ${version} by now`);
export const correctionInProgress = () => badRequest('A correction of this transcript is in progress');
export const changesNothing = () => badRequest('The correction changes nothing');
export const tooManyVersions = () => badRequest(`A transcript can have ${MAX_VERSIONS} versions`);

export function unknownParts(faults: readonly ChangeFault[]): ApiError {
  return invalid(
    faults.map(({ loc, given, allowed }): ValidationItem => {
      const where = { loc: ['body', ...loc], input: given };
      return allowed === null
        ? { type: 'value_error', msg: valueError('the transcript has no such segment'), ...where }
        : { type: 'enum', msg: oneOf(allowed), ...where };
    }),
  );
}
