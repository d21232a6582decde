import { ApiProperty } from '@nestjs/swagger';

export class DeletedUserResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier the account had.',
    example: '5f0c1d9e-3b1a-4f62-9c0d-7a1f0e6b2c11',
  })
  id: string;

  @ApiProperty({ enum: ['user'], description: 'Always `user`.', example: 'user' })
  object: 'user';

  @ApiProperty({ enum: [true], type: 'boolean', description: 'Always true.', example: true })
  deleted: true;
}
