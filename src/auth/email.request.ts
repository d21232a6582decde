import { Email } from '../platform/http/validation/fields.js';

export class EmailRequest {
  @Email({ description: 'Address of the account.', example: 'ada@example.com' })
  email: string;
}
