import { ApiProperty } from '@nestjs/swagger';
import { toMinutes } from './minutes.js';
import type { UsageRecord } from './usage.service.js';

export class UsageRecordResponse {
  @ApiProperty({ enum: ['usage_record'], description: 'Always `usage_record`.', example: 'usage_record' })
  object: 'usage_record';

  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the ledger entry.',
    example: '5d0c7a8e-3f21-4b6d-9a0e-7c1b2d3e4f50',
  })
  id: string;

  @ApiProperty({ type: 'integer', description: 'Unix seconds: when it was billed.', example: 1795203600 })
  created: number;

  @ApiProperty({
    format: 'uuid',
    description: 'The analysis, also where it has been deleted since.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;

  @ApiProperty({ type: 'integer', description: 'Decoded duration in milliseconds.', example: 361200 })
  duration_ms: number;

  @ApiProperty({ description: 'Billed minutes: a begun hundredth counts.', example: 6.02 })
  minutes: number;

  @ApiProperty({
    enum: ['included', 'overage'],
    description: '`overage` when any of the minutes went beyond the included ones.',
    example: 'included',
  })
  kind: 'included' | 'overage';

  @ApiProperty({ description: 'Those of the minutes that went beyond the included ones.', example: 0 })
  overage_minutes: number;

  @ApiProperty({ type: 'integer', description: 'Price of the overage in cents; 0 for included minutes.', example: 0 })
  amount_cents: number;

  @ApiProperty({ enum: ['usd'], description: 'Always `usd`.', example: 'usd' })
  currency: 'usd';

  @ApiProperty({ description: 'False for minutes of the test allowance.', example: true })
  livemode: boolean;

  static of(record: UsageRecord): UsageRecordResponse {
    return {
      object: 'usage_record',
      id: record.id,
      created: Math.floor(record.createdAt.getTime() / 1000),
      analysis_id: record.analysisId,
      duration_ms: record.durationMs,
      minutes: toMinutes(record.hundredths),
      kind: record.overage > 0 ? 'overage' : 'included',
      overage_minutes: toMinutes(record.overage),
      amount_cents: record.amountCents,
      currency: 'usd',
      livemode: record.livemode,
    };
  }
}
