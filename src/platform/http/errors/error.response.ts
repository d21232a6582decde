import { ApiProperty } from '@nestjs/swagger';

export class ErrorResponse {
  @ApiProperty({ type: 'string', description: 'Error, in one sentence.', example: 'Analysis not found' })
  detail: string;
}

export class ValidationItemResponse {
  @ApiProperty({ type: 'string', description: 'Type of the error, for programs.', example: 'missing' })
  type: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'Where: `body`, `query`, `path` or `header`, then the path of the field.',
    example: ['body', 'agent_id'],
  })
  loc: string[];

  @ApiProperty({ type: 'string', description: 'Error, in one sentence.', example: 'Field required' })
  msg: string;

  @ApiProperty({
    required: false,
    description: 'Rejected value, of any type; omitted if it could contain a secret.',
    example: 'abc',
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
  })
  input?: unknown;
}

export class ValidationErrorResponse {
  @ApiProperty({ type: () => ValidationItemResponse, isArray: true, description: 'Every failing field at once.' })
  detail: ValidationItemResponse[];
}
