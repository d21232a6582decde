import { ApiProperty, PartialType } from '@nestjs/swagger';
import type { OverdueCalls } from './overdue-calls.js';
import type { PartDays } from './retention-parts.js';
import type { WantedRetention } from './retention-settings.requests.js';

const days = (what: string, example: number | null) =>
  ApiProperty({ type: 'integer', nullable: true, description: `Days for which ${what}; null: no limit.`, example });

export class RetentionCeilingsResponse {
  @days('recordings may be kept', null)
  recordings_days: number | null;
  @days('originals may be kept', null)
  originals_days: number | null;
  @days('transcripts may be kept', 1_825)
  transcripts_days: number | null;
  @days('analyses may be kept', 1_825)
  analyses_days: number | null;
  @days('entries of the audit log may be kept', null)
  audit_days: number | null;
}

export class RetentionSettingsResponse {
  @ApiProperty({ enum: ['retention_settings'], description: 'Type of the object.', example: 'retention_settings' })
  object: 'retention_settings';
  @days('recordings are kept', 90)
  recordings_days: number | null;
  @days('originals of masked recordings are kept', 30)
  originals_days: number | null;
  @days('transcripts are kept', 365)
  transcripts_days: number | null;
  @days('analyses are kept', 1_825)
  analyses_days: number | null;
  @ApiProperty({ type: 'integer', description: 'Days for which entries of the audit log are kept.', example: 400 })
  audit_days: number;
  @ApiProperty({
    type: 'boolean',
    description: 'Whether reads of single calls are entered in the audit log.',
    example: false,
  })
  audit_reads: boolean;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When the first round of changed settings deletes, in Unix seconds; null where none waits.',
    example: null,
  })
  waits_until: number | null;
  @ApiProperty({ type: () => RetentionCeilingsResponse, description: 'Most days that the operator allows.' })
  ceilings: RetentionCeilingsResponse;

  static of(
    settings: StoredRetention,
    { recordings, originals, transcripts, analyses }: PartDays,
  ): RetentionSettingsResponse {
    return {
      object: 'retention_settings',
      recordings_days: settings.recordings,
      originals_days: settings.originals,
      transcripts_days: settings.transcripts,
      analyses_days: settings.analyses,
      audit_days: settings.auditDays,
      audit_reads: settings.auditReads,
      waits_until: settings.waitsUntil,
      ceilings: {
        recordings_days: recordings,
        originals_days: originals,
        transcripts_days: transcripts,
        analyses_days: analyses,
        audit_days: null,
      },
    };
  }
}

export interface StoredRetention extends WantedRetention {
  /** Unix seconds. */
  readonly waitsUntil: number | null;
}

export class WouldDeleteResponse {
  @ApiProperty({ type: 'integer', description: 'Calls that would lose a recording, and stay.', example: 1_204 })
  recordings: number;
  @ApiProperty({ type: 'integer', description: 'Calls that would lose their transcript, and stay.', example: 0 })
  transcripts: number;
  @ApiProperty({ type: 'integer', description: 'Calls that would be deleted.', example: 17 })
  analyses: number;
}

/** A dry run has `would_delete` alone, and every other answer all other members. */
export class UpdatedRetentionResponse extends PartialType(RetentionSettingsResponse) {
  @ApiProperty({
    type: () => WouldDeleteResponse,
    required: false,
    description: 'With `dry_run` alone: calls that the settings would delete now. Held calls are not counted.',
  })
  would_delete?: WouldDeleteResponse;

  static dryRun({ recordings, transcripts, analyses }: OverdueCalls): UpdatedRetentionResponse {
    return { would_delete: { recordings, transcripts, analyses } };
  }
}
