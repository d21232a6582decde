import { OptionalText, Text } from '../../platform/http/validation/fields.js';

const NEW_PASSWORD = { min: 8, max: 128, format: 'password', example: 'correct horse battery staple' };

/** A new password of 8 to 128 characters. The users service refuses one that equals the email address. */
export const NewPassword = (description: string) => Text({ ...NEW_PASSWORD, description });

export const OptionalNewPassword = (description: string) => OptionalText({ ...NEW_PASSWORD, description });

/** E.164: a plus sign, a country code and at most 15 digits in all. */
export const OptionalPhoneNumber = () =>
  OptionalText({
    pattern: /^\+[1-9]\d{1,14}$/,
    description: 'Phone number in E.164 form, or null.',
    example: '+4930901820',
  });

/** The secret of a link in a mail. */
export const MailToken = () =>
  Text({
    max: 512,
    description: 'The token out of the link in the mail.',
    example: 'pX3fJ0n5mWcT8yQe1vZr6uKd9sLb2hGa4iOt7xNwEkY',
  });
