import { Logger } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { atProvider, billingErrors } from '../../../src/billing/subscriptions/payment-errors.js';
import type { ApiError } from '../../../src/platform/errors/api-error.js';
import { UnreadableSubscription } from '../../../src/ports/payments.js';
import { ProviderError } from '../../../src/ports/provider-error.js';

Logger.overrideLogger(false);

const thrownBy = (error: Error): Promise<unknown> =>
  atProvider(() => Promise.reject(error)).then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );

const away = { status: 503, detail: 'The payment provider cannot be reached. Try again shortly.' };

describe('a request that needs the payment provider', () => {
  it('is answered with what the provider gave', async () => {
    expect(await atProvider(async () => 'answer'), 'The answer of the provider is lost').toBe('answer');
  });

  it.each([
    { asked: 'names no wait', retryAfterMs: null, seconds: '5' },
    { asked: 'asks for 12.001 s', retryAfterMs: 12_001, seconds: '13' },
  ])('gets 503 with Retry-After where the provider is away and $asked', async ({ retryAfterMs, seconds }) => {
    const thrown = await thrownBy(
      new ProviderError('away', { retryable: true, ...(retryAfterMs !== null && { retryAfterMs }) }),
    );
    expect(thrown, 'The client is not told that the provider is away').toMatchObject(away);
    expect((thrown as ApiError).headers['Retry-After'], 'The client is told another wait').toBe(seconds);
  });

  it('gets 503 with a longer wait where the subscription cannot be read', async () => {
    const thrown = await thrownBy(new UnreadableSubscription('sub_1', 'prod_1'));
    expect(thrown, 'The client is not told that its subscription cannot be read').toMatchObject({
      status: 503,
      detail: 'The subscription cannot be read at the payment provider. Try again later.',
      headers: { 'Retry-After': '300' },
    });
  });

  it.each([
    { what: 'a refusal', error: new ProviderError('refused', { retryable: false }) },
    { what: 'a fault of the service', error: new TypeError('a fault') },
  ])('hides nothing: $what goes to the error log as it is', async ({ error }) => {
    expect(await thrownBy(error), 'An operator does not see the fault').toBe(error);
  });
});

describe('an error about plans', () => {
  it.each([
    {
      error: billingErrors.alreadyPaid,
      status: 400,
      detail: 'A paid subscription is already active. Change it with POST /billing/subscription/update.',
    },
    {
      error: billingErrors.unpaid,
      status: 400,
      detail: 'A subscription waits for its payment. Settle it in the customer portal first.',
    },
    {
      error: () => billingErrors.onFree('cancel'),
      status: 400,
      detail: 'There is no paid subscription to cancel. Start one with POST /billing/subscription.',
    },
    { error: billingErrors.noCustomer, status: 404, detail: 'Customer portal not found' },
    { error: billingErrors.notConfigured, status: 404, detail: 'No payment provider is configured' },
    { error: billingErrors.badSignature, status: 400, detail: 'The signature is not valid' },
  ])('says with status $status what is to be done: $detail', ({ error, status, detail }) => {
    expect(error(), 'The client reads another sentence or status').toMatchObject({ status, detail });
  });
});
