import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { AppliesTo } from './applies-to.js';
import { GATES, type Gate } from './gates.js';
import type { ScorecardRow } from './scorecards.service.js';

const ID = 'c41d7a52-3f6e-4b0d-9c58-2e7a1b9f0d36';

export class AppliesToResponse {
  @ApiPropertyOptional({
    type: [String],
    description: 'Languages of the call, ISO 639-1. If omitted: every one.',
    example: ['en'],
  })
  language?: readonly string[];

  @ApiPropertyOptional({
    type: [String],
    description: 'Your identifiers of agents. If omitted: every one.',
    example: ['agent-7'],
  })
  agent_id?: readonly string[];

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Accepted values for each metadata key of the call. If omitted: all.',
    example: { campaign: ['spring', 'summer'] },
  })
  metadata?: Readonly<Record<string, readonly string[]>>;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Percentage of calls. If omitted: all.',
    example: 100,
  })
  sample_percent?: number;
}

export class WatchResponse {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'The calls. Deleted ones leave the set; fewer than 20 are not compared.',
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
  })
  analysis_ids: string[];

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The sample that they were taken from.',
    example: null,
  })
  sample_id: string | null;
}

export class ScorecardResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'Identifier of the scorecard.', example: ID })
  id: string;

  @ApiProperty({ type: 'string', enum: ['scorecard'], description: 'Always `scorecard`.', example: 'scorecard' })
  object: 'scorecard';

  @ApiProperty({ type: 'integer', description: 'When it was created; Unix seconds.', example: 1795165200 })
  created: number;

  @ApiProperty({ type: 'boolean', description: 'False for one that a test key made.', example: true })
  livemode: boolean;

  @ApiProperty({ type: 'string', description: 'Name.', example: 'Retention line' })
  name: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Description; null if you gave none.',
    example: 'Calls of customers who want to leave',
  })
  description: string | null;

  @ApiProperty({
    type: () => AppliesToResponse,
    description: 'Calls that a default scorecard scores: those that match every member. Empty: all.',
  })
  applies_to: AppliesTo;

  @ApiProperty({
    type: 'boolean',
    description: 'Whether it scores every call that matches `applies_to` and names no scorecards itself.',
    example: false,
  })
  default: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The revision that scores new calls: the one published last. Null before the first.',
    example: 3,
  })
  revision: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Days after its completion in which an evaluation can be disputed. 0: without end.',
    example: 14,
  })
  dispute_window_days: number;

  @ApiProperty({
    type: 'boolean',
    description: 'An archived scorecard makes no new evaluations and cannot be changed.',
    example: false,
  })
  archived: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Your own data, returned unchanged.',
    example: { team: 'retention' },
  })
  metadata: Record<string, unknown>;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'How often people must agree with the AI: less certain answers wait for a reviewer. Null: every answer counts.',
    example: 0.85,
  })
  target_agreement: number | null;

  @ApiProperty({
    type: 'string',
    enum: GATES,
    description:
      'What holds a new revision back: `not_worse`, that it agrees less with your reviewers than the published one; ' +
      '`trusted`, also an ' +
      'untrusted question.',
    example: 'not_worse',
  })
  gate: Gate;

  @ApiProperty({
    type: () => WatchResponse,
    nullable: true,
    description:
      'Calls that are scored again to tell whether the AI has changed: see `drift` of the agreement. Null: none.',
  })
  watch: WatchResponse | null;

  static of(row: ScorecardRow): ScorecardResponse {
    return {
      id: row.id,
      object: 'scorecard',
      created: Math.floor(row.created_at.getTime() / 1000),
      livemode: row.livemode,
      name: row.name,
      description: row.description,
      applies_to: JSON.parse(row.applies_to),
      default: row.is_default,
      revision: row.published_revision,
      dispute_window_days: row.dispute_window_days,
      archived: row.archived,
      metadata: JSON.parse(row.metadata),
      target_agreement: row.target_agreement,
      gate: row.gate,
      watch: row.watch === null ? null : JSON.parse(row.watch),
    };
  }
}

export class ScorecardPageResponse {
  @ApiProperty({ type: [ScorecardResponse], description: 'Newest first.' })
  items: ScorecardResponse[];

  @ApiProperty({ type: 'integer', description: 'All scorecards that are not archived.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class ArchivedScorecardResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'Identifier of the scorecard.', example: ID })
  id: string;

  @ApiProperty({ type: 'string', enum: ['scorecard'], description: 'Always `scorecard`.', example: 'scorecard' })
  object: 'scorecard';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  archived: true;
}
