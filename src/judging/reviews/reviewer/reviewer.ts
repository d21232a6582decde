// Under which name a caller reviews.
import type { Principal } from '../../../access/principal.js';
import { invalid, linkOfAnother } from '../../../platform/errors/api-error.js';
import { valueError } from '../../../platform/errors/validation-messages.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import { isUuid } from '../../../platform/http/validation/fields.js';

/**
 * Name under which the caller writes. The holder of a link writes under the reviewer's name of the link, a member under its id.
 * @param given by the request; null when it names no one
 * @throws ApiError 403 for another name than that of the link; 422 for another than the member's
 */
export function reviewerOf<Given extends string | null>(
  { link, principal }: Pick<Caller, 'link' | 'principal'>,
  given: Given,
): string | Given {
  const own = ownReviewer(principal);
  if (own !== null && given !== null && given !== own) throw notOwnReviewer(given);
  if (!link) return own ?? given;
  if (given !== null && given !== link.reviewerId) throw linkOfAnother();
  return link.reviewerId;
}

/** Name under which a member writes; null for callers who say it themselves: keys, and the account's first member. */
export const ownReviewer = (principal: Principal): string | null =>
  principal.kind === 'person' && !principal.isFirst ? principal.id : null;

/**
 * Name under which the holder of a link will write: of a person who is no member, since members write under their own id.
 * @throws ApiError 422 for the id of another member
 */
export function reviewerOfNewLink({ principal }: Pick<Caller, 'principal'>, given: string): string {
  const own = ownReviewer(principal);
  if (own !== null && given !== own && isUuid(given)) throw notOwnReviewer(given);
  return given;
}

const notOwnReviewer = (input: string) =>
  invalid([
    { type: 'value_error', loc: ['body', 'reviewer_id'], msg: valueError('members write under their own id'), input },
  ]);
