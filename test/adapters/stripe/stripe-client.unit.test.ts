import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ask,
  isKnownIdentifier,
  isLiveKey,
  isMissing,
  stripeClient,
  stripeError,
} from '../../../src/adapters/stripe/stripe-client.js';

const { errors } = Stripe;
const raw = (statusCode: number | undefined, fields: object = {}) =>
  ({ message: 'Stripe says no', type: 'api_error', statusCode, ...fields }) as unknown as ConstructorParameters<
    typeof errors.StripeAPIError
  >[0];

describe('a failure of the payment provider', () => {
  const refused = { message: 'The payment provider refused the request.', retryable: false, pausesEngine: false };
  const away = { message: 'The payment provider cannot be reached.', retryable: true, pausesEngine: false };
  const stopped = { message: 'The payment provider refuses this service.', retryable: false, pausesEngine: true };
  it.each<[string, Error, object]>([
    ['a lost connection', new errors.StripeConnectionError(raw(undefined)), away],
    ['too many requests', new errors.StripeRateLimitError(raw(429)), away],
    ['two requests at once (409)', new errors.StripeInvalidRequestError(raw(409)), away],
    ['a failure of its servers (500)', new errors.StripeAPIError(raw(500)), away],
    ['the last status that is not its fault (499)', new errors.StripeAPIError(raw(499)), refused],
    ['a bad request', new errors.StripeInvalidRequestError(raw(400)), refused],
    ['an error without a status', new errors.StripeAPIError(raw(undefined)), refused],
    ['a wrong key', new errors.StripeAuthenticationError(raw(401)), stopped],
    ['a key without this right', new errors.StripePermissionError(raw(403)), stopped],
    [
      'what is no error of its package',
      new TypeError('x'),
      { message: 'The payment provider gave no answer that can be used.', retryable: false, pausesEngine: false },
    ],
  ])('is tried again only where that may help: %s', async (_, cause, expected) => {
    const error = stripeError(cause);
    expect(error, 'a failure is tried again in vain, or given up too early').toMatchObject({
      ...expected,
      cause,
      retryAfterMs: null,
    });
    await expect(ask(() => Promise.reject(cause), z.unknown())).rejects.toMatchObject(expected);
  });

  it.each<[string, string | undefined, number | null]>([
    ['seconds', '7', 7000],
    ['no time', '0', null],
    ['words', 'soon', null],
    ['nothing', undefined, null],
  ])('is waited out as long as the provider asks: %s', (_, after, waitMs) => {
    const error = new errors.StripeRateLimitError(raw(429, { headers: { 'retry-after': after } }));
    expect(stripeError(error).retryAfterMs).toBe(waitMs);
  });

  it('is none where the request succeeds', async () => {
    expect(await ask(() => Promise.resolve('answer'), z.string())).toBe('answer');
  });
});

it.each<[string, unknown, boolean]>([
  ['status 404', new errors.StripeInvalidRequestError(raw(404)), true],
  ['its code', new errors.StripeInvalidRequestError(raw(400, { code: 'resource_missing' })), true],
  ['no other code', new errors.StripeInvalidRequestError(raw(400, { code: 'parameter_missing' })), false],
  ['no other error', Object.assign(new Error('x'), { statusCode: 404 }), false],
])('knows a missing object by %s', (_, error, missing) => {
  expect(isMissing(error), 'an object counts as missing, or does not').toBe(missing);
});

it.each<[string, unknown, boolean]>([
  [
    'its message',
    new errors.StripeInvalidRequestError(raw(400, { message: 'An Event already exists with identifier a.' })),
    true,
  ],
  [
    'no other message',
    new errors.StripeInvalidRequestError(raw(400, { message: 'A customer already exists.' })),
    false,
  ],
  ['no other error', new Error('An event already exists with identifier a.'), false],
])('knows overage that was reported before by %s', (_, error, known) => {
  expect(isKnownIdentifier(error), 'overage is reported twice, or its failure is taken for success').toBe(known);
});

it.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['sk_test_1', false],
  ['pk_live_1', false],
  ['x_sk_live_1', false],
])('key %s moves real money: %s', (key, live) => expect(isLiveKey(key)).toBe(live));

describe('the address of the provider', () => {
  const addressOf = (base: string | null) => {
    const client = stripeClient('sk_test_1', base);
    return (['protocol', 'host', 'port'] as const).map((field) => String(client.getApiField(field)));
  };
  it.each<[string | null, string[]]>([
    [null, ['https', 'api.stripe.com', '443']],
    ['http://localhost:8080', ['http', 'localhost', '8080']],
    ['http://stub.test', ['http', 'stub.test', '80']],
    ['https://stub.test', ['https', 'stub.test', '443']],
    ['https://stub.test:8443', ['https', 'stub.test', '8443']],
  ])('%s', (base, address) => expect(addressOf(base), 'payments go to another server').toEqual(address));
});
