import { describe, expect, it } from 'vitest';
import { afterFailure, MAX_REFUSALS } from '../../../src/billing/overage/overage-retries.js';
import { ProviderError } from '../../../src/ports/provider-error.js';

const refused = new ProviderError('refused', { retryable: false });
const away = new ProviderError('away', { retryable: true });
const paused = new ProviderError('paused', { retryable: false, pausesEngine: true });
const first = { attempts: 0, refusals: 0 };

describe('a report of overage that was not accepted', () => {
  it.each([5_000, 30_000, 120_000, 600_000, 1_800_000, 1_800_000].map((waitMs, attempts) => ({ attempts, waitMs })))(
    'waits $waitMs ms after $attempts attempts',
    ({ attempts, waitMs }) => {
      expect(afterFailure(away, { attempts, refusals: 0 }).waitMs, 'The wait does not grow as planned').toBe(waitMs);
    },
  );

  it('waits as long as the provider asks, but not less than planned', () => {
    const asking = (retryAfterMs: number) => new ProviderError('away', { retryable: true, retryAfterMs });
    expect(afterFailure(asking(60_000), first).waitMs, 'The provider is asked again before it wants to be').toBe(
      60_000,
    );
    expect(afterFailure(asking(1), first).waitMs, 'A short Retry-After makes the back-off useless').toBe(5_000);
  });

  it.each([
    { failure: 'a provider that is away', error: away, isAway: true },
    { failure: 'a refusal of one report', error: refused, isAway: false },
    { failure: 'a refusal of this service as a whole', error: paused, isAway: false },
    { failure: 'a fault of this service', error: new TypeError('a fault'), isAway: false },
  ])('for $failure makes the other customers wait: $isAway', ({ error, isAway }) => {
    const fault = isAway ? 'Each customer is tried in vain' : 'One customer holds up those after it';
    expect(afterFailure(error, first).isAway, fault).toBe(isAway);
  });

  it('is given up after ten refusals', () => {
    const before = { attempts: 20, refusals: MAX_REFUSALS - 1 };
    expect(afterFailure(refused, before), 'A report that is always refused holds up those after it').toMatchObject({
      refusals: 10,
      isGivenUp: true,
    });
    const fewer = { attempts: 20, refusals: MAX_REFUSALS - 2 };
    expect(afterFailure(refused, fewer), 'A report is given up too early').toMatchObject({
      refusals: 9,
      isGivenUp: false,
    });
  });

  it.each([
    { failure: 'a provider that is away', error: away },
    { failure: 'a refusal of this service as a whole', error: paused },
    { failure: 'a fault of this service', error: new TypeError('a fault') },
  ])('is not given up for $failure', ({ failure, error }) => {
    const before = { attempts: 20, refusals: MAX_REFUSALS - 1 };
    expect(afterFailure(error, before), `Overage is never charged after ${failure}`).toMatchObject({
      refusals: MAX_REFUSALS - 1,
      isGivenUp: false,
    });
  });
});
