import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { NAMING_MODELS, NAMING_SCHEMA } from './naming/naming.request.js';
import type { Naming } from './naming/presets.js';
import {
  AFTER_TAKING,
  type AfterTaking,
  type BucketSettings,
  SOURCE_KINDS,
  SOURCE_STARTS,
  SOURCE_STATUSES,
  type SourceKind,
  type SourceRow,
  type SourceStart,
  type SourceStatus,
  statusOf,
} from './source.js';
import type { SourceItemRow } from './source-items.js';
import { ITEM_STATUSES, type ItemStatus } from './sources.requests.js';
import { LEGS, type Leg, TWILIO_API, type TwilioSettings } from './twilio-callback.js';

const ID = 'c7f0a7d2-5b0e-4c59-9d56-2f1c8a4b7e10';

export class SourceCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Recordings found.', example: 1204 })
  seen: number;

  @ApiProperty({ type: 'integer', description: 'Recordings imported as calls.', example: 1198 })
  taken: number;

  @ApiProperty({
    type: 'integer',
    description: 'Recordings whose `external_id` already had a call.',
    example: 2,
  })
  existing: number;

  @ApiProperty({ type: 'integer', description: 'Recordings that cannot be imported.', example: 4 })
  refused: number;
}

@ApiExtraModels(...NAMING_MODELS)
export class SourceResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'Id of the object.', example: ID })
  id: string;

  @ApiProperty({ type: 'string', enum: ['source'], description: 'Always `source`.', example: 'source' })
  object: 'source';

  @ApiProperty({ type: 'integer', description: 'Unix time in seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ type: 'boolean', description: 'Mode of its calls.', example: true })
  livemode: boolean;

  @ApiProperty({ type: 'string', description: 'Name.', example: 'Contact centre Berlin' })
  name: string;

  @ApiProperty({ type: 'string', enum: [...SOURCE_KINDS], description: 'Type of the source.', example: 's3' })
  kind: SourceKind;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Name of the bucket. Like all members of a bucket, null for the kind `twilio`.',
    example: 'acme-recordings',
  })
  bucket: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Key prefix; empty for the whole bucket.',
    example: 'connect/acme/CallRecordings/',
  })
  prefix: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Region of the bucket.', example: 'eu-central-1' })
  region: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'URL of the store; null for AWS.', example: null })
  endpoint: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Value that the role’s trust policy must require as `sts:ExternalId`; null without a role.',
    example: null,
  })
  external_id: string | null;

  @ApiProperty({
    ...NAMING_SCHEMA,
    nullable: true,
    description: 'Where agent, contact and time of a call are read from.',
    example: { preset: 'amazon_connect' },
  })
  naming: Naming | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'SID of the recording account. Like the next two members, null for the kind `s3`.',
    example: null,
  })
  account_sid: string | null;

  @ApiProperty({
    type: 'string',
    enum: [...LEGS],
    nullable: true,
    description: 'The leg that the agent is on.',
    example: null,
  })
  agent: Leg | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'URL of the provider’s API.',
    example: null,
  })
  api_base: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Defaults for fields that the naming does not provide.',
    example: { agent_id: 'agent-7' },
  })
  defaults: Readonly<Record<string, unknown>>;

  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: [...SOURCE_STARTS],
    description: '`new`: recordings written after the source was created. `all`: all recordings.',
    example: 'new',
  })
  start: SourceStart | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Interval between polls.', example: 60 })
  every_seconds: number | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: [...AFTER_TAKING],
    description: '`tag`: imported objects get the tag `call-analysis`.',
    example: 'leave',
  })
  after: AfterTaking | null;

  @ApiProperty({
    type: 'string',
    enum: [...SOURCE_STATUSES],
    description:
      '`failing`: the last poll failed; it is retried with growing delays, at most an hour. `paused`: paused by ' +
      'you.',
    example: 'active',
  })
  status: SourceStatus;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The last listed key; null before the first poll.',
    example: 'connect/acme/CallRecordings/2026/11/20/0d1f_20261120T09:58_UTC.wav',
  })
  cursor: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Age of the oldest recording that waits to be imported; 0 if none waits. Null before the first poll.',
    example: 0,
  })
  lag_seconds: number | null;

  @ApiProperty({ type: () => SourceCountsResponse, description: 'Number of recordings by result.' })
  counts: SourceCountsResponse;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why the last poll failed or listed nothing; null otherwise.',
    example: null,
  })
  last_error: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the bucket was last polled; null before the first poll.',
    example: '2026-11-20T10:00:00.000Z',
  })
  last_polled_at: string | null;

  static of(source: SourceRow): SourceResponse {
    const settings: Partial<BucketSettings & TwilioSettings> = source.settings;
    const { bucket = null, prefix = null, region = null, endpoint = null, naming = null } = settings;
    const {
      start = null,
      every_seconds = null,
      after = null,
      external_id = null,
      account_sid = null,
      agent = null,
    } = settings;
    const api_base = source.kind === 'twilio' ? (settings.api_base ?? TWILIO_API) : null;
    return {
      id: source.id,
      object: 'source',
      created: unixSeconds(source.created_at),
      livemode: source.livemode,
      name: source.name,
      kind: source.kind,
      bucket,
      prefix,
      region,
      endpoint,
      external_id,
      naming,
      account_sid,
      agent,
      api_base,
      defaults: source.defaults,
      start,
      every_seconds,
      after,
      status: statusOf(source),
      cursor: source.cursor,
      lag_seconds: source.lag_seconds,
      counts: {
        seen: Number(source.seen),
        taken: Number(source.taken),
        existing: Number(source.existing),
        refused: Number(source.refused),
      },
      last_error: source.last_error,
      last_polled_at: isoOrNull(source.last_polled_at),
    };
  }
}

export class SourcePageResponse {
  @ApiProperty({ type: [SourceResponse], description: 'Newest first.' })
  items: SourceResponse[];

  @ApiProperty({ type: 'integer', description: 'All sources of the mode.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class DeletedSourceResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'Id of the object.', example: ID })
  id: string;

  @ApiProperty({ type: 'string', enum: ['source'], description: 'Always `source`.', example: 'source' })
  object: 'source';

  @ApiProperty({ type: 'boolean', description: 'Always `true`.', example: true })
  deleted: boolean;
}

export class SourceItemErrorResponse {
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'Path of the field that is wrong; empty if none is.',
    example: ['agent_id'],
  })
  loc: readonly string[];

  @ApiProperty({ type: 'string', description: 'Error.', example: 'Field required' })
  msg: string;
}

export class SourceItemResponse {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Key of the object. Null once its call is deleted.',
    example: 'connect/acme/CallRecordings/2026/11/20/0d1f_20261120T09:58_UTC.wav',
  })
  key: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Identifier of the call; null until known.',
    example: 'acme-recordings/connect/acme/CallRecordings/2026/11/20/0d1f_20261120T09:58_UTC.wav',
  })
  external_id: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The call that it became, or that had its `external_id` before.',
    example: '5f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d',
  })
  analysis_id: string | null;

  @ApiProperty({
    type: 'string',
    enum: [...ITEM_STATUSES],
    description:
      '`waiting`: for a stable size, its metadata file, minutes, or a retry. `taken`: imported as a call. ' +
      '`existing`: a call with its `external_id` already exists. `refused`: see `error`.',
    example: 'taken',
  })
  status: ItemStatus;

  @ApiProperty({
    type: () => SourceItemErrorResponse,
    nullable: true,
    description: 'Why it is refused, waits, or could not be tagged.',
  })
  error: SourceItemErrorResponse | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Size of the object.', example: 1_204_224 })
  size_bytes: number | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it was found.',
    example: '2026-11-20T10:00:00.000Z',
  })
  found_at: string;

  static of(item: SourceItemRow): SourceItemResponse {
    return {
      key: item.object_key,
      external_id: item.external_id,
      analysis_id: item.analysis_id,
      status: item.status,
      error: item.error ?? (isUntaken(item) ? { loc: [], msg: WAITS } : null),
      size_bytes: item.size_bytes === null ? null : Number(item.size_bytes),
      found_at: item.created_at.toISOString(),
    };
  }
}

export class SourceItemPageResponse {
  @ApiProperty({ type: [SourceItemResponse], description: 'Newest first.' })
  items: SourceItemResponse[];

  @ApiProperty({ type: 'integer', description: 'All items of the source in the state asked for.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

/** An object must be found twice with the same size and version; then it is taken in its turn. */
const WAITS = 'It waits for a second poll, or for its turn';
const isUntaken = ({ status, object_key }: SourceItemRow) => status === 'waiting' && object_key !== null;

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
const isoOrNull = (at: Date | null) => at?.toISOString() ?? null;
