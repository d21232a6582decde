import { ApiProperty } from '@nestjs/swagger';

export class ReportLinkResponse {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Opens the report without credentials until it expires.',
    example:
      'https://calls.example.com/api/v1/reports/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?livemode=true&expires=1790003600&signature=c2ln',
  })
  url: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'ISO 8601.', example: '2026-11-20T11:00:00.000Z' })
  expires_at: string;
}
