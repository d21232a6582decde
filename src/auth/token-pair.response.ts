import { ApiProperty } from '@nestjs/swagger';
import { AccessTokenResponse } from './access-token.response.js';

export class TokenPairResponse extends AccessTokenResponse {
  @ApiProperty({
    description: 'Good for seven days, for POST /auth/refresh only.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl',
  })
  refresh_token: string;

  static ofPair(pair: { accessToken: string; refreshToken: string }): TokenPairResponse {
    return { ...AccessTokenResponse.of(pair.accessToken), refresh_token: pair.refreshToken };
  }
}
