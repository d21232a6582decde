import { CALL_ACTS, type CallAct } from '../../../access/link-acts.js';
import { SomeOf, Text, Whole } from '../../../platform/http/validation/fields.js';

const DAY_SECONDS = 86_400;

export class CreateReviewLinkRequest {
  @Text({
    max: 255,
    trim: true,
    description:
      'Your identifier of the reviewer who gets the link. Reviews and corrections made with the link carry this ' +
      'name.',
    example: 'mara',
  })
  reviewer_id: string;

  @SomeOf(CALL_ACTS, {
    description: 'Permissions of the link. `read` is always included.',
    example: ['read', 'review'],
  })
  may: CallAct[];

  @Whole({
    description: 'Validity of the link in seconds.',
    min: 60,
    max: 7 * DAY_SECONDS,
    default: DAY_SECONDS,
    example: DAY_SECONDS,
  })
  expires_in: number;
}

export class ReviewLinkPageQuery {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export class OpenReviewSessionRequest {
  @Text({
    max: 512,
    description: 'The token after `#review=` in the link.',
    example: 'pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY',
  })
  token: string;
}
