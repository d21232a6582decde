import {
  Flag,
  Instant,
  OneOf,
  OptionalText,
  Text,
  Uuid,
  Uuids,
  Whole,
} from '../../../platform/http/validation/fields.js';
import { NestedList, TextList } from '../../../platform/http/validation/list-fields.js';
import { CALIBRATION_STATUSES, type CalibrationStatus } from '../../../wire/calibration.response.js';
import { ReviewQuoteRequest } from '../../reviews/reviewing/reviews.requests.js';

const NAME = { max: 255, trim: true } as const;
const MAX_NOTE_CHARACTERS = 2_000;
/** More than the questions of a form. */
const MAX_ANSWERS = 200;
const MAX_QUOTES = 8;
const DAY_SECONDS = 86_400;

export class CreateCalibrationRequest {
  @OptionalText({ description: 'Your name for the session.', max: 255, example: 'November' })
  name?: string | null;

  @Uuid({ description: 'Scorecard to rate by.', example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11' })
  scorecard_id: string;

  @Whole({
    description: 'A published revision of it; if omitted, the one published last.',
    min: 1,
    max: 200,
    example: 3,
    optional: true,
  })
  revision?: number | null;

  @Uuids({
    description: 'Completed calls to rate. Either these or `sample_id`.',
    min: 1,
    max: 200,
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
    optional: true,
  })
  analysis_ids?: string[] | null;

  @Uuid({
    description: 'A sample of at most 200 calls to rate.',
    example: '1c9d4b7a-5e2f-4a83-9b60-7d3f8e1a2c45',
    optional: true,
  })
  sample_id?: string | null;

  @TextList({
    description: 'Your identifiers of the reviewers who rate; members have their own id.',
    min: 2,
    max: 20,
    item: NAME,
    example: ['mara', 'jonas'],
  })
  reviewer_ids: string[];

  @OptionalText({ description: 'The person whose ratings are the reference.', ...NAME, example: 'ines' })
  expert_id?: string | null;

  @Flag({ description: '`false` shows the progress of all reviewers by each link.', default: true, example: true })
  blind: boolean;

  @Instant({ description: 'When the session closes by itself.', example: '2026-12-01T17:00:00Z', optional: true })
  due_at?: Date | null;
}

export class ListCalibrationsQuery {
  @Uuid({
    description: 'Only sessions of this scorecard.',
    example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11',
    optional: true,
  })
  scorecard_id?: string | null;

  @OneOf(CALIBRATION_STATUSES, { description: 'Only sessions in this state.', example: 'open', optional: true })
  status?: CalibrationStatus | null;

  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export class CalibrationItemQuery {
  @OptionalText({
    description: 'Whose rating to show. A link shows its own, and so does a member until the session is closed.',
    ...NAME,
    example: 'mara',
  })
  reviewer_id?: string | null;
}

export class RatingAnswerRequest {
  @Text({ description: 'Key of the question.', max: 255, example: 'empathy' })
  question: string;

  @Text({
    description:
      'Key of an answer to the question; `na` if the question allows it; `not_assessable` if it cannot be told.',
    max: 100,
    example: 'yes',
  })
  answer: string;

  @Text({ description: 'Why.', min: 0, max: MAX_NOTE_CHARACTERS, example: 'She asks how he is.', optional: true })
  note?: string | null;

  @NestedList(ReviewQuoteRequest, {
    description: 'Quotes as evidence. Optional.',
    min: 0,
    max: MAX_QUOTES,
    default: [],
  })
  quotes: ReviewQuoteRequest[];
}

export class RateCallRequest {
  @NestedList(RatingAnswerRequest, {
    description: 'An answer to every question that applies. Answers to others are left out.',
    min: 1,
    max: MAX_ANSWERS,
  })
  answers: RatingAnswerRequest[];
}

export class CreateCalibrationLinkRequest {
  @Text({ ...NAME, description: 'The reviewer of the session who gets the link.', example: 'mara' })
  reviewer_id: string;

  @Whole({
    description: 'Validity of the link in seconds.',
    min: 60,
    max: 7 * DAY_SECONDS,
    default: DAY_SECONDS,
    example: DAY_SECONDS,
  })
  expires_in: number;
}
