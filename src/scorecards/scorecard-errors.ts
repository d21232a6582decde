// The errors of scorecards and their revisions, each sentence once.
import { badRequest, notFound } from '../platform/errors/api-error.js';

export const scorecardNotFound = () => notFound('Scorecard');
export const revisionNotFound = () => notFound('Revision');
export const scorecardArchived = () => badRequest('The scorecard is archived: it makes no new evaluations');
export const archivedUnchangeable = () => badRequest('The scorecard is archived and cannot be changed');
export const nothingPublished = () => badRequest('The scorecard has no published revision');
export const revisionIsDraft = (number: number) => badRequest(`Revision ${number} is a draft: publish it first`);
export const revisionIsPublished = (number: number) =>
  badRequest(`Revision ${number} is published and cannot be changed`);
export const tooManyScorecards = () => badRequest('An account can have 50 scorecards: archive one first');
export const tooManyRevisions = () => badRequest('A scorecard can have 200 revisions');
export const rescoreNotFound = () => notFound('Rescore');
export const rescoreFinished = () => badRequest('Only a rescore in progress can be canceled');
