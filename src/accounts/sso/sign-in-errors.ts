import { ApiError, badRequest, forbidden, invalid, notFound } from '../../platform/errors/api-error.js';

const away = (sentence: string) => new ApiError(503, sentence, { 'Retry-After': '5' });

/** The errors about sign-in by an identity provider; each sentence stands here once. */
export const signInErrors = {
  notSet: () => notFound('Sign-in'),
  noDomain: () => notFound('Domain'),
  noRecord: (domain: string) => badRequest(`The domain ${domain} has no such TXT record`),
  dnsAway: () => away('The name servers of the domain do not answer. Try again shortly.'),
  secretMissing: () => invalid([{ type: 'missing', loc: ['body', 'client_secret'], msg: 'Field required' }]),
  noProvider: () => new ApiError(404, 'No identity provider is set up for this address'),
  notStarted: () => badRequest('This log-in was not started in this browser, or has expired. Start again.'),
  usedBefore: () => badRequest('This log-in was completed before. Start again.'),
  notTrue: () => badRequest('The answer of your identity provider could not be verified. Start again.'),
  refused: () => forbidden('Your identity provider refused the log-in'),
  providerAway: () => away('Your identity provider does not answer. Try again shortly.'),
  noEmail: () => forbidden('Your identity provider sent no e-mail address'),
  emailNotVerified: () => forbidden('Your identity provider has not verified your e-mail'),
  foreignDomain: () => forbidden('Your e-mail is of no domain that this account has proved'),
  otherPerson: () => forbidden('This e-mail belongs to another person at your identity provider'),
  noRole: () => forbidden('Your identity provider gives you no role here'),
  noTeam: () => forbidden('Your identity provider gives you no team here'),
  disabled: () => forbidden('Your access is disabled'),
  logOutInvalid: () => badRequest('The log-out token is not valid'),
};
