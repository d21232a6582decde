import { LINK_ACTS, type LinkAct } from '../../../access/link-acts.js';
import { SomeOf, Text, Whole } from '../../../platform/http/validation/fields.js';

const DAY_SECONDS = 86_400;

export class CreateReviewLinkRequest {
  @Text({
    max: 255,
    trim: true,
    description: 'Your own name of the person who gets the link. What is written with it stands under this name.',
    example: 'mara',
  })
  reviewer_id: string;

  @SomeOf(LINK_ACTS, {
    description: 'What the link allows. `read` is always part of it.',
    example: ['read', 'review'],
  })
  may: LinkAct[];

  @Whole({
    description: 'For how many seconds the link works.',
    min: 60,
    max: 7 * DAY_SECONDS,
    default: DAY_SECONDS,
    example: DAY_SECONDS,
  })
  expires_in: number;
}

export class ReviewLinkPageQuery {
  @Whole({ min: 0, default: 0, description: 'How many to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'How many to give.', example: 20 })
  limit: number;
}

export class OpenReviewSessionRequest {
  @Text({
    max: 512,
    description: 'What stands after `#review=` in the link.',
    example: 'pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY',
  })
  token: string;
}
