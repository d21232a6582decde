import { EVALUATION_OUTCOMES, type EvaluationOutcome } from '../../calls/evaluation-outcome.js';
import { Flag, OneOf, OptionalText, Uuid, Whole } from '../../platform/http/validation/fields.js';

/** The last second of the year 9998: what is counted from the next month on still has a year of four digits. */
const MAX_UNIX_SECONDS = 253_370_764_799;

export class CreateEvaluationRequest {
  @Uuid({ description: 'Scorecard to score the call with.', example: '6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10' })
  scorecard_id: string;

  @Whole({
    description: 'One of its published revisions; if omitted, the one published last.',
    min: 1,
    max: 200,
    example: 3,
    optional: true,
  })
  revision?: number | null;
}

export class EvaluationPageQuery {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

/** A form has a million characters at most. */
export const MAX_FORMS = 10;

export class CallEvaluationsQuery extends EvaluationPageQuery {
  @OneOf(['form'], {
    description: `\`form\` adds to each evaluation the form that it was judged by. A page then holds ${MAX_FORMS} at most.`,
    example: 'form',
    optional: true,
  })
  include?: 'form' | null;
}

export class ListEvaluationsQuery extends EvaluationPageQuery {
  @Uuid({
    description: 'Only evaluations by this scorecard.',
    example: '6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10',
    optional: true,
  })
  scorecard_id?: string | null;

  @Whole({
    description: 'Only evaluations by a revision of this number.',
    min: 1,
    max: 200,
    example: 3,
    optional: true,
  })
  revision?: number | null;

  @OptionalText({ description: 'Only evaluations of calls of exactly this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @OptionalText({ description: 'Only evaluations of calls with exactly this contact.', example: 'cust-42' })
  contact_id?: string | null;

  @OneOf(EVALUATION_OUTCOMES, { description: 'Only evaluations with this outcome.', example: 'failed', optional: true })
  outcome?: EvaluationOutcome | null;

  @Whole({
    description: 'Only evaluations with this score or a higher one.',
    min: 0,
    max: 100,
    example: 0,
    optional: true,
  })
  score_min?: number | null;

  @Whole({
    description: 'Only evaluations with this score or a lower one.',
    min: 0,
    max: 100,
    example: 59,
    optional: true,
  })
  score_max?: number | null;

  @Whole({
    description: 'Only evaluations whose `created` is after this; Unix seconds.',
    min: 0,
    max: MAX_UNIX_SECONDS,
    example: 1790000000,
    optional: true,
  })
  created_after?: number | null;

  @Whole({
    description: 'Only evaluations whose `created` is this or before it; Unix seconds.',
    min: 0,
    max: MAX_UNIX_SECONDS,
    example: 1792592000,
    optional: true,
  })
  created_before?: number | null;

  @Flag({
    description:
      '`true`: only evaluations with a reviewer’s answer. `false`: only the others. If omitted: both. An ' +
      'answered evaluation stays so, even if the answer was withdrawn.',
    example: true,
    optional: true,
  })
  reviewed?: boolean | null;

  @Flag({
    description: '`true`: only evaluations of live mode. `false`: only those of test mode. If omitted: both.',
    example: true,
    optional: true,
  })
  livemode?: boolean | null;
}
