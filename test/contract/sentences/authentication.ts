// What the specification promises about authentication, each sentence with its tests.
import { account, guard, KEY, PAIR, route } from './named-tests.js';
import type { Sentence } from './sentence.js';

export const AUTHENTICATION: readonly Sentence[] = [
  { says: 'Keys are made with an access token', tests: [route('%s: 403 that asks for an access token')] },
  {
    says: 'Keys begin with sk_live_ or sk_test_, and key_prefix shows their first characters',
    tests: [KEY, ['api-keys/api-key-secret.unit', 'shows its mode, is always of one length, and never comes twice']],
  },
  { says: 'Keys do not expire', tests: [account('do not expire, however old they are')] },
  { says: 'Keys are revoked with DELETE', tests: [KEY] },
  {
    says: 'A key goes into Authorization or into X-API-Key',
    tests: [KEY, guard('carry a key in either header, or the same in both')],
  },
  {
    says: 'An access token goes into Authorization',
    tests: [guard('are taken for their account, in any case of the scheme')],
  },
  {
    says: 'An access token lasts 30 minutes',
    tests: [PAIR, guard('are refused as expired one second after their expiry')],
  },
  { says: 'A refresh token lasts 7 days', tests: [PAIR] },
  {
    says: 'A refresh token gives a new access token',
    tests: [account('a refresh token gives a new access token that works')],
  },
  {
    says: 'Tokens go on until they expire: logging in again ends none',
    tests: [account('a refresh token gives a new access token that works')],
  },
  {
    says: '401 for a credential that is invalid or missing',
    tests: [route('%s: 401 that says how to authenticate'), route('%s: 401, whatever is wrong about them')],
  },
  { says: '401 for a token that has expired', tests: [guard('are refused as expired one second after their expiry')] },
  {
    says: '403 for insufficient permissions',
    tests: [route('%s: 403 that names the scope'), route('%s: 403 that asks for an access token')],
  },
];
