import { Text } from '../platform/http/validation/fields.js';

export class RefreshRequest {
  @Text({
    max: 4096,
    description: 'The refresh token of a log-in.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl',
  })
  refresh_token: string;
}
