import { FINDING_PATHS, type FindingPath } from '../../../calls/results/verdicts.js';
import { MIN_QUOTE_CHARACTERS, weighsEnough } from '../../../judgement/quotation-index.js';
import { MESSAGES, oneOf, valueError } from '../../../platform/errors/validation-messages.js';
import { defineField } from '../../../platform/http/validation/define-field.js';
import { accept, type Problem, reject } from '../../../platform/http/validation/field-rules.js';
import { Flag, Moment, OneOf, OptionalText, Text, Uuid, Whole } from '../../../platform/http/validation/fields.js';
import { NestedList } from '../../../platform/http/validation/list-fields.js';
import { isRecord } from '../../../platform/http/validation/read-input.js';
import { GIVEN_ANSWERS, type GivenAnswer } from '../../../wire/review.response.js';

/** Maximum number of entries in a review, of all three kinds together. */
export const MAX_ENTRIES = 200;
export const MAX_NOTE_CHARACTERS = 2_000;
export const MAX_NAME_CHARACTERS = 255;
/** Quotations of an entry: as many as are checked of those of an analyst. */
const MAX_QUOTES = 8;
const MAX_QUOTE_CHARACTERS = 2_000;
/** Maximum length of a text without letters. Longer ones are found nowhere, and a body of 1 MiB would take too long to check. */
const MAX_WEIGHED_CHARACTERS = 100;
const MAX_SEGMENT_ID = 2_147_483_647;
/** The service names the rules, with at most 500 characters. */
const MAX_RULE_CHARACTERS = 500;

const NOTE = { min: 0, max: MAX_NOTE_CHARACTERS, optional: true, example: 'She asks for it in her first sentence.' };

export class ReviewQuoteRequest {
  @Whole({ description: 'Segment that holds the quotation.', min: 0, max: MAX_SEGMENT_ID, example: 3 })
  segment_id: number;

  @Text({
    description:
      'The words said there, by any speaker, verbatim; case and punctuation may differ. It may continue in the ' +
      'next segments of the same speaker.',
    max: MAX_QUOTE_CHARACTERS,
    findFault: (text) =>
      text.length > MAX_WEIGHED_CHARACTERS || weighsEnough(text)
        ? null
        : `a quotation needs at least ${MIN_QUOTE_CHARACTERS} letters and digits`,
    example: 'can you confirm your date of birth',
  })
  quote: string;
}

export const QUOTES = { description: 'Quotes as evidence. Optional.', min: 0, max: MAX_QUOTES, default: [] as const };

/** Faults of entries that decide the same thing twice in one review. */
export const eachOnce =
  (keyOf: (entry: Readonly<Record<string, unknown>>) => unknown, path: string) =>
  (entries: readonly unknown[]): Problem[] => {
    const first = new Map<string, number>();
    return entries.flatMap((entry, index): Problem[] => {
      const key = JSON.stringify(isRecord(entry) ? keyOf(entry) : index);
      const known = first.get(key);
      if (known === undefined) first.set(key, index);
      if (known === undefined) return [];
      return [{ type: 'value_error', msg: valueError(`entry ${known} decides the same`), path: [String(index), path] }];
    });
  };

export class ReviewFindingRequest {
  @OneOf(FINDING_PATHS, {
    description: 'The finding, by its place in `results`.',
    example: 'compliance.identity_verification',
  })
  finding: FindingPath;

  @OneOf(GIVEN_ANSWERS, {
    description: 'The reviewer’s decision. `withdraw` restores the AI’s decision.',
    example: 'yes',
  })
  answer: GivenAnswer;

  @Text({ ...NOTE, description: 'Why.' })
  note?: string | null;

  @NestedList(ReviewQuoteRequest, QUOTES)
  quotes: ReviewQuoteRequest[];
}

/** True, false, or null, which has a meaning of its own: the field is required. */
const Upheld = (description: string) =>
  defineField({ description, example: false }, { type: 'boolean', nullable: true }, (value) =>
    typeof value === 'boolean' || value === null ? accept(value) : reject('bool_parsing', MESSAGES.bool_parsing),
  );

export class ReviewViolationRequest {
  @Text({
    description: 'Stable name of the rule, as the violation has it.',
    max: MAX_RULE_CHARACTERS,
    example: 'card_security_code_requested',
  })
  rule: string;

  @Whole({ description: 'A segment that the violation cites.', min: 0, max: MAX_SEGMENT_ID, example: 12 })
  segment_id: number;

  @Upheld(
    '`true` confirms the violation; `false` dismisses it: it stays listed, but no longer lowers the score. Null ' +
      'restores the AI’s decision.',
  )
  upheld: boolean | null;

  @Text({ ...NOTE, description: 'Why.' })
  note?: string | null;
}

export class ReviewAnswerRequest {
  @Uuid({ description: 'An evaluation of the call.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  evaluation_id: string;

  @Text({ description: 'Key of the question.', max: MAX_NAME_CHARACTERS, example: 'recording_notice' })
  question: string;

  @Text({
    description:
      'Key of an answer to the question; `na` if the question allows it; `withdraw` restores the original answer.',
    max: 100,
    example: 'yes',
  })
  answer: string;

  @Text({ ...NOTE, description: 'Why, in a sentence or two.' })
  rationale?: string | null;

  @NestedList(ReviewQuoteRequest, QUOTES)
  quotes: ReviewQuoteRequest[];
}

export class CreateReviewRequest {
  @Text({
    description: 'Your identifier of the reviewer.',
    max: MAX_NAME_CHARACTERS,
    trim: true,
    example: 'mara',
  })
  reviewer_id: string;

  @NestedList(ReviewFindingRequest, {
    description: 'Each finding once.',
    min: 0,
    max: MAX_ENTRIES,
    default: [],
    findFaults: eachOnce(({ finding }) => finding, 'finding'),
  })
  findings: ReviewFindingRequest[];

  @NestedList(ReviewViolationRequest, {
    description: 'Each rule and segment once.',
    min: 0,
    max: MAX_ENTRIES,
    default: [],
    findFaults: eachOnce(({ rule, segment_id }) => [rule, segment_id], 'rule'),
  })
  violations: ReviewViolationRequest[];

  @NestedList(ReviewAnswerRequest, {
    description: 'Each question of an evaluation once.',
    min: 0,
    max: MAX_ENTRIES,
    default: [],
    findFaults: eachOnce(({ evaluation_id, question }) => [lowerCase(evaluation_id), question], 'question'),
  })
  answers: ReviewAnswerRequest[];

  @Text({ ...NOTE, description: 'About the call as a whole.' })
  note?: string | null;

  @Flag({
    description:
      '`true` validates the review and returns the resulting scores, without saving it: the response is 200.',
    default: false,
    example: false,
  })
  dry_run: boolean;
}

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

export class AnswerQuestionRequest {
  @Text({
    description:
      'Key of an answer to the question; `na` if the question allows it; `withdraw` restores the original answer.',
    max: 100,
    example: 'yes',
  })
  answer: string;

  @Text({
    description: 'Why, in a sentence or two.',
    min: 0,
    max: MAX_NOTE_CHARACTERS,
    example: 'The customer agreed at the end.',
    optional: true,
  })
  rationale?: string | null;

  @OptionalText({
    description: 'Your identifier of the reviewer.',
    max: MAX_NAME_CHARACTERS,
    trim: true,
    example: 'anna',
  })
  reviewer_id?: string | null;

  @NestedList(ReviewQuoteRequest, QUOTES)
  quotes: ReviewQuoteRequest[];
}

export class ReviewPageQuery {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export class ListReviewsQuery extends ReviewPageQuery {
  @OptionalText({ description: 'Only reviews by exactly this reviewer.', trim: true, example: 'mara' })
  reviewer_id?: string | null;

  @OptionalText({ description: 'Only reviews of calls of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @Uuid({
    description: 'Only reviews of calls that had been evaluated by this scorecard.',
    example: '6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10',
    optional: true,
  })
  scorecard_id?: string | null;

  @Moment({
    description: 'Unix seconds: only reviews whose `created` is greater. ISO 8601 is accepted too.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  created_after?: Date | null;

  @Moment({
    description: 'Unix seconds: only reviews whose `created` is not greater. ISO 8601 is accepted too.',
    example: 1792592000,
    optional: true,
    spelling: 'unix-seconds',
  })
  created_before?: Date | null;
}

export const unknownRule = (rules: readonly string[]) =>
  rules.length === 0 ? 'Input should be a rule that the results find violated' : oneOf(rules);
