import { ApiProperty } from '@nestjs/swagger';
import { EVALUATION_OUTCOMES, type EvaluationOutcome } from '../../../calls/evaluation-outcome.js';
import { JudgeVersionResponse } from '../../../wire/drift.response.js';
import type { Interval } from './figures/intervals.js';

const INTERVAL = {
  type: 'array',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
  nullable: true,
} as const;

const COUNT = { type: 'integer', minimum: 0 } as const;

export class MeanResponse {
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Null if there are no values.',
    example: 84.1,
  })
  mean: number | null;
  @ApiProperty({
    ...INTERVAL,
    description:
      'The 95 % confidence interval of the mean, by Student’s t. It is not cut at 0 and 100. Null where `n` is under 2.',
    example: [81, 87.2],
  })
  ci: Interval | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Exact: the one in the middle, or the mean of the two in the middle.',
    example: 86,
  })
  median: number | null;
  @ApiProperty({ ...COUNT, description: 'Number with a score.', example: 120 })
  n: number;
}

export class RateResponse {
  @ApiProperty({ type: 'number', nullable: true, description: '0 to 1; null where `n` is 0.', example: 0.91 })
  value: number | null;
  @ApiProperty({
    ...INTERVAL,
    description: 'The 95 % confidence interval of the rate, by Wilson. Null where `n` is under 2.',
    example: [0.85, 0.95],
  })
  ci: Interval | null;
  @ApiProperty({ ...COUNT, description: 'Number of values.', example: 120 })
  n: number;
}

export class ChangeResponse {
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Current minus previous value; null if either period has no value.',
    example: 2.3,
  })
  value: number | null;
  @ApiProperty({
    ...INTERVAL,
    description:
      '95 % confidence interval of the difference (Welch). If it contains 0, the change is not significant. Null ' +
      'if either `n` is under 2, and for sums.',
    example: [-1.1, 5.7],
  })
  ci: Interval | null;
}

export class CallChangesResponse {
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of `calls`.' })
  calls: ChangeResponse;
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of `audio_minutes`.' })
  audio_minutes: ChangeResponse;
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of the mean.' })
  compliance_score: ChangeResponse;
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of the mean.' })
  quality_score: ChangeResponse;
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of the rate.' })
  pass_rate: ChangeResponse;
}

export class EvaluationChangesResponse {
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of `evaluations`.' })
  evaluations: ChangeResponse;
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of the mean.' })
  score: ChangeResponse;
  @ApiProperty({ type: () => ChangeResponse, description: 'Change of the rate.' })
  pass_rate: ChangeResponse;
}

const LOW_N = {
  type: 'boolean',
  description:
    'A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key.',
  example: false,
} as const;

export class CallFiguresResponse {
  @ApiProperty({ ...COUNT, description: 'Completed calls.', example: 132 })
  calls: number;
  @ApiProperty({ type: 'number', minimum: 0, description: 'Total duration.', example: 611.4 })
  audio_minutes: number;
  @ApiProperty({ type: () => MeanResponse, description: 'Score of the calls that have one.' })
  compliance_score: MeanResponse;
  @ApiProperty({ type: () => MeanResponse, description: 'Score of the calls that have one.' })
  quality_score: MeanResponse;
  @ApiProperty({
    type: () => RateResponse,
    description: 'Of the evaluations of these calls: `passed` of `passed`, `failed` and `auto_failed`.',
  })
  pass_rate: RateResponse;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Number of violations by rule, without dismissed ones and without rules that were not violated.',
    example: { pin_requested: 1 },
  })
  violations: Readonly<Record<string, number>>;
  @ApiProperty({ ...COUNT, description: 'Findings without a verdict.', example: 12 })
  not_assessable: number;
  @ApiProperty({ ...COUNT, description: 'Calls with a flagged finding or violation.', example: 9 })
  flagged: number;
  @ApiProperty({ ...COUNT, description: 'Reviewed calls.', example: 14 })
  reviewed: number;
  @ApiProperty({ ...COUNT, description: 'Calls in which a reviewer changed a finding or violation.', example: 3 })
  overruled: number;
  @ApiProperty(LOW_N)
  low_n: boolean;
  @ApiProperty({
    type: () => CallChangesResponse,
    required: false,
    description: 'Only with `compare=previous`.',
  })
  change?: CallChangesResponse;
}

export class EvaluationFiguresResponse {
  @ApiProperty({ ...COUNT, description: 'Completed evaluations.', example: 120 })
  evaluations: number;
  @ApiProperty({ type: () => MeanResponse, description: 'Score of the evaluations that have one.' })
  score: MeanResponse;
  @ApiProperty({ type: () => RateResponse, description: '`passed` of `passed`, `failed` and `auto_failed`.' })
  pass_rate: RateResponse;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Mean share of the applicable form that was scored, 0 to 1. Null if there is no evaluation.',
    example: 0.93,
  })
  coverage: number | null;
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(EVALUATION_OUTCOMES.map((outcome) => [outcome, { type: 'integer' as const }])),
    required: [...EVALUATION_OUTCOMES],
    description: 'Number of evaluations by outcome.',
    example: { passed: 102, failed: 9, auto_failed: 1, needs_review: 2, not_assessable: 6 },
  })
  outcomes: Readonly<Record<EvaluationOutcome, number>>;
  @ApiProperty({ ...COUNT, description: 'Evaluations with a reviewer’s answer.', example: 14 })
  reviewed: number;
  @ApiProperty({
    ...COUNT,
    description: 'Evaluations whose score or outcome a reviewer changed.',
    example: 3,
  })
  overruled: number;
  @ApiProperty(LOW_N)
  low_n: boolean;
  @ApiProperty({
    type: () => EvaluationChangesResponse,
    required: false,
    description: 'Only with `compare=previous`.',
  })
  change?: EvaluationChangesResponse;
}

export class AnswerCountResponse {
  @ApiProperty({ type: 'string', description: 'Key of the answer.', example: 'yes' })
  answer: string;
  @ApiProperty({ ...COUNT, description: 'Number of times that the answer was given.', example: 96 })
  count: number;
  @ApiProperty({ type: () => RateResponse, description: 'Among evaluations in which the question was answered.' })
  share: RateResponse;
  @ApiProperty({
    type: () => ChangeResponse,
    required: false,
    description: 'Change of the share; only with `compare=previous`.',
  })
  change?: ChangeResponse;
}

export class AnswerTotalsResponse {
  @ApiProperty({ ...COUNT, description: 'Questions with an answer that counts.', example: 104 })
  answered: number;
  @ApiProperty({ ...COUNT, description: 'Questions that did not apply.', example: 4 })
  na: number;
  @ApiProperty({ ...COUNT, description: 'Questions that could not be assessed.', example: 8 })
  not_assessable: number;
  @ApiProperty({ ...COUNT, description: 'Questions that need a reviewer’s answer.', example: 0 })
  awaiting_human: number;
  @ApiProperty({ ...COUNT, description: 'Questions whose condition was not met.', example: 4 })
  skipped: number;
}

export class AnswerFiguresResponse extends AnswerTotalsResponse {
  @ApiProperty({ type: () => [AnswerCountResponse], description: 'Each answer that was given, by its key.' })
  answers: AnswerCountResponse[];
  @ApiProperty(LOW_N)
  low_n: boolean;
}

const KEY = {
  type: 'object',
  additionalProperties: { type: 'string', nullable: true },
  example: { agent: 'agent-7', week: '2026-W48' },
} as const;
const KEY_DESCRIPTION =
  'Key of the row, by grouping: days as `2026-11-25`, weeks as `2026-W48`, months as `2026-11`. Null: calls that have none.';

export type RowKey = Readonly<Record<string, string | null>>;

export class CallRowResponse extends CallFiguresResponse {
  @ApiProperty({ ...KEY, description: KEY_DESCRIPTION })
  key: RowKey;
}

export class EvaluationRowResponse extends EvaluationFiguresResponse {
  @ApiProperty({ ...KEY, description: `${KEY_DESCRIPTION} Scorecards by their ids.` })
  key: RowKey;
}

export class AnswerRowResponse extends AnswerFiguresResponse {
  @ApiProperty({
    ...KEY,
    description: `${KEY_DESCRIPTION} Each row is of one question: \`scorecard\` (its id) and \`question\` are always there.`,
    example: { agent: 'agent-7', scorecard: '6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10', question: 'greeting' },
  })
  key: RowKey;
}

export class TimeSpanResponse {
  @ApiProperty({ type: 'integer', description: 'Unix seconds: what is later than this.', example: 1786000000 })
  from: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds: what is not later than this.', example: 1788000000 })
  to: number;
}

class StatisticsResponse {
  @ApiProperty({ type: 'string', enum: ['statistics'], description: 'Type of the object.', example: 'statistics' })
  object: 'statistics';
  @ApiProperty({ type: [String], description: 'Requested grouping; empty for a single row.', example: ['agent'] })
  group_by: string[];
  @ApiProperty({
    type: 'string',
    description: 'Time zone in which days, weeks and months begin.',
    example: 'Europe/Berlin',
  })
  timezone: string;
  @ApiProperty({
    type: 'integer',
    description: 'Unix seconds: the calls are later than this, as with `created_after`.',
    example: 1788000000,
  })
  from: number;
  @ApiProperty({
    type: 'integer',
    description: 'Unix seconds: the calls are not later than this, as with `created_before`.',
    example: 1790000000,
  })
  to: number;
  @ApiProperty({
    type: () => TimeSpanResponse,
    required: false,
    description: 'The period that `change` compares with; only with `compare=previous`.',
  })
  previous?: TimeSpanResponse;
  @ApiProperty({
    type: 'integer',
    description: 'Unix seconds: everything stored until then is counted. At most 30 seconds ago.',
    example: 1790000005,
  })
  as_of: number;
}

const ROWS_DESCRIPTION =
  'Sorted by key, null last. Days, weeks and months without calls are included, for the whole period and for ' +
  'each group that occurs in it.';
const TOTALS_DESCRIPTION = 'Of everything that was asked for, each once.';

export class MarkedJudgeChangeResponse {
  @ApiProperty({ format: 'uuid', description: 'The scorecard.', example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11' })
  scorecard_id: string;
  @ApiProperty({ type: 'integer', description: 'Unix seconds: when the change was found.', example: 1789000000 })
  at: number;
  @ApiProperty({ type: () => JudgeVersionResponse, nullable: true, description: 'The judge before.' })
  was: JudgeVersionResponse | null;
  @ApiProperty({ type: () => JudgeVersionResponse, nullable: true, description: 'The judge after it.' })
  is: JudgeVersionResponse | null;
}

const CHANGES_DESCRIPTION =
  'Moments of the period in which the judge of a scorecard was found [changed](/docs/calibration), the oldest first: what ' +
  'scores do there may not be the agents’ doing. Of the scorecard that is asked for, or of all.';

export class CallStatisticsResponse extends StatisticsResponse {
  @ApiProperty({ type: 'string', enum: ['calls'], description: 'Type of the figures.', example: 'calls' })
  of: 'calls';
  @ApiProperty({ type: () => [CallRowResponse], description: ROWS_DESCRIPTION })
  rows: CallRowResponse[];
  @ApiProperty({ type: () => CallFiguresResponse, description: TOTALS_DESCRIPTION })
  totals: CallFiguresResponse;
}

export class EvaluationStatisticsResponse extends StatisticsResponse {
  @ApiProperty({
    type: 'string',
    enum: ['evaluations'],
    description: 'Type of the figures.',
    example: 'evaluations',
  })
  of: 'evaluations';
  @ApiProperty({ type: () => [EvaluationRowResponse], description: ROWS_DESCRIPTION })
  rows: EvaluationRowResponse[];
  @ApiProperty({ type: () => EvaluationFiguresResponse, description: TOTALS_DESCRIPTION })
  totals: EvaluationFiguresResponse;
  @ApiProperty({ type: () => [MarkedJudgeChangeResponse], description: CHANGES_DESCRIPTION })
  judge_changes: MarkedJudgeChangeResponse[];
}

export class AnswerStatisticsResponse extends StatisticsResponse {
  @ApiProperty({ type: 'string', enum: ['answers'], description: 'Type of the figures.', example: 'answers' })
  of: 'answers';
  @ApiProperty({
    type: () => [AnswerRowResponse],
    description: `One for each question that was asked. ${ROWS_DESCRIPTION}`,
  })
  rows: AnswerRowResponse[];
  @ApiProperty({ type: () => AnswerTotalsResponse, description: TOTALS_DESCRIPTION })
  totals: AnswerTotalsResponse;
  @ApiProperty({ type: () => [MarkedJudgeChangeResponse], description: CHANGES_DESCRIPTION })
  judge_changes: MarkedJudgeChangeResponse[];
}
