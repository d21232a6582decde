import { ApiProperty } from '@nestjs/swagger';
import { EvaluatedScorecardResponse, EvaluationCostResponse } from '../evaluations/evaluation.response.js';
import { RESCORE_EVENTS } from './rescore-events.js';

/** `dry_run` stands in the answer to a dry run alone. */
export const RESCORE_STATUSES = ['processing', 'completed', 'canceled', 'failed', 'dry_run'] as const;
export type RescoreStatus = (typeof RESCORE_STATUSES)[number];

export class RescoreCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Completed calls that the filter found at the start.', example: 240 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Calls that were scored.', example: 231 })
  completed: number;

  @ApiProperty({ type: 'integer', description: 'Calls whose evaluation failed.', example: 1 })
  failed: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Calls that needed no evaluation: the same transcript was already scored with the same revision and model, ' +
      'or the call was deleted meanwhile.',
    example: 8,
  })
  skipped: number;
}

export class RescoreEstimateResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Calls to score: all that match, less those that need no evaluation.',
    example: 232,
  })
  calls: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Estimated from the length of the transcripts of the newest 1,000 calls found. Null where no language model is asked.',
    example: 1883840,
  })
  input_tokens: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Estimated like `input_tokens`.', example: 141520 })
  output_tokens: number | null;

  @ApiProperty({
    type: () => EvaluationCostResponse,
    nullable: true,
    description: 'Cost of these tokens. Null, never 0, if no language model is used or its price is unknown.',
  })
  cost: EvaluationCostResponse | null;

  @ApiProperty({
    type: () => EvaluationCostResponse,
    nullable: true,
    description:
      'Cost of these tokens if the provider answers all of them in its cheaper tier (`flex`), which the job asks for first. ' +
      'Null if the engine has no such tier or its price is unknown.',
  })
  background_cost: EvaluationCostResponse | null;
}

export class RescoreResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the job. For a dry run it refers to nothing.',
    example: '4f5d2c1e-8a4b-4f0e-9c39-6d8d1c3a7e52',
  })
  id: string;

  @ApiProperty({ enum: ['rescore'], description: 'Always `rescore`.', example: 'rescore' })
  object: 'rescore';

  @ApiProperty({ type: 'integer', description: 'When it was started, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({
    enum: RESCORE_STATUSES,
    description:
      '`completed`: all calls are counted. `canceled`: calls scored until then keep their evaluations. `failed`: ' +
      'the job could not continue. `dry_run`: the response to a dry run; there is no job.',
    example: 'processing',
  })
  status: RescoreStatus;

  @ApiProperty({ description: 'False where it was started with a test key.', example: true })
  livemode: boolean;

  @ApiProperty({ type: () => EvaluatedScorecardResponse, description: 'Revision that scores the calls.' })
  scorecard: EvaluatedScorecardResponse;

  @ApiProperty({ type: () => RescoreCountsResponse, description: 'Progress.' })
  counts: RescoreCountsResponse;

  @ApiProperty({ type: () => RescoreEstimateResponse, description: 'Estimate before the start of the job.' })
  estimate: RescoreEstimateResponse;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'URL that receives the notification.',
    example: 'https://example.com/hooks/calls',
  })
  webhook_url: string | null;

  @ApiProperty({
    enum: RESCORE_EVENTS,
    isArray: true,
    description: 'Events to be notified of.',
    example: ['rescore.completed'],
  })
  webhook_events: string[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was completed or canceled, in Unix seconds; null until then.',
    example: null,
  })
  completed_at: number | null;

  static of(row: RescoreRow): RescoreResponse {
    const { id, created_at, status, livemode, total, completed, failed, skipped, settled_at } = row;
    return {
      id,
      object: 'rescore',
      created: unixSeconds(created_at),
      status,
      livemode,
      scorecard: { id: row.scorecard_id, name: row.scorecard_name, revision: row.revision },
      counts: { total, completed, failed, skipped },
      // Jobs of an earlier release have stored only the ordinary price.
      estimate: { background_cost: null, ...JSON.parse(row.estimate) },
      webhook_url: row.webhook_url,
      webhook_events: row.webhook_events,
      completed_at: settled_at && unixSeconds(settled_at),
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export interface RescoreRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: RescoreStatus;
  readonly livemode: boolean;
  readonly scorecard_id: string;
  readonly scorecard_name: string;
  readonly revision: number;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  /** JSON text of a {@link RescoreEstimateResponse}. */
  readonly estimate: string;
  readonly webhook_url: string | null;
  readonly webhook_events: string[];
  readonly settled_at: Date | null;
}

/** SQL query of {@link RescoreRow}s, to which conditions on `r` are added. */
export const SELECT_RESCORES = `
  SELECT r.id, r.created_at, r.status, r.livemode, r.scorecard_id, s.name AS scorecard_name, r.revision, r.total, r.completed,
    r.failed, r.skipped, r.estimate, r.webhook_url, r.webhook_events, r.settled_at
  FROM rescore r JOIN scorecard s ON s.id = r.scorecard_id`;

export class RescorePageResponse {
  @ApiProperty({ type: () => [RescoreResponse], description: 'Newest first.' })
  items: RescoreResponse[];

  @ApiProperty({ type: 'integer', description: 'All jobs of the account.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}
