import { ApiProperty } from '@nestjs/swagger';
import { TOKEN_LIFETIME_SECONDS } from './token-claims.js';

export class AccessTokenResponse {
  @ApiProperty({
    description: 'Goes into `Authorization: Bearer …`.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoiYWNjZXNzIn0.c2lnbmF0dXJl',
  })
  access_token: string;

  @ApiProperty({ enum: ['bearer'], description: 'Always `bearer`.', example: 'bearer' })
  token_type: 'bearer';

  @ApiProperty({ type: 'integer', description: 'Seconds until the access token expires.', example: 1800 })
  expires_in: number;

  static of(accessToken: string): AccessTokenResponse {
    return { access_token: accessToken, token_type: 'bearer', expires_in: TOKEN_LIFETIME_SECONDS.access };
  }
}
