import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { UsagePeriodResponse } from './usage-period.response.js';
import { UsageRecordResponse } from './usage-record.response.js';

@ApiExtraModels(UsagePeriodResponse, UsageRecordResponse)
export class UsageHistoryResponse {
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(UsagePeriodResponse) }, { $ref: getSchemaPath(UsageRecordResponse) }] },
    description: 'Newest first; periods or records, as `view` asks.',
    example: [
      {
        object: 'usage_period',
        plan: 'starter',
        period_start: 1795200000,
        period_end: 1797792000,
        minutes_used: 1012.4,
        overage_minutes: 12.4,
        overage_cost_cents: 62,
        price_cents: 4900,
        currency: 'usd',
        analyses_count: 230,
      },
    ],
  })
  items: (UsagePeriodResponse | UsageRecordResponse)[];

  @ApiProperty({ type: 'integer', description: 'How many there are.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'How many were skipped.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'How many were asked for.', example: 20 })
  limit: number;
}
