// A hold as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';

export const HOLD_STATUSES = ['active', 'released'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

export interface HoldRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly name: string;
  readonly reason: string;
  readonly status: HoldStatus;
  readonly held: number;
  readonly until: Date | null;
  readonly released_at: Date | null;
  readonly release_reason: string | null;
  readonly carried_out: number | null;
  readonly carried_erasures: number | null;
}

/** Counts the calls of an active hold; one that still looks for its calls tells at least how many its filter found. */
export const SELECT_HOLDS = `SELECT h.id, h.created_at, h.livemode, h.name, h.reason, h.status, h.until, h.released_at, h.release_reason,
    h.carried_out::float8 AS carried_out, h.carried_erasures::float8 AS carried_erasures,
    CASE WHEN h.status = 'released' THEN h.held
      ELSE greatest((SELECT count(*) FROM held_call c WHERE c.hold_id = h.id), h.held) END::float8 AS held
  FROM hold h`;

export class HoldResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the hold.',
    example: '6a1f0c9e-4d27-4b83-9e15-2c7d8f3b5a60',
  })
  id: string;

  @ApiProperty({ enum: ['hold'], description: 'Always `hold`.', example: 'hold' })
  object: 'hold';

  @ApiProperty({ type: 'integer', description: 'When it was placed, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'False: placed by a test key, on test calls.', example: true })
  livemode: boolean;

  @ApiProperty({ description: 'Your name for it, which refused deletions tell.', example: 'litigation 2026-11' })
  name: string;

  @ApiProperty({ description: 'Why it was placed.', example: 'Claim 4711 of cust-42' })
  reason: string;

  @ApiProperty({
    enum: HOLD_STATUSES,
    description: '`active`: its calls are kept. `released`: it keeps nothing any more.',
    example: 'active',
  })
  status: HoldStatus;

  @ApiProperty({ type: 'integer', description: 'Calls that it holds, or held when it was released.', example: 812 })
  held: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it is released by itself, in Unix seconds.',
    example: null,
  })
  until: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was released, in Unix seconds.',
    example: null,
  })
  released_at: number | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why it was released; null also where `until` released it.',
    example: null,
  })
  release_reason: string | null;

  static of(this: void, row: HoldRow): HoldResponse {
    return {
      id: row.id,
      object: 'hold',
      created: unixSeconds(row.created_at),
      livemode: row.livemode,
      name: row.name,
      reason: row.reason,
      status: row.status,
      held: row.held,
      until: row.until && unixSeconds(row.until),
      released_at: row.released_at && unixSeconds(row.released_at),
      release_reason: row.release_reason,
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
