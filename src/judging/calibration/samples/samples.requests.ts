import { CompletedCallsFilter, WHICH_CALLS } from '../../../calls/listing/completed-calls.requests.js';
import { DRAWS_PER, type DrawPer } from '../../../calls/listing/draw-calls.js';
import { MESSAGES, valueError } from '../../../platform/errors/validation-messages.js';
import { defineField, type FieldOptions } from '../../../platform/http/validation/define-field.js';
import { accept, reject } from '../../../platform/http/validation/field-rules.js';
import { Flag, isUuid, Nested, OneOf, Text, Whole } from '../../../platform/http/validation/fields.js';
import { ObjectWith, objectRulesOf } from '../../../platform/http/validation/object-rules.js';
import { isRecord } from '../../../platform/http/validation/read-input.js';

@ObjectWith(objectRulesOf(CompletedCallsFilter))
export class SampleFilter extends CompletedCallsFilter {}

/** Kinds of calls over which a sample is spread, as clients write them. */
export type StratifyBy = 'outcome' | { readonly scorecard_id: string; readonly question: string };

const OUTCOME = 'outcome';
const MAX_KEY_CHARACTERS = 255;
export const STRATIFY_SCHEMA = {
  oneOf: [
    { type: 'string', enum: [OUTCOME] },
    {
      type: 'object',
      properties: { scorecard_id: { type: 'string', format: 'uuid' }, question: { type: 'string' } },
      required: ['scorecard_id', 'question'],
    },
  ],
};

const Strata = (options: FieldOptions) =>
  defineField(options, STRATIFY_SCHEMA, (value) => {
    if (value === OUTCOME) return accept(value);
    if (!isRecord(value)) return reject('value_error', valueError("give 'outcome', or a scorecard and a question"));
    const { scorecard_id: scorecardId, question } = value;
    if (!isUuid(scorecardId)) return reject('uuid_parsing', MESSAGES.uuid_parsing);
    if (typeof question !== 'string' || question === '' || question.length > MAX_KEY_CHARACTERS)
      return reject('value_error', valueError('question must be the key of a question'));
    return accept({ scorecard_id: scorecardId.toLowerCase(), question });
  });

export class CreateSampleRequest {
  @Nested(SampleFilter, {
    ...WHICH_CALLS,
    description: 'Which calls: the filters of `GET /analysis`, all of which must match. If omitted: all calls.',
  })
  filter?: SampleFilter | null;

  @Whole({ description: 'Calls to draw; with `per`, of each agent or contact.', min: 1, max: 1_000, example: 60 })
  count: number;

  @OneOf(DRAWS_PER, {
    description: 'Draw `count` calls of each agent or contact.',
    example: 'agent_id',
    optional: true,
  })
  per?: DrawPer | null;

  @Strata({
    description:
      'Spread the sample as evenly as the calls allow over the outcomes of `filter.scorecard_id`, or over the answers to one ' +
      'question of a scorecard. Without it a rare answer is rare in the sample too.',
    example: OUTCOME,
    optional: true,
  })
  stratify_by?: StratifyBy | null;

  @Text({
    description: 'Decides which calls are drawn. If omitted, one is generated and returned.',
    max: 255,
    example: 'autumn-2026',
    optional: true,
  })
  seed?: string | null;

  @Flag({
    description: '`true` puts the calls into the review queue, with the reason `sampled`.',
    default: false,
    example: false,
  })
  queue: boolean;
}

export class SamplePageQuery {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
