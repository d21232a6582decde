// A job that masks stored calls, as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';
import type { WantedRedaction } from '../ports/redaction.js';

export const REDACTION_EVENTS = ['redaction.completed'] as const;

/** `dry_run` stands in the answer to a dry run alone. */
export const REDACTION_JOB_STATUSES = ['processing', 'completed', 'canceled', 'failed', 'dry_run'] as const;
export type RedactionJobStatus = (typeof REDACTION_JOB_STATUSES)[number];

export class RedactionCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Completed calls that the filter found at the start.', example: 240 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Calls that were masked.', example: 231 })
  completed: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Calls that could not be masked completely. What is masked stays masked, and the recording is withheld.',
    example: 1,
  })
  failed: number;

  @ApiProperty({
    type: 'integer',
    description: 'Calls that needed no masking: nothing new to mask, or deleted meanwhile.',
    example: 8,
  })
  skipped: number;
}

export class RedactionJobResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the job. For a dry run it refers to nothing.',
    example: '2d9b6f0a-4c3e-4a57-8b1d-7e6f5a4c3b21',
  })
  id: string;

  @ApiProperty({ enum: ['redaction'], description: 'Always `redaction`.', example: 'redaction' })
  object: 'redaction';

  @ApiProperty({ type: 'integer', description: 'When it was started, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({
    enum: REDACTION_JOB_STATUSES,
    description:
      '`completed`: all calls are counted. `canceled`: no further calls are masked. `failed`: the job could not ' +
      'continue. `dry_run`: the response to a dry run; there is no job.',
    example: 'processing',
  })
  status: RedactionJobStatus;

  @ApiProperty({ description: 'False where it was started with a test key.', example: true })
  livemode: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The preset that was asked for; null where none was.',
    example: 'pci',
  })
  preset: string | null;

  @ApiProperty({
    type: [String],
    description:
      'What is masked: the requested types and the account’s settings together, with the keys of custom types.',
    example: ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'],
  })
  types: string[];

  @ApiProperty({ type: () => RedactionCountsResponse, description: 'Progress.' })
  counts: RedactionCountsResponse;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'URL that receives the notification.',
    example: 'https://example.com/hooks/calls',
  })
  webhook_url: string | null;

  @ApiProperty({
    enum: REDACTION_EVENTS,
    isArray: true,
    description: 'Events to be notified of.',
    example: ['redaction.completed'],
  })
  webhook_events: string[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was completed or canceled, in Unix seconds; null until then.',
    example: null,
  })
  completed_at: number | null;

  static of(row: RedactionJobRow): RedactionJobResponse {
    const { id, created_at, status, livemode, preset, total, completed, failed, skipped, settled_at } = row;
    const { types, custom }: WantedRedaction = JSON.parse(row.wanted);
    return {
      id,
      object: 'redaction',
      created: unixSeconds(created_at),
      status,
      livemode,
      preset,
      types: [...types, ...custom.map(({ key }) => key)],
      counts: { total, completed, failed, skipped },
      webhook_url: row.webhook_url,
      webhook_events: row.webhook_events,
      completed_at: settled_at && unixSeconds(settled_at),
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export interface RedactionJobRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: RedactionJobStatus;
  readonly livemode: boolean;
  readonly preset: string | null;
  /** JSON text of a {@link WantedRedaction}. */
  readonly wanted: string;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly webhook_url: string | null;
  readonly webhook_events: string[];
  readonly settled_at: Date | null;
}

/** SQL query of {@link RedactionJobRow}s, to which conditions on `r` are added. */
export const SELECT_REDACTIONS = `
  SELECT r.id, r.created_at, r.status, r.livemode, r.preset, r.wanted, r.total, r.completed, r.failed, r.skipped,
    r.webhook_url, r.webhook_events, r.settled_at
  FROM redaction r`;

export class RedactionJobPageResponse {
  @ApiProperty({ type: () => [RedactionJobResponse], description: 'Newest first.' })
  items: RedactionJobResponse[];

  @ApiProperty({ type: 'integer', description: 'All jobs of the account.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}
