import { ApiProperty } from '@nestjs/swagger';
import { DRAW_ALGORITHM, DRAWS_PER, type DrawPer } from '../../../calls/listing/draw-calls.js';
import { STRATIFY_SCHEMA, type StratifyBy } from './samples.requests.js';

export interface SampleRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly seed: string;
  /** JSON text of the filter. */
  readonly filter: string;
  /** JSON text of {@link WantedSample}. */
  readonly wanted: string;
  /** A bigint. */
  readonly population: string;
  /** Calls in the order of the draw. */
  readonly analysis_ids: string[];
}

/** The request that drew a sample, besides its filter and seed. */
export type WantedSample = Pick<SampleResponse, 'count' | 'per' | 'stratify_by' | 'queue'>;

export class SampleResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the sample.',
    example: '1c9d4b7a-5e2f-4a83-9b60-7d3f8e1a2c45',
  })
  id: string;

  @ApiProperty({ enum: ['sample'], description: 'Always `sample`.', example: 'sample' })
  object: 'sample';

  @ApiProperty({ type: 'integer', description: 'When it was drawn, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'Mode of its calls: that of the credential.', example: true })
  livemode: boolean;

  @ApiProperty({ description: 'Draws the same calls again.', example: 'autumn-2026' })
  seed: string;

  @ApiProperty({ type: 'integer', description: 'Completed calls that fitted the filter.', example: 8123 })
  population: number;

  @ApiProperty({
    type: 'integer',
    description: 'Calls in the sample. Deleted calls leave it.',
    example: 60,
  })
  drawn: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The filter, as it was given; times in ISO 8601.',
    example: { agent_id: 'agent-7' },
  })
  filter: Record<string, unknown>;

  @ApiProperty({ type: 'integer', description: 'As requested.', example: 60 })
  count: number;

  @ApiProperty({ type: 'string', enum: DRAWS_PER, nullable: true, description: 'As requested.', example: null })
  per: DrawPer | null;

  @ApiProperty({ ...STRATIFY_SCHEMA, nullable: true, description: 'As requested.', example: 'outcome' })
  stratify_by: StratifyBy | null;

  @ApiProperty({ description: 'As requested.', example: false })
  queue: boolean;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'The calls, in the order of SHA-256 of the seed, a colon and the id.',
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
  })
  analysis_ids: string[];

  @ApiProperty({ enum: [DRAW_ALGORITHM], description: 'How calls are ordered.', example: DRAW_ALGORITHM })
  algorithm: typeof DRAW_ALGORITHM;

  static of(this: void, row: SampleRow): SampleResponse {
    const { sight: _, ...filter }: Record<string, unknown> = JSON.parse(row.filter);
    const { count, per, stratify_by, queue }: WantedSample = JSON.parse(row.wanted);
    return {
      id: row.id,
      object: 'sample',
      created: Math.floor(row.created_at.getTime() / 1000),
      livemode: row.livemode,
      seed: row.seed,
      population: Number(row.population),
      drawn: row.analysis_ids.length,
      filter,
      count,
      per,
      stratify_by,
      queue,
      analysis_ids: row.analysis_ids,
      algorithm: DRAW_ALGORITHM,
    };
  }
}

export class SamplePageResponse {
  @ApiProperty({ type: [SampleResponse], description: 'Newest first.' })
  items: SampleResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of samples.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
