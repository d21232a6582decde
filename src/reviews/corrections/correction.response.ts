import { ApiProperty } from '@nestjs/swagger';
import { FAILURE_CODES, type FailureCode } from '../../ports/failure-code.js';
import { ROLES, type Role } from './correcting/transcript-changes.js';

export const CORRECTION_STATUSES = ['processing', 'completed', 'failed'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

export const VIAS = ['api_key', 'token', 'review_link'] as const;
export type Via = (typeof VIAS)[number];

export interface CorrectionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly analysis_id: string;
  readonly status: CorrectionStatus;
  readonly base_version: number;
  readonly version: number;
  readonly swap_roles: boolean;
  /** JSON text. */
  readonly speakers: string;
  readonly edited_segments: number;
  readonly reviewer_id: string;
  readonly via: Via;
  readonly note: string | null;
  readonly settled_at: Date | null;
  readonly error_message: string | null;
  readonly error_code: FailureCode | null;
}

/** SQL. Without the texts of the edits: a page of corrections would hold a hundred megabytes. */
export const SELECT_CORRECTIONS = `
  SELECT id, created_at, livemode, analysis_id, status, base_version, version,
    swap_roles, speakers, edited_segments, reviewer_id, via, note, settled_at, error_message, error_code
  FROM correction`;

export class CorrectionResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the correction.',
    example: '5d0f7a1e-92c4-4f0b-8a63-c1b7d24e9f55',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['correction'], description: 'What this is.', example: 'correction' })
  object: 'correction';
  @ApiProperty({ type: 'integer', description: 'When it was asked for; Unix seconds.', example: 1790000200 })
  created: number;
  @ApiProperty({ type: 'boolean', description: 'The mode of the analysis.', example: true })
  livemode: boolean;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'The call whose transcript is corrected.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;
  @ApiProperty({
    type: 'string',
    enum: CORRECTION_STATUSES,
    description: 'Until it is `completed` the version before stands; where it `failed`, it goes on standing.',
    example: 'completed',
  })
  status: CorrectionStatus;
  @ApiProperty({ type: 'integer', description: 'The version that was corrected.', example: 1 })
  base_version: number;
  @ApiProperty({ type: 'integer', description: 'The version that it makes.', example: 2 })
  transcript_version: number;
  @ApiProperty({ type: 'boolean', description: 'Agent and customer change places.', example: true })
  swap_roles: boolean;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: [...ROLES] },
    description: 'Who the speakers are, by the labels of the version that was corrected.',
    example: {},
  })
  speakers: Record<string, Role>;
  @ApiProperty({
    type: 'integer',
    description: 'How many segments it names. Compare the two versions of the transcript to see what changed.',
    example: 3,
  })
  edited_segments: number;
  @ApiProperty({ type: 'string', description: 'Your own identifier of the person.', example: 'mara' })
  reviewer_id: string;
  @ApiProperty({ type: 'string', enum: VIAS, description: 'With what the person was let in.', example: 'api_key' })
  via: Via;
  @ApiProperty({ type: 'string', nullable: true, description: 'Why, as the person says.', example: null })
  note: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was completed or failed; Unix seconds.',
    example: 1790000204,
  })
  completed_at: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed; null otherwise.', example: null })
  error_message: string | null;
  @ApiProperty({
    type: 'string',
    enum: FAILURE_CODES,
    nullable: true,
    description:
      'Why it failed, as a word to branch on; null otherwise. A code keeps its meaning; more may come, so treat one that ' +
      'you do not know as `not_processable`.',
    example: null,
  })
  error_code: FailureCode | null;

  static of(row: CorrectionRow): CorrectionResponse {
    return {
      id: row.id,
      object: 'correction',
      created: unixSeconds(row.created_at),
      livemode: row.livemode,
      analysis_id: row.analysis_id,
      status: row.status,
      base_version: row.base_version,
      transcript_version: row.version,
      swap_roles: row.swap_roles,
      speakers: JSON.parse(row.speakers),
      edited_segments: row.edited_segments,
      reviewer_id: row.reviewer_id,
      via: row.via,
      note: row.note,
      completed_at: row.settled_at && unixSeconds(row.settled_at),
      error_message: row.error_message,
      error_code: row.error_code,
    };
  }
}

export class CorrectionPageResponse {
  @ApiProperty({ type: () => [CorrectionResponse], description: 'Newest first.' })
  items: CorrectionResponse[];
  @ApiProperty({ type: 'integer', description: 'All corrections of the analysis.', example: 1 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'How many were asked for.', example: 20 })
  limit: number;
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
