import { QueryFailedError } from 'typeorm';
import { badRequest, forbidden, invalid, unauthorized, type ValidationItem } from '../../platform/errors/api-error.js';

/** The errors about accounts; each sentence stands here once. */
export const accountErrors = {
  emailTaken: () => badRequest('An account with this email already exists'),
  registrationClosed: () => forbidden('Registration is closed'),
  registrationElsewhere: () => forbidden('Registration is open to other e-mail domains'),
  verificationTokenInvalid: () => badRequest('Verification token is invalid or has expired'),
  resetTokenInvalid: () => badRequest('Password reset token is invalid or has expired'),
  /** The same for an unknown address and a wrong password. */
  loginRefused: () => unauthorized('Incorrect email or password'),
  /** After the right password alone. */
  providerRequired: () => forbidden('Log in with your identity provider'),
  emailNotVerified: () => forbidden('Email address is not verified'),
  currentPasswordIncorrect: () => forbidden('Current password is incorrect'),
  currentPasswordMissing: () =>
    invalid([{ type: 'missing', loc: ['body', 'current_password'], msg: 'Field required' }]),
  passwordIsEmail: (field: string) => invalid([passwordIsEmailItem(field)]),
};

function passwordIsEmailItem(field: string): ValidationItem {
  return {
    type: 'value_error',
    loc: ['body', field],
    msg: 'Value error, the password must not be equal to the email address',
  };
}

/** @throws ApiError 400 where the statement failed since another member has the address; else the error itself */
export function asAddressTaken(error: unknown): never {
  const constraint =
    error instanceof QueryFailedError && 'constraint' in error.driverError ? error.driverError.constraint : null;
  if (constraint === 'account_email_folded_key' || constraint === 'member_email_folded_key')
    throw accountErrors.emailTaken();
  throw error;
}
