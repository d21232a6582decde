import { ApiProperty } from '@nestjs/swagger';
import { REDACTION_BASES, type RedactionBasis } from '../../ports/redaction.js';

export const REDACTION_STATUSES = ['none', 'processing', 'applied', 'withheld'] as const;
export const REDACTED_AUDIO = ['original', 'redacted', 'withheld'] as const;
export const ORIGINALS = ['kept', 'deleted'] as const;
/** Limits of a redaction: what was not searched, or only in part. */
export const REDACTION_LIMITS = ['names_by_cues', 'unknown_language'] as const;
export type RedactionLimit = (typeof REDACTION_LIMITS)[number];
/** Version of the rules. It changes when the same call may be masked differently. */
export const REDACTION_VERSION = '1';

export class PauseResponse {
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 41.2 })
  start: number;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 58.9 })
  end: number;
}

export class RedactionResponse {
  @ApiProperty({
    type: 'string',
    enum: REDACTION_STATUSES,
    description:
      '`none`: nothing to mask. `processing`: the call is being masked. `applied`: everything found is masked. ' +
      '`withheld`: something could not be masked exactly, so whole segments are masked and the recording is ' +
      'withheld; also while a call has failed.',
    example: 'applied',
  })
  status: (typeof REDACTION_STATUSES)[number];
  @ApiProperty({ type: 'string', description: 'Version of the detection rules.', example: REDACTION_VERSION })
  version: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Number of masked parts by type, or by the key of a custom pattern.',
    example: { card_number: 1, card_security_code: 1 },
  })
  types: Record<string, number>;
  @ApiProperty({
    type: 'string',
    enum: REDACTED_AUDIO,
    description: 'The recording of `audio.url`: the original, a masked one, or none.',
    example: 'redacted',
  })
  audio: (typeof REDACTED_AUDIO)[number];
  @ApiProperty({ type: 'string', enum: ORIGINALS, description: 'The original recording.', example: 'deleted' })
  original: (typeof ORIGINALS)[number];
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...REDACTION_LIMITS] },
    description:
      '`names_by_cues`: no language model detected names and addresses, so only those after words such as "my ' +
      'name is" are masked. `unknown_language`: spoken numbers are detected only in English and German.',
    example: ['names_by_cues'],
  })
  limits: RedactionLimit[];
  @ApiProperty({
    type: () => [PauseResponse],
    description: 'Pauses of the recording: silence or one steady tone on all channels for three seconds or more.',
  })
  pauses: PauseResponse[];
}

/** Redaction of a call that needs no masking, or is not completed. */
export function initialRedaction(
  status: 'none' | 'processing' | 'withheld',
  audio: RedactionResponse['audio'],
): RedactionResponse {
  return { status, version: REDACTION_VERSION, types: {}, audio, original: 'kept', limits: [], pauses: [] };
}

export class RedactedSpanResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The segment it stands in; null for pressed keys.',
    example: 7,
  })
  segment_id: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Channel it was heard on; null for mono.', example: 1 })
  channel: number | null;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 31.4 })
  start: number;
  @ApiProperty({ type: 'number', description: 'Seconds from the start.', example: 37.9 })
  end: number;
  @ApiProperty({
    type: 'string',
    description: 'A type of the settings, or the key of a custom one.',
    example: 'card_number',
  })
  type: string;
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, description: 'Confidence of the detection.', example: 0.98 })
  confidence: number;
  @ApiProperty({
    type: 'string',
    enum: REDACTION_BASES,
    description:
      'How it was detected. `pattern`: by its format. `asked_for`: by the question before it. `model`: by a ' +
      'language model. `keys`: pressed keys. `custom`: a pattern of the account.',
    example: 'pattern',
  })
  basis: RedactionBasis;
}
