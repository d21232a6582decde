import { ApiProperty } from '@nestjs/swagger';

export class ReportLinkResponse {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Link that opens the report without credentials until it expires.',
    example:
      'https://calls.example.com/api/v1/reports/0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10?livemode=true&expires=1790003600&signature=c2ln',
  })
  url: string;

  @ApiProperty({ type: 'boolean', description: 'Mode of the analysis: false for test mode.', example: true })
  livemode: boolean;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'ISO 8601.', example: '2026-11-20T11:00:00.000Z' })
  expires_at: string;
}

export class DeletedReportLinksResponse {
  @ApiProperty({
    type: 'string',
    enum: ['report_link'],
    description: 'Always `report_link`.',
    example: 'report_link',
  })
  object: 'report_link';

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Identifier of the analysis.',
    example: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  })
  analysis_id: string;

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}
