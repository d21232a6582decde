// Which budget a request is charged to, and what its answer tells of it. Windows are counted in memory.
import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import type { ServiceRequest } from '../../../../src/platform/http/access/caller.js';
import { MemoryWindows } from '../../../../src/platform/http/rate-limit/memory-windows.js';
import { RateLimits, WINDOW_MS } from '../../../../src/platform/http/rate-limit/rate-limits.js';

interface Request {
  readonly path?: string;
  readonly ip?: string;
  readonly accountId?: string;
}

function limitsOf(rateLimits: { default?: number; submission?: number; auth?: number }) {
  const counted: string[] = [];
  const memory = new MemoryWindows();
  const windows = {
    increment: async (key: string, windowMs: number, limit: number) => {
      expect(windowMs, 'A window has another length than a minute').toBe(WINDOW_MS);
      counted.push(key);
      const { hits } = memory.count(key, windowMs);
      // Each budget tells another time, so that a test sees which one an answer describes.
      const seconds = key.startsWith('submission') ? 40 : 20;
      return { totalHits: hits, isBlocked: hits > limit, timeToBlockExpire: seconds, resetsAtSeconds: limit };
    },
  };
  const config = { rateLimits: { default: 0, submission: 0, auth: 0, ...rateLimits } };
  const limits = new RateLimits(config as never, windows as never);
  return { limits, counted };
}
const requestOf = ({ path = '/api/v1/analysis', ip = '203.0.113.1', accountId }: Request = {}) =>
  ({ path, ip, caller: accountId === undefined ? undefined : { accountId } }) as unknown as ServiceRequest;
function responseOf({ headersSent = false } = {}) {
  const headers: Record<string, unknown> = {};
  const setHeader = (name: string, value: unknown) => {
    headers[name] = value;
  };
  return { headers, response: { headersSent, setHeader } as unknown as Response };
}
const headersOf = (limit: number, remaining: number) => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': limit,
});
const refusal = (limits: RateLimits, request: ServiceRequest): unknown => {
  try {
    limits.refuseIfOver(request);
    return null;
  } catch (error) {
    return error;
  }
};

describe('the payer of a request', () => {
  it.each([
    ['the account of a known caller', { accountId: 'a' }, 'account:a'],
    ['the address of an unknown caller', {}, 'address:203.0.113.1'],
    ['the network of an IPv6 address', { ip: '2001:db8::1:2:3:4' }, 'address:2001:db8::'],
  ])('is %s', (_, request, payer) => {
    const { limits } = limitsOf({});
    expect(limits.payerOf(requestOf(request))).toMatch(new RegExp(`^${payer}`));
  });

  it('is one for all addresses of an IPv6 network of 64 bits, and for all requests of no known address', () => {
    const { limits } = limitsOf({});
    const payer = (ip?: string) => limits.addressPayer({ ip } as ServiceRequest);
    expect(payer('2001:db8::1:2:3:4')).toBe(payer('2001:db8::ffff'));
    expect(payer('2001:db8:0:1::1'), 'Two networks share a budget').not.toBe(payer('2001:db8::1'));
    expect(payer(undefined)).toMatch(/^address:.+/);
  });
});

describe('a charge', () => {
  it('is told in the headers, and refuses the first request beyond the limit with the time to wait', async () => {
    const { limits } = limitsOf({ default: 2 });
    for (const [remaining, seconds] of [
      [1, null],
      [0, null],
      [0, 20],
      [0, 20],
    ]) {
      const [request, { headers, response }] = [requestOf(), responseOf()];
      await limits.charge(request, response, 'default', 'a');
      expect(headers).toEqual(headersOf(2, remaining ?? 0));
      const error = refusal(limits, request);
      expect(error, 'A request passes beyond the limit, or is refused within it').toEqual(
        seconds === null ? null : expect.objectContaining({ status: 429, message: expect.stringContaining('20') }),
      );
    }
  });

  it('to several budgets describes the one with the fewest requests left, and makes the client wait for the last', async () => {
    const { limits } = limitsOf({ default: 3, submission: 1 });
    const submit = async () => {
      const [request, { headers, response }] = [requestOf(), responseOf()];
      await limits.charge(request, response, 'submission', 'a');
      await limits.charge(request, response, 'default', 'a');
      return { headers, error: refusal(limits, request) as { message: string } | null };
    };
    expect((await submit()).headers).toEqual(headersOf(1, 0));
    for (let n = 0; n < 2; n++) await submit();
    const { headers, error } = await submit();
    expect(headers).toEqual(headersOf(1, 0));
    expect(error?.message, 'The client is sent back before its budget is renewed').toContain('40');
  });

  it('to a budget of 0 counts nothing: it is switched off', async () => {
    const { limits, counted } = limitsOf({ default: 0 });
    const { headers, response } = responseOf();
    await limits.charge(requestOf(), response, 'default', 'a');
    expect([headers, counted]).toEqual([{}, []]);
  });

  it('counts, but sets no header, behind an answer that has begun', async () => {
    const { limits, counted } = limitsOf({ default: 5 });
    const { headers, response } = responseOf({ headersSent: true });
    await limits.charge(requestOf(), response, 'default', 'a');
    expect([headers, counted], 'Node throws for a header behind the answer').toEqual([{}, ['default:a']]);
  });
});

describe('a request that failed before it was counted', () => {
  it('is charged once to the default budget of its payer, and refused beyond the limit', async () => {
    const { limits, counted } = limitsOf({ default: 1 });
    const request = requestOf({ accountId: 'a' });
    await limits.chargeUncounted(request, responseOf().response);
    await limits.chargeUncounted(request, responseOf().response);
    expect(counted, 'One request was charged twice').toEqual(['default:account:a']);
    const charging = limits.chargeUncounted(requestOf({ accountId: 'a' }), responseOf().response);
    await expect(charging, 'Guessing credentials is not limited').rejects.toMatchObject({ status: 429 });
  });

  it.each([
    ['that was counted already', '/api/v1/analysis', true],
    ['outside of the interface', '/health/live', false],
  ])('%s is not charged', async (_, path, isCounted) => {
    const { limits, counted } = limitsOf({ default: 1 });
    const request = requestOf({ path });
    if (isCounted) limits.markCounted(request);
    await limits.chargeUncounted(request, responseOf().response);
    expect([counted, refusal(limits, request)]).toEqual([[], null]);
  });
});
