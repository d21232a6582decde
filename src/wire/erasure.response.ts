// An erasure as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';

/** `dry_run` stands in the answer to a dry run alone. */
export const ERASURE_STATUSES = ['processing', 'deferred', 'failed', 'completed', 'dry_run'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];
export const ERASED_SUBJECTS = ['contact', 'agent', 'analyses'] as const;
export type ErasedSubject = (typeof ERASED_SUBJECTS)[number];
export const ERASURE_SCOPES = ['calls', 'recordings', 'traces'] as const;
export type ErasureScope = (typeof ERASURE_SCOPES)[number];

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const ID = '7c2b1d0f-5e38-4c94-8f26-3d8e9f4c6b71';
/** Deferred calls that one answer lists. */
const MAX_DEFERRED = 1_000;

export class ErasureCountsResponse {
  @ApiProperty({ type: 'integer', description: 'Calls: deleted, or changed where `scope` keeps them.', example: 12 })
  analyses: number;

  @ApiProperty({ type: 'integer', description: 'Recordings of them, in every rendition.', example: 20 })
  recordings: number;

  @ApiProperty({ type: 'integer', description: 'Evaluations.', example: 12 })
  evaluations: number;

  @ApiProperty({ type: 'integer', description: 'Reviews.', example: 3 })
  reviews: number;

  @ApiProperty({ type: 'integer', description: 'Notifications, sent and pending.', example: 12 })
  deliveries: number;

  @ApiProperty({ type: 'integer', description: 'Files of exports that held one of the calls.', example: 1 })
  exports: number;

  @ApiProperty({ type: 'integer', description: 'Answers that were kept for repeated requests.', example: 2 })
  idempotent_answers: number;
}

export class HoldOfCallResponse {
  @ApiProperty({ format: 'uuid', description: 'The oldest hold of the call.', example: ID })
  id: string;

  @ApiProperty({ description: 'Its name.', example: 'litigation 2026-11' })
  name: string;
}

export class DeferredCallResponse {
  @ApiProperty({ format: 'uuid', description: 'The call.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  analysis_id: string;

  @ApiProperty({ type: () => HoldOfCallResponse, description: 'What keeps it.' })
  held_by: HoldOfCallResponse;
}

export class ReceiptHeadResponse {
  @ApiProperty({ type: 'integer', description: 'Number of the last chained entry; 0 before the first.', example: 4711 })
  sequence: number;

  @ApiProperty({ description: 'Its hash.', example: HASH })
  hash: string;
}

export class ReceiptResponse {
  @ApiProperty({ format: 'uuid', description: 'The erasure.', example: ID })
  erasure_id: string;

  @ApiProperty({ description: '`subject_hash` of the erasure.', example: HASH })
  subject_hash: string;

  @ApiProperty({ type: () => ErasureCountsResponse, description: 'What was erased, by all rounds together.' })
  counts: ErasureCountsResponse;

  @ApiProperty({ type: [DeferredCallResponse], description: 'Empty: nothing is left.' })
  deferred: DeferredCallResponse[];

  @ApiProperty({ type: 'integer', description: 'When it was completed, in Unix seconds.', example: 1790000030 })
  completed_at: number;

  @ApiProperty({ type: () => ReceiptHeadResponse, description: 'Head of the audit log at that time.' })
  audit_head: ReceiptHeadResponse;

  @ApiProperty({ description: '`kid` of the key in `/.well-known/call-analysis/keys.json`.', example: 'pPzK…' })
  key_id: string;

  @ApiProperty({
    description: 'Ed25519 over all other members in the form of RFC 8785, base64url.',
    example: 'mXwz…',
  })
  signature: string;
}

export interface ErasureRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly subject: ErasedSubject;
  readonly subject_hash: string;
  readonly scope: ErasureScope;
  readonly reason: string;
  readonly reference: string | null;
  readonly status: ErasureStatus;
  readonly counts: ErasureCountsResponse;
  readonly deferred: DeferredCallResponse[];
  readonly delivered_before: string[];
  readonly found: string | null;
  readonly settled_at: Date | null;
  readonly receipt: ReceiptResponse | null;
}

/** SQL of the deferred calls of an erasure, each with its oldest active hold. @param erasure SQL of its id */
const deferredOf = (erasure: string) => `coalesce((
    SELECT json_agg(json_build_object('analysis_id', c.analysis_id, 'held_by', json_build_object('id', h.id, 'name', h.name)))
    FROM (SELECT analysis_id FROM erasure_call WHERE erasure_id = ${erasure} AND state = 'deferred'
      ORDER BY analysis_id LIMIT ${MAX_DEFERRED}) AS c
    CROSS JOIN LATERAL (
      SELECT h.id, h.name FROM held_call d JOIN hold h ON h.id = d.hold_id
      WHERE d.analysis_id = c.analysis_id AND h.status = 'active' ORDER BY h.created_at, h.id LIMIT 1) AS h), '[]')`;

export const SELECT_ERASURES = `SELECT e.id, e.created_at, e.livemode, e.subject, e.subject_hash, e.scope, e.reason, e.reference, e.status, e.counts,
    ${deferredOf('e.id')} AS deferred, e.delivered_before, e.found, e.settled_at, e.receipt
  FROM erasure e`;

export class ErasureResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the erasure. For a dry run it refers to nothing.',
    example: ID,
  })
  id: string;

  @ApiProperty({ enum: ['erasure'], description: 'Always `erasure`.', example: 'erasure' })
  object: 'erasure';

  @ApiProperty({ type: 'integer', description: 'When it was asked for, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'False: asked for with a test key; test calls alone.', example: true })
  livemode: boolean;

  @ApiProperty({ enum: ERASED_SUBJECTS, description: 'What the request named.', example: 'contact' })
  subject: ErasedSubject;

  @ApiProperty({
    description:
      'HMAC-SHA256 of the name, or of the ids in ascending order with commas between them, under a key of the account that no ' +
      'one is shown. The same name has the same hash, also in the audit log.',
    example: HASH,
  })
  subject_hash: string;

  @ApiProperty({
    enum: ERASURE_SCOPES,
    description:
      '`calls`: calls with all that belongs to them. `recordings`: recordings alone. `traces`: the name becomes `erased`, and calls stay.',
    example: 'calls',
  })
  scope: ErasureScope;

  @ApiProperty({
    description: 'Why. The erased name in it is replaced by `[erased]`.',
    example: 'Request of 3 November',
  })
  reason: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Your reference, treated likewise.', example: 'DSR-118' })
  reference: string | null;

  @ApiProperty({
    enum: ERASURE_STATUSES,
    description:
      '`processing`: at work. `deferred`: what holds do not keep is erased, and the rest follows at their release. `failed`: something ' +
      'was found afterwards, see `error_message`; it is tried again each minute. `completed`: nothing is left. ' +
      '`dry_run`: the answer to a dry run; nothing is erased.',
    example: 'completed',
  })
  status: ErasureStatus;

  @ApiProperty({ type: () => ErasureCountsResponse, description: 'What is erased by now.' })
  counts: ErasureCountsResponse;

  @ApiProperty({ type: [DeferredCallResponse], description: 'Calls that holds keep, up to 1,000 of them.' })
  deferred: DeferredCallResponse[];

  @ApiProperty({
    type: [String],
    description:
      'Addresses, without their query, that were notified of the calls before, up to 100. Nothing calls that back.',
    example: ['https://example.com/hooks'],
  })
  delivered_before: string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Names of the places in which something was found afterwards.',
    example: null,
  })
  error_message: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'When it was completed.', example: 1790000030 })
  completed_at: number | null;

  @ApiProperty({
    type: () => ReceiptResponse,
    nullable: true,
    description: 'What `call-analysis receipt:verify` checks; null until it is completed.',
  })
  receipt: ReceiptResponse | null;

  static of(this: void, row: ErasureRow): ErasureResponse {
    return {
      id: row.id,
      object: 'erasure',
      created: unixSeconds(row.created_at),
      livemode: row.livemode,
      subject: row.subject,
      subject_hash: row.subject_hash,
      scope: row.scope,
      reason: row.reason,
      reference: row.reference,
      status: row.status,
      counts: row.counts,
      deferred: row.deferred,
      delivered_before: row.delivered_before,
      error_message: row.found === null ? null : `Something is left in ${row.found}`,
      completed_at: row.settled_at && unixSeconds(row.settled_at),
      receipt: row.receipt,
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
