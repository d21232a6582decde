// What the specification promises about endpoints, each sentence with its tests.
import {
  ACCEPTED,
  account,
  analyses,
  COMPLETED,
  DEFAULT_LIMITS,
  guard,
  KEY,
  keys,
  LISTED,
  ledger,
  list,
  logIns,
  MISSING,
  mishap,
  PAIR,
  PURPOSE,
  paths,
  plans,
  route,
  submission,
  tokens,
} from './named-tests.js';
import type { Sentence } from './sentence.js';

export const ENDPOINTS: readonly Sentence[] = [
  {
    says: 'A path means the same with and without a slash at its end',
    tests: [
      paths('%s is the same with a slash at its end'),
      ['platform/http/http-rules', 'is the same with and without a trailing slash, without a redirect'],
    ],
  },
  { says: 'POST /auth/register needs email and password', tests: [tokens('reports missing fields')] },
  {
    says: 'POST /auth/verify-email takes the token of the mail',
    tests: [tokens('verifies once, also when asked twice at the same time')],
  },
  { says: 'POST /auth/login answers 200 with a token pair', tests: [PAIR] },
  {
    says: 'POST /auth/refresh gives an access token and expires_in',
    tests: [account('a refresh token gives a new access token that works')],
  },
  {
    says: 'The address must be verified before the account is used',
    tests: [
      guard('of an account whose address is not verified are no use'),
      logIns('tells of a missing verification only after the right password'),
    ],
  },
  {
    says: 'The link in the mail verifies the address too',
    tests: [['auth/account-page.unit', 'posts the token and the field when the button is pressed, and not before']],
  },
  {
    says: 'POST /api-keys/ needs an access token',
    tests: [route('%s: 403 that asks for an access token'), route('%s: 401 that says how to authenticate')],
  },
  { says: 'The full key is shown only once', tests: [KEY] },
  {
    says: 'DELETE /api-keys/{key_id} revokes the key, with an access token',
    tests: [KEY, keys('holds at once on every process')],
  },
  {
    says: 'POST /analysis/ takes multipart: audio_file, agent_id, contact_id, webhook_url',
    tests: [ACCEPTED, MISSING],
  },
  {
    says: 'The nine formats are taken',
    tests: [
      ['pipeline/intake/audio-format.unit', '$name is recognised as $reported'],
      ['pipeline/intake/audio-format.unit', '$name is recognised under a false name and type'],
    ],
  },
  {
    says: 'A recording may have 500 MB',
    tests: [submission('may be exactly 500 MB'), submission('may not be one byte more')],
  },
  {
    says: 'POST /analysis/ takes JSON with audio_url too, and reports it as missing',
    tests: [MISSING, mishap('fetches a recording by its URL, and forgets the address')],
  },
  { says: 'POST /analysis/ answers 201 with status processing', tests: [ACCEPTED] },
  { says: 'POST /analysis/ is limited to 20 a minute', tests: [DEFAULT_LIMITS] },
  {
    says: 'Billing limits are checked before acceptance',
    tests: [
      ledger('is checked before a body is read, without a reservation'),
      submission('go by the plan first, then by the overage limit, each with its sentence'),
    ],
  },
  {
    says: 'Billing uses the duration of the audio',
    tests: [ledger('goes by what decodes, not by what the header claims')],
  },
  { says: 'GET /analysis/{id} gives one analysis, for polling', tests: [COMPLETED] },
  {
    says: "Only analyses of the caller's account are visible",
    tests: [route('%s: 404, never 403'), list('shows an account its own analyses only, whatever is asked')],
  },
  {
    says: 'A failed analysis carries its error message',
    tests: [mishap('does not retry what the provider refuses for good')],
  },
  { says: 'Listing is free', tests: [analyses('takes no minutes')] },
  { says: 'status_filter, agent_id and contact_id filter exactly, and combine', tests: [LISTED] },
  {
    says: 'search looks in both identifiers without regard to case',
    tests: [LISTED, list('searches without regard to case, in every script that has one')],
  },
  {
    says: 'limit is 1 to 1000, 100 by default; outside it is 422',
    tests: [
      analyses('refuses %s'),
      analyses('takes %s'),
      list('is newest first, a hundred at a time, over any number of months'),
    ],
  },
  { says: 'offset skips results, 0 by default', tests: [LISTED, analyses('refuses %s')] },
  {
    says: 'The order is newest first',
    tests: [LISTED, list('gives every analysis on exactly one page when all were made at the same instant')],
  },
  {
    says: 'General lists give items, total, skip and limit',
    tests: [analyses('general lists have items, total, skip and limit, 20 unless asked otherwise')],
  },
  {
    says: 'POST /analysis/{id}/webhook registers a webhook, which gets the analysis when it finishes',
    tests: [
      analyses('takes a webhook while it is worked on, and tells it everything once it is completed'),
      analyses('takes a webhook afterwards, and tells it at once'),
    ],
  },
  {
    says: 'A password reset is requested and confirmed',
    tests: [
      account('a password that was forgotten is set anew with the token of the mail'),
      tokens('sets the password once and ends every token issued before'),
    ],
  },
  {
    says: 'GET /users/me gives the current user',
    tests: [PURPOSE, ['users/users.controller', 'shows the account to a token and to any key']],
  },
  {
    says: 'PUT /users/me updates the current user',
    tests: [
      PURPOSE,
      ['users/users.controller', 'changes what is given, keeps what is missing, and takes the number away with null'],
    ],
  },
  {
    says: 'DELETE /users/me deletes the account',
    tests: [['users/users.controller', 'erases everything but the minutes, which lose their name']],
  },
  { says: 'GET /api-keys/ lists the keys', tests: [PURPOSE, keys('pages newest first and leaves revoked keys out')] },
  {
    says: 'The subscription is read, made, updated and cancelled',
    tests: [
      PURPOSE,
      plans('a paid plan holds at once, and what was used stays used'),
      plans('cancels at the end of the period, or at once'),
      [
        'billing/subscriptions/subscription-sync',
        'a subscription to another product entitles to nothing and does not stand in the way',
      ],
      [
        'billing/subscriptions/subscription-sync',
        'a subscription of ours to an unknown product is answered with 503, and nothing changes',
      ],
    ],
  },
  {
    says: "Usage, its history and the payment provider's portal are given",
    tests: [
      PURPOSE,
      plans('shows usage, records and periods of the mode that asks'),
      ['billing/subscriptions/subscriptions.service', 'gives the portal of the customer, and none before there is one'],
    ],
  },
];
