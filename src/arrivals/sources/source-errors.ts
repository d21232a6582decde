// The errors of sources, each sentence once.
import { badRequest, forbidden, notFound } from '../../platform/errors/api-error.js';

export const MAX_SOURCES = 20;

export const tooManySources = () => badRequest(`An account can have ${MAX_SOURCES} sources: delete one first`);
export const sourceNotFound = () => notFound('Source');
export const notABucket = () => badRequest('Only a source of kind s3 can do this');
export const roleIsOpen = () => badRequest('The role can be assumed without the external id');
export const kindStays = () => badRequest('The kind of a source cannot change: make another source');
/** Also returned for a source that does not exist: a caller cannot distinguish the two. */
export const signatureInvalid = () => forbidden('The signature is not valid');
/** Sentence that the trigger of the table writes too. */
export const CALL_DELETED = 'The call was deleted';
