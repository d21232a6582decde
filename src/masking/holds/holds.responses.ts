import { ApiProperty } from '@nestjs/swagger';
import type { AnalysisStatus } from '../../calls/listing/analysis-filter.js';
import { HoldResponse, type HoldRow } from '../../wire/hold.response.js';

export class HoldPageResponse {
  @ApiProperty({ type: [HoldResponse], description: 'Newest first.' })
  items: HoldResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of holds.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

export class CarriedOutResponse {
  @ApiProperty({ type: 'integer', description: 'Deferred erasures that go on now.', example: 1 })
  erasures: number;

  @ApiProperty({
    type: 'integer',
    description: 'Calls that no other hold holds and of which something is past its retention: it is deleted now.',
    example: 17,
  })
  analyses: number;
}

export class ReleasedHoldResponse extends HoldResponse {
  @ApiProperty({ type: () => CarriedOutResponse, description: 'What the hold has put off.' })
  carried_out: CarriedOutResponse;

  static released(row: HoldRow): ReleasedHoldResponse {
    return {
      ...HoldResponse.of(row),
      carried_out: { erasures: row.carried_erasures ?? 0, analyses: row.carried_out ?? 0 },
    };
  }
}

export interface HeldAnalysisRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: AnalysisStatus;
  readonly livemode: boolean;
  readonly agent_id: string;
  readonly contact_id: string;
}

export class HeldAnalysisResponse {
  @ApiProperty({ format: 'uuid', description: 'The call.', example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10' })
  id: string;

  @ApiProperty({ enum: ['analysis'], description: 'Always `analysis`.', example: 'analysis' })
  object: 'analysis';

  @ApiProperty({ type: 'integer', description: 'When it was accepted, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({
    enum: ['processing', 'completed', 'failed'],
    description: 'As `GET /analysis/{id}` has it.',
    example: 'completed',
  })
  status: AnalysisStatus;

  @ApiProperty({ description: 'Mode of the call.', example: true })
  livemode: boolean;

  @ApiProperty({ description: 'Your identifier of the agent.', example: 'agent-7' })
  agent_id: string;

  @ApiProperty({ description: 'Your identifier of the contact.', example: 'cust-42' })
  contact_id: string;

  static of(this: void, { created_at, ...row }: HeldAnalysisRow): HeldAnalysisResponse {
    return { object: 'analysis', created: Math.floor(created_at.getTime() / 1000), ...row };
  }
}

export class HeldAnalysisPageResponse {
  @ApiProperty({ type: [HeldAnalysisResponse], description: 'Newest first.' })
  items: HeldAnalysisResponse[];

  @ApiProperty({ type: 'integer', description: 'Number of calls that are stored.', example: 812 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}
