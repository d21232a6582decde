// A correction of a transcript as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';
import { FAILURE_CODES, type FailureCode } from '../ports/failure-code.js';
import type { Role } from '../ports/transcript.js';
import { VIAS, type Via } from './via.js';

export const CORRECTION_STATUSES = ['processing', 'completed', 'failed'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

const ROLES: readonly Role[] = ['agent', 'customer'];

export class CorrectionResponse {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Id of the correction.',
    example: '5d0f7a1e-92c4-4f0b-8a63-c1b7d24e9f55',
  })
  id: string;
  @ApiProperty({ type: 'string', enum: ['correction'], description: 'Type of the object.', example: 'correction' })
  object: 'correction';
  @ApiProperty({ type: 'integer', description: 'When it was requested; Unix seconds.', example: 1790000200 })
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
    description: 'Until it is `completed`, or if it `failed`, the previous version stays in effect.',
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
    description:
      'Number of segments that were corrected individually. Compare the two versions of the transcript to see the ' +
      'changes.',
    example: 3,
  })
  edited_segments: number;
  @ApiProperty({ type: 'string', description: 'Your identifier of the reviewer.', example: 'mara' })
  reviewer_id: string;
  @ApiProperty({ type: 'string', enum: VIAS, description: 'Credential of the reviewer.', example: 'api_key' })
  via: Via;
  @ApiProperty({ type: 'string', nullable: true, description: 'The reviewer’s note.', example: null })
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
      'Error code; null otherwise. Codes keep their meaning; new ones may be added, so treat an unknown code as ' +
      '`not_processable`.',
    example: null,
  })
  error_code: FailureCode | null;
}
