import { Text } from '../platform/http/validation/fields.js';

export class DeleteUserRequest {
  @Text({
    max: 1024,
    format: 'password',
    description: 'The password as it is now.',
    example: 'correct horse battery staple',
  })
  current_password: string;
}
