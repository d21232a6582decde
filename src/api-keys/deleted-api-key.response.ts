import { ApiProperty } from '@nestjs/swagger';

export class DeletedApiKeyResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the key.',
    example: '9a4d6e0b-5c1f-4d8a-8b35-1f0a2c7e9d42',
  })
  id: string;

  @ApiProperty({ enum: ['api_key'], description: 'Always `api_key`.', example: 'api_key' })
  object: 'api_key';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}
