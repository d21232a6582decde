import { ApiProperty } from '@nestjs/swagger';
import {
  ACTOR_KINDS,
  type ActorKind,
  AUDIT_ACTIONS,
  type AuditAction,
  SUBJECT_TYPES,
  type SubjectType,
} from '../../platform/audit/audit-actions.js';
import type { AuditItem, ChainEnd } from '../../platform/audit/audit-chain.js';
import type { Signed } from '../../platform/audit/signatures.js';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export class AuditActorResponse {
  @ApiProperty({
    enum: ACTOR_KINDS,
    description: '`token`: the account’s first member. `service`: the service by itself. `operator`: a command.',
    example: 'member',
  })
  kind: ActorKind;

  @ApiProperty({
    description: 'Id of the member, the API key or the link.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  id: string;
}

export class AuditSubjectResponse {
  @ApiProperty({ enum: SUBJECT_TYPES, description: 'Kind of the object.', example: 'analysis' })
  type: SubjectType;

  @ApiProperty({ description: 'Its id, or the name of the settings.', example: '6a1f0c9e-4d27-4b83-9e15-2c7d8f3b5a60' })
  id: string;
}

export class AuditEntryResponse implements AuditItem {
  @ApiProperty({ format: 'uuid', description: 'Id of the entry.', example: '5b0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d' })
  id: string;

  @ApiProperty({ enum: ['audit_entry'], description: 'Always `audit_entry`.', example: 'audit_entry' })
  object: 'audit_entry';

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Place in the chain of the account, from 1; null for some two seconds.',
    example: 4711,
  })
  sequence: number | null;

  @ApiProperty({ type: 'integer', description: 'When it happened, in Unix seconds.', example: 1790000000 })
  at: number;

  @ApiProperty({ description: 'False: a test key acted.', example: true })
  livemode: boolean;

  @ApiProperty({ type: () => AuditActorResponse, description: 'Who acted.' })
  actor: AuditActorResponse;

  @ApiProperty({ enum: AUDIT_ACTIONS, description: 'What was done.', example: 'recording.original_read' })
  action: AuditAction;

  @ApiProperty({ type: () => AuditSubjectResponse, description: 'To what.' })
  subject: AuditSubjectResponse;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`X-Request-Id` of the request that did it.',
    example: 'a1b2c3',
  })
  request_id: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'HMAC of the client’s address, under a key of the account that no one is shown.',
    example: HASH,
  })
  client_address: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Ids, counts and choices. Names of people and words of a search are HMACs, as `client_address` is.',
    example: {},
  })
  details: Readonly<Record<string, unknown>>;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'SHA-256, in hexadecimal digits, over the hash of the entry before (nothing for the first) and this object without `hash` ' +
      'in the form of RFC 8785; null until the entry has its `sequence`.',
    example: HASH,
  })
  hash: string | null;
}

export class AuditPageResponse {
  @ApiProperty({ type: [AuditEntryResponse], description: 'Newest first.' })
  items: AuditEntryResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of entries, up to 10,000.', example: 1 })
  total: number;

  @ApiProperty({ type: 'boolean', description: 'True where there are more.', required: false, example: true })
  total_capped?: boolean;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class AuditHeadResponse {
  @ApiProperty({ enum: ['audit_head'], description: 'Always `audit_head`.', example: 'audit_head' })
  object: 'audit_head';

  @ApiProperty({ format: 'uuid', description: 'The account.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  account_id: string;

  @ApiProperty({ type: 'integer', description: 'The last entry of the chain; 0 before the first.', example: 4711 })
  sequence: number;

  @ApiProperty({ description: 'Its hash; empty before the first.', example: HASH })
  hash: string;

  @ApiProperty({ type: 'integer', description: 'When it was signed, in Unix seconds.', example: 1790000000 })
  signed_at: number;

  @ApiProperty({
    description: '`kid` of the key in `/.well-known/call-analysis/keys.json`.',
    example: 'kPrK_qmxVWaYVA9w',
  })
  key_id: string;

  @ApiProperty({
    description: 'Ed25519 in base64url, over all other members in the form of RFC 8785.',
    example: 'mK0…',
  })
  signature: string;
}

/** The members of a head before it is signed. */
export const headOf = (accountId: string, { sequence, hash }: ChainEnd) => ({
  object: 'audit_head' as const,
  account_id: accountId,
  sequence,
  hash,
  signed_at: Math.floor(Date.now() / 1000),
});
export type AuditHead = Signed<ReturnType<typeof headOf>>;
