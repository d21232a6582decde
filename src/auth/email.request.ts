import { Email } from '../platform/http/fields.js';

export class EmailRequest {
  @Email({ description: 'Address of the account.', example: 'ada@example.com' })
  email: string;
}
