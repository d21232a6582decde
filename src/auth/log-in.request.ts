import { Text } from '../platform/http/validation/fields.js';

export class LogInRequest {
  @Text({ max: 1024, format: 'idn-email', description: 'Address of the account.', example: 'ada@example.com' })
  email: string;

  @Text({ max: 1024, format: 'password', description: 'Its password.', example: 'correct horse battery staple' })
  password: string;
}
