import { Flag, OneOf, OptionalText, Text, Uuid, Whole } from '../../platform/http/validation/fields.js';
import { NestedList } from '../../platform/http/validation/list-fields.js';
import {
  DISPUTE_DECISIONS,
  DISPUTE_STATUSES,
  type DisputeDecision,
  type DisputeStatus,
} from '../../wire/dispute.response.js';
import {
  eachOnce,
  MAX_ENTRIES,
  MAX_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  QUOTES,
  ReviewQuoteRequest,
} from '../reviews/reviewing/reviews.requests.js';

const MAX_ANSWER_CHARACTERS = 100;
const onceEach = eachOnce(({ question }) => question, 'question');

export class AcknowledgeEvaluationRequest {
  @Text({
    description: 'Agent who acknowledges: that of the call. A member and a link may leave it out.',
    max: MAX_NAME_CHARACTERS,
    trim: true,
    example: 'agent-7',
  })
  agent_id: string;

  @Text({
    description: 'A note of the agent.',
    min: 0,
    max: MAX_NOTE_CHARACTERS,
    optional: true,
    example: 'I will say it earlier.',
  })
  note?: string | null;
}

export class DisputedAnswerRequest {
  @Text({ description: 'Key of the question.', max: MAX_NAME_CHARACTERS, example: 'empathy' })
  question: string;

  @Text({
    description: 'The answer that would be right: a key of the question’s answers, or `na` if the question allows it.',
    max: MAX_ANSWER_CHARACTERS,
    example: 'yes',
  })
  claim: string;

  @Text({
    description: 'Why.',
    max: MAX_NOTE_CHARACTERS,
    example: 'I said that I was sorry in my second sentence.',
  })
  note: string;
}

export class CreateDisputeRequest {
  @Text({
    description: 'Your identifier of the person who disputes. A member and a link may leave it out.',
    max: MAX_NAME_CHARACTERS,
    trim: true,
    example: 'agent-7',
  })
  raised_by: string;

  @NestedList(DisputedAnswerRequest, {
    description: 'The disputed answers, each question once.',
    max: MAX_ENTRIES,
    findFaults: onceEach,
  })
  answers: DisputedAnswerRequest[];
}

export class ResolvedAnswerRequest {
  @Text({ description: 'Key of the question.', max: MAX_NAME_CHARACTERS, example: 'empathy' })
  question: string;

  @Text({
    description: 'Key of an answer to the question, or `na` if the question allows it.',
    max: MAX_ANSWER_CHARACTERS,
    example: 'yes',
  })
  answer: string;

  @Text({
    description: 'Why, in a sentence or two.',
    min: 0,
    max: MAX_NOTE_CHARACTERS,
    optional: true,
    example: 'The agent says that she is sorry.',
  })
  rationale?: string | null;

  @NestedList(ReviewQuoteRequest, QUOTES)
  quotes: ReviewQuoteRequest[];
}

export class ResolveDisputeRequest {
  @Text({ description: 'Your identifier of the reviewer.', max: MAX_NAME_CHARACTERS, trim: true, example: 'mara' })
  reviewer_id: string;

  @OneOf(DISPUTE_DECISIONS, {
    description:
      '`upheld`: the disputed answers stand. `overturned`: they do not; `answers` has each of them. `partly`: `answers` has ' +
      'some of them.',
    example: 'overturned',
  })
  decision: DisputeDecision;

  @NestedList(ResolvedAnswerRequest, {
    description:
      'The answers that are right, each question once; also to other questions of the evaluation. None with `upheld`.',
    min: 0,
    max: MAX_ENTRIES,
    default: [],
    findFaults: onceEach,
  })
  answers: ResolvedAnswerRequest[];

  @Text({ description: 'Why.', max: MAX_NOTE_CHARACTERS, example: 'She says so in her second sentence.' })
  note: string;
}

export class ListDisputesQuery {
  @Uuid({
    description: 'Only disputes of this call.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
    optional: true,
  })
  analysis_id?: string | null;

  @OneOf(DISPUTE_STATUSES, { description: 'Only disputes with this status.', example: 'open', optional: true })
  status?: DisputeStatus | null;

  @OptionalText({ description: 'Only disputes of calls of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @Uuid({
    description: 'Only disputes of evaluations by this scorecard.',
    example: 'c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36',
    optional: true,
  })
  scorecard_id?: string | null;

  @Flag({
    description: '`true`: only disputes of live mode. `false`: only those of test mode. If omitted: both.',
    optional: true,
  })
  livemode?: boolean | null;

  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
