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

  static of(accessToken: string, expiresIn: number = TOKEN_LIFETIME_SECONDS.access): AccessTokenResponse {
    return { access_token: accessToken, token_type: 'bearer', expires_in: expiresIn };
  }
}

export class TokenPairResponse extends AccessTokenResponse {
  @ApiProperty({
    description: 'Valid for seven days, for POST /auth/refresh only. POST /auth/logout ends it.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl',
  })
  refresh_token: string;

  static ofPair(pair: { accessToken: string; refreshToken: string }): TokenPairResponse {
    return { ...AccessTokenResponse.of(pair.accessToken), refresh_token: pair.refreshToken };
  }
}

export class MessageResponse {
  @ApiProperty({
    description: 'Next step.',
    example: 'If the address belongs to an account, a mail is on its way.',
  })
  message: string;
}
