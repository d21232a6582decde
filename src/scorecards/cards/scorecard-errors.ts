// The errors of scorecards and their revisions, each sentence once.
import { badRequest, notFound } from '../../platform/errors/api-error.js';

export const scorecardNotFound = () => notFound('Scorecard');
export const revisionNotFound = () => notFound('Revision');
export const scorecardArchived = () => badRequest('The scorecard is archived: it makes no new evaluations');
export const archivedUnchangeable = () => badRequest('The scorecard is archived and cannot be changed');
export const testScorecardOnly = () => badRequest('A test scorecard judges test calls alone');
export const nothingPublished = () => badRequest('The scorecard has no published revision');
export const revisionIsDraft = (number: number) => badRequest(`Revision ${number} is a draft: publish it first`);
export const revisionIsPublished = (number: number) =>
  badRequest(`Revision ${number} is published and cannot be changed`);
export const tooManyScorecards = () => badRequest('An account can have 50 scorecards: archive one first');
export const tooManyWithArchived = () => badRequest('An account can have 200 scorecards, archived ones included');
export const tooManyRevisions = () => badRequest('A scorecard can have 200 revisions: delete a draft first');
export const tooManyDrafts = () => badRequest('A scorecard can have 20 drafts: publish or delete one first');
export const storageFull = () => badRequest('The scorecards of an account may hold 64 MiB');
export const changedMeanwhile = () => badRequest('The revision was changed while it was judged: publish it again');
export const revisionUndeletable = (number: number) =>
  badRequest(`Revision ${number} is published and cannot be deleted`);
export const tooManyRescores = () =>
  badRequest('An account can have 20 rescores in progress: wait for one or cancel it');
export const tooManyRescoresADay = () => badRequest('An account can start 100 rescores in 24 hours');
export const rescoreNotFound = () => notFound('Rescore');
export const rescoreFinished = () => badRequest('Only a rescore in progress can be canceled');
