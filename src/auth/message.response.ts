import { ApiProperty } from '@nestjs/swagger';

export class MessageResponse {
  @ApiProperty({
    description: 'What happens next.',
    example: 'If the address belongs to an account, a mail is on its way.',
  })
  message: string;
}
