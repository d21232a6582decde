import { AUDIT_ACTIONS, type AuditAction } from '../../platform/audit/audit-actions.js';
import { Moment, OneOf, Text, Whole } from '../../platform/http/validation/fields.js';

const MAX_ID_CHARACTERS = 255;

export class AuditPageRequest {
  @OneOf(AUDIT_ACTIONS, { description: 'Entries of this action.', example: 'recording.original_read', optional: true })
  action?: AuditAction | null;

  @Text({
    description: 'Entries of the actor with this id: a member, an API key, a review link.',
    max: MAX_ID_CHARACTERS,
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
    optional: true,
  })
  actor?: string | null;

  @Text({
    description: 'Entries about the object with this id, such as an analysis.',
    max: MAX_ID_CHARACTERS,
    example: '6a1f0c9e-4d27-4b83-9e15-2c7d8f3b5a60',
    optional: true,
  })
  subject?: string | null;

  @Moment({
    description: 'Entries from this time on; Unix seconds: after that second.',
    spelling: 'date-time',
    example: '2026-11-01T00:00:00Z',
    optional: true,
  })
  created_after?: Date | null;

  @Moment({
    description: 'Entries before this time; Unix seconds: up to that second.',
    spelling: 'date-time',
    example: '2026-12-01T00:00:00Z',
    optional: true,
  })
  created_before?: Date | null;

  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export const AUDIT_FORMATS = ['jsonl'] as const;

export class AuditExportRequest {
  @OneOf(AUDIT_FORMATS, { description: 'JSON Lines: an object a line.', example: 'jsonl', default: 'jsonl' })
  format: (typeof AUDIT_FORMATS)[number];
}
