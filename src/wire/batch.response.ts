// A batch, as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';

export const MANIFEST_FORMATS = ['jsonl', 'csv'] as const;
export type ManifestFormat = (typeof MANIFEST_FORMATS)[number];

export const ON_QUOTA = ['wait', 'fail'] as const;
export type OnQuota = (typeof ON_QUOTA)[number];

export const BATCH_STATUSES = [
  'reading',
  'processing',
  'waiting_for_quota',
  'completed',
  'canceled',
  'failed',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export class BatchCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Lines; while a manifest is read, those read so far.', example: 1000 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Lines that are not processed yet.', example: 0 })
  queued: number;

  @ApiProperty({ type: 'integer', description: 'Lines whose call was accepted and is in progress.', example: 0 })
  processing: number;

  @ApiProperty({ type: 'integer', description: 'Lines whose call is completed.', example: 921 })
  completed: number;

  @ApiProperty({ type: 'integer', description: 'Lines whose call has failed, or was deleted in progress.', example: 9 })
  failed: number;

  @ApiProperty({
    type: 'integer',
    description: 'Lines whose `external_id` already had a call: nothing was accepted, and no minutes were used.',
    example: 20,
  })
  existing: number;

  @ApiProperty({ type: 'integer', description: 'Lines that were refused, each with its reason.', example: 50 })
  refused: number;

  @ApiProperty({ type: 'integer', description: 'Lines that were dropped when the batch was canceled.', example: 0 })
  canceled: number;
}

export class BatchResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the batch.',
    example: '9d3f2a61-5b7c-4e0a-8f21-3c6d9e0b1a42',
  })
  id: string;

  @ApiProperty({ enum: ['batch'], description: 'Always `batch`.', example: 'batch' })
  object: 'batch';

  @ApiProperty({ type: 'integer', description: 'When it was created, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'False where it was created with a test key: its calls are test calls.', example: true })
  livemode: boolean;

  @ApiProperty({
    enum: BATCH_STATUSES,
    description:
      '`reading`: the manifest is being downloaded. `processing`: lines are being accepted, or their calls are ' +
      'in progress. `waiting_for_quota`: the minutes of the plan are used up; the batch continues automatically ' +
      'with the next period or plan. `completed`: all lines are done. `canceled`: queued lines were dropped. ' +
      '`failed`: the manifest could not be downloaded or read; nothing was accepted.',
    example: 'completed',
  })
  status: BatchStatus;

  @ApiProperty({
    type: () => BatchCountsResponse,
    description: 'Progress. The other counts always add up to `total`.',
  })
  counts: BatchCountsResponse;

  @ApiProperty({
    enum: MANIFEST_FORMATS,
    nullable: true,
    type: 'string',
    description: 'Format of the manifest; null where the request held the items.',
    example: 'csv',
  })
  format: ManifestFormat | null;

  @ApiProperty({
    type: [String],
    description:
      'Columns of the manifest, or members of the lines, that are no fields of a call: the first 100. They are ignored.',
    example: ['branch'],
  })
  ignored_columns: string[];

  @ApiProperty({ enum: ON_QUOTA, description: 'Behaviour when no minutes are left.', example: 'wait' })
  on_quota: OnQuota;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'URL that receives the notifications of the batch.',
    example: 'https://example.com/hooks/batches',
  })
  webhook_url: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was completed, failed or was canceled, in Unix seconds; null until then.',
    example: 1790003600,
  })
  completed_at: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed; null otherwise.', example: null })
  error_message: string | null;

  static of(row: BatchRow): BatchResponse {
    const { total, queued, processing, completed, failed, existing, refused, canceled } = row;
    return {
      id: row.id,
      object: 'batch',
      created: unixSeconds(row.created_at),
      livemode: row.livemode,
      status: row.status,
      counts: { total, queued, processing, completed, failed, existing, refused, canceled },
      format: row.format,
      ignored_columns: row.ignored_columns,
      on_quota: row.on_quota,
      webhook_url: row.webhook_url,
      completed_at: row.settled_at && unixSeconds(row.settled_at),
      error_message: row.error_message,
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export interface BatchRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly status: BatchStatus;
  readonly format: ManifestFormat | null;
  readonly ignored_columns: string[];
  readonly on_quota: OnQuota;
  readonly webhook_url: string | null;
  readonly total: number;
  readonly queued: number;
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
  readonly existing: number;
  readonly refused: number;
  readonly canceled: number;
  readonly settled_at: Date | null;
  readonly error_message: string | null;
}

/** SQL query of {@link BatchRow}s, to which conditions on `b` are added. */
export const SELECT_BATCHES = `
  SELECT b.id, b.created_at, b.livemode, b.status, b.format, b.ignored_columns, b.on_quota, b.webhook_url, b.total, b.queued,
    b.processing, b.completed, b.failed, b.existing, b.refused, b.canceled, b.settled_at, b.error_message
  FROM batch b`;

export class BatchPageResponse {
  @ApiProperty({ type: () => [BatchResponse], description: 'Newest first.' })
  items: BatchResponse[];

  @ApiProperty({ type: 'integer', description: 'All batches of the account.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}
