// A line of a batch, as clients receive it.
import { ApiProperty } from '@nestjs/swagger';
import { readFaults } from './line-faults.js';

/** Statuses as stored in rows. `canceled` is shown for a queued line of a canceled batch. */
export const LINE_STATUSES = [
  'queued',
  'processing',
  'completed',
  'failed',
  'existing',
  'refused',
  'canceled',
] as const;
export type ItemStatus = (typeof LINE_STATUSES)[number];

export class BatchLineErrorResponse {
  @ApiProperty({
    type: [String],
    description: 'Path of the field, as in a 422 but without `body`; empty if the error is about the whole line.',
    example: ['agent_id'],
  })
  loc: readonly string[];

  @ApiProperty({ description: 'Error, in one sentence.', example: 'Field required' })
  msg: string;
}

export class BatchItemResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Number of the line, from 1: in a manifest the line of the file, in `items` the position.',
    example: 7,
  })
  line: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'As given in the line. Null after its call is deleted.',
    example: 'pbx-0007',
  })
  external_id: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description:
      'The call: a new one, or with `existing` the earlier one. Null before it is accepted, and once it is deleted.',
    example: null,
  })
  analysis_id: string | null;

  @ApiProperty({ enum: LINE_STATUSES, description: 'Status of the line.', example: 'refused' })
  status: ItemStatus;

  @ApiProperty({
    type: () => BatchLineErrorResponse,
    nullable: true,
    description: 'Why it was refused or has failed: the first of `errors`. Null for the others.',
    example: { loc: ['agent_id'], msg: 'Field required' },
  })
  error: BatchLineErrorResponse | null;

  @ApiProperty({ type: () => [BatchLineErrorResponse], description: 'All errors of the line.' })
  errors: readonly BatchLineErrorResponse[];

  static of(row: BatchLineRow): BatchItemResponse {
    const faults = row.faults === null ? [] : readFaults(row.faults);
    const failure = row.error_message === null ? [] : [{ loc: [], msg: row.error_message }];
    const errors = [...faults.map(({ loc, msg }) => ({ loc, msg })), ...failure];
    return {
      line: row.line,
      external_id: row.external_id,
      analysis_id: row.analysis_id,
      status: row.status,
      error: errors[0] ?? null,
      errors,
    };
  }
}

export interface BatchLineRow {
  readonly line: number;
  readonly external_id: string | null;
  readonly analysis_id: string | null;
  readonly status: ItemStatus;
  /** JSON text. */
  readonly faults: string | null;
  /** Error of the failed call. */
  readonly error_message: string | null;
}

export class BatchItemPageResponse {
  @ApiProperty({ type: () => [BatchItemResponse], description: 'In the order of the lines.' })
  items: BatchItemResponse[];

  @ApiProperty({ type: 'integer', description: 'All lines of the batch with the status.', example: 50 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}
